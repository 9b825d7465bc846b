"""The utilities by their names: a convex function of rows each, and the words for it."""

from __future__ import annotations

from typing import Any

from .convex_utility import Named
from .pages import named_page
from .verdict import well_formed

UTILITIES = {
    "trace": ".actions",
    "probability-of-a-right-guess": ".actions",
    "gain": ".gain",
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
