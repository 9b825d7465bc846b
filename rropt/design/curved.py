"""Curved designs: column generation over patterns, then exact weights.

The linearised utility of a pattern at the candidate w is u(r) = sum_i alpha_i a'G_i a; a pattern
whose u exceeds its price enters the next round. What remains is rounded to exact weights whose
columns add up to one, and certified by exact linearisation (kind *gradient*).

The search runs in doubles. Where the optimum is nearly singular, or a largest eigenvalue is
multiple, doubles do not reach the end of the path: python-flint's balls walk the rest of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rropt.design.arrays import ball, lifted, times
from rropt.design.criteria import (
    AverageTrace,
    LargestTrace,
    LogDeterminant,
    SmallestEigenvalue,
    trace_terms,
)
from rropt.design.interior import Columns, Point, Program
from rropt.design.pool import Pool, pool_of, start, tangent_basis
from rropt.design.problem import Problem
from rropt.design.thin import fewest

if TYPE_CHECKING:
    import numpy as np

BEGIN = 0.1
STAGES = (1e-2, 3e-4, 1e-5, 1e-7, 1e-9, 1e-11)
"""Where the path begins, and where on it patterns are priced."""

FINE = 1e-14
"""The end of the path in doubles."""

FINEST = (1e-12, 1e-11, 1e-14)
"""Ends of the path in balls, one after the other until one is certified tightly."""

TELLING, TOLD = 0.1, 1e-11
"""Shortfalls above this multiple of mu bring a pattern in; at the end of the path, above TOLD."""

MOST_ROUNDS = 60

VISIBLE = 1e-9
"""Weights below this share of the largest are left out where that does no harm."""

PRECISION = 256
"""Bits of the balls."""

MOST_PRECISE = 250
"""With more patterns the balls would take minutes."""


@dataclass(frozen=True)
class Search:
    """The floating-point answer: the pool, the chosen patterns, the weights, and the duals."""

    pool: Pool
    chosen: np.ndarray
    point: Point
    mu: float
    forms: list[tuple[float, np.ndarray]]

    def utilities(self) -> np.ndarray:
        """The linearised utility of every pattern in the pool."""
        return sum(
            share * ((tangent @ form) * tangent).sum(axis=1)
            for (share, form), tangent in zip(self.forms, self.pool.columns.tangent, strict=True)
        )

    def charges(self) -> np.ndarray:
        """What every pattern in the pool is charged on the path."""
        columns, point = self.pool.columns, self.point
        charge = columns.balance @ point.prices.astype(float)
        if columns.excess is not None:
            shares = point.pair_prices.astype(float) / float(self.pool.delta)
            charge = charge + columns.excess @ shares
        return charge

    def missing(self, least: float) -> tuple[np.ndarray, np.ndarray]:
        """The patterns that exceed their charges by more than `least`, and by how much."""
        import numpy as np

        shortfall = self.utilities() - self.charges()
        shortfall[self.chosen] = 0.0
        worst = np.argsort(-shortfall)[: 2 * len(self.pool.basis)]
        worst = worst[shortfall[worst] > least]
        return worst, shortfall[worst]

    def wider(self, fresh: np.ndarray, short: np.ndarray) -> Search:
        """The same point with a little weight on new patterns, which are short by so much."""
        import numpy as np

        weights, spare = self.point.weights, self.point.spare
        sizes = np.minimum(self.mu / np.maximum(short, self.mu), 0.01 * float(weights.mean()))
        new = lifted(sizes) if weights.dtype == object else sizes
        point = replace(
            self.point,
            weights=np.append(weights, new),
            spare=np.append(spare, self.mu / new),
        )
        return replace(self, chosen=np.append(self.chosen, fresh), point=point)

    def visible(self) -> Search:
        """Without the weights that are nearly zero."""
        weights = self.point.weights
        kept = weights > VISIBLE * weights.max()
        point = replace(self.point, weights=weights[kept], spare=self.point.spare[kept])
        return replace(self, chosen=self.chosen[kept], point=point)


@dataclass(frozen=True)
class Frame:
    """What stays the same in one search: the patterns, the criterion, the allowed excess."""

    pool: Pool
    criterion: Any
    delta: float

    def columns(self, chosen: np.ndarray) -> Columns:
        return self.pool.columns.take(chosen)

    def program(self, chosen: np.ndarray) -> Program:
        columns = self.columns(chosen)
        excess = columns.shares(self.delta)
        return Program(self.criterion, columns.tangent, columns.balance, excess)

    def start(self) -> Search:
        """A design inside the region."""
        chosen, weights = start(self.pool.exponents, self.pool.columns.balance[:, -1], self.delta)
        return Search(self.pool, chosen, self.program(chosen).begin(weights, BEGIN), BEGIN, [])

    def solve(self, found: Search, last: float) -> Search:
        """The point of the path at mu = last."""
        import numpy as np

        program = self.program(found.chosen)
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            point = program.follow(found.point, self.number(found.mu), self.number(last))
            forms = self.criterion.forms(program.tangent, point.weights, point.state)
        plain = [(float(share), form.astype(float)) for share, form in forms]
        return replace(found, point=point, mu=last, forms=plain)

    def number(self, value: float) -> Any:
        return value


class PreciseFrame(Frame):
    """The same in balls."""

    def columns(self, chosen: np.ndarray) -> Columns:
        return self.pool.precise(chosen)

    def number(self, value: float) -> Any:
        return ball(value)


def search(problem: Problem) -> Iterator[Search]:
    """Answers of more and more digits; the first with a tight certificate is the one."""
    import numpy as np

    frame = _frame(problem)
    rough = frame.start()
    try:
        for mu in STAGES:
            rough = _generated(frame, rough, mu)
        rough, fine = _finished(frame, rough, FINE)
        yield from _vertex(frame, fine)
        yield fine.visible()
    except (ArithmeticError, np.linalg.LinAlgError):
        pass
    if len(rough.chosen) > MOST_PRECISE:
        return
    for last in FINEST:
        rough, fine = _in_balls(problem, frame, rough, last)
        yield fine.visible()
        yield fine


def _generated(frame: Frame, found: Search, mu: float) -> Search:
    """Column generation at one mu."""
    for _ in range(MOST_ROUNDS):
        found = frame.solve(found, mu)
        fresh, short = found.missing(max(TELLING * mu, TOLD))
        if not len(fresh):
            break
        found = found.wider(fresh, short)
    return found


def _finished(frame: Frame, rough: Search, last: float) -> tuple[Search, Search]:
    """The end of the path; patterns that are missing there enter where it began."""
    for _ in range(MOST_ROUNDS):
        fine = frame.solve(rough, last)
        fresh, short = fine.missing(TOLD)
        if not len(fresh):
            break
        rough = rough.wider(fresh, short)
    return rough, fine


def _vertex(frame: Frame, fine: Search) -> Iterator[Search]:
    """The same information from as few patterns as can be, polished, where doubles can."""
    import numpy as np

    weights = fewest(frame.columns(fine.chosen), fine.point.weights)
    kept = np.flatnonzero(weights)
    point = replace(fine.point, weights=weights[kept], spare=fine.mu / weights[kept])
    try:
        yield frame.solve(replace(fine, chosen=fine.chosen[kept], point=point), fine.mu)
    except (ArithmeticError, np.linalg.LinAlgError):
        return


def _in_balls(problem: Problem, frame: Frame, rough: Search, last: float) -> tuple[Search, Search]:
    """The rest of the path in balls."""
    import flint

    with flint.ctx.workprec(PRECISION):
        precise = PreciseFrame(frame.pool, _criterion(problem, frame.pool, ball), ball(frame.delta))
        if rough.point.weights.dtype != object:
            rough = replace(rough, point=rough.point.lifted())
        for mu in STAGES:
            rough = rough if rough.mu <= mu else _generated(precise, rough, mu)
        return _finished(precise, rough, last)


def _frame(problem: Problem) -> Frame:
    pool = pool_of(problem.truths, problem.gamma.lo, problem.delta, problem.objective.scenarios)
    return Frame(pool, _criterion(problem, pool, float), float(problem.delta) * (1 - 1e-12))


def _criterion(problem: Problem, pool: Pool, number: Any) -> Any:
    """The criterion with traces as multiples of the largest one at the start, or in plain units."""
    import numpy as np

    objective = problem.objective
    if objective.name == "d-optimal":
        return LogDeterminant()
    if objective.name == "e-optimal":
        return SmallestEigenvalue()
    basis = tangent_basis(problem.truths, number)
    full = np.array([[number(entry) for entry in row] for row in objective.criterion()])
    E = times(basis.T, full, basis)
    chosen, weights = start(pool.exponents, pool.columns.balance[:, -1], float(pool.delta))
    rough = E.astype(float)
    tangent = pool.columns.take(chosen).tangent
    unit = max(float(trace_terms(a, weights, rough)[0]) for a in tangent)
    unit /= problem.truths - 1
    E = E / number(unit)
    if objective.robust == "minimax":
        size = number(unit * pool.scale**2)
        return LargestTrace(E, tuple(number(s.offset) / size for s in objective.scenarios))
    return AverageTrace(E, tuple(number(s.weight) for s in objective.scenarios))
