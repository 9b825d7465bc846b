"""The exact simplex method, from any basis: it repairs what a float solver could not see.

A float solver proposes a basis. If it is primal and dual feasible in exact arithmetic, nothing
remains to be done; nothing rests on what it proposes. If it is not, a refined one is proposed:
1,081 patterns of five truths at epsilon 20 with a delta took 257 pivots and 20 s, and 0.3 s without
a pivot. Then the costs are raised until the basis is dual feasible, the dual simplex makes it
primal feasible (or finds a Farkas ray), and the primal simplex restores the true costs. The largest
violation is taken first, and Bland's rule after a step without progress, so that it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from flint import fmpq, fmpz

from rropt.lp.factor import Factor, independent
from rropt.lp.highs import ByColumns, highs, linear_model
from rropt.lp.program import Program
from rropt.lp.refine import refined_basis


@dataclass(frozen=True)
class Vertex:
    """A basis with its exact values; `values[p]` belongs to variable `basis[p]`."""

    basis: tuple[int, ...]
    factor: Factor
    values: list[fmpq]

    def point(self, program: Program) -> dict[int, fmpq]:
        """The non-zero structural variables."""
        pairs = zip(self.basis, self.values, strict=True)
        return {j: x for j, x in pairs if x and j < program.size}


@dataclass(frozen=True)
class Outcome:
    """How a run ended: `prices` are dual values or a Farkas ray, `ray` an improving direction."""

    status: str
    vertex: Vertex
    prices: list[fmpq]
    ray: dict[int, fmpq]
    pivots: int


def run(program: Program, basis: Sequence[int] | None) -> Outcome:
    """Decide the program exactly, starting from `basis` (any set of columns) or from floats."""
    vertex = _by_floats(program) if basis is None else _complete(program, basis)
    costs = dict(enumerate(program.costs))
    pivots = 0
    if _violations(program, vertex):
        # The dual simplex needs reduced costs that are not negative: true costs come back below.
        raised = _raised(program, vertex, costs)
        status, vertex, prices, pivots = _dual(program, vertex, raised)
        if status == "infeasible":
            return Outcome(status, vertex, prices, {}, pivots)
    status, vertex, prices, ray, more = _primal(program, vertex, costs)
    return Outcome(status, vertex, prices, ray, pivots + more)


def _by_floats(program: Program) -> Vertex:
    """Where HiGHS stops; if that is no optimum, where it stops refined."""
    vertex = _complete(program, float_basis(program))
    costs = dict(enumerate(program.costs))
    if not _violations(program, vertex) and all(
        d >= 0 for d in _reduced(program, vertex, costs).values()
    ):
        return vertex
    return _complete(program, refined_basis(program))


def _complete(program: Program, basis: Sequence[int]) -> Vertex:
    """The vertex of an exactly regular basis that keeps what it can of the proposed columns."""
    rows = len(program.rhs)
    proposed = sorted(set(basis))
    if len(proposed) == rows:
        try:
            return _vertex(program, proposed)
        # Doubles may propose dependent columns: what is independent of them is kept below.
        except ZeroDivisionError:
            pass
    columns = [program.column(j) for j in proposed]
    found = independent(columns, list(range(len(proposed))), rows)
    kept = sorted(proposed[p] if p >= 0 else program.size - 1 - p for p in found)
    return _vertex(program, kept)


def _vertex(program: Program, basis: Sequence[int]) -> Vertex:
    factor = Factor([program.column(j) for j in basis])
    return Vertex(tuple(basis), factor, factor.solve(dict(enumerate(program.rhs))))


def _violations(program: Program, vertex: Vertex) -> list[tuple[fmpq, int]]:
    """(size, position) of each basic variable that is negative, or fixed and not zero.

    The size of a logical variable is relative to the entries of its row.
    """
    found = []
    for position, (j, x) in enumerate(zip(vertex.basis, vertex.values, strict=True)):
        if x < 0 or (x > 0 and program.is_fixed(j)):
            size = abs(x) if j < program.size else abs(x) / program.row_sizes[j - program.size]
            found.append((size, position))
    return found


def prices_of(vertex: Vertex, costs: dict) -> list[fmpq]:
    """The y with y B = the costs of the basis."""
    return vertex.factor.solve_transposed({p: costs.get(j, 0) for p, j in enumerate(vertex.basis)})


def _row_times_columns(program: Program, y: Sequence[fmpq], skip: set[int]) -> dict[int, fmpq]:
    """y . (column j of [A I]) for every column that may enter: not fixed, not in the basis."""
    common = fmpz(1)
    for value in y:
        common = common.lcm(value.q)
    whole = [int(value.p * (common // value.q)) for value in y]
    products = {}
    for j, column in enumerate(program.columns):
        if j not in skip:
            products[j] = fmpq(sum([whole[i] * a for i, a in column]), common)
    for i in range(program.equalities, len(program.rhs)):
        if program.size + i not in skip:
            products[program.size + i] = y[i]
    return products


def _reduced(program: Program, vertex: Vertex, costs: dict) -> dict[int, fmpq]:
    """Reduced costs c_j - y . A_j of the columns that may enter."""
    y = prices_of(vertex, costs)
    products = _row_times_columns(program, y, set(vertex.basis))
    return {j: costs.get(j, 0) - product for j, product in products.items()}


def _raised(program: Program, vertex: Vertex, costs: dict) -> dict:
    """Costs under which the basis is dual feasible."""
    reduced = _reduced(program, vertex, costs)
    return {**costs, **{j: costs.get(j, 0) - d for j, d in reduced.items() if d < 0}}


def _dual(program: Program, vertex: Vertex, costs: dict):
    """Dual simplex from a dual feasible basis: (status, vertex, Farkas ray, pivots)."""
    pivots = 0
    bland = False
    while violations := _violations(program, vertex):
        if bland:
            position = min((p for _, p in violations), key=lambda p: vertex.basis[p])
        else:
            position = max(violations, key=lambda v: (v[0], -vertex.basis[v[1]]))[1]
        sign = -1 if vertex.values[position] < 0 else 1
        row = [sign * r for r in vertex.factor.solve_transposed({position: 1})]
        alphas = _row_times_columns(program, row, set(vertex.basis))
        reduced = _reduced(program, vertex, costs)
        ratios = [(reduced[j] / a, j) for j, a in alphas.items() if a > 0]
        if not ratios:
            # A negative number would be a sum of non-negative ones: the row is a Farkas ray.
            return "infeasible", vertex, [-r for r in row], pivots
        # The smallest ratio keeps all reduced costs non-negative.
        step, entering = min(ratios)
        vertex = _exchange(program, vertex, position, entering)
        pivots = pivots + 1
        bland = step == 0
    return "feasible", vertex, [], pivots


def _primal(program: Program, vertex: Vertex, costs: dict):
    """Primal simplex from a primal feasible basis: (status, vertex, prices, ray, pivots)."""
    pivots = 0
    bland = False
    while True:
        reduced = _reduced(program, vertex, costs)
        improving = [(d, j) for j, d in reduced.items() if d < 0]
        if not improving:
            return "optimal", vertex, prices_of(vertex, costs), {}, pivots
        entering = min(j for _, j in improving) if bland else min(improving)[1]
        alpha = vertex.factor.solve(dict(program.column(entering)))
        ratios = list(_ratios(program, vertex, alpha))
        if not ratios:
            return "unbounded", vertex, [], _ray(program, vertex, entering, alpha), pivots
        # Of equal steps the smallest variable leaves, as Bland asks.
        step, _, position = min(ratios)
        vertex = _exchange(program, vertex, position, entering)
        pivots = pivots + 1
        bland = step == 0


def _ratios(program: Program, vertex: Vertex, alpha: Sequence[fmpq]):
    """(step, variable, position) of each basic variable that limits the step."""
    for position, (j, x, a) in enumerate(zip(vertex.basis, vertex.values, alpha, strict=True)):
        # The logical variable of an equality is bound to zero from both sides.
        if a > 0 or (a < 0 and program.is_fixed(j)):
            yield x / a, j, position


def _ray(program: Program, vertex: Vertex, entering: int, alpha: Sequence[fmpq]) -> dict[int, fmpq]:
    """The direction of the entering variable, in structural variables."""
    pairs = [(entering, fmpq(1)), *((j, -a) for j, a in zip(vertex.basis, alpha, strict=True))]
    return {j: a for j, a in pairs if a and j < program.size}


def _exchange(program: Program, vertex: Vertex, position: int, entering: int) -> Vertex:
    basis = list(vertex.basis)
    basis[position] = entering
    return _vertex(program, basis)


def float_basis(program: Program) -> list[int]:
    """The basic columns of [A I] where HiGHS stopped, whatever it thought of them."""
    import highspy

    solver = highs({"presolve": "off", "solver": "simplex"})
    solver.passModel(_model(program))
    solver.run()
    basis = solver.getBasis()
    basic = highspy.HighsBasisStatus.kBasic
    statuses = [*basis.col_status, *basis.row_status]
    return [j for j, status in enumerate(statuses) if status == basic]


def _model(program: Program):
    """The program with each row divided by its largest entry."""
    sizes = program.row_sizes
    top = max((abs(c) for c in program.costs), default=0) or 1
    most = numpy.array([b / size for b, size in zip(program.rhs, sizes, strict=True)], dtype=float)
    least = numpy.where(numpy.arange(len(most)) < program.equalities, most, -numpy.inf)
    columns = [[(i, a / sizes[i]) for i, a in column] for column in program.columns]
    return linear_model(
        numpy.array([c / top for c in program.costs], dtype=float),
        ByColumns.of(columns, len(most)),
        (numpy.zeros(program.size), numpy.full(program.size, numpy.inf)),
        (least, most),
    )
