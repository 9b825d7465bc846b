"""Any linear utility under a matrix of levels: the program over the extreme patterns.

    maximise sum_r w_r u(r)   with   sum_r w_r r = 1,
    sum_r w_r [r_a - g_ab r_b]_+ <= delta_ab   for each pair with a delta.

Doubles choose among all patterns; the exact program is over those whose price they find close to
their utility, and over every other that its exact prices then leave uncovered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rropt import lp
from rropt.design.problem import Optimum
from rropt.exact import InputError
from rropt.exact.convert import dot
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import LOW, Conditions, Key, LevelCondition
from rropt.privacy.levels import Levels
from rropt.privacy.patterns_of_levels import patterns_of
from rropt.utility import Utility

if TYPE_CHECKING:
    import numpy as np

FEW = 60
"""So many patterns are all put into the exact program, without doubles."""

NEAR = 1e-9
"""Patterns this close to their price, as a share of the largest utility, are candidates."""

DOUBTFUL = 1e-11
"""Patterns priced higher than this above their utility need no exact look."""


def solve_extremes(utility: Utility, levels: Levels | Conditions) -> Optimum:
    """Weights for the lower ends, prices for the upper ones."""
    primal = _ExtremesProgram(utility, levels, levels.lo)
    found = primal.solve()
    dual, priced = primal, found
    if not levels.is_exact:
        dual = _ExtremesProgram(utility, levels, levels.hi)
        priced = dual.solve()
    used = [(r, w) for r, w in zip(primal.chosen, found.x, strict=True) if w]
    return Optimum(
        tuple(r for r, _ in used),
        tuple(w for _, w in used),
        priced.dual_eq,
        {pair: z for pair, z in zip(levels.approximate, priced.dual_ub, strict=True) if z},
    )


def prices_of_extremes(
    utility: Utility, conditions: Conditions
) -> tuple[tuple[Fraction, ...], dict[Key, Fraction]]:
    """Prices of truths and of conditions for the upper ends."""
    priced = _ExtremesProgram(utility, conditions, conditions.hi).solve()
    pairs = zip(conditions.approximate, priced.dual_ub, strict=True)
    return priced.dual_eq, {key: z for key, z in pairs if z}


@dataclass
class _ExtremesProgram:
    """The patterns of one end of the levels, and those chosen for the exact program."""

    utility: Utility
    levels: Levels | Conditions
    matrix: Any

    def __post_init__(self) -> None:
        self.patterns = patterns_of(self.levels, self.matrix)
        if isinstance(self.levels, Conditions) and self.matrix == self.levels.lo:
            self.patterns = [r for r in self.patterns if not self.levels.is_infinite(r)]
        self.chosen: list[Pattern] = []

    def solve(self) -> lp.Solution:
        """The exact optimum; doubles leave out patterns that are priced with room to spare."""
        self.chosen = self.patterns if len(self.patterns) <= FEW else self._candidates()
        while True:
            solution = self._restricted()
            missing = self._uncovered(solution)
            if not missing:
                return solution
            self.chosen = self.chosen + missing

    def _restricted(self) -> lp.Solution:
        worth = [self._worth(r) for r in self.chosen]
        pairs = self.levels.allowed(self.matrix)
        return lp.maximize(
            worth,
            list(zip(*self.chosen, strict=True)),
            [Fraction(1)] * self.levels.truths,
            [[self._excess(r, pair) for r in self.chosen] for pair in pairs],
            list(pairs.values()),
        )

    def _worth(self, pattern: Pattern) -> Fraction:
        """The utility from above."""
        try:
            return self.utility.bounds(pattern)[1]
        except (ZeroDivisionError, InputError):
            raise self._infinite() from None

    def _infinite(self) -> InputError:
        if isinstance(self.levels, Conditions) and self.levels.has_orders:
            return InputError(
                f"objective must be finite on all reports under a Renyi budget, got "
                f"{self.utility.label}: the lines that stand for the budget in a proof bound no "
                "report that shows for certain what the truth is not"
            )
        return InputError(
            f"{self.utility.label} is infinite at this level: a report may show for certain what "
            "the truth is not"
        )

    def _excess(self, pattern: Pattern, pair: Key) -> Fraction:
        return self.levels.excess(self.matrix, pair, pattern)  # type: ignore[arg-type]

    def _uncovered(self, solution: lp.Solution) -> list[Pattern]:
        """Patterns worth more than their exact price, among those that doubles doubt."""
        if len(self.chosen) == len(self.patterns):
            return []
        known = set(self.chosen)
        doubtful = self._above(solution.dual_eq, solution.dual_ub, -DOUBTFUL)
        unknown = (r for r in doubtful if r not in known)
        return [r for r in unknown if self._worth(r) > self._price(r, solution)]

    def _price(self, pattern: Pattern, solution: lp.Solution) -> Fraction:
        plain = dot(solution.dual_eq, pattern)
        pairs = zip(self.levels.approximate, solution.dual_ub, strict=True)
        return plain + sum((z * self._excess(pattern, pair) for pair, z in pairs), Fraction(0))

    def _candidates(self) -> list[Pattern]:
        """What doubles solve the whole program with, and all that is close to its price."""
        import numpy as np

        rows, worth, excesses = self._arrays
        if not np.isfinite(worth).all():
            raise self._infinite()
        y, z = _float_prices(rows, worth, excesses, list(self.levels.allowed(self.matrix).values()))
        return self._above(y, z, -NEAR)

    def _above(self, y: Any, z: Any, least: float) -> list[Pattern]:
        """Patterns whose utility less price is above `least`, in units of the largest utility."""
        import numpy as np

        rows, worth, excesses = self._arrays
        short = worth - rows @ np.array(y, dtype=float)
        if excesses.shape[1]:
            short = short - excesses @ np.array(z, dtype=float)
        return [self.patterns[n] for n in np.flatnonzero(short > least * np.abs(worth).max())]

    @cached_property
    def _arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rows divided by their largest entry, utilities, excesses, in doubles."""
        import numpy as np

        rows = np.array([[float(x / max(r)) for x in r] for r in self.patterns])
        pairs = list(self.levels.approximate)
        excesses = np.zeros((len(rows), len(pairs)))
        if isinstance(self.levels, Conditions):
            for n, (place,) in enumerate(pairs):
                excesses[:, n] = float_excesses(self.levels.listed[place], self.matrix, rows)
            return rows, self.utility.floats(rows), excesses
        matrix = np.array(self.matrix, dtype=float)
        for n, (a, b) in enumerate(pairs):
            excesses[:, n] = np.maximum(rows[:, a] - matrix[a, b] * rows[:, b], 0.0)
        return rows, self.utility.floats(rows), excesses


