"""One proportion and a difference of two: variances, hypotheses, and what is refused."""

from fractions import Fraction as F

import numpy as np
import pytest
from scipy.stats import norm

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.planning.questions import Proportion, TwoGroups

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
TOLD = Channel.identity(2)


def test_a_difference_adds_the_variances_of_its_shares_of_reports():
    """Told truths: p (1 - p) / s + q (1 - q) / (1 - s)."""
    question = TwoGroups("1/2", "1/5", "1/4")
    assert question.variance(TOLD) == F(1, 4) * 4 + F(4, 25) * F(4, 3)


def test_the_power_of_a_difference_is_against_the_pooled_share():
    question = TwoGroups("1/2", "1/4")
    pooled = 0.375
    spreads = (4 * pooled * (1 - pooled)) ** 0.5, (2 * 0.25 + 2 * 3 / 16) ** 0.5
    cut = norm.isf(0.025) * spreads[0]
    expected = norm.sf((cut - 2.5) / spreads[1]) + norm.cdf((-cut - 2.5) / spreads[1])
    assert question.power(TOLD, 100, F(1, 20), 2) == pytest.approx(expected, rel=1e-9)


def test_a_hypothesis_that_one_report_refutes():
    one_sided = Channel.from_rows([[1, "1/2"], [0, "1/2"]])
    question = Proportion("1/5", null=0)
    assert question.power(one_sided, 10, F(1, 20), 1) == pytest.approx(1 - 0.9**10)


def test_planned_estimates_are_the_second_truths_share_and_a_difference():
    one = Proportion("1/4").planned_estimates(WARNER, 100)
    assert one.contrasts.tolist() == [[0, 1]] and one.truth.tolist() == [0.75, 0.25]
    two = TwoGroups("1/4", "1/2", "1/5").planned_estimates(WARNER, 100)
    assert two.contrasts.tolist() == [[0, 1, 0, -1]]
    assert (two.contrasts @ two.truth).item() == -0.25
    assert [int(n) for n in np.ravel(two.model.sizes)] == [20, 80]


def test_one_report_of_each_group_at_least():
    two = TwoGroups("1/4", "1/2", "1/1000").planned_estimates(WARNER, 10)
    assert [int(n) for n in np.ravel(two.model.sizes)] == [1, 9]


def test_who_has_a_hypothesis():
    assert not Proportion("1/4").has_hypothesis and Proportion("1/4", "1/2").has_hypothesis
    assert TwoGroups("1/4", "1/2").has_hypothesis and not TwoGroups("1/4", "1/4").has_hypothesis
    assert Proportion("1/4").numbers == 1 and Proportion("1/4").has_sides


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: Proportion("1/4").power(WARNER, 9, F(1, 20), 2), "null must be given"),
        (lambda: Proportion("1/4", "1/4").power(WARNER, 9, F(1, 20), 2), "must differ"),
        (lambda: TwoGroups("1/4", "1/4").power(WARNER, 9, F(1, 20), 2), "must differ for a power"),
        (lambda: TwoGroups("1/4", "1/2", 1).variance(WARNER), "share must lie strictly"),
        (lambda: Proportion("5/4").variance(WARNER), "prior must lie between 0 and 1"),
    ],
)
def test_refused(ask, said):
    with pytest.raises(InputError, match=said):
        ask()
