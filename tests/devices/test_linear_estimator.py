"""The best unbiased linear estimator of a table."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt import (
    AOptimal,
    Channel,
    LocalDP,
    linear_estimator,
    optimal,
)
from rropt.design.answer import ends
from rropt.exact import InputError

SKEWED = ["7/10", "3/20", "1/10", "1/20"]


THREE = LocalDP.from_gamma(3)


def upper(design) -> float:
    return float(ends(design.value)[1])


def least_second_moments(channel: Channel, prior: list[Fraction]) -> float:
    """The least tr(L D L') with L P = I, a quadratic program of cvxpy."""
    cp = pytest.importorskip("cvxpy")
    m, k = channel.shape
    spread = np.sqrt(channel.to_numpy() @ np.array(prior, dtype=float))
    estimator = cp.Variable((k, m))
    squares = cp.sum_squares(cp.multiply(estimator, np.tile(spread, (k, 1))))
    program = cp.Problem(cp.Minimize(squares), [estimator @ channel.to_numpy() == np.eye(k)])
    return float(program.solve(solver=cp.CLARABEL))


def test_the_linear_estimator_attains_the_efficient_covariance() -> None:
    design = optimal(THREE, AOptimal(SKEWED), crosscheck=False)
    best = linear_estimator(design.channel, SKEWED)
    pi = [Fraction(p) for p in SKEWED]
    assert float(best.trace) == pytest.approx(upper(design), rel=1e-12)
    least = least_second_moments(design.channel, pi)
    assert least == pytest.approx(float(best.trace + sum(p * p for p in pi)), rel=1e-6)
    product = np.array(best.matrix, dtype=float) @ design.channel.to_numpy()
    assert product == pytest.approx(np.eye(4), abs=1e-9)


def test_no_linear_estimator_without_identification() -> None:
    flat = Channel.from_rows([["1/2", "1/2", "1/4"], ["1/2", "1/2", "3/4"]])
    with pytest.raises(InputError, match="does not identify the proportions"):
        linear_estimator(flat, ["1/3"] * 3)


def test_warner_by_hand() -> None:
    """(lambda_hat - 1/4) / (1/2): L = [3/2 -1/2; -1/2 3/2]; lambda = 2/5 at pi = 3/10."""
    warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    best = linear_estimator(warner, ["7/10", "3/10"])
    half = Fraction(1, 2)
    assert best.matrix == ((3 * half, -half), (-half, 3 * half))
    variance = Fraction(2, 5) * Fraction(3, 5) / Fraction(1, 4)
    assert best.covariance == ((variance, -variance), (-variance, variance))
    assert best.trace == 2 * variance


def test_no_other_unbiased_estimator_has_less_variance() -> None:
    """L + x n' with n P = 0 stays unbiased and its covariance has a larger trace."""
    table = Channel.from_rows([["1/2", "1/4"], ["1/4", "1/4"], ["1/4", "1/2"]])
    prior = [Fraction(1, 3), Fraction(2, 3)]
    best = linear_estimator(table, prior)
    seen = table.report_distribution(tuple(prior))
    n = [Fraction(1), Fraction(-3), Fraction(1)]
    assert all(sum(a * row[j] for a, row in zip(n, table.rows, strict=True)) == 0 for j in (0, 1))
    for size in (Fraction(1, 100), Fraction(-1, 100)):
        moved = [[x + size * a for x, a in zip(row, n, strict=True)] for row in best.matrix]
        second = sum(x * x * s for row in moved for x, s in zip(row, seen, strict=True))
        assert second - sum(p * p for p in prior) > best.trace


def test_a_report_that_never_comes_is_refused() -> None:
    told = Channel.from_rows([[1, 0], [0, 1]])
    with pytest.raises(InputError, match="positive on every truth that a report can reveal"):
        linear_estimator(told, [1, 0])
