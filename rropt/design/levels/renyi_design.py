"""Renyi and zCDP budgets: a table that keeps the divergence itself, and a bound.

The table is found in doubles (`renyi_table`), made exact and moved towards one that tells nothing
until it keeps the budget. The bound of a decision rests on lines below each power that touch it at
the ratios of the table (`lines_below`); what these leave open the rows of the program show, and
lines join at their ratios. Under a curved utility the budgets themselves are priced
(`renyi_simplices`), which takes its values at thousands of rows: a file has no room for those of a
utility of one's own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar

import numpy as np

from rropt.design.deployed.rounding import round_levels
from rropt.design.levels.lines_below import DecisionProof, LinesBelow
from rropt.design.levels.merged_truths import MergedTruths
from rropt.design.levels.renyi_forms import Entropies
from rropt.design.levels.renyi_simplices import (
    SHOWN_BY_LINES,
    Covered,
    Looked,
    SoughtPrices,
    covering_prices,
    without_prices,
)
from rropt.design.levels.renyi_table import (
    NearTable,
    exact_rows,
    float_table,
    log_ratios,
    out_of_doubles,
)
from rropt.design.linear.pattern_program import worth_of
from rropt.design.problem import Optimum
from rropt.exact import InputError, Table, round_up
from rropt.exact.convert import dot
from rropt.exact.entries import unit
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import HIGH, Conditions, Key
from rropt.privacy.renyi_lines import points_of, unlike_pairs
from rropt.utility import Custom, MutualInformation, Utility

SMALL = Fraction(1, 10**9)
"""Of the bound: a gap that needs no further lines."""

LEFT, LEFT_OF_ORDERS = Fraction(1, 10**7), Fraction(1, 10**4)
"""Of the value: a larger gap is the table's, which was sought near patterns of two ratios; under
zCDP tables are moved by as much. Losses of three truths at order 2 and epsilon 1 had 4 %."""

ROUNDS = 10
"""Of lines for decisions: each takes the square of a gap, from some 1e-5 on."""

MOST_TRUTHS = 4

ROUNDED_UP = 1 + 1e-12
"""Logarithms in doubles are within a thousandth of this of their numbers."""

TINY = 1e-9
"""Rows below this share of the largest entry are those of actions that nobody takes."""

PRICE_BITS = 64
"""Prices of conditions are rounded up: they cover as well, and the certificate is short. What is
smaller has as many digits more: a budget e^((a - 1) epsilon) of 1e65 has a price of 1e-65."""

ALIKE = (1e-3, 1e-6)
AS_WELL = 1 - Fraction(1, 10**12)
"""Of typical log-ratios, and of the value. Rows in use end a millionth or more apart, three of
each: at order 64 nine of three truths, where four do as well."""

STALLED = Fraction(9, 10)
"""Of the gap before: what is left then is the table's, which lines do not change."""

TOTAL = 2**48
"""Entries of a table that is moved are multiples of 1 / TOTAL."""

SPARES = (Fraction(0), *(Fraction(n, 10**5) for n in (3, 10, 30, 100, 300)))
"""Shares by which a table is moved further: of three truths under zCDP of 1/100 278 orders show the
privacy of the best one, 213 after the first, 93 after the second and 31 after that of 1/1000. The
last is for many truths: the squares of 0 to 19, whose pairs all differ, have a gap of 6e-3."""

MOST_LOGARITHMS = 2**14
"""That a checker takes: at each point, and two more."""

Stated = TypeVar("Stated")
"""A condition, or its record."""


@dataclass(frozen=True)
class RenyiBound:
    """Prices of truths and of budgets, and a private table."""

    conditions: Conditions
    prices: tuple[Fraction, ...]
    condition_prices: dict[Key, Fraction]
    table: Table
    value: Fraction
    cover: Mapping[str, Any]

    @property
    def bound(self) -> Fraction:
        """What the prices add up to."""
        allowed = self.conditions.allowed(HIGH)
        paid = (allowed[key] * z for key, z in self.condition_prices.items())
        return sum(self.prices, sum(paid, Fraction(0)))

    @property
    def gap(self) -> Fraction:
        """What the table may be from the best."""
        return self.bound - self.value

    @property
    def optimum(self) -> Optimum:
        """The table with the prices."""
        # The patterns are the rows themselves, which have all of the weight.
        ones = (Fraction(1),) * len(self.table)
        return Optimum(self.table, ones, self.prices, self.condition_prices, cover=self.cover)


