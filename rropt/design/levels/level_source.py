"""The extreme patterns of a matrix, as the curved solvers price them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rropt.design.curved.pattern_sources import NumberSource, Pair, Source
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.patterns.extreme import Pattern
from rropt.privacy.bound_forms import LOW
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels

if TYPE_CHECKING:
    import numpy as np

SHARE = 0.5
"""The start design uses at most this share of each delta: both ends of it are as far away."""


def source_of(problem: Problem) -> Source:
    """The patterns of the problem's privacy level, for its lower end."""
    levels = problem.levels
    if levels is None:
        return NumberSource.of(problem.truths, problem.gamma.lo, problem.delta)
    if levels.has_orders:
        raise InputError(
            "objective must be a linear utility under a Renyi budget: variance, trace, guess, "
            "mutual information or a divergence"
        )
    return LevelSource(levels, levels.patterns(LOW))


@dataclass(frozen=True)
class LevelSource:
    """All extreme patterns of a matrix, stored divided by their largest entry."""

    levels: Levels | Conditions
    patterns: Sequence[Pattern]

    @property
    def pairs(self) -> Sequence[Pair]:
        return [tuple(key) for key in self.levels.approximate]

    @property
    def deltas(self) -> Sequence[Fraction]:
        return list(self.levels.approximate.values())

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        import numpy as np

        tops = [self.top(r) for r in self.patterns]
        both = list(zip(self.patterns, tops, strict=True))
        rows = np.array([[float(x / top) for x in r] for r, top in both])
        moved = np.array([[float(x / top - 1) for x in r] for r, top in both])
        return rows, moved

    def pattern(self, index: int) -> Pattern:
        return self.patterns[index]

    def top(self, pattern: Pattern) -> Fraction:
        return max(pattern)

    def surplus(self, chosen: Any, number: Callable[[Fraction], Any]) -> np.ndarray:
        import numpy as np

        table = np.array([[number(Fraction(0))] * len(self.pairs)] * len(chosen))
        place = {key: n for n, key in enumerate(self.pairs)}
        for i, index in enumerate(chosen):
            r = self.patterns[index]
            for key, over in self.levels.excesses(LOW, r).items():
                table[i, place[tuple(key)]] = number(over / self.top(r))
        return table

    def start(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return self._begun

    @cached_property
    def _begun(self) -> tuple[np.ndarray, np.ndarray]:
        """Independent patterns with weights as far from zero as can be, and what balances them."""
        import numpy as np
        from scipy.linalg import qr
        from scipy.optimize import linprog

        rows, _ = self.arrays()
        truths = rows.shape[1]
        spread = qr(rows.T, mode="r", pivoting=True)[1][:truths]
        least = np.zeros((len(spread), len(rows) + 1))
        least[np.arange(len(spread)), spread] = -1.0
        least[:, -1] = 1.0
        limits, room = [least], [np.zeros(len(spread))]
        if self.pairs:
            surplus = self.surplus(range(len(rows)), float)
            limits.append(np.hstack([surplus.T, np.zeros((len(self.pairs), 1))]))
            room.append(SHARE * np.array([float(delta) for delta in self.deltas]))
        found = linprog(
            np.append(np.zeros(len(rows)), -1.0),
            A_eq=np.hstack([rows.T, np.zeros((truths, 1))]),
            b_eq=np.ones(truths),
            A_ub=np.vstack(limits),
            b_ub=np.concatenate(room),
            method="highs-ds",
        )
        if found.x is None or len(spread) < truths or not found.x[-1] > 0:
            raise InputError(
                "privacy must leave all truths apart for this objective: under these levels no "
                "table identifies the distribution"
            )
        weights = found.x[:-1]
        chosen = np.flatnonzero(weights > 0)
        return chosen, weights[chosen]
