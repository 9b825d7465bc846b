"""Exact linear programming: floats find a basis, rationals decide.

    minimise (or maximise) c.x   subject to   A_eq x = b_eq,   A_ub x <= b_ub,   x >= 0

HiGHS proposes a basis, python-flint solves the square system exactly, an exact simplex repairs what
floats could not see, and the answer is verified against the data as given before it is returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.exact import over_common_denominator
from rropt.exact.convert import dot
from rropt.lp.program import Program, fraction, pose, pose_columns
from rropt.lp.simplex import Outcome, run

__all__ = ["Solution", "decide", "feasible", "maximize", "minimize", "pose_columns"]

Numbers = tuple[Fraction, ...]


@dataclass(frozen=True)
class Solution:
    """An exact answer with its reason.

    optimal: `x` and the prices `dual_eq`, `dual_ub` have the same `value`. For a maximum the
    prices satisfy dual_eq A_eq + dual_ub A_ub >= c, dual_ub >= 0; for a minimum <= c, dual_ub <= 0.
    infeasible: the prices are a Farkas ray: y A_eq + z A_ub >= 0, z >= 0 and y b_eq + z b_ub < 0.
    unbounded: `x` is feasible and `ray` improves the objective for ever.
    """

    status: str
    value: Fraction | None
    x: Numbers
    dual_eq: Numbers
    dual_ub: Numbers
    ray: Numbers
    basis: tuple[int, ...]
    pivots: int

    @property
    def is_optimal(self) -> bool:
        """Is there an optimal solution?"""
        return self.status == "optimal"


def minimize(
    c: Sequence,
    A_eq: Sequence = (),
    b_eq: Sequence = (),
    A_ub: Sequence = (),
    b_ub: Sequence = (),
    start: Sequence[int] | None = None,
) -> Solution:
    """The exact minimum of c.x; `start` proposes a basis (columns, then rows) in place of HiGHS.

    >>> from fractions import Fraction
    >>> tiny = Fraction(1, 10**30)
    >>> answer = minimize([1, 1 + tiny], [[1, 1]], [1])
    >>> answer.value, answer.x
    (Fraction(1, 1), (Fraction(1, 1), Fraction(0, 1)))
    """
    return decide(pose(c, A_eq, b_eq, A_ub, b_ub), start)


def decide(program: Program, start: Sequence[int] | None = None) -> Solution:
    """The exact minimum of a program that is already in sparse computational form."""
    outcome = run(program, start)
    solution = _in_given_rows(program, outcome)
    _verify(program, solution)
    return solution


def maximize(
    c: Sequence,
    A_eq: Sequence = (),
    b_eq: Sequence = (),
    A_ub: Sequence = (),
    b_ub: Sequence = (),
    start: Sequence[int] | None = None,
) -> Solution:
    """The exact maximum of c.x.

    >>> answer = maximize([3, 2], A_ub=[[1, 1], [1, 0]], b_ub=[4, 3])
    >>> answer.value, answer.x, answer.dual_ub
    (Fraction(11, 1), (Fraction(3, 1), Fraction(1, 1)), (Fraction(2, 1), Fraction(1, 1)))
    """
    answer = minimize([-fraction(a) for a in c], A_eq, b_eq, A_ub, b_ub, start)
    if not answer.is_optimal:
        return answer
    return replace(
        answer,
        value=-fraction(answer.value),
        dual_eq=tuple(-y for y in answer.dual_eq),
        dual_ub=tuple(-z for z in answer.dual_ub),
    )


def feasible(A_eq: Sequence, b_eq: Sequence) -> Solution:
    """A feasible point, or the Farkas ray that shows that there is none.

    >>> feasible([[1, 1]], [-1]).status
    'infeasible'
    """
    return minimize([0] * len(A_eq[0]), A_eq, b_eq)


def _in_given_rows(program: Program, outcome: Outcome) -> Solution:
    """Undo the scaling of rows and costs."""
    infeasible = outcome.status == "infeasible"
    factor = Fraction(1) if infeasible else Fraction(1, program.cost_scale)
    prices = [
        fraction(y) * scale * factor
        for y, scale in zip(outcome.prices, program.row_scales, strict=False)
    ]
    x = () if infeasible else _dense(program, outcome.vertex.point(program))
    value = None
    if outcome.status == "optimal":
        value = dot(program.costs, x) * factor
    return Solution(
        outcome.status, value, x,
        tuple(prices[: program.equalities]), tuple(prices[program.equalities :]),
        _dense(program, outcome.ray) if outcome.ray else (),
        outcome.vertex.basis, outcome.pivots,
    )  # fmt: skip


def _dense(program: Program, entries: dict) -> Numbers:
    zero = Fraction(0)
    return tuple(fraction(entries[j]) if j in entries else zero for j in range(program.size))


def _verify(program: Program, solution: Solution) -> None:
    """Primal feasible, dual feasible, equal values: recomputed from the integers of the program."""
    if not _REASONS[solution.status](program, solution):
        raise ArithmeticError(f"the exact {solution.status} answer failed its verification")


def _primal_feasible(program: Program, x: Numbers, rhs: Sequence[int]) -> bool:
    values, unit = over_common_denominator(x)
    slack = [b * unit for b in rhs]
    for column, value in zip(program.columns, values, strict=True):
        if value:
            for i, a in column:
                slack[i] -= a * value
    tight = slack[: program.equalities]
    return all(v >= 0 for v in values) and not any(tight) and all(s >= 0 for s in slack)


def _priced(program: Program, solution: Solution) -> tuple[list[int], int, int]:
    """y . A_j for each column, and y . b, with the prices of the scaled rows: over one unit."""
    duals = [*solution.dual_eq, *solution.dual_ub]
    scaled = [d / scale for d, scale in zip(duals, program.row_scales, strict=True)]
    y, unit = over_common_denominator(scaled)
    products = [sum(y[i] * a for i, a in column) for column in program.columns]
    return products, sum(a * b for a, b in zip(y, program.rhs, strict=True)), unit


def _optimal_reason(program: Program, solution: Solution) -> bool:
    products, total, unit = _priced(program, solution)
    dual = all(
        p * program.cost_scale <= c * unit for p, c in zip(products, program.costs, strict=True)
    ) and all(z <= 0 for z in solution.dual_ub)
    best = Fraction(total, unit) == solution.value
    return dual and best and _primal_feasible(program, solution.x, program.rhs)


def _infeasible_reason(program: Program, solution: Solution) -> bool:
    products, total, _ = _priced(program, solution)
    return all(p >= 0 for p in products) and all(z >= 0 for z in solution.dual_ub) and total < 0


def _unbounded_reason(program: Program, solution: Solution) -> bool:
    slope = dot(program.costs, solution.ray)
    along = _primal_feasible(program, solution.ray, [0] * len(program.rhs))
    return slope < 0 and along and _primal_feasible(program, solution.x, program.rhs)


_REASONS = {
    "optimal": _optimal_reason,
    "infeasible": _infeasible_reason,
    "unbounded": _unbounded_reason,
}
