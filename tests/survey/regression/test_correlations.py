"""Correlations of true answers against open data, joint likelihoods, and drawn surveys."""

from __future__ import annotations

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.survey import SeveralItems
from tests.survey.regression.test_randomized_predictor import FORM, two_answers

CARD = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["no", "yes"])
ITSELF = rr.Channel.identity(2).relabel(["no", "yes"], ["no", "yes"])
GRADES = rr.Channel.from_rows(
    [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]],
    ["1", "2", "5"],
    ["1", "2", "5"],
)


def test_open_answers_have_the_correlation_of_numpy():
    frame = two_answers(300, 1)
    found = rr.correlations({"smokes": ITSELF}, frame, ["smokes", "x", "health"])
    yes = (frame["smokes"] == "yes").astype(float)
    wanted = np.corrcoef([yes, frame["x"], frame["health"]])
    assert found.matrix.to_numpy() == pytest.approx(wanted, abs=1e-12)
    assert found.names == ("smokes, x", "smokes, health", "x, health")


def test_two_answers_have_the_phi_of_their_estimated_joint_shares():
    """Where the unbiased joint shares are all positive they are the likeliest ones."""
    frame = two_answers(4000, 2)
    found = rr.correlations({"smokes": CARD, "drinks": FORM}, frame)
    cells = pandas.crosstab(frame["smokes"], frame["drinks"]).to_numpy().ravel()
    joint = rr.estimate(CARD.tensor(FORM), [int(cell) for cell in cells]).value
    no, yes = joint[:2].sum(), joint[2:].sum()
    first, second = joint[[0, 2]].sum(), joint[[1, 3]].sum()
    phi = (joint[3] - yes * second) / np.sqrt(no * yes * first * second)
    assert found.values[0] == pytest.approx(phi, abs=1e-9)


def test_the_standard_error_is_that_of_a_numerical_delta_method():
    """Phi as a function of the shares of the four kinds of rows, which are multinomial."""
    frame = two_answers(500, 3)
    found = rr.correlations({"smokes": CARD, "drinks": FORM}, frame)
    cells = pandas.crosstab(frame["smokes"], frame["drinks"]).to_numpy().ravel()
    shares = cells / cells.sum()
    inverse = np.linalg.inv(CARD.tensor(FORM).to_numpy().astype(float))

    def phi(seen):
        joint = inverse @ (seen / seen.sum())
        yes, second = joint[2:].sum(), joint[[1, 3]].sum()
        return (joint[3] - yes * second) / np.sqrt(yes * (1 - yes) * second * (1 - second))

    slope = [(phi(shares + move) - phi(shares - move)) / 2e-6 for move in 1e-6 * np.eye(4)]
    variance = np.array(slope) @ (np.diag(shares) - np.outer(shares, shares)) @ slope
    assert found.bse.iloc[0] == pytest.approx(np.sqrt(variance / 499), rel=1e-6)


def grades(rows: int, seed: int) -> pandas.DataFrame:
    """Grades 1, 2 and 5 that go with a number, reported through a table."""
    random = np.random.default_rng(seed)
    number = random.normal(size=rows)
    place = (number + random.normal(size=rows) > 0).astype(int) + (number > 1)
    moved = np.where(random.random(rows) < 0.4, random.integers(1, 3, rows), 0)
    told = np.array([1, 2, 5])[(place + moved) % 3]
    return pandas.DataFrame(
        {"grade": told, "number": number, "truth": np.array([1, 2, 5])[place], "w": 1 + place}
    )


@pytest.mark.everything
def test_intervals_hold_the_correlation_of_the_population():
    large = grades(400_000, 0)
    wanted = np.corrcoef(large["truth"], large["number"])[0, 1]
    held = 0
    for seed in range(400):
        frame = grades(250, seed + 1)
        found = rr.correlations({"grade": GRADES}, frame, ["grade", "number"])
        low, high = found.limits(0, "0.95")
        held += low <= wanted <= high
    assert 0.92 < held / 400 < 0.98


