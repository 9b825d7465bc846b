"""The attack reaches boundary, degenerate and tied values, exactly."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from rropt.proofs.attack import admits, counterexample, points
from rropt.proofs.exactly import NotRational, enclose, evaluate, truth

x, y, pi, d, g = sp.symbols("x y pi d g")
n = sp.Symbol("n", integer=True)
UNIT = [pi >= 0, pi <= 1, d >= 0, d <= 1, g >= 1]


def test_all_points_satisfy_the_hypotheses():
    given = [*UNIT, pi + d <= 1]
    found = list(points([pi, d, g], given))
    assert len(found) > 100
    assert all(admits(p, given) for p in found)


@pytest.mark.parametrize(
    "degenerate", [{pi: 0}, {pi: F(1, 2)}, {pi: 1}, {d: 0}, {d: 1}, {g: 1}, {pi: 0, d: 1, g: 1}]
)
def test_degenerate_values_are_tried(degenerate):
    assert any(all(p[s] == v for s, v in degenerate.items()) for p in points([pi, d, g], UNIT))


def test_integers_stay_integers_and_include_the_smallest():
    values = {p[n] for p in points([n], [n >= 0])}
    assert {0, 1, 2} <= values
    assert all(v.denominator == 1 for v in values)


def test_ties_are_tried():
    """The only failure is where 7 x = 3 y exactly."""
    tied = sp.Ne(7 * x, 3 * y)
    assert counterexample([x, y], [x > 0, y > 0], tied) is not None


def test_a_failure_at_one_end_point_is_found():
    assert counterexample([x], [x >= 0, x <= 1], x < 1) == {x: 1}


def test_a_true_statement_has_no_counterexample():
    assert counterexample([x, y], [], x**2 + y**2 >= 2 * x * y) is None


def test_division_by_zero_counts_as_a_failure():
    assert counterexample([x], [x >= 0], x / x >= 1) is None  # sympy cancels it
    assert counterexample([x, y], [x >= 0, y >= 0], y / x >= 0) is not None


@pytest.mark.everything
@given(st.fractions(min_value=-5, max_value=5), st.fractions(min_value=-5, max_value=5))
def test_exact_evaluation_agrees_with_plain_arithmetic(a, b):
    expression = (x**3 - y / 2) * (x + 3) + sp.Abs(x - y) + sp.Max(x, y)
    expected = (a**3 - b / 2) * (a + 3) + abs(a - b) + max(a, b)
    assert evaluate(expression, {x: a, y: b}) == expected


def test_irrational_values_are_enclosed():
    with pytest.raises(NotRational):
        evaluate(sp.exp(x), {x: F(1)})
    ball = enclose(sp.exp(x), {x: F(1)})
    assert float(ball.lower()) <= 2.718281828459045 <= float(ball.upper()) + 1e-15
    assert truth(sp.exp(x) > sp.Rational(271, 100), {x: F(1)}) is True
    assert truth(sp.Eq(sp.exp(x), sp.exp(x) + 0 * y, evaluate=False), {x: F(1), y: F(0)}) is None
