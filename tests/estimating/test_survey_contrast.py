"""A contrast of a weighted survey: its interval and its test."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.estimating import likelihood_estimate, survey_estimate
from rropt.estimating.survey_contrast import SurveyContrast
from rropt.exact import InputError
from tests.estimating.test_weighted_survey import ANSWERS, WARNER, WEIGHTS


def test_an_interval_has_the_design_effect():
    survey = survey_estimate(WARNER, np.tile(ANSWERS, 40), weights=np.tile(WEIGHTS, 40))
    found = survey.of(1).interval()
    assert "design effect" in found.method
    assert found.width / 2 == pytest.approx(1.96 * survey.stderr[1], rel=0.01)
    villages = [(np.arange(400) < 120 + 20 * village).astype(int) for village in range(6)]
    clustered = survey_estimate(
        WARNER, np.concatenate(villages), clusters=np.repeat(np.arange(6), 400)
    )
    half = clustered.of(1).interval().width / 2
    assert half == pytest.approx(2.5706 * clustered.stderr[1], rel=0.1)
    assert survey_estimate(WARNER, [0] * 30 + [1] * 8).of(1).interval().low >= 0


def survey(effect: float, freedom: float) -> SurveyContrast:
    """Warner's 400 of 1000 with a variance that is a multiple of that of a simple survey."""
    plain = likelihood_estimate(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]), [600, 400])
    return SurveyContrast(plain.of(1), plain.covariance * effect, freedom)


def test_without_a_design_it_is_the_plain_contrast() -> None:
    found = survey(1.0, inf)
    assert found.design_effect == pytest.approx(1) and found.value == pytest.approx(0.3)
    ends, plain = found.interval(), found.plain.interval()
    assert (ends.low, ends.high) == pytest.approx((plain.low, plain.high), rel=1e-3)


def test_a_design_effect_of_four_doubles_the_interval() -> None:
    wide, narrow = survey(4.0, inf).interval(), survey(1.0, inf).interval()
    assert wide.width == pytest.approx(2 * narrow.width, rel=1e-2)
    assert survey(4.0, inf).stderr == pytest.approx(2 * survey(1.0, inf).stderr)


def test_few_clusters_have_students_quantile() -> None:
    """t of 4 degrees: 2.776 for 1.960."""
    ratio = survey(1.0, 4).interval().width / survey(1.0, inf).interval().width
    assert ratio == pytest.approx(2.7764 / 1.95996, rel=1e-2)
    with pytest.raises(InputError, match="more than strata for an interval"):
        survey(1.0, 0).interval()
    with pytest.raises(InputError, match="more than strata for a test"):
        survey(1.0, 0).test("1/4")


@pytest.mark.parametrize("freedom", [inf, 5])
def test_the_test_at_an_end_has_the_level_of_the_interval(freedom: float) -> None:
    found = survey(2.5, freedom)
    for end in (found.interval().low, found.interval().high):
        assert found.test(Fraction(end)).p_value == pytest.approx(0.05, abs=1e-6)
    assert found.test(Fraction(3, 2)).p_value == 0
    assert found.test(Fraction(3, 10)).p_value == pytest.approx(1, abs=1e-3)
