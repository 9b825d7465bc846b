"""HiGHS, on one thread and without a word: linear programs, and those in whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

Ends = tuple[Array, Array]

TIGHTEST = 1e-10
"""The least tolerance that HiGHS takes."""

SECONDS = 10
"""A search for whole numbers stops after so many seconds on a slow machine, before that after as
many nodes as are asked for."""


def highs(options: dict[str, Any]) -> Any:
    """A solver with these options.

    >>> highs({"solver": "simplex"}).getOptionValue("output_flag")[1]
    False
    """
    solver = _silent_class()()
    for name, value in {"output_flag": False, "threads": 1, **options}.items():
        solver.setOptionValue(name, value)
    return solver


def feasible_within(tolerance: float) -> dict[str, Any]:
    """The options that say how far rows, bounds and reduced costs may be off."""
    return {
        "primal_feasibility_tolerance": tolerance,
        "dual_feasibility_tolerance": tolerance,
    }


@dataclass(frozen=True)
class ByColumns:
    """A sparse matrix stored by columns, as scipy does, which takes long to load."""

    indptr: Array
    indices: Array
    data: Array
    shape: tuple[int, int]

    @staticmethod
    def of(columns: Iterable[Sequence[tuple[int, float]]], rows: int) -> ByColumns:
        """Of the places and entries of each column.

        >>> ByColumns.of([[(0, 2.0), (1, 1.0)], [(1, 3.0)]], 2).indptr.tolist()
        [0, 2, 3]
        """
        listed = list(columns)
        entries = list(chain.from_iterable(listed))
        return ByColumns(
            np.cumsum([0, *map(len, listed)]),
            np.array([row for row, _ in entries]),
            np.array([x for _, x in entries], dtype=float),
            (rows, len(listed)),
        )


def linear_model(costs: Array, matrix: Any, columns: Ends, rows: Ends) -> Any:
    """A linear program, to be minimised.

    - matrix: sparse, stored by columns
    - columns, rows: the least and the largest values of variables, and of what rows add up to
    """
    import highspy

    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = costs
    model.col_lower_, model.col_upper_ = columns
    model.row_lower_, model.row_upper_ = rows
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = matrix.indptr.astype(np.int32)
    model.a_matrix_.index_ = matrix.indices.astype(np.int32)
    model.a_matrix_.value_ = matrix.data
    return model


@dataclass(frozen=True)
class SumsBetween:
    """least <= matrix x <= most, a number for all rows or one for each."""

    matrix: Any
    least: float | Array
    most: float | Array

    @staticmethod
    def equal(matrix: Any, right: Any) -> SumsBetween:
        """Matrix x = right."""
        return SumsBetween(matrix, right, right)

    @staticmethod
    def at_most(matrix: Any, right: Any) -> SumsBetween:
        """Matrix x <= right."""
        return SumsBetween(matrix, -np.inf, right)

    def of_rows(self, side: float | Array) -> Array:
        """The numbers of one side, one a row."""
        return np.broadcast_to(np.asarray(side, float), self.matrix.shape[:1])


@dataclass(frozen=True)
class LeastCosts:
    """The numbers that cost least, what they cost, and how it changes with each row's side."""

    numbers: Array
    value: float
    prices: Array


def least_costs(
    costs: Any,
    kept: Sequence[SumsBetween],
    bounds: tuple[Any, Any] = (0.0, np.inf),
    tolerance: float = 1e-7,
) -> LeastCosts | None:
    """A vertex where numbers between their bounds cost least, by the dual simplex method; None
    where none is found.

    - tolerance: how far rows, bounds and reduced costs may be off; `TIGHTEST` is the least

    SciPy poses the same to HiGHS, and takes longer to load than a design does.

    >>> found = least_costs([1.0, 2.0], [SumsBetween.equal(np.ones((1, 2)), 3.0)])
    >>> found.numbers.tolist(), found.value, found.prices.tolist()
    ([3.0, 0.0], 3.0, [1.0])
    """
    import highspy

    costs = np.array(costs, dtype=float)
    lower, upper = (np.broadcast_to(np.asarray(end, float), costs.shape) for end in bounds)
    solver = highs({"solver": "simplex", **feasible_within(tolerance)})
    solver.passModel(linear_model(costs, _stacked(kept), (lower, upper), _sides(kept)))
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    found = solver.getSolution()
    value = solver.getInfo().objective_function_value
    return LeastCosts(np.array(found.col_value), value, np.array(found.row_dual))


