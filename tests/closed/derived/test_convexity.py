"""What is convex is taken, by either rule; what is not, or not for all parameters, is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.convexity import refuse_unless_convex
from rropt.closed.derived.validity import Box
from rropt.closed.symbolic_utilities import own_utility
from rropt.exact import InputError

a, b, c, d, t = sp.symbols("a b c d t")
UNIT = Box(((t, Fraction(0), Fraction(1)),))

CONVEX = [
    (sp.Max(a, b, t * (a + b)), [a, b]),
    (a * sp.log(a / b), [a, b]),
    (sp.sqrt(a**2 + b**2), [a, b]),
    (-sp.sqrt(a * b), [a, b]),
    (a**2 / (a + b + c) + b**2 / (a + b + c), [a, b, c]),
    ((a - b) ** 2 / (a + b + c), [a, b, c]),
    ((a + b) ** 2 / c + (b - d) ** 2 / a, [a, b, c, d]),
    ((1 - t) * a**2 / b + t * sp.Max(a, b), [a, b]),
]

NOT_CONVEX = [
    (sp.sqrt(a * b), [a, b]),
    (a * sp.log(b / a), [a, b]),
    (a * b / (a + b), [a, b]),
    (a**2 / b + 2 * b**2 / a - (a - b) ** 2 * 4 / (a + b), [a, b]),
    ((2 * t - 1) * a**2 / b, [a, b]),
    ((a - b) ** 2 / c - a**2 / (2 * c), [a, b, c]),
]


@pytest.mark.everything
@pytest.mark.parametrize(("expression", "truths"), CONVEX, ids=str)
def test_convex(expression, truths) -> None:
    utility = own_utility(expression, truths)
    refuse_unless_convex(utility, UNIT)
    with pytest.raises(InputError, match=r"must be convex in the likeli|must grow with every Max"):
        refuse_unless_convex(own_utility(-expression, truths), UNIT)


@pytest.mark.parametrize(("expression", "truths"), NOT_CONVEX, ids=str)
def test_not_convex(expression, truths) -> None:
    with pytest.raises(InputError, match="must be convex in the likelihoods"):
        refuse_unless_convex(own_utility(expression, truths), UNIT)


def test_of_sqrt_ab_the_best_table_tells_nothing_and_no_vertex_is_proved_best() -> None:
    """All extreme tables have 2 sqrt(gamma) / (gamma + 1) at most, and one report alone has 1."""
    with pytest.raises(InputError, match=r"convex in the likelihoods, and sqrt\(a\*b\) is not"):
        rr.derive(sp.sqrt(a * b), truths=[a, b])
    with pytest.raises(InputError, match="concave in the likelihoods, and a"):
        rr.derive(a**2 / b, truths=[a, b], loss=True)
