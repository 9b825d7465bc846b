"""Criteria for Newton's method: derivatives by differences, multipliers at the end of the path."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import flint
import numpy as np
import pytest

from rropt.design.curved.ball_arrays import lifted, rounded
from rropt.design.curved.criterion_steps import (
    AverageTrace,
    LargestTrace,
    LogDeterminant,
    SmallestEigenvalue,
)
from rropt.design.curved.interior_point import InteriorProgram
from rropt.design.curved.pattern_pool import pool_of
from rropt.utility.curved import Scenario

SKEWED = ["7/10", "3/20", "1/10", "1/20"]


def program(criterion, truths: int = 4) -> tuple[InteriorProgram, np.ndarray]:
    """All pure patterns at gamma 3, and the weights of a design inside the region."""
    scenarios = (
        Scenario(tuple(map(Fraction, SKEWED)), Fraction(1, 3)),
        Scenario((Fraction(1, 4),) * 4, Fraction(2, 3)),
    )
    pool = pool_of(truths, Fraction(3), Fraction(0), scenarios)
    weights = np.full(len(pool.rows), 1e-3)
    chosen, inside = pool.start()
    weights[chosen] += inside
    columns = pool.columns
    return InteriorProgram(criterion, columns.tangent, columns.balance, columns.shares(1)), weights


AVERAGE = AverageTrace(np.eye(3), (1 / 3, 2 / 3))


LARGEST = LargestTrace(np.eye(3), (0.0, 0.1))


def traces(tangent: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return np.array([np.trace(np.linalg.inv((a.T * weights) @ a)) for a in tangent])


def test_derivatives_are_differences() -> None:
    posed, weights = program(AVERAGE)
    shift = np.random.default_rng(1).normal(size=len(weights)) * 1e-4
    here = AVERAGE.expand(posed.tangent, weights, (), 0.0)
    there = AVERAGE.expand(posed.tangent, weights + shift, (), 0.0)
    rise = traces(posed.tangent, weights + shift) - traces(posed.tangent, weights - shift)
    assert here.gradient @ shift == pytest.approx(rise @ [1 / 6, 1 / 3], rel=1e-5)
    assert here.hessian @ shift == pytest.approx(there.gradient - here.gradient, rel=2e-2)
    single = posed.tangent[:1]
    slope = LogDeterminant().expand(single, weights, (), 0.0).gradient @ shift
    dets = [np.linalg.slogdet((single[0].T * w) @ single[0])[1] for w in (weights, weights + shift)]
    assert slope == pytest.approx(dets[0] - dets[1], rel=1e-2)


@pytest.mark.parametrize("precise", [False, True])
def test_the_largest_trace_at_the_end_of_the_path(precise: bool) -> None:
    """Multipliers that sum to one, both traces equal or slack, prices that cover every pattern."""
    posed, weights = program(LARGEST)
    point = posed.begin(weights, 0.1)
    point = posed.follow(point, 0.1, 1e-6)
    if precise:
        with flint.ctx.workprec(200):
            exact = InteriorProgram(
                LargestTrace(lifted(np.eye(3)), (rounded(0), rounded("0.1"))),
                lifted(posed.tangent), lifted(posed.balance), lifted(posed.excess),
            )  # fmt: skip
            point = exact.follow(point.lifted(), rounded(1e-6), rounded(1e-20))
    else:
        point = posed.follow(point, 1e-6, 1e-12)
    w, alphas = point.weights.astype(float), point.state[2].astype(float)
    values = traces(posed.tangent, w) - [0.0, 0.1]
    assert alphas.sum() == pytest.approx(1, abs=1e-9)
    assert alphas @ (values.max() - values) == pytest.approx(0, abs=1e-9)
    inverses = [np.linalg.inv((a.T * w) @ a) for a in posed.tangent]
    gains = sum(
        alpha * ((a @ X @ X) * a).sum(axis=1)
        for alpha, a, X in zip(alphas, posed.tangent, inverses, strict=True)
    )
    charges = posed.balance @ point.prices.astype(float)
    assert (gains - charges).max() < 1e-9
    assert gains @ w == pytest.approx(charges @ w, rel=1e-9)


def test_the_dual_matrix_has_trace_one_and_is_orthogonal_to_the_slack() -> None:
    posed, weights = program(SmallestEigenvalue())
    posed = replace(posed, tangent=posed.tangent[:1])
    point = posed.follow(posed.begin(weights, 0.1), 0.1, 1e-9)
    (t,), V = point.state
    (a,), w = posed.tangent, point.weights
    T = (a.T * w) @ a
    assert np.trace(V) == pytest.approx(1, abs=1e-9)
    assert np.linalg.eigvalsh(T)[0] == pytest.approx(t, abs=1e-8)
    assert np.abs(V @ (T - t * np.eye(3))).max() < 1e-8
    assert ((a @ V) * a).sum(axis=1) == pytest.approx(
        posed.balance @ point.prices - point.spare, abs=1e-8
    )
