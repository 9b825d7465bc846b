"""Mutual information along one parameter: enclosed switches, against certified designs."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.enclosed_line import EnclosedFunction
from rropt.design.answer import ends

MASSES = ["1/2", "3/10", "1/5"]
ANY = rr.LocalDP("ln(3)")
x = sp.Symbol("x")


def _agrees(answer, masses, level, **place):
    design = rr.optimal(rr.LocalDP.from_gamma(level), rr.MutualInformation(masses))
    lo, hi = ends(answer.value_at(**place))
    found = [*ends(design.value), *ends(design.bound)]
    slack = Fraction(1, 10**9) * hi
    return min(found) - slack <= hi and lo <= max(found) + slack


@pytest.fixture(scope="module")
def by_gamma():
    return rr.derive(rr.Problem(ANY, rr.MutualInformation(MASSES)), gamma=(2, 10))


@pytest.mark.everything
def test_two_tables_share_a_range_of_gamma(by_gamma):
    assert by_gamma.proved and by_gamma.undecided == () and len(by_gamma.pieces) == 2
    [(lo, hi)] = by_gamma.cover.roots
    assert hi - lo < Fraction(1, 10**9)
    for g in (Fraction(21, 10), lo - Fraction(1, 1000), hi + Fraction(1, 1000), Fraction(9)):
        assert _agrees(by_gamma, MASSES, g, gamma=g)


def test_beyond_the_switch_the_other_table_is_worse(by_gamma):
    """A near miss: the form of the wrong side is no optimum, on either side."""
    [(lo, hi)] = by_gamma.cover.roots
    first, second = (sp.lambdify(sp.Symbol("gamma"), piece.value) for piece in by_gamma.pieces)
    assert first(float(lo) - 0.1) > second(float(lo) - 0.1)
    assert second(float(hi) + 0.1) > first(float(hi) + 0.1)


@pytest.mark.everything
def test_ends_without_information_are_left_undecided():
    answer = rr.derive(rr.Problem(ANY, rr.MutualInformation(MASSES)), gamma=(1, 3))
    assert not answer.proved and [str(part) for part in answer.undecided] == [
        "1 < gamma < 2049/2048"
    ]
    text = str(answer)
    assert "1 < gamma < 1.00048828125: undecided" in text and "cover: NOT proved" in text


@pytest.mark.everything
def test_a_family_of_priors():
    problem = rr.Problem(ANY, rr.MutualInformation(["1/3"] * 3))
    answer = rr.derive(problem, 3, prior=["1-2*q", "q", "q"], q=("1/10", "2/5"))
    assert answer.proved and len(answer.pieces) == 2
    for q in (Fraction(3, 20), Fraction(7, 20)):
        assert _agrees(answer, [1 - 2 * q, q, q], 3, q=q)


def test_the_mean_value_form_sees_signs_and_doubts():
    function = EnclosedFunction(sp.log(x) - x + 2, x)
    assert function.positive_on(Fraction(1), Fraction(2))
    assert not function.positive_on(Fraction(3), Fraction(7, 2))
    assert not function.positive_on(Fraction(2), Fraction(7, 2))
    assert not EnclosedFunction(sp.log(x), x).positive_on(Fraction(1, 10), Fraction(10))
