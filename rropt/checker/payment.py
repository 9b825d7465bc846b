"""What rows pay under one number g or a matrix of levels, and few rows that decide for all.

A row r pays y.r + sum z_ab [r_a - g_ab r_b]+ for prices y of truths, and z >= 0 of pairs with a
delta. Over the rows of a private table that adds up to at most sum y + sum z delta.

Theorem. Let u be convex, u(s r) = s u(r) for s >= 0. If each of the rows that decide pays at least
u(r), every row that obeys the pairs without a delta does, and so the u(r) of a private table add
up to at most what it pays.

Proof. Under one number without a delta a row, divided by its least entry, is a mixture of {1, g}^k,
and u at most that of its values. Else see `staircases`, and for a matrix `extreme_rays`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from operator import mul
from typing import Any

from .cleared import cleared
from .fields import Rationals, amounts, exact_sum, rationals
from .pages import page
from .verdict import Size, well_formed


@dataclass(frozen=True)
class Payment:
    """Prices of truths and of pairs at a level."""

    level: Any
    prices: Rationals
    pairs: dict[tuple[int, int], Fraction]
    """z, where there is a delta."""

    @property
    def total(self) -> Fraction:
        """What a private table pays at most: sum y + sum z delta."""
        deltas = [z * self.level.of_pair(*pair)[1] for pair, z in self.pairs.items()]
        return exact_sum([*self.prices, *deltas])

    @cached_property
    def _cleared(self) -> tuple[list[int], int]:
        """The prices of truths, and those of pairs over the denominators of g, over one unit."""
        of_pairs = [z / self.level.of_pair(*p)[0].denominator for p, z in self.pairs.items()]
        return cleared([*self.prices, *of_pairs])

    def of(self, row: Sequence[int]) -> Fraction:
        """The payment of whole numbers."""
        whole, unit = self._cleared
        paid = sum(map(mul, whole, row))
        for (a, b), z in zip(self.pairs, whole[len(row) :], strict=True):
            top, bottom = self.level.of_pair(a, b)[0].as_integer_ratio()
            paid += z * max(0, bottom * row[a] - top * row[b])
        return Fraction(paid, unit)


MAX_TRUTHS = 8
MAX_TRUTHS_OF_PAIRS = 5
MAX_BITS = 1 << 11
MAX_STEPS = 1 << 12
"""Numbers, and products of forms at patterns: far below what any file may have."""


def read_payment(data: dict[str, Any], level: Any, truths: int) -> Payment:
    """The fields `prices` and `pair_prices`."""
    prices = rationals(data["prices"], truths)
    pairs: dict[tuple[int, int], Fraction] = {}
    if "pair_prices" in data:
        pairs = amounts(data["pair_prices"], truths, 2)
        is_soft = all(a != b and level.of_pair(a, b)[1] for a, b in pairs)
        well_formed(is_soft and level.rays != "cube", "prices of what there is none of")
    return Payment(level, prices, pairs)


def read_level(value: Any, truths: int, size: Size) -> Any:
    """One number, or a matrix, in a file that is small."""
    well_formed(size.count <= MAX_STEPS and size.bits <= MAX_BITS, "too large")
    well_formed(isinstance(value, dict), "an object is missing")
    gamma = value.get("gamma")
    if isinstance(gamma, list) and list in map(type, gamma):
        return page(".levels_of_pairs").read_levels_of_pairs(value, truths)
    return page(".levels").read_number(value)


def rows_that_decide(level: Any, truths: int, steps: int, size: Size) -> Iterable[Sequence[int]]:
    """Of one number {1, g}^k, or with a delta the staircases; of a matrix what grows. At each of
    them u takes so many steps.
    """
    well_formed(truths <= (MAX_TRUTHS if level.rays == "cube" else MAX_TRUTHS_OF_PAIRS), "too many")
    well_formed(size.count + (steps << truths) <= MAX_STEPS, "too many steps")
    if level.rays == "growing":
        grown: list[Sequence[int]] = page(".extreme_rays").rays(level, size)
        return grown
    g = level.high
    return product(g.as_integer_ratio(), repeat=truths) if level.is_pure else staircases(g, truths)


def staircases(g: Fraction, truths: int) -> Iterator[Sequence[int]]:
    """The rows that decide with a delta: their entries are 0, or g^-t for t = 0, ..., l, none left
    out.

    Proof. The planes r_a = g r_b of all pairs cut r >= 0 into cells. On each the payment is linear
    and u convex; what is paid beyond u is concave and homogeneous, so not negative if it is not at
    the extreme rays of the cell. Such a ray is up to a factor the only row with its zeros and its
    ties r_a = g r_b. So ties connect all its other entries: from the largest on they descend by g.
    """
    top, bottom = g.as_integer_ratio()
    entries = [top ** (truths - t) * bottom**t for t in range(truths)] + [0]
    for steps in product(range(truths + 1), repeat=truths):
        taken = {*steps} - {truths}  # the last entry, 0, is no step
        if taken and max(taken) < len(taken):  # no step above the lowest is left out
            yield [entries[t] for t in steps]
