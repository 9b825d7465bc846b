"""The end of the path of a largest eigenvalue: many truths, tight certificates, few patterns."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from rropt import EOptimal, LocalDP, Minimax, optimal
from rropt.design.answer import ends
from rropt.design.curved.criterion_steps import LogDeterminant, SmallestEigenvalue
from rropt.design.curved.eigenvalue_end import polished
from rropt.design.curved.interior_point import NEAR, InteriorProgram
from rropt.design.curved.pattern_pool import pool_of
from rropt.utility.curved import Scenario

TIGHT = Fraction(1, 10**10)


def prior(weights: list[int]) -> list[Fraction]:
    return [Fraction(w, sum(weights)) for w in weights]


def share(design) -> Fraction:
    return Fraction(design.certificate.data["gap"]) / Fraction(design.certificate.data["bound"])


def covariance(channel, pi) -> np.ndarray:
    """J^-1 - pi pi' by numpy."""
    P, q = channel.to_numpy(), np.array(pi, dtype=float)
    return np.linalg.inv(P.T @ np.diag(1 / (P @ q)) @ P) - np.outer(q, q)


def eigenvalues(channel, pi) -> np.ndarray:
    """Of the covariance, the largest last."""
    return np.linalg.eigvalsh(covariance(channel, pi))


@pytest.mark.parametrize(
    ("gamma", "weights"),
    [
        ("3", [13, 18, 19, 2, 9, 17, 16, 13, 10, 8]),
        ("21/20", [20, 9, 12, 18, 12, 16, 4, 5, 15, 16]),
        ("10", [20, 9, 12, 18, 12, 16, 4, 5, 15, 16]),
        ("30", [1, 2, 3, 5, 20, 50, 4, 4, 1, 1, 2]),
    ],
)
def test_ten_truths_and_more_have_a_tight_certificate(gamma: str, weights: list[int]) -> None:
    pi = prior(weights)
    design = optimal(LocalDP.from_gamma(gamma), EOptimal(pi), crosscheck=False)
    values = eigenvalues(design.channel, pi)
    assert values[-1] == pytest.approx(float(design.value), rel=1e-9)
    assert values[-3] == pytest.approx(values[-1], rel=1e-6)  # multiple, as a rule
    assert share(design) < TIGHT
    k = len(pi)
    assert design.channel.shape[0] <= k * (k + 1) // 2  # Caratheodory
    assert design.certificate.check().verdict == "verified"


