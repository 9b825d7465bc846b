"""The engine where version 2 failed: small levels and deltas, large levels, many truths."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.curved.linearise import Information
from rropt.design.engine import ratio_design
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem, resolved


def gap_of(design: rr.Design) -> float:
    return float(design.value.hi - design.bound.lo) / abs(float(design.bound))


def even_trace(k: int, gamma: float) -> float:
    """The least trace of the covariance at equal shares: the best size of subsets."""
    sizes = []
    for h in range(1, k):
        sizes.append((gamma - 1) ** 2 * k * h * (k - h) / ((k - 1) * (k + (gamma - 1) * h) ** 2))
    return (k - 1) / max(sizes)


@pytest.mark.everything
@pytest.mark.parametrize("k", [3, 5, 8])
@pytest.mark.parametrize("level", ["1/1000000000", "1/1000", "1", "10", "30"])
def test_the_worst_population_of_all_shares_is_the_even_one(k: int, level: str) -> None:
    """tr Cov is concave in the prior and symmetric: 13,330,669.022 for k = 5 at 1/1000."""
    design = rr.optimal(rr.LocalDP(level), rr.AOptimal("worst", k))
    gamma = design.problem.gamma.lo
    expected = even_trace(k, float(gamma)) if level != "1/1000000000" else None
    if expected is not None:
        assert float(design.value) == pytest.approx(expected - 0, rel=1e-6)
    assert gap_of(design) < 1e-9


def test_a_thousandth_of_epsilon_has_the_printed_value() -> None:
    design = rr.optimal(rr.LocalDP("1/1000"), rr.AOptimal("worst", 5))
    assert float(design.value) == pytest.approx(13_330_669.022, abs=1e-3)


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective",
    [
        rr.WorstProportion(),
        rr.COptimal("worst", [1, -1, 0]),
        rr.AOptimal("worst", 3, "group"),
        rr.Mean([0, 1, 3]),
        rr.DOptimal("worst", 3),
        rr.AOptimal(["1/2", "1/3", "1/6"]),
    ],
    ids=lambda objective: objective.label,
)
@pytest.mark.parametrize("delta", ["1/1000000000", "1/1000000", "1/1000"])
def test_a_delta_is_never_worse_than_none(objective, delta: str) -> None:
    none = rr.optimal(rr.LocalDP(1), objective)
    some = rr.optimal(rr.LocalDP(1, delta), objective)
    upper = [design.value.hi for design in (none, some)]
    assert upper[1] <= upper[0] * (1 + F(1, 10**12)) and gap_of(some) < 1e-7
    assert float(some.bound) == pytest.approx(float(upper[0]), abs=300 * float(F(delta)) + 1e-9)


@pytest.mark.everything
def test_different_shares_of_sixteen_truths() -> None:
    prior = [F(j, 136) for j in range(1, 17)]
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.AOptimal(prior))
    assert gap_of(design) < 1e-12
    assert design.channel.shape[0] <= 16 * 17 // 2


@pytest.mark.everything
@pytest.mark.parametrize("criterion", [rr.AOptimal, rr.DOptimal, rr.EOptimal])
def test_thousands_of_patterns_that_are_nearly_tied_leave_few(criterion) -> None:
    """Twenty shares as 1/j at epsilon 1/10, where gaps were 6e-6 and 4e-4."""
    parts = [F(1, j) for j in range(1, 21)]
    design = rr.optimal(rr.LocalDP("1/10"), criterion([part / sum(parts) for part in parts]))
    assert gap_of(design) < 1e-11
    assert design.channel.shape[0] <= 20 * 21 // 2


def test_a_heavy_truth_leaves_an_eigenvalue_no_gap() -> None:
    """Half of the prior on one of twelve truths at epsilon 8: 4e-10 was open."""
    design = rr.optimal(rr.LocalDP(8), rr.EOptimal([F(1, 2)] + [F(1, 22)] * 11))
    assert gap_of(design) < 1e-12


SCALE = [F(j, 66) for j in range(1, 12)]


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective",
    [rr.AOptimal(SCALE), rr.DOptimal(SCALE), rr.EOptimal(SCALE), rr.Mean(range(11), SCALE)],
    ids=["a", "d", "e", "mean"],
)
def test_a_scale_from_zero_to_ten_by_distance_is_certified_to_the_last_digits(objective) -> None:
    """No other table is better, and patterns e^10 apart are exact: the gap of the largest
    eigenvalue was twice its value."""
    design = rr.optimal(rr.MetricDP.path(1), objective)
    assert gap_of(design) < 1e-12
    assert check(design.certificate.to_json()).verdict == "verified"
    rows = design.channel.to_numpy()
    ratios = rows[:, 1:] / rows[:, :-1]
    assert ratios.max() <= np.e * (1 + 1e-12)
    assert ratios.min() >= 1 / np.e * (1 - 1e-12)


@pytest.mark.everything
@pytest.mark.parametrize(
    "privacy",
    [
        rr.Privacy([[1, 3, 5], [2, 1, 4], [7, 2, 1]]),
        rr.Privacy([[1, 3, 5], [2, 1, 4], [7, 2, 1]], [[0, "1/100", 0], [0, 0, 0], [0, 0, 0]]),
        rr.PointwiseMaximalLeakage("1/2", ["1/5", "3/10", "1/2"]),
        rr.MetricDP.path(1),
    ],
    ids=["matrix", "delta", "leakage", "metric"],
)
@pytest.mark.parametrize(
    "objective",
    [rr.AOptimal("worst", 3), rr.Mean([0, 1, 3]), rr.DOptimal("worst", 3)],
    ids=["population", "mean", "determinant"],
)
def test_no_prior_is_worse_and_none_is_better_than_the_bound(privacy, objective) -> None:
    """The saddle: its table at random priors below the value, random priors' best above none."""
    design = rr.optimal(privacy, objective)
    assert gap_of(design) < 1e-8
    table = design.channel.to_numpy()
    contrasts = np.array([[float(x) for x in c] for c in objective.contrasts])
    value = design.value.hi
    for q in np.random.default_rng(11).dirichlet(np.ones(3), 20):
        inverse = np.linalg.inv(table.T @ (table / (table @ q)[:, None]))
        if objective.name == "d-optimal":
            found = np.log(3) + np.linalg.slogdet(inverse)[1]
        elif objective.respondents == "group":
            found = sum(c @ inverse @ c - q @ c**2 for c in contrasts)
        else:
            found = sum(c @ inverse @ c - (c @ q) ** 2 for c in contrasts)
        assert found <= float(value) + 1e-8


