"""The level that is one number g: P(i|a) <= g P(i|b) for all reports i and truths a, b.

The *low* level is the one that the table obeys, a bound holds for the *high* one: they differ where
e^epsilon is not rational, and that they enclose it is checked here by logarithms. With a delta the
table as a whole is held to it (`pair_excesses`).
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from .fields import ONE, ends, listed, rational, record
from .pages import page
from .private_table import Demand, PrivateTable, Words
from .statement import item, with_delta
from .verdict import Doubts, Size, need, well_formed


@dataclass(frozen=True)
class OneNumber:
    """P(i|a) <= g P(i|b) for all truths, up to one delta."""

    low: Fraction
    high: Fraction
    delta: Fraction
    words: Words
    epsilon: Fraction | None = None

    singles: ClassVar[tuple[int, ...]] = ()
    budgets: ClassVar[str] = "pair_prices"

    @property
    def is_pure(self) -> bool:
        """Whether no delta is positive."""
        return self.delta == 0

    @property
    def rays(self) -> str:
        """The cube {1, g}^k, or staircases."""
        return "cube" if self.is_pure else "staircases"

    @property
    def bits(self) -> int:
        """How long the level is of which entries of rays are products: of {1, g}^k none is."""
        return 0 if self.is_pure else sum([x.bit_length() for x in self.high.as_integer_ratio()])

    def of_pair(self, a: int, b: int) -> tuple[Fraction, Fraction]:
        """The level of the bound, and the delta."""
        return self.high, self.delta

    def most_of(self, pair: object) -> Fraction:
        """What any pair may exceed its level by."""
        return self.delta

    def demands_of_two(self, end: int) -> list[Demand]:
        """What two truths demand of the table (0), or of those that a bound holds for (1)."""
        g = self.high if end else self.low
        return [([(ONE, form)], self.delta) for form in ([ONE, -g], [-g, ONE])]

    def verify(self, doubts: Doubts) -> None:
        """ln low <= epsilon <= ln high."""
        if self.epsilon is not None:
            page(".logarithm").enclosed(self.low, self.epsilon, self.high, doubts)

    def allow_table(self, table: PrivateTable, size: Size) -> None:
        """Refuse a table that would take too long."""
        if self.delta:
            size.allow(sum(len(row) ** 2 for row in table.rows))

    def verify_table(self, table: PrivateTable, doubts: Doubts) -> None:
        """No entry of a row is more than g times another."""
        if self.delta:
            page(".pair_excesses").verify_delta(table, self.low, self.delta)
            return
        top, bottom = self.low.as_integer_ratio()
        for row in table.rows:
            values = [run.value for run in row]  # how many truths have it does not matter
            need(bottom * max(values) <= top * min(values), "a pattern is not private")


def read_number(given: dict[str, Any]) -> OneNumber:
    """The field `privacy` with one level and one delta."""
    record(given, "gamma delta", "epsilon")
    delta = rational(given["delta"])
    well_formed(0 <= delta <= 1, "delta is not between 0 and 1")
    low, high = ends(listed(given["gamma"]) if "epsilon" in given else rational(given["gamma"]))
    well_formed(1 <= low <= high, "a level below 1, or no enclosure of e^epsilon")
    table = with_delta(f"epsilon = ln {item(low)}", delta)
    if "epsilon" not in given:
        return OneNumber(low, high, delta, Words(table, table))
    epsilon = rational(given["epsilon"])
    well_formed(epsilon >= 0, "epsilon is negative")
    bound = with_delta(f"epsilon = {item(epsilon)}", delta)
    return OneNumber(low, high, delta, Words(bound, table), epsilon)
