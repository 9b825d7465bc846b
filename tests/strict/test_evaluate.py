"""Expressions on intervals hold every value that fifty digits see; conditions are three-valued."""

from __future__ import annotations

from fractions import Fraction as F

import mpmath
import pytest
import sympy

from rropt.exact import dyadic
from rropt.exact.precision import working_precision
from rropt.strict.evaluate import (
    P,
    compile_condition,
    compile_expression,
    constant_interval,
    holds,
)
from rropt.strict.expression import boundary_expression
from rropt.strict.real_intervals import PRECISION, RealInterval, Undefined

pytestmark = pytest.mark.quick

EXPRESSIONS = [
    "p**2 - p/3",
    "p*log(p)",
    "sqrt(p)*log(p)**2",
    "exp(p) - 1",
    "erf(2*p)",
    "sin(pi*p) + cos(p)",
    "Abs(p - 1/2)",
    "Min(p, 1-p) + Max(p, 1/3)",
    "1/(1+p)",
    "p**p",
    "Piecewise((p, p < 1/2), (1 - p, True))",
]
SPANS = [("1/10", "1/5"), ("2/5", "3/5"), ("1/1000", "999/1000"), ("1/3", "1/3")]


@pytest.mark.parametrize("h", EXPRESSIONS)
@pytest.mark.parametrize(("left", "right"), SPANS)
def test_an_interval_holds_all_values(h: str, left: str, right: str) -> None:
    expression = boundary_expression(h)
    with working_precision(PRECISION):
        found = compile_expression(expression)(RealInterval.of(F(left), F(right)))
        ends = [dyadic(end) for end in (found.lo, found.hi)]
    values = sympy.lambdify(P, expression, "mpmath")
    with mpmath.workdps(50):
        a, b = (mpmath.mpf(F(x).numerator) / F(x).denominator for x in (left, right))
        seen = [values(a + (b - a) * i / 16) for i in range(17)]
        low, high = (mpmath.mpf(end.numerator) / end.denominator for end in ends)
        hair = mpmath.mpf(10) ** -45
        assert all(low - hair <= value <= high + hair for value in seen)


def test_what_reaches_zero_keeps_its_exact_range() -> None:
    """p log p on (0, 1/10]: from its value at 1/10 up to 0, not minus infinity."""
    with working_precision(PRECISION):
        found = compile_expression(P * sympy.log(P))(RealInterval.of(F(0), F(1, 10)))
    assert float(found.lo) == pytest.approx(-0.23025850929940456) and found.hi >= 0
    assert float(found.hi) == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize(
    ("word", "answers"),
    [
        ("p < 1/2", (True, None, False)),
        ("p >= 1/2", (False, None, True)),
        ("p == 1/2", (False, None, False)),
        ("p != 1/2", (True, None, True)),
        ("not p < 1/2", (False, None, True)),
        ("p < 1/2 and p > 1/10", (True, None, False)),
        ("p > 2 or p < 3", (True, True, True)),
        ("p < 1/2 or p > 3/4", (True, None, None)),
    ],
)
def test_conditions_on_three_spans(word: str, answers: tuple[bool | None, ...]) -> None:
    """[1/5, 1/4], [2/5, 3/5], [3/5, 4/5]."""
    condition = boundary_expression(f"Piecewise((1, {word}), (0, True))").args[0].cond
    spans = [("1/5", "1/4"), ("2/5", "3/5"), ("3/5", "4/5")]
    found = compile_condition(condition)
    assert tuple(found(RealInterval.of(F(a), F(b))) for a, b in spans) == answers


def test_a_comparison_with_zero_at_its_edge() -> None:
    touching, zero = RealInterval.of(F(0), F(1)), RealInterval.of(F(0))
    assert (holds("<", touching), holds(">=", touching), holds(">", touching)) == (
        False,
        True,
        None,
    )
    assert (holds("==", zero), holds("!=", zero), holds("<=", zero)) == (True, False, True)


def test_no_branch_is_undefined_and_an_undecided_one_is_the_hull() -> None:
    chosen = sympy.Piecewise((2, sympy.Rational(1, 4) > P), (5, sympy.Rational(1, 2) > P))
    found = compile_expression(chosen)(RealInterval.of(F(1, 5), F(1, 3)))
    assert (found.lo, found.hi) == (float("-inf"), float("inf")) or (found.lo, found.hi) == (2, 5)
    with pytest.raises(Undefined):
        compile_expression(chosen)(RealInterval.of(F(3, 5), F(4, 5)))


def test_a_constant_is_enclosed() -> None:
    number = sympy.pi * sympy.exp(-2) + sympy.sqrt(2) ** sympy.Rational(1, 3)
    found = constant_interval(number)
    exact = float(number.evalf(30))
    assert found.lo <= found.hi and float(found.lo) == pytest.approx(exact, rel=1e-15)
