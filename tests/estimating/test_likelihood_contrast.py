"""Contrasts of likeliest distributions: limits, sizes of few reports, the mixture at an end."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, chi2, norm

from rropt.channel import Channel
from rropt.estimating import (
    likelihood_estimate,
    ratio_test,
)
from rropt.estimating.likelihood_contrast import CALIBRATED, PROFILE, LikelihoodContrast
from rropt.exact import InputError

TALL = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])
WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
FORCED = Channel.from_rows([["11/12", "1/6"], ["1/12", "5/6"]])
REVEALING = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
KRR = Channel.from_rows([["1/2" if i == j else "1/4" for j in range(3)] for i in range(3)])


def test_a_value_is_tested_by_twice_the_log_ratio():
    """Shares of yes 0.4 against 0.35: 2 (400 log(8/7) + 600 log(12/13))."""
    answer = likelihood_estimate(WARNER, [600, 400]).of(1)
    drop = 2 * (400 * np.log(0.4 / 0.35) + 600 * np.log(0.6 / 0.65))
    found = ratio_test(answer, "1/5")
    assert found.statistic == pytest.approx(drop)
    assert found.p_value == pytest.approx(chi2.sf(drop, 1))
    assert ratio_test(answer, "1/5", "greater").p_value == pytest.approx(norm.sf(drop**0.5))
    assert ratio_test(answer, "1/5", "less").p_value == pytest.approx(norm.cdf(drop**0.5))
    with pytest.raises(InputError, match="alternative"):
        ratio_test(answer, "1/5", "both")


def test_the_interval_holds_what_the_test_does_not_reject():
    answer = likelihood_estimate(WARNER, [600, 400]).of(1)
    found = answer.interval(method="profile")
    for end in (found.low, found.high):
        assert ratio_test(answer, end).p_value == pytest.approx(0.05, abs=1e-7)


def test_the_end_of_the_simplex_has_the_mixture():
    """Forced response, none against some: half of the chi-square tail, and never below."""
    hits = 2400
    counts = [20_000 - hits, hits]
    drop = 2 * sum(
        n * np.log(n / 20_000 / p) for n, p in zip(counts, (11 / 12, 1 / 12), strict=True)
    )
    answer = likelihood_estimate(FORCED, counts).of(1)
    found = ratio_test(answer, 0)
    assert found.statistic == pytest.approx(drop)
    assert found.p_value == pytest.approx(chi2.sf(drop, 1) / 2)
    assert ratio_test(answer, 0, "greater").p_value == found.p_value
    assert ratio_test(answer, 0, "less").p_value == 1
    assert ratio_test(likelihood_estimate(FORCED, [19_000, 1000]).of(1), 0).p_value == 1
    assert "mixture" in found.method


@pytest.mark.parametrize("value", ["1/50", "1/20", "3/10"])
def test_the_size_of_few_reports_is_kept(value):
    """Summed over all outcomes of 40 reports: at most the level, at every level."""
    p_values = [
        ratio_test(likelihood_estimate(REVEALING, [40 - x, x]).of(1), value).p_value
        for x in range(41)
    ]
    chances = binom.pmf(np.arange(41), 40, 0.8 * float(Fraction(value)))
    for level in (0.2, 0.05, 0.01, 1e-4):
        assert chances[np.array(p_values) <= level].sum() <= level + 1e-12


def test_no_report_of_a_rare_kind_is_not_evidence_against_it():
    """P(0 of 2 expected) is 0.13, and the chi-square of 4.08 says 0.043."""
    found = ratio_test(likelihood_estimate(REVEALING, [50, 0]).of(1), "1/20")
    assert found.statistic == pytest.approx(-100 * np.log(0.96))
    assert found.p_value > 0.13 and "exact" in found.method


def test_values_outside_and_known():
    answer = likelihood_estimate(KRR, [5, 3, 2])
    assert ratio_test(answer.of(0), 2).p_value == 0
    assert ratio_test(answer.of(0), 2, "less").p_value == 0
    assert ratio_test(answer.of(0), -1, "less").p_value == 1
    assert ratio_test(answer.contrast([1, 1, 1]), 1).p_value == 1


def test_scaling_and_reflecting_a_contrast():
    answer = likelihood_estimate(TALL, [50, 20, 60, 30])
    plain = answer.of(1).interval()
    scaled = answer.contrast(["0", "1e50"]).interval()
    mirrored = answer.of(0).interval()
    assert (scaled.low, scaled.high) == pytest.approx((plain.low * 1e50, plain.high * 1e50))
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - plain.high, 1 - plain.low))
    assert answer.contrast([0, "1e50"]).stderr == pytest.approx(1e50 * answer.of(1).stderr)


def test_a_constant_contrast_is_known():
    answer = likelihood_estimate(KRR, [5, 3, 2]).contrast(["0.3"] * 3)
    assert (answer.value, answer.stderr) == (0.3, pytest.approx(0))
    assert (answer.interval().low, answer.interval().high) == (0.3, 0.3)


def test_a_moved_interval_says_so():
    """Two of fifty say the revealing yes: 0.00846 is moved inwards, and named."""
    revealing = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
    yes: LikelihoodContrast = likelihood_estimate(revealing, [48, 2]).of(1)
    plain, moved = yes.interval(method="profile"), yes.interval()
    assert (plain.method, moved.method) == (PROFILE, CALIBRATED)
    assert plain.low < moved.low < yes.value
