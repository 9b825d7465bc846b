"""Prices, and what they prove.

A row r pays the charge y.r for the prices y of the truths. If every private row pays at least u(r),
then a private table has the utility

    sum_i u(r_i) <= sum_i y.r_i = y.sum_i r_i = sum y,

because its columns add up to one.

Where a row by itself may tell truths apart, and only the table as a whole is held to a *budget*,
rows pay for that, too: the charge is y.r + sum z e(r), z >= 0. A budget is a pair with a delta,
e(r) = [r_a - g_ab r_b]+, or a soft condition, e(r) the sum of c [x.r - g y.r]+ over its levels; all
g are those of the bound. Over the rows of a private table e adds up to at most delta, or the d of
the condition: such a table pays at most sum y + sum z d.

Between classes of truths the e of all pairs are added up, and so are the deltas.

A proof that prices cover has a page of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from .cleared import cleared, dot
from .convex_utility import ConvexUtility
from .fields import Vector, exact_sum, named_page, rationals
from .pages import page
from .privacy import AnyPrivacy, read_privacy
from .private_table import Budget, Row, along, by_class
from .verdict import Doubts, Size, well_formed

if TYPE_CHECKING:
    from .protected_classes import ProtectedClasses

UNCOVERED = "the prices do not cover an extreme pattern"
UNCOVERED_ACTION = "the prices do not cover an action"

BUDGETS = {"pair_prices": ".pair_prices", "condition_prices": ".condition_prices"}
"""The page of prices and multipliers that stand in a field of this name, or beside it."""


@dataclass(frozen=True)
class Charge:
    """Prices of the truths, one for each class, and of budgets."""

    privacy: AnyPrivacy
    sizes: list[int]
    prices: Vector
    budgets: Mapping[Any, tuple[Fraction, Budget]] = field(default_factory=dict)
    """By names, pairs or places of conditions: the price, and what it is paid for."""

    @property
    def bound(self) -> Fraction:
        """What a private table pays at most: sum y + sum z d, over all truths."""
        of_truths = Fraction(dot(self.sizes, self.whole_prices), self.unit)
        return exact_sum([of_truths, *(z * budget.most for z, budget in self.budgets.values())])

    def at(self, row: Row) -> Fraction:
        """The charge of a row of whole numbers."""
        of_truths = Fraction(along(self.whole_prices, row), self.unit)
        if not self.budgets:
            return of_truths
        parts = by_class(row, len(self.sizes))
        priced, unit = self._priced
        told = sum([weight * budget.excess(parts) for weight, budget in priced])
        return of_truths + Fraction(told, unit)

    @cached_property
    def _priced(self) -> tuple[list[tuple[int, Budget]], int]:
        """Budgets that cost something, with z over one unit and the denominator of e."""
        found = [(z, budget) for z, budget in self.budgets.values() if z]
        weights, unit = cleared([z / budget.unit for z, budget in found])
        return [(weight, budget) for weight, (_, budget) in zip(weights, found, strict=True)], unit

    def price_of(self, name: Any) -> Fraction:
        """What a pair, or a condition, costs."""
        return self.budgets[name][0] if name in self.budgets else Fraction(0)

    @property
    def steps(self) -> int:
        """How many products a row takes."""
        return len(self.prices) + sum(budget.steps for _, budget in self.budgets.values())

    @cached_property
    def _cleared(self) -> tuple[list[int], int]:
        return cleared(self.prices)

    @property
    def whole_prices(self) -> list[int]:
        """The prices of the truths times `unit`."""
        return self._cleared[0]

    @property
    def unit(self) -> int:
        """Their common denominator."""
        return self._cleared[1]


class Cover(Protocol):
    """A proof of coverage that has been read."""

    def verify(self, doubts: Doubts) -> None:
        """Every row that obeys the hard pairs pays at least the utility."""


NAMES = "actions line tree form cells pairs extremes simplices"
PROOFS = {name: f".cover_{name}" for name in NAMES.split()}


def read_any_privacy(value: Any, sizes: list[int], size: Size, alike: str) -> AnyPrivacy:
    """The level of kinds where a number may protect some classes alone, said as `alike`."""
    if isinstance(value, dict) and "protected" in value:
        of_classes = page(".protected_classes")
        protected: ProtectedClasses = of_classes.read_protected(value, sizes, alike)
        return protected
    return read_privacy(value, len(sizes), size)


def read_charge(data: dict[str, Any], privacy: AnyPrivacy, sizes: list[int]) -> Charge:
    """The prices of truths; what else has one is a matter of the privacy."""
    prices = rationals(data["prices"], len(sizes))
    others = BUDGETS.keys() - {privacy.budgets}
    well_formed(not others & data.keys(), "prices of what there is none of")
    if privacy.budgets not in data:
        return Charge(privacy, sizes, prices)
    of_name = page(BUDGETS[privacy.budgets])
    return Charge(
        privacy, sizes, prices, of_name.read_budgets(data[privacy.budgets], privacy, sizes)
    )


def read_cover(value: Any, charge: Charge, utility: ConvexUtility, size: Size) -> Cover:
    """The field `cover`, by the page of the proof that it names."""
    proof, of_proof = named_page(value, "proof", PROOFS)
    found: Cover = getattr(of_proof, f"read_{proof}")(value, charge, utility, size)
    return found


def bystanders(charge: Charge, utility: ConvexUtility) -> set[int]:
    """The classes without a negative price, in no budget that costs something, and not seen."""
    priced = [budget.truths for z, budget in charge.budgets.values() if z]
    others = utility.seen.union(*priced)
    return {c for c, y in enumerate(charge.prices) if y >= 0 and c not in others}
