"""The field `privacy`: one number, a matrix of levels, or a list of conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .levels import Matrix, OneNumber, read_levels
from .limits import Size
from .pages import page
from .verdict import well_formed

if TYPE_CHECKING:
    from .conditions import Conditions

Privacy: TypeAlias = "OneNumber | Matrix | Conditions"


def read_privacy(value: Any, truths: int, size: Size) -> Privacy:
    """The privacy of a problem on so many truths, or classes, which need one number."""
    well_formed(isinstance(value, dict), "an object is missing")
    if "conditions" in value:
        conditions: Conditions = page(".conditions").read_conditions(value, truths, size)
        return conditions
    return read_levels(value, truths)
