"""The utilities by their names, a convex function of rows each, and what a table is worth."""

from typing import Any

from .convex_utility import ConvexUtility, Named
from .fields import Ends
from .pages import named_page
from .private_table import PrivateTable
from .verdict import Doubts, well_formed

UTILITIES = {
    "trace": ".actions",
    "probability-of-a-right-guess": ".actions",
    "gain": ".actions",
    "mutual-information": ".entropy",
    "fisher-information": ".ratios",
    "total-variation": ".divergences",
    "chi-square": ".divergences",
    "le-cam": ".divergences",
    "hellinger": ".divergences",
    "kullback-leibler": ".divergences",
    "reverse-kullback-leibler": ".divergences",
    "jensen-shannon": ".divergences",
    "utility-on-the-word-of-the-user": ".tabulated",
}
"""The page that reads a utility of this name, with exactly the fields that belong to it."""

FOR_CLASSES = "trace", "probability-of-a-right-guess", "mutual-information"


def read_utility(value: Any, sizes: list[int]) -> Named:
    """The utility and its words; `sizes` says how many truths each class has."""
    name, family = named_page(value, "name", UTILITIES)
    well_formed(max(sizes) == 1 or name in FOR_CLASSES, "this utility tells all truths apart")
    found: Named = family.read(value, sizes)
    return found


def worth(utility: ConvexUtility, table: PrivateTable) -> Ends:
    """Rationals below and above the utility of a table."""
    least, most = utility.of_table(table.rows)
    return least / table.unit, most / table.unit


def verify_value(utility: ConvexUtility, table: PrivateTable, stated: Ends, doubts: Doubts) -> None:
    """The stated value, or enclosure, contains what a table is worth."""
    least, most = worth(utility, table)
    low, high = stated
    doubts.not_negative(least - low, most - low, "the table has a smaller value")
    doubts.not_negative(high - most, high - least, "the table has a larger value")