def test_an_end_of_the_interval_is_where_the_difference_is_that_of_the_quantile():
    found = rr.correlations({"smokes": CARD}, two_answers(1500, 5), ["smokes", "x"])
    (a, b), (_, d) = found.spread
    for end, more in zip(found.limits(0, "0.95"), found.reaches[0], strict=True):
        away = abs(found.products[0] - end * found.scales[0])
        variance = a - 2 * end * b + end**2 * d + more * away
        assert away / np.sqrt(variance) == pytest.approx(1.959964)


def test_people_of_whom_nobody_has_two_rare_traits_do_not_say_that_they_exclude_each_other():
    """Of 100 true answers a tenth has each trait and nobody both, as 0.37 of surveys do where they
    are independent (Pearson's p-value: 0.27): the variance of what was seen rejected it by 2.5."""
    data = {"a": [1] * 10 + [0] * 90, "b": [0] * 10 + [1] * 10 + [0] * 80}
    found = rr.correlations(rr.Channel.identity(2), data, ["a", "b"])
    assert found.values[0] == pytest.approx(-1 / 9)
    assert found.products[0] / found.spread[0, 0] ** 0.5 < -2.4
    low, high = found.limits(0, "0.95")
    assert found.p_value(0) > 0.05 and low < 0 < high
    # The farthest product above: both traits, 0.81 + 0.01 from c, a quarter over 100 people.
    assert found.reaches[0] == pytest.approx([(0.09 - 0.01) / 400, 0.82 / 400])
    level = 1 - found.pvalues.iloc[0]
    assert min(abs(np.array(found.limits(0, repr(float(level)))))) == pytest.approx(0, abs=1e-6)


def test_a_row_in_two_halves_and_a_weight_of_two_are_two_rows():
    frame = grades(200, 6)
    weighted = rr.correlations({"grade": GRADES}, frame, ["grade", "number"], weights="w")
    rows = frame.loc[frame.index.repeat(frame["w"])]
    repeated = rr.correlations({"grade": GRADES}, rows, ["grade", "number"])
    assert weighted.values[0] == pytest.approx(repeated.values[0], abs=1e-12)
    named = rows.assign(person=rows.index)
    together = rr.correlations({"grade": GRADES}, named, ["grade", "number"], clusters="person")
    assert together.bse.iloc[0] == pytest.approx(weighted.bse.iloc[0], rel=1e-9)
    assert together.freedom == 199 and weighted.freedom == np.inf
    assert "Student's t with 199 degrees of freedom" in together.summary()


@pytest.mark.parametrize("far", [1e9, -1e12])
def test_numbers_far_from_zero_have_the_same_correlation(far):
    """Squares of 1e9 lost the variance: it was 37 times what it is."""
    rng = np.random.default_rng(0)
    data = pandas.DataFrame({"s": rng.integers(0, 2, 200), "x": rng.integers(0, 9, 200)})
    near = rr.correlations({"s": FORM}, data, ["s", "x"])
    found = rr.correlations({"s": FORM}, data.assign(x=data.x + far), ["s", "x"])
    assert found.values == pytest.approx(near.values, rel=1e-9)
    assert found.bse.to_numpy() == pytest.approx(near.bse.to_numpy(), rel=1e-9)


def test_a_variance_that_is_not_above_zero_is_said():
    data = {
        "smokes": ["no"] * 9 + ["yes"],
        "x": list(range(10)),
        "y": [1, 4, 1, 5, 9, 2, 6, 5, 3, 5],
    }
    found = rr.correlations({"smokes": CARD}, data, ["smokes", "x", "y"])
    assert np.isnan(found.values[:2]).all() and np.isfinite(found.values[2])
    assert np.isnan(found.conf_int().to_numpy()[:2]).all()
    assert "the variance of smokes is estimated at" in found.summary()
    assert found.bse.iloc[2] > 0


