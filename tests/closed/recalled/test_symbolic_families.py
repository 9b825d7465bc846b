"""Families put together in symbols: curved criteria of two truths and at equal shares."""

from __future__ import annotations

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.recalled.symbolic_families import curved_two_truths, curved_uniform
from rropt.closed.symbols import delta, gamma
from rropt.design.answer import ends

pytestmark = pytest.mark.quick

HALVES, FAIR = "1/3,2/3", ["1/5"] * 5


def told(forms, g: str, d: str = "0") -> float:
    ((_, _, text),) = forms
    expression = sp.sympify(text, locals={"gamma": gamma, "delta": delta})
    return float(expression.subs({gamma: sp.Rational(g), delta: sp.Rational(d)}))


def certified(objective, g: str, d: str = "0") -> float:
    return float(ends(rr.optimal(rr.LocalDP.from_gamma(g, d), objective).value)[0])


@pytest.mark.parametrize("g, d", [("3", "0"), ("5/2", "1/10")])
@pytest.mark.parametrize(
    "objective",
    [rr.AOptimal(HALVES), rr.DOptimal(HALVES), rr.EOptimal(HALVES), rr.COptimal(HALVES, [2, -1])],
    ids=lambda o: o.name,
)
def test_curved_criteria_of_two_truths(objective, g: str, d: str) -> None:
    problem = rr.Problem(rr.LocalDP.from_gamma(g, d), objective)
    expected = certified(objective, g, d)
    assert told(curved_two_truths(problem), g, d) == pytest.approx(expected, rel=1e-8)


@pytest.mark.everything
@pytest.mark.parametrize("g", ["6/5", "2", "9"])
@pytest.mark.parametrize("objective", [rr.AOptimal(FAIR), rr.DOptimal(FAIR), rr.EOptimal(FAIR)])
def test_equal_shares_have_the_best_size_of_subsets(objective, g: str) -> None:
    problem = rr.Problem(rr.LocalDP.from_gamma(g), objective)
    assert told(curved_uniform(problem), g) == pytest.approx(certified(objective, g), rel=1e-8)


def test_nothing_is_said_of_other_problems() -> None:
    one = rr.LocalDP.from_gamma(3)
    assert list(curved_uniform(rr.Problem(one, rr.AOptimal("1/2,1/4,1/4")))) == []
    approximate = rr.Problem(rr.LocalDP.from_gamma(3, "1/10"), rr.AOptimal(FAIR))
    assert list(curved_uniform(approximate)) == []
    assert list(curved_two_truths(rr.Problem(rr.LocalDP(0), rr.AOptimal(HALVES)))) == []
