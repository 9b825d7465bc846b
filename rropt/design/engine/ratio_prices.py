"""From charges of the path to exact prices that the checker accepts.

A pattern is charged for its flat part, for its mean and for what it takes of budgets. In plain
units these are prices of truths and of budgets. They are rounded up and raised, a truth as another,
first by what patterns were seen to lack and then by the least share that the checker accepts.
Under Renyi budgets prices cover simplex by simplex (`renyi_simplices`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, cast

import numpy as np

from rropt.certificate import Certificate
from rropt.design.engine.clamped_rows import Clamped, Covering
from rropt.design.engine.ladder import first_accepted
from rropt.design.engine.pool import Array, Charges, ExactPool, Pool, Quotient, tangent_basis
from rropt.design.engine.posed import TangentUtility
from rropt.design.engine.power_pool import PowerPool
from rropt.design.levels.renyi_design import counting
from rropt.design.levels.renyi_forms import Squares
from rropt.design.levels.renyi_simplices import Covered, SoughtPrices, covering_prices
from rropt.design.levels.renyi_table import (
    NearTable,
    out_of_doubles,
    priced_program,
    within_checker,
)
from rropt.design.levels.universal_table import priced_pairs
from rropt.exact.bounds import step_of
from rropt.privacy.bound_forms import HIGH, Key

NEEDLESS = 0.01
"""Prices are raised by no less than what moves the bound by this share of the gap that the table
leaves."""


def prices_of(
    pool: Pool,
    charges: Charges,
    quotients: Sequence[Quotient],
    covering: Covering | None = None,
) -> FlatPrices | PowerPrices:
    """Those of the search; under powers those that simplices show to cover."""
    if isinstance(pool, PowerPool):
        return PowerPrices.of(pool, quotients)
    return FlatPrices.of(cast(ExactPool, pool), charges, quotients, covering)


@dataclass(frozen=True)
class PowerPrices:
    """The flat part of what patterns are worth, and patterns with its price per table."""

    sought: SoughtPrices
    near: NearTable
    paid: float

    @staticmethod
    def of(pool: PowerPool, quotients: Sequence[Quotient]) -> PowerPrices:
        """For quotients in the units of the pool."""
        # In r: those of a pool are in r / unit.
        plain = [Quotient(part.bottom, part.top / pool.unit**2) for part in quotients]
        sums = pool.merged.sums
        merged = [Quotient(part.bottom @ sums, sums.T @ part.top @ sums) for part in plain]
        utility = TangentUtility(merged)
        sought = SoughtPrices(TangentUtility(plain), utility, pool.merged, Squares(plain))
        conditions = within_checker(pool.conditions)
        priced = priced_program(utility, conditions, pool.patterns)
        if priced is None:
            raise out_of_doubles(conditions.listed)
        near = NearTable(pool.patterns, conditions, priced.of_budgets, pool.patterns)
        return PowerPrices(sought, near, float(priced.weights @ utility.floats(pool.patterns)))

    def issued(
        self, frame: Mapping[str, Any], linear: Sequence[Fraction], proved: Proved
    ) -> Certificate:
        """The certificate with the lowest prices, and a linear part of them.

        Where it takes too long to check, or rounding is in the way, higher prices are seen to
        cover on fewer simplices.
        """
        told = sum(linear, Fraction(0))
        bound, gap = proved(Fraction(self.paid) + told)
        # A share of what prices pay may be most of a bound: of a fixed group little is left.
        moved = bound - proved(Fraction(self.paid * (1 + NEEDLESS)) + told)[0]
        # What the table leaves, lower prices would not close.
        least = NEEDLESS**2 * float(gap / abs(moved)) if moved else 0.0
        coverings, _ = covering_prices(self.sought, self.near, self.paid, least)
        budgets_of_all = self.sought.merged.all_budgets(self.near.conditions)

        def raised(share: float) -> dict[str, Any]:
            covered = coverings[share]
            prices = _rounded(covered.prices, linear)
            budgets = _of_budgets(covered)
            allowed = budgets_of_all.allowed(HIGH)
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


SHARES = (2e-15, 8e-15, 3e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7, 1e-5)
"""Beyond the lack that was seen prices are raised by these shares of their sum, one by one. With
less, two of three are refused, and a refusal takes as long as a verdict."""

SHARES_OF_FORM = (1e-13, 2e-13, 4e-13, 8e-13, 2e-12, 1e-11)
"""Where a form is nearly zero at thousands of patterns, to decide each is too long for the checker:
of 17 truths with the shares 1, ..., 17 it is so at all 2380 sets of four. Raised by these shares
the rounded form, which loses 1e-14 of its coefficients, is seen to be positive there."""

PRICE_BITS = 56
"""Of a price, below what a pattern is charged."""

Proved = Callable[[Fraction], tuple[Fraction, Fraction]]
"""The bound that prices prove which add up to so much, and the gap that it leaves."""


@dataclass(frozen=True)
class FlatPrices:
    """Prices of the flat part in doubles; what patterns lack is already in the mean."""

    pool: ExactPool
    flat: Array
    mean: float
    budgets: Array
    covering: Covering | None = None
    """Rows of a delta that are none of the pool."""

    @staticmethod
    def of(
        pool: ExactPool,
        charges: Charges,
        quotients: Sequence[Quotient],
        covering: Covering | None = None,
    ) -> FlatPrices:
        """Charges in plain units, and what patterns are worth in plain units."""
        lack = pool.lack(quotients, charges)
        *flat, mean = charges.balance.tolist()
        spread = tangent_basis(pool.truths) @ np.array(flat) / pool.unit
        return FlatPrices(pool, spread, mean + lack, charges.excess, covering)

    @property
    def step(self) -> Fraction:
        """Prices nearly cancel on patterns that are nearly alike."""
        size = max(abs(self.mean), 1e-300) * min(self.pool.unit, 1.0)
        return step_of(size, PRICE_BITS)

    def of_truths(self, linear: Sequence[Fraction], share: float) -> list[Fraction]:
        """Rounded-up prices, raised together by a share of what all prices add up to."""
        total = abs(self.mean) + float(self.budgets.sum())
        raised = (Fraction(self.mean) + Fraction(share * total)) / len(linear)
        flat = list(map(Fraction, self.flat.tolist()))
        # Rounded, a flat part no longer adds up to zero: the rest would move the bound.
        rest = sum(flat) / len(flat)
        return [
            ceil((x - rest + raised + more) / self.step) * self.step
            for x, more in zip(flat, linear, strict=True)
        ]

    def of_budgets(self) -> dict[tuple[int, ...], tuple[Fraction, Fraction]]:
        """Of each budget what it allows and its price."""
        found = {}
        for n, (delta, paid) in enumerate(
            zip(self.pool.deltas, self.budgets.tolist(), strict=True)
        ):
            # Excesses are shares of a budget, which is paid for unit by unit.
            price = Fraction(paid) / delta
            step = step_of(float(price), PRICE_BITS)
            found[self.pool.key_of(n)] = delta, max(Fraction(0), ceil(price / step) * step)
        return found

    def issued(
        self, frame: Mapping[str, Any], linear: Sequence[Fraction], proved: Proved
    ) -> Certificate:
        """The certificate with prices, and a linear part of them, that the checker accepts."""
        cover = frame.get("cover", {})
        is_form = cover == {"proof": "form"}
        of_pool = self.of_budgets()

        def raised(share: float) -> dict[str, Any]:
            y = self.of_truths(linear, share)
            if self.covering:
                found = self.covering.covered(y, cover)
            else:
                of_budgets = sum((delta * z for delta, z in of_pool.values()), Fraction(0))
                pairs = {key: z for key, (_, z) in of_pool.items()}
                found = Clamped(y, pairs, cover, sum(y, Fraction(0)) + of_budgets)
            priced = priced_pairs([(key, z) for key, z in found.pairs.items() if z])
            bound, gap = proved(found.paid)
            proof = {"cover": found.cover, "prices": found.prices}
            return {**frame, **proof, "bound": bound, "gap": gap, **priced}

        return first_accepted(raised, SHARES, SHARES_OF_FORM if is_form else ())
