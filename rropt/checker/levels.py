"""The level of privacy: one number, or a matrix of levels with one delta a pair.

A table is private at levels g and deltas d if sum_i max(0, P(i|a) - g_ab P(i|b)) <= d_ab for all
a != b. The *low* levels are those that the table obeys, a bound holds for the *high* ones: they
differ where e^epsilon is not rational, and that they enclose it is checked here by logarithms.

Truths may be *singles*: what can be reported of one of them alone, a row that is 0 elsewhere, needs
no privacy (utility-optimised privacy). There is no delta then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .fields import Level, listed, rational, record
from .logarithm import log_ends
from .statement import item
from .verdict import Doubts, Malformed, well_formed

Levels = list[list[Level]]


@dataclass(frozen=True)
class Words:
    """How a sentence names the level of the bound, that of the table, and the table."""

    bound: str
    table: str
    this_table: str = "this table"


@dataclass(frozen=True)
class OneNumber:
    """P(i|a) <= g P(i|b) for all truths, up to one delta."""

    low: Fraction
    high: Fraction
    delta: Fraction
    words: Words
    epsilon: Fraction | None = None

    @property
    def is_pure(self) -> bool:
        """Whether no delta is positive."""
        return self.delta == 0

    def verify(self, doubts: Doubts) -> None:
        """ln low <= epsilon <= ln high."""
        if self.epsilon is not None:
            enclosed(self.low, self.epsilon, self.high, doubts)


@dataclass(frozen=True)
class Matrix:
    """P(i|a) <= g_ab P(i|b), up to delta_ab; None for a pair without a constraint."""

    low: Levels
    high: Levels
    delta: list[list[Fraction]]
    words: Words
    epsilon: Fraction | None = None
    distances_squared: Levels | None = None
    singles: tuple[int, ...] = ()

    @property
    def is_pure(self) -> bool:
        """Whether no delta is positive."""
        return not any(map(any, self.delta))

    def is_free(self, row: Sequence[int]) -> bool:
        """Whether a row belongs to one of the singles alone."""
        support = [truth for truth, x in enumerate(row) if x]
        return len(support) == 1 and support[0] in self.singles

    def verify(self, doubts: Doubts) -> None:
        """ln low <= epsilon sqrt(S) <= ln high, entry by entry, as squares."""
        if self.epsilon is None or self.distances_squared is None:
            return
        for row in zip(self.low, self.distances_squared, self.high, strict=True):
            for low, square, high in zip(*row, strict=True):
                if low is not None and square is not None and high is not None:
                    enclosed_square(low, self.epsilon**2 * square, high, doubts)


def pure_number(privacy: object) -> Fraction:
    """The number g of a level without a delta, which a proof may ask for."""
    if not isinstance(privacy, OneNumber) or not privacy.is_pure:
        raise Malformed("the level is not one number without a delta")
    return privacy.high


def enclosed(low: Fraction, epsilon: Fraction, high: Fraction, doubts: Doubts) -> None:
    """ln low <= epsilon <= ln high."""
    least, most = log_ends(low)
    doubts.not_negative(epsilon - most, epsilon - least, "gamma exceeds e^epsilon")
    least, most = log_ends(high)
    doubts.not_negative(least - epsilon, most - epsilon, "gamma is below e^epsilon")


def enclosed_square(low: Fraction, square: Fraction, high: Fraction, doubts: Doubts) -> None:
    """(ln low)^2 <= square <= (ln high)^2; both logarithms are at least 0."""
    least, most = (max(Fraction(0), end) for end in log_ends(low))
    doubts.not_negative(square - most**2, square - least**2, "a level exceeds e^(epsilon d)")
    least, most = (max(Fraction(0), end) for end in log_ends(high))
    doubts.not_negative(least**2 - square, most**2 - square, "a level is below e^(epsilon d)")


def is_of_pairs(given: dict[str, Any]) -> bool:
    """Whether it is more than one number with one delta."""
    return "singles" in given or isinstance(given["delta"], list) or is_matrix(given["gamma"])


def is_matrix(gamma: Any) -> bool:
    """A list of rows; an enclosure of one level is a list, too."""
    return isinstance(gamma, list) and bool(gamma) and isinstance(gamma[0], list)


def read_number(given: dict[str, Any]) -> OneNumber:
    """The field `privacy` with one level and one delta."""
    record(given, "gamma delta", "epsilon")
    delta = delta_of(given["delta"])
    if "epsilon" not in given:
        gamma = _level(given["gamma"])
        words = with_delta(f"epsilon = ln {item(gamma)}", delta)
        return OneNumber(gamma, gamma, delta, Words(words, words))
    low, high = (_level(end) for end in listed(given["gamma"], 2))
    epsilon = rational(given["epsilon"])
    well_formed(low <= high and epsilon >= 0, "no enclosure of e^epsilon")
    bound = with_delta(f"epsilon = {item(epsilon)}", delta)
    table = with_delta(f"epsilon = ln {item(low)}", delta)
    return OneNumber(low, high, delta, Words(bound, table), epsilon)


def _level(value: Any) -> Fraction:
    level = rational(value)
    well_formed(level >= 1, "a level below 1")
    return level


def delta_of(value: Any) -> Fraction:
    """A chance."""
    delta = rational(value)
    well_formed(0 <= delta <= 1, "delta is not between 0 and 1")
    return delta


def with_delta(words: str, delta: Any) -> str:
    """The words for a level, and for a delta if there is one."""
    return f"({words}, delta = {item(delta)})" if delta else words
