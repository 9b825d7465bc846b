"""What is told of an estimate: the record, its words, and questions that do not fit."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.survey.estimate_record import DOUBTED
from rropt.survey.likelihood_estimate import LikelihoodContrast

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["n", "y"], ["no", "yes"])
KRR = rr.Channel.from_rows([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]])
TALL = rr.Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])

pytestmark = pytest.mark.quick


def grouped(method: str = "likelihood", **sampling: object):
    """Shares of yes 0.4 and 0.7 are proportions 0.3 and 0.9."""
    reports = ["n"] * 60 + ["y"] * 40 + ["n"] * 30 + ["y"] * 70
    by = ["land"] * 100 + ["town"] * 100
    return rr.estimate(WARNER, reports, by=by, method=method, **sampling)


@pytest.mark.parametrize("method", ["likelihood", "linear"])
def test_the_record_is_plain_and_has_every_part(method: str) -> None:
    found = rr.estimate(WARNER, {"n": 600, "y": 400}, method=method)
    data = json.loads(json.dumps(found.to_dict("0.9", contrast=[-1, 1], null="0")))
    assert data["estimate"] == pytest.approx([0.7, 0.3]) and data["mle"] == pytest.approx(
        [0.7, 0.3]
    )
    assert data["level"] == "9/10" and data["prior"] == ["1/2", "1/2"]
    assert data["contrast"]["estimate"] == pytest.approx(-0.4)
    assert data["contrast"]["p_value"] < 1e-6 and data["fit"]["p_value"] == 1
    assert ("stderr_expected" in data) == (method == "likelihood")
    low, high = data["interval"][1]
    assert data["interval"][0] == pytest.approx([1 - high, 1 - low])


def test_a_contrast_is_by_label_or_in_order() -> None:
    """By label it was told by its labels, and an array was no contrast of groups."""
    found = grouped()
    told = [found.to_dict(contrast=c) for c in ([-1, 1], {"yes": 1, "no": -1}, np.array([-1, 1]))]
    for data in told:
        assert data["contrast"] == told[0]["contrast"] and data["groups"] == told[0]["groups"]
        assert data["contrast"]["coefficients"] == data["group_contrast"] == ["-1", "1"]


def test_intervals_that_are_known_are_not_sought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = rr.estimate(WARNER, {"n": 60, "y": 40})
    data = found.to_dict("0.9")
    monkeypatch.setattr(LikelihoodContrast, "interval", None)
    assert found.to_dict(Fraction(9, 10))["interval"] == data["interval"]
    assert f"{data['interval'][1][0]:.5f}" in found.summary(0.9)
    assert list(found.all_limits("0.9")[1]) == data["interval"][1]


def test_the_kind_of_interval_is_asked_for() -> None:
    found = rr.estimate(WARNER, {"n": 600, "y": 400}, method="linear")
    error = 2 * (0.24 / 1000) ** 0.5
    low, high = found.to_dict(interval="wald")["interval"][1]
    assert (low, high) == pytest.approx((0.3 - 1.959964 * error, 0.3 + 1.959964 * error))
    assert found.to_dict()["interval_method"] == ["wilson"] * 2
    assert "intervals: wald" in found.summary(interval="wald")


@pytest.mark.everything
def test_intervals_that_hold_together_are_wider() -> None:
    found = rr.estimate(KRR, {"0": 370, "1": 330, "2": 300})
    alone, together = found.to_dict(), found.to_dict(simultaneous=True)
    for one, wide in zip(alone["interval"], together["interval"], strict=True):
        assert wide[0] < one[0] < one[1] < wide[1]
    assert "intervals that hold together" in found.summary(simultaneous=True)
    assert "intervals, each alone" in found.summary()


@pytest.mark.everything
def test_groups_are_compared_added_up_and_their_odds_told() -> None:
    data = grouped().to_dict(odds=True, shares={"town": "3/4", "land": "1/4"})
    assert data["difference"]["of"] == ["land", "town"]
    assert data["difference"]["estimate"] == pytest.approx(-0.6)
    assert data["odds_ratio"]["estimate"] == pytest.approx(3 / 7 / 9)
    assert data["stratified"]["estimate"] == pytest.approx(0.75)
    said = grouped().summary(null="1/2", shares={"town": "3/4", "land": "1/4"})
    assert "land - town: -0.60000" in said and "weighted: 0.75000" in said
    assert "  equal to 1/2: p = " in said


@pytest.mark.parametrize(
    ("town", "infinite", "said"),
    [
        ("1", True, "odds, town / 'town ': infinite ["),
        ("0", False, "odds, town / 'town ': not told"),
    ],
)
def test_odds_without_a_number_are_said_in_words(town: str, infinite: bool, said: str) -> None:
    """Everybody in town and nobody elsewhere has an infinite ratio, nobody in both has none; names
    that differ by a blank stand in quotes."""
    reports = [town] * 30 + ["0"] * 30
    found = rr.estimate(
        [["3/4", "1/4"], ["1/4", "3/4"]], reports, by=["town"] * 30 + ["town "] * 30
    )
    odds = found.to_dict(odds=True, interval="profile")["odds_ratio"]
    assert odds["estimate"] is None and odds["infinite"] is infinite
    text = found.summary(odds=True, interval="profile")
    assert said in text and "  town: " in text and "  'town ': " in text


def test_words_of_what_is_not_known_and_does_not_fit() -> None:
    merged = rr.estimate([["1", "1/2", "1/2"], ["0", "1/2", "1/2"]], {"0": 80, "1": 20})
    assert "rank 2 for 3 truths" in merged.summary()
    assert merged.to_dict()["interval"][1] is None
    assert DOUBTED in rr.estimate(WARNER, {"n": 990, "y": 10}).summary()
    efficient = rr.estimate(TALL, counts=[5, 2, 6, 3], prior=["3/4", "1/4"], method="linear")
    assert "efficient where the distribution is 3/4, 1/4" in efficient.summary()


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"null": 0}, "null must be given with contrast"),
        ({"odds": True}, "odds must be given with groups"),
        ({"shares": {"a": 1}}, "shares must be given with groups"),
        ({"contrast": [1]}, "contrast must have 2 entries"),
        ({"interval": "bayes"}, "method must be one of"),
        ({"contrast": [0, 1], "null": "half"}, "null must be a whole number"),
    ],
)
def test_questions_that_do_not_fit_are_refused(asked, message: str) -> None:
    found = rr.estimate(WARNER, {"n": 600, "y": 400})
    with pytest.raises(InputError, match=message):
        found.summary(**asked)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("how", "asked", "message"),
    [
        ({}, {"simultaneous": True}, "simultaneous must be left out for groups"),
        ({}, {"shares": {"town": 1}}, r"shares must name each group once \('land', 'town'\)"),
        ({}, {"shares": {"town": 1, "land": 1}}, "sum to one"),
        ({"method": "linear"}, {"odds": True}, "odds must be given with method likelihood"),
        ({"weights": [1] * 200}, {"odds": True}, "odds must be left out with weights"),
    ],
)
def test_questions_to_groups_that_do_not_fit_are_refused(how, asked, message: str) -> None:
    with pytest.raises(InputError, match=message):
        grouped(**how).to_dict(**asked)


def test_simultaneous_needs_a_likelihood_of_counts() -> None:
    linear = rr.estimate(WARNER, {"n": 600, "y": 400}, method="linear")
    weighted = rr.estimate(WARNER, ["n", "y", "n"], weights=[1, 2, 1])
    for found in (linear, weighted):
        with pytest.raises(InputError, match="simultaneous must be given with method likelihood"):
            found.summary(simultaneous=True)


def test_a_weighted_survey_shows_design_effects() -> None:
    """Weights 1 and 3 by halves: the effect of unequal weights is 1 + 1/4."""
    found = rr.estimate(WARNER, ["n", "n", "y", "y"] * 200, weights=[1, 3, 1, 3] * 200)
    assert found.to_dict()["design_effect"] == pytest.approx([1.25] * 2, rel=0.01)
    assert "design effect" in found.summary() and "fit" not in found.to_dict()


@pytest.mark.everything
def test_each_interval_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    estimate = rr.estimate(rr.Channel.identity(5), counts=[30, 20, 10, 20, 20])
    computed: list[int] = []
    found = type(estimate).of

    def counted(self, truth):
        computed.append(truth)
        return found(self, truth)

    monkeypatch.setattr(type(estimate), "of", counted)
    frame = estimate.conf_int()
    assert computed == [0, 1, 2, 3, 4]
    assert estimate.all_limits("0.95")[3] == tuple(frame.iloc[3])
    assert computed == [0, 1, 2, 3, 4]


def test_a_question_is_answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To plain data, and then in words; another question is another one, and data are a copy."""
    groups = ["a", "b"] * 50
    estimate = rr.estimate(rr.Channel.identity(2), [0, 1, 1, 0, 0] * 20, by=groups)
    asked: list[Any] = []
    found = type(estimate.groups).weighted_sum

    def counted(self, weights, contrast):
        asked.append(contrast)
        return found(self, weights, contrast)

    monkeypatch.setattr(type(estimate.groups), "weighted_sum", counted)
    data = estimate.to_dict(contrast=[0, 1])
    data["groups"].clear()
    again = estimate.summary(contrast=(0, 1))
    assert asked == [[0, 1]]
    assert "a - b" in again
    estimate.summary(contrast=[1, 0])
    estimate.summary("0.9", contrast=[1, 0])
    assert len(asked) == 3
