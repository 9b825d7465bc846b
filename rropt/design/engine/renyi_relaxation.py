"""Ratios of two truths under Renyi budgets: the best table under lines, moved into the budgets.

Lines below a power hold more than the private tables. The engine finds the best of those; its
prices bound every private table, and it breaks the budgets themselves by the square of the distance
between two lines: it is moved towards one that tells nothing until it keeps them. The lines lie
evenly at first, then close in on the ratios of the table that they lead to, and at last touch them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.design.deployed.rounded_levels import round_levels
from rropt.design.engine.path import RatioFound
from rropt.design.engine.pool import ListedPool, Pool
from rropt.design.engine.repair import ExactTable, given_table
from rropt.design.levels.renyi_places import spread, touching_near, with_ratios
from rropt.design.levels.renyi_table import exact_rows, log_ratios, with_order
from rropt.design.problem import Problem
from rropt.exact import InputError, Table
from rropt.patterns.extreme import rows_of
from rropt.privacy import Privacy
from rropt.privacy.conditions import Conditions
from rropt.privacy.zero_concentration import points_of

CLOSING, TOUCHING = 2, 6
"""Rounds of lines around the ratios, and with further lines at them: of 25 designs of two truths
one had a gap above 1e-4 then (largest eigenvalue under zCDP: 4e-4), 20 one below 1e-6."""

MERGED_FIRST, MERGED_NEXT, MERGED_LAST = 1e-2, 1 / 10, 1e-9
"""What merging may lose of what reports tell: at first, how much less each round, at last."""

FARTHER = 4
"""Beyond the last line a report costs too little: the next one touches at so much of its ratio."""

BROKEN = Fraction(1, 10**4)
"""Of rho: while lines let a table break it by so much an order at which it does says nothing."""

LOOSEST = Fraction(1, 100)
"""A relative gap above it is of lines that did not close in: small budgets of zCDP, large ones."""

LEAST = 1e-300
"""An entry of 0 is as far from others as doubles can say."""

TOTAL = 2**48
"""Entries of a table that is moved are multiples of 1 / TOTAL."""

TRUTHS = 2
"""Of three the rays where 150 lines meet left gaps of 1 to 5 percent, of one contrast 22."""

Search = Callable[[Pool], Iterator[RatioFound]]


def with_lines(problem: Problem, search: Search) -> Problem:
    """The problem with lines where its best table has its ratios, under zCDP at the orders too."""
    if problem.truths > TRUTHS:
        raise InputError(
            f"categories must be {TRUTHS} for this objective under a Renyi budget, got "
            f"{problem.truths}; decisions (trace, guess, gain) work beyond, mutual information "
            "and divergences to 3"
        )
    conditions = spread(_conditions(problem))
    loss = MERGED_FIRST * log_ratios(conditions)[0] ** 2
    for n in range(CLOSING + TOUCHING):
        found = next(search(ListedPool(conditions.within_bounds())), None)
        if found is None:
            raise InputError(
                f"{problem.objective.label} could not be certified here: the budget is too "
                "extreme for the floating-point search"
            )
        rows = found.features.rows * found.point.weights[:, None]
        farthest = FARTHER * max(max(condition.points) for condition in conditions.listed)
        few = within_reach(merged(exact_rows(rows), loss), farthest)
        loss *= MERGED_NEXT
        known = len(conditions.listed)
        conditions = with_order(rows, conditions, BROKEN)
        if n < CLOSING or len(conditions.listed) > known:
            conditions = touching_near(conditions, few, [1.0] * len(conditions.listed))
        else:
            conditions = with_ratios(conditions, few)
    return _under(problem, conditions)


def merged(rows: Table, loss: float) -> Table:
    """Reports that hardly differ are one: between lines a report is split among its neighbours.

    Reports of masses v and w at a log-ratio d of each other lose v w / (v + w) d^2 together.

    >>> rows = [("2", "1"), ("4", "1"), ("41/10", "1")]
    >>> few = merged(tuple(tuple(map(Fraction, row)) for row in rows), 0.01)
    >>> [[str(x) for x in row] for row in few]
    [['81/10', '2'], ['2', '1']]
    """
    left = list(rows)
    while len(left) > 1:
        doubles = np.maximum(np.array(left, dtype=float), LEAST)
        masses = doubles.sum(axis=1)
        logs = np.log(doubles / doubles[:, :1])
        far = np.abs(logs[:, None] - logs).max(axis=2)
        costs = far**2 * np.multiply.outer(masses, masses) / np.add.outer(masses, masses)
        np.fill_diagonal(costs, np.inf)
        pair = np.unravel_index(int(costs.argmin()), costs.shape)
        loss -= float(costs[pair])
        if loss < 0:
            break
        one, other = (left[n] for n in pair)
        both = tuple(x + y for x, y in zip(one, other, strict=True))
        left = [both, *(row for n, row in enumerate(left) if n not in pair)]
    return tuple(left)


def within_reach(rows: Table, ratio: Fraction) -> Table:
    """Where a report reveals a truth lines lie at such a ratio: they do not see it to be too dear.

    >>> [[str(x) for x in row] for row in within_reach(((Fraction(3), Fraction(0)),), Fraction(6))]
    [['3', '1/2']]
    """
    return tuple(tuple(max(x, max(row) / ratio) for x in row) for row in rows)


def within_budgets(problem: Problem, best: ExactTable) -> tuple[Problem, ExactTable]:
    """The table moved until it keeps the budgets, and the problem with what shows it."""
    conditions = _conditions(problem)
    loss = MERGED_LAST * log_ratios(conditions)[0] ** 2
    few = merged(tuple(rows_of(best.weights, best.patterns)), loss)
    rows = round_levels(few, TOTAL, conditions).rows
    return shown_of(problem, rows), given_table(rows)


def refuse_loose(problem: Problem, gap: Fraction) -> None:
    """A bound this far from its table says little of either."""
    if problem.cone.has_orders and gap > LOOSEST:
        raise InputError(
            f"{problem.objective.label} could be certified here to {100 * float(gap):.2g} percent "
            "only: the budget must be closer to 1 for this objective"
        )


def shown_of(problem: Problem, rows: Table) -> Problem:
    """Under zCDP the problem with the orders at which this table is shown to keep it."""
    conditions = problem.levels
    if not isinstance(conditions, Conditions) or conditions.rho is None:
        return problem
    return _under(problem, replace(conditions, shown_at=points_of(rows, conditions.rho) or ()))


def _conditions(problem: Problem) -> Conditions:
    conditions: Any = problem.levels
    return conditions


def _under(problem: Problem, conditions: Conditions) -> Problem:
    return replace(problem, privacy=Privacy.of(conditions, problem.privacy.describe()))
