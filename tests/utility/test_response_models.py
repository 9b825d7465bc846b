"""Models of the coefficients: probabilities and derivatives, against floats and differences."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm

import rropt as rr
from rropt.exact import InputError
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
    with pytest.raises(InputError, match=f"one number for link {model.link}, of two truths"):
        model(["0", "1"], ["1", "1"])


def test_coefficients_are_ordered_truth_by_truth():
    model = Logit(["1", "2"], [["3", "4"], ["5", "6"]])
    assert model.theta == (1, 3, 4, 2, 5, 6)
    assert model.describe() == "a logit at alpha 1, 2, beta 3, 4, 5, 6"


def test_one_row_of_two_covariates_needs_no_second_bracket():
    assert Logit("0", ["1", "2"]) == Logit("0", [["1", "2"]])
    assert Logit("0", "1").truths == 2


def test_stated_probabilities_are_multiples_of_one_unit_and_add_up_to_one():
    point = Logit(["1/3", "-7/5"], ["1/9", "2"]).at((Fraction(3, 7),), Fraction(1))
    assert all(p * 2**60 == int(p * 2**60) for p in point.probabilities)
    assert sum(point.probabilities) == 1


def test_a_truth_without_probability_is_refused():
    with pytest.raises(InputError, match=r"a probability above 2\^-60"):
        Logit("-50", "0").at((Fraction(0),), Fraction(1))
    with pytest.raises(InputError, match="points must have 1 covariates, got 2"):
        Logit("0", "0").at((Fraction(0), Fraction(1)), Fraction(1))
