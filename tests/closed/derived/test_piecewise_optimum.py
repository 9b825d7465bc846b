"""A piecewise form at points: its piece, its value, and one expression of all of them."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy as sp

import rropt as rr

pytestmark = pytest.mark.quick


@pytest.fixture(scope="module")
def guess():
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Guess("1/2,3/10,1/5"))
    return rr.derive(problem, (1, 10), delta=0)


@pytest.mark.parametrize("g", ["3/2", "5/3", "2", "3", "9"])
def test_the_value_is_that_of_the_best_size(guess, g: str) -> None:
    level = F(g)
    expected = max(F(1, 2), F(4, 5) * level / (level + 1), level / (level + 2))
    assert guess.value_at(gamma=g) == expected
    assert F(str(guess.expression.subs(sp.Symbol("gamma"), sp.Rational(g)))) == expected


def test_an_irrational_value_is_enclosed() -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.MutualInformation("1/2,1/2"))
    answer = rr.derive(problem, (1, "oo"), delta=0)
    lo, hi = answer.value_at(gamma=3)
    exact = sp.log(2) - (sp.Rational(3, 4) * sp.log(sp.Rational(4, 3)) + sp.log(4) / 4)
    digits = F(str(exact.evalf(60)))
    assert lo - F(1, 10**45) <= digits <= hi + F(1, 10**45) and hi - lo < F(1, 10**40)


@pytest.mark.parametrize("point", [{"gamma": 11}, {"gamma": 1}, {}, {"gamma": 2, "delta": 0}])
def test_points_outside_are_refused(guess, point) -> None:
    with pytest.raises(rr.InputError, match="the point must"):
        guess.value_at(**point)


def test_values_stand_once_and_without_an_envelope_there_are_cases(guess) -> None:
    from dataclasses import replace

    assert len(guess.values) == 3 and guess.proved and guess.undecided == ()
    cases = replace(guess, envelope=None).expression
    assert isinstance(cases, sp.Piecewise)
    assert cases.subs(sp.Symbol("gamma"), 2) == sp.Rational(8, 15)
    assert "cases" in guess.latex


def test_it_displays_as_mathematics() -> None:
    shown = rr.derive(rr.Trace(2))._repr_latex_()
    assert shown.startswith("$") and r"\frac{2 \gamma}{\gamma + 1}" in shown and shown.endswith("$")
