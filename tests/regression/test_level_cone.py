"""Level directions against linear programs over the rows of direct answers."""

from __future__ import annotations

import numpy as np
import pandas
import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt import regress


def moved_by_separation(rows: np.ndarray) -> np.ndarray:
    """Of { d : rows . d >= 0 } the largest entry each way in a box, by the rows themselves."""
    found = []
    for aim in np.concatenate([np.eye(rows.shape[1]), -np.eye(rows.shape[1])]):
        solved = linprog(-aim, -rows, np.zeros(len(rows)), bounds=(-1, 1))
        found.append(-solved.fun)
    return np.array(found).reshape(2, -1) > 1e-7


@pytest.mark.parametrize("seed", range(40))
def test_direct_answers_are_separated_as_their_rows_say(seed) -> None:
    """A logit of few direct answers: y in 0 and 1 has the rows (2 y - 1) x.

    Of these forty the signs of 19 were wrong by the rays alone and some of their sums.
    """
    random = np.random.default_rng(seed)
    count = int(random.integers(5, 12))
    frame = pandas.DataFrame(random.integers(-3, 4, (count, 3)), columns=["a", "b", "c"])
    frame["c"] *= 10.0 ** random.integers(-7, 8)
    wanted = random.normal(size=4) @ np.vstack([np.ones(count), frame.T / frame.abs().max().max()])
    frame["y"] = (wanted + random.normal(size=count) * (seed % 3) > 0).astype(int)
    if frame["y"].nunique() < 2 or np.linalg.matrix_rank(frame[["a", "b"]].assign(i=1)) < 3:
        frame["y"] = np.arange(count) % 2
    fit = regress("y ~ a + b + c", frame, rr.Channel.identity(2))
    matrix = np.column_stack([np.ones(count), frame[["a", "b", "c"]]])
    matrix /= np.abs(matrix).max(axis=0)
    raised, lowered = moved_by_separation((2 * frame["y"].to_numpy() - 1)[:, None] * matrix)
    finite = ~(raised | lowered)
    signs = np.where(raised, 1.0, 0.0) - np.where(lowered, 1.0, 0.0)
    assert fit.fitted.unidentified.tolist() == (raised & lowered).tolist()
    assert fit.fitted.at_infinity.tolist() == signs.tolist()
    assert np.isfinite(fit.params[finite]).all()


def test_a_covariate_of_any_unit_may_be_infinite() -> None:
    """Its coefficient was finite where it is less than a millionth of the others."""
    random = np.random.default_rng(3)
    income = random.uniform(1e7, 9e7, 40)
    frame = pandas.DataFrame({"y": (income > 5e7).astype(int), "x": income})
    fit = regress("y ~ x", frame, rr.Channel.identity(2))
    assert fit.params.tolist() == [-np.inf, np.inf]
