"""Fits with a randomized predictor against least squares, an optimiser, and simulations."""

from __future__ import annotations

import numpy as np
import pandas
import pytest
from scipy.optimize import minimize

import rropt as rr
from rropt.exact import InputError
from rropt.regression import regress
from rropt.regression.randomized_predictor import BinaryOutcome, NormalOutcome, PredictorLikelihood
from tests.regression.survey_data import THREE, WARNER, simulated, wages

CARD = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["no", "yes"])


def test_with_the_identity_table_it_is_least_squares():
    statsmodels = pytest.importorskip("statsmodels.formula.api")
    frame = wages(400, 1)
    fit = regress("wage ~ truth + x", frame, rr.Channel.identity(2), randomized="truth")
    other = statsmodels.ols("wage ~ truth + x", frame).fit()
    for mine, theirs in (("Intercept", "Intercept"), ("truth[T.1]", "truth"), ("x", "x")):
        assert fit.params[mine] == pytest.approx(other.params[theirs], abs=1e-8)
    sigma = np.sqrt(other.ssr / len(frame))
    assert fit.params["log sigma"] == pytest.approx(np.log(sigma), abs=1e-8)


def test_coefficients_are_recovered_through_the_table():
    frame = wages(20000, 2)
    fit = regress("wage ~ report + x", frame, CARD, randomized="report")
    wanted = {"Intercept": 2, "report[T.yes]": 1.5, "x": 0.5, "log sigma": 0}
    wanted |= {"prevalence: Intercept": -0.5, "prevalence: x": 0.6}
    for name, value in wanted.items():
        assert abs(fit.params[name] - value) < 4 * fit.bse[name]
    naive = np.linalg.lstsq(
        np.column_stack([np.ones(20000), frame["report"], frame["x"]]), frame["wage"], rcond=None
    )[0]
    assert naive[1] < 1  # what ignoring the randomization would say


def test_a_binary_outcome_with_three_truths_against_an_optimiser():
    survey = simulated(THREE, [[-0.5, 0.5], [-1, 0.2]], 3000, seed=5)
    random = np.random.default_rng(6)
    chance = 1 / (1 + np.exp(-(np.array([-1, 0.5, 1])[survey.truths])))
    ill = (random.random(3000) < chance).astype(int)
    frame = survey.frame.assign(ill=ill)
    fit = regress("ill ~ report", frame, THREE.tolist(), randomized="report", family="binary")
    rows = THREE[frame["report"]]

    def negative(theta):
        eta = theta[0] + np.array([0, theta[1], theta[2]])
        given = np.where(ill[:, None] == 1, 1 / (1 + np.exp(-eta)), 1 / (1 + np.exp(eta)))
        shares = np.exp([0, theta[3], theta[4]])
        return -np.log((rows * given * shares / shares.sum()).sum(axis=1)).sum()

    other = minimize(negative, np.zeros(5), method="BFGS", options={"gtol": 1e-7})
    assert fit.llf == pytest.approx(-other.fun, abs=1e-6)
    assert list(fit.params) == pytest.approx(other.x, abs=1e-4)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"formula": "wage ~ x"}, "must have 'report' on its right side"),
        ({"family": "poisson"}, "family must be one of"),
        ({"family": "binary"}, "0 and 1"),
        ({"safe": "no"}, "must be left out"),
        ({"errors": "expected"}, "observed or sandwich"),
    ],
)
def test_bad_input_is_refused(changes, message):
    frame = pandas.DataFrame(
        {"wage": [1.0, 2.5, 3.0, 4.2], "report": [0, 1, 1, 0], "x": [1, 2, 2, 5]}
    )
    arguments = {"formula": "wage ~ report + x", "data": frame, "design": CARD, **changes}
    with pytest.raises(InputError, match=message):
        regress(randomized="report", **arguments).bse  # noqa: B018


CARD = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["no", "yes"])


def test_score_and_hessian_are_those_of_finite_differences():
    for family, outcome in (("normal", "wage"), ("binary", "high")):
        frame = wages(60, 3)
        frame = frame.assign(high=(frame["wage"] > 2.5).astype(int))
        formula = f"{outcome} ~ report * x"
        fit = regress(formula, frame, CARD, randomized="report", family=family, prevalence="1")
        likelihood = fit.fitted.likelihood
        theta = np.linspace(-0.4, 0.5, likelihood.size)
        here = likelihood.at(theta)
        for place, move in enumerate(1e-5 * np.eye(len(theta))):
            above, below = likelihood.at(theta + move), likelihood.at(theta - move)
            slope = (above.value - below.value) / 2e-5
            assert here.gradient[place] == pytest.approx(slope, abs=1e-5)
            bend = (above.gradient - below.gradient) / 2e-5
            assert here.hessian[place] == pytest.approx(bend, abs=1e-4)


def likelihood(**changes) -> PredictorLikelihood:
    """Four rows, two truths, no covariates; outcomes of a yes/no question."""
    ones = np.ones((4, 1))
    parts = {
        "outcome": np.array([1.0, 0.0, 1.0, 0.0]),
        "matrices": (np.hstack([ones, 0 * ones]), np.hstack([ones, ones])),
        "prevalence": ones,
        "likelihoods": WARNER[[0, 0, 1, 1]],
        "weights": np.array([1.0, 2.0, 1.0, 3.0]),
        "family": BinaryOutcome(),
    }
    return PredictorLikelihood(**(parts | changes))


def test_the_mixture_by_hand() -> None:
    """beta = (0, ln 3), prevalence 1/3: shares 1/2 and 3/4 of yes."""
    theta = np.array([0.0, np.log(3), -np.log(2)])
    yes = {0: 0.75 * 2 / 3 * 0.5 + 0.25 / 3 * 0.75, 1: 0.25 * 2 / 3 * 0.5 + 0.75 / 3 * 0.75}
    no = {0: 0.75 * 2 / 3 * 0.5 + 0.25 / 3 * 0.25, 1: 0.25 * 2 / 3 * 0.5 + 0.75 / 3 * 0.25}
    expected = np.log(yes[0]) + 2 * np.log(no[0]) + np.log(yes[1]) + 3 * np.log(no[1])
    assert likelihood().at(theta).value == pytest.approx(expected)


def test_a_row_that_cannot_be_has_no_likelihood() -> None:
    told = likelihood(likelihoods=np.array([[1.0, 0], [1, 0], [0, 1], [0, 0]]))
    assert told.at(np.zeros(3)).value == -np.inf


def test_a_normal_outcome_has_its_density_and_its_slopes() -> None:
    y, x = np.array([1.0, -2.0]), np.array([[1.0, 0.5], [1.0, 2.0]])
    theta = np.array([0.3, -0.2, 0.4])
    sigma = np.exp(0.4)
    found = NormalOutcome().rows(y, x, theta, np.ones(2))
    error = y - x @ theta[:2]
    expected = -0.5 * (error / sigma) ** 2 - np.log(sigma * np.sqrt(2 * np.pi))
    assert found.value == pytest.approx(expected)
    assert found.slope[:, :2] == pytest.approx(x * (error / sigma**2)[:, None])
    assert found.slope[:, 2] == pytest.approx((error / sigma) ** 2 - 1)


def test_how_far_a_direction_moves_and_what_is_not_known() -> None:
    some = likelihood()
    assert some.size == 3 and some.outcome_size == 2
    assert some.reach(np.array([1.0, 2.0, -5.0])) == 5.0
    assert some.reach(np.array([1.0, 2.0, 0.0])) == 3.0
    with pytest.raises(InputError, match="observed or sandwich"):
        some.expected_information(np.zeros(3))