BLIND = rr.Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]], ["no", "yes"])
WORDS = CARD.tensor(CARD).relabel(["no", "yes", "1", "2"])


@pytest.mark.parametrize(
    ("design", "data", "columns", "message"),
    [
        (CARD, {"a": ["no"], "b": ["no"]}, None, "columns must be named"),
        ({"a": CARD}, {"a": ["no"]}, None, "columns must name two or more"),
        ({"c": CARD}, {"a": [1], "b": [2]}, ["a", "b"], "design must be of some of the columns"),
        ({"a": CARD}, {"a": ["no", "yes"], "b": ["x", "y"]}, ["a", "b"], "must hold numbers"),
        ({"a": CARD}, {"a": ["no", "oh"], "b": [1, 2]}, ["a", "b"], "must hold only the labels"),
        (
            {"a": BLIND},
            {"a": ["no", "yes"], "b": [1, 2]},
            ["a", "b"],
            "tell all of its truths apart",
        ),
        ({"a": WORDS}, {"a": ["no", "yes"], "b": [1, 2]}, ["a", "b"], "must be numbers, or two"),
        (
            {"a": CARD},
            {"a": ["no", "yes"], "b": [1, 2]},
            {"a", "b"},
            "must be the name of a column",
        ),
    ],
)
def test_what_has_no_correlation_is_refused(design, data, columns, message):
    with pytest.raises(InputError, match=message):
        rr.correlations(design, data, columns)


RARE = {"a": [1] * 15 + [0] * 185, "b": [1] * 3 + [0] * 12 + [1] * 13 + [0] * 172}


def test_two_questions_are_tested_by_the_likelihood_of_their_answers():
    """Only where people count once, and of no third truth; the interval agrees about zero."""
    card = rr.Channel.from_rows([["19/20", "1/20"], ["1/20", "19/20"]])
    found = rr.correlations(card, RARE, ["a", "b"])
    joint = SeveralItems((card, card)).independence_test([172, 13, 12, 3])
    assert found.pvalues.iloc[0] == joint.p_value
    low, high = found.limits(0, "0.95")
    assert (low <= 0 <= high) == (joint.p_value >= 0.05)
    weights = {"w": [1, 2] * 100}
    weighted = rr.correlations(card, RARE | weights, ["a", "b"], weights="w")
    assert weighted.joint == (None,) and weighted.p_value(0) != joint.p_value
    clustered = rr.correlations(card, RARE | {"c": list(range(200))}, ["a", "b"], clusters="c")
    assert clustered.joint == (None,)
    other = rr.correlations({"a": card}, RARE | {"x": list(range(200))}, ["a", "x"])
    assert other.joint == (None,)


def test_an_open_question_of_two_answers_is_one_of_the_two():
    """Whatever numbers stand for the answers."""
    data = RARE | {"b": [7.5 if yes else -2.0 for yes in RARE["b"]]}
    found = rr.correlations({"a": ITSELF.relabel(["0", "1"], ["0", "1"])}, data, ["a", "b"])
    itself = rr.Channel.identity(2)
    joint = SeveralItems((itself, itself)).independence_test([172, 13, 12, 3])
    assert found.p_value(0) == joint.p_value


def test_independent_rare_traits_are_not_said_to_exclude_each_other():
    """Of 200 people a twentieth has each at epsilon 3: the averages rejected 0.10 of surveys,
    this one by 2.4 standard errors."""
    card = rr.Channel.from_rows([["20/21", "1/21"], ["1/21", "20/21"]])
    data = {"a": [0] * 180 + [1] * 20, "b": [0] * 158 + [1] * 22 + [0] * 20}
    found = rr.correlations(card, data, ["a", "b"])
    away = found.products[0]
    variance = found.spread[0, 0] + abs(away) * found.reaches[0][1]
    assert away / variance**0.5 == pytest.approx(-2.4, abs=0.1)
    assert found.p_value(0) > 0.1
    low, high = found.limits(0, "0.95")
    assert low < found.values[0] < high == 0
