"""The route of prices beside forms of the literature; a dropped constraint or a wrong constant.

Two reports along the edge of privacy, beside tables that are known.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import log

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric.route import numeric
from rropt.crosscheck.prices import price_route
from rropt.crosscheck.prices.price_route import best_pair, by_prices, most_truthful
from rropt.crosscheck.prices.priced_rows import RenyiBudgets
from rropt.crosscheck.symbolic.exact_limits import exact_limits
from rropt.design.problem import Problem, resolved

SKEWED = ["1/2", "1/3", "1/6"]
LEVEL = rr.LocalDP("ln(3)")
MODEL = rr.ForModel(rr.Logit("-1/2", "1/2"), [0, 1, 2], target="D")

QUESTIONS = (
    (LEVEL, rr.Guess(SKEWED)),
    (LEVEL, rr.MutualInformation(SKEWED)),
    (LEVEL, rr.AOptimal(SKEWED)),
    (LEVEL, rr.DOptimal(SKEWED)),
    (LEVEL, rr.EOptimal(SKEWED)),
    (LEVEL, rr.EOptimal("worst", 3, "group")),
    (LEVEL, rr.DOptimal("worst", 3)),
    (LEVEL, rr.AOptimal("worst", 3, "group")),
    (rr.LocalDP("ln(3)", "1/10"), rr.Guess(SKEWED)),
    (rr.LocalDP("ln(3)", "1/10"), rr.AOptimal("worst", 3)),
    (rr.LocalDP("ln(3)", "1/10"), rr.VarianceOverInterval("1/20", "1/2")),
    (rr.MetricDP.path("ln(2)"), rr.Minimax([["1/3"] * 3, SKEWED])),
    (rr.PointwiseMaximalLeakage("ln(3/2)", SKEWED), rr.Guess(SKEWED)),
    (rr.LocalDP("ln(3)"), MODEL),
    (rr.RenyiDP(2, "1/2"), rr.Guess(["1/3", "2/3"])),
    (rr.ZeroConcentratedDP("1/2"), rr.Variance("1/2")),
)
IDS = [f"{goal.name}-{type(level).__name__}" for level, goal in QUESTIONS]


def _posed(privacy, objective, outputs=None):
    return resolved(Problem(privacy, objective, outputs))


def _disagrees(problem) -> bool:
    other = numeric(problem)
    return abs(by_prices(problem) - other) > 1e-5 * abs(other)


@pytest.mark.parametrize(
    ("objective", "outputs", "value"),
    [
        (rr.Trace(4), None, 4 * 3 / (3 + 3)),  # gamma k / (gamma + k - 1)
        (rr.Variance("1/4"), None, 15 / 16),  # Holohan's theorem 2
        (rr.Variance("1/4"), 2, 15 / 16),
        (rr.Warner("1/4"), None, 15 / 16),
        (
            rr.MutualInformation(["1/2", "1/2"]),
            None,
            log(2) + 3 / 4 * log(3 / 4) + 1 / 4 * log(1 / 4),
        ),
        (rr.AOptimal(["1/3"] * 3), None, 25 / 6),
        (rr.EOptimal(["1/2", "1/2"]), None, 2.0),
        (rr.Guess(["1/2", "1/4", "1/4"]), 2, 9 / 16),
    ],
)
def test_forms_of_the_literature(objective, outputs, value) -> None:
    found = by_prices(_posed(LEVEL, objective, outputs))
    assert found == pytest.approx(value, rel=1e-6)


@pytest.mark.everything
@pytest.mark.parametrize(("privacy", "objective"), QUESTIONS, ids=IDS)
def test_a_dropped_constraint_is_seen(monkeypatch, privacy, objective) -> None:
    """Without an inequality, or without a budget, the optimum is another."""
    problem = _posed(privacy, objective)
    assert not _disagrees(problem)
    true, renyi = price_route.exact_limits, price_route.renyi_budgets

    def without_one(question):
        limits = true(question)
        if limits.budgets:
            return replace(limits, budgets=limits.budgets[1:])
        return replace(limits, hard=limits.hard[1:])

    def looser(question):
        limits = renyi(question)
        if limits is None:
            return None
        return replace(limits, budgets=tuple(2 * b for b in limits.budgets), rho=None)

    monkeypatch.setattr(price_route, "exact_limits", without_one)
    monkeypatch.setattr(price_route, "renyi_budgets", looser)
    assert _disagrees(problem)


def test_a_wrong_constant_is_seen(monkeypatch) -> None:
    """What is known beforehand, a thousandth larger."""
    problem = _posed(LEVEL, rr.AOptimal(SKEWED))
    true = price_route.VarianceTerm
    monkeypatch.setattr(
        price_route,
        "VarianceTerm",
        lambda points, weight, known: true(points, weight, 1.001 * known),
    )
    assert _disagrees(problem)


@pytest.mark.parametrize(
    ("objective", "outputs", "reason"),
    [
        (rr.Mean("0,1,3", worst=True), 2, "2 reports"),
        (rr.MutualInformation(SKEWED), 2, "2 reports"),
    ],
)
def test_what_has_no_dual_program_says_why(objective, outputs, reason) -> None:
    with pytest.raises(NotPosed, match=reason):
        by_prices(_posed(LEVEL, objective, outputs))


def test_an_infinite_variance_is_no_number() -> None:
    with pytest.raises(NotPosed):
        by_prices(_posed(rr.LocalDP.from_gamma("1"), rr.Variance("1/2")))


@pytest.mark.everything
@pytest.mark.parametrize("truths", [3, 4])
def test_a_report_that_reveals_a_truth_is_one_of_the_reports(truths) -> None:
    """Merged with another one it would tell truths apart; both routes count it as a report."""
    shares = [Fraction(n, truths * (truths + 1) // 2) for n in range(1, truths + 1)]
    problem = _posed(rr.UtilityOptimized([0], 1), rr.Guess(shares), 2)
    assert by_prices(problem) == pytest.approx(numeric(problem), rel=1e-7)
    assert by_prices(problem) <= by_prices(_posed(rr.UtilityOptimized([0], 1), rr.Guess(shares)))


def _limits(privacy):
    return exact_limits(resolved(Problem(privacy, rr.Trace(2))))


@pytest.mark.parametrize(
    ("privacy", "p"),
    [
        (rr.LocalDP("ln(3)"), 3 / 4),
        (rr.LocalDP("ln(3)", "1/10"), (3 + 0.1) / 4),  # (gamma + delta) / (gamma + 1)
        (rr.Privacy([[1, 2], [5, 1]]), 2 / 3),
    ],
)
def test_warner(privacy, p) -> None:
    assert most_truthful(_limits(privacy)) == pytest.approx(p, abs=1e-12)


def test_warner_under_a_divergence() -> None:
    """Order 2: p^2 / (1 - p) + (1 - p)^2 / p = e^(1/2), by halving."""
    low, high = 0.5, 1.0
    for _ in range(60):
        p = (low + high) / 2
        private = p**2 / (1 - p) + (1 - p) ** 2 / p <= np.exp(0.5)
        low, high = (p, high) if private else (low, p)
    assert most_truthful(RenyiBudgets((2.0,), (0.5,))) == pytest.approx(low, abs=1e-9)


def test_the_best_corner_of_a_matrix() -> None:
    """a <= 2 b and 1 - b <= 5 (1 - a): at a = 8/9, b = 4/9 the sum a + 1 - b is 13/9."""
    found = best_pair(lambda rows: rows.max(axis=1), _limits(rr.Privacy([[1, 2], [5, 1]])))
    assert found == pytest.approx(13 / 9, rel=1e-9)


def test_a_revealed_truth_is_not_walked() -> None:
    limits = _limits(rr.UtilityOptimized([0], 1))
    with pytest.raises(NotPosed, match="reveal"):
        best_pair(lambda rows: rows.max(axis=1), limits)
