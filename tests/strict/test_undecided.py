"""Boundaries that calculus cannot settle: refused where they break the rule, never an error."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

import rropt as rr
from rropt import InputError
from rropt.strict.bound import TOLERANCE
from rropt.strict.expression import P, boundary_expression
from rropt.strict.numeric import enclose
from rropt.strict.points import Undecided
from rropt.strict.symbolic import exact_infimum

LOG_AT_ZERO = "Min(1, Max(p, sqrt(p*(2-p)), p - 1/7*p*log(p)))"
ABOVE_ONE = "Max(p, Min(1, log(1+2*p)/log(4)), Piecewise((5*p/(1+2*p), p <= 2/3), (p, True)))"


@pytest.mark.parametrize("h", [LOG_AT_ZERO, ABOVE_ONE])
def test_these_are_left_open_by_calculus(h: str) -> None:
    with pytest.raises(Undecided):
        exact_infimum(boundary_expression(h))


def test_an_undecided_boundary_above_one_is_refused() -> None:
    """5p / (1 + 2p) exceeds 1 from p = 1/3 to p = 2/3; 171/512 is just above 1/3."""
    message = r"h must satisfy p <= h\(p\) <= 1 on \[0, 1\], got h\(171/512\) = 855/854"
    with pytest.raises(InputError, match=message):
        rr.strict_bound(ABOVE_ONE)
    with pytest.raises(InputError, match="h_upper must satisfy"):
        rr.StrictInformation("0", ABOVE_ONE)


def test_an_undecided_boundary_has_an_enclosure_with_a_lower_one_too() -> None:
    """The mirror image of p/2 is (1 + p)/2, whose ratio (1 + p)/p falls to 2 at p = 1."""
    level = rr.StrictInformation("p/2", LOG_AT_ZERO).gamma
    assert level.lo <= 2 <= level.hi <= Fraction(5, 2)


def test_a_crossing_without_a_name_is_harmless_where_no_condition_changes() -> None:
    """At p = 0.243 two terms cross; at p -> 1/4+ h is p + p^2 (1-p) / 10 = 163/640."""
    found = rr.strict_bound(
        "Min(Piecewise((Min(1, 2*p/(1+2*p)), p <= 1/4), (p + p**2*(1-p)/10, True)),"
        "Max(p + 2/3*p*(1-p), Min(p - p*log(p)/4, p*exp(2/5*(1-p)))))"
    )
    h = Fraction(163, 640)
    assert (found.bound, found.attained, found.at) == (3 * h / (1 - h), False, ("1/4+",))


def test_a_crossing_without_a_name_at_a_condition_stays_undecided() -> None:
    """h jumps where p exp(p) = 1/2, a point that has no name here."""
    h = "Piecewise((1, p*exp(p) < 1/2), (Min(1, 2*p), True))"
    with pytest.raises(Undecided, match="the value at p"):
        exact_infimum(boundary_expression(h))


@pytest.mark.parametrize(
    ("h", "least", "slack"),
    [
        ("Max(p - p*log(p)/10, Min(1, p + p*(1-p)/4))", 1.2568947497900, 1e-12),
        ("(sqrt(p*(2-p)) + Min(p - p*log(p)/2, p - p*log(p)/3)) / 2", 2.8276902731562, 1e-12),
        ("Min(p - p*log(p)/10, 3*p/(1+2*p))", 10 / 9, 1e-5),
    ],
)
def test_enclosures_are_tight_where_branches_meet_an_end(
    h: str, least: float, slack: float
) -> None:
    """Against 400,000 values in doubles; the quotients at 0 and 1 are taken branch by branch."""
    found = enclose(boundary_expression(h), TOLERANCE, 2000)
    assert found.lo is not None and found.hi is not None
    assert least * (1 - slack) <= found.lo <= least + 1e-12
    assert least - 1e-12 <= found.hi <= least * (1 + slack)
    places = [i / 400_000 for i in range(1, 399_000)]
    ratio = sympy.lambdify(P, (1 - P) / P * boundary_expression(h) / (1 - boundary_expression(h)))
    assert abs(min(map(ratio, places)) - least) < 1e-2


def test_a_crossing_with_nested_radicals_is_answered_at_once() -> None:
    """p + 1/7 and sqrt(p) cross at sqrt(p) = (1 + sqrt(3/7)) / 2, and there the ratio is least:

    it is 1 + 1 / sqrt(p) before, and grows on p + 1/7 after the middle 3/7.
    """
    found = rr.strict_bound("Min(1, Max(p + 1/7, sqrt(p)))")
    root = (1 + sympy.sqrt(sympy.Rational(3, 7))) / 2
    assert sympy.simplify(found.bound - (1 + 1 / root)) == 0
    assert found.attained and sympy.simplify(found.at[0] - root**2) == 0
