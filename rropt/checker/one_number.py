"""What asks for a level that is one number."""

from __future__ import annotations

from .levels import OneNumber
from .verdict import Malformed, well_formed


def pure_number(privacy: object) -> OneNumber:
    """A level that is one number without a delta, which a proof may ask for."""
    level = one_number(privacy)
    well_formed(level.is_pure, "the level is not one number without a delta")
    return level


def one_number(privacy: object, reason: str = "the level is not one number") -> OneNumber:
    """A level that is one number, with any delta."""
    if isinstance(privacy, OneNumber):
        return privacy
    raise Malformed(reason)
