"""Functions of a square root, and their signs."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rropt.closed.derived.quadratic_roots import QuadraticRoot

g = sp.Symbol("g")
FIELD = sp.QQ.frac_field(g)
G = FIELD.gens[0]


def _golden(branch):
    """s^2 - s - g = 0."""
    return QuadraticRoot((-G, -FIELD.one, FIELD.one), FIELD, branch)


def test_the_root_solves_its_equation():
    for branch in (1, -1):
        root = _golden(branch)
        s = root.value((FIELD.zero, FIELD.one), (FIELD.one,))
        assert sp.expand(s**2 - s - g) == 0
        assert abs(root.number({g: Fraction(1)}) - float(s.subs(g, 1))) < 1e-12


def test_a_quotient_has_no_root_below_the_line():
    quotient = _golden(1).value((FIELD.one,), (FIELD.one, FIELD.one))
    s = (1 + sp.sqrt(1 + 4 * g)) / 2
    assert abs(sp.N((quotient - 1 / (1 + s)).subs(g, 3))) < 1e-12
    assert not sp.fraction(sp.together(quotient))[1].has(sp.sqrt(4 * g + 1))


def test_conditions_hold_exactly_where_the_function_is_positive_near_the_point():
    """s - 2 at g = 3 is positive from g = 2 on: a < 0 < b, so b^2 D >= a^2."""
    conditions = _golden(1).nonnegative((-2 * FIELD.one, FIELD.one), (FIELD.one,), {g: Fraction(3)})
    for level in (Fraction(1), Fraction(19, 10), Fraction(21, 10), Fraction(5)):
        inside = all(c.subs(g, sp.Rational(str(level))) >= 0 for c in conditions)
        assert inside == (level >= 2)


def test_a_negative_function_is_refused_at_its_point():
    found = _golden(1).nonnegative((-4 * FIELD.one, FIELD.one), (FIELD.one,), {g: Fraction(3)})
    assert found == [-1]
