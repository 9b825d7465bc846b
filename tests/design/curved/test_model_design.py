"""Tables for the coefficients of a model: printed values, a second optimiser, refused changes."""

import copy
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize

import rropt as rr
from rropt.checker import check
from rropt.report.worth import value_of

HALVES = ["1/2", "1/2"]
TWO = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1, 2], ["1/2", "1/4", "1/4"], coefficients=[1])
BOTH = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1, 2], ["1/2", "1/4", "1/4"], target="A")
THREE = rr.ForModel(rr.Logit(["-1/2", "-1"], ["1", "1/2"]), ["0", "1"], HALVES, coefficients=[1])
STEEP = rr.ForModel(
    rr.Logit(["-1", "-2"], ["1/2", "3/2"]), [-1, 0, 1], ["1/4", "1/2", "1/4"], coefficients=[3]
)
FOUR = rr.ForModel(
    rr.Logit(["-1/2", "-1", "-3/2"], ["1/4", "1/2", "3/4"]),
    [0, 1, 2, 3],
    ["2/5", "3/10", "1/5", "1/10"],
    coefficients=[1],
)


@pytest.mark.parametrize(
    ("privacy", "objective", "value"),
    [
        (rr.LocalDP(1), TWO, 33.025665),
        (rr.LocalDP("1/2", "1/20"), BOTH, 157.7088),
        (rr.LocalDP("1/2"), THREE, 480.13232),
        (rr.LocalDP(1, "1/20"), STEEP, 237.27361),
        (rr.LocalDP(1), FOUR, 68.098145),
    ],
)
def test_values_of_an_independent_program(privacy, objective, value):
    design = rr.optimal(privacy, objective)
    assert float(design.value) == pytest.approx(value, rel=5e-7)
    assert 0 <= design.gap <= design.bound * Fraction(1, 10**9)
    assert design.certificate.check().verdict == "verified"
    assert value_of(objective, design.channel) == pytest.approx(value, rel=5e-7)


def test_k_ary_response_needs_a_quarter_more_respondents():
    """The other numbers of the same independent program."""
    table = rr.device("k_ary", categories=3, epsilon="1/2").channel
    assert value_of(THREE, table) == pytest.approx(604.75, abs=0.01)
    truth = Fraction("1.6487212707") / Fraction("2.6487212707")
    card = rr.device("warner", p=truth).channel
    assert value_of(BOTH, card) == pytest.approx(305.4, abs=0.05)


def test_no_table_found_by_a_general_optimiser_is_better():
    """Weights of all six patterns of three truths, by SLSQP from random starts."""
    gamma = 3.0
    patterns = [[gamma if (n >> j) & 1 else 1.0 for j in range(3)] for n in range(1, 7)]
    rows = np.array(patterns)

    def cost(weights):
        total = 0
        for at in THREE.guesses[0].points:
            means = rows @ np.array(at.probabilities, float)
            slopes = rows @ np.array(at.derivatives, float)
            total = total + float(at.weight) * (slopes.T * (weights / means)) @ slopes
        return float(np.linalg.inv(total + 1e-12 * np.eye(4))[1, 1])

    design = rr.optimal(rr.LocalDP.from_gamma(3), THREE)
    random = np.random.default_rng(0)
    best = np.inf
    for _ in range(5):
        start = random.random(6)
        found = minimize(
            cost,
            start / (start @ rows).mean(),
            bounds=[(0, 1)] * 6,
            constraints={"type": "eq", "fun": lambda w: w @ rows - 1},
            method="SLSQP",
            options={"ftol": 1e-12, "maxiter": 300},
        )
        best = min(best, found.fun)
    assert best == pytest.approx(float(design.value), rel=1e-4)
    assert best >= float(design.bound) * (1 - 1e-6)


def test_the_table_of_two_truths_is_that_of_every_model():
    for objective in (TWO, BOTH):
        design = rr.optimal(rr.LocalDP.from_gamma(3), objective)
        rows = {tuple(row) for row in design.channel.rows}
        assert rows == {(Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4))}


def test_the_report_says_what_other_tables_cost():
    text = str(rr.optimal(rr.LocalDP("1/2"), THREE))
    assert "coefficient 1 of a logit" in text
    assert "604.755" in text


@pytest.mark.parametrize(
    ("place", "change", "verdict"),
    [
        (("value",), "1", "refuted"),
        (("bound",), "500", "refuted"),
        (("guesses", 0, "tangents", 0, 1), "1", "refuted"),
        (("guesses", 0, "estimators", 0, 0, 0), "1", "refuted"),
        (("prices", 0), "-100", "refuted"),
        (("guesses", 0, "contrasts", 0, 2), "1", "refuted"),
        (("guesses", 0, "points", 0, 2, 1, 0), "1", "refuted"),
        (("guesses", 0, "points", 0, 0), "3/4", "malformed"),
        (("guesses", 0, "points", 0, 1, 0), "1", "malformed"),
        (("guesses", 0, "weight"), "1/2", "malformed"),
        (("objective",), "determinant", "malformed"),
        (("cover", "proof"), "line", "malformed"),
        (("weights", 0), "1", "refuted"),
    ],
)
def test_changed_certificates_are_not_verified(place, change, verdict):
    data = copy.deepcopy(rr.optimal(rr.LocalDP("1/2"), THREE).certificate.data)
    at = data
    for step in place[:-1]:
        at = at[step]
    assert at[place[-1]] != change
    at[place[-1]] = change
    if place[0] in ("value", "bound"):
        data["gap"] = str(Fraction(data["value"]) - Fraction(data["bound"]))
    assert check(data).verdict == verdict
