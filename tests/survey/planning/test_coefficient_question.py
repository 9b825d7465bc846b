"""Plans for a coefficient: the variance that a fit has, the power that simulated surveys have."""

from fractions import Fraction

import numpy as np
import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.survey.planning import Coefficient, plan
from rropt.survey.regression.fitted import fit_from
from rropt.survey.regression.links import LogitLink
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood, Tables
from rropt.survey.regression.restricted import restricted_maximum
from rropt.survey.sandwich import Sampling

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
GOAL = rr.ForModel(rr.Logit("-1/2", "1"), [-1, 0, 1], ["1/4", "1/2", "1/4"], coefficients=[1])


def likelihood(table, rows, reports=None):
    x = np.tile([-1.0, 0.0, 0.0, 1.0], rows // 4)
    covariates = np.column_stack([np.ones(rows), x])
    given = np.zeros(rows, int) if reports is None else reports
    tables = Tables((table.to_numpy(),), np.zeros(rows, int))
    return OutcomeLikelihood(covariates, given, np.ones(rows), tables, LogitLink())


def test_the_variance_is_that_of_the_fit():
    """Expected information of the regression at the same truth, by its own code."""
    information = likelihood(WARNER, 4).expected_information(np.array([-0.5, 1.0])) / 4
    expected = np.linalg.inv(information)[1, 1]
    assert float(Coefficient(GOAL).variance(WARNER)) == pytest.approx(expected)


def test_the_planned_standard_error_is_reached():
    found = plan(Coefficient(GOAL), channel=WARNER, stderr="1/10")
    variance = Coefficient(GOAL).variance(WARNER)
    assert found.n == -(-variance * 100 // 1)
    assert rr.plan(Coefficient(GOAL), design=WARNER, stderr="1/10").n == found.n


FORCED = rr.Channel.from_rows([["11/12", "1/6"], ["1/12", "5/6"]])


@pytest.mark.everything
@pytest.mark.parametrize(
    ("table", "alpha", "beta"),
    [(WARNER, "-1/2", "1"), (FORCED, "-1/2", "3/2"), (WARNER, "0", "2")],
)
def test_the_planned_power_is_that_of_simulated_surveys(table, alpha, beta):
    """The likelihood-ratio test of no slope in 300 small surveys: a standard error of 0.023.

    Wald's variance would ask for three times as many reports for the slope of 2: it is the one at
    the alternative, where few probabilities are near one half.
    """
    model = rr.Logit(alpha, beta)
    goal = rr.ForModel(model, [-1, 0, 1], ["1/4", "1/2", "1/4"], coefficients=[1])
    found = plan(Coefficient(goal, null=0), channel=table, power="4/5")
    assert found.n < 400
    rows = found.n + -found.n % 4
    random = np.random.default_rng(3)
    theta = np.array([float(x) for x in model.theta])
    one = likelihood(table, rows)
    shares = one.link.probabilities(one.eta(theta))[1]
    yes = table.to_numpy()[1]
    rejected = 0
    for _ in range(300):
        truths = (random.random(rows) < shares).astype(int)
        reports = (random.random(rows) < yes[truths]).astype(int)
        fit = fit_from(likelihood(table, rows, reports), [theta, np.zeros(2)], Sampling(reports))
        smaller = restricted_maximum(fit, {1: 0.0}).evaluation.value
        rejected += 2 * (fit.llf - smaller) > 3.841459
    assert rejected / 300 == pytest.approx(0.8, abs=0.08)


def test_a_power_is_against_zero_where_nothing_is_said_and_is_told():
    found, stated = (plan(Coefficient(GOAL, x), channel=WARNER, power="4/5") for x in (None, 0))
    assert found == stated
    assert found.power == pytest.approx(0.8, abs=2e-3)
    margin = plan(Coefficient(GOAL), channel=WARNER, margin="1/2")
    assert margin.power is None


def test_the_least_epsilon_has_the_power():
    """It was 1/10000, with a power of 0.05: no test that is enumerated had denied it."""
    found = plan(Coefficient(GOAL), n=1000, power="4/5")
    below = found.epsilon - Fraction(1, 10000)
    powers = [plan(Coefficient(GOAL, 0), n=1000, epsilon=x).power for x in (below, found.epsilon)]
    assert powers[0] < 0.8 <= powers[1] == found.power


def test_the_best_table_needs_fewer_respondents():
    model = rr.Logit(["-1/2", "-1"], ["1", "1/2"])
    goal = rr.ForModel(model, ["0", "1"], ["1/2", "1/2"], coefficients=[1])
    design = rr.optimal(rr.LocalDP("1/2"), goal)
    best = plan(Coefficient(goal), channel=design.channel, stderr="1/5").n
    k_ary = plan(Coefficient(goal), epsilon="1/2", stderr="1/5").n
    assert best / k_ary == pytest.approx(480.13232 / 604.75, abs=1e-3)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Coefficient(rr.ForModel(GOAL.model, [0, 1], target="A")), "one coefficient"),
        (lambda: Coefficient(GOAL).variance(rr.Channel.identity(3)), "must have 2 truths"),
        (lambda: Coefficient(GOAL, null=1).power(WARNER, 9, Fraction(1, 20), 2), "must differ"),
    ],
)
def test_what_cannot_be_planned_is_refused(ask, message):
    with pytest.raises(InputError, match=message):
        ask()
