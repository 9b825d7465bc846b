"""Boxes of parameters: signs that coefficients show, points inside, ranges from the door."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.validity import Box, interval, oriented
from rropt.exact import InputError

pytestmark = pytest.mark.quick

gamma, delta, pi = sp.symbols("gamma delta pi")


ANY = rr.LocalDP("ln(3)", "1/10")


def _problem(objective, outputs=None, privacy=ANY):
    return rr.Problem(privacy, objective, outputs)


def test_signs_from_coefficients_are_true_and_no_more():
    box = Box(((gamma, Fraction(1), None), (pi, Fraction(0), Fraction(1))))
    assert box.sign(1 - pi + pi * gamma) == 1
    assert box.sign(pi - 1) == -1
    assert box.sign(gamma - 2) == 0


def test_orientation_keeps_the_value():
    x = sp.Symbol("x")
    expression = -((x - 3) ** 3) / (x - 2)
    turned = oriented(expression, {x: Fraction(5, 2)})
    assert sp.expand(turned * (x - 2) + (x - 3) ** 3) == 0


def test_ranges_and_points_are_checked():
    assert interval(gamma, (1, "oo"), Fraction(1), None) == (gamma, 1, None)
    answer = rr.derive(_problem(rr.Trace(3)), (1, 5), delta=0)
    with pytest.raises(InputError):
        answer.piece_at(gamma=6)
    with pytest.raises(InputError):
        answer.piece_at(delta=0)


def test_a_sign_between_two_ends_is_seen_and_never_invented() -> None:
    x = sp.Symbol("x")
    box = Box(((x, Fraction(1), Fraction(2)),))
    for polynomial in (x**2 - 1, 2 - x, x**2 - 3 * x + 2, x - sp.Rational(3, 2), (x - 5) ** 2):
        values = [polynomial.subs(x, 1 + sp.Rational(n, 97)) for n in range(1, 97)]
        sign = box.sign(polynomial)
        assert sign == 0 or all(sp.sign(v) == sign for v in values)
    assert [box.sign(x - 1), box.sign(x - 2), box.sign(x - sp.Rational(3, 2))] == [1, -1, 0]
    assert box.sign(-(x - 1) * (x - 2)) == 1


def test_points_lie_inside_and_are_spread() -> None:
    x, y = sp.symbols("x y")
    box = Box(((x, Fraction(0), Fraction(1)), (y, Fraction(1), None)), (y - 2 * x - 1,))
    points = list(islice(box.points(), 60))
    assert all(0 < p[x] < 1 < p[y] and p[y] > 2 * p[x] + 1 for p in points)
    assert len({p[x] for p in points}) == 60
    assert min(p[x] for p in points) < Fraction(1, 8)
    assert max(p[y] for p in points) > 8


def test_halves_meet_and_the_other_ranges_stay() -> None:
    x, y = sp.symbols("x y")
    box = Box(((x, Fraction(0), Fraction(1)), (y, Fraction(1), None)), (x + y,))
    low, high = box.halves(1)
    assert low.ranges == ((x, 0, 1), (y, 1, 3)) and high.ranges == ((x, 0, 1), (y, 3, None))
    assert low.positive == high.positive == (x + y,)
    assert str(low) == "0 < x < 1, 1 < y < 3, x + y > 0"
    assert box.halves(2)[0].ranges[0] == (x, 0, Fraction(1, 2))


@pytest.mark.parametrize("ends", [(0, 2), (1, 1), (2, 1), 3, (1, 2, 3)])
def test_ranges_that_are_none(ends) -> None:
    with pytest.raises(InputError):
        interval(sp.Symbol("x"), ends, Fraction(1), Fraction(2))
