"""What is claimed of unbiased reports on all numbers of an interval (`kind_windows`,
`kind_random_cut`): a mechanism for the low level, and prices that bind any for the high one.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .fields import rational
from .levels import OneNumber
from .privacy import pure_number, read_privacy
from .statement import down, item, up
from .verdict import Doubts, Size, need, well_formed

FIELDS = "privacy low high value bound gap"


@dataclass(frozen=True)
class OnInterval:
    """The level, the ends of the interval, and the variances that are claimed."""

    privacy: OneNumber
    low: Fraction
    high: Fraction
    value: Fraction
    bound: Fraction
    gap: Fraction

    def verify(self, spent: Fraction, worth: tuple[Fraction, Fraction], doubts: Doubts) -> None:
        """A mechanism has the variance `spent`, and prices are worth a number between these, where
        the numbers are -1 to 1.
        """
        self.privacy.verify(doubts)
        unit = ((self.high - self.low) / 2) ** 2
        need(self.value >= unit * spent, "the mechanism has a larger value")
        least, most = (unit * end - self.bound for end in worth)
        doubts.not_negative(least, most, "the prices do not prove the bound")
        need(self.gap == self.value - self.bound, "gap is not value - bound")

    def sentence(self, mechanism: str, has: str) -> str:
        """What is proved, of a mechanism in these words."""
        ends = f"the numbers from {item(self.low)} to {item(self.high)}"
        goal = "a variance of unbiased reports, for the worst number,"
        claim = f"no {self.privacy.words.bound} private mechanism on {ends} has {goal}"
        return f"{claim} below {down(self.bound)}, and {mechanism} {has} at most {up(self.value)}"


def read_on_interval(data: dict[str, Any], size: Size) -> OnInterval:
    """The fields that both kinds have."""
    privacy = pure_number(read_privacy(data["privacy"], 2, size))
    well_formed(privacy.low > 1, "a level of 1")
    low = rational(data["low"])
    high = rational(data["high"])
    well_formed(low < high, "an empty interval")
    numbers = (rational(data[name]) for name in ("value", "bound", "gap"))
    return OnInterval(privacy, low, high, *numbers)


def spread_of_shifts(step: Fraction, shifts: Fraction) -> Fraction:
    """h^2 (1/12 + 1/(6 N^2)).

    >>> spread_of_shifts(Fraction(2), Fraction(1))
    Fraction(1, 1)
    """
    return step**2 * (Fraction(1, 12) + 1 / (6 * shifts**2))
