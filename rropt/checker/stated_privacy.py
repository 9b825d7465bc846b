"""The field `privacy`: one number, a matrix of levels, or a list of conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .fields import record
from .levels import OneNumber, is_of_pairs, read_number
from .limits import Size
from .pages import page
from .verdict import well_formed

if TYPE_CHECKING:
    from .conditions import Conditions
    from .levels_of_pairs import Matrix

Privacy: TypeAlias = "OneNumber | Matrix | Conditions"


def read_privacy(value: Any, truths: int, size: Size) -> Privacy:
    """The privacy of a problem on so many truths, or classes, which need one number."""
    well_formed(isinstance(value, dict), "an object is missing")
    if "conditions" in value:
        conditions: Conditions = page(".conditions").read_conditions(value, truths, size)
        return conditions
    given = record(value, "gamma delta", "epsilon above distances_squared singles")
    if is_of_pairs(given):
        matrix: Matrix = page(".levels_of_pairs").read_levels_of_pairs(given, truths)
        return matrix
    return read_number(given)
