"""The ratio of minima, maxima and choices: that of the branch that decides, on every box.

Small sets of p: which end they reach, p as a series on them, and what is carried to an end.

The ratio of one branch: lower bounds that hold, limits at the ends, constant ratios.
"""

from __future__ import annotations

from fractions import Fraction as F

import mpmath
import pytest
import sympy

import rropt as rr
from rropt.exact import dyadic
from rropt.exact.precision import working_precision
from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression
from rropt.strict.ratio import EDGES, NEAR, TINY, Branch, PriorBox, Ratio, constant_ratio, near_ends
from rropt.strict.real_intervals import Undefined
from tests.strict.by_mpmath import by_mpmath


def test_ends_and_spans() -> None:
    assert PriorBox(F(0), F(1, 2)).end == 0
    assert PriorBox(F(1, 2), F(1)).end == 1
    assert PriorBox(F(1, 4), F(1, 2)).end is None
    span = PriorBox(F(1, 4), F(1, 2)).span
    assert (span.lo, span.hi) == (0.25, 0.5)
    assert [edge.end for edge in EDGES] == [0, 1] and EDGES[0].right == 1 - EDGES[1].left == TINY


def test_p_is_its_middle_plus_t() -> None:
    with working_precision(192):
        p = PriorBox(F(1, 4), F(1, 2)).prior
        assert p.centre[0] == 0.375 and p.centre[1] == 1
        assert p.box[0].contains(0.25) and p.box[0].contains(0.5)
        assert not p.box[0].contains(0.6)


@pytest.mark.parametrize("root", [1, 3])
def test_the_way_from_an_end_is_a_power_of_t(root: int) -> None:
    """p = t^N with 0 < t <= (1/8)^(1/N)."""
    with working_precision(192):
        way = PriorBox(F(0), F(1, 8)).way_from_end(root)
        assert way.valuation == root and way.centre[0] == 1
        assert way.frame.root == root and way.frame.reach**root >= 0.125
        assert way.frame.reach**root < 0.1251


def test_only_boxes_near_an_end_are_carried_on_to_it() -> None:
    left, right = PriorBox(F(1, 100), F(1, 50)), PriorBox(F(49, 50), F(99, 100))
    assert near_ends(left) == [PriorBox(F(0), F(1, 50))]
    assert near_ends(right) == [PriorBox(F(49, 50), F(1))]
    assert near_ends(PriorBox(F(1, 50), NEAR)) == []
    assert near_ends(PriorBox(F(1, 3), F(1, 2))) == []
    assert near_ends(PriorBox(F(0), F(1, 50))) == []


LOW, MIDDLE, HIGH = (
    PriorBox(F(a), F(b)) for a, b in (("1/8", "1/4"), ("2/5", "3/5"), ("3/4", "7/8"))
)
TWICE = 3 * P / (1 + 2 * P)
"""Its ratio is 3 everywhere; that of 5 p / (1 + 4 p) is 5."""
FIVE = 5 * P / (1 + 4 * P)


def floor(h: sympy.Expr, box: PriorBox) -> float:
    with working_precision(192):
        return float(Ratio(h).floor(box).level)


@pytest.mark.parametrize("box", [LOW, MIDDLE, HIGH])
def test_minima_and_maxima_of_constant_ratios(box: PriorBox) -> None:
    assert floor(sympy.Min(TWICE, FIVE, evaluate=False), box) == 3
    assert floor(sympy.Max(TWICE, FIVE, evaluate=False), box) == 5


def test_a_choice_counts_where_it_may_be_made() -> None:
    chosen = sympy.Piecewise((TWICE, sympy.Rational(1, 2) > P), (FIVE, True))
    assert [floor(chosen, box) for box in (LOW, MIDDLE, HIGH)] == [3, 3, 5]
    with working_precision(192):
        ratio = Ratio(chosen)
        assert [ratio.floor(box).jumps for box in (LOW, MIDDLE, HIGH)] == [False, True, False]
        assert [len(ratio.possible(box)) for box in (LOW, MIDDLE, HIGH)] == [1, 2, 1]


def test_limits_are_those_of_the_branch_at_the_end() -> None:
    chosen = sympy.Piecewise((TWICE, sympy.Rational(1, 2) > P), (FIVE, True))
    with working_precision(192):
        limits = [Ratio(chosen).limit(end) for end in (0, 1)]
        assert [float(limit.lo) for limit in limits if limit is not None] == [3, 5]
        least = Ratio(boundary_expression("Min(1, 2*p)")).limit(0)
        assert least is not None and least.lo == 2


def test_no_branch_is_undefined() -> None:
    half = sympy.Piecewise((TWICE, sympy.Rational(1, 2) > P))
    with working_precision(192), pytest.raises(Undefined):
        Ratio(half).floor(HIGH)


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
