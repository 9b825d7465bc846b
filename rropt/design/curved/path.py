"""Curved designs: column generation over patterns, then exact weights.

The linearised utility of a pattern at the candidate w is u(r) = sum_i alpha_i a'G_i a; a pattern
whose u exceeds its price enters the next round. What remains is rounded to exact weights whose
columns add up to one, and certified by exact linearisation (kind *gradient*).

The search runs in doubles. Where they do not reach the end of the path (nearly singular optima),
python-flint's balls walk the rest of it; the end for a largest eigenvalue, which is multiple as a
rule, is found from the patterns in use (`polish`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rropt.design.curved.ball_arrays import lifted, rounded, times
from rropt.design.curved.caratheodory import fewest
from rropt.design.curved.criterion_steps import (
    AverageTrace,
    LargestTrace,
    LogDeterminant,
    SmallestEigenvalue,
    trace_terms,
)
from rropt.design.curved.interior_point import Columns, InteriorProgram
from rropt.design.curved.iterate import Iterate
from rropt.design.curved.pattern_pool import Pool, pool_from, tangent_basis
from rropt.design.levels.level_source import source_of
from rropt.design.problem import Problem
from rropt.exact.precision import working_precision

if TYPE_CHECKING:
    import numpy as np

BEGIN = 0.1
STAGES = (1e-2, 3e-4, 1e-5, 1e-7, 1e-9, 1e-11)
"""Where the path begins, and where on it patterns are priced."""

FINEST = (1e-12, 1e-11, 1e-14)
"""Ends of the path in balls, one after the other until one is certified tightly."""

TELLING, TOLD = 0.1, 1e-11
"""Shortfalls above this multiple of mu bring a pattern in; at the end of the path, above TOLD."""

MOST_ROUNDS = 60

PRECISION = 256
"""Bits of the balls."""

MOST_PRECISE = 250
"""With more patterns the balls would take minutes."""


@dataclass(frozen=True)
class SearchFrame:
    """What stays the same in one search: the patterns, the criterion, the allowed excess."""

    pool: Pool
    criterion: Any
    delta: np.ndarray

    def columns(self, chosen: np.ndarray) -> Columns:
        return self.pool.columns.take(chosen)

    def program(self, chosen: np.ndarray) -> InteriorProgram:
        columns = self.columns(chosen)
        excess = columns.shares(self.delta)
        return InteriorProgram(self.criterion, columns.tangent, columns.balance, excess)

    def start(self) -> Iterate:
        """A design inside the region."""
        chosen, weights = self.pool.start()
        return Iterate(self.pool, chosen, self.program(chosen).begin(weights, BEGIN), BEGIN, [])

    def solve(self, found: Iterate, last: float) -> Iterate:
        """The point of the path at mu = last."""
        import numpy as np

        program = self.program(found.chosen)
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            point = program.follow(found.point, self.number(found.mu), self.number(last))
            forms = self.criterion.forms(program.tangent, point.weights, point.state)
        plain = [(float(share), form.astype(float)) for share, form in forms]
        return replace(found, point=point, mu=last, forms=plain)

    def polished(self, found: Iterate) -> Iterate:
        """The end of the path as the criterion would have it, of the patterns in use."""
        kept = found.take(found.in_use() if self.criterion.polishes else found.visible())
        try:
            return self._ended(kept)
        except ArithmeticError:
            return self._ended(self._corner(found))

    def _ended(self, kept: Iterate) -> Iterate:
        point, forms = self.criterion.polish(self.program(kept.chosen), kept.point, kept.forms)
        return replace(kept, point=point, forms=forms)

    def _corner(self, found: Iterate) -> Iterate:
        """A vertex of the optima, where the weights do not tell which patterns are in use."""
        program = self.program(found.chosen)
        point, forms = self.criterion.corner(program, found.point, found.forms)
        return replace(found, point=point, forms=forms).take(point.weights > 0)

    def number(self, value: float) -> Any:
        return value


class PreciseFrame(SearchFrame):
    """The same in balls, which need no polish."""

    def polished(self, found: Iterate) -> Iterate:
        return found.take(found.visible())

    def columns(self, chosen: np.ndarray) -> Columns:
        return self.pool.precise(chosen)

    def number(self, value: float) -> Any:
        return rounded(value)


def search(problem: Problem) -> Iterator[Iterate]:
    """Answers of more and more digits; the first with a tight certificate is the one."""
    frame = _frame(problem)
    rough = yield from _in_doubles(frame, frame.start())
    yield from _in_balls(problem, frame, rough.take(rough.heaviest(MOST_PRECISE)))
    if len(rough.chosen) > MOST_PRECISE:
        yield from _in_balls(problem, frame, _few(frame, rough))
    if rough.forms:
        yield rough


def _in_doubles(frame: SearchFrame, rough: Iterate) -> Generator[Iterate, None, Iterate]:
    """The path and its ends, as far as doubles can follow it: answers, and where it stopped."""
    import numpy as np

    try:
        for last in frame.criterion.ends:
            for mu in stages(rough.mu, last):
                rough = _generated(frame, rough, mu)
            yield from _answers(frame, rough, last)
    except (ArithmeticError, np.linalg.LinAlgError):
        if frame.criterion.polishes and rough.mu > frame.criterion.ends[0]:
            yield from _answers(frame, rough, rough.mu)
    return rough


def _answers(frame: SearchFrame, rough: Iterate, last: float) -> Iterator[Iterate]:
    """The end of the path at `last`, with few patterns where that can be had."""
    import numpy as np

    try:
        end = _finished(frame, rough, last)[2]
        yield from _vertex(frame, end)
        yield end
    except (ArithmeticError, np.linalg.LinAlgError):
        return


def _generated(frame: SearchFrame, found: Iterate, mu: float) -> Iterate:
    """Column generation at one mu."""
    for _ in range(MOST_ROUNDS):
        found = frame.solve(found, mu)
        fresh, short = found.missing(found.chosen, max(TELLING * mu, TOLD))
        if not len(fresh):
            break
        found = found.wider(fresh, short)
    return found


def _finished(frame: SearchFrame, rough: Iterate, last: float) -> tuple[Iterate, Iterate, Iterate]:
    """The end of the path, plain and polished; patterns missing there enter where it began."""
    for _ in range(MOST_ROUNDS):
        fine = frame.solve(rough, last)
        end = frame.polished(fine)
        fresh, short = end.missing(rough.chosen, TOLD)
        if not len(fresh):
            break
        rough = rough.wider(fresh, short)
    return rough, fine, end


def _vertex(frame: SearchFrame, fine: Iterate) -> Iterator[Iterate]:
    """The same information from as few patterns as can be, polished, where doubles can."""
    import numpy as np

    few = _few(frame, fine)
    try:
        yield frame.polished(few) if frame.criterion.polishes else frame.solve(few, fine.mu)
    except (ArithmeticError, np.linalg.LinAlgError):
        return


def _few(frame: SearchFrame, found: Iterate) -> Iterate:
    """The same information from as few patterns as can be."""
    import numpy as np

    weights = fewest(frame.columns(found.chosen), found.point.weights)
    kept = np.flatnonzero(weights)
    point = replace(found.point, weights=weights[kept], spare=found.mu / weights[kept])
    return replace(found, chosen=found.chosen[kept], point=point)


def _in_balls(problem: Problem, frame: SearchFrame, rough: Iterate) -> Iterator[Iterate]:
    """The rest of the path in balls; their precision holds for the whole process."""
    for last in FINEST:
        try:
            with working_precision(PRECISION):
                rough, fine, end = _precisely(problem, frame, rough, last)
        except ArithmeticError:
            return
        yield end
        yield fine


def _precisely(
    problem: Problem, frame: SearchFrame, rough: Iterate, last: float
) -> tuple[Iterate, Iterate, Iterate]:
    precise = PreciseFrame(
        frame.pool, _criterion(problem, frame.pool, rounded), lifted(frame.delta)
    )
    if rough.point.weights.dtype != object:
        rough = replace(rough, point=rough.point.lifted())
    for mu in stages(rough.mu, last):
        rough = _generated(precise, rough, mu)
    return _finished(precise, rough, last)


def stages(first: float, last: float) -> list[float]:
    """Where patterns are priced on the path from `first` to `last`.

    >>> stages(1e-5, 1e-9)
    [1e-07, 1e-09]
    """
    return [mu for mu in STAGES if last <= mu < first]


def _frame(problem: Problem) -> SearchFrame:
    pool = pool_from(source_of(problem), problem.objective.scenarios)
    return SearchFrame(pool, _criterion(problem, pool, float), pool.allowed * (1 - 1e-12))


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
    chosen, weights = pool.start()
    rough = E.astype(float)
    tangent = pool.columns.take(chosen).tangent
    unit = max(float(trace_terms(a, weights, rough)[0]) for a in tangent)
    unit /= problem.truths - 1
    E = E / number(unit)
    if objective.robust == "minimax":
        size = number(unit * pool.scale**2)
        return LargestTrace(E, tuple(number(s.offset) / size for s in objective.scenarios))
    return AverageTrace(E, tuple(number(s.weight) for s in objective.scenarios))
