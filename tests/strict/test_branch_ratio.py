"""The ratio of one branch: lower bounds that hold, limits at the ends, constant ratios."""

from __future__ import annotations

from fractions import Fraction as F

import mpmath
import pytest
import sympy

import rropt as rr
from rropt.exact import dyadic
from rropt.exact.precision import working_precision
from rropt.strict.branch_ratio import Branch, constant_ratio
from rropt.strict.expression import boundary_expression
from rropt.strict.prior_boxes import PriorBox
from tests.strict.by_mpmath import by_mpmath

pytestmark = pytest.mark.quick


def test_a_constant_ratio_is_seen_in_any_spelling() -> None:
    found = rr.strict_bound("exp(1)*p/(1+(exp(1)-1)*p)")
    assert found.lo <= F(str(sympy.N(sympy.E, 60))) + F(1, 10**58) and found.hi - found.lo < F(
        1, 2**79
    )


BRANCHES = [
    "sqrt(p)",
    "1-(1-p)**3",
    "p*(1 - log(p))",
    "3*p/(1+2*p)",
    "log(1+p)/log(2)",
    "sin(pi*p/2)",
    "1 - (1-p)*exp(-p)",
    "erf(2*p)/erf(2)",
]
BOXES = [
    (0, "1/100"),
    ("1/1000", "1/500"),
    ("1/4", "251/1000"),
    ("1/4", "1/3"),
    ("99/100", "999/1000"),
    ("9/10", 1),
]


@pytest.mark.everything
@pytest.mark.parametrize("h", BRANCHES)
@pytest.mark.parametrize(("left", "right"), BOXES)
def test_a_floor_is_below_the_ratio_and_near_it_on_a_small_box(h, left, right) -> None:
    """Fifty digits at points of the box, its ends nearly included."""
    box = PriorBox(F(left), F(right))
    with working_precision(192):
        level = Branch(boundary_expression(h), {}).floor(box).level
    with mpmath.workdps(50):
        f, width = by_mpmath(h), mpmath.mpf(1) / 40
        a, b = (mpmath.mpf(end.numerator) / end.denominator for end in (box.left, box.right))
        seen = [f(a + (b - a) * (i + mpmath.mpf(1) / 10**9) * width) for i in range(40)]
        floor = mpmath.mpf(dyadic(level).numerator) / dyadic(level).denominator
        assert floor <= min(seen) * (1 + mpmath.mpf(10) ** -45)
        assert right != "251/1000" or floor >= min(seen) * (1 - mpmath.mpf(10) ** -3)


@pytest.mark.parametrize(
    ("h", "at_zero", "at_one"),
    [
        ("2*p - p**2", 2, None),
        ("1-(1-p)**3", 3, None),
        ("3*p/(1+2*p)", 3, 3),
        ("p + p*(1-p)/2", 1.5, 2),
        ("sin(pi*p/2)", 1.5707963267948966, None),
    ],
)
def test_limits_are_the_slopes_at_the_ends(h, at_zero, at_one) -> None:
    """h'(0) at 0 and 1 / h'(1) at 1; infinite where 1 - h vanishes faster than 1 - p."""
    with working_precision(192):
        branch = Branch(boundary_expression(h), {})
        for end, expected in ((0, at_zero), (1, at_one)):
            found = branch.limit(end)
            assert found is not None
            if expected is None:
                assert not found.lo.is_finite()
            else:
                assert float(found.lo) == pytest.approx(expected, rel=1e-12)
                assert found.lo <= found.hi


def test_what_is_no_constant_ratio_is_none() -> None:
    assert constant_ratio(boundary_expression("sqrt(p)")) is None
    assert constant_ratio(boundary_expression("Min(1, 3*p/(1+2*p))")) is None
    found = constant_ratio(boundary_expression("3*p/(1+2*p)"))
    assert found is not None and found.lo == found.hi == 3
