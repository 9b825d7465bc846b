"""What a certificate says of privacy: its levels, and whether one table serves every purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .fields import flag
from .levels import Privacy, is_of_pairs, read_number
from .limits import Size
from .pages import page
from .private_table import PrivateTable
from .verdict import well_formed

if TYPE_CHECKING:
    from .universal import Universal


def read_privacy(value: Any, truths: int, size: Size) -> Privacy:
    """One number, a matrix of levels, or a list of conditions."""
    well_formed(isinstance(value, dict), "an object is missing")
    found: Privacy
    if "conditions" in value:
        found = page(".conditions").read_conditions(value, truths, size)
    elif is_of_pairs(value):
        found = page(".levels_of_pairs").read_levels_of_pairs(value, truths)
    else:
        found = read_number(value)
    return found


def read_universal(
    data: dict[str, Any], privacy: Privacy, table: PrivateTable, size: Size
) -> Universal | None:
    """The field `universal`, which may be missing or false."""
    if not flag(data.get("universal", False)):
        return None
    found: Universal = page(".universal").read_universal(privacy, table, size)
    return found
