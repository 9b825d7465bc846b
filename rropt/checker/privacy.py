"""What a certificate says of privacy: one number, a matrix of levels, or a list of conditions.

Every form answers the same questions: `verify`, `allow_table`, `verify_table`, `singles`,
`demands_of_two`; `budgets` names the page of its prices (`charge`), `rays` that of its extreme rows
(`cover_extremes`).
"""

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from .pages import page
from .verdict import Size, well_formed

if TYPE_CHECKING:
    from .conditions import Conditions
    from .levels import OneNumber
    from .levels_of_pairs import Matrix
    from .protected_classes import ProtectedClasses

Privacy: TypeAlias = "OneNumber | Matrix | Conditions"

AnyPrivacy: TypeAlias = "Privacy | ProtectedClasses"
"""With that of kinds gradient and symmetric alone."""


def read_privacy(value: Any, truths: int, size: Size) -> Privacy:
    """The field `privacy`, by the page of its form."""
    well_formed(isinstance(value, dict), "an object is missing")
    found: Privacy
    if "conditions" in value:
        found = page(".conditions").read_conditions(value, truths, size)
    elif isinstance(value.get("gamma"), list) and list in map(type, value["gamma"][:1]):
        found = page(".levels_of_pairs").read_levels_of_pairs(value, truths)
    else:
        found = page(".levels").read_number(value)
    return found


def is_number(privacy: AnyPrivacy) -> bool:
    """Whether it is one number, with any delta."""
    return privacy.rays in ("cube", "staircases")


def one_number(privacy: AnyPrivacy, reason: str = "the level is not one number") -> "OneNumber":
    """A level that is one number, with any delta, which a proof may ask for."""
    well_formed(is_number(privacy), reason)
    return cast("OneNumber", privacy)


def pure_number(privacy: AnyPrivacy) -> "OneNumber":
    """A level that is one number without a delta."""
    level = one_number(privacy)
    well_formed(level.is_pure, "the level is not one number without a delta")
    return level
