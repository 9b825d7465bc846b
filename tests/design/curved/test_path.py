"""Curved designs: printed optima, two truths in closed form, cvxpy, metamorphic relations."""

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
    minimax_regret,
    optimal,
)
from rropt.design.answer import ends
from rropt.exact import InputError

SKEWED = ["7/10", "3/20", "1/10", "1/20"]
FAIR = ["1/4"] * 4
THREE = LocalDP.from_gamma(3)


def upper(design) -> float:
    return float(ends(design.value)[1])


def criteria(channel, prior) -> tuple[float, float, float, np.ndarray]:
    """Trace, log-determinant on the tangent space, largest eigenvalue and Cov, by numpy."""
    P, pi = channel.to_numpy(), np.array([float(Fraction(p)) for p in prior])
    J = P.T @ np.diag(1 / (P @ pi)) @ P
    cov = np.linalg.inv(J) - np.outer(pi, pi)
    values = np.linalg.eigvalsh(cov)[1:]
    return float(np.trace(cov)), float(np.log(values).sum()), float(values[-1]), cov


def test_a_optimal_value_and_support() -> None:
    design = optimal(THREE, AOptimal(SKEWED), crosscheck=True)
    assert upper(design) == pytest.approx(6.4369987726868, abs=1e-12)
    assert design.channel.shape == (7, 4)
    assert design.gap < Fraction(6, 10**9)
    assert design.routes is not None and design.routes.difference < 1e-5
    assert criteria(design.channel, SKEWED)[0] == pytest.approx(upper(design), abs=1e-9)


@pytest.mark.parametrize("objective, position", [(AOptimal, 0), (DOptimal, 1), (EOptimal, 2)])
@pytest.mark.parametrize("privacy", [THREE, LocalDP(1), LocalDP.from_gamma(2, "1/20")])
def test_stated_value_is_the_tables(privacy, objective, position: int) -> None:
    prior = ["1/2", "3/10", "1/5"]
    design = optimal(privacy, objective(prior), crosscheck=True)
    assert criteria(design.channel, prior)[position] == pytest.approx(upper(design), rel=1e-7)
    assert design.gap <= abs(ends(design.bound)[0]) * Fraction(1, 10**7)
    assert design.channel.profile(privacy.gamma.lo) <= privacy.delta
    assert design.routes is not None and design.routes.difference < 1e-4


@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_two_truths_are_the_variance_problem(delta: str) -> None:
    privacy = LocalDP("1/2", delta)
    known = float(ends(optimal(privacy, Variance("1/4")).value)[0])
    prior = ["3/4", "1/4"]
    assert upper(optimal(privacy, AOptimal(prior))) == pytest.approx(2 * known, rel=1e-9)
    assert upper(optimal(privacy, EOptimal(prior))) == pytest.approx(2 * known, rel=1e-7)
    assert upper(optimal(privacy, COptimal(prior, [0, 1]))) == pytest.approx(known, rel=1e-8)
    expected = np.log(2 * known)
    assert upper(optimal(privacy, DOptimal(prior))) == pytest.approx(expected, rel=1e-9)


def test_a_contrast_is_its_variance() -> None:
    contrast = [1, -1, 0]
    design = optimal(LocalDP(1, "1/10"), COptimal(["1/2", "1/4", "1/4"], contrast))
    cov = criteria(design.channel, ["1/2", "1/4", "1/4"])[3]
    assert np.array(contrast) @ cov @ contrast == pytest.approx(upper(design), rel=1e-7)


def test_average_and_largest_over_priors() -> None:
    average = optimal(THREE, Average([("1/3", SKEWED), ("2/3", FAIR)]))
    one, two = (criteria(average.channel, prior)[0] for prior in (SKEWED, FAIR))
    assert one / 3 + 2 * two / 3 == pytest.approx(upper(average), rel=1e-9)
    largest = optimal(THREE, Minimax([SKEWED, FAIR]))
    values = [criteria(largest.channel, prior)[0] for prior in (SKEWED, FAIR)]
    assert max(values) == pytest.approx(upper(largest), rel=1e-9)
    assert upper(largest) <= max(one, two) + 1e-9


def test_one_prior_makes_robust_designs_plain() -> None:
    plain = upper(optimal(THREE, AOptimal(SKEWED), crosscheck=False))
    assert upper(optimal(THREE, Average([(1, SKEWED)]), crosscheck=False)) == pytest.approx(plain)
    assert upper(optimal(THREE, Minimax([SKEWED]), crosscheck=False)) == pytest.approx(plain)


