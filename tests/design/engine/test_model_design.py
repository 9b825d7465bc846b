"""Tables for the coefficients of a model: printed values, a second optimiser, refused changes."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize

import rropt as rr

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


@pytest.mark.everything
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
    assert float(objective.worth(design.channel)) == pytest.approx(value, rel=5e-7)


def test_k_ary_response_needs_a_quarter_more_respondents():
    """The other numbers of the same independent program."""
    table = rr.device("k_ary", categories=3, epsilon="1/2").channel
    assert float(THREE.worth(table)) == pytest.approx(604.75, abs=0.01)
    truth = Fraction("1.6487212707") / Fraction("2.6487212707")
    card = rr.device("warner", p=truth).channel
    assert float(BOTH.worth(card)) == pytest.approx(305.4, abs=0.05)


OTHER = rr.Logit(["-1/2", "-2"], ["0", "1/2"])
GUESSES = [THREE.model, OTHER]
ALL = rr.ForModel(THREE.model, [0, 1], HALVES, target="D")
AVERAGE = rr.ForModel(
    [("3/4", THREE.model), ("1/4", OTHER)], [0, 1], HALVES, coefficients=[1], over="average"
)
WORST = rr.ForModel(GUESSES, [0, 1], HALVES, coefficients=[3], over="minimax")
ALL_AVERAGE = rr.ForModel(GUESSES, [0, 1], HALVES, target="D", over="average")
ALL_WORST = rr.ForModel(GUESSES, [0, 1], HALVES, target="D", over="minimax")


def of_weights(objective, rows, weights):
    """What is minimised, by the definition of the information: a second implementation."""
    values = []
    for guess in objective.guesses:
        total = 0
        for at in guess.points:
            means = rows @ np.array(at.probabilities, float)
            slopes = rows @ np.array(at.derivatives, float)
            total = total + float(at.weight) * (slopes.T * (weights / means)) @ slopes
        total = total + 1e-12 * np.eye(len(total))
        if objective.target == "D":
            values.append(-np.linalg.slogdet(total)[1])
        else:
            contrasts = np.array(objective.contrasts, float)
            values.append(np.einsum("ci,ij,cj->", contrasts, np.linalg.inv(total), contrasts))
    weights = [float(guess.weight) for guess in objective.guesses]
    return max(values) if objective.over == "minimax" else float(np.dot(weights, values))


@pytest.mark.everything
@pytest.mark.parametrize("objective", [THREE, ALL, AVERAGE, WORST, ALL_AVERAGE, ALL_WORST])
def test_no_table_found_by_a_general_optimiser_is_better(objective):
    """Weights of all six patterns of three truths, by SLSQP from random starts."""
    patterns = [[3.0 if (n >> j) & 1 else 1.0 for j in range(3)] for n in range(1, 7)]
    rows = np.array(patterns)
    design = rr.optimal(rr.LocalDP.from_gamma(3), objective)
    assert design.certificate.check().verdict == "verified"
    assert 0 <= design.gap <= abs(design.bound) * Fraction(1, 10**7)
    sign = -1 if objective.target == "D" else 1
    random = np.random.default_rng(0)
    best = np.inf
    for _ in range(4):
        start = random.random(6)
        found = minimize(
            lambda weights: of_weights(objective, rows, weights),
            start / (start @ rows).mean(),
            bounds=[(0, 1)] * 6,
            constraints={"type": "eq", "fun": lambda w: w @ rows - 1},
            method="SLSQP",
            options={"ftol": 1e-12, "maxiter": 200},
        )
        best = min(best, found.fun)
    assert sign * best == pytest.approx(float(design.value), rel=1e-4)
    assert best >= sign * float(design.bound) - 1e-6 * abs(best)


def test_a_worst_case_of_one_guess_is_that_guess():
    alone = rr.optimal(rr.LocalDP(1), THREE)
    for over in ("average", "minimax"):
        goal = rr.ForModel([THREE.model], [0, 1], HALVES, coefficients=[1], over=over)
        design = rr.optimal(rr.LocalDP(1), goal)
        assert float(design.value) == pytest.approx(float(alone.value), rel=1e-9)


def test_log_determinants_of_equal_truths_are_those_of_k_ary_response():
    """Without slopes nothing tells the truths apart: symmetry leaves k-ary response."""
    flat = rr.ForModel(rr.Logit([0, 0], [0, 0]), [0, 1], HALVES, target="D")
    design = rr.optimal(rr.LocalDP("ln(3)"), flat)
    table = rr.device("k_ary", categories=3, epsilon="ln(3)").channel
    assert float(flat.worth(table)) == pytest.approx(float(design.value), abs=1e-9)


DEPLOYED = [
    (rr.LocalDP(1), TWO, 20),
    (rr.LocalDP(1), ALL, 36),
    (rr.LocalDP("1/2"), THREE, "2^16"),
    (rr.LocalDP(1, "1/20"), STEEP, 100),
    (rr.LocalDP(1), WORST, 100),
    (rr.Privacy([[1, 3, "oo"], [3, 1, 2], [4, 2, 1]]), ALL, 100),
]


@pytest.mark.everything
@pytest.mark.parametrize(("privacy", "objective", "total"), DEPLOYED)
def test_deployable_tables_are_private_certified_and_near_the_optimum(privacy, objective, total):
    best = rr.optimal(privacy, objective)
    design = rr.optimal(privacy, objective, denominator=total)
    number = 2**16 if total == "2^16" else total
    assert all((number * x).denominator == 1 for row in design.channel.rows for x in row)
    assert privacy.on(objective.truths, None).satisfied_by(design.channel)
    assert design.certificate.check().verdict == "verified"
    assert float(design.value) == pytest.approx(float(objective.worth(design.channel)), rel=1e-9)
    assert abs(design.value - design.bound) == design.gap
    assert float(abs(design.bound - best.bound)) <= 1e-6 * float(abs(best.bound))


def test_no_card_over_20_is_better_than_the_one_found():
    """Every yes/no card over 1/20 that is private."""
    design = rr.optimal(rr.LocalDP(1), TWO, denominator=20)
    best = np.inf
    for x in range(21):
        for y in range(x):
            card = rr.Channel.from_rows([[f"{x}/20", f"{y}/20"], [f"{20 - x}/20", f"{20 - y}/20"]])
            if rr.LocalDP(1).satisfied_by(card):
                best = min(best, float(TWO.worth(card)))
    assert float(design.value) <= best


def test_tables_that_tell_nothing_are_refused():
    with pytest.raises(rr.InputError, match="denominator must be larger"):
        rr.optimal(rr.LocalDP("1/10"), ALL, denominator=3)


@pytest.mark.everything
def test_the_table_of_two_truths_is_that_of_every_model():
    for objective in (TWO, BOTH):
        design = rr.optimal(rr.LocalDP.from_gamma(3), objective)
        rows = {tuple(row) for row in design.channel.rows}
        assert rows == {(Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4))}
        assert "every epsilon = ln 3 private mechanism is C P" in str(design.check())
        assert "best for every objective at once" in str(design)


def logistic_information(eta: float, gamma: float) -> float:
    """Of one report by Warner's table about the predictor: (dq/dp dp/deta)^2 / (q (1 - q))."""
    p = 1 / (1 + np.exp(-eta))
    steep = (gamma - 1) / (gamma + 1)
    q = 1 / (gamma + 1) + steep * p
    return float((steep * p * (1 - p)) ** 2 / (q * (1 - q)))


