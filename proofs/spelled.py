"""Statements with their expressions as they are written, before sympy computes what they say.

sympy makes 1 of a p / (a p + 0 (1 - p)), and a goal that says so becomes 1 = 1: nothing is left to
prove, and no denominator to look at. So a claim is made a second time, with sympy told to leave
everything as it stands. A goal that is then another one, because sympy was asked to compute
something, stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from .goals import Goal, Holds
from .goals.schema import Group
from .kernel.coq_statement import is_stated
from .written import says_nothing, settled

Choice = Callable[[Holds, Holds], Holds]
"""Of a goal as sympy evaluates it and as it is written, which says the same, the one to take."""


def as_written(make: Callable[[], Any]) -> Any:
    """The statement that the function makes, every goal as it is written."""
    return _taken(make(), make, _whole)


def with_content(evaluated: Any, make: Callable[[], Any]) -> Any:
    """The statement, with what was written of the goals of which sympy has left e = e."""
    return _taken(evaluated, make, _content)


def is_empty(goal: Holds) -> bool:
    """Whether sympy has left e = e of it."""
    return says_nothing(goal.conclusion)


def _whole(goal: Holds, plain: Holds) -> Holds:
    return replace(goal, conclusion=plain.conclusion, hypotheses=plain.hypotheses)


def _content(goal: Holds, plain: Holds) -> Holds:
    """What was written, where it is about rational expressions: of others sympy knows more.

    Hypotheses keep the form that sympy gives them: where they take less for granted, the goal says
    more.
    """
    if not is_empty(goal):
        return goal
    found = replace(goal, conclusion=plain.conclusion)
    return found if is_stated(found) else goal


def _taken(evaluated: Any, make: Callable[[], Any], choice: Choice) -> Any:
    try:
        with sp.evaluate(False), redirect_stdout(StringIO()):
            plain = make()
    except Exception:  # sympy's own functions need evaluation
        return evaluated
    return replace(
        evaluated,
        goals=_each(evaluated.goals, plain.goals, choice),
        under=_each(evaluated.under, plain.under, choice),
        right=_each(evaluated.right, plain.right, choice),
    )


def _each(goals: Sequence[Goal], plain: Sequence[Goal], choice: Choice) -> tuple[Goal, ...]:
    if len(goals) != len(plain):
        return tuple(goals)
    return tuple(_one(goal, other, choice) for goal, other in zip(goals, plain, strict=True))


def _one(goal: Goal, plain: Goal, choice: Choice) -> Goal:
    if isinstance(goal, Group) and isinstance(plain, Group):
        return replace(goal, goals=_each(goal.goals, plain.goals, choice))
    if not (isinstance(goal, Holds) and isinstance(plain, Holds)):
        return goal
    taken = choice(goal, plain)
    return taken if taken == goal or _say_the_same(goal, plain) else goal


def _say_the_same(goal: Holds, plain: Holds) -> bool:
    """Whether sympy makes the one of the other."""
    said, read = (goal.conclusion, *goal.hypotheses), (plain.conclusion, *plain.hypotheses)
    return len(said) == len(read) and all(map(_becomes, read, said))


def _becomes(plain: Any, evaluated: Any) -> bool:
    if evaluated == settled(plain):
        return True
    if not isinstance(evaluated, Relational) or type(evaluated) is not type(plain):
        return False
    sides = zip(evaluated.args, plain.args, strict=True)
    return all(sp.expand(a - settled(b)) == 0 for a, b in sides)
