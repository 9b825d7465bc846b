"""Prices of truths and of Renyi budgets for the tangents of a search (`renyi_simplices`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, cast

import numpy as np

from rropt.certificate import Certificate
from rropt.design.engine.flat_prices import PRICE_BITS, FlatPrices, Proved
from rropt.design.engine.ladder import first_accepted
from rropt.design.engine.pool import Array, Charges, ExactPool, Pool, Quotient
from rropt.design.engine.posed import TangentUtility
from rropt.design.engine.power_pool import PowerPool
from rropt.design.levels.renyi_design import counting
from rropt.design.levels.renyi_forms import Squares
from rropt.design.levels.renyi_simplices import Covered, covering_prices
from rropt.design.levels.renyi_table import NearTable, out_of_doubles, priced_program
from rropt.design.levels.universal_table import priced_pairs
from rropt.exact.bounds import step_of
from rropt.privacy.bound_forms import HIGH, Key

NEEDLESS = 0.01
"""Prices are raised by no less than this share of the relative gap that the table leaves."""


def prices_of(
    pool: Pool, charges: Charges, quotients: Sequence[Quotient]
) -> FlatPrices | PowerPrices:
    """Those of the search; under powers those that simplices show to cover."""
    if isinstance(pool, PowerPool):
        return PowerPrices.of(pool, quotients)
    return FlatPrices.of(cast(ExactPool, pool), charges, quotients)


@dataclass(frozen=True)
class PowerPrices:
    """The flat part of what patterns are worth, and patterns with its price per table."""

    utility: TangentUtility
    near: NearTable
    paid: float

    @staticmethod
    def of(pool: PowerPool, quotients: Sequence[Quotient]) -> PowerPrices:
        """For quotients in the units of the pool."""
        # In r: those of a pool are in r / unit.
        plain = [Quotient(part.bottom, part.top / pool.unit**2) for part in quotients]
        utility = TangentUtility(plain)
        priced = priced_program(utility, pool.conditions, pool.patterns)
        if priced is None:
            raise out_of_doubles(pool.conditions)
        near = NearTable(pool.patterns, pool.conditions, priced.of_budgets, pool.patterns)
        return PowerPrices(utility, near, float(priced.weights @ utility.floats(pool.patterns)))

    def issued(
        self, frame: Mapping[str, Any], linear: Sequence[Fraction], proved: Proved
    ) -> Certificate:
        """The certificate with the lowest prices, and a linear part of them.

        Where it takes too long to check, or rounding is in the way, higher prices are seen to
        cover on fewer simplices.
        """
        worth = Squares(self.utility.quotients)
        bound, gap = proved(Fraction(self.paid) + sum(linear, Fraction(0)))
        # What the table leaves, lower prices would not close.
        least = NEEDLESS * float(gap) / max(abs(float(bound)), float(gap))
        coverings, _ = covering_prices(self.utility, worth, self.near, self.paid, least)

        def raised(share: float) -> dict[str, Any]:
            covered = coverings[share]
            prices = _rounded(covered.prices, linear)
            budgets = _of_budgets(covered)
            allowed = self.near.conditions.allowed(HIGH)
            paid = sum((allowed[key] * z for key, z in budgets.items()), sum(prices, Fraction(0)))
            bound, gap = proved(paid)
            privacy = frame["privacy"]
            if self.near.conditions.rho is not None:
                listed, budgets = counting(privacy["conditions"], budgets)
                privacy = privacy | {"conditions": listed}
            found = {"privacy": privacy, "cover": covered.cover, "bound": bound, "gap": gap}
            return {**frame, **found, "prices": prices, **priced_pairs(list(budgets.items()))}

        shares = sorted(coverings)
        return first_accepted(raised, shares, shares)


def _rounded(prices: Array, linear: Sequence[Fraction]) -> list[Fraction]:
    """Prices of truths with a linear part, rounded up."""
    step = step_of(float(np.abs(prices).max()), PRICE_BITS)
    pairs = zip(prices.tolist(), linear, strict=True)
    return [ceil((Fraction(y) + more) / step) * step for y, more in pairs]


def _of_budgets(covered: Covered) -> dict[Key, Fraction]:
    """Prices of budgets, rounded up."""
    found: dict[Key, Fraction] = {}
    for n, z in enumerate(covered.budget_prices.tolist()):
        if z:
            step = step_of(z, PRICE_BITS)
            found[n,] = ceil(Fraction(z) / step) * step
    return found
