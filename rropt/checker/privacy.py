"""What a certificate says of privacy: one number, a matrix of levels, or a list of conditions."""

from __future__ import annotations

from typing import Any

from .levels import Privacy, is_of_pairs, read_number
from .limits import Size
from .pages import page
from .verdict import well_formed


def read_privacy(value: Any, truths: int, size: Size) -> Privacy:
    """The field `privacy`, by the page of its form."""
    well_formed(isinstance(value, dict), "an object is missing")
    found: Privacy
    if "conditions" in value:
        found = page(".conditions").read_conditions(value, truths, size)
    elif is_of_pairs(value):
        found = page(".levels_of_pairs").read_levels_of_pairs(value, truths)
    else:
        found = read_number(value)
    return found
