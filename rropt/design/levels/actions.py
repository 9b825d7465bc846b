"""Decisions under a matrix of levels: one report an action, any number of truths, any deltas.

The direct program (see `action_rows`) needs no patterns. Its dual is the certificate: prices y of
the truths and z of the pairs with a delta, and for each action x multipliers f_xab of its bounds,

    y_j - c_xj + sum_b f_xjb - sum_a g_aj f_xaj >= 0,     f_xab <= z_ab,

so that y.r + sum z [r_a - g r_b]_+ >= y.r + sum_ab f_xab (r_a - g_ab r_b) >= c_x.r.

Where the levels are rational and the program is small, rationals decide: the table and the prices
are those of an exactly optimal basis. Otherwise both are rounded so that privacy and coverage hold
exactly: multipliers are what doubles say, each price of a truth the least that covers; the table is
drawn into the cone and mixed with a constant report. The gap is certified, about 1e-9 of the value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from rropt import lp
from rropt.design.levels.action_rows import Actions, Bound, FloatTable, float_table
from rropt.privacy.levels import OO, Levels, Matrix, Pair, essential

if TYPE_CHECKING:
    import numpy as np

MOST_EXACT = 700
"""Bounds in a program that is solved exactly: 620 took 2 s, 4,000 minutes."""

GRID = 2**52
"""Doubles below one are rounded to multiples of 1 / GRID."""

Multipliers = tuple[dict[Pair, Fraction], ...]


@dataclass(frozen=True)
class ActionOptimum:
    """A table with a row an action, prices, and for each action the multipliers of its bounds."""

    rows: tuple[tuple[Fraction, ...], ...]
    prices: tuple[Fraction, ...]
    pair_prices: dict[Pair, Fraction]
    multipliers: Multipliers


def solve_actions(actions: Actions, levels: Levels) -> ActionOptimum:
    """The optimum for u(r) = max_x c_x.r, private for the lower ends, priced for the upper ones.

    >>> from rropt.privacy import Privacy
    >>> half, zero = Fraction(1, 2), Fraction(0)
    >>> solve_actions([[half, zero], [zero, half]], Privacy([[1, 3], [2, 1]]).levels).prices
    (Fraction(2, 5), Fraction(3, 10))
    """
    found = float_table(actions, levels, levels.lo)
    if levels.is_exact and len(found.bounds) <= MOST_EXACT:
        return _exact(actions, levels, found)
    priced = found if levels.is_exact else float_table(actions, levels, levels.hi)
    return rounded(actions, levels, found, priced)


def _exact(actions: Actions, levels: Levels, found: FloatTable) -> ActionOptimum:
    """The program over the bounds that doubles found tight, and whatever those miss."""
    bounds = list(found.bounds)
    while True:
        program = _ActionProgram(actions, levels, bounds)
        optimum = program.solve()
        missed = _missed(optimum.rows, levels, set(bounds))
        if not missed:
            return optimum
        bounds += missed


def _missed(rows: Sequence[Sequence[Fraction]], levels: Levels, known: set[Bound]) -> list[Bound]:
    """Bounds that the table violates, or whose excess was not counted."""
    found = []
    spent = levels.excesses(rows)
    for (a, b), excess in spent.items():
        if excess > levels.deltas[a][b]:
            g = Fraction(levels.lo[a][b])
            over = (x for x, row in enumerate(rows) if row[a] > g * row[b])
            found += [(x, a, b) for x in over if (x, a, b) not in known]
    return found


class _ActionProgram:
    """The direct program in rationals: columns P[x, j], then S of the soft bounds."""

    def __init__(self, actions: Actions, levels: Levels, bounds: Sequence[Bound]) -> None:
        self._actions, self._levels, self._bounds = actions, levels, bounds
        self._count, self._truths = len(actions), levels.truths
        self._soft = sorted({(a, b) for _, a, b in bounds if (a, b) in levels.approximate})

    def solve(self) -> ActionOptimum:
        truths, soft = self._truths, self._soft
        costs = [-c for row in self._actions for c in row]
        columns = self._entries() + self._excesses()
        costs += [Fraction(0)] * (len(columns) - len(costs))
        room = [self._levels.approximate[pair] for pair in soft]
        rhs = [Fraction(1)] * truths + [Fraction(0)] * len(self._bounds) + room
        solution = lp.decide(lp.pose_columns(costs, columns, rhs, truths))
        return self._optimum(solution)

    def _entries(self) -> list[Mapping[int, Fraction]]:
        """P[x, j]: in the row of truth j, and in the bounds of action x."""
        columns = [{j: Fraction(1)} for _ in range(self._count) for j in range(self._truths)]
        for n, (x, a, b) in enumerate(self._bounds):
            row = self._truths + n
            columns[x * self._truths + a][row] = Fraction(1)
            columns[x * self._truths + b][row] = -Fraction(self._levels.lo[a][b])
        return list(columns)

    def _excesses(self) -> list[Mapping[int, Fraction]]:
        """S: against its bound, and in the room of its pair."""
        place = {pair: n for n, pair in enumerate(self._soft)}
        first = self._truths + len(self._bounds)
        columns: list[Mapping[int, Fraction]] = []
        for n, (_, a, b) in enumerate(self._bounds):
            if (a, b) in place:
                rows = {self._truths + n: Fraction(-1), first + place[a, b]: Fraction(1)}
                columns.append(rows)
        return columns

    def _optimum(self, solution: lp.Solution) -> ActionOptimum:
        truths = self._truths
        flat = solution.x[: self._count * truths]
        rows = tuple(flat[x * truths : (x + 1) * truths] for x in range(self._count))
        multipliers: Multipliers = tuple({} for _ in self._actions)
        for (x, a, b), dual in zip(self._bounds, solution.dual_ub, strict=False):
            if dual:
                multipliers[x][a, b] = -dual
        tail = solution.dual_ub[len(self._bounds) :]
        pair_prices = {pair: -z for pair, z in zip(self._soft, tail, strict=True) if z}
        prices = tuple(-y for y in solution.dual_eq)
        return ActionOptimum(rows, prices, pair_prices, multipliers)


def rounded(
    actions: Actions, levels: Levels, table: FloatTable, priced: FloatTable
) -> ActionOptimum:
    """A table and prices from doubles, exactly private and exactly covering."""
    multipliers: Multipliers = tuple({} for _ in actions)
    for (x, a, b), value in priced.multipliers.items():
        multipliers[x][a, b] = _near(value)
    prices, pair_prices = least_prices(actions, levels, multipliers)
    return ActionOptimum(private_rows(table.entries, levels), prices, pair_prices, multipliers)


def least_prices(
    actions: Actions, levels: Levels, multipliers: Sequence[Mapping[Pair, Fraction]]
) -> tuple[tuple[Fraction, ...], dict[Pair, Fraction]]:
    """The least y and z with which these multipliers cover every action, for the upper ends."""
    needs = [_needs(row, f, levels.hi) for row, f in zip(actions, multipliers, strict=True)]
    prices = tuple(max(column) for column in zip(*needs, strict=True))
    pair_prices: dict[Pair, Fraction] = {}
    for f in multipliers:
        for pair, value in f.items():
            if pair in levels.approximate:
                pair_prices[pair] = max(value, pair_prices.get(pair, value))
    return prices, pair_prices


def _needs(
    row: Sequence[Fraction], multipliers: Mapping[Pair, Fraction], matrix: Matrix
) -> list[Fraction]:
    """c_j - sum_b f_jb + sum_a g_aj f_aj for each truth j."""
    needed = list(row)
    for (a, b), f in multipliers.items():
        needed[a] -= f
        needed[b] += Fraction(matrix[a][b]) * f
    return needed


def _near(value: float) -> Fraction:
    return Fraction(round(value * GRID), GRID)


def private_rows(entries: np.ndarray, levels: Levels) -> tuple[tuple[Fraction, ...], ...]:
    """A table near these doubles that obeys the lower ends exactly.

    Each row is lowered to the largest row below it in the cone of the pure bounds, what columns
    lack is added to one row together with a constant report, and the rest is scaled for it: the
    constant is so large that the row, and every sum of excesses, stays within its bound.
    """
    matrix = levels.pure(levels.lo)
    bounds = [(a, b, *Fraction(matrix[a][b]).as_integer_ratio()) for a, b in essential(matrix)]
    places = [[round(max(x, 0.0) * GRID) for x in row] for row in entries.tolist()]
    rows = [[Fraction(x, GRID) for x in _drawn_in(row, bounds)] for row in places]
    rows = _below_one(rows)
    lacking = [1 - sum(column) for column in zip(*rows, strict=True)]
    share = _constant_share(rows, lacking, levels)
    scaled = [[(1 - share) * x for x in row] for row in rows]
    fullest = max(range(len(rows)), key=lambda x: min(rows[x]))
    added = (share + (1 - share) * d for d in lacking)
    scaled[fullest] = [x + d for x, d in zip(scaled[fullest], added, strict=True)]
    return tuple(map(tuple, scaled))


def _drawn_in(row: list[int], bounds: Sequence[tuple[int, int, int, int]]) -> list[int]:
    """Places on the grid, lowered until r_a <= g_ab r_b for all essential pairs; g = n/d."""
    changed = True
    while changed:
        changed = False
        for a, b, top, bottom in bounds:
            most = top * row[b] // bottom
            if row[a] > most:
                row[a] = most
                changed = True
    return row


def _below_one(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """The rows scaled so that no column exceeds one."""
    most = max(sum(column) for column in zip(*rows, strict=True))
    if most <= 1:
        return rows
    scale = Fraction(floor(GRID / most), GRID)
    return [[scale * x for x in row] for row in rows]


def _constant_share(
    rows: Sequence[Sequence[Fraction]], lacking: Sequence[Fraction], levels: Levels
) -> Fraction:
    """The least share t of a constant report that keeps every bound."""
    most, share = max(lacking), Fraction(0)
    least = min((g for row in levels.lo for g in row if 1 < g < OO), default=Fraction(2))
    if most > min(lacking):
        share = most / (Fraction(least) - 1)
    for (a, b), spent in levels.excesses(rows).items() if levels.approximate else ():
        delta = levels.deltas[a][b]
        if delta and spent > delta:
            share = max(share, 1 - delta / spent)
    return min(Fraction(ceil(share * GRID), GRID), Fraction(1))
