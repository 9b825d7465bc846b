"""The ratio of minima, maxima and choices: that of the branch that decides, on every box."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy

from rropt.exact.precision import working_precision
from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression
from rropt.strict.prior_boxes import PriorBox
from rropt.strict.ratio import Ratio
from rropt.strict.real_intervals import Undefined

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
