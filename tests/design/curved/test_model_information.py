"""The information about coefficients in rationals, against numpy and by hand."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.curved.model_information import information_of, model_variance, pivots, solved

LINEAR = rr.ForModel(
    rr.LinearProbability("1/5", "1/10"), [0, 1, 2], ["1/2", "1/4", "1/4"], target="A"
)
ROWS = [(F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))]


def by_numpy() -> np.ndarray:
    """sum_x w (1, x)(1, x)' (1/2)^2 / (q (1 - q)), q = 1/4 + p / 2, p = 1/5 + x / 10."""
    total = np.zeros((2, 2))
    for w, x in ((0.5, 0), (0.25, 1), (0.25, 2)):
        q = 0.25 + (0.2 + 0.1 * x) / 2
        z = np.array([1.0, x])
        total += w * np.outer(z, z) * 0.25 / (q * (1 - q))
    return total


def test_the_information_is_that_of_a_linear_model_through_the_table() -> None:
    found = information_of(LINEAR.guesses[0], ROWS)
    assert np.array(found, dtype=float) == pytest.approx(by_numpy())


def test_the_variance_is_the_trace_of_the_inverse() -> None:
    assert float(model_variance(LINEAR, ROWS)) == pytest.approx(np.trace(np.linalg.inv(by_numpy())))


def test_what_a_table_tells_nothing_about_gets_zero_or_is_refused() -> None:
    singular = ((F(1), F(1)), (F(1), F(1)))
    assert solved(singular, (F(2), F(2))) == (2, 0)
    with pytest.raises(rr.InputError, match="tells something about"):
        solved(singular, (F(1), F(0)))
    with pytest.raises(rr.InputError):
        model_variance(LINEAR, [(F(1, 2), F(1, 2))] * 2)


def test_pivots_are_the_first_independent_columns() -> None:
    matrix = [[F(0), F(2), F(4), F(1)], [F(0), F(1), F(2), F(1)]]
    assert pivots(matrix) == [1, 3]