def test_a_coefficient_that_the_points_tell_without_telling_all():
    """The first covariate is always 0: alpha is the mean of the predictors at (0, 1), (0, -1)."""
    goal = rr.ForModel(rr.Logit("-1", ["1", "1/2"]), [(0, 1), (0, -1)], coefficients=[0])
    design = rr.optimal(rr.LocalDP("ln(11/3)"), goal)
    wanted = np.mean([1 / logistic_information(eta, 11 / 3) for eta in (-0.5, -1.5)])
    assert float(design.value) == pytest.approx(wanted, rel=1e-9)
    assert design.gap < design.bound * Fraction(1, 10**12)


@pytest.mark.parametrize("epsilon", ["ln(11/3)", "ln(5)", "1/7"])
@pytest.mark.parametrize("protected", [[0], [1]])
def test_one_sided_privacy_with_as_many_points_as_coefficients(epsilon, protected):
    """Three points make the predictors known one by one; beside it the checker of the value."""
    places = [("-3/2", "-3/2"), (1, -1), (0, "-1/2")]
    goal = rr.ForModel(rr.Logit("-1", ["1", "1/2"]), places, target="A")
    design = rr.optimal(rr.OneSided(protected, epsilon), goal)
    inverse = np.linalg.inv([[1, -1.5, -1.5], [1, 1, -1], [1, 0, -0.5]])
    predictors = [-1 - 1.5 - 0.75, -1 + 1 - 0.5, -1 - 0.25]
    table = np.array([[float(x) for x in row] for row in design.channel.rows])
    spread = []
    for eta in predictors:
        p = 1 / (1 + np.exp(-eta))
        seen = table @ [1 - p, p]
        slopes = (table[:, 1] - table[:, 0]) * p * (1 - p)
        spread.append(3 / float((slopes**2 / seen).sum()))
    wanted = np.trace(inverse @ np.diag(spread) @ inverse.T)
    assert float(design.value) == pytest.approx(wanted, rel=1e-9)
    assert design.gap < design.bound * Fraction(1, 10**12)


def test_small_and_large_levels_are_certified_to_many_digits():
    """At epsilon 1/1000 the solver of version 2 had three digits."""
    for epsilon in ("1/1000", "20"):
        for goal in (THREE, ALL):
            design = rr.optimal(rr.LocalDP(epsilon), goal)
            assert design.gap <= abs(design.bound) * Fraction(1, 10**12)


def test_over_few_chances_a_table_need_not_tell_what_nobody_asks() -> None:
    """Three reports for the one coefficient, whose variance exact numbers say."""
    model = rr.Logit([-2, 1, -1], [[0], [-1], [-1]])
    objective = rr.ForModel(model, points=[[0], [1], [2]], coefficients=[1])
    design = rr.optimal(rr.OneSided([2, 3], "ln(2)"), objective, denominator=7)
    known = [[3, 0, 0, 0], [0, 3, 0, 0], [4, 4, 7, 7]]
    table = rr.Channel.from_rows([[Fraction(x, 7) for x in row] for row in known])
    assert rr.OneSided([2, 3], "ln(2)").on(4).satisfied_by(table)
    assert float(design.value) <= float(objective.worth(table)) * (1 + 1e-12)


@pytest.mark.parametrize("target", [{"coefficients": [1]}, {"target": "D"}])
def test_a_table_that_tells_nothing_asks_for_a_larger_denominator(target) -> None:
    objective = rr.ForModel(rr.Logit(-1, 1), points=[[0], [1], [3]], **target)
    with pytest.raises(rr.InputError, match="denominator must be larger: the table over 1/100"):
        rr.optimal(rr.LocalDP("1/1000"), objective, denominator=100)
