"""Hypotheses about truths: how far reports are from them, and the law by which that is judged."""

from __future__ import annotations

from math import exp, inf

import numpy as np
import pytest
from scipy.stats import binom, chi2

from rropt.channel import Channel
from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.ratio_hypothesis import RatioHypothesis, truth_held, value_held
from rropt.estimating.reference_drops import maxima
from rropt.estimating.sampled_likelihood import SampledLikelihood

YES = np.array([0.0, 1.0])


def told(*counts: int) -> SampledLikelihood:
    """Open answers about as many truths."""
    numbers = np.array(counts)
    return SampledLikelihood((Channel.identity(len(counts)),), (numbers,), numbers / numbers.sum())


def test_a_value_at_an_end_excludes_what_was_seen() -> None:
    assert value_held(told(90, 10), YES, 0.0).drop == inf
    nobody = value_held(told(90, 0), YES, 0.0)
    assert nobody.drop == 0 and nobody.truth.tolist() == [1, 0]


def test_the_likeliest_truth_with_a_value_shares_the_rest_as_it_was_seen() -> None:
    held = value_held(told(60, 30, 10), np.array([0.0, 0.0, 1.0]), 0.4)
    assert held.truth == pytest.approx([0.4, 0.2, 0.4])
    expected = 2 * (90 * np.log(0.9 / 0.6) + 10 * np.log(0.1 / 0.4))
    assert held.drop == pytest.approx(expected)


def test_many_reports_are_judged_by_chi_square_few_by_enumeration() -> None:
    many = truth_held(told(500, 300, 200), np.array([0.45, 0.35, 0.2])).test(2)
    assert many.method == "likelihood ratio, 2 degrees of freedom"
    assert many.p_value == pytest.approx(chi2.sf(many.statistic, 2))
    few = truth_held(told(9, 1), np.array([0.5, 0.5])).test(1)
    assert few.method == "likelihood ratio, exact"
    assert few.p_value == pytest.approx(2 * binom.cdf(1, 10, 0.5))


def test_the_larger_p_value_is_given() -> None:
    held = value_held(told(9, 1), YES, 0.5)
    exact = 2 * binom.cdf(1, 10, 0.5)
    smaller = HypothesisTest(held.drop, exact / 4, "limit")
    larger = HypothesisTest(held.drop, exact * 2, "limit")
    assert held.guarded(smaller, 99).p_value == pytest.approx(exact)
    assert held.guarded(larger, 99) is larger
    one_sided = held.guarded(
        smaller, 99, lambda law: law.signed(YES, 0.5, -1).at_least(held.drop**0.5)
    )
    assert one_sided.p_value == pytest.approx(exact / 2)


@pytest.mark.parametrize("composite", [False, True])
def test_beyond_all_draws_a_bound_stands_for_the_chance(composite: bool) -> None:
    """Of one truth Agrawal's, of a wider hypothesis chi-square's tail; nine kinds are drawn."""
    model = told(*[500] * 9)
    wider = (lambda shares: maxima(model, shares)) if composite else None
    truth = np.array([0.998, *[0.00025] * 8])
    held = truth_held(model, truth)
    far = RatioHypothesis(model, truth, 200.0, held.restricted, wider)
    expected = chi2.sf(200, 8) if composite else exp(8 * (1 + np.log(100 / 8)) - 100)
    assert far.test(8).p_value == pytest.approx(expected)
