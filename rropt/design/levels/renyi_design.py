"""Renyi and zCDP budgets: a table that keeps the divergence itself, a bound from lines below it.

The table is found in doubles (`renyi_table`), made exact and moved towards one that tells nothing
until it keeps the budget. The bound rests on lines below each power that touch it at the ratios of
the table. Decisions need no others, as their utility is linear near the table (`action_optimum`);
what the table leaves open the rows of that program show, and lines join at their ratios. Under a
curved utility of two truths the bound is a program over the rays where lines meet, and they must
lie as close around a ratio as they are far from it, which takes two for each binary digit. Of three
truths the budgets themselves are priced (`renyi_simplices`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import exp, log
from typing import Any

from rropt.design.deployed.rounding import round_levels
from rropt.design.engine.action_optimum import price_actions
from rropt.design.engine.pattern_program import prices_of_patterns, worth_of
from rropt.design.levels.renyi_simplices import covering_prices
from rropt.design.levels.renyi_table import (
    InDoubles,
    exact_rows,
    float_table,
    log_ratios,
    rounded,
)
from rropt.design.problem import Multipliers, Optimum
from rropt.exact import InputError, Table, round_up
from rropt.patterns.extreme import Pattern
from rropt.patterns.planes import along
from rropt.privacy.conditions import HIGH, Conditions, Key, LevelCondition, truth_form
from rropt.privacy.renyi_lines import steps_of
from rropt.utility import Custom, Utility
from rropt.utility.guessing import actions_of

SMALL = Fraction(1, 10**9)
"""Of the bound: a gap that needs no further lines."""

DIGITS = 26
"""Binary digits of the ratios where lines touch: their error is the square of that of a ratio."""

ROUNDS = 10
"""Of lines for decisions: each takes the square of a gap, from some 1e-5 on."""

MOST_LINES = (1000, 700, 500, 300)
"""Of two truths: so many lines meet in 1000 rays, half a second for the exact program and its
check. Of a variance under a budget of 1/1000 they leave 1e-3; 400 left 7e-3. Where doubles do not
solve the program there are fewer: 700 at order 4 and a budget of 9/20, with a gap of 6e-11."""

EVENLY, BEYOND = 20, 3
"""Lines of a first look, from the least ratio to the largest and at each side of them."""

MOST_TRUTHS = 3
"""Of four some 20,000 to 100,000 simplices leave a percent, three times what is checked in time."""

NO_LINE = (Fraction(0), Fraction(0))

FARTHEST, NEAREST = 8.0, 1e-5
"""Lines touch at t (1 + x) from this x to that: relative gaps are some 1e-10 then."""

FASTEST = 2.5
"""Where lines are few, x falls by this: farther apart they would leave more between them."""

OUTERMOST, MOST_POWER = 10.0, 130.0
"""Log-ratios of the last lines, and what they are times the order at most. A report from one truth
alone at a prior of 1/1000 pays by their slope: at 2 the bound was 1/27 of the variance. Powers
beyond e^130 are too large for doubles."""

PRICED = 1e-9
"""Of the largest price: a condition below needs no lines."""

TINY = 1e-9
"""Rows below this share of the largest entry are those of actions that nobody takes."""

PRICE_BITS = 64
"""Prices of conditions are rounded up: they cover as well, and the certificate is short. What is
smaller has as many digits more: a budget e^((a - 1) epsilon) of 1e65 has a price of 1e-65."""

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
    cover: Mapping[str, Any] | None = None

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
    ones = (Fraction(1),) * len(found.table)
    priced, proof = found.condition_prices, found.multipliers
    return Optimum(
        found.table, ones, found.prices, priced, multipliers=proof, cover=found.cover
    ), found.conditions


def _by_actions(utility: Utility, conditions: Conditions, actions: Sequence[Pattern]) -> RenyiBound:
    """Lines at the ratios of the table, then at those of the rows that the prices leave."""
    near = float_table(utility, conditions, actions)
    table = private_table(exact_rows(near.rows), near.conditions)
    value = _value(utility, table)
    conditions, rows = near.conditions, near.rows.tolist()
    bounds: list[RenyiBound] = []
    for _ in range(ROUNDS):
        conditions = _finer(conditions, _in_use(rows))
        found = price_actions(actions, conditions.bound_forms(HIGH))
        priced = found.owner_prices
        bounds.append(RenyiBound(conditions, found.prices, priced, found.multipliers, table, value))
        if is_done([each.bound - value for each in bounds], abs(value)):
            break
        rows = found.rows
    return min(bounds, key=lambda each: each.bound)


def is_done(gaps: Sequence[Fraction], size: Fraction) -> bool:
    """Whether the last gap is small, or hardly smaller than the one before."""
    if gaps[-1] <= SMALL * size:
        return True
    return len(gaps) > 1 and gaps[-1] > STALLED * gaps[-2]


def private_table(rows: Table, conditions: Conditions) -> Table:
    """A table near the rows that keeps the budgets."""
    kept = conditions.obeyed_by(rows)
    return rows if kept else round_levels(rows, TOTAL, conditions).rows


def _value(utility: Utility, table: Table) -> Fraction:
    """What the table is worth, from below."""
    return sum((utility.bounds(row)[0] for row in table), Fraction(0))


def _finer(conditions: Conditions, rows: Table) -> Conditions:
    """With lines at the ratios of these rows as well."""
    listed = []
    for condition in conditions.listed:
        ratios = {rounded(t, DIGITS) for t in _ratios(condition, rows) if t is not None}
        listed.append(_touching(condition, {*condition.points, *ratios}))
    return replace(conditions, listed=tuple(listed))


def _by_rays(utility: Utility, conditions: Conditions) -> RenyiBound:
    """The table first, then lines at its ratios."""
    if conditions.truths > MOST_TRUTHS:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS} for this objective under a Renyi "
            f"budget, got {conditions.truths}; decisions (trace, guess, gain) work beyond"
        )
    if conditions.truths > 2:
        return _by_simplices(utility, conditions)
    for most in MOST_LINES:
        table, finest = touched_at_best(utility, conditions, most)
        with suppress(ArithmeticError):
            prices, exact_priced = prices_of_patterns(utility, finest)
            priced = {key: _short_price(z) for key, z in exact_priced.items()}
            return RenyiBound(finest, prices, priced, None, table, _value(utility, table))
    orders = ", ".join(sorted({str(c.order) for c in conditions.listed}))
    raise InputError(
        "order and epsilon must be smaller for this objective: doubles do not solve the program at "
        f"order {orders} and this budget; decisions (trace, guess, gain) work there"
    )


def _by_simplices(utility: Utility, conditions: Conditions) -> RenyiBound:
    """The table, and prices of the budgets themselves."""
    if isinstance(utility, Custom):
        raise InputError(
            "categories must be 2 for a utility of one's own under a Renyi budget, got "
            f"{conditions.truths}"
        )
    for truth in range(conditions.truths):
        worth_of(utility, truth_form(conditions.truths, truth), conditions)
    near = float_table(utility, conditions, None)
    table = private_table(exact_rows(near.rows), near.conditions)
    value = _value(utility, table)
    found = covering_prices(utility, near, float(value))
    prices = tuple(round_up(Fraction(y), PRICE_BITS) for y in found.prices.tolist())
    priced: dict[Key, Fraction] = {
        (n,): _short_price(Fraction(z)) for n, z in enumerate(found.budget_prices.tolist()) if z > 0
    }
    bare = without_lines(near.conditions)
    return RenyiBound(bare, prices, priced, None, table, value, found.cover)


def _short_price(z: Fraction) -> Fraction:
    """A number of few digits, not below.

    >>> price = Fraction(1, 3**100)
    >>> price <= _short_price(price) < price * (1 + Fraction(1, 2**60))
    True
    """
    smaller = z.denominator.bit_length() - z.numerator.bit_length()
    return round_up(z, PRICE_BITS + max(0, smaller))


def evenly_touched(conditions: Conditions) -> Conditions:
    """With lines for a first look, evenly around 1."""
    _, most = log_ratios(conditions)
    places = _evenly({Fraction(exp(-most)), Fraction(exp(most))})
    return replace(conditions, listed=tuple(_touching(c, places) for c in conditions.listed))


def without_lines(conditions: Conditions) -> Conditions:
    """The budgets themselves."""
    listed = tuple(replace(c, levels=(), base=NO_LINE, points=()) for c in conditions.listed)
    return replace(conditions, listed=listed)


def touched_at_best(
    utility: InDoubles, conditions: Conditions, most_lines: int = MOST_LINES[0]
) -> tuple[Table, Conditions]:
    """The best table under the budgets, and lines below them that touch at its ratios."""
    near = float_table(utility, conditions, None)
    rows = exact_rows(near.rows)
    least = PRICED * max(near.prices)
    sought = []
    for condition, price in zip(near.conditions.listed, near.prices, strict=True):
        ratios = [t for t in _ratios(condition, rows) if t is not None] if price > least else []
        sought.append({rounded(t, DIGITS) for t in ratios})
    most = most_lines // (2 * max(1, sum(map(len, sought))))
    listed = [
        _touching(condition, _around(ratios, most, float(condition.order or 1)))
        for condition, ratios in zip(near.conditions.listed, sought, strict=True)
    ]
    return private_table(rows, near.conditions), replace(near.conditions, listed=tuple(listed))


def _evenly(ratios: set[Fraction]) -> set[Fraction]:
    """Log-ratios evenly from the least to the largest, and some beyond."""
    import numpy as np

    ends = log(min(ratios)), log(max(ratios))
    farthest = max(0.1, *map(abs, ends))
    beyond = np.geomspace(1.3 * farthest, max(2.0, 3 * farthest), BEYOND)
    places = [*np.linspace(*ends, EVENLY), *beyond, *-beyond]
    return {rounded(Fraction(exp(x)), DIGITS) for x in places}


def _around(ratios: set[Fraction], most: int, order: float) -> set[Fraction]:
    """Every ratio t, and t (1 + x), t / (1 + x) for x that fall by a factor, and between them.

    So many points a ratio, and as many evenly from the least to the largest: at a small budget
    all ratios there are nearly as good as those in use.
    """
    if not ratios:
        return {Fraction(1)}
    number = max(1, (most - 1) // 2)
    factor = min(FASTEST, (FARTHEST / NEAREST) ** (1 / number))
    steps = [Fraction(1 + FARTHEST / factor**n) for n in range(number)]
    found = {rounded(t, DIGITS) for t in ratios}
    for t, step in product(ratios, steps):
        found |= {rounded(t * step, 2 * DIGITS), rounded(t / step, 2 * DIGITS)}
    return found | {rounded(Fraction(exp(x)), DIGITS) for x in _between(ratios, most, order)}


def _between(ratios: set[Fraction], most: int, order: float) -> list[float]:
    """Log-ratios evenly from the least to the largest, and from there far out by a factor."""
    import numpy as np

    ends = log(min(ratios)), log(max(ratios))
    number = most * len(ratios) // 2
    farthest = max(map(abs, ends)) or 1.0
    beyond = np.geomspace(farthest, max(min(OUTERMOST, MOST_POWER / order), 2 * farthest), number)
    return [*np.linspace(*ends, number), *beyond, *-beyond]


def _in_use(rows: Sequence[Sequence[Fraction | float]]) -> Table:
    """The rows of actions that are taken, without entries below zero."""
    least = TINY * max(map(max, rows))
    return tuple(
        tuple(max(Fraction(0), Fraction(x)) for x in row) for row in rows if max(row) > least
    )


def _touching(condition: LevelCondition, points: Iterable[Fraction]) -> LevelCondition:
    """The condition with lines that touch at these points."""
    touched = tuple(sorted(points))
    order = condition.order or Fraction(1)
    return replace(condition, levels=steps_of(order, touched), points=touched)


def _ratios(condition: LevelCondition, rows: Table) -> list[Fraction | None]:
    """x.r / y.r of the rows with x.r > 0; None where y.r = 0."""
    both = [(along(condition.left, row), along(condition.right, row)) for row in rows]
    return [above / below if below else None for above, below in both if above]
