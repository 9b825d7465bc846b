"""The direct program of decisions in doubles: one report an action, bounds added when needed.

    maximise  sum_xj c_xj P[x, j]   with   sum_x P[x, j] = 1,   P >= 0,
    P[x, a] <= g_ab P[x, b]             for a pair without a delta,
    P[x, a] <= g_ab P[x, b] + S_xab,    sum_x S_xab <= delta_ab   for a pair with one.

Of the many bounds few bind: the program begins without them and is solved again with those that it
violates, until none is. Nothing rests on what is found here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.privacy.levels import Levels, Matrix, Pair, essential

if TYPE_CHECKING:
    import numpy as np

Bound = tuple[int, int, int]
"""Action x, and the pair (a, b) that it binds."""

Actions = Sequence[Sequence[Fraction]]

VIOLATED = 1e-9
"""HiGHS keeps rows to 1e-9 here; what is above this is a bound that it has not seen."""

MOST_ROUNDS = 200
MOST_ADDED = 4
"""Bounds added in a round, in multiples of the entries of the table."""

PAIRS_AT_ONCE = 1 << 12
"""Pairs whose bounds are looked at together: with 256 actions eight megabytes."""

TOLERANCE = 1e-10


@dataclass(frozen=True)
class FloatTable:
    """A table in doubles, multipliers of its bounds, prices of truths and of pairs."""

    entries: np.ndarray
    multipliers: dict[Bound, float]
    prices: np.ndarray
    pair_prices: dict[Pair, float]
    bounds: tuple[Bound, ...]
    """The bounds that are tight or priced."""


def float_table(actions: Actions, levels: Levels, matrix: Matrix) -> FloatTable:
    """The optimum in doubles for `matrix`, the lower or the upper end of the levels."""
    program = _Direct(actions, levels, matrix)
    for _ in range(MOST_ROUNDS):
        program.solve()
        if not program.add_violated():
            break
    return program.answer()


class _Direct:
    """The program in HiGHS, which keeps its basis while bounds are added."""

    def __init__(self, actions: Actions, levels: Levels, matrix: Matrix) -> None:
        import highspy
        import numpy as np

        self._gains = np.array([[float(c) for c in row] for row in actions])
        self._unit = float(np.abs(self._gains).max()) or 1.0
        count, truths = self._gains.shape
        self._shape = count, truths
        self._pairs = {pair: float(matrix[pair[0]][pair[1]]) for pair in _needed(levels, matrix)}
        self._soft = {pair: float(delta) for pair, delta in levels.approximate.items()}
        self._bounds: list[Bound] = []
        self._rows: list[int] = []
        self._capacity: dict[Pair, int] = {}
        solver = highspy.Highs()
        for name, value in _OPTIONS.items():
            solver.setOptionValue(name, value)
        for _ in range(truths):
            solver.addRow(1.0, 1.0, 0, [], [])
        self._solver, self._free = solver, highspy.kHighsInf
        columns = np.tile(np.arange(truths), count)[:, None]
        self._add_columns(-self._gains.ravel() / self._unit, columns, np.ones(columns.shape))
        self._added = truths

    def solve(self) -> None:
        import numpy as np

        self._solver.run()
        solution = self._solver.getSolution()
        count, truths = self._shape
        self.entries = np.array(solution.col_value[: count * truths]).reshape(count, truths)
        self._duals = np.array(solution.row_dual)

    def add_violated(self) -> bool:
        """The worst violated bounds, each once; False where there is none."""
        wanted = self._violated()
        known = set(self._bounds)
        fresh = [bound for bound in wanted if bound not in known]
        if fresh:
            self._add(fresh)
        return bool(fresh)

    def _violated(self) -> list[Bound]:
        import numpy as np

        pairs = list(self._pairs)
        excess: list[np.ndarray] = []
        places: list[np.ndarray] = []
        for start in range(0, len(pairs), PAIRS_AT_ONCE):
            block = pairs[start : start + PAIRS_AT_ONCE]
            first, second = np.array(block).T
            rates = np.array([self._pairs[pair] for pair in block])[:, None]
            allowed = np.array([self._soft.get(pair, -np.inf) for pair in block])[:, None]
            over = self.entries.T[first] - rates * self.entries.T[second]
            is_open = np.maximum(over, 0.0).sum(axis=1, keepdims=True) > allowed + VIOLATED
            pair, action = np.nonzero((over > VIOLATED) & is_open)
            excess.append(over[pair, action])
            places.append(np.column_stack([action, first[pair], second[pair]]))
        if not places:
            return []
        worst = np.argsort(-np.concatenate(excess), kind="stable")
        count, truths = self._shape
        chosen = np.concatenate(places)[worst[: MOST_ADDED * count * truths]]
        return [(x, a, b) for x, a, b in chosen.tolist()]

    def _add(self, fresh: Sequence[Bound]) -> None:
        """P[x, a] - g P[x, b] (- S) <= 0, scaled by 1 / g; one by one they would be slow."""
        import numpy as np

        truths = self._shape[1]
        entries = np.array([[x * truths + a, x * truths + b] for x, a, b in fresh])
        rates = np.array([1 / self._pairs[a, b] for _, a, b in fresh])
        rows = self._added + np.arange(len(fresh))
        self._add_rows(np.zeros(len(fresh)), entries, np.column_stack([rates, -np.ones(len(rows))]))
        self._bounds += fresh
        self._rows += rows.tolist()
        self._open([(a, b) for _, a, b in fresh if (a, b) in self._soft])
        soft = [n for n, (_, a, b) in enumerate(fresh) if (a, b) in self._soft]
        if soft:
            rooms = np.array([self._capacity[fresh[n][1:]] for n in soft])
            places = np.column_stack([rows[soft], rooms])
            values = np.column_stack([-rates[soft], np.ones(len(soft))])
            self._add_columns(np.zeros(len(soft)), places, values)

    def _open(self, pairs: Sequence[Pair]) -> None:
        """The rows sum_x S_xab <= delta_ab of pairs that have none yet."""
        import numpy as np

        closed = [pair for pair in dict.fromkeys(pairs) if pair not in self._capacity]
        if closed:
            self._capacity |= {pair: self._added + n for n, pair in enumerate(closed)}
            limits = np.array([self._soft[pair] for pair in closed])
            none = np.zeros((len(closed), 0))
            self._add_rows(limits, none.astype(int), none)

    def _add_rows(self, most: np.ndarray, columns: np.ndarray, values: np.ndarray) -> None:
        """Rows with as many entries each, from minus infinity to their limits."""
        import numpy as np

        count, width = columns.shape
        least, starts = np.full(count, -self._free), np.arange(count) * width
        self._solver.addRows(
            count, least, most, values.size, starts, columns.ravel(), values.ravel()
        )
        self._added += count

    def _add_columns(self, costs: np.ndarray, rows: np.ndarray, values: np.ndarray) -> None:
        """Variables from zero on with as many entries each."""
        import numpy as np

        count, width = rows.shape
        least, most = np.zeros(count), np.full(count, self._free)
        starts = np.arange(count) * width
        self._solver.addCols(
            count, costs, least, most, values.size, starts, rows.ravel(), values.ravel()
        )

    def answer(self) -> FloatTable:
        unit = self._unit
        multipliers = {}
        for bound, row in zip(self._bounds, self._rows, strict=True):
            dual = -float(self._duals[row]) * unit / self._pairs[bound[1:]]
            if dual > 0:
                multipliers[bound] = dual
        pair_prices = {pair: -unit * float(self._duals[r]) for pair, r in self._capacity.items()}
        prices = -unit * self._duals[: self._shape[1]]
        tight = [bound for bound in self._bounds if bound in multipliers or self._is_tight(bound)]
        return FloatTable(self.entries, multipliers, prices, pair_prices, tuple(tight))

    def _is_tight(self, bound: Bound) -> bool:
        x, a, b = bound
        over = self.entries[x, a] - self._pairs[a, b] * self.entries[x, b]
        return bool(over > (VIOLATED if (a, b) in self._soft else -VIOLATED))


_OPTIONS = {
    "output_flag": False,
    "threads": 1,
    "primal_feasibility_tolerance": TOLERANCE,
    "dual_feasibility_tolerance": TOLERANCE,
}


def _needed(levels: Levels, matrix: Matrix) -> list[Pair]:
    """The pairs with a delta, and those of the others from which the rest follows."""
    return [*essential(levels.pure(matrix)), *levels.approximate]