def _stacked(kept: Sequence[SumsBetween]) -> Any:
    """All rows, stored by columns."""
    matrices = [each.matrix for each in kept]
    if len(matrices) == 1 and isinstance(matrices[0], ByColumns):
        return matrices[0]
    if all(isinstance(matrix, np.ndarray) for matrix in matrices):
        whole = np.vstack(matrices)
        columns, rows = np.nonzero(whole.T)
        counts = np.bincount(columns, minlength=whole.shape[1])
        return ByColumns(np.cumsum([0, *counts]), rows, whole[rows, columns], whole.shape)
    from scipy.sparse import csc_array, vstack

    return vstack([csc_array(matrix) for matrix in matrices], format="csc")


def _sides(kept: Sequence[SumsBetween]) -> Ends:
    """The least and the most of all rows."""
    least = np.concatenate([each.of_rows(each.least) for each in kept])
    return least, np.concatenate([each.of_rows(each.most) for each in kept])


def interior_minimum(
    costs: Array, matrix: Any, columns: Ends, rows: Ends
) -> tuple[Array, Array, Array] | None:
    """Numbers of least costs, prices of the rows, reduced costs; None where the solver gives up.

    They are inside the face of all that are as good, as there is no crossover to a vertex: what may
    be positive is.
    """
    solver = highs({"solver": "ipm", "run_crossover": "off", "presolve": "off"})
    solver.passModel(linear_model(costs, matrix, columns, rows))
    solver.run()
    solution = solver.getSolution()
    if not (solution.value_valid and solution.dual_valid):
        return None
    numbers = np.array(solution.col_value)
    prices = np.array(solution.row_dual)
    reduced = np.array(solution.col_dual)
    is_finite = all(np.isfinite(part).all() for part in (numbers, prices, reduced))
    return (numbers, prices, reduced) if is_finite else None


def best_whole_numbers(
    worth: Array,
    kept: Sequence[SumsBetween],
    bounds: tuple[Array, Array],
    nodes: int,
    whole: Array | int = 1,
) -> tuple[Array | None, bool]:
    """Numbers worth the most, and whether the search came to its end; None where none are found.

    Those whose `whole` is 0 need not be whole in the program, and are rounded here as well.
    """
    import highspy

    model = linear_model(-worth, _stacked(kept), bounds, _sides(kept))
    kind = highspy.HighsVarType
    model.integrality_ = [
        kind.kInteger if each else kind.kContinuous for each in np.broadcast_to(whole, worth.shape)
    ]
    solver = highs({"time_limit": SECONDS, "mip_max_nodes": nodes, "mip_rel_gap": 0.0})
    solver.passModel(model)
    solver.run()
    if solver.getInfo().primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return None, False
    finished = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return np.rint(solver.getSolution().col_value).astype(int), finished


@cache
def _silent_class() -> Any:
    import highspy

    class SilentHighs(highspy.Highs):
        """Since 1.16 a solver says its name on standard output as it gets its callbacks, which is
        before anybody can set an option: a script would read it in front of a command's JSON."""

        def enableCallbacks(self) -> None:
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

        def run(self) -> Any:
            """By as many threads as a solver of others, such as CVXPY's, has set for the process:
            HiGHS refuses another number, and was without an answer for the rest of a session."""
            status = super().run()
            if status == highspy.HighsStatus.kError and self.getOptionValue("threads")[1]:
                self.setOptionValue("threads", 0)
                status = super().run()
            return status

    return SilentHighs
