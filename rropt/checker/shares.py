"""The prior of kind symmetric: one share for all truths of a class.

Truths of a class may have shares of their own (`uneven_shares`), and what is proved at equal shares
may be said of the worst ones (`worst_shares`).
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .fields import Vector, distribution, exact_sum
from .statement import at_prior


@dataclass(frozen=True)
class Shares:
    """The prior of prices, a share a class, at which tables are judged, too."""

    sizes: list[int]
    prior: Vector

    @property
    def means(self) -> Vector:
        """The mean share of each class."""
        return self.prior

    @property
    def squares(self) -> Fraction:
        """q.q."""
        pairs = zip(self.sizes, self.prior, strict=True)
        return exact_sum([n * p * p for n, p in pairs])

    def verify(self) -> None:
        """What is proved at the prior holds at these shares."""

    def said(self, words: str) -> str:
        """The words of an objective at these shares."""
        return f"{words}{at_prior(self.prior, self.sizes)}"


def read_shares(value: Any, sizes: list[int]) -> Shares:
    """The field `prior`."""
    return Shares(sizes, distribution(value, sizes))
