"""Exchanges in tables over 1/N whose rows keep Renyi budgets together.

A transfer moves chances of one truth from one report to another, so that columns still add up to N.
The best one that improves the merit and keeps all budgets is made, until there is none. Doubles
leave out those that break a budget by far, the conditions decide on the others exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rropt.channel import Channel
from rropt.design.deployed.score_of_table import Merit
from rropt.design.engine.power_pool import taken_together
from rropt.exact.entries import over

if TYPE_CHECKING:
    from rropt.privacy.conditions import Conditions

MOST_TRANSFERS = 30_000
"""Of larger tables, 21 reports of six truths over 1/4096, none are tried."""

ROUNDS = 60
TRIED = 5
"""Transfers at most, and those that are decided exactly for one."""

STEP = 1e-9
"""A smaller relative improvement is none."""

ROOM = 1e-9
"""Doubles see a share of a budget to within this."""


def exchanged(table: Channel, total: int, conditions: Conditions, merit: Merit) -> Channel:
    """The private table that transfers come to.

    >>> from rropt import COptimal, RenyiDP
    >>> from rropt.design.deployed.score_of_table import merit_of
    >>> from rropt.design.problem import Problem, resolved
    >>> objective = COptimal(["1/3", "2/3"], [0, 1])
    >>> budgets = resolved(Problem(RenyiDP(4, 1), objective)).levels
    >>> warner = Channel.from_rows([["37/50", "13/50"], ["13/50", "37/50"]])
    >>> table = exchanged(warner, 100, budgets, merit_of(objective))
    >>> [[int(100 * x) for x in row] for row in table.rows]
    [[74, 25], [26, 75]]
    """
    counts = np.array(table.numerators) * (total // table.denominator)
    for _ in range(ROUNDS):
        better = _best_transfer(counts, total, conditions, merit)
        if better is None:
            break
        counts = better
    rows = [over(row, total) for row in counts.tolist() if any(row)]
    return Channel.from_rows(rows).merge_proportional()


def _best_transfer(
    counts: np.ndarray, total: int, conditions: Conditions, merit: Merit
) -> np.ndarray | None:
    tables = _transferred(counts, total)
    if not len(tables):
        return None
    value = merit.values(counts[None] / total)[0]
    values = merit.values(tables / total)
    better = np.flatnonzero(values < value - STEP * abs(value))
    better = better[np.argsort(values[better], kind="stable")]
    taken = taken_together(conditions, (tables[better] / total).reshape(-1, counts.shape[1]))
    spent = taken.reshape(len(better), len(counts), -1).sum(axis=1)
    kept = better[(spent <= 1 + ROOM).all(axis=1)]
    for n in kept[:TRIED]:
        rows = [over(row, total) for row in tables[n].tolist() if any(row)]
        if conditions.obeyed_by(rows):
            found: np.ndarray = tables[n]
            return found
    return None


def _transferred(counts: np.ndarray, total: int) -> np.ndarray:
    """The tables after one transfer of a power of two."""
    reports, truths = counts.shape
    amounts = 2 ** np.arange(total.bit_length() - 1)
    size = reports, reports, truths, len(amounts)
    if np.prod(size) > MOST_TRANSFERS:
        return counts[:0, None]
    giver, taker, truth, which = (places.ravel() for places in np.indices(size))
    able = (giver != taker) & (counts[giver, truth] >= amounts[which])
    giver, taker, truth, which = (places[able] for places in (giver, taker, truth, which))
    each = np.arange(len(giver))
    tables = np.repeat(counts[None], len(giver), axis=0)
    tables[each, giver, truth] -= amounts[which]
    tables[each, taker, truth] += amounts[which]
    return tables
