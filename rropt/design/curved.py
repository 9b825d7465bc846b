"""Curved designs: column generation over patterns, then exact weights.

The linearised utility of a pattern at the candidate w is u(r) = sum_i alpha_i a'G_i a; a pattern
whose u exceeds its price enters the next round. What remains is rounded to exact weights whose
columns add up to one, and certified by exact linearisation (kind *gradient*).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from rropt.design.criteria import (
    AverageTrace,
    LargestTrace,
    LogDeterminant,
    SmallestEigenvalue,
)
from rropt.design.interior import Point, follow_path
from rropt.design.pool import Pool, pool_of, start
from rropt.design.problem import Problem

if TYPE_CHECKING:
    import numpy as np

ROUGH, CLOSER, COARSE = 1e-2, 0.03, 1e-5
"""While columns are generated the path is followed to mu = ROUGH, then closer, to COARSE."""

TELLING = 0.1
"""Prices at mu are good enough to tell shortfalls above this multiple of mu."""

ENOUGH = 1e-6
"""Patterns priced within this share of the optimum end the coarse search."""

MOST_ROUNDS = 60

FINE, FINE_ROUNDS = 1e-9, 4
"""Patterns that an answer at the end of the path shows to be missing; how often they are added."""


@dataclass(frozen=True)
class Search:
    """The floating-point answer: the pool, the chosen patterns, the weights, and the duals."""

    pool: Pool
    chosen: np.ndarray
    point: Point
    forms: list[tuple[float, np.ndarray]]

    def utilities(self) -> np.ndarray:
        """The linearised utility of every pattern in the pool."""
        import numpy as np

        return sum(
            share * np.einsum("ri,ij,rj->r", tangent, form, tangent)
            for (share, form), tangent in zip(self.forms, self.pool.columns.tangent, strict=True)
        )

    def shortfall(self) -> np.ndarray:
        """By how much each pattern's linearised utility exceeds its price on the path."""
        columns = self.pool.columns
        charge = columns.balance @ self.point.prices
        if columns.excess is not None:
            charge = charge + columns.excess @ self.point.pair_prices
        return self.utilities() - charge


@dataclass(frozen=True)
class Frame:
    """What stays the same in one search: the patterns, the criterion, the allowed excess."""

    pool: Pool
    criterion: Any
    delta: float

    @property
    def start(self) -> tuple[np.ndarray, np.ndarray]:
        """The patterns and weights of a design inside the region."""
        return start(self.pool.exponents, self.pool.columns.balance[:, -1], self.delta)

    def solve(self, chosen: np.ndarray, weights: np.ndarray, ends: tuple[float, float]) -> Search:
        """The end of the central path on the chosen patterns, from the given weights."""
        columns = self.pool.columns.take(chosen)
        point = follow_path(self.criterion, columns, self.delta, weights, ends)
        forms = self.criterion.forms(columns, point.weights, point.extra, ends[1])
        return Search(self.pool, chosen, point, forms)


def search(problem: Problem) -> Iterator[Search]:
    """Answers that use more and more patterns; the first with a tight certificate is the one.

    An answer far along the path shows patterns that the coarse prices could not tell.
    """
    import numpy as np

    frame = _frame(problem)
    found = _coarse(frame)
    rounds = 0 if frame.delta else FINE_ROUNDS
    for last in (*(False,) * rounds, True):
        unseen = np.array([], dtype=int)
        for answer in _answers(frame, found):
            unseen = np.setdiff1d(_missing(answer, FINE), found.chosen)
            if len(unseen) and not last:
                break
            yield answer
        if last or not len(unseen):
            return
        weights = _inwards(found.point.weights, frame.start[1], len(unseen))
        try:
            found = frame.solve(np.append(found.chosen, unseen), weights, (COARSE, COARSE))
        except (ArithmeticError, np.linalg.LinAlgError):
            yield answer
            return


def _answers(frame: Frame, found: Search) -> Iterator[Search]:
    """The end of the path on the patterns with visible weight, then on more of them."""
    import numpy as np

    chosen, weights = found.chosen, found.point.weights
    most = np.minimum(weights.max(), _largest(found.pool, frame.delta)[chosen])
    sizes = (weights.max(), most) if frame.delta else (weights.max(),)
    for share, size in [*product((1e-3, 1e-5), sizes), (0.0, 1.0)]:
        kept = weights >= share * size
        try:
            yield _polished(frame, chosen[kept], weights[kept])
        except (ArithmeticError, np.linalg.LinAlgError):
            continue