def float_excesses(condition: LevelCondition, end: int, rows: np.ndarray) -> np.ndarray:
    """What each row adds to a condition, in doubles."""
    import numpy as np

    if condition.order is not None and end == LOW:
        above = rows @ np.array(condition.left, dtype=float)
        below = rows @ np.array(condition.right, dtype=float)
        told = np.zeros(len(rows))
        seen = above > 0
        losses = np.log(above[seen] / below[seen])
        order = float(condition.order)
        told[seen] = above[seen] * (losses if order == 1 else np.exp((order - 1) * losses))
        return told
    factors = [float(c) for c, _ in condition.levels]
    forms = np.array([[float(x) for x in form] for _, form in condition.forms(end)])
    return np.maximum(rows @ forms.T, 0.0) @ np.array(factors)


def _float_prices(
    rows: np.ndarray, worth: np.ndarray, excesses: np.ndarray, deltas: Sequence[Fraction]
) -> tuple[np.ndarray, np.ndarray]:
    """The dual solution of the whole program in doubles."""
    import numpy as np
    from scipy.optimize import linprog

    unit = float(np.abs(worth).max()) or 1.0
    allowed = np.array([float(d) for d in deltas])
    scale = np.maximum(allowed, 1.0)
    answer = linprog(
        -worth / unit,
        A_eq=rows.T,
        b_eq=np.ones(rows.shape[1]),
        A_ub=(excesses / scale).T if len(deltas) else None,
        b_ub=allowed / scale if len(deltas) else None,
        method="highs-ds",
        options={"dual_feasibility_tolerance": 1e-10, "primal_feasibility_tolerance": 1e-10},
    )
    if answer.x is None:
        raise ArithmeticError("the program over the patterns could not be solved in doubles")
    z = -unit * answer.ineqlin.marginals / scale if len(deltas) else np.zeros(0)
    return -unit * answer.eqlin.marginals, z
