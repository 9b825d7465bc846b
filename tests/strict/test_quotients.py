"""Enclosures of B(h) where branches meet in an end, against values in fifty digits (mpmath)."""

from __future__ import annotations

import random
from fractions import Fraction as F
from typing import Any

import flint
import mpmath
import pytest
import sympy

import rropt as rr
from rropt.strict.bound import TOLERANCE
from rropt.strict.evaluate import compile_expression
from rropt.strict.expression import P, boundary_expression
from rropt.strict.intervals import Interval
from rropt.strict.numeric import enclose
from rropt.strict.quotients import compile_active, compile_quotient

DIGITS = 50
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


def by_mpmath(h: str) -> Any:
    """f in fifty digits, from sympy's printer: no interval of rropt takes part."""
    values = sympy.lambdify(P, boundary_expression(h), "mpmath")

    def ratio(p: Any) -> Any:
        value = values(p)
        return mpmath.inf if value >= 1 else (1 - p) / p * value / (1 - value)

    return ratio


def least_seen(h: str) -> Any:
    """The least value on a grid that is dense at both ends, polished by golden sections."""
    f, tiny = by_mpmath(h), [mpmath.mpf(10) ** -k for k in range(3, 20)]
    grid = sorted([mpmath.mpf(i) / 500 for i in range(1, 500)] + tiny + [1 - x for x in tiny])
    values = [f(p) for p in grid]
    best = min(values)
    section = (mpmath.sqrt(5) - 1) / 2
    for i in sorted(range(len(grid)), key=lambda i: values[i])[:2]:
        a, b = grid[max(i - 1, 0)], grid[min(i + 1, len(grid) - 1)]
        for _ in range(60):
            c, d = b - section * (b - a), a + section * (b - a)
            left, right = f(c), f(d)
            best = min(best, left, right)
            a, b = (a, d) if left < right else (c, b)
    return best


def nested(generator: random.Random, depth: int = 0) -> str:
    """Minima, maxima and mixtures of the parts."""
    if depth == 2 or generator.random() < 0.3:
        return generator.choice(PARTS)
    a, b = nested(generator, depth + 1), nested(generator, depth + 1)
    forms = [f"Min({a}, {b})", f"Max({a}, {b})", f"(({a}) + 2*({b}))/3"]
    return generator.choice(forms)


@pytest.mark.parametrize("seed", range(12))
def test_enclosures_hold_what_fifty_digits_see(seed: int) -> None:
    h = f"Min(1, Max(p, {nested(random.Random(seed))}))"
    found = enclose(boundary_expression(h), TOLERANCE, 300)
    with mpmath.workdps(DIGITS):
        least = least_seen(h)
        assert found.lo is not None
        assert mpmath.mpf(found.lo.numerator) / found.lo.denominator <= least
        if found.hi is not None:
            assert mpmath.mpf(found.hi.numerator) / found.hi.denominator >= least * (1 - 1e-9)


def test_branches_that_meet_at_one_no_longer_leave_the_bound_open() -> None:
    """sqrt(p(2-p)) is the largest from p = 1/1000 on, and its bound 3 + 2 sqrt(2) is known."""
    h = "Min(1, Max(p, sqrt(p*(2-p)), p - 1/7*p*log(p)))"
    found = rr.strict_bound(h)
    exact = F(str(sympy.N(3 + 2 * sympy.sqrt(2), 60)))
    assert found.lo <= exact <= found.hi and found.hi - found.lo < F(1, 10**12)
    assert found.attained
    with mpmath.workdps(DIGITS):
        assert abs(least_seen(h) - (3 + 2 * mpmath.sqrt(2))) < mpmath.mpf(10) ** -20


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize(
    "h",
    [
        "Max(p, sqrt(p), p*(2-p))",
        "Min(2*p, 1-(1-p)**2, p**2 + 1/2)",
        "(Min(p, p**2) + Max(p**3, 1-(1-p)**2))/3",
        "Abs(p-1/2) + Abs(1-p)*p",
        "3*p/(1+2*p)",
        "Min(p*(2-p), 1/2)",
    ],
)
def test_quotients_hold_the_difference_quotients(h: str, end: int) -> None:
    expression = boundary_expression(h)
    generator, quotient = random.Random(5), compile_quotient(expression, end)
    for size in (F(1, 2), F(1, 16), F(1, 1000)):
        span = quotient(Interval.of(1 - size, F(1)) if end else Interval.of(F(0), size))
        for _ in range(20):
            way = size * F(generator.randint(1, 999), 1000)
            p = sympy.Rational(*((1 - way) if end else way).as_integer_ratio())
            rise = (expression.subs(P, p) - expression.subs(P, end)) / abs(p - end)
            exact = F(str(sympy.N(rise, 40)))
            lo, hi = (float(e) for e in (span.lo, span.hi))
            assert lo - 1e-12 <= float(exact) <= hi + 1e-12


def test_the_quotient_of_a_maximum_is_no_hull_of_slopes() -> None:
    """Near 1, Max(p, p^2) is p: its quotient is -1, though the slopes there are 1 and 2."""
    quotient = compile_quotient(sympy.Max(P, P**2), 1)(Interval.of(F(1, 2), F(1)))
    assert quotient.lo == quotient.hi == -1


def test_a_remembered_part_is_forgotten_when_argument_or_precision_change() -> None:
    known: dict[Any, Any] = {}
    root = compile_expression(sympy.sqrt(P), known)
    assert compile_expression(sympy.sqrt(P) + 1, known) is not root and sympy.sqrt(P) in known
    two = Interval.of(F(2))
    with flint.ctx.workprec(30):
        rough = root(two)
    with flint.ctx.workprec(200):
        fine = root(two)
        assert root(Interval.of(F(3))).lo > 1.7
    assert rough.lo < fine.lo and fine.hi < rough.hi


@pytest.mark.parametrize(
    ("h", "least"),
    [
        ("Min(1, Max(p, sqrt(p)))", 2),
        ("Min(1, Max(p, p*exp(1-p)))", sympy.E),
        ("Min(p - p*log(p)/10, 3*p/(1+2*p))", sympy.Rational(10, 9)),
    ],
)
def test_an_end_where_one_branch_wins_is_settled(h: str, least: Any) -> None:
    """By the slope of that branch alone: sqrt has slope 1/2 at 1, p e^(1-p) slope e at 0."""
    found = enclose(boundary_expression(h), TOLERANCE, 2000)
    exact = F(str(sympy.N(least, 60)))
    assert found.lo is not None and found.hi is not None
    assert found.lo <= exact + F(1, 10**50) and exact - F(1, 10**50) <= found.hi
    assert found.hi - found.lo < F(1, 10**12)


def test_only_a_branch_that_wins_everywhere_on_the_box_is_active() -> None:
    """p^2 + 1/4 touches p at 1/2 and is above it elsewhere; p (2-p) loses to 2p for all p > 0."""
    touching = sympy.Max(P, P**2 + sympy.Rational(1, 4))
    crossing = sympy.Max(P, 2 * P**2)
    wide, narrow = Interval.of(F(0), F(3, 4)), Interval.of(F(0), F(1, 4))
    assert compile_active(touching, 0)(narrow) == P**2 + sympy.Rational(1, 4)
    assert compile_active(crossing, 0)(wide) == crossing
    assert compile_active(crossing, 0)(narrow) == P
    assert compile_active(sympy.Min(2 * P, P * (2 - P)), 0)(narrow) == P * (2 - P)
