"""Renyi and zCDP budgets: a table that keeps the divergence itself, a bound from lines below it.

The table is found in doubles (`renyi_table`), made exact and moved towards one that tells nothing
until it keeps the budget. The bound rests on lines below each power that touch it at the ratios of
the table. Decisions need no others, as their utility is linear near the table (`action_optimum`);
what the table leaves open the rows of that program show, and lines join at their ratios. Under a
curved utility the bound is a program over the rays where lines meet, and they must lie as close
around a ratio as they are far from it, which takes two for each binary digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.design.deployed.rounded_levels import round_levels
from rropt.design.engine.action_optimum import price_actions
from rropt.design.engine.pattern_program import prices_of_patterns
from rropt.design.levels.renyi_places import refuse_many_truths, touching_near, with_ratios
from rropt.design.levels.renyi_table import exact_rows, float_table
from rropt.design.problem import Multipliers, Optimum
from rropt.exact import InputError, Table, round_up
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import HIGH, Conditions, Key
from rropt.privacy.zero_concentration import points_of
from rropt.utility import Utility
from rropt.utility.decision_rows import actions_of

SMALL = Fraction(1, 10**9)
"""Of the bound: a gap that needs no further lines."""

ROUNDS = 10
"""Of lines for decisions: each takes the square of a gap, from some 1e-5 on."""

TINY = 1e-9
"""Rows below this share of the largest entry are those of actions that nobody takes."""

PRICE_BITS = 64
"""Prices of conditions are rounded up: they cover as well, and the certificate is short."""

STALLED = Fraction(9, 10)
"""Of the gap before: what is left then is the table's, which lines do not change."""

TOTAL = 2**48
"""Entries of a table that is moved are multiples of 1 / TOTAL."""


@dataclass(frozen=True)
class RenyiBound:
    """Prices for some lines, and a private table."""

    conditions: Conditions
    prices: tuple[Fraction, ...]
    condition_prices: dict[Key, Fraction]
    multipliers: Multipliers | None
    table: Table
    value: Fraction

    @property
    def bound(self) -> Fraction:
        """What the prices add up to."""
        allowed = self.conditions.allowed(HIGH)
        paid = (allowed[key] * z for key, z in self.condition_prices.items())
        return sum(self.prices, sum(paid, Fraction(0)))


def solve_renyi(utility: Utility, conditions: Conditions) -> tuple[Optimum, Conditions]:
    """The optimum, and the conditions with the lines that its bound rests on."""
    actions = actions_of(utility)
    found = (
        _by_rays(utility, conditions)
        if actions is None
        else _by_actions(utility, conditions, actions)
    )
    shown = found.conditions
    if shown.rho is not None:
        shown = replace(shown, shown_at=points_of(found.table, shown.rho) or ())
    ones = (Fraction(1),) * len(found.table)
    priced, proof = found.condition_prices, found.multipliers
    return Optimum(found.table, ones, found.prices, priced, multipliers=proof), shown


def _by_actions(utility: Utility, conditions: Conditions, actions: Sequence[Pattern]) -> RenyiBound:
    """Lines at the ratios of the table, then at those of the rows that the prices leave."""
    near = float_table(utility, conditions, actions)
    table, value = _private(utility, exact_rows(near.rows), near.conditions)
    conditions, rows = near.conditions, near.rows.tolist()
    bounds: list[RenyiBound] = []
    for _ in range(ROUNDS):
        conditions = with_ratios(conditions, _in_use(rows))
        found = price_actions(actions, conditions.bound_forms(HIGH))
        priced = found.owner_prices
        bounds.append(RenyiBound(conditions, found.prices, priced, found.multipliers, table, value))
        if _is_done([each.bound - value for each in bounds], abs(value)):
            break
        rows = found.rows
    return min(bounds, key=lambda each: each.bound)


def _is_done(gaps: Sequence[Fraction], size: Fraction) -> bool:
    """Whether the last gap is small, or hardly smaller than the one before."""
    if gaps[-1] <= SMALL * size:
        return True
    return len(gaps) > 1 and gaps[-1] > STALLED * gaps[-2]


def _private(utility: Utility, rows: Table, conditions: Conditions) -> tuple[Table, Fraction]:
    """A table near the rows that keeps the budgets, and its value."""
    kept = conditions.obeyed_by(rows)
    table = rows if kept else round_levels(rows, TOTAL, conditions).rows
    return table, sum((utility.bounds(row)[0] for row in table), Fraction(0))


def _by_rays(utility: Utility, conditions: Conditions) -> RenyiBound:
    """The table first, then lines at its ratios."""
    refuse_many_truths(conditions.truths)
    near = float_table(utility, conditions, None)
    rows = exact_rows(near.rows)
    table, value = _private(utility, rows, near.conditions)
    finest = touching_near(near.conditions, rows, near.prices.tolist())
    prices, exact_priced = _prices(utility, finest)
    priced = {key: round_up(z, PRICE_BITS) for key, z in exact_priced.items()}
    return RenyiBound(finest, prices, priced, None, table, value)


def _prices(
    utility: Utility, conditions: Conditions
) -> tuple[tuple[Fraction, ...], dict[Key, Fraction]]:
    try:
        return prices_of_patterns(utility, conditions)
    except ArithmeticError:
        orders = ", ".join(sorted({str(c.order) for c in conditions.listed}))
        raise InputError(
            f"order and epsilon must be smaller for this objective: powers of order {orders} at "
            "this budget are too large for doubles; decisions (trace, guess, gain) work there"
        ) from None


def _in_use(rows: Sequence[Sequence[Fraction | float]]) -> Table:
    """The rows of actions that are taken, without entries below zero."""
    least = TINY * max(map(max, rows))
    return tuple(
        tuple(max(Fraction(0), Fraction(x)) for x in row) for row in rows if max(row) > least
    )
