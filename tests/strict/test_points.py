"""Algebraic numbers: which expressions in them are zero, and what Min and Max of them are."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

from rropt import strict_bound
from rropt.strict.expression import P
from rropt.strict.points import is_zero, value_at

F = Fraction
LINE, ROOT = (10 * P + 3) / 13, P ** sympy.Rational(7, 20)


def crossing() -> sympy.Expr:
    """Where (p + 3/10) / (13/10) = p^(7/20) below one: a root of degree 19, near 0.0179."""
    polynomial = sympy.Poly((10 * P + 3) ** 20 - 13**20 * P**7, P)
    (found,) = (r for r in polynomial.real_roots() if not r.is_Rational and 0 < float(r) < 0.5)
    return found


def test_an_expression_with_a_root_of_an_algebraic_number_may_vanish():
    """Balls cannot tell 10^-80 from zero, the common factor of two polynomials can."""
    x = crossing()
    solved = sympy.nsolve(LINE - ROOT, (0.01, 0.03), solver="bisect")
    assert float(solved) == pytest.approx(float(x), rel=1e-9)
    assert is_zero((LINE - ROOT).subs(P, x))
    assert is_zero(((LINE - ROOT) / (1 + ROOT)).subs(P, x))
    assert not is_zero((LINE - ROOT).subs(P, x) + sympy.Rational(1, 10**80))
    assert not is_zero((LINE + ROOT).subs(P, x))


def test_a_conjugate_is_no_root():
    """x = (x^3 - 1/3)^2 has two real roots, and only at the larger is sqrt(x) = x^3 - 1/3."""
    third = sympy.Rational(1, 3)
    small, large = sympy.Poly((P**3 - third) ** 2 - P, P).real_roots()
    assert 0 < float(small) < 0.2 and float(large) > 1
    plus, minus = (sympy.sqrt(P) - sign * (P**3 - third) for sign in (1, -1))
    assert is_zero(plus.subs(P, large)) and not is_zero(minus.subs(P, large))
    assert is_zero(minus.subs(P, small)) and not is_zero(plus.subs(P, small))


@pytest.mark.parametrize("least", [sympy.Min, sympy.Max])
def test_either_branch_is_the_value_where_they_are_equal(least):
    x = crossing()
    assert value_at(least(LINE, ROOT), x) in (LINE.subs(P, x), ROOT.subs(P, x))
    beside = sympy.Rational(1, 30)
    values = [f.subs(P, beside) for f in (LINE, ROOT)]
    assert value_at(least(LINE, ROOT), beside) == least(*values)


@pytest.mark.parametrize(
    "h, bound",
    [
        # p / (1 - p) (1 - h) / h as p -> 1: the slope of h there, inverted
        ("Min(1-(1-p)**2, p**(11/20))", F(20, 11)),
        ("Min(1-(1-p)**3, p**(7/10))", F(10, 7)),
        ("Max((p+3/10)/(13/10), p**(7/20))", F(20, 7)),
    ],
)
def test_odd_powers_that_cross_are_exact(h, bound):
    found = strict_bound(h)
    assert found.lo == found.hi == bound and not found.attained
