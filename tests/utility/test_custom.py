"""A user's own utility: exact, or enclosed, or refused with its reason."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy

import rropt as rr
from rropt.exact import InputError
from rropt.utility import Custom, custom
from rropt.utility.custom import enclosed_constant

A, B = sympy.symbols("a b")


def test_a_utility_in_floats_is_told_that_rounding_is_the_cause():
    """u is homogeneous and convex, its doubles are not: sqrt(2.5^2 + 1) is rounded."""

    def length(r):
        return math.sqrt(sum(float(x) ** 2 for x in r)) * 0.1

    for function in (length, lambda r: float(max(r))):
        with pytest.raises(InputError, match="by rounding alone"):
            Custom(function, 2)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Custom(sympy.sqrt(A * B), [A, B]), "must be convex"),
        (lambda: Custom(A**2 + B**2, [A, B]), "must be homogeneous"),
        (lambda: Custom(A + B, 2), "must be the list of the expression's symbols"),
        (lambda: Custom(A + B, [A]), "must be the list of the expression's symbols"),
        (lambda: Custom(sympy.gamma(A) + B, [A, B]), "must have real numbers as values"),
        (lambda: Custom(A * sympy.log(A - B), [A, B]), "must have real numbers as values"),
        (lambda: Custom(max, 2, label="caf\ud8e9"), "label must be text"),
        (lambda: Custom(max, 2, label=None), "label must be text"),
    ],
)
def test_expressions_that_are_no_utility(build, words: str) -> None:
    with pytest.raises(InputError, match=words):
        build()


def test_a_utility_of_sympy_is_enclosed_and_certified():
    """At (3/4, 1/4), the Hellinger divergence is 2 - sqrt 3, the lengths of two rows sqrt(5/2)."""
    level = rr.LocalDP.from_gamma(3)
    spoken = rr.optimal(level, Custom((sympy.sqrt(A) - sympy.sqrt(B)) ** 2, [A, B]))
    given = rr.optimal(level, Custom(lambda r: sympy.sqrt(r[0] ** 2 + r[1] ** 2), 2))
    for design, square in ((spoken, lambda u: (2 - u) ** 2), (given, lambda u: 6 / 5 * u**2)):
        low, high = design.value.lo, design.value.hi
        assert 0 < high - low < Fraction(1, 2**80) and design.gap < Fraction(1, 2**80)
        assert abs(float(square(low)) - 3) < 1e-12
        assert design.certificate.check().verdict == "verified"


def test_a_decimal_means_what_it_prints():
    """The best guess of 3/4, times 0.3 and twice."""
    design = rr.optimal(rr.LocalDP.from_gamma(3), Custom(0.3 * sympy.Max(A, B), [A, B]))
    assert design.value == Fraction(9, 20)


def test_rational_values_of_sympy_are_exact():
    design = rr.optimal(rr.LocalDP.from_gamma(3), Custom(sympy.Max(A, B), [A, B]))
    assert (design.value, design.gap) == (Fraction(3, 2), 0)


def test_values_are_stated_once_a_direction_and_none_of_no_report():
    length = Custom(lambda r: max(r) + r[1], 2)
    rows = [(Fraction(2), Fraction(4)), (Fraction(0), Fraction(0)), (Fraction(1), Fraction(2))]
    assert length.stated_at(rows)["values"] == [[["1/2", "1"], "2"]]
    assert rr.Trace(2).stated_at(rows) == {"name": "trace"}


def test_too_many_values_are_refused_in_words(monkeypatch):
    monkeypatch.setattr(custom, "MOST_CHARACTERS", 100)
    with pytest.raises(InputError, match="categories must be fewer"):
        rr.optimal(rr.LocalDP("ln(3)"), Custom(max, 3), crosscheck=False)


def test_an_expression_is_searched_in_floats():
    a, b, c = sympy.symbols("a b c")
    utility = Custom(sympy.Max(2 * a, b) + c, [a, b, c])
    patterns = np.array([[1.0, 3.0, 5.0], [2.0, 1.0, 0.0]])
    assert utility.floats(patterns).tolist() == [8.0, 4.0]
    assert Custom(sympy.Integer(0) * a, [a, b]).floats(patterns[:, :2]).tolist() == [0.0, 0.0]


def test_a_constant_of_sympy_lies_within_its_enclosure():
    low, high = enclosed_constant(sympy.sqrt(2), "u")
    assert low**2 < 2 < high**2 and high - low < Fraction(1, 2**90)
    assert enclosed_constant(sympy.Rational(2, 6), "u") == (Fraction(1, 3), Fraction(1, 3))
    with pytest.raises(InputError, match="u must have real numbers as values"):
        enclosed_constant(sympy.log(-1), "u")


@pytest.mark.parametrize(
    "expression",
    [A**2 + B**2, (A + B) ** 3, sympy.exp(A), A + B + 1, sympy.sqrt(A) + sympy.sqrt(B), A * B],
)
def test_of_another_degree_is_not_called_convex_or_concave(expression) -> None:
    with pytest.raises(InputError, match="must be homogeneous of degree one"):
        Custom(expression, [A, B])


@pytest.mark.parametrize("expression", [A**2 / B, sympy.sqrt(A**2 + B**2), A * sympy.log(A / B)])
def test_of_degree_one_and_convex(expression) -> None:
    assert Custom(expression, [A, B]).truths == 2


@pytest.mark.parametrize("function", [3, "max", None])
def test_what_is_no_function_is_refused_at_once(function) -> None:
    with pytest.raises(InputError, match=r"^function must be one of a pattern, or an expression"):
        Custom(function, 2)
