"""What is asked, and the exact answer of the linear solvers before it is certified."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any, cast

from rropt.channel.block_design import BlockDesign, ClassBlocks
from rropt.exact import Gamma, InputError, text, whole
from rropt.exact.entries import picked, two_valued
from rropt.patterns.extreme import Pattern
from rropt.privacy import Conditions, Criterion, Levels
from rropt.privacy.bound_forms import HIGH
from rropt.privacy.levels import OO
from rropt.utility import Utility
from rropt.utility.base import Bounds

Pair = tuple[int, ...]
"""Two truths, or the place of a condition."""

Runs = tuple[tuple[Fraction, int], ...]
"""Values, and how many truths of a class have each."""

Multipliers = Sequence[Mapping[Pair, Fraction]]
"""Of the forms of privacy, for each action."""

MOST_ENTRIES = 60_000
"""Larger tables do not fit into the largest certificate that the checker reads."""


@dataclass(frozen=True)
class Problem:
    """The best table for an objective under a criterion; `outputs` None means any number.

    >>> import rropt as rr
    >>> Problem(rr.LocalDP("ln(3)"), rr.Trace(5)).truths
    5
    """

    privacy: Criterion
    objective: Any
    outputs: int | None = None
    asked: Criterion | None = field(default=None, compare=False)
    """The criterion in the words of the question, where levels came of it."""

    @property
    def levels(self) -> Levels | Conditions | None:
        """The matrix of levels, or the conditions; None where privacy is one number."""
        return getattr(self.privacy, "levels", None)

    @cached_property
    def cone(self) -> Levels | Conditions:
        """The levels or the conditions, whatever privacy was asked as: one number for all pairs."""
        if self.levels is not None:
            return self.levels
        both = (self.gamma.lo, Fraction(1)), (self.gamma.hi, Fraction(1))
        lo, hi = (_square(self.truths, *each) for each in both)
        return Levels(lo, hi, _square(self.truths, self.delta, Fraction(0)))

    @property
    def is_exact(self) -> bool:
        """Whether tables and bounds have the same rational levels."""
        return self.gamma.is_exact if self.levels is None else self.levels.is_exact

    @property
    def is_pure(self) -> bool:
        """Whether every report keeps privacy for itself, and no mass may break it."""
        return not self.delta if self.levels is None else self.levels.is_pure

    @property
    def hides(self) -> bool:
        """Whether privacy lets no report show a truth for certain."""
        if isinstance(self.levels, Levels) and self.is_pure and not self.levels.singles:
            return OO not in chain.from_iterable(self.levels.hi)
        return self.levels is None and not self.delta

    @property
    def number(self) -> Gamma:
        """The one number of privacy, for all truths or for those that are protected."""
        if self.levels is None:
            return self.gamma
        return cast(Levels, self.levels).one_sided[1]

    @property
    def protected(self) -> tuple[int, ...]:
        """The protected truths, where one number protects some of them; else none."""
        return self.levels.one_sided[0] if isinstance(self.levels, Levels) else ()

    @property
    def gamma(self) -> Gamma:
        return self.privacy.gamma

    @property
    def delta(self) -> Fraction:
        return self.privacy.delta

    @property
    def truths(self) -> int:
        return self.objective.truths

    def allowed(self, priced: Iterable[Pair]) -> Mapping[Pair, Fraction]:
        """What a bound allows for each price: the delta of a pair, or the budget of a condition."""
        if self.levels is None:
            return dict.fromkeys(priced, self.delta)
        return self.levels.allowed(HIGH)


def _square(size: int, others: Fraction, diagonal: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """One number for all pairs of different truths."""
    return tuple(two_valued({a}, size, diagonal, others) for a in range(size))


def require_criterion(privacy: Any) -> None:
    """Refuse what is no privacy criterion, such as a bare number."""
    if not isinstance(privacy, Criterion):
        given = reprlib.repr(privacy)
        raise InputError(f"privacy must be a criterion such as LocalDP(1), got {given}")


def resolved(problem: Problem, labels: Sequence[str] | None = None) -> Problem:
    """The problem with its criterion on its truths: a matrix, or one number for all pairs.

    Truths that nobody named are called as the table will call them: of the numbers 1, 2 and 3 the
    first is 1, and not the second.
    """
    names = problem.objective.names_of_truths if labels is None else labels
    privacy = problem.privacy.on(problem.truths, names)
    if privacy is problem.privacy:
        return problem
    return replace(problem, privacy=privacy, asked=problem.privacy)


def in_order(problem: Problem, order: Sequence[int]) -> Problem:
    """The question about shares of truths in another order."""
    objective = problem.objective
    return replace(problem, objective=type(objective)(picked(objective.prior, order)))


def denominator_of(value: int | str) -> int:
    """N, given as a whole number or as "2^32".

    >>> denominator_of("2^10")
    1024
    """
    if isinstance(value, str) and value.startswith("2^"):
        # Cut off at one above the limit: it is refused before anybody computes 2^(10^9).
        value = 2 ** min(whole(value[2:], "denominator 2^B: B"), 4097)
    total = whole(value, "denominator", least=1)
    if total > 2**4096:
        raise InputError("denominator must be at most 2^4096")
    return total


@dataclass(frozen=True)
class Optimum:
    """Weighted patterns private for gamma.lo, and prices that bound every table for gamma.hi."""

    patterns: tuple[Pattern, ...]
    weights: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]
    pair_prices: Mapping[Pair, Fraction] = field(default_factory=dict)
    cover: Mapping[str, Any] | None = None
    """How prices are shown to cover, where the search has found it on its way."""

    multipliers: Multipliers | None = None
    """Where coverage is proved action by action, and no closed form has them."""

    value: Bounds | None = None
    """What the table is worth, where the search has found it on its way."""


@dataclass(frozen=True)
class Orbit:
    """All patterns with the given runs (value, number of truths) in a class, equally weighted."""

    runs: Runs
    weight: Fraction
    """Total weight of the orbit."""

    others: tuple[Runs, ...] = ()
    """The runs of further classes, where not all truths are alike."""

    @property
    def classes(self) -> tuple[Runs, ...]:
        """The runs of all classes, in the order of their truths."""
        return (self.runs, *self.others)

    def __str__(self) -> str:
        """How many truths of each class have which value.

        >>> print(Orbit(((Fraction(3), 1), (Fraction(1), 4)), Fraction(1), (((Fraction(3), 2),),)))
        1 x 3, 4 x 1 | 2 x 3
        """
        return " | ".join(map(_runs_text, self.classes))


def _runs_text(runs: Runs) -> str:
    return ", ".join(f"{number} x {text(value)}" for value, number in runs)


@dataclass(frozen=True)
class SymmetricOptimum:
    """An optimum invariant under every permutation of the truths."""

    orbits: tuple[Orbit, ...]
    price: Fraction
    pair_price: Fraction
    blocks: BlockDesign | None = None
    """Of the first orbit, what stands for all its arrangements."""

    cover: Mapping[str, Any] | None = None
    """What shows that the prices cover, where that is not every extreme pattern."""

    @property
    def stated(self) -> ClassBlocks:
        """The blocks of each pattern and class."""
        others: ClassBlocks = ((None,),) * (len(self.orbits) - 1)
        return () if self.blocks is None else ((self.blocks,), *others)


def linear_utility(problem: Problem) -> Utility:
    """The problem's objective, known to be a linear utility."""
    return problem.objective


def refuse_large_table(reports: int, truths: int) -> None:
    """A written-out table must fit into a certificate."""
    if reports * truths > MOST_ENTRIES:
        raise InputError(
            f"categories must be fewer for this objective: a table of {reports} x {truths} entries "
            "is too large for a certificate; equal priors work beyond"
        )
