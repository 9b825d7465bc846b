"""HiGHS, on one thread and without a word."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np


def highs(options: dict[str, Any]) -> Any:
    """A solver with these options.

    >>> highs({"solver": "simplex"}).getOptionValue("output_flag")[1]
    False
    """
    solver = _silent_class()()
    for name, value in {"output_flag": False, "threads": 1, **options}.items():
        solver.setOptionValue(name, value)
    return solver


def set_matrix(model: Any, matrix: Any) -> None:
    """The rows and columns of a linear program, from a sparse matrix that is stored by columns."""
    import highspy

    model.num_row_, model.num_col_ = matrix.shape
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = matrix.indptr.astype(np.int32)
    model.a_matrix_.index_ = matrix.indices.astype(np.int32)
    model.a_matrix_.value_ = matrix.data


@cache
def _silent_class() -> Any:
    import highspy

    class SilentHighs(highspy.Highs):
        """Since 1.16 a solver says its name on standard output as it gets its callbacks, which is
        before anybody can set an option: a script would read it in front of a command's JSON."""

        def enableCallbacks(self) -> None:
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    return SilentHighs
