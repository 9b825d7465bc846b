"""Models of the coefficients: probabilities and derivatives."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm

import rropt as rr
from rropt.exact import InputError
from rropt.utility.for_model import ForModel
from rropt.utility.model_record import model_of_record, model_record
from rropt.utility.response_models import LinearProbability, Logit, Probit


def shares(theta, z, truths):
    blocks = np.array(theta, float).reshape(truths - 1, -1)
    eta = np.concatenate([[0.0], blocks @ np.concatenate([[1.0], z])])
    raised = np.exp(eta)
    return raised / raised.sum()


@pytest.mark.parametrize("z", [[0.5], [1.0, -2.0]])
def test_derivatives_are_those_of_finite_differences(z):
    alpha = [Fraction(-1, 2), Fraction(1, 3)]
    beta = [[Fraction(1, 4 + i)] * len(z) for i in range(2)]
    model = Logit(alpha, beta)
    point = model.at(tuple(map(Fraction, z)), Fraction(1))
    theta = [entry for a, row in zip(alpha, beta, strict=True) for entry in (a, *row)]
    assert [float(p) for p in point.probabilities] == pytest.approx(shares(theta, z, 3))
    assert sum(point.probabilities) == 1
    for place, move in enumerate(1e-6 * np.eye(len(theta))):
        above = shares(np.array(theta, float) + move, z, 3)
        below = shares(np.array(theta, float) - move, z, 3)
        column = [float(row[place]) for row in point.derivatives]
        assert column == pytest.approx((above - below) / 2e-6, abs=1e-9)
        assert sum(row[place] for row in point.derivatives) == 0


MODEL = Logit(["-1/2", "-1"], ["1", "1/2"])
LARGER = Logit(["-1/2", "-1", "0"], ["1", "1/2", "0"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model": "logit"}, "model must be one"),
        ({"points": []}, "at least one point"),
        ({"points": [[1, 2], [1, 2]]}, "1 covariates, got 2"),
        ({"weights": ["1/2", "1/3"]}, "sum to one"),
        ({"target": "E"}, "target must be c, A or D"),
        ({"coefficients": None}, "must name the one coefficient"),
        ({"coefficients": [0, 1]}, "must be one for target c"),
        ({"coefficients": [4]}, "below 4"),
        ({"target": "D"}, "left out for target D"),
        ({"over": "mean"}, "average or minimax"),
        ({"over": "average"}, "a list of models"),
        ({"model": [MODEL]}, "several need"),
        ({"model": [], "over": "minimax"}, "a list of models"),
        ({"model": [("1/2", MODEL), ("1/2", MODEL)], "over": "minimax"}, "pairs"),
        ({"model": [("1/2", MODEL), MODEL], "over": "average"}, "pairs"),
        ({"model": [("1/2", MODEL), ("1/3", MODEL)], "over": "average"}, "sum to one"),
        ({"model": [MODEL, LARGER], "over": "average"}, "the same truths"),
    ],
)
def test_bad_models_are_refused(changes, message):
    given = {"model": MODEL, "points": [0, 1], "weights": ["1/2", "1/2"], "coefficients": [1]}
    with pytest.raises(InputError, match=message):
        ForModel(**(given | changes))


def test_coefficients_of_unequal_length_are_refused():
    with pytest.raises(InputError, match="alpha has 2, beta 1"):
        rr.Logit(["-1", "1"], ["1/2"])


def test_probit_points_are_those_of_scipy():
    point = Probit("-1/3", ["1/2", "1/5"]).at((Fraction(1), Fraction(-2)), Fraction(1))
    eta = -1 / 3 + 1 / 2 - 2 / 5
    assert float(point.probabilities[1]) == pytest.approx(norm.cdf(eta), rel=1e-15)
    slopes = [float(x) for x in point.derivatives[1]]
    assert slopes == pytest.approx([norm.pdf(eta), norm.pdf(eta), -2 * norm.pdf(eta)], rel=1e-14)
    assert [-x for x in slopes] == [float(x) for x in point.derivatives[0]]


def test_linear_points_are_exact():
    point = LinearProbability("1/4", "1/8").at((Fraction(2),), Fraction(1))
    assert point.probabilities == (Fraction(1, 2), Fraction(1, 2))
    assert point.derivatives == ((-1, -2), (1, 2))
    with pytest.raises(InputError, match="between 0 and 1"):
        LinearProbability("1/4", "1/8").at((Fraction(6),), Fraction(1))


@pytest.mark.parametrize("model", [Probit, LinearProbability])
def test_other_links_are_for_two_truths(model):
    with pytest.raises(InputError, match="of two truths"):
        model(["0", "1"], ["1", "1"])


RECORD = {"alpha": ["-1/2", "-1"], "beta": ["1", "1/2"], "points": [0, 1], "coefficients": [1]}


def test_a_record_is_the_objective_that_it_states():
    found = model_of_record(RECORD)
    assert found == ForModel(MODEL, [0, 1], coefficients=[1])
    several = [{"alpha": ["0", "0"], "beta": ["1", "1"], "weight": "1/4"}]
    several.append({"alpha": ["-1", "0"], "beta": ["1", "1"], "weight": "3/4"})
    average = {"points": [0], "over": "average", "models": several, "target": "A"}
    found = model_of_record(average)
    assert [guess.weight for guess in found.guesses] == [Fraction(1, 4), Fraction(3, 4)]
    assert model_of_record(model_record(found)) == found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": 5}, "points that are a list"),
        ({"coefficients": 3}, "coefficients that are a list"),
        ({"over": "average", "models": 3}, "models that are a list"),
        ({"over": "average", "models": [3]}, "objects with"),
        ({"over": "average", "models": [{"alpha": "1"}]}, '"alpha" and "beta"'),
        ({"target": ["c"]}, "target must be"),
        ({"link": [1]}, "a link of logit"),
        ({"theta": [1]}, "got 'theta'"),
        ({"beta": {"a": 1}}, "beta"),
        ({"alpha": "x"}, "alpha"),
    ],
)
def test_a_record_that_states_nothing_is_refused(change, message):
    with pytest.raises(InputError, match=message):
        model_of_record(RECORD | change)


def test_a_record_is_an_object():
    with pytest.raises(InputError, match="JSON object"):
        model_of_record([1])
