"""Ratios under Renyi budgets of two or three truths: patterns with their powers, ever finer.

A pattern r takes of a budget, with f(t) = t^a or t ln t and t = x.r / y.r,

    y.r (f(t) - f(1) - f'(1) (t - 1)),

its power above the line that touches f at 1: the line takes f(1) of every table. A pattern that
tells nothing takes nothing, and at small budgets nothing cancels.

The search begins on a coarse choice of patterns. From those in use, and from those that prices
cover least, it climbs to the ones that prices cover least of all. Those in use, with the neighbours
of both, are the next choice: the less prices lack the nearer they are. Under zCDP the order at
which the table breaks it the most joins.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Generic, TypeVar

import numpy as np

from rropt.design.engine.listed_pool import RowPool
from rropt.design.engine.path import RatioFound
from rropt.design.engine.pool import NONE, Array, Keys, Pool, tangent_basis
from rropt.design.engine.refinement import on_few
from rropt.design.levels.merged_truths import MergedTruths
from rropt.design.levels.renyi_table import (
    LARGEST_OF_TABLES,
    climbed,
    first_patterns,
    from_logs,
    log_ratios,
    solved_program,
    steps_each_way,
    taken,
    with_order,
)
from rropt.exact import InputError
from rropt.privacy.bound_forms import LOW
from rropt.privacy.conditions import Conditions

MOST_ROUNDS = 30

MOST_AT_ONCE = 1000
"""Up to so many patterns a search begins with all. Brought in as prices lack them, among neighbours
that are alike, worst groups of two truths stuck at gaps of 1e-4, of three at up to 5e-3 and of four
at 36 %. All 2,700 take minutes."""

LITTLE = 0.01
"""Of the weights of the table to begin with: what patterns have that are not in it, each no more
than its share of a budget allows."""

LACKING, LACKING_OF_ORDERS = 1e-8, 1e-6
"""What prices may lack at the end, as a share of what patterns are worth: under zCDP orders are
known to 1e-4 of rho."""

LEEWAY = 0.1
"""A share of that: what fewer rows may take beyond each budget. Without it HiGHS found none in half
of the last rounds, and a table of three numbers under zCDP kept 122."""

FIRST_STEP = 0.3
"""Of a climb to the best pattern, in multiples of the typical log-ratio."""

FARTHER = 1.0
"""Neighbours are so many roots of what prices lack away, which is the square of a step."""

SMALL_LACK = 0.01
"""Patterns that lack less than this share of what one lacks need no neighbours."""

BROKEN = Fraction(1, 10**4)
"""Of rho: a table that breaks it by less loses as much of its value at most when it is moved."""

MERGED = 5e-4
"""Rows that are nearer, in multiples of the typical log-ratio, are one row, which keeps the budgets
better and loses the square."""

LOST = 2e-5
"""So are those of which the square, by their share of the mass, is no larger than this one's: on
some machines a table of three reports at order 64 had six, three of them with 4e-4 of the mass or
less and 4e-4 to 2e-3 away, and its certificate was too large."""

STARTS = 40
"""Patterns that fall short the most, from which others are sought, beside those in use."""

FAINT = 1e-7
"""Weights below this share of the largest are those of the path's centring."""

MOST_TAKEN = 1e9
"""A pattern that takes the budget with a billionth of the mass says nothing."""

Question = TypeVar("Question")


class PowerPool(RowPool):
    """Patterns in doubles with their powers. No pattern is exact: tables are made of rows."""

    def __init__(self, conditions: Conditions, rows: Array, unit: float | None = None) -> None:
        first, weights = start_of(conditions)
        self.conditions = conditions
        self.merged = MergedTruths.apart(conditions.truths)
        self.patterns = np.concatenate([first, rows])
        excess = taken_together(conditions, self.patterns)
        if len(rows) <= MOST_AT_ONCE:
            most = np.maximum(1, excess[len(first) :].max(axis=1))
            little = LITTLE * weights.sum() / len(rows) / most
            weights = np.append((1 - LITTLE) * weights, little)
        start = np.arange(len(weights)), weights
        super().__init__(self.patterns, self.patterns - 1, excess, start, unit)

    @property
    def deltas(self) -> Sequence[Fraction]:
        return [condition.most[LOW] for condition in self.conditions.listed]

    def from_few(self) -> PowerPool:
        """The same, begun with k-ary response alone: other patterns join as prices lack them."""
        found = copy(self)
        keys, weights = (part[: self.truths] for part in self._start)
        found._start = keys, weights / (weights @ self.features(keys).rows[:, 0])
        return found

    def of_truths(self, merged: MergedTruths) -> PowerPool:
        """The same where its truths are classes of others."""
        found = copy(self)
        found.merged = merged
        return found

    def costless(self, prior: Sequence[Fraction]) -> Keys:
        """None: all patterns are positive, and prices cover no report of chance zero."""
        if not all(prior):
            raise InputError(
                "prior must give every truth a share under a Renyi budget: what a report tells is "
                "divided by its chance, and no price is shown to cover one that only a truth "
                "without a share gives, got 0"
            )
        return NONE


