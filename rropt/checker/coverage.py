"""Levels of truths or of classes, prices as a certificate states them, and its proof that they
cover: a page for each proof.
"""

from typing import TYPE_CHECKING, Any

from .charge import Charge, Cover
from .convex_utility import ConvexUtility
from .fields import rationals
from .pages import named_page, page
from .privacy import AnyPrivacy, read_privacy
from .verdict import Size, well_formed

if TYPE_CHECKING:
    from .protected_classes import ProtectedClasses

NAMES = "actions line tree form cells pairs extremes simplices clamped stretches merged"
PROOFS = {name: f".cover_{name}" for name in NAMES.split()}


def read_level(value: Any, sizes: list[int], size: Size, alike: str = "") -> AnyPrivacy:
    """In kinds that say of what (`alike`) a number may protect some classes alone."""
    if alike and isinstance(value, dict) and "protected" in value:
        of_classes = page(".protected_classes")
        protected: ProtectedClasses = of_classes.read_protected(value, sizes, alike)
        return protected
    return read_privacy(value, len(sizes), size)


def read_charge(data: dict[str, Any], privacy: AnyPrivacy, sizes: list[int]) -> Charge:
    """The prices of truths; what else has one is a matter of the privacy."""
    found = Charge(privacy, sizes, rationals(data["prices"], len(sizes)))
    others = {"pair_prices", "condition_prices"} - {privacy.budgets}
    well_formed(not others & data.keys(), "prices of what there is none of")
    if privacy.budgets in data:
        found = page(".budget_charge").read_budget_charge(data[privacy.budgets], found)
    return found


def read_cover(value: Any, charge: Charge, utility: ConvexUtility, size: Size) -> Cover:
    """The field `cover`, by the page of the proof that it names."""
    proof, of_proof = named_page(value, "proof", PROOFS)
    found: Cover = getattr(of_proof, f"read_{proof}")(value, charge, utility, size)
    return found


def read_cover_of_goal(value: Any, charge: Charge, goal: Any, size: Size) -> Cover:
    """The same for the squares of tangents, or what a goal has in their place."""
    utility = goal.utility or page(".ratios").of_scenarios(goal.scenarios, goal.scales)
    return read_cover(value, charge, utility, size)
