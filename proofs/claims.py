"""Claims: what a paper says, as goals that can be decided.

A claim is a function that reads like the paper: it declares symbols and hypotheses as stated and
returns a goal, a list of goals, or `states(...)` with a scope, an extra hypothesis or a corrected
statement. `settling` decides them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rropt.exact import InputError

from .goals import (
    Goal,
    Holds,
)
from .goals.schema import Contradicted, Group
from .spelled import is_empty, with_content

LIMIT = 60
Record = dict[str, Any]


@dataclass(frozen=True)
class Statement:
    """What one catalogue id asserts."""

    goals: tuple[Goal, ...]
    scope: str | None = None
    assuming: str | None = None
    needs: str | None = None
    under: tuple[Goal, ...] = ()
    corrected: str | None = None
    right: tuple[Goal, ...] = ()
    mathematical: bool = True
    note: str = ""

    def parts(self) -> dict[str, tuple[Goal, ...]]:
        return {"goals": self.goals, "under": self.under, "right": self.right}


def as_statement(made: Any) -> Statement:
    """What a claim returned: a statement, a goal or a list of goals."""
    if isinstance(made, Statement):
        return made
    return states(*(made if isinstance(made, (list, tuple)) else [made]))


@dataclass(frozen=True)
class Claim:
    """One id, its function, and its time limit in seconds."""

    id: str
    function: Callable[[], Any]
    limit: int = LIMIT
    computes: bool = False
    """Whether sympy computes what the function asserts, which cannot be had as it is written."""

    def statement(self) -> Statement:
        """What the function returns, with what it writes where sympy has left e = e of a goal."""
        found = self.made()
        goals = nested(goal for part in found.parts().values() for goal in part)
        if self.computes or not any(isinstance(g, Holds) and is_empty(g) for g in goals):
            return found
        return with_content(found, self.made)

    def made(self) -> Statement:
        """The same as sympy evaluates it."""
        return as_statement(self.function())


@dataclass
class Section:
    """The claims of one paper, or of one part of it, collected in order.

    >>> section = Section("paper")
    >>> @section("thm-1")
    ... def theorem():
    ...     return definition("a definition")
    >>> [c.id for c in section]
    ['paper/thm-1']
    """

    paper: str
    claims: list[Claim] = field(default_factory=list)

    def __call__(
        self, name: str, limit: int = LIMIT, computes: bool = False
    ) -> Callable[[Callable], Callable]:
        def keep(function: Callable) -> Callable:
            self.claims.append(Claim(f"{self.paper}/{name}", function, limit, computes))
            return function

        return keep

    def __iter__(self) -> Iterator[Claim]:
        return iter(self.claims)


def states(
    *goals: Goal,
    scope: str | None = None,
    assuming: str | None = None,
    needs: str | None = None,
    given: Sequence[Any] = (),
    under: Sequence[Goal] = (),
    corrected: str | None = None,
    right: Sequence[Goal] | Goal = (),
) -> Statement:
    """The goals of a statement. `assuming` names a forgotten hypothesis in words, with either
    `given` (relations added to every goal) or `under` (the goals rewritten); `corrected` is the
    statement that should have been printed, with its goals in `right`. `needs` names a hypothesis
    that the goals have and the paper does not state, where without it nothing is said."""
    if assuming and given:
        under = [g.given(*given) for g in goals]
    if needs and (assuming or corrected):
        raise ValueError("needs goes without assuming and corrected")
    if bool(assuming) != bool(under) or bool(corrected) != bool(right):
        raise ValueError("assuming goes with given or under, corrected with right")
    for goal in goals:
        if not isinstance(goal, Goal):
            raise InputError(f"a statement must be made of goals, got {type(goal).__name__}")
    fixed = (right,) if isinstance(right, Goal) else tuple(right)
    return Statement(tuple(goals), scope, assuming, needs, tuple(under), corrected, fixed)


def definition(note: str, *exercise: Goal) -> Statement:
    """A definition, or a statement about other works; the exercise gives it executable meaning."""
    return Statement(tuple(exercise), mathematical=False, note=note)


def nested(goals: Iterable[Goal]) -> Iterator[Goal]:
    """The goals, and those inside them."""
    for goal in goals:
        yield goal
        if isinstance(goal, Group):
            yield from nested(goal.goals)
        if isinstance(goal, Contradicted):
            yield from nested(goal.facts)