def test_regret_subtracts_the_best_values() -> None:
    best = [upper(optimal(THREE, AOptimal(prior), crosscheck=False)) for prior in (SKEWED, FAIR)]
    offsets = [Fraction(value).limit_denominator(10**9) for value in best]
    regret = optimal(THREE, Minimax([SKEWED, FAIR], offsets=offsets), crosscheck=False)
    plain = optimal(THREE, Minimax([SKEWED, FAIR]), crosscheck=False)
    values = [criteria(plain.channel, prior)[0] for prior in (SKEWED, FAIR)]
    assert -1e-6 <= upper(regret) <= max(a - b for a, b in zip(values, best, strict=True)) + 1e-6


def test_relabelling_truths_changes_nothing() -> None:
    one = optimal(THREE, AOptimal(SKEWED), crosscheck=False)
    other = optimal(THREE, AOptimal(SKEWED[::-1]), crosscheck=False)
    assert upper(one) == pytest.approx(upper(other), rel=1e-10)


@pytest.mark.parametrize("epsilon", ["1e-9", "12"])
def test_extreme_levels_stay_tight(epsilon: str) -> None:
    for objective in (AOptimal(SKEWED), DOptimal(SKEWED)):
        design = optimal(LocalDP(epsilon), objective, crosscheck=False)
        assert design.gap <= abs(ends(design.bound)[0]) / 10**9


def test_rounded_tables_are_private_and_certified() -> None:
    design = optimal(THREE, AOptimal(SKEWED), denominator="2^32", crosscheck=False)
    assert design.channel.profile(3) == 0
    assert 0 <= design.gap < Fraction(1, 10**6)
    assert design.certificate.check().status == 0


@pytest.mark.parametrize("denominator", [52, 1000])
@pytest.mark.parametrize(
    "objective",
    [
        AOptimal(SKEWED),
        EOptimal(["1/4", "1/40", "1/40", "1/20", "1/40", "5/8"]),
        Average([("1/2", SKEWED), ("1/2", FAIR)]),
        Minimax([SKEWED, FAIR]),
        DOptimal(SKEWED),
    ],
    ids=lambda objective: objective.label,
)
def test_a_rounded_table_has_the_bound_of_the_exact_optimum(objective, denominator: int) -> None:
    """Tangents at a rough table prove little, even that a variance is at least -4,550,288."""
    level = LocalDP.from_gamma(7)
    best = optimal(level, objective, crosscheck=False)
    rounded = optimal(level, objective, denominator=denominator, crosscheck=False)
    assert float(rounded.bound) == pytest.approx(float(best.bound), rel=1e-9)
    assert ends(rounded.value)[1] >= best.bound
    assert rounded.certificate.check().verdict == "verified"


@pytest.mark.parametrize(
    "build, words",
    [
        (lambda: AOptimal(["1", "0"]), r"prior\[1\] must be positive"),
        (lambda: COptimal(FAIR, [1, 1, 1, 1]), "contrast must not be constant"),
        (lambda: COptimal(FAIR, [1, 0]), "contrast must have 4 entries"),
        (lambda: Average([("1/2", FAIR)]), "weights of priors"),
        (lambda: Minimax([FAIR, ["1/2", "1/2"]]), "same categories"),
        (lambda: optimal(LocalDP(0), AOptimal(FAIR)), "gamma must be above 1"),
        (lambda: optimal(THREE, AOptimal(SKEWED), denominator=4), "denominator must be larger"),
        (lambda: optimal(THREE, AOptimal(SKEWED), outputs=3), "outputs must be any or at least 7"),
    ],
)
def test_refused_in_one_line(build, words: str) -> None:
    with pytest.raises(InputError, match=words):
        build()


def test_regret_is_never_negative_and_below_the_plain_loss() -> None:
    priors = [["7/10", "1/5", "1/10"], ["1/3"] * 3]
    design = minimax_regret(THREE, priors)
    best = [upper(optimal(THREE, AOptimal(prior), crosscheck=False)) for prior in priors]
    losses = [criteria(design.channel, p)[0] - b for p, b in zip(priors, best, strict=True)]
    assert max(losses) == pytest.approx(upper(design), abs=1e-8)
    assert all(loss > -1e-8 for loss in losses)
