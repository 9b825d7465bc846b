"""B(h) of piecewise algebraic boundaries: values by hand and by name."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

import rropt as rr
from rropt.strict.bound import bound_of
from rropt.strict.expression import boundary_expression
from rropt.strict.subdivision import enclosed_bound
from tests.strict.test_bound import holds_to_eighty_bits


def F(word: str) -> Fraction:
    return Fraction(word)


# B(h), attained, where: each worked out by hand from the definition.
BY_HAND = [
    ("Min(1, p + 1/5)", F("9/4"), True, (F("2/5"),)),
    ("Min(1, 5/2*p)", F("5/2"), False, ("0+",)),
    ("3*p/(1+2*p)", F("3"), True, ("0 < p < 1",)),
    ("sqrt(p)", F("2"), False, ("1-",)),
    ("p**(1/3)", F("3"), False, ("1-",)),
    ("1 - (1-p)**3", F("3"), False, ("0+",)),
    ("p*(2-p)", F("2"), False, ("0+",)),
    ("p", F("1"), True, ("0 < p < 1",)),
    ("Min(1, 2*p, (1+p)/2)", F("2"), False, ("0+", "1-")),
    ("Abs(p - 1/2) + 1/2", F("1"), True, (F("1/2"), "1/2 < p < 1")),
    ("Piecewise((1/2, p < 1/10), (1, True))", F("9"), False, ("1/10-",)),
    ("Piecewise((1/2, p <= 1/10), (1, True))", F("9"), True, (F("1/10"),)),
    ("Piecewise((2/5, Eq(p, 1/3)), (Min(1, 2*p), True))", F("4/3"), True, (F("1/3"),)),
    ("Piecewise((Min(1, 2*p), Ne(p, 1/3)), (2/5, True))", F("4/3"), True, (F("1/3"),)),
    ("Piecewise((1, p == 1/3), (Min(1, 2*p), True))", F("2"), False, ("0+",)),
    ("Max(p, 1/2)", F("1"), True, (F("1/2"), "1/2 < p < 1")),
    ("p + 2*p*(1-p)**2", F("1"), False, ("1-",)),
    ("Min(1, Max(p, 1/3 - log(p)))", F("1"), True, (F("3/4"),)),
    ("Min(1, p + p**16*(1-p)**16)", F("1"), False, ("0+", "1-")),
    ("p + sqrt(p)*sqrt(p+p**2)*(1-p)/2", F("3/2"), False, ("0+",)),
    ("p + (1-p)*p**(1/3)*(p+p**2)**(2/3)/2", F("3/2"), False, ("0+",)),
    ("Min(1-(1-p)**2, p**(11/20))", F("20/11"), False, ("1-",)),
    ("Min(1-(1-p)**3, p**(7/10))", F("10/7"), False, ("1-",)),
    ("Max((p+3/10)/(13/10), p**(7/20))", F("20/7"), False, ("1-",)),
    (
        "Piecewise((1, Piecewise((p, p > 1/2), (0, True)) > 1/4), (3/2*p, True))",
        F("3/2"),
        False,
        ("0+",),
    ),
    (
        "Piecewise((1, p > 1/2 and not p == 3/5 or p == 1/4), (Min(1, 2*p), True))",
        F("2"),
        False,
        ("0+",),
    ),
]


@pytest.mark.everything
@pytest.mark.parametrize(("h", "value", "attained", "at"), BY_HAND)
def test_values_by_hand(h: str, value: Fraction, attained: bool, at: tuple[object, ...]) -> None:
    found = rr.strict_bound(h)
    assert (found.bound, found.attained, found.at) == (value, attained, at)


BY_NAME: list[tuple[str, sympy.Expr, bool]] = [
    ("sqrt(p*(2-p))", 3 + 2 * sympy.sqrt(2), True),
    ("Min(1, p+sqrt(p)*sqrt(2*p-p**2)*(1-p)/2)", 1 + sympy.sqrt(2) / 2, False),
    ("Piecewise((1/2, p < sqrt(2)/4), (1, True))", 2 * sympy.sqrt(2) - 1, False),
]
"""Where the infimum is algebraic it has its name."""


@pytest.mark.parametrize(("h", "value", "attained"), BY_NAME)
def test_algebraic_values_have_their_name(h: str, value: sympy.Expr, attained: bool) -> None:
    found = rr.strict_bound(h)
    assert sympy.simplify(found.bound - value) == 0
    assert found.attained is attained
    holds_to_eighty_bits(found, value)


def test_one_point_below_one_is_a_demand() -> None:
    found = rr.strict_bound("Piecewise((3/4, Eq(p, 1/2)), (1, True))")
    assert (found.bound, found.attained, found.at) == (3, True, (F("1/2"),))


BOTH_WAYS = [*BY_HAND, BY_NAME[0]]


@pytest.mark.everything
@pytest.mark.parametrize("h", [case[0] for case in BOTH_WAYS])
def test_the_enclosure_holds_the_exact_value(h: str) -> None:
    expression = boundary_expression(h)
    exact, enclosed = bound_of(h), enclosed_bound(expression)
    assert enclosed.lo <= exact.hi and exact.lo <= enclosed.hi
    assert enclosed.hi - enclosed.lo < Fraction(1, 2**60)
    assert enclosed.attained in (None, exact.attained)
