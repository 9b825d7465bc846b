"""Covariances by the KKT conditions of a support, at values known otherwise."""

from __future__ import annotations

import sympy as sp

import rropt as rr
from rropt.crosscheck.symbolic import kkt_supports
from rropt.crosscheck.symbolic.exact_limits import exact_limits
from rropt.crosscheck.symbolic.kkt_supports import (
    by_supports,
    covariance_question,
    of_the_only_table,
)
from rropt.crosscheck.symbolic.sums import about_two_truths, at_equal_shares, symmetric_multiple

SKEWED = ["1/2", "1/3", "1/6"]
HALVES = ["1/2", "1/2"]


def _limits(truths, privacy=None):
    privacy = rr.LocalDP("ln(3)") if privacy is None else privacy
    return exact_limits(rr.Problem(privacy.on(truths), rr.Trace(truths)))


def test_the_multiple_of_symmetric_privacy_is_that_of_subset_selection() -> None:
    """Ye, Barg 2018: lambda = k d (k - d) (g - 1)^2 / ((k - 1) (d g + k - d)^2), the largest."""
    k, g = 3, 3
    subsets = [
        sp.Rational(k * d * (k - d) * (g - 1) ** 2, (k - 1) * (d * g + k - d) ** 2) for d in (1, 2)
    ]
    assert symmetric_multiple(_limits(k)) == max(subsets)


def test_one_prior_of_two_truths_is_holohans_variance() -> None:
    """3/4 + pi (1 - pi) at gamma = 3."""
    variance = sp.Rational(15, 16)
    prior = ["3/4", "1/4"]
    limits = _limits(2)
    assert about_two_truths(rr.AOptimal(prior), limits) == 2 * variance
    assert about_two_truths(rr.EOptimal(prior), limits) == 2 * variance
    assert about_two_truths(rr.COptimal(prior, [0, 3]), limits) == 9 * variance
    assert about_two_truths(rr.DOptimal(prior), limits) == sp.log(2 * variance)
    assert about_two_truths(rr.AOptimal(SKEWED), _limits(3)) is None


def test_worst_cases_of_the_only_table() -> None:
    limits = _limits(2)
    assert of_the_only_table(rr.Variance("worst"), limits) == 1
    assert of_the_only_table(rr.Variance("worst", "group"), limits) == sp.Rational(3, 4)
    assert of_the_only_table(rr.VarianceOverInterval("1/8", "1/4"), limits) == sp.Rational(15, 16)
    assert of_the_only_table(rr.AOptimal("worst", 2), limits) == 2
    assert of_the_only_table(rr.Mean([0, 1], ["1/3", "2/3"], worst=False), limits) is None
    assert of_the_only_table(rr.AOptimal("worst", 2), _limits(2, rr.LocalDP(1, "1/10"))) is None


def test_supports_agree_with_two_truths() -> None:
    for objective, value in (
        (rr.AOptimal(["3/4", "1/4"]), sp.Rational(15, 8)),
        (rr.Mean([0, 1], ["3/4", "1/4"], worst=False), sp.Rational(3, 4)),
        (rr.Average([("1/2", HALVES), ("1/2", HALVES)]), sp.Integer(2)),
    ):
        assert by_supports(covariance_question(objective), _limits(2)) == value


def test_a_support_without_the_conditions_is_not_taken(monkeypatch) -> None:
    """Without them the first table of three directions is said to be the best."""
    question = covariance_question(rr.AOptimal(SKEWED))
    limits = _limits(3)
    right = by_supports(question, limits)
    monkeypatch.setattr(kkt_supports, "_covers", lambda *given: True)
    first, _ = next(
        kkt_supports.optimal_candidates(question, limits, kkt_supports.directions(limits))
    )
    assert right == sp.Rational(37, 9) and len(first) == 3
    assert by_supports(question, limits) >= right


def test_equal_shares_are_for_symmetric_privacy_only() -> None:
    fair = rr.AOptimal(["1/3"] * 3)
    assert at_equal_shares(fair, _limits(3)) is not None
    assert at_equal_shares(fair, _limits(3, rr.MetricDP.path("ln(2)"))) is None
    assert at_equal_shares(rr.AOptimal(SKEWED), _limits(3)) is None
    contrast = rr.COptimal(["1/3"] * 3, [1, -1, 0])
    assert at_equal_shares(contrast, _limits(3)) is None
    worst = at_equal_shares(rr.AOptimal("worst", 3), _limits(3))
    assert worst == at_equal_shares(fair, _limits(3)) == sp.Rational(25, 6)