def taken_together(conditions: Conditions, rows: Array) -> Array:
    """What each row takes of each budget."""
    return np.column_stack([taken(condition, rows) for condition in conditions.listed])


def start_of(conditions: Conditions) -> tuple[Array, Array]:
    """k-ary response that takes half of a budget at most: its patterns, and their weights."""
    k = conditions.truths
    low, high = 0.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        rows = np.where(np.eye(k) > 0, 1.0, np.exp(-middle))
        spent = taken_together(conditions, rows).sum(axis=0) / rows[0].sum()
        # The lower end always spends less than half.
        low, high = (middle, high) if spent.max() < 0.5 else (low, middle)
    rows = np.where(np.eye(k) > 0, 1.0, np.exp(-low))
    return rows, np.full(k, 1 / rows[0].sum())


@dataclass(frozen=True)
class FoundUnderPowers(Generic[Question]):
    """What is found for a question about a pool of patterns in use and their neighbours."""

    question: Question
    pool: PowerPool
    found: RatioFound

    @property
    def rows(self) -> Array:
        """The rows of the table: few of them, and those that are alike as one."""
        rows = fewer_rows(self.found, LEEWAY * _enough(self.pool.conditions))
        typical = typical_ratio(self.pool.conditions)
        return merged(rows, MERGED * typical, LOST * typical)


def under_powers(
    budgets: Conditions,
    pose: Callable[[Pool], Question],
    search: Callable[[Question], RatioFound | None],
) -> FoundUnderPowers[Question] | None:
    """The best table for a question; None where a search finds nothing."""
    typical = typical_ratio(budgets)
    coarse = first_patterns(budgets)
    coarse = coarse[taken_together(budgets, coarse).max(axis=1) < MOST_TAKEN]
    pool = PowerPool(budgets, coarse)
    enough = _enough(budgets)
    best = None
    least = math.inf
    met = coarse[:0]
    for _ in range(MOST_ROUNDS):
        known = _table_of(pool, pose, search)
        # What the round before has found still serves.
        if known is None:
            break
        found = known.found
        rows = fewer_rows(found, LEEWAY * enough)
        conditions = with_order(rows, pool.conditions, BROKEN, LARGEST_OF_TABLES)
        surplus = partial(_surplus, found=found, pool=pool)
        lowest = np.argsort(surplus(coarse))[:STARTS]
        better = climbed(np.concatenate([rows, coarse[lowest]]), surplus, FIRST_STEP * typical)
        lack = -surplus(better)
        # At large orders rounds may go astray: one before may be nearer, and what is met there
        # stays, for else two rounds take turns, of which each lacks what the other has.
        is_astray = lack.max() > least
        if not is_astray:
            best = known
            least = lack.max()
        if conditions.listed != pool.conditions.listed:
            least = math.inf  # what keeps fewer orders is no table
        elif lack.max() < enough:
            break
        step = typical * min(FIRST_STEP, FARTHER * float(np.sqrt(max(lack.max(), enough))))
        telling = better[lack >= SMALL_LACK * lack.max() - enough]
        centres = np.concatenate([rows, merged(telling, step / 8)])
        finer = np.concatenate([from_logs(np.log(centres)), around(centres, step), met])
        if is_astray:
            met = np.concatenate([met, from_logs(np.log(telling))])
        pool = PowerPool(conditions, finer, pool.unit)
    return best


def _table_of(
    pool: PowerPool,
    pose: Callable[[Pool], Question],
    search: Callable[[Question], RatioFound | None],
) -> FoundUnderPowers[Question] | None:
    """What is found from all patterns or, if columns do not add up at its end, from few."""
    for begun in (pool, pool.from_few()):
        question = pose(begun)
        found = search(question)
        if found is not None and found.is_table:
            return FoundUnderPowers(question, begun, found)
    return None


def _enough(budgets: Conditions) -> float:
    """What prices may lack at the end."""
    return LACKING if budgets.rho is None else LACKING_OF_ORDERS


def typical_ratio(budgets: Conditions) -> float:
    """The log-ratio of a table that spends the budget."""
    return log_ratios(budgets.listed)[0]


