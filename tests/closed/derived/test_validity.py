"""Conditions on parameters, reduced to what may change its sign."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

from rropt.closed.derived.validity import Box, Condition, NotValid, at, readable, region, sign_at

gamma, delta, pi = sp.symbols("gamma delta pi")


def test_a_condition_that_fails_at_its_point_is_an_error():
    box = Box(((gamma, Fraction(1), None),))
    with pytest.raises(NotValid):
        region([1 - gamma], box, {gamma: Fraction(2)})


def test_squares_and_signs_that_are_kept_leave_no_condition() -> None:
    x = sp.Symbol("x")
    line = Box(((x, Fraction(0), None),))
    found = region([x * (x - 2) ** 3 * (x - 5) ** 2 / (x + 1)], line, {x: Fraction(3)})
    assert [c.polynomial for c in found.conditions] == [x - 2]
    assert dict(found.kept) == {x: 1, x + 1: 1}
    strict = region([], line, {x: Fraction(3)}, strict=[(x - 5) ** 2]).conditions
    assert [c.strict for c in strict] == [True]
    assert not strict[0].holds({x: Fraction(5)}) and strict[0].holds({x: Fraction(4)})


def test_a_region_agrees_with_its_functions_at_every_point() -> None:
    x, y = sp.symbols("x y")
    box = Box(((x, Fraction(0), None), (y, Fraction(0), Fraction(1))))
    functions = [(x - y) * (x + y) / (x - 3), (x**2 - 4 * y) / x]
    place = {x: Fraction(5), y: Fraction(1, 2)}
    found = region(functions, box, place)
    for _, point in zip(range(200), box.points(), strict=False):
        pole = point[x] <= 3  # the denominator keeps the sign that it has at the place
        expected = not pole and all(at(f, point) >= 0 for f in functions)
        assert found.holds(point) == expected


def test_signs_of_logarithms_are_decided_by_enclosures() -> None:
    g = sp.Symbol("gamma")
    assert sign_at(sp.log(g) - sp.Rational(109861228866, 10**11), {g: Fraction(3)}) == 1
    assert sign_at(sp.log(g) - sp.Rational(109861228867, 10**11), {g: Fraction(3)}) == -1
    assert sign_at(sp.sqrt(g) - 2, {g: Fraction(4)}) == 0


def test_conditions_are_solved_for_a_parameter_of_known_slope() -> None:
    box = Box(((gamma, Fraction(1), None), (delta, Fraction(0), Fraction(1))))
    assert str(readable(Condition(gamma * delta - 1), box)) == "delta >= 1/gamma"
    assert str(readable(Condition(gamma**2 - 2, True), box)) == "gamma**2 - 2 > 0"
    assert str(readable(Condition(3 - gamma, True), box)) == "gamma < 3"
