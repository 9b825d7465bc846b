"""Variances, and powers by the normal and the chi-square distribution."""

from fractions import Fraction as F

import numpy as np
import pytest
from scipy.stats import chi2, ncx2, norm

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.planning.accuracy import (
    chi_square_power,
    excluded_share,
    k_randomized_response,
    normal_power,
    proportion_variance,
    root,
    seen_once,
    truth_variances,
)

pytestmark = pytest.mark.quick

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
ONE_SIDED = Channel.from_rows([[1, "1/2"], [0, "1/2"]])


@pytest.mark.parametrize("share", [F(0), F(1, 10), F(1, 2)])
def test_warners_variance_is_the_textbook_one(share):
    """lambda (1 - lambda) / (2p - 1)^2 with lambda = 1/4 + share / 2 and p = 3/4."""
    yes = F(1, 4) + share / 2
    assert proportion_variance(WARNER, share) == yes * (1 - yes) * 4


def test_told_truths_have_the_variance_of_counting():
    shares = (F(1, 2), F(1, 3), F(1, 6))
    expected = [p * (1 - p) for p in shares]
    assert truth_variances(Channel.identity(3), shares) == expected


def test_half_of_the_reports_tell_nothing():
    """A third report that both truths give alike, half of the time, halves the information."""
    diluted = Channel.from_rows([["3/8", "1/8"], ["1/8", "3/8"], ["1/2", "1/2"]])
    share = F(1, 4)
    expected = 2 * float(proportion_variance(WARNER, share))
    assert float(proportion_variance(diluted, share)) == pytest.approx(expected, rel=1e-12)


def test_a_proportion_has_two_truths():
    with pytest.raises(InputError, match="channel must have two truths for a proportion, got 3"):
        proportion_variance(Channel.identity(3), F(1, 2))
    with pytest.raises(InputError, match="prior must have 2 entries, got 3"):
        WARNER.checked_prior(["1/3"] * 3)


def test_randomized_response_keeps_an_irrational_promise():
    table = k_randomized_response(4, "1/2")
    level = table.parity()
    assert float(level) == pytest.approx(1.6487212707001282, rel=1e-12)
    assert level <= F("1.648721270700128146848650787814163571653776100710148")
    assert {table[i, j] for i in range(4) for j in range(4) if i != j} == {table[0, 1]}


@pytest.mark.parametrize("sides", [1, 2])
def test_a_normal_test_rejects_beyond_its_critical_value(sides):
    """Effect 0.1, spread 2 under the hypothesis and 3 beside it, 900 reports, at 5 percent."""
    cut = norm.isf(0.05 / sides) * 2
    upper = norm.sf((cut - 0.1 * 30) / 3)
    lower = norm.cdf((-cut - 0.1 * 30) / 3) if sides == 2 else 0
    assert normal_power(-0.1, (2, 3), 900, F(1, 20), sides) == pytest.approx(upper + lower)


def test_without_spread_the_answer_is_sure():
    assert normal_power(0.1, (1, 0), 10_000, F(1, 20), 2) == 1.0
    assert normal_power(0.1, (1, 0), 4, F(1, 20), 2) == 0.0


def test_chi_square_is_non_central():
    planned, null = np.array([0.5, 0.3, 0.2]), np.array([0.4, 0.4, 0.2])
    shift = 200 * (0.01 / 0.4 + 0.01 / 0.4)
    expected = ncx2.sf(chi2.isf(0.05, 2), 2, shift)
    assert chi_square_power(planned, null, 200, F(1, 20)) == pytest.approx(expected, rel=1e-9)


def test_one_excluded_report_is_enough():
    """Without it nothing else differs: the power is that of seeing it or a false alarm."""
    planned, null = np.array([0.45, 0.45, 0.1]), np.array([0.5, 0.5, 0.0])
    missed = 0.9**10 * (1 - 0.05)
    assert chi_square_power(planned, null, 10, F(1, 20)) == pytest.approx(1 - missed, rel=1e-9)
    assert chi_square_power(np.array([0.0, 1.0]), np.array([1.0, 0.0]), 1, F(1, 20)) == 1.0
    with pytest.raises(InputError, match="other report probabilities"):
        chi_square_power(null, null, 10, F(1, 20))


def test_seen_at_least_once():
    assert seen_once(0.25, 3) == pytest.approx(1 - 0.75**3)
    assert seen_once(1e-18, 10**18) == pytest.approx(0.6321205588285577)
    assert (seen_once(1.0, 1), seen_once(0.0, 5)) == (1.0, 0.0)


def test_what_nobody_says_under_the_hypothesis():
    """Under "nobody" the second report is impossible; of a fifth, half of them give it."""
    assert excluded_share(ONE_SIDED, F(1, 5), F(0)) == 0.1
    assert excluded_share(WARNER, F(1, 5), F(0)) == 0


def test_a_variance_beyond_doubles_is_refused():
    assert root(F(9, 4)) == 1.5
    with pytest.raises(InputError, match="epsilon must be larger"):
        root(F(10**700))
