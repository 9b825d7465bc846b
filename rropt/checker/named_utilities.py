"""Utilities by their names."""

from __future__ import annotations

from typing import Any

from .fields import named
from .pages import page
from .utilities import Named
from .verdict import well_formed

PAGES = {
    "trace": ".actions",
    "probability-of-a-right-guess": ".actions",
    "gain": ".actions",
    "mutual-information": ".entropy",
    "fisher-information": ".ratios",
    "total-variation": ".actions",
    "chi-square": ".ratios",
    "le-cam": ".ratios",
    "hellinger": ".root_difference",
    "kullback-leibler": ".entropy",
    "reverse-kullback-leibler": ".entropy",
    "jensen-shannon": ".entropy",
    "utility-on-the-word-of-the-user": ".tabulated",
}
"""The page that reads a utility of this name, with exactly the fields that belong to it."""

FOR_CLASSES = "trace", "probability-of-a-right-guess", "mutual-information"


def read_utility(value: Any, sizes: list[int]) -> Named:
    """The utility and its words; `sizes` says how many truths each class has."""
    well_formed(isinstance(value, dict), "utility must be an object")
    name = named(value.get("name"), PAGES)
    well_formed(max(sizes) == 1 or name in FOR_CLASSES, "this utility tells all truths apart")
    found: Named = page(PAGES[name]).read(value, sizes)
    return found
