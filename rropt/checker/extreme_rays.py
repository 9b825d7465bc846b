"""The extreme rays of the cells on which a charge is linear.

With hard pairs r_a <= g_ab r_b, and planes r_a = g_ab r_b for the pairs with a delta, the cone of
rows falls into cells on which every [r_a - g_ab r_b]+ is linear, and charge - u concave.

At an extreme ray the pairs with r_a = g_ab r_b connect its support: if they did not, one connected
part could be scaled up and down a little without leaving the cell. So the truths of the support
have an order, from the lowest on, in which each is tied to an earlier one: r_c = g_cb r_b or
r_c = r_b / g_bc. `rays` follows all such orders, keeps what obeys the hard pairs, and so meets
every extreme ray (and perhaps others of the cone, which must be covered as well).

Of hard pairs only *ties* are followed, those that no two others imply (`Ties.v`): let g_ac and
g_cb be above 1 and have a product of at most g_ab. Where r_a = g_ab r_b,

    r_a <= g_ac r_c <= g_ac g_cb r_b <= g_ab r_b = r_a:

both others are tight, and their levels are smaller. On a path only neighbours tie.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import gcd
from typing import TYPE_CHECKING

from .verdict import LEAST_BITS, MAX_LONG_RAYS, MAX_RAY_WORK, Size, well_formed

if TYPE_CHECKING:
    from .levels_of_pairs import Matrix

MAX_GROWING = 1 << 15

Ray = tuple[int, ...]
"""Whole numbers without a common divisor; 0 outside the support."""

Value = tuple[int, int]
"""A quotient, not in lowest terms: to reduce each took most of the time."""


def rays(privacy: Matrix, size: Size) -> list[Ray]:
    """All rays that grow from one truth for the high levels, and each of the singles alone."""
    grower = RayGrower(privacy, size)
    found = [tuple(int(c == single) for c in grower.truths) for single in privacy.singles]
    for first in grower.truths:
        found += grower.from_truth(first)
    return found


class RayGrower:
    """Adds one truth after the other at every value that ties it to an earlier one."""

    def __init__(self, privacy: Matrix, size: Size) -> None:
        self.size = size
        self.bits = privacy.bits
        self.truths = range(privacy.truths)
        pairs = [[privacy.of_pair(a, b) for b in self.truths] for a in self.truths]
        self.levels = [[level for level, _ in row] for row in pairs]
        self.hard = [[level is not None and not delta for level, delta in row] for row in pairs]
        self.seen = 0
        size.allow(privacy.truths**3)  # so many triples
        self.ties = [[self._is_tie(a, b) for b in self.truths] for a in self.truths]

    def _is_tie(self, a: int, b: int) -> bool:
        """Whether a pair has a level, and is not implied by two hard ones."""
        level = self.levels[a][b]
        if level is None or not self.hard[a][b]:
            return level is not None
        both = [c for c in self.truths if self.hard[a][c] and self.hard[c][b]]
        pairs = [(self.levels[a][c] or 1, self.levels[c][b] or 1) for c in both]
        return not any(x * y <= level for x, y in pairs if min(x, y) > 1)

    def from_truth(self, first: int) -> list[Ray]:
        """The rays whose lowest truth is the first, which grow by one truth a layer."""
        # Truths before the first stay 0, and so does what is at most a multiple of one of them.
        later = [c for c in self.truths[first + 1 :] if not any(self.hard[c][:first])]
        found = []
        layer = {tuple(int(truth == first) for truth in self.truths)}
        self._announce(1)
        while layer:
            found += [ray for ray in layer if self._may_end(ray)]
            larger: set[Ray] = set()
            for ray in layer:
                before = len(larger)
                larger.update(self._extensions(ray, later))
                self._announce(len(larger) - before)
            layer = larger
        return found

    def _announce(self, number: int) -> None:
        """So many more rays have been met."""
        self.seen += number
        well_formed(self.seen <= MAX_GROWING, "too many extreme patterns")
        self.size.allow_counted(number * len(self.truths) ** 2 * LEAST_BITS, MAX_RAY_WORK)
        self.size.allow_counted(number * len(self.truths) ** 3 * self.bits**2, MAX_LONG_RAYS)

    def _may_end(self, ray: Ray) -> bool:
        """Whether no truth outside must have a positive value: r_a <= g_ab r_b with r_b = 0."""
        inside = [a for a in self.truths if ray[a]]
        outside = [b for b in self.truths if not ray[b]]
        return not any(self.hard[a][b] for a, b in product(inside, outside))

    def _extensions(self, ray: Ray, later: list[int]) -> Iterator[Ray]:
        inside = [b for b in self.truths if ray[b]]
        for c in later:
            if not ray[c]:
                for value in self._ties(ray, c, inside):
                    yield with_value(ray, c, value)

    def _ties(self, ray: Ray, c: int, inside: list[int]) -> list[Value]:
        """The values of truth c that tie it to the ray, g_cb r_b and r_b / g_bc, and obey the hard
        pairs. Ties to soft pairs count, too: their planes are sides of cells.
        """
        values = []
        low, high = (0, 1), (1, 0)  # all are at most 1 / 0
        for b in inside:
            above, below = self.levels[c][b], self.levels[b][c]
            if above is not None:
                value = above.numerator * ray[b], above.denominator
                if self.ties[c][b]:
                    values.append(value)
                if self.hard[c][b] and at_most(value, high):
                    high = value
            if below is not None:
                value = ray[b] * below.denominator, below.numerator
                if self.ties[b][c]:
                    values.append(value)
                if self.hard[b][c] and at_most(low, value):
                    low = value
        return [x for x in values if at_most(low, x) and at_most(x, high)]


def at_most(x: Value, y: Value) -> bool:
    """x <= y."""
    return x[0] * y[1] <= y[0] * x[1]


def with_value(ray: Ray, truth: int, value: Value) -> Ray:
    """The ray with one more truth, again as whole numbers without a common divisor."""
    top, bottom = value
    whole = [bottom * x for x in ray]
    whole[truth] = top
    common = gcd(*whole)
    return tuple(x // common for x in whole)
