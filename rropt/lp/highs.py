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

    def of_rows(self, side: float | Array) -> Array:
        """The numbers of one side, one a row."""
        return np.broadcast_to(np.asarray(side, float), self.matrix.shape[:1])


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
    from scipy.sparse import csc_array, vstack

    matrix = vstack([csc_array(each.matrix) for each in kept], format="csc")
    least = np.concatenate([each.of_rows(each.least) for each in kept])
    most = np.concatenate([each.of_rows(each.most) for each in kept])
    model = linear_model(-worth, matrix, bounds, (least, most))
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
