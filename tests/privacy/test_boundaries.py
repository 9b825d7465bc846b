"""The boundaries of breach regions: what a table reaches, what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

import rropt as rr
from rropt.exact import InputError, gamma_from_value
from rropt.privacy.boundaries import (
    factor_boundaries,
    mirrored,
    no_boundaries,
    precise_boundaries,
    star,
    strict_boundaries,
    threshold_boundaries,
)
from rropt.strict.expression import P
from tests.privacy.test_criteria import PRIVATE_3


def test_h_boundary_is_the_posterior_that_a_table_reaches() -> None:
    boundary = rr.h_boundary(3)
    for prior in (Fraction(1, 5), Fraction(1, 2), Fraction(7, 9)):
        beliefs = PRIVATE_3.posterior([prior, 1 - prior])[0]
        assert beliefs is not None and boundary(prior) == beliefs[0]
        assert boundary.expression.subs(P, sympy.Rational(prior)) == sympy.Rational(beliefs[0])
    assert (boundary(0), boundary(1)) == (0, 1)
    assert rr.strict_bound(boundary.expression).bound == 3
    with pytest.raises(InputError, match="prior must lie between 0 and 1, got 2"):
        boundary(2)


QUARTER = sympy.Rational(1, 4)


def test_boundaries_at_a_prior_by_hand() -> None:
    """At p = 1/4: gamma = 3 takes 1/4 to 1/2 and to 1/10; beta = 3 to 3/4 and 1/12."""
    low, high = precise_boundaries(gamma_from_value(3))
    assert (low.subs(P, QUARTER), high.subs(P, QUARTER)) == (
        sympy.Rational(1, 10),
        sympy.Rational(1, 2),
    )
    low, high = factor_boundaries(Fraction(3))
    assert (low.subs(P, QUARTER), high.subs(P, QUARTER)) == (
        sympy.Rational(1, 12),
        sympy.Rational(3, 4),
    )
    assert factor_boundaries(Fraction(3))[1].subs(P, sympy.Rational(1, 2)) == 1
    assert no_boundaries() == (0, 1)


def test_the_lower_boundary_is_the_upper_one_of_the_complement() -> None:
    low, high = precise_boundaries(gamma_from_value(3))
    assert sympy.simplify(mirrored(low) - high) == 0
    assert sympy.simplify(mirrored(mirrored(low)) - low) == 0


def test_both_demands_are_one_upper_boundary() -> None:
    """At p = 1/4: 1 - h_lower(3/4) = 1 - 3/8 and 3/4: the smaller one."""
    both = star(P / 2, sympy.Min(1, 3 * P))
    assert both.subs(P, QUARTER) == sympy.Rational(5, 8)


def test_thresholds_bind_on_their_own_side_only() -> None:
    """chai-nayak/def-1.1 is strict: at p = rho1 and at p = rho2 nothing is forbidden."""
    low, high = threshold_boundaries(Fraction(1, 4), Fraction(1, 2))
    at = [sympy.Rational(n, 8) for n in (1, 2, 3, 4, 5)]
    assert [high.subs(P, p) for p in at] == [sympy.Rational(1, 2), 1, 1, 1, 1]
    assert [low.subs(P, p) for p in at] == [0, 0, 0, 0, sympy.Rational(1, 4)]


@pytest.mark.parametrize(
    ("lower", "upper", "name"),
    [
        ("p + 1/10", "1", "h_lower"),
        ("-p", "1", "h_lower"),
        ("0", "p/2", "h_upper"),
        ("0", "2*p", "h_upper"),
    ],
)
def test_boundaries_on_the_wrong_side_are_refused(lower: str, upper: str, name: str) -> None:
    with pytest.raises(InputError, match=f"^{name} must satisfy"):
        strict_boundaries(lower, upper)
