"""Coefficients of a model in closed form: against certified designs, and by hand."""

from __future__ import annotations

from fractions import Fraction as F
from math import exp, isclose

import pytest
import sympy as sp

import rropt as rr

LOGIT = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1, 2], ["1/2", "1/4", "1/4"], coefficients=[1])
TWO = rr.ForModel([rr.Logit(-1, 1), rr.Logit(0, 1)], [0, 1], coefficients=[1], over="minimax")
MEAN = rr.ForModel([rr.Logit(-1, 1), rr.Logit(0, 1)], [0, 1], target="D", over="average")
LINEAR = rr.ForModel(rr.LinearProbability("1/4", "1/8"), [0, 2], coefficients=[1])
PROBIT = rr.ForModel(rr.Probit("0", "1"), [0, 1, 3], target="A")
PLANE = rr.ForModel(rr.Logit(0, ["1", "-1"]), [[0, 0], [1, 0], [0, 1], [1, 1]], target="A")

DIGITS = 1e-15
"""A certificate states probabilities to 60 binary digits; the gap of a curved design is 1e-9."""


def agrees(found: object, design: rr.Design) -> bool:
    low, high = found if isinstance(found, tuple) else (found, found)
    value, gap = float(design.value), float(design.gap)
    slack = DIGITS * abs(value) + gap
    return bool(value - slack <= float(high) and float(low) <= value + slack)


@pytest.mark.parametrize("goal", [LOGIT, LINEAR, TWO, MEAN, PROBIT, PLANE])
def test_the_form_is_the_certified_optimum(goal: rr.ForModel) -> None:
    answer = rr.derive(goal)
    assert answer.proved
    for gamma in ("3/2", "3"):
        design = rr.optimal(rr.LocalDP.from_gamma(gamma), goal)
        assert agrees(answer.value_at(gamma=gamma), design)


@pytest.mark.parametrize("goal", [LOGIT, LINEAR])
def test_with_a_delta(goal: rr.ForModel) -> None:
    answer = rr.derive(goal, delta=(0, 1))
    design = rr.optimal(rr.LocalDP.from_gamma(3, "1/10"), goal)
    assert answer.proved
    assert agrees(answer.value_at(gamma=3, delta="1/10"), design)


def test_under_a_matrix_of_levels() -> None:
    answer = rr.derive(LINEAR, privacy=[[1, "g"], ["h", 1]], g=(1, 9), h=(1, 9))
    design = rr.optimal(rr.Privacy([[1, 5], [2, 1]]), LINEAR)
    assert answer.proved
    assert agrees(answer.value_at(g=5, h=2), design)


def test_coefficients_in_parameters() -> None:
    answer = rr.derive(LOGIT, theta=["a", "b"], a=(-3, 3), b=(0, 2))
    low, high = answer.value_at(gamma=3, a=-1, b="1/2")
    assert agrees((low, high), rr.optimal(rr.LocalDP.from_gamma(3), LOGIT))
    assert isclose(float(answer.to_numpy()(3.0, -1.0, 0.5)), float(low), rel_tol=1e-12)
    steeper = rr.ForModel(rr.Logit("1/3", "2"), [0, 1, 2], ["1/2", "1/4", "1/4"], coefficients=[1])
    value = answer.value_at(gamma=2, a="1/3", b="39/20")
    nearly = rr.ForModel(
        rr.Logit("1/3", "39/20"), [0, 1, 2], ["1/2", "1/4", "1/4"], coefficients=[1]
    )
    assert agrees(value, rr.optimal(rr.LocalDP.from_gamma(2), nearly))
    assert not agrees(value, rr.optimal(rr.LocalDP.from_gamma(2), steeper))


def test_one_point_by_hand() -> None:
    """One share p seen through Warner's table: c(1 - c) / (slope (2 p_w - 1))^2, c = P(yes)."""
    goal = rr.ForModel(rr.Logit("1/2", 0), [0, 1], coefficients=[0, 1], target="A")
    share = 1 / (1 + exp(-0.5))
    keep = 3 / 4
    yes = share * keep + (1 - share) * (1 - keep)
    one = yes * (1 - yes) / (share * (1 - share) * (2 * keep - 1)) ** 2
    low, high = rr.derive(goal).value_at(gamma=3)
    # half the sample at either point: 2 one for the intercept, 4 one for the difference
    assert isclose(float(low), 6 * one, rel_tol=1e-12) and low <= high


def test_a_linear_model_is_cut_to_probabilities() -> None:
    answer = rr.derive(LINEAR, theta=["a", "b"], a=(0, 1), b=(-1, 1))
    a, b = sp.symbols("a b")
    assert {sp.expand(bound) for bound in answer.box.positive} == {a + 2 * b, 1 - a - 2 * b}
    with pytest.raises(rr.InputError, match="box"):
        answer.value_at(gamma=3, a="1/2", b="1/2")
    assert answer.value_at(gamma=3, a="1/4", b="1/8") == F(31, 32)


@pytest.mark.parametrize(
    ("goal", "given", "said"),
    [
        (rr.ForModel(rr.Logit([0, 0], [1, 1]), [0, 1], coefficients=[1]), {}, "categories"),
        (LOGIT, {"theta": ["a"], "a": (0, 1)}, "2 coefficients"),
        (LOGIT, {"theta": "ab"}, "2 coefficients"),
        (LOGIT, {"theta": ["a", "b"], "a": (0, 1)}, "names b"),
        (LOGIT, {"theta": ["a", "pi"], "a": (0, 1), "pi": (0, 1)}, "another name"),
        (LOGIT, {"a": (0, 1)}, "a"),
        (LOGIT, {"prior": "1/4"}, "prior"),
        (PROBIT, {"theta": ["a", "b"], "a": (0, 1), "b": (0, 1)}, "one logit or linear"),
        (TWO, {"theta": ["a", "b"], "a": (0, 1), "b": (0, 1)}, "one logit or linear"),
        (LINEAR, {"theta": ["a", "a**2"], "a": (0, 1)}, "linear in its parameters"),
        (LINEAR, {"theta": ["a", 1], "a": (1, 2)}, "between 0 and 1"),
        (rr.Trace(2), {"theta": ["a"], "a": (0, 1)}, "but for a model"),
    ],
)
def test_refusals(goal: object, given: dict[str, object], said: str) -> None:
    with pytest.raises(rr.InputError, match=said):
        rr.derive(goal, **given)


def test_what_it_says() -> None:
    said = str(rr.derive(LINEAR))
    assert "one table: every other private table of two truths is this one plus noise" in said
