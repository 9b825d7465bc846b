"""Tails and quantiles are those of scipy; the largest deviation of several numbers."""

from __future__ import annotations

from fractions import Fraction
from math import exp, inf

import numpy as np
import pytest
from scipy.stats import chi2, norm

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import likelihood_estimate, simultaneous_level
from rropt.survey.quantiles import chi_square_tail, confidence_level, told_risk


@pytest.mark.parametrize("freedom", range(1, 9))
def test_chi_square_tails_are_scipys(freedom):
    for statistic in (1e-3, 0.5, 3.0, 20.0, 200.0, 1200.0):
        assert chi_square_tail(statistic, freedom) == pytest.approx(
            chi2.sf(statistic, freedom), rel=1e-9
        )
    assert chi_square_tail(0.0, freedom) == 1


def test_the_ends_of_the_tail() -> None:
    assert chi_square_tail(inf, 3) == 0 and chi_square_tail(0.0, 3) == 1
    assert chi_square_tail(5.0, 0) == 1 and chi_square_tail(-1.0, 2) == 1
    assert chi_square_tail(2.0, 2) == pytest.approx(exp(-1))


THREE = Channel.from_rows([["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]])
LEVEL = Fraction(19, 20)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_independent_numbers_have_the_root_of_the_level(count):
    """Sidak's level, exact for independent numbers of any scale."""
    found = simultaneous_level(np.diag(np.arange(1.0, count + 1)), LEVEL)
    assert float(found) == pytest.approx(0.95 ** (1 / count), abs=1e-4)


@pytest.mark.everything
@pytest.mark.parametrize("shares", [(0.7, 0.2, 0.1), (0.4, 0.3, 0.2, 0.1)])
def test_shares_hold_together_as_often_as_they_say(shares):
    """A million drawn deviations: a standard error of 0.0002; Bonferroni's level holds 0.952."""
    point = np.array(shares)
    covariance = np.diag(point) - np.outer(point, point)
    z = norm.ppf((1 + float(simultaneous_level(covariance, LEVEL))) / 2)
    values, vectors = np.linalg.eigh(covariance)
    drawn = np.random.default_rng(0).normal(size=(10**6, len(shares)))
    deviations = drawn * np.sqrt(np.maximum(values, 0)) @ vectors.T
    held = (np.abs(deviations) <= z * np.sqrt(np.diag(covariance))).all(axis=1).mean()
    assert held == pytest.approx(0.95, abs=0.001)


def test_numbers_that_do_not_vary_always_hold():
    assert simultaneous_level(np.zeros((2, 2)), LEVEL) == LEVEL
    known = np.diag([1.0, 0.0, np.nan])
    assert simultaneous_level(known, LEVEL) == LEVEL


def test_intervals_that_hold_together_are_wider_than_those_alone_and_narrower_than_bonferronis():
    answer = likelihood_estimate(THREE, [1149, 671, 574])
    together = answer.simultaneous()
    for j, found in enumerate(together):
        alone, bound = answer.of(j).interval(), answer.of(j).interval(1 - Fraction(1, 60))
        assert bound.low < found.low < alone.low < alone.high < found.high < bound.high


def test_a_risk_is_no_level() -> None:
    """Of statsmodels' results conf_int(0.05) has a level of 95%."""
    with pytest.raises(InputError, match=r"level must be at least 1/2, such as 0.95, got 0.05"):
        confidence_level(0.05)
    assert confidence_level("1/2") == Fraction(1, 2)


def test_a_risk_of_nothing_has_a_quantile_too() -> None:
    """Student's quantile of one degree of freedom has the risk of a normal one of e-900."""
    told, larger = told_risk(0.0, 399)
    assert told == 3 / 400 and 100 < larger < 250
    assert told_risk(told, 399) == (told, 1.0)
