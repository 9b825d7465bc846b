"""Fits with a randomized predictor against least squares, an optimiser, and simulations."""

import numpy as np
import pandas
import pytest
from scipy.optimize import minimize

import rropt as rr
from rropt.exact import InputError
from rropt.regression import regress
from tests.regression.survey_data import THREE, simulated, wages

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