@pytest.mark.parametrize(
    ("gamma", "weights"),
    [
        ("1.0000001", [100] * 10 + [1]),
        pytest.param("1.0001", [10**9] * 10 + [1], marks=pytest.mark.long),
    ],
)
def test_a_corner_is_found_where_many_patterns_are_nearly_in_use(gamma: str, weights) -> None:
    """With equal truths but one all eigenvalues agree: to compare with the uniform prior's."""
    pi, k = prior(weights), len(weights)
    design = optimal(LocalDP.from_gamma(gamma), EOptimal(pi), crosscheck=False)
    assert share(design) < TIGHT
    assert design.certificate.check().verdict == "verified"
    g, m = Fraction(gamma), Fraction(k // 2)
    seen = 1 + (g - 1) * m / k  # of the patterns with m high truths, equally weighted
    spread = (g - 1) ** 2 * m * (k - m) / (k * (k - 1))
    assert float(design.value) == pytest.approx(float(seen**2 / spread), rel=1e-3)


@pytest.mark.parametrize(
    ("gamma", "others"), [("10000", 11), pytest.param("4635.683", 12, marks=pytest.mark.long)]
)
def test_where_doubles_stop_early_the_corner_is_tried(gamma: str, others: int) -> None:
    """One truth has nearly all of the prior: doubles give out two stages before the end.

    In the second case the first multipliers that make it an optimum are no positive matrix.
    """
    pi = prior([1] * others + [10**9])
    design = optimal(LocalDP.from_gamma(gamma), EOptimal(pi), crosscheck=False)
    assert share(design) < TIGHT
    assert design.certificate.check().verdict == "verified"
    assert eigenvalues(design.channel, pi)[-1] == pytest.approx(float(design.value), rel=1e-6)


@pytest.mark.parametrize(
    ("gamma", "priors", "offsets"),
    [
        ("3.3", [[1] * 10, [1] * 9 + [10**6]], [30, 1]),
        ("2", [[5, 1, 1, 1, 1, 1, 1, 1, 2], [1] * 8 + [10**6]], [0, 3]),
    ],
)
def test_a_binding_scenario_does_not_drown_the_others(gamma: str, priors, offsets) -> None:
    """Its multiplier over its gap is of size 1 / mu: kept apart from the rest of the Hessian."""
    made = [prior(weights) for weights in priors]
    objective = Minimax(made, offsets=offsets)
    design = optimal(LocalDP.from_gamma(gamma), objective, crosscheck=False)
    losses = [
        np.trace(covariance(design.channel, pi)) - o for pi, o in zip(made, offsets, strict=True)
    ]
    assert max(losses) == pytest.approx(float(ends(design.value)[1]), rel=1e-9)
    assert share(design) < TIGHT


def test_noise_near_the_path_ends_the_search() -> None:
    """The step after one near the path runs into the boundary, as rounding errors can make it.

    At gamma = 3 one high truth of three informs better than two: 24/25 against 24/49 for each unit
    of weight; 3/5 of (1, 1/3, 1/3) and its like add up to one.
    """
    pool = pool_of(3, Fraction(3), Fraction(0), (Scenario((Fraction(1, 3),) * 3),))
    columns = pool.columns
    parts = columns.tangent, columns.balance, columns.shares(0.0)
    near = []

    class Noisy(InteriorProgram):
        def _step(self, point, mu):
            step, size = super()._step(point, mu)
            if near:
                step = replace(step, weights=-2 * point.weights)
            if mu <= 1e-6 and size < NEAR * mu:
                near.append(size)
                size = max(size, NEAR * mu / 2)
            return step, size

    noisy = Noisy(LogDeterminant(), *parts)
    begun = noisy.begin(np.full(6, 1 / 6) / columns.balance[:, -1].mean(), 0.1)
    found = noisy.follow(begun, 0.1, 1e-6)
    assert near
    expected = np.where(pool.source.exponents.sum(axis=1) == 1, 0.6, 0.0)
    assert found.weights == pytest.approx(expected, abs=1e-5)


def test_many_patterns_are_no_reason_to_give_up() -> None:
    """Where doubles stop, the heaviest patterns go on in balls."""
    priors = [
        prior([3, 3, 20, 2, 1, 5, 3, 1, 5, 4, 20]),
        prior([1, 2, 3, 5, 20, 50, 4, 4, 1, 1, 2]),
    ]
    design = optimal(LocalDP.from_gamma("3/2"), Minimax(priors), crosscheck=False)
    assert share(design) < Fraction(1, 10**9)


def test_a_rough_point_is_brought_to_the_end() -> None:
    """Two truths under gamma = 3 at 1/2: one direction, V = 1, and the weights that T = t asks."""
    pool = pool_of(2, Fraction(3), Fraction(0), (Scenario((Fraction(1, 2),) * 2),))
    columns = pool.columns
    program = InteriorProgram(
        SmallestEigenvalue(), columns.tangent, columns.balance, columns.shares(0.0)
    )
    rough = program.begin(np.array([0.7, 0.8]), 1e-9)
    point, V = polished(program, rough, np.array([[0.9]]))
    assert float(V[0, 0]) == pytest.approx(1, abs=1e-15)
    assert program.balance.T @ point.weights == pytest.approx([0, 1], abs=1e-15)
    yields = columns.tangent[0][:, 0] ** 2
    assert program.balance @ point.prices == pytest.approx(yields, rel=1e-14)


def test_patterns_that_make_no_optimum_are_refused() -> None:
    """One pattern alone cannot have columns that add up to one."""
    pool = pool_of(3, Fraction(3), Fraction(0), (Scenario((Fraction(1, 3),) * 3),))
    columns = pool.columns.take(np.array([0, 1]))
    program = InteriorProgram(
        SmallestEigenvalue(), columns.tangent, columns.balance, columns.shares(0.0)
    )
    rough = program.begin(np.array([0.5, 0.1]), 1e-9)
    with pytest.raises(ArithmeticError):
        polished(program, rough, np.diag([0.5, 0.5]))


def test_an_end_with_a_negative_weight_is_refused() -> None:
    """w + 2w~ = 0 and w + w~ = 1 only at w = 2, w~ = -1, where all the other equations hold too."""
    tangent, balance = np.ones((1, 2, 1)), np.array([[1.0, 1.0], [2.0, 1.0]])
    program = InteriorProgram(SmallestEigenvalue(), tangent, balance, np.zeros((2, 0)))
    with pytest.raises(ArithmeticError, match="do not make an optimum"):
        polished(program, program.begin(np.array([0.5, 0.5]), 1e-9), np.array([[1.0]]))


@pytest.mark.parametrize("delta", ["1/100", "1/2"])
def test_pair_prices_are_found_in_doubles_too(delta: str, monkeypatch) -> None:
    monkeypatch.setattr("rropt.design.curved.path._in_balls", lambda *_: iter(()))
    pi = prior([1, 5, 20, 3])
    design = optimal(LocalDP.from_gamma(2, delta), EOptimal(pi), crosscheck=False)
    assert share(design) < TIGHT
    assert any(price for *_, price in design.certificate.data["pair_prices"])
    assert eigenvalues(design.channel, pi)[-1] == pytest.approx(float(design.value), rel=1e-9)


def test_no_pattern_in_use_is_no_crash() -> None:
    """Early on the path all weights are small: what is raised must be what the search expects."""
    pool = pool_of(3, Fraction(3), Fraction(0), (Scenario((Fraction(1, 3),) * 3),))
    columns, none = pool.columns, np.array([], dtype=int)
    program = InteriorProgram(
        SmallestEigenvalue(), columns.tangent, columns.balance, columns.shares(0.0)
    )
    rough = program.begin(np.full(6, 0.2), 1e-3)
    empty = replace(rough, weights=rough.weights[none], spare=rough.spare[none])
    with pytest.raises(ArithmeticError):
        polished(program, empty, np.diag([0.5, 0.5]))
