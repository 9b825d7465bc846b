"""Coverage by looking at every extreme pattern, for any utility.

Theorem. Charge - u is concave on each cell into which the planes of the pairs with a delta cut the
cone of the hard pairs (the charge is linear there, u is convex). A concave, homogeneous function
that is not negative at the extreme rays of a cell is not negative on it.

Under one number g without a delta every private row is a mixture of {1, g}^k, a box: what is known
of a family of utilities decides these patterns faster. All else is looked at row by row.
"""

from functools import partial
from typing import Any

from .charge import UNCOVERED, Charge, Cover
from .convex_utility import ConvexUtility
from .costs_of_rows import (
    MAX_RAY_LOGARITHMS,
    Rays,
    allow_worths,
    bits_of_payment,
    few_logarithms_of,
)
from .fields import record
from .pages import page
from .private_table import plain_row
from .verdict import MAX_LONG_RAYS, MAX_RAY_WORK, Doubts, Size, well_formed

ON_CUBE = {
    "actions": ".cover_least",
    "ratios": ".pattern_cube",
    "mutual information": ".cover_information",
}
"""The page that covers a family on {1, g}^k."""


def read_extremes(
    value: dict[str, Any], charge: Charge, utility: ConvexUtility, size: Size
) -> Cover:
    """The field `cover` with the proof `extremes`."""
    record(value, "proof")
    found: Cover
    if charge.privacy.rays == "cube" and utility.family in ON_CUBE:
        found = page(ON_CUBE[utility.family]).on_cube(charge, utility, size)
    else:
        found = over_rays(charge, utility, size)
    return found


REDUCED = 8
"""A quotient of values is reduced, which takes the square of their length."""

RAYS = {"growing": ".extreme_rays", "planes": ".condition_rays"}
"""What grows for a matrix, and where the planes of conditions meet."""

ROWS = {
    "cube": ".pattern_cube",
    "staircases": ".staircases",
    "protected": ".protected_classes",
}
"""Of classes: {1, g}^k for one number without a delta, staircases for one with a delta, fewer
patterns and each other truth alone where a number protects some classes."""


def extreme_rows(charge: Charge, utility: ConvexUtility, size: Size) -> Rays:
    """How many there are, of how many runs, and what makes them."""
    kind = charge.privacy.rays
    if kind in ROWS:
        of_classes: Rays = page(ROWS[kind]).extreme_rows(charge, utility, size)
        return of_classes
    found = page(RAYS[kind]).rays(charge.privacy, size)
    return len(found), len(charge.sizes), partial(map, plain_row, found)


def over_rays(charge: Charge, utility: ConvexUtility, size: Size) -> Cover:
    """The rays of this level, which are made one after the other and never held together. What they
    cost is known before one is looked at, and the value of each is given.
    """
    number, runs, rows = extreme_rows(charge, utility, size)
    products = number * (utility.steps + charge.steps)
    if charge.privacy.rays == "growing":
        bits = runs * charge.privacy.bits + bits_of_payment(charge, utility, size)
        size.allow_counted(products * bits, MAX_RAY_WORK)
        size.allow_counted(REDUCED * number * bits**2, MAX_LONG_RAYS)
    else:
        size.allow(products * (runs + 2), MAX_RAY_WORK)
        size.allow(products * runs * charge.privacy.bits, MAX_LONG_RAYS)
    allow_worths(size, number, utility)
    if utility.logarithms:
        few_logarithms_of(rows(), MAX_RAY_LOGARITHMS)
    well_formed(utility.knows(rows()), "the value at a pattern is not given")

    def verify(doubts: Doubts) -> None:
        """charge(r) >= u(r) at every ray."""
        for row in rows():
            paid = charge.at(row)
            low, high = utility.ends(row)
            doubts.not_negative(paid - high, paid - low, UNCOVERED)

    return verify