def solve_renyi(utility: Utility, conditions: Conditions) -> list[tuple[Optimum, Conditions]]:
    """The optimum, and the conditions that its bound rests on.

    Where several bounds were found the lowest comes first: others take less to check.
    """
    actions = utility.actions
    if isinstance(utility, Custom):
        raise InputError(
            "objective must be other than a utility of one's own under a Renyi budget: its proof "
            f"would hold the values at thousands of reports, got {utility.label}"
        )
    if actions is None:
        return [(found.optimum, found.conditions) for found in _by_simplices(utility, conditions)]
    found = _by_actions(utility, conditions, actions)
    return [(found.optimum, found.conditions)]


def _by_actions(utility: Utility, conditions: Conditions, actions: Sequence[Pattern]) -> RenyiBound:
    """The bound of a table, or of one near the rows that this bound leaves, if a gap is left."""
    near = float_table(utility, conditions, actions)
    first, left = _by_lines(utility, near, actions)
    enough = LEFT if conditions.rho is None else LEFT_OF_ORDERS
    if first.gap <= enough * abs(first.value):
        return first
    rows = np.concatenate([np.array(left, dtype=float), near.rows])
    try:
        again = float_table(utility, near.conditions, actions, rows)
    except InputError:  # doubles fail there
        return first
    second, _ = _by_lines(utility, again, actions)
    return min(first, second, key=lambda each: each.gap)


def _by_lines(
    utility: Utility, near: NearTable, actions: Sequence[Pattern]
) -> tuple[RenyiBound, Table]:
    """Lines at the ratios of the table, then at those of the rows that the prices leave: the bound,
    and these rows."""
    table, value = _valued(utility, near)
    rows = _in_use(near.rows.tolist())
    lines = LinesBelow.first(near.conditions, rows)
    bounds: list[RenyiBound] = []
    for _ in range(ROUNDS):
        found = lines.priced(actions)
        if found is None:  # what was found before doubles failed still serves
            break
        proof = lines.proved(actions, found)
        bounds.append(_with_ratios(proof, near.conditions, table, value))
        rows = _in_use(found.rows.tolist())
        if is_done([each.gap for each in bounds], abs(value)):
            break
        lines = lines.finer(rows)
    if not bounds:
        raise out_of_doubles(near.conditions.listed)
    return min(bounds, key=lambda each: each.bound), rows


def _with_ratios(
    proof: DecisionProof, conditions: Conditions, table: Table, value: Fraction
) -> RenyiBound:
    """The bound of a decision."""
    stated, prices = _counting(conditions, proof.budget_prices)
    places = sorted(prices)
    ratios = [[[*n, t] for n, t in zip(places, own.values(), strict=True)] for own in proof.ratios]
    none: list[Any] = [[] for _ in ratios]
    cover = {"proof": "actions", "multipliers": none, "ratios": ratios}
    return RenyiBound(stated, proof.prices, prices, table, value, cover)


def is_done(gaps: Sequence[Fraction], size: Fraction) -> bool:
    """Whether the last gap is small, or hardly smaller than the one before."""
    if gaps[-1] <= SMALL * size:
        return True
    return len(gaps) > 1 and gaps[-1] > STALLED * gaps[-2]


def private_table(rows: Table, conditions: Conditions, actions: Sequence[Pattern] = ()) -> Table:
    """A table near the rows that keeps the budgets, and is seen to at few orders.

    - actions: those that reports may decide for, where these are all that is asked of them
    """
    for spare in SPARES:
        table = conditions_kept(moved_to_means(rows, spare), conditions)
        if actions:
            table = averaged(table, actions)
        if _is_shown_at_few(table, conditions):
            break
    return table


def conditions_kept(rows: Table, conditions: Conditions) -> Table:
    """These rows, or a table near them that keeps the budgets."""
    kept = conditions.obeyed_by(rows)
    return rows if kept else round_levels(rows, TOTAL, conditions).rows


