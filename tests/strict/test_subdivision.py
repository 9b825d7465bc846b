"""Enclosures of B(h): tight where h is tame, honest where it is not, never beside the truth.

Min, Max and Piecewise taken out of sums: the same function, of branches that are smooth.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction as F

import flint
import mpmath
import pytest
import sympy

import rropt as rr
from rropt import InputError
from rropt.strict.evaluate import CHOICES, P
from rropt.strict.expression import boundary_expression
from rropt.strict.subdivision import MOST_BRANCHES, enclosed_bound, lifted
from tests.strict.by_mpmath import least_seen

DIGITS = 50


@pytest.mark.everything
@pytest.mark.parametrize(
    ("h", "digits"),
    [
        ("p+(1-p)*sqrt(p)*erf(sqrt(p))/2", 25),
        ("p+log(1+sqrt(p))*(1-p)*p**(1/3)", 20),
        ("p+(1-p)*p**(1/3)*(1-exp(-p**(2/3)))/2", 20),
        ("p+sqrt(1-p)*log(1+sqrt(1-p))*p/3", 20),
        ("p+sqrt(p)*sqrt(p+p**2)*(1-p)/2", 20),
        ("p+(1-p)*p**(1/3)*(p+p**2)**(2/3)/2", 20),
        ("Min(1,p+sqrt(p)*sqrt(2*p-p**2)*(1-p)/2)", 20),
        ("Max(p - p*log(p)/10, Min(1, p + p*(1-p)/4))", 20),
        ("(sqrt(p*(2-p)) + Min(p - p*log(p)/2, p - p*log(p)/3)) / 2", 20),
        ("Min(p - p*log(p)/10, 3*p/(1+2*p))", 20),
        ("Min(1, Max(p, sqrt(p*(2-p)), p - 1/7*p*log(p)))", 20),
        ("p + p**2*(1-p)*log(1/p)/2 + p*(1-p)", 12),
        ("Min(1, p + sin(3*p)**2/4 + 1/20)", 20),
        ("(1+erf(erfinv(2*p-1)+1))/2", 20),
        (
            "p + (1-p)*(p**(1/3)+sqrt(p*(2-p)))/18 + p**(2/3)*(1-p)*sqrt((1-p)**(5/3))"
            "*erf((1-p)**(5/3))*erf(sqrt((1-p)**(5/3)))/6",
            20,
        ),
        (
            "Min(1, Max(p, (Min(p**(1/3), sqrt(p*(2-p))) + 2*Max(p - p*log(p)/3, p*exp(1-p)))/3))",
            20,
        ),
    ],
)
def test_enclosures_are_tight_and_hold_what_fifty_digits_see(h: str, digits: int) -> None:
    """The first seven are those for which a product 0 oo once passed for 0."""
    found = enclosed_bound(boundary_expression(h))
    assert found.hi - found.lo < found.hi * F(1, 10**digits)
    with mpmath.workdps(DIGITS):
        seen = least_seen(h)
        assert mpmath.mpf(found.lo.numerator) / found.lo.denominator <= seen
        assert mpmath.mpf(found.hi.numerator) / found.hi.denominator >= seen * (1 - 1e-9)


@pytest.mark.everything
def test_two_spellings_have_one_answer() -> None:
    spellings = (
        "p/(p+(1-p)*exp(-1)*(1-p/2))",
        "1/(1+(1-p)/p*exp(-1)*(1-p/2))",
        "1 - (1-p)*exp(-1)*(1-p/2)/(p+(1-p)*exp(-1)*(1-p/2))",
    )
    found = [rr.strict_bound(h) for h in spellings]
    assert len({(one.attained, one.at) for one in found}) == 1
    assert max(one.hi for one in found) - min(one.lo for one in found) < F(1, 2**79)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("h", "why"),
    [
        ("Max(p, (1+erf(erfinv(2*p-1)+1))/2)", "the larger one may be p at the end 1"),
        ("Piecewise((1, p*exp(p) < 1/2), (Min(1, 2*p), True))", "jumps at a p without a name"),
    ],
)
def test_what_is_not_decided_says_so(h: str, why: str) -> None:
    found = rr.strict_bound(h)
    assert found.attained is None, why
    assert found.to_json()["at"] is None
    with mpmath.workdps(DIGITS):
        assert found.lo <= F(str(least_seen(h)))


def test_a_boundary_that_is_above_one_between_the_points_of_a_grid_only_is_not_believed() -> None:
    """5p / (1 + 2p) exceeds 1 from p = 1/3 to p = 2/3; 171/512 is just above 1/3."""
    h = "Max(p, Min(1, log(1+2*p)/log(4)), Piecewise((5*p/(1+2*p), p <= 2/3), (p, True)))"
    message = r"h must satisfy p <= h\(p\) <= 1 on \[0, 1\], got h\(171/512\) = 855/854"
    with pytest.raises(InputError, match=message):
        rr.strict_bound(h)
    with pytest.raises(InputError, match="h_upper must satisfy"):
        rr.StrictInformation("0", h)


@pytest.mark.everything
def test_a_rational_jump_of_a_transcendental_boundary_is_a_limit_from_one_side() -> None:
    """At p -> 1/4+ h is p + p^2 (1-p) / 10 = 163/640."""
    found = rr.strict_bound(
        "Min(Piecewise((Min(1, 2*p/(1+2*p)), p <= 1/4), (p + p**2*(1-p)/10, True)),"
        "Max(p + 2/3*p*(1-p), Min(p - p*log(p)/4, p*exp(2/5*(1-p)))))"
    )
    h = F(163, 640)
    assert found.lo <= 3 * h / (1 - h) <= found.hi and found.hi - found.lo < F(1, 2**79)
    assert (found.attained, found.at) == (False, ("1/4+",))


def test_a_value_at_one_point_of_a_transcendental_boundary_counts() -> None:
    found = rr.strict_bound("Piecewise((2/5, Eq(p, 1/3)), (Min(1, 2*p*exp(1-p)), True))")
    assert found.lo <= F(4, 3) <= found.hi
    assert (found.attained, found.at) == (True, (F(1, 3),))


@pytest.mark.everything
def test_concurrent_bounds_leave_the_precision_as_it_was() -> None:
    """Precision and series length of python-flint are those of the whole process."""
    words = ["p*(1 - log(p))", "sqrt(p)", "p*exp(1-p)", "Min(1, p + 1/5)", "p**(1/3)"] * 6
    before = flint.ctx.prec, flint.ctx.cap
    expected = [rr.strict_bound(h).hi for h in words[:5]] * 6
    with ThreadPoolExecutor(8) as pool:
        found = [one.hi for one in pool.map(rr.strict_bound, words)]
    assert found == expected
    assert (flint.ctx.prec, flint.ctx.cap) == before


PARTS = [
    "sqrt(p)",
    "p**(1/3)",
    "sqrt(p*(2-p))",
    "1-(1-p)**3",
    "1-(1-p)**(3/2)",
    "p - p*log(p)/3",
    "p + 1/7",
    "2*p",
    "3*p/(1+2*p)",
    "p*exp(1-p)",
    "log(1+p)/log(2)",
    "exp(p) - 9/10",
    "(1+p)/2",
    "p + Abs(p-1/2)/5",
    "1-(1-p)*exp(-p)",
    "erf(3*p) + 1/50",
]


def nested(generator: random.Random, depth: int = 0) -> str:
    """Minima, maxima and mixtures of the parts."""
    if depth == 2 or generator.random() < 0.3:
        return generator.choice(PARTS)
    a, b = nested(generator, depth + 1), nested(generator, depth + 1)
    forms = [f"Min({a}, {b})", f"Max({a}, {b})", f"(({a}) + 2*({b}))/3"]
    return generator.choice(forms)


SLOW = [2, 9]
"""These two take as long as a dozen others."""


@pytest.mark.everything
@pytest.mark.parametrize(
    "seed", [s if s not in SLOW else pytest.param(s, marks=pytest.mark.long) for s in range(14)]
)
def test_nested_branches_are_enclosed(seed: int) -> None:
    h = f"Min(1, Max(p, {nested(random.Random(seed))}))"
    found = enclosed_bound(boundary_expression(h))
    with mpmath.workdps(DIGITS):
        seen = least_seen(h)
        assert mpmath.mpf(found.lo.numerator) / found.lo.denominator <= seen * (1 + 1e-40)
        assert mpmath.mpf(found.hi.numerator) / found.hi.denominator >= seen * (1 - 1e-9)


@pytest.mark.parametrize(
    "h", ["p + erf(1-p)", "p + erf(1-p) - (1-p)/5", "p + p*Abs(exp(p**p) - 1)", "p + Abs(erf(1-p))"]
)
def test_beside_an_end_a_branch_may_be_above_one(h: str) -> None:
    """The first leaves 1 upwards on the way from p = 1, the second downwards."""
    found = enclosed_bound(boundary_expression(f"Min(1, {h})"))
    with mpmath.workdps(DIGITS):
        seen = least_seen(f"Min(1, {h})")
        for end in (found.lo, found.hi):
            assert abs(mpmath.mpf(end.numerator) / end.denominator / seen - 1) < 1e-9


HALF = sympy.Rational(1, 2)


@pytest.mark.everything
@pytest.mark.parametrize(
    "h",
    [
        "1 - Min(p, 1/3)/2",
        "p*Max(p, 1/2) + Min(1/4, p)",
        "-2*Min(p, 1-p)",
        "Abs(p - 1/2) + 1/2",
        "(1-p)*Piecewise((p, p < 1/3), (1/2, True)) - 1",
        "Min(p, Max(1/4, 1-p)) * exp(p)",
        "sqrt(p)*(1 - Max(p, 1/2))",
    ],
)
def test_values_stay_and_choices_come_first(h: str) -> None:
    expression = boundary_expression(h)
    found = lifted(expression)
    assert isinstance(found, CHOICES)
    for n in range(1, 24):
        at = sympy.Rational(n, 24)
        assert sympy.simplify(found.subs(P, at).doit() - expression.subs(P, at)) == 0


def test_a_negative_factor_turns_a_minimum_round() -> None:
    found = lifted(-3 * sympy.Min(P, HALF))
    assert isinstance(found, sympy.Max) and set(found.args) == {-3 * P, -3 * HALF}
    found = lifted(3 * sympy.Min(P, HALF))
    assert isinstance(found, sympy.Min)


def test_a_factor_of_no_known_sign_is_left_alone() -> None:
    expression = (P - HALF) * sympy.Min(P, HALF)
    assert lifted(expression) == expression
    smooth = P**2 + 1
    assert lifted(smooth) == smooth


def test_more_branches_than_are_few_are_left_as_they_are_written() -> None:
    choices = [sympy.Min(P, sympy.Rational(1, n)) for n in range(2, 9)]
    expression = sympy.Add(*choices)
    assert 2 ** len(choices) > MOST_BRANCHES
    assert lifted(expression) == expression
