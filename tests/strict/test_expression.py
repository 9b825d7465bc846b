"""The small language of boundary functions."""

from __future__ import annotations

import math

import pytest
import sympy

import rropt as rr
from rropt import InputError
from tests.strict.test_bound import F

pytestmark = pytest.mark.quick

REFUSED = [
    ("", "h must be an expression in p"),
    ("p +", "h must be an expression in p"),
    ("q", "h must be an expression in p"),
    ("tan(p)", "h must be an expression in p"),
    ("p.real", "h must be an expression in p"),
    ("__import__('os')", "h must be an expression in p"),
    ("(lambda: 1)()", "h must be an expression in p"),
    ("p < 1", "h must be an expression in p"),
    ("True", "h must be an expression in p"),
    ("'p'", "h must be an expression in p"),
    ("[p]", "h must be an expression in p"),
    ("(-1)**p", "h must be an expression in p"),
    ("0**(p-1)", "h must not divide by zero"),
    ("p**10000000", "an exponent in h must be at most 64"),
    ("((((10**64)**64)**64)**64)**64 * 0 + 1", "a number in h must have at most 4096 bits"),
    ("Min(1, exp(exp(exp(exp(9)))))", "a number in h must have at most 4096 bits"),
    ("((p**64)**64)**64", "an exponent in h must be at most"),
    ("1/0", "h must not divide by zero, got '1 / 0'"),
    ("sqrt(-1)", "h must be an expression in p"),
    ("Max(p, sqrt(-1))", "h must be an expression in p"),
    ("Max(p, erfinv(2))", "h must be an expression in p"),
    ("Min(1, p + exp(log(p - p)))", "h must be an expression in p"),
    ("Min(1, p + Abs(sqrt(-1)))", "h must be an expression in p"),
    ("1e999999999*p", "a number in h must be a whole number"),
    ("Min()", "h must be an expression in p"),
    ("Piecewise(p)", "h must be an expression in p"),
    ("(" * 300 + "p" + ")" * 300, "h must be an expression in p"),
    ("-" * 100 + "p", "h must not nest deeper than 60"),
    ("p+" * 1500 + "p", "h must have at most 2000 characters"),
    (None, "h must be an exact number, got None"),
    (sympy.Symbol("x") + sympy.Symbol("y"), "h must have one variable, got ['x', 'y']"),
    (sympy.tan(sympy.Symbol("p")), "h must be an expression in p"),
    (sympy.Symbol("p") < 1, "h must be an expression in p"),
]


@pytest.mark.parametrize(("h", "message"), REFUSED)
def test_a_refused_boundary_names_the_rule_and_the_place(h: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        rr.strict_bound(h)
    assert str(caught.value).startswith(message)


def test_other_doors_to_the_same_boundary() -> None:
    x = sympy.Symbol("x")
    assert rr.strict_bound(sympy.Min(1, x + sympy.Rational(1, 5))).bound == F("9/4")
    assert rr.strict_bound(sympy.Min(1, x + 0.2)).bound == F("9/4")
    assert rr.strict_bound("min(1, p + 0.2)").bound == F("9/4")
    assert rr.strict_bound(1).bound == math.inf