def averaged(rows: Table, actions: Sequence[Pattern]) -> Table:
    """The mean of the tables that exchanges of truths make of this one, of exchanges that carry
    actions to actions. It is worth no less and keeps the budgets of all pairs, of which it makes
    many alike.

    >>> guess = [(1, 0), (0, 1)]
    >>> averaged([(Fraction(3, 4), Fraction(1, 8)), (Fraction(1, 4), Fraction(7, 8))], guess)[0]
    (Fraction(13, 16), Fraction(3, 16))
    """
    known = {tuple(x): None for x in actions}
    truths = range(len(rows[0]))
    alike = []
    for a in truths:
        # The first truth that this one may be exchanged with, at last itself.
        alike.append(next(b for b in truths if all(_exchanged(x, a, b) in known for x in known)))
    # A row decides for x; its entry at j goes to all that exchanges carry both to together.
    places = []
    for x in known:
        kinds = list(zip(alike, x, strict=True))
        places.append([(tuple(sorted(kinds)), kind) for kind in kinds])
    sums: dict[object, Fraction] = defaultdict(Fraction)
    for row in rows:
        worth = [dot(x, row) for x in known]
        decided = places[worth.index(max(worth))]
        for place, entry in zip(decided, row, strict=True):
            sums[place] += entry
    shared = Counter(chain(*places))
    table = [tuple(sums[place] / shared[place] for place in own) for own in places]
    return tuple(filter(any, table))


def _exchanged(action: Pattern, a: int, b: int) -> Pattern:
    """With the entries of two truths exchanged."""
    found = list(action)
    found[a], found[b] = found[b], found[a]
    return tuple(found)


def moved_to_means(rows: Table, share: Fraction) -> Table:
    """Each row so much nearer to the constant one of the same mean.

    >>> moved_to_means(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), Fraction(1, 2))
    ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    """
    means = [share * sum(row) / len(row) for row in rows]
    kept = 1 - share
    pairs = zip(rows, means, strict=True)
    return tuple(tuple(kept * x + mean for x in row) for row, mean in pairs)


def _is_shown_at_few(table: Table, conditions: Conditions) -> bool:
    """Whether a checker takes the logarithms that show zCDP."""
    points = () if conditions.rho is None else points_of(table, conditions.rho) or ()
    return (len(points) + 2) * sum(map(len, unlike_pairs(table))) <= MOST_LOGARITHMS


def _by_simplices(utility: Utility, conditions: Conditions) -> list[RenyiBound]:
    """The table, and prices of the budgets themselves: the lowest first."""
    if conditions.truths > MOST_TRUTHS:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS} for this objective under a Renyi "
            f"budget, got {conditions.truths}; decisions (trace, guess, gain) work beyond"
        )
    if len(utility.seen) < 2:
        raise InputError(
            "prior must give two truths a share under a Renyi budget: of one nothing is to be told"
        )
    # Refused where a row of one truth alone is worth infinitely much.
    for truth in range(conditions.truths):
        worth_of(utility, unit(conditions.truths, truth), conditions)
    near = float_table(utility, conditions, None)
    table, value = _of_few_rows(utility, near)
    coverings: Mapping[float, Covered] = {}
    left = near
    with suppress(InputError):  # no prices of budgets are seen to cover
        apart = MergedTruths.apart(conditions.truths)
        sought = SoughtPrices(utility, utility, apart, _entropies(utility))
        coverings, left = covering_prices(sought, near, float(value))
    # Patterns that prices did not cover at first are those that the table lacks.
    again = float_table(utility, near.conditions, None, left.rows)
    table, value = max((table, value), _of_few_rows(utility, again), key=lambda each: each[1])
    # Shares fall: the last prices are the lowest.
    covered = list(coverings.values())[::-1]
    if conditions.rho is None:
        covered.append(_whatever_is_revealed(utility, near))
    elif not covered:
        raise without_prices()
    bounds = [_with_prices(found, near.conditions, table, value) for found in covered]
    # Of budgets of 1e-15 doubles that cover may be a bound of 0.1.
    if bounds[0].gap > value:
        raise without_prices()
    return bounds


