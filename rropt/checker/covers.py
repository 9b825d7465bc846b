"""The proofs of coverage by their names: a page each, imported when a certificate names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from .charge import Charge
from .fields import named
from .limits import Size
from .pages import page
from .utilities import ConvexUtility
from .verdict import Doubts, well_formed


class Cover(Protocol):
    """A proof that has been read."""

    def verify(self, doubts: Doubts) -> None:
        """Every row that obeys the hard pairs pays at least the utility."""


READERS = {
    "actions": ".cover_actions",
    "line": ".cover_line",
    "tree": ".cover_tree",
    "form": ".cover_form",
    "cells": ".cover_cells",
    "extremes": ".cover_extremes",
}


def read_cover(value: Any, charge: Charge, utility: ConvexUtility, size: Size) -> Cover:
    """The field `cover`."""
    well_formed(isinstance(value, dict), "cover must be an object")
    proof = named(value.get("proof"), READERS)
    read: Callable[[dict[str, Any], Charge, Any, Size], Cover]
    read = getattr(page(READERS[proof]), f"read_{proof}")
    return read(value, charge, utility, size)