def _largest(pool: Pool, delta: float) -> np.ndarray:
    """The largest weight that the excesses allow each pattern."""
    import numpy as np

    excess = pool.columns.excess
    if excess is None:
        return np.full(len(pool.rows), np.inf)
    return delta / np.maximum(excess.max(axis=1), 1e-300)


def _coarse(frame: Frame) -> Search:
    """Column generation from the patterns with one high truth and with one low truth."""
    import numpy as np

    chosen, inside = frame.start
    weights, ends = inside, (0.1, ROUGH)
    for _ in range(MOST_ROUNDS):
        found = frame.solve(chosen, weights, ends)
        weights = found.point.weights
        worst = _missing(found, max(ENOUGH, ends[1] * TELLING))
        if len(worst):
            chosen = np.concatenate([chosen, worst])
            weights = _inwards(weights, inside, len(worst))
        elif ends[1] == COARSE:
            break
        ends = ends[1], ends[1] if len(worst) else max(COARSE, ends[1] * CLOSER)
    return found


def _missing(found: Search, least: float) -> np.ndarray:
    """The patterns that most exceed their prices, by more than `least`."""
    import numpy as np

    shortfall = found.shortfall()
    shortfall[found.chosen] = 0.0
    worst = np.argsort(-shortfall)[: 2 * len(found.pool.basis)]
    return worst[shortfall[worst] > least]


def _inwards(weights: np.ndarray, inside: np.ndarray, fresh: int) -> np.ndarray:
    """A step back towards the start design, and a little weight on each new column."""
    import numpy as np

    moved = 0.9 * weights
    moved[: len(inside)] += 0.1 * inside
    return np.concatenate([moved, np.full(fresh, 1e-4 * weights.mean())])


def _polished(frame: Frame, chosen: np.ndarray, weights: np.ndarray) -> Search:
    """The end of the path; where more patterns are used than needed, once more on fewer."""
    ends = 1e-3 if frame.delta else COARSE, frame.criterion.fine
    found = frame.solve(chosen, weights, ends)
    fewer = None if frame.delta else _thinned(found)
    return found if fewer is None else frame.solve(*fewer, ends)


def _thinned(found: Search) -> tuple[np.ndarray, np.ndarray] | None:
    """The same information matrices from at most as many patterns as they have entries."""
    import numpy as np
    from scipy.optimize import linprog

    columns = found.pool.columns.take(found.chosen)
    _, n, size = columns.tangent.shape
    upper = np.triu_indices(size)
    moments = [np.einsum("ri,rj->rij", t, t)[:, *upper] for t in columns.tangent]
    rows = np.hstack([columns.balance, *moments])
    if n <= rows.shape[1]:
        return None
    target = rows.T @ found.point.weights
    answer = linprog(np.arange(n, dtype=float), A_eq=rows.T, b_eq=target, method="highs-ds")
    if answer.x is None:
        return None
    kept = answer.x > 1e-9 * answer.x.max()
    return found.chosen[kept], answer.x[kept]


def _frame(problem: Problem) -> Frame:
    pool = pool_of(problem.truths, problem.gamma.lo, problem.delta, problem.objective.scenarios)
    return Frame(pool, _criterion(problem, pool), float(problem.delta) * (1 - 1e-12))


def _criterion(problem: Problem, pool: Pool) -> Any:
    import numpy as np

    objective = problem.objective
    if objective.name == "d-optimal":
        return LogDeterminant()
    if objective.name == "e-optimal":
        return SmallestEigenvalue()
    full = np.array([[float(entry) for entry in row] for row in objective.criterion()])
    E = pool.basis.T @ full @ pool.basis
    if objective.robust == "minimax":
        unit = pool.scale**2
        return LargestTrace(E, tuple(float(s.offset) / unit for s in objective.scenarios))
    return AverageTrace(E, tuple(float(s.weight) for s in objective.scenarios))
