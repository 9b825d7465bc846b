"""u(r) = (sqrt r_a - sqrt r_b)^2: the Hellinger divergence."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from .convex_utility import ConvexUtility, Ends
from .plain_table import unit_vectors
from .private_table import Row
from .vectors import Vector

ROOT_BITS = 512


@dataclass(frozen=True)
class RootDifference(ConvexUtility):
    """(sqrt r_a - sqrt r_b)^2 = r_a + r_b - sqrt(4 r_a r_b)."""

    first: int
    second: int
    truths: int
    steps = 2

    def ends(self, row: Row) -> Ends:
        a, b = row[self.first].value, row[self.second].value
        square = 4 * a * b << 2 * ROOT_BITS
        root = isqrt(square)
        low = a + b - Fraction(root + (root * root != square), 1 << ROOT_BITS)
        return low, a + b - Fraction(root, 1 << ROOT_BITS)

    @property
    def forms(self) -> list[Vector]:
        """The entries of the two truths."""
        units = unit_vectors(self.truths)
        return [units[self.first], units[self.second]]
