"""The field `privacy`: one number, a matrix of levels, or a list of conditions."""

from __future__ import annotations

from typing import Any

from .conditions import Conditions, read_conditions
from .levels import Matrix, OneNumber, read_levels
from .verdict import well_formed

Privacy = OneNumber | Matrix | Conditions


def read_privacy(value: Any, truths: int) -> Privacy:
    """The privacy of a problem on so many truths."""
    well_formed(isinstance(value, dict), "an object is missing")
    if "conditions" in value:
        return read_conditions(value, truths)
    return read_levels(value, truths)
