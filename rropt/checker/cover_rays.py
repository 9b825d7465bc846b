"""The extreme rays of rows that a level binds, looked at one after the other (`cover_extremes`)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .charge import UNCOVERED, Charge
from .convex_utility import (
    MAX_RAY_LOGARITHMS,
    MAX_RAY_WORK,
    ConvexUtility,
    allow_worths,
    few_logarithms_of,
)
from .pages import page
from .private_table import Row
from .verdict import Doubts, Size, well_formed

RAYS = {
    "cube": ".pattern_cube",
    "staircases": ".staircases",
    "protected": ".protected_classes",
    "growing": ".extreme_rays",
    "planes": ".condition_rays",
}
"""{1, g}^k for one number without a delta, staircases for one with a delta, fewer patterns and each
other truth alone where a number protects some classes, what grows for a matrix, and where the
planes of conditions meet."""


@dataclass(frozen=True)
class ManyRows:
    """So many rows, made one after the other whenever they are looked at, never held together."""

    number: int
    make: Callable[[], Iterable[Row]]

    def __len__(self) -> int:
        return self.number

    def __iter__(self) -> Iterator[Row]:
        return iter(self.make())


@dataclass(frozen=True)
class CoverByExtremes:
    """The charge, the utility, and every extreme ray."""

    charge: Charge
    utility: ConvexUtility
    rows: ManyRows

    def verify(self, doubts: Doubts) -> None:
        """charge(r) >= u(r) at every ray."""
        for row in self.rows:
            charge = self.charge.at(row)
            low, high = self.utility.ends(row)
            doubts.not_negative(charge - high, charge - low, UNCOVERED)


def over_rays(charge: Charge, utility: ConvexUtility, size: Size) -> CoverByExtremes:
    """The rays of this level. What they cost is known before one is looked at, and the value of
    each is given.
    """
    number, runs, make = page(RAYS[charge.privacy.rays]).extreme_rows(charge, utility, size)
    rows = ManyRows(number, make)
    size.allow(number * (utility.steps + charge.steps) * runs, MAX_RAY_WORK)
    allow_worths(size, number, utility)
    if utility.logarithms:
        few_logarithms_of(rows, MAX_RAY_LOGARITHMS)
    well_formed(utility.knows(rows), "the value at a pattern is not given")
    return CoverByExtremes(charge, utility, rows)