def _heavy_rows(found: RatioFound) -> Array:
    """The rows of the table that was found, without those of rounding."""
    weights = found.point.weights
    used = weights > FAINT * weights.max()
    at = found.features.take(used)
    # What those without add up to the others share: given to one row it would break budgets.
    balance = at.balance.T * weights[used]
    lack = -balance.sum(axis=1)
    lack[-1] += 1
    # Of rare rows that may be more than they have.
    factors = np.maximum(1 + np.linalg.lstsq(balance, lack, rcond=None)[0], 0.0)
    left = factors > 0
    return at.rows[left] * (weights[used] * factors)[left, None]


def fewer_rows(found: RatioFound, leeway: float) -> Array:
    """Rows of the table, of which few are enough to tell as much and to take no more of budgets
    but for the leeway."""
    at = found.features
    i, j = np.triu_indices(at.flat.shape[1])
    basis = tangent_basis(at.rows.shape[1])
    seen = [at.balance]
    worth = np.zeros(len(at.rows))
    for part in found.at.quotients:
        means = at.rows @ part.bottom
        seen.append(at.flat[:, i] * at.flat[:, j] / means[:, None])
        worth += ((at.flat @ (basis.T @ part.top @ basis)) * at.flat).sum(axis=1) / means
    if len(found.point.theta):
        # By how much each truth is worth more where it has a larger share of the worst prior.
        seen.append((worth / means)[:, None] * at.rows)
    kept = np.hstack(seen).T
    weights = found.point.weights
    spare = found.point.spare
    solution = solved_program(
        # What costs least beyond its worth: without an aim HiGHS gave up among 151 patterns.
        c=spare / spare.max(),
        A_eq=kept,
        b_eq=kept @ weights,
        A_ub=at.excess.T,
        b_ub=np.maximum(1.0, at.excess.T @ weights) + leeway,
    )
    if solution.x is None:
        # Rounding leaves no table: then budgets are equations as well.
        few = on_few(np.vstack([kept, at.excess.T]), weights)
        if not np.isfinite(few).all():  # of a fixed mean at order 64 and 1/2: all rows stay
            few = weights
    else:
        few = np.maximum(solution.x, 0.0)
    return _heavy_rows(replace(found, point=replace(found.point, weights=few)))


def merged(rows: Array, width: float, lost: float = 0.0) -> Array:
    """The sums of rows that are alike: nearer than the width to a heavier one, or than what is
    `lost` by the root of their share of the mass.

    >>> merged(np.array([[0.5, 0.25], [0.4999, 0.7499], [1e-4, 1e-4]]), 1e-3, 1e-1)
    array([[0.5 , 0.25],
           [0.5 , 0.75]])
    """
    logs = np.log(rows)
    logs -= logs[:, -1:]
    masses = rows.sum(axis=1)
    widths = np.maximum(width, lost / np.sqrt(masses / masses.sum()))
    heads: list[int] = []
    joined = np.arange(len(rows))
    for n in np.argsort(-masses, kind="stable"):
        far = np.abs(logs[heads] - logs[n]).max(axis=1)
        if len(heads) and far.min() < widths[n]:
            joined[n] = heads[far.argmin()]
        else:
            heads.append(n)
    return np.array([rows[joined == n].sum(axis=0) for n in sorted(heads)])


def around(patterns: Array, step: float) -> Array:
    """The patterns, those that are alike once, and their neighbours so far away."""
    logs = np.log(patterns)
    first = np.unique(_places(logs, step / 2), return_index=True)[1]
    tried = logs[first, None] + step * steps_each_way(logs.shape[1])
    return from_logs(tried.reshape(-1, logs.shape[1]))


def _places(logs: Array, width: float) -> Array:
    """A number for each pattern, that of those in the same cell of a grid."""
    cells = np.round((logs - logs[:, -1:]) / width)
    return np.unique(cells, axis=0, return_inverse=True)[1].ravel()


def _surplus(rows: Array, found: RatioFound, pool: PowerPool) -> Array:
    """By how much the charges of rows exceed what they are worth, as a share of their mean."""
    *flat, mean = found.point.charges.balance
    below = rows - 1
    surplus = (below @ tangent_basis(pool.truths)) @ np.array(flat) / pool.unit
    surplus += taken_together(pool.conditions, rows) @ found.point.charges.excess
    for part in found.at.quotients:
        # M is zero on constants: r less one stands for r, and nothing cancels.
        top = ((below @ part.top) * below).sum(axis=1) / pool.unit**2
        surplus -= top / (rows @ part.bottom)
    return mean + surplus / rows.mean(axis=1)
