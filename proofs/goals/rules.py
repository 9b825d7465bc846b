"""General lemmas whose premises are computed from their parameters, so that none is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from ..slopes import is_smooth
from .base import Goal
from .schema import Instance, instance
from .universal import Holds

Steps = Mapping[sp.Symbol, tuple[Any, Any]]


def fold(
    steps: Steps, invariant: Any, *given: Any, fixed: Sequence[Any] = (), **options: Any
) -> Instance:
    """The invariant holds after any number of steps: `steps` maps a state to (start, next).

    `given` are the hypotheses on the input of a step, `fixed` those on constants.

    >>> q, power = sp.symbols("q power")
    >>> grows = fold({power: (1, q * power)}, power >= 1, fixed=[q >= 1])
    >>> [goal.conclusion for goal in grows.goals]
    [power*q >= 1]
    """
    first = {state: sp.sympify(start) for state, (start, _) in steps.items()}
    after = {state: sp.sympify(step) for state, (_, step) in steps.items()}
    parts = invariant.args if isinstance(invariant, sp.And) else (invariant,)
    premises = _claimed([p.xreplace(first) for p in parts], fixed, options)
    premises += _claimed([p.xreplace(after) for p in parts], [*fixed, *given, *parts], options)
    arguments = {
        "start": tuple(first.items()),
        "step": tuple(after.items()),
        "given": (*fixed, *given) or ("none",),
        "invariant": invariant,
    }
    return instance("fold", arguments, tuple(premises), computed=True)


def falling(f: Any, t: sp.Symbol, *given: Any, rises: bool = False, **options: Any) -> Instance:
    """f falls strictly in t (or rises) on the interval that the hypotheses describe.

    >>> t = sp.Symbol("t")
    >>> [str(goal.conclusion) for goal in falling(sp.log(t) - t, t, t > 1).goals]
    ['t > 0', '-1 + 1/t < 0']
    """
    for hypothesis in given:
        if not _is_interval(hypothesis, t):
            raise ValueError(f"falling: {hypothesis} describes no interval of {t}")
    if not is_smooth(f, t):
        raise ValueError(f"falling: {f} may have no derivative somewhere")
    slope = sp.diff(f, t)
    signed = sp.StrictGreaterThan(slope, 0) if rises else sp.StrictLessThan(slope, 0)
    real = [e.args[0] > 0 for e in sorted(f.atoms(sp.log), key=str)]
    premises = _claimed([*real, signed], given, options)
    arguments = {"f": f, "t": t, "given": given, "direction": "rise" if rises else "fall"}
    return instance("falling", arguments, tuple(premises), computed=True)


def _is_interval(hypothesis: Any, t: sp.Symbol) -> bool:
    """An inequality that is linear in t leaves an interval, as all of them do together."""
    if t not in hypothesis.free_symbols:
        return True
    sides = (sp.GreaterThan, sp.StrictGreaterThan, sp.LessThan, sp.StrictLessThan)
    if not isinstance(hypothesis, sides):
        return False
    gap = hypothesis.lhs - hypothesis.rhs
    return bool(gap.is_polynomial(t)) and sp.degree(gap, t) <= 1


def _claimed(parts: Sequence[Any], given: Sequence[Any], options: Any) -> list[Goal]:
    """The parts that are not already evident; one that is evidently false stays as a goal."""
    hard = [part for part in parts if part != sp.true and part not in given]
    return [_goal(part, given, options) for part in hard]


def _goal(conclusion: Any, given: Sequence[Any], options: Any) -> Goal:
    known = tuple(sp.sympify(h) for h in given if h not in (sp.true, True))
    return Holds(conclusion, known, **options)
