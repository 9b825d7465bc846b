"""Readers of matrices."""

from __future__ import annotations

from typing import Any

from .fields import listed, rationals
from .vectors import Rationals
from .verdict import well_formed


def matrix(value: Any, rows: int | None = None, columns: int | None = None) -> list[Rationals]:
    """Rows of one length, which is that of the first where none is given."""
    entries = listed(value, rows)
    well_formed(entries, "an empty matrix")
    width = len(listed(entries[0])) if columns is None else columns
    well_formed(width > 0, "an empty row")
    return [rationals(row, width) for row in entries]
