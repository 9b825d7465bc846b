"""One formula for the variance of a weighted sum: estimates and regressions ask for the same."""

import numpy as np
import pytest

import rropt as rr
from rropt.estimating import survey_estimate
from rropt.estimating.sandwich import stratum_variance
from rropt.exact import InputError

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["no", "yes"])
REPORTS = ["no", "yes", "no", "no", "yes"] * 4
WEIGHTS = [1, 2, 3, 1, 1] * 3 + [2, 1, 1, 2, 2]
STRATA = ["a"] * 12 + ["b"] * 8
CLUSTERS = [str(i // 2) for i in range(20)]


def test_units_that_are_alike_count_as_often():
    scores = np.array([[1.0, 2.0], [0.0, 1.0], [3.0, -1.0]])
    often = np.array([2, 1, 3])
    assert stratum_variance(scores, often) == pytest.approx(
        6 * np.cov(np.repeat(scores, often, 0).T)
    )


def test_one_unit_has_no_variance():
    with pytest.raises(InputError, match="stratum 'a' must have two clusters or records, got 1"):
        stratum_variance(np.ones((1, 2)), name="stratum 'a'")


@pytest.mark.parametrize(
    "columns",
    [{}, {"strata": STRATA}, {"clusters": CLUSTERS}, {"strata": STRATA, "clusters": CLUSTERS}],
)
@pytest.mark.parametrize("weights", [[1] * 20, WEIGHTS])
def test_a_regression_on_nothing_has_the_error_of_the_estimate(columns, weights):
    """The identity link makes the intercept the prevalence: 20 reports, n / (n - 1) = 1.052632."""
    found = survey_estimate(WARNER, REPORTS, weights, **columns).contrast([0, 1])
    data = {"y": REPORTS, "w": weights, **columns}
    names = {name: name for name in columns}
    fit = rr.regress("y ~ 1", data, WARNER, link="linear", weights="w", **names)
    assert fit.params["Intercept"] == pytest.approx(found.value, abs=1e-7)
    assert fit.bse["Intercept"] == pytest.approx(found.stderr, rel=1e-6)
