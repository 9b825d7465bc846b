"""The likelihood of an outcome with a randomized predictor."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.regression import regress
from rropt.regression.predictor_likelihood import BinaryOutcome, NormalOutcome, PredictorLikelihood
from tests.regression.survey_data import WARNER, wages

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
