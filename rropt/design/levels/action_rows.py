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
        for x in range(count):
            for j in range(truths):
                cost = -self._gains[x, j] / self._unit
                solver.addCol(cost, 0.0, highspy.kHighsInf, 1, [j], [1.0])
        self._solver, self._free = solver, highspy.kHighsInf
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
        for x, a, b in fresh:
            self._add(x, a, b)
        return bool(fresh)

    def _violated(self) -> list[Bound]:
        import numpy as np

        found: list[tuple[float, Bound]] = []
        for (a, b), g in self._pairs.items():
            over = self.entries[:, a] - g * self.entries[:, b]
            soft = self._soft.get((a, b))
            if soft is not None and np.maximum(over, 0.0).sum() <= soft + VIOLATED:
                continue
            found += [(float(over[x]), (int(x), a, b)) for x in np.flatnonzero(over > VIOLATED)]
        found.sort(key=lambda item: -item[0])
        count, truths = self._shape
        return [bound for _, bound in found[: MOST_ADDED * count * truths]]

    def _add(self, x: int, a: int, b: int) -> None:
        """P[x, a] - g P[x, b] (- S) <= 0, scaled by 1 / g."""
        truths, g = self._shape[1], self._pairs[a, b]
        columns = [x * truths + a, x * truths + b]
        self._bounds.append((x, a, b))
        self._rows.append(self._added)
        self._solver.addRow(-self._free, 0.0, 2, columns, [1 / g, -1.0])
        self._added += 1
        if (a, b) in self._soft:
            row = self._room(a, b)
            self._solver.addCol(0.0, 0.0, self._free, 2, [self._rows[-1], row], [-1 / g, 1.0])

    def _room(self, a: int, b: int) -> int:
        """The row sum_x S_xab <= delta_ab."""
        if (a, b) not in self._capacity:
            self._solver.addRow(-self._free, self._soft[a, b], 0, [], [])
            self._capacity[a, b] = self._added
            self._added += 1
        return self._capacity[a, b]

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
