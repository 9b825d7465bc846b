"""Boundary functions that leave p <= h(p) <= 1 are refused with a place where they do."""

from __future__ import annotations

import pytest
import sympy

import rropt as rr
from rropt.exact import InputError
from rropt.strict.domain import refusal, refuse_outside
from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression

REFUSED = [
    ("p/2", "h must satisfy p <= h(p) <= 1 on [0, 1], got h(1) = 1/2"),
    ("p**2", "h must satisfy p <= h(p) <= 1 on [0, 1], got h("),
    ("p + 1/10", "h must satisfy p <= h(p) <= 1 on [0, 1], got h(1) = 11/10"),
    ("Min(1, p + 1/5) + p*(1-p)", "h must satisfy p <= h(p) <= 1 on [0, 1], got h("),
    (
        "Piecewise((1/10, Eq(p, 1/3)), (1, True))",
        "h must satisfy p <= h(p) <= 1 on [0, 1], got h(1/3) = 1/10",
    ),
    ("Piecewise((1, p < 1/2))", "h must satisfy p <= h(p) <= 1 on [0, 1], got h("),
    ("sqrt(p - 1/2)", "h must satisfy p <= h(p) <= 1 on [0, 1], got h("),
    (
        "Min(1, Max(p, log(p - 1/2)))",
        "h must satisfy p <= h(p) <= 1 on [0, 1], got h(1/512) = undefined",
    ),
    ("1/(p - 1/2)", "h must satisfy p <= h(p) <= 1 on [0, 1], got h("),
    ("p - (1-p)*log(1-p)", "h must satisfy p <= h(p) <= 1 on [0, 1], got h("),
    ("-1", "h must satisfy p <= h(p) <= 1 on [0, 1], got h(0) = -1"),
    ("sin(p)", "h must satisfy p <= h(p) <= 1 on [0, 1], got h(1) = 0.841471"),
]


@pytest.mark.parametrize(("h", "message"), REFUSED)
def test_a_refused_boundary_names_the_rule_and_the_place(h: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        rr.strict_bound(h)
    assert str(caught.value).startswith(message)


def refused(h: str, below: sympy.Expr, above: sympy.Expr) -> bool:
    try:
        refuse_outside(boundary_expression(h), below, above, "h", "the rule")
    except InputError:
        return True
    return False


ZERO, ONE = sympy.Integer(0), sympy.Integer(1)


@pytest.mark.parametrize(
    ("h", "low", "high"),
    [
        ("p", P, ONE),
        ("p", ZERO, P),
        ("Max(p, 1/2)", P, ONE),
        ("p*(1 - log(p))", P, ONE),
        ("p/2", ZERO, P),
        ("Piecewise((p/2, Eq(p, 1/2)), (p, True))", ZERO, P),
    ],
)
def test_boundaries_that_touch_their_limits_are_taken(h: str, low: sympy.Expr, high: sympy.Expr):
    assert not refused(h, low, high)


@pytest.mark.parametrize(
    ("h", "low", "high"),
    [
        ("p - (p-1/3)**2*(p-2/3)**2/1000000", P, ONE),
        ("1 - (1-p)*(p-1/3)*(p-1/3-1/1000000)", P, ONE),
        ("p + (p-1/3)*(p-1/3-1/1000000)", P, ONE),
        ("Piecewise((p - 1/10**9, Eq(p, 5/7)), (1, True))", P, ONE),
        ("p + 1/10**12 - p/10**12", ZERO, P),
        ("-p", ZERO, P),
    ],
)
def test_a_dip_between_two_roots_is_found(h: str, low: sympy.Expr, high: sympy.Expr) -> None:
    """Of an algebraic h every part between its roots is tried, however narrow."""
    assert refused(h, low, high)


def test_a_refusal_shows_exact_numbers_and_shortens_others() -> None:
    assert str(refusal("h", "r", 1, sympy.Rational(1, 2))) == (
        "h must satisfy r on [0, 1], got h(1) = 1/2"
    )
    assert str(refusal("h", "r", "1/3", sympy.sqrt(2))).endswith("got h(1/3) = 1.41421")
