"""HiGHS, on one thread and without a word."""

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
