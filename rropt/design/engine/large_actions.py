"""Decisions of many actions or truths under a matrix of levels, near the optimum and then exact.

Few of many actions are ever taken. Those that are best under one level, for some levels of the
matrix, are tried first; the path (`action_path`) finds a table and prices for them, and every
action that the prices do not cover joins. The prices are the least ones that
cover with rounded multipliers, so they hold exactly, and so does the table. Levels beyond doubles
are capped, which only adds to privacy and to prices:

**A private table on a grid.** Sums of the first rows are rounded to multiples of 1/N: each entry is
off by less than 1/N, and columns add up to one. Before, the rows are mixed with as many constant
ones, (1 - t) P + t / m. A level g then has t (g - 1) / m to spare, and rounding takes (g + 1) / N.

**Multipliers** show how far prices cover an action. Prices y cover the action c if some f >= 0 has
y_j - c_j + sum_b f_jb - sum_a g_aj f_aj >= 0 for all truths. So f carries what truths with y_b >
c_b can spare to those with y_a < c_a, one unit at a for g_ab at b; by way of a third truth it would
cost as much or more, where levels are no larger than products along paths. The least t by which all
prices have to rise so that this succeeds is a program of k rows, whose columns come in when the
prices of rows ask for them; at its end at most k pairs have a multiplier. The prices cover exactly
where t is not above zero. (Where it is, more truths could give at the higher prices, and a little
less might do.)

All is in doubles: prices that cover with rounded multipliers are found by who asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import frexp
from typing import Any

import numpy as np

from rropt.design.engine.action_path import PathEnd, follow
from rropt.design.engine.action_program import Actions
from rropt.design.linear.decisions import solve_decisions
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.lp.highs import TIGHTEST, feasible_within, highs
from rropt.privacy import LocalDP
from rropt.privacy.bound_forms import Key
from rropt.privacy.levels import Levels, Pair
from rropt.utility import Gain

Array = np.ndarray

MANY_COLUMNS = 2_000
"""Entries of the table beyond which the path is taken: with 2,500 of 50 random actions the program
of HiGHS and its refinement take 30 s, the path less than one."""

MOST_ENTRIES = 1 << 17
"""Actions times truths, which have a gain and a multiplier each: more are no certificate."""

MOST_PLACES = 1 << 22
"""Actions in use times the square of truths: a dozen arrays of 32 megabytes each."""

MOST_CHECKED = 1 << 21
"""Reports times the square of truths: with more a checker would not look at the certificate."""

MOST_LEVEL = 2.0**24
"""Doubles lose tables and prices beyond: of 64 places on a line, epsilon 1, nothing was left, and
of 8 x 8, epsilon 2, gaps are 7e-5 with it and 1e-3 without."""

FEW_LEVELS = 2
"""Levels a truth of a line or a ring: with so few that follow from no others the program of HiGHS
takes seconds for a hundred places and as many actions, and is refined."""

MOST_ROUNDS = 12

ALL = 0.5
"""Where more than this share of the actions seems of use, all are."""

SHARES = (0.0, 0.25, 0.5)
"""Levels that are tried alone: the least of the matrix, its lower quartile, its median. Of 256
random actions 18 are best at one of them, the 13 of the optimum among these."""

SHORT = 1e-9
"""An action that is uncovered by more than this share of the largest gain joins."""

UNUSED = 1e-9
"""Rows of the path with smaller entries are no reports."""

TABLE_BITS = 48
"""Entries of a table are multiples of 2^-TABLE_BITS."""

BITS = 40
"""Multipliers are multiples of 2^-BITS of the largest gain: 256 x 256 of them, in short numbers,
fit into a certificate."""


def is_large(actions: Actions, levels: object) -> bool:
    """Whether this way is taken: many entries, and many levels, above one, without a delta."""
    if not isinstance(levels, Levels) or not levels.is_pure or levels.singles:
        return False
    if len(actions) * levels.truths <= MANY_COLUMNS:
        return False
    is_few = len(levels.bound_forms(0)) <= FEW_LEVELS * levels.truths
    if is_few and len(actions) <= levels.truths:
        return False
    return all(levels.lo[a][b] > 1 for a, b in levels.bound_pairs)


def solve_large(
    actions: Actions, levels: Levels
) -> tuple[list[list[Fraction]], list[dict[Key, Fraction]]]:
    """A private table, and multipliers of the levels for each action."""
    if len(actions) * levels.truths > MOST_ENTRIES:
        raise InputError(
            f"actions times truths must be at most {MOST_ENTRIES} here, got "
            f"{len(actions)} x {levels.truths}"
        )
    gains = np.array([[float(x) for x in action] for action in actions])
    low, high = (np.array(matrix, dtype=float) for matrix in (levels.lo, levels.hi))
    kept = np.full(low.shape, np.inf)
    for form in levels.bound_forms(0):
        a, b = form.owner
        kept[a, b] = low[a, b]
    # A far level is kept as if it were nearer, and nothing is paid along it.
    kept[low > MOST_LEVEL] = MOST_LEVEL
    high[high > MOST_LEVEL] = np.inf
    used = _first_actions(actions, low)
    unit = float(np.abs(gains).max()) or 1.0
    for _ in range(MOST_ROUNDS):
        end = _found(gains[used], kept)
        _reports(end.table)  # too many are refused before prices are proved
        proofs = [covered(action, end.prices, high) for action in gains]
        short = {x for x, proof in enumerate(proofs) if proof.short > SHORT * unit}
        if short <= set(used):
            break
        used = sorted(short.union(used))
    least = min(levels.lo[a][b] for a, b in levels.bound_pairs)
    rows = table_on_grid(_reports(end.table), Fraction(least))
    return rows, [_rounded(proof, unit) for proof in proofs]


def table_on_grid(table: Array, least: Fraction) -> list[list[Fraction]]:
    """A table near this one with short entries, private where this one is, up to rounding errors.

    All levels are at least so large, and above one.

    >>> found = table_on_grid(np.array([[0.75, 0.25], [0.25, 0.75]]), Fraction(3))
    >>> [sum(column) for column in zip(*found)], found[0][0] < 3 * found[0][1]
    ([Fraction(1, 1), Fraction(1, 1)], True)
    """
    reports = len(table)
    wide = (least + 1) / (least - 1)
    unit = 1 << TABLE_BITS
    # Twice what rounding to the grid takes: doubles are off by a sixteenth of a step at most.
    share = 2 * reports * wide / unit
    columns = []
    for column in table.T:
        exact = [Fraction(float(x)) for x in column]
        total = sum(exact)
        mixed = [(1 - share) * x / total + share / reports for x in exact]
        ends = [0, *(round(x * unit) for x in accumulate(mixed))]
        columns.append([Fraction(b - a, unit) for a, b in pairwise(ends)])
    return list(map(list, zip(*columns, strict=True)))


def _found(gains: Array, levels: Array) -> PathEnd:
    if gains.size * gains.shape[1] > MOST_PLACES:
        raise InputError(
            f"actions in use times truths squared must be at most {MOST_PLACES} here, got "
            f"{gains.shape[0]} x {gains.shape[1]}^2"
        )
    return follow(gains, levels)


def _reports(table: Array) -> Array:
    """The rows in use."""
    found = table[table.max(1) > UNUSED]
    if found.size * table.shape[1] > MOST_CHECKED:
        raise InputError(
            f"reports times truths squared must be at most {MOST_CHECKED} for a checker, got "
            f"{found.shape[0]} x {found.shape[1]}^2"
        )
    return found


def _first_actions(actions: Actions, levels: Array) -> list[int]:
    """Those that are best under some one level, in order."""
    count, truths = len(actions), len(actions[0])
    finite = np.sort(levels[np.isfinite(levels) & ~np.eye(truths, dtype=bool)])
    scaled = [[x * truths for x in action] for action in actions]
    objective = Gain(scaled, [Fraction(1, truths)] * truths)
    found: set[int] = set()
    for share in SHARES:
        level = LocalDP.from_gamma(Fraction(float(finite[int(share * (len(finite) - 1))])))
        optimum = solve_decisions(Problem(level, objective))
        if optimum is None:
            return list(range(count))
        found.update(objective.decision(pattern)[0] for pattern in optimum.patterns)
    return sorted(found) if len(found) <= ALL * count else list(range(count))


def _rounded(proof: CoveredAction, unit: float) -> dict[Key, Fraction]:
    """On a grid for gains of this size."""
    _, magnitude = frexp(unit)
    grid = Fraction(2) ** (BITS - magnitude)
    found: dict[Key, Fraction] = {
        pair: round(f * grid) / grid for pair, f in proof.multipliers.items()
    }
    return {pair: f for pair, f in found.items() if f}


CHEAPEST = 8
"""Pairs of each truth that the program begins with, those of the lowest levels."""

MOST_JOINING = 500
MOST_PATHS = 100

TOLERANCE = 1e-9
"""Of reduced costs, where prices of rows add up to one."""

MARGIN = 2.0**-30
"""Prices that are larger than needed by this share of the largest gain may stay so: to lower them
further takes several times as many pivots, and rounding needs some of it."""

OPTIONS: dict[str, Any] = {"presolve": "off", **feasible_within(TIGHTEST)}


@dataclass(frozen=True)
class CoveredAction:
    """How much all prices would have to rise, and the multipliers that show it."""

    short: float
    multipliers: Mapping[Pair, float]


def covered(action: Array, prices: Array, levels: Array) -> CoveredAction:
    """Whether prices cover, and by which multipliers; levels are infinite where nothing is bound.

    >>> levels = np.array([[1.0, 3.0], [3.0, 1.0]])
    >>> found = covered(np.array([0.5, 0.0]), np.array([0.375, 0.375]), levels)
    >>> abs(found.short) < 1e-9, {pair: round(f, 6) for pair, f in found.multipliers.items()}
    (True, {(0, 1): 0.125})
    """
    missing = action - prices
    unit = float(np.abs(missing).max()) or 1.0
    needing = np.flatnonzero(missing > 0)
    giving = np.flatnonzero(missing <= 0)
    if not needing.size or not giving.size:
        return CoveredAction(float(missing.max()), {})
    program = _Carried(missing / unit, needing, giving, levels[np.ix_(needing, giving)])
    rise = program.solved(MARGIN * float(np.abs(action).max()) / unit)
    return CoveredAction(rise * unit, {pair: f * unit for pair, f in program.carried().items()})


class _Carried:
    """The program: t, and a column for some pairs of a needing and a giving truth."""

    def __init__(self, missing: Array, needing: Array, giving: Array, levels: Array) -> None:
        self.needing = needing
        self.giving = giving
        self.joined = ~np.isfinite(levels)
        self.levels = np.where(self.joined, 0.0, levels)
        self.pairs: list[Pair] = []
        self._solver = highs(OPTIONS)
        count = len(missing)
        most = np.full(count, np.inf)
        nothing = np.zeros(0)
        starts = np.zeros(count, dtype=np.int32)
        self._solver.addRows(
            count, missing, most, 0, starts, nothing.astype(np.int32), nothing
        )  # fmt: skip
        rows = np.arange(count, dtype=np.int32)
        self._solver.addCol(1.0, -np.inf, np.inf, count, rows, np.ones(count))
        self._join(~self.joined & _cheapest(levels))

    def solved(self, margin: float) -> float:
        """The least t that is not below -margin."""
        self._solver.changeColBounds(0, -margin, np.inf)
        for _ in range(MOST_PATHS):
            self._solver.run()
            prices = np.array(self._solver.getSolution().row_dual)
            gained = prices[self.needing][:, None] - np.where(
                self.joined, np.inf, self.levels * prices[self.giving][None, :]
            )
            fresh = gained > TOLERANCE
            if not fresh.any():
                break
            if fresh.sum() > MOST_JOINING:
                fresh &= gained >= np.partition(gained.ravel(), -MOST_JOINING)[-MOST_JOINING]
            self._join(fresh)
        return float(self._solver.getSolution().col_value[0])

    def carried(self) -> dict[Pair, float]:
        """The multipliers above zero."""
        values = self._solver.getSolution().col_value[1:]
        return {pair: f for pair, f in zip(self.pairs, values, strict=True) if f > 0}

    def _join(self, fresh: Array) -> None:
        """Columns +1 at the needing truth, -g at the giving one."""
        rows, columns = np.nonzero(fresh)
        self.joined[rows, columns] = True
        needing = self.needing[rows]
        giving = self.giving[columns]
        self.pairs += zip(needing.tolist(), giving.tolist(), strict=True)
        count = len(rows)
        places = np.stack([needing, giving], axis=1).ravel().astype(np.int32)
        values = np.stack([np.ones(count), -self.levels[rows, columns]], axis=1).ravel()
        nothing = np.zeros(count)
        self._solver.addCols(
            count, nothing, nothing, np.full(count, np.inf), 2 * count,
            np.arange(0, 2 * count, 2, dtype=np.int32), places, values,
        )  # fmt: skip


def _cheapest(levels: Array) -> Array:
    """The lowest levels of each row and column."""
    in_rows = np.sort(levels, axis=1)[:, [min(CHEAPEST, levels.shape[1]) - 1]]
    in_columns = np.sort(levels, axis=0)[[min(CHEAPEST, levels.shape[0]) - 1], :]
    return (levels <= in_rows) | (levels <= in_columns)