def test_truths_that_are_alike_are_the_reason() -> None:
    alike = rr.Channel.from_rows([["1/2", "1/2", "1/4"], ["1/2", "1/2", "3/4"]])
    for objective in (rr.AOptimal, rr.DOptimal, rr.EOptimal):
        with pytest.raises(rr.InputError, match="no table identifies"):
            rr.optimal(rr.NoWorseThan(alike), objective(["1/2", "1/3", "1/6"]))


def test_a_level_that_another_implies_refuses_nothing() -> None:
    both = rr.Privacy([[1, 3], [3, 1]])
    assert rr.optimal(both, rr.WorstProportion()).bound > 0


def test_a_search_that_certifies_nothing_says_so(monkeypatch) -> None:
    def refuse(*_):
        raise ArithmeticError("nothing")

    monkeypatch.setattr(ratio_design, "certified", refuse)
    with pytest.raises(rr.InputError, match="could not be certified"):
        ratio_optimum(resolved(Problem(rr.LocalDP(1), rr.AOptimal(["1/2", "1/3", "1/6"]))))


def test_a_contrast_that_two_truths_decide_is_found_among_four() -> None:
    """What is in use on the way does not tell the other two truths apart."""
    design = rr.optimal(rr.BetaFactor(2), rr.COptimal("worst", [1, -1, 0, 0], "group"))
    assert gap_of(design) < 1e-9
    assert design.check().verdict == "verified"


IMPLIED = {
    "pure": ([(5, 0), (7, "1/20")], rr.LocalDP.from_gamma(5)),
    "with a delta": ([(5, "1/30"), (9, "1/15")], rr.LocalDP.from_gamma(5, "1/30")),
}


@pytest.mark.everything
@pytest.mark.parametrize("levels", IMPLIED)
@pytest.mark.parametrize(
    "objective",
    [
        rr.AOptimal("worst", 3, "group"),
        rr.AOptimal("worst", 3),
        rr.DOptimal("worst", 3),
        rr.COptimal("worst", [1, -1, 0]),
        rr.Mean([0, 2, 3]),
    ],
    ids=["A group", "A", "D", "c", "mean"],
)
def test_a_level_that_another_implies_changes_no_worst_case(levels: str, objective) -> None:
    """The same optimum found under one number and under the profile of every pair."""
    both, alone = IMPLIED[levels]
    privacy = rr.Privacy([[1 if a == b else both for b in range(3)] for a in range(3)])
    profile, single = rr.optimal(privacy, objective), rr.optimal(alone, objective)
    assert float(profile.value) == pytest.approx(float(single.value), rel=1e-9)
    assert profile.gap <= abs(profile.bound) * 1e-9


A = ["2/5", "3/10", "1/5", "1/10"]


@pytest.mark.parametrize(
    ("privacy", "objective", "value"),
    [
        (rr.MetricDP.path("ln(2)").on(4), rr.AOptimal(A), 10.8779505187575),
        (
            rr.MetricDP.path("ln(3/2)").on(5),
            rr.COptimal([F(n, 15) for n in (5, 4, 3, 2, 1)], [-2, -1, 0, 1, 2]),
            2206 / 225,
        ),
        (rr.HighLow([0], "ln(3)").on(4), rr.AOptimal(A), 1.3),
    ],
    ids=["path", "contrast", "high-low"],
)
def test_the_search_ends_at_the_printed_value(privacy, objective, value):
    best = ratio_optimum(Problem(privacy, objective)).best
    rows = [[w * x for x in r] for w, r in zip(best.weights, best.patterns, strict=True)]
    assert privacy.levels.obeyed_by(rows)
    at = Information.of(best.patterns, best.weights, objective.prior)
    assert float(at.trace(objective.criterion())[0]) == pytest.approx(value, rel=1e-12)
