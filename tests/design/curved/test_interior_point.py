"""The curved search: hard optima are certified, in doubles or in balls; its parts one by one."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt import (
    AOptimal,
    Average,
    COptimal,
    DOptimal,
    EOptimal,
    LocalDP,
    Minimax,
    Variance,
    optimal,
)
from rropt.design.answer import ends
from rropt.design.curved.criterion_steps import (
    AverageTrace,
    LargestTrace,
)

TIGHT = Fraction(1, 10**9)
SKEWED = ["7/10", "3/20", "1/10", "1/20"]


def relative_gap(design) -> Fraction:
    return design.gap / abs(ends(design.bound)[0])


def covariance(channel, prior) -> np.ndarray:
    """J^-1 - pi pi' by numpy."""
    P, pi = channel.to_numpy(), np.array([float(Fraction(p)) for p in prior])
    return np.linalg.inv(P.T @ np.diag(1 / (P @ pi)) @ P) - np.outer(pi, pi)


def test_a_multiple_largest_eigenvalue_is_certified() -> None:
    prior = ["25/52", "5/208", "25/52", "1/104", "1/208"]
    design = optimal(LocalDP.from_gamma(1000), EOptimal(prior), crosscheck=False)
    values = np.linalg.eigvalsh(covariance(design.channel, prior))
    assert values[-1] == pytest.approx(float(ends(design.value)[1]), rel=1e-9)
    assert values[-2] == pytest.approx(values[-1], rel=1e-6)
    assert relative_gap(design) < TIGHT


@pytest.mark.parametrize("delta", ["1/100", "1/1000"])
def test_a_largest_eigenvalue_with_delta_is_certified(delta: str) -> None:
    prior = ["1/2", "1/4", "1/8", "1/8"]
    design = optimal(LocalDP.from_gamma(3, delta), EOptimal(prior), crosscheck=False)
    values = np.linalg.eigvalsh(covariance(design.channel, prior))
    assert values[-1] == pytest.approx(float(ends(design.value)[1]), rel=1e-9)
    assert relative_gap(design) < TIGHT


def test_weights_of_very_different_length_are_certified() -> None:
    """At gamma = 10^4 staircases differ in length by gamma^3: so do the weights."""
    prior = ["1/7", "1/7", "3/7", "2/7"]
    design = optimal(LocalDP.from_gamma(10**4, "1/3"), AOptimal(prior), crosscheck=False)
    loss = np.trace(covariance(design.channel, prior))
    assert loss == pytest.approx(float(ends(design.value)[1]), rel=1e-9)
    assert relative_gap(design) < TIGHT


FAINT = [
    ("1.096", "1e-12", Minimax([["1/1000001", "1000000/1000001"]], [3, "7/2"])),
    ("1.00000003", "1e-9", EOptimal(["1/3", "1/4", "5/12"])),
    ("1.00002", 0, COptimal(["1/3", "2/9", "4/9"], [3, 3, "7/2"])),
]


@pytest.mark.parametrize(("gamma", "delta", "objective"), FAINT)
def test_faint_levels_are_certified(gamma: str, delta: str, objective) -> None:
    """What the prices leave open is a share of the bound, not of the largest price."""
    design = optimal(LocalDP.from_gamma(gamma, delta), objective, crosscheck=False)
    assert 0 <= relative_gap(design) < TIGHT


@pytest.mark.parametrize("gamma", ["11/10", 5, 1000])
@pytest.mark.parametrize("delta", ["0", "1/20"])
def test_a_contrast_of_two_groups_is_a_proportion(gamma, delta: str) -> None:
    """The best design asks only for the group, so the optimum is that of two truths, singular."""
    prior = ["6/11", "2/11", "1/11", "2/11"]
    privacy = LocalDP.from_gamma(gamma, delta)
    design = optimal(privacy, COptimal(prior, [-1, -1, -2, -2]), crosscheck=False)
    known = ends(optimal(privacy, Variance("3/11"), crosscheck=False).value)
    assert relative_gap(design) < TIGHT
    assert ends(design.bound)[1] <= known[1]
    assert float(ends(design.value)[1]) == pytest.approx(float(known[0]), rel=1e-9)


def test_the_largest_of_two_singular_variances() -> None:
    privacy, priors = LocalDP.from_gamma("3/2"), [["1/2", "1/4", "1/4"], ["1/3", "1/3", "1/3"]]
    design = optimal(privacy, Minimax(priors, [1, 0, 0]), crosscheck=False)
    variances = [covariance(design.channel, prior)[0, 0] for prior in priors]
    assert max(variances) == pytest.approx(float(ends(design.value)[1]), rel=1e-6)
    assert relative_gap(design) < TIGHT
    least = [ends(optimal(privacy, Variance(p), crosscheck=False).value)[0] for p in ("1/2", "1/3")]
    assert float(max(least)) <= float(ends(design.value)[1]) * (1 + 1e-9)


def test_close_to_no_information() -> None:
    """Adversarial design 196: epsilon 0.0018, a contrast that one of two priors hardly sees."""
    priors = [
        ["1/81", "20/81", "50/81", "10/81"],
        ["290986/1176831", "627673/1176831", "113287/1176831", "48295/392277"],
    ]
    objective = Minimax(priors, [3, -2, 3, "7/2"])
    design = optimal(LocalDP("0.00184797807"), objective, crosscheck=False)
    assert relative_gap(design) < TIGHT


@pytest.mark.parametrize("objective", [AOptimal, DOptimal, EOptimal])
def test_no_more_reports_than_moments(objective) -> None:
    """Caratheodory: k(k-1)/2 entries of the information and k column sums."""
    prior = [Fraction(1, j + 1) for j in range(6)]
    design = optimal(
        LocalDP.from_gamma(3), objective([p / sum(prior) for p in prior]), crosscheck=False
    )
    assert design.channel.shape[0] <= 6 * 7 / 2
    assert relative_gap(design) < TIGHT


@pytest.mark.parametrize("size", ["1/1000000", "1000000"])
def test_a_longer_contrast_is_the_same_question(size: str) -> None:
    contrast = [1, -1, 0, "1/2"]
    longer = [Fraction(c) * Fraction(size) for c in contrast]
    plain, scaled = (
        optimal(LocalDP.from_gamma(3, "1/100"), COptimal(SKEWED, c), crosscheck=False)
        for c in (contrast, longer)
    )
    ratio = ends(scaled.value)[1] / ends(plain.value)[1]
    assert float(ratio) == pytest.approx(float(Fraction(size) ** 2), rel=1e-9)
    assert relative_gap(scaled) < TIGHT


def test_priors_in_any_order_have_one_average() -> None:
    other = SKEWED[::-1]
    values = [
        float(ends(optimal(LocalDP.from_gamma(2, "1/50"), Average(p), crosscheck=False).value)[1])
        for p in ([("1/4", SKEWED), ("3/4", other)], [("3/4", other), ("1/4", SKEWED)])
    ]
    assert values[0] == pytest.approx(values[1], rel=1e-9)


AVERAGE = AverageTrace(np.eye(3), (1 / 3, 2 / 3))
LARGEST = LargestTrace(np.eye(3), (0.0, 0.1))


def test_a_prior_of_twelve_orders_of_magnitude() -> None:
    """Adversarial design 81: the covariance of certainty must not be a difference."""
    masses = [Fraction(10**9), Fraction(5 * 10**11), Fraction(10**12), Fraction(1)]
    prior = [mass / sum(masses) for mass in masses]
    design = optimal(LocalDP("ln(1.0917737)", "1/3"), AOptimal(prior), crosscheck=False)
    assert relative_gap(design) < TIGHT
