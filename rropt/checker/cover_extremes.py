"""Coverage by looking at every extreme pattern, for any utility.

Theorem. Charge - u is concave on each cell into which the planes of the pairs with a delta cut the
cone of the hard pairs (the charge is linear there, u is convex). A concave, homogeneous function
that is not negative at the extreme rays of a cell is not negative on it.

Under one number g without a delta every private row is a mixture of {1, g}^k, a box: what is known
of a family of utilities decides these patterns faster than one by one. All else is `cover_rays`.
"""

from typing import Any

from .charge import Charge, Cover
from .convex_utility import ConvexUtility
from .fields import record
from .pages import page
from .verdict import Size

ON_CUBE = {
    "actions": ".cover_actions",
    "ratios": ".cover_cube",
    "mutual information": ".cover_information",
}
"""The page that covers a family on {1, g}^k."""


def read_extremes(
    value: dict[str, Any], charge: Charge, utility: ConvexUtility, size: Size
) -> Cover:
    """The field `cover` with the proof `extremes`."""
    record(value, "proof")
    found: Cover
    if charge.privacy.rays == "cube" and utility.family:
        found = page(ON_CUBE[utility.family]).on_cube(charge, utility, size)
    else:
        found = page(".cover_rays").over_rays(charge, utility, size)
    return found
