"""The optimum as the best of its values, where that is so."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.envelope import envelope, switches
from rropt.closed.derived.validity import Box, Condition, ValidityRegion

gamma, delta, pi = sp.symbols("gamma delta pi")


ANY = rr.LocalDP("ln(3)", "1/10")


ALL = {"gamma": (1, "oo"), "delta": (0, 1)}


def _problem(objective, outputs=None, privacy=ANY):
    return rr.Problem(privacy, objective, outputs)


@pytest.mark.everything
def test_the_two_answer_optimum_is_the_least_of_three_variances():
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    assert answer.envelope is not None and answer.envelope.name == "min"
    assert dict(answer.envelope.verdicts) == {"z3": "unsat", "cvc5": "unsat"}
    point = {gamma: 3, delta: sp.Rational(1, 10), pi: sp.Rational(1, 20)}
    found = answer.expression.subs(point)
    certified = rr.optimal(
        rr.LocalDP("ln(3)", "1/10"), rr.Variance("1/20"), outputs=2, crosscheck=False
    ).value
    assert Fraction(int(found.p), int(found.q)) == certified


@pytest.mark.everything
def test_an_envelope_that_is_none_is_not_claimed():
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    assert envelope(answer.box, answer.pieces, "max") is None
    line = rr.derive(_problem(rr.Guess(["1/2", "3/10", "1/5"])), (1, "oo"), delta=0)
    assert envelope(line.box, line.pieces, "min") is None
    assert line.expression.subs(gamma, 2) == sp.Rational(8, 15)


def test_two_lines_have_their_largest_value_and_switch_where_they_cross() -> None:
    x, y = sp.symbols("x y")
    square = Box(((x, Fraction(0), Fraction(1)), (y, Fraction(0), Fraction(1))))
    first = SimpleNamespace(value=x, region=ValidityRegion((Condition(x - y),)))
    second = SimpleNamespace(value=y, region=ValidityRegion((Condition(y - x),)))
    outer = envelope(square, [first, second], "max")
    assert outer is not None and dict(outer.verdicts) == {"z3": "unsat", "cvc5": "unsat"}
    (curve,) = switches(square, outer)
    assert sp.expand(curve.polynomial - (x - y)) == 0 or sp.expand(curve.polynomial + x - y) == 0
    assert envelope(square, [first, second], "min") is None


def test_one_value_has_no_envelope_and_a_pole_has_none() -> None:
    x = sp.Symbol("x")
    line = Box(((x, Fraction(0), Fraction(2)),))
    piece = SimpleNamespace(value=x, region=ValidityRegion(()))
    assert envelope(line, [piece, piece], "max") is None
    pole = SimpleNamespace(value=1 / (x - 1), region=ValidityRegion((Condition(x - 1),)))
    assert envelope(line, [piece, pole], "max") is None
