"""The proofs of coverage by their names: a page each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .charge import Charge
from .cover_actions import CoverByActions, read_actions
from .cover_conditions import CoverUnderConditions
from .cover_cube import CoverCube
from .cover_extremes import CoverByExtremes, read_extremes
from .cover_line import CoverByLine, read_line
from .cover_tree import CoverByTree, read_tree
from .fields import named
from .limits import Size
from .utilities import ConvexUtility
from .verdict import well_formed

Cover = (
    CoverByActions | CoverUnderConditions | CoverByLine | CoverByTree | CoverByExtremes | CoverCube
)

READERS: dict[str, Callable[[dict[str, Any], Charge, Any, Size], Cover]] = {
    "actions": read_actions,
    "line": read_line,
    "tree": read_tree,
    "extremes": read_extremes,
}


def read_cover(value: Any, charge: Charge, utility: ConvexUtility, size: Size) -> Cover:
    """The field `cover`."""
    well_formed(isinstance(value, dict), "cover must be an object")
    proof = named(value.get("proof"), READERS)
    return READERS[proof](value, charge, utility, size)
