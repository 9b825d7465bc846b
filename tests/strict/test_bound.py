"""B(h): values known by hand, an independent grid in plain floats, and what is refused.

Boundary functions that leave p <= h(p) <= 1 are refused with a place where they do.

B(h) of piecewise algebraic boundaries: values by hand and by name.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.exact import InputError
from rropt.strict.bound import bound_of, refusal, refuse_outside
from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression
from rropt.strict.subdivision import enclosed_bound

ENCLOSED: list[tuple[str, sympy.Expr, bool, str]] = [
    ("log(1+p)/log(2)", 2 * sympy.log(2), False, "1-"),
    ("(1-exp(-2*p))/(1-exp(-2))", 2 / (1 - sympy.exp(-2)), False, "0+"),
    ("erf(2*p)/erf(2)", 4 / sympy.sqrt(sympy.pi) / sympy.erf(2), False, "0+"),
    ("sin(pi*p/2)", sympy.pi / 2, False, "0+"),
    ("1 - (1-p)*cos(p)", sympy.Integer(1), False, "0+"),
    ("1 - (1-p)*exp(-p)", sympy.Integer(2), False, "0+"),
    ("Min(1, Max(2*p, log(p)))", sympy.Integer(2), False, "0+"),
    ("p**p", sympy.Integer(1), False, "1-"),
    ("p+(1-p)*sqrt(p)*erf(sqrt(p))/2", 1 + 1 / sympy.sqrt(sympy.pi), False, "0+"),
    ("p/(p+(1-p)*exp(-1)*(1-p/2))", sympy.E, False, "0+"),
    ("1/(1+(1-p)/p*exp(-1)*(1-p/2))", sympy.E, False, "0+"),
    ("Min(1, p + Abs(log(1 + p*(1-p))))", sympy.Integer(2), False, "0+"),
]
"""Limits worked out by hand: h'(0), or 1 / h'(1)."""


@pytest.mark.everything
@pytest.mark.parametrize(("h", "value", "attained", "place"), ENCLOSED)
def test_transcendental_values_are_enclosed(
    h: str, value: sympy.Expr, attained: bool, place: str
) -> None:
    found = rr.strict_bound(h)
    assert (found.attained, found.at) == (attained, (place,))
    holds_to_eighty_bits(found, value)


def holds_to_eighty_bits(found: rr.StrictBound, value: sympy.Expr) -> None:
    digits, slack = Fraction(str(sympy.N(value, 60))), Fraction(1, 10**58)
    assert found.lo <= digits + slack and digits - slack <= found.hi
    assert found.hi - found.lo < Fraction(1, 2**79)


FUNCTIONS: list[tuple[str, Callable[[float], float]]] = [
    ("p*(1 - log(p))", lambda p: p * (1 - math.log(p))),
    ("Min(1, sqrt(p) + 1/10)", lambda p: min(1.0, math.sqrt(p) + 0.1)),
    ("Min(1, exp(p) - 9/10)", lambda p: min(1.0, math.exp(p) - 0.9)),
    ("Min(1, erf(3*p) + 1/50)", lambda p: min(1.0, math.erf(3 * p) + 0.02)),
    ("Min(1, p + p**2/3 + 1/7)", lambda p: min(1.0, p + p * p / 3 + 1 / 7)),
    ("Min(1, p**2/3 + sqrt(p))", lambda p: min(1.0, p * p / 3 + math.sqrt(p))),
    ("Max(p, Min(1, 2*p - 1/10), 1/3)", lambda p: max(p, min(1.0, 2 * p - 0.1), 1 / 3)),
    ("Min(1, p + (p - 1/2)**2 + 1/9)", lambda p: min(1.0, p + (p - 0.5) ** 2 + 1 / 9)),
]


@pytest.mark.everything
@pytest.mark.parametrize(("h", "function"), FUNCTIONS)
def test_values_against_a_fine_grid(h: str, function: Callable[[float], float]) -> None:
    found = rr.strict_bound(h)
    values = []
    for i in range(1, 200_000):
        p = i / 200_000
        if function(p) < 1:
            values.append((1 - p) / p * function(p) / (1 - function(p)))
    assert float(found.lo) <= min(values) * (1 + 1e-12)
    assert min(values) <= float(found.hi) * (1 + 1e-4)
    assert found.attained is True
    assert found.hi - found.lo < Fraction(1, 2**60)


def test_a_boundary_of_one_demands_nothing() -> None:
    found = rr.strict_bound("1")
    assert found.bound == math.inf and found.epsilon == (math.inf, math.inf)
    assert found.to_json()["bound"] == "oo"
    with pytest.raises(InputError, match=r"B\(h\) must be finite"):
        _ = found.gamma
    assert found.reaches(math.inf)


@pytest.mark.everything
@given(st.fractions(Fraction(11, 10), 20, max_denominator=40))
@settings(max_examples=8)
def test_families_with_known_bounds(gamma: Fraction) -> None:
    """beta-factor, Bayes-factor and rho1-to-rho2 boundaries give the published gamma."""
    assert rr.strict_bound(rr.h_boundary(gamma).expression).bound == gamma
    assert rr.strict_bound(f"Min(1, {gamma}*p)").bound == gamma
    beta = rr.strict_bound(rr.BetaFactor(gamma))
    assert (beta.bound, beta.attained, beta.at) == (gamma, False, ("0+", "1-"))
    low = Fraction(1, 3) / gamma
    high = gamma * low / (1 + (gamma - 1) * low)
    rho = rr.strict_bound(rr.Rho1Rho2(low, high))
    assert (rho.bound, rho.attained) == (gamma, False)
    assert rho.at == (f"{low}-", f"{1 - high}-") or rho.at == (f"{1 - high}-", f"{low}-")


@pytest.mark.everything
@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=3),
    st.integers(0, 3),
)
@settings(max_examples=15)
def test_random_piecewise_linear_boundaries(lines: list[tuple[int, int]], lift: int) -> None:
    """h = Min(1, p + a_i/10 + b_i p/c, ...) against the least value on a grid."""
    terms = [f"p + {a}/10 + {b}*p/{lift + 1}" for a, b in lines]
    found = rr.strict_bound(f"Min(1, {', '.join(terms)})")

    def f(p: float) -> float:
        h = min(1.0, *(p + a / 10 + b * p / (lift + 1) for a, b in lines))
        return math.inf if h >= 1 else (1 - p) / p * h / (1 - h)

    least = min(f(i / 20_000) for i in range(1, 20_000))
    assert float(found.lo) <= least * (1 + 1e-9)
    assert least <= float(found.hi) * (1 + 1e-2)


def test_values_at_the_ends_may_be_limits() -> None:
    """p log p has no value at 0; B(h) does not look there."""
    assert rr.strict_bound("p*(1 - log(p))").attained is True


REFUSED = [
    ("p/2", "h must satisfy p <= h(p) <= 1 on [0, 1], got h(1) = 1/2"),
    ("p**2", "h must satisfy p <= h(p) <= 1 on [0, 1], got h("),
    ("(p**64)**64", "h must satisfy p <= h(p) <= 1 on [0, 1], got h(1/512) = about 0"),
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
