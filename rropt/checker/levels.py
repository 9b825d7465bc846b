"""The level of privacy as one number g: P(i|a) <= g P(i|b) for all reports i and truths a, b.

The *low* level is the one that the table obeys, a bound holds for the *high* one: they differ where
e^epsilon is not rational, and that they enclose it is checked here by logarithms. With a delta the
table as a whole is held to it (`pair_excesses`).

Every form of privacy answers the same questions: `verify`, `verify_table`, `is_pure`, `singles`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from .fields import listed, rational, record
from .limits import Size
from .logarithm import log_ends
from .pages import page
from .statement import item
from .verdict import Doubts, Malformed, need, well_formed

if TYPE_CHECKING:
    from .private_table import PrivateTable

Level = Fraction | None
"""A level of two truths; None where there is no constraint."""


@dataclass(frozen=True)
class Words:
    """How a sentence names the level of the bound, that of the table, and the table."""

    bound: str
    table: str
    this_table: str = "this table"


class LevelsOfPairs(ABC):
    """A level and a delta for two truths."""

    @abstractmethod
    def high_at(self, a: int, b: int) -> Level:
        """The level of the bound, None where there is no constraint."""

    @abstractmethod
    def low_at(self, a: int, b: int) -> Level:
        """The level of the table."""

    @abstractmethod
    def delta_at(self, a: int, b: int) -> Fraction:
        """The delta of the pair."""


@dataclass(frozen=True)
class OneNumber(LevelsOfPairs):
    """P(i|a) <= g P(i|b) for all truths, up to one delta."""

    low: Fraction
    high: Fraction
    delta: Fraction
    words: Words
    epsilon: Fraction | None = None

    singles: ClassVar[tuple[int, ...]] = ()

    @property
    def is_pure(self) -> bool:
        """Whether no delta is positive."""
        return self.delta == 0

    def high_at(self, a: int, b: int) -> Fraction:
        return self.high

    def low_at(self, a: int, b: int) -> Fraction:
        return self.low

    def delta_at(self, a: int, b: int) -> Fraction:
        return self.delta

    def verify(self, doubts: Doubts) -> None:
        """ln low <= epsilon <= ln high."""
        if self.epsilon is not None:
            enclosed(self.low, self.epsilon, self.high, doubts)

    def allow_table(self, table: PrivateTable, size: Size) -> None:
        """Refuse a table that would take too long."""
        if not self.is_pure:
            page(".pair_excesses").allow_excesses(table, size)

    def verify_table(self, table: PrivateTable, doubts: Doubts) -> None:
        """No entry of a row is more than g times another."""
        if not self.is_pure:
            page(".pair_excesses").verify_delta(table, self.low, self.delta)
            return
        top, bottom = self.low.as_integer_ratio()
        for row in table.rows:
            values = [run.value for run in row]
            need(bottom * max(values) <= top * min(values), "a pattern is not private")


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
