"""The integer program over listed rows, against all lists of rows."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from rropt.design.deployed.row_program import RowProgram

ROWS = np.array([[3, 1], [1, 3], [1, 1], [2, 1], [1, 2]])
WORTH = np.array([0.9, 0.7, 0.1, 0.35, 0.3])


@pytest.mark.everything
@pytest.mark.parametrize("most", [None, 2, 5])
def test_the_best_list_of_rows(most: int | None) -> None:
    """Each row adds its first entry beyond its second to the budget."""
    excesses = np.maximum(0, ROWS[:, 0] - ROWS[:, 1]).astype(float)[:, None]
    best = -1.0
    for times in product(range(8), repeat=len(ROWS)):
        spent = float(np.array(times) @ excesses[:, 0])
        if (np.array(times) @ ROWS == 7).all() and (most is None or spent <= most):
            best = max(best, float(np.array(times) @ WORTH))
    budget = np.zeros(0) if most is None else np.array([float(most)])
    program = RowProgram(ROWS, WORTH, excesses if most is not None else np.zeros((5, 0)), budget)
    found, finished = program.solve(7)
    assert finished and found is not None and (found.sum(axis=0) == 7).all()
    reached = sum(
        WORTH[n] * int(row[0]) / ROWS[n][0]
        for row in found
        for n in range(5)
        if row[0] * ROWS[n][1] == row[1] * ROWS[n][0]
    )
    assert reached == pytest.approx(best)


def test_no_list_of_rows_is_told_as_such() -> None:
    found, finished = RowProgram(
        np.array([[2, 2]]), np.array([1.0]), np.zeros((1, 0)), np.zeros(0)
    ).solve(7)
    assert found is None and not finished