def _whatever_is_revealed(utility: Utility, near: NearTable) -> Covered:
    """The prices of truths that are told for certain: they cover at every budget.

    A checker takes them where those of budgets are too long for it: four truths at order 64.
    """
    alone = utility.floats(np.eye(utility.truths))
    return Covered(
        alone * ROUNDED_UP, np.zeros(len(near.conditions.listed)), Looked([SHOWN_BY_LINES], 0)
    )


def _valued(utility: Utility, near: NearTable) -> tuple[Table, Fraction]:
    """A private table near these rows, and what it is worth at least."""
    table = private_table(exact_rows(near.rows), near.conditions, utility.actions or ())
    return table, utility.total(table)[0]


def _of_few_rows(utility: Utility, near: NearTable) -> tuple[Table, Fraction]:
    """The same of as few rows as do as well."""
    typical, _ = log_ratios(near.conditions.listed)
    found = []
    for share in ALIKE:
        rows = alike_as_one(near.rows, share * min(1.0, typical))
        found.append(_valued(utility, replace(near, rows=rows)))
    least = max(value for _, value in found) * AS_WELL
    return next(each for each in found if each[1] >= least)


def alike_as_one(rows: Any, near: float) -> Any:
    """Rows that are nearly multiples of each other are added up: the sum takes less of budgets.

    >>> alike_as_one(np.array([[0.2, 0.6], [0.2, 0.1], [0.1, 0.3]]), 1e-9).round(3).tolist()
    [[0.3, 0.9], [0.2, 0.1]]
    """
    found: list[np.ndarray] = []
    for row in sorted(rows, key=np.sum, reverse=True):
        for known in found:
            if np.allclose(row / row.sum(), known / known.sum(), rtol=near, atol=0.0):
                known += row
                break
        else:
            found.append(row.copy())
    return np.array(found)


def _with_prices(
    found: Covered, conditions: Conditions, table: Table, value: Fraction
) -> RenyiBound:
    """The bound of prices that cover."""
    prices = tuple(round_up(Fraction(y), PRICE_BITS) for y in found.prices.tolist())
    priced: dict[Key, Fraction] = {
        (n,): _short_price(Fraction(z)) for n, z in enumerate(found.budget_prices.tolist()) if z > 0
    }
    stated, priced = _counting(conditions, priced)
    return RenyiBound(stated, prices, priced, table, value, found.cover)


def _entropies(utility: Utility) -> Entropies | None:
    """A mutual information; of other utilities nothing is known but values."""
    if not isinstance(utility, MutualInformation):
        return None
    return Entropies(np.array([float(q) for q in utility.prior]))


def _counting(
    conditions: Conditions, prices: dict[Key, Fraction]
) -> tuple[Conditions, dict[Key, Fraction]]:
    """Under zCDP, whose conditions only serve a bound, those with a price."""
    if conditions.rho is None or not prices:
        return conditions, prices
    listed, priced = counting(conditions.listed, prices)
    return replace(conditions, listed=tuple(listed)), priced


def counting(
    listed: Sequence[Stated], prices: Mapping[Key, Fraction]
) -> tuple[list[Stated], dict[Key, Fraction]]:
    """Of the many conditions that follow from zCDP those with a price, and their prices.

    >>> counting(["order 2", "order 3", "order 4"], {(2,): Fraction(1), (0,): Fraction(5)})
    (['order 2', 'order 4'], {(0,): Fraction(5, 1), (1,): Fraction(1, 1)})
    """
    kept = sorted(n for (n,) in prices)
    renumbered: dict[Key, Fraction] = {(place,): prices[n,] for place, n in enumerate(kept)}
    return [listed[n] for n in kept], renumbered


def _short_price(z: Fraction) -> Fraction:
    """A number of few digits, not below.

    >>> price = Fraction(1, 3**100)
    >>> price <= _short_price(price) < price * (1 + Fraction(1, 2**60))
    True
    """
    smaller = z.denominator.bit_length() - z.numerator.bit_length()
    return round_up(z, PRICE_BITS + max(0, smaller))


def _in_use(rows: Sequence[Sequence[Fraction | float]]) -> Table:
    """The rows of actions that are taken, without entries below zero."""
    least = TINY * max(map(max, rows))
    return tuple(
        tuple(max(Fraction(0), Fraction(x)) for x in row) for row in rows if max(row) > least
    )
