"""One rational for Python, flint and sympy."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from rropt.exact.convert import ball, dot, fmpq, fraction, rational, whole_polynomial


@given(st.fractions())
def test_there_and_back(x: Fraction) -> None:
    assert fraction(fmpq(x)) == fraction(rational(x)) == x


@pytest.mark.parametrize("x", [Fraction(10**400 + 1, 3 * 10**399), Fraction(-1, 10**300), 0, -7])
def test_numbers_of_any_size_and_whole_ones(x: Fraction | int) -> None:
    assert (str(fmpq(x)), str(rational(x))) == (str(x), str(x))


@given(st.fractions())
def test_a_ball_holds_its_number_and_is_narrow(x: Fraction) -> None:
    """q (p / q) - p: zero for the number itself, within 2^-50 of p for its ball."""
    left = ball(x) * x.denominator - x.numerator
    assert left.contains(0)
    assert float(left.rad()) <= abs(x.numerator) * 2.0**-50


def test_a_sum_of_products_is_exact_and_needs_equal_lengths() -> None:
    assert dot([Fraction(1, 10**30), 1], [1, -1]) == Fraction(1, 10**30) - 1
    assert dot([], []) == 0 and isinstance(dot([], []), Fraction)
    with pytest.raises(ValueError, match="shorter"):
        dot([1, 2], [1])


@pytest.mark.parametrize("factors", [(), (sp.Rational(-2, 3),), (sp.Rational(1, 6), 10)])
def test_a_whole_polynomial_has_the_signs_of_its_own(factors) -> None:
    x = sp.Symbol("x")
    polynomial = sp.prod([*factors, x**2 - sp.Rational(1, 4), x + 3])
    found = whole_polynomial(polynomial, x)
    for place in (Fraction(-4), Fraction(-1), Fraction(1, 2), Fraction(7, 3)):
        value = fraction(polynomial.subs(x, rational(place)))
        told = fraction(found(fmpq(place)))
        assert (told > 0, told == 0) == (value > 0, value == 0)
