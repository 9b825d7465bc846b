"""Stretches of a piecewise h: where it is cut, what it is on each, and what it is at a cut."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy

from rropt.strict.algebraic_numbers import ONE_ROOT, ZERO_ROOT, RealRoot, Undecided
from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression
from rropt.strict.pieces import rational_between, stretches, written_at_cut
from rropt.strict.real_intervals import UndefinedAt


def cuts(h: str) -> list[object]:
    found = stretches(boundary_expression(h))
    return [one.right.rational or one.right.named() for one in found]


def branches(h: str) -> list[sympy.Expr]:
    return [one.expression for one in stretches(boundary_expression(h))]


def test_a_smooth_function_is_one_stretch() -> None:
    (one,) = stretches(boundary_expression("3*p/(1+2*p)"))
    assert (one.left, one.right) == (ZERO_ROOT, ONE_ROOT)
    assert 0 < one.middle < 1


@pytest.mark.parametrize(
    ("h", "places", "parts"),
    [
        ("Min(1, 2*p)", [F(1, 2)], [2 * P, 1]),
        ("Max(p, 1/3)", [F(1, 3)], [sympy.Rational(1, 3), P]),
        ("Abs(p - 1/4)", [F(1, 4)], [sympy.Rational(1, 4) - P, P - sympy.Rational(1, 4)]),
        (
            "Piecewise((1/2, p <= 1/10), (1, True))",
            [F(1, 10)],
            [sympy.Rational(1, 2), sympy.Integer(1)],
        ),
    ],
)
def test_cuts_and_branches_by_hand(h: str, places: list[F], parts: list[sympy.Expr]) -> None:
    assert cuts(h) == [*places, 1]
    assert [sympy.expand(part) for part in branches(h)] == parts


def test_an_irrational_cut_is_exact() -> None:
    """p^2 = 1/2 at sqrt(2)/2."""
    where, end = cuts("Max(p**2, 1/2)")
    assert sympy.simplify(where - sympy.sqrt(2) / 2) == 0 and end == 1


def test_a_choice_inside_a_choice_is_settled_first() -> None:
    """Min(p, 1-p) > 1/3 between 1/3 and 2/3."""
    h = "Piecewise((1, Min(p, 1-p) > 1/3), (p, True))"
    found = stretches(boundary_expression(h))
    value = {one.expression for one in found if F(1, 3) < one.middle < F(2, 3)}
    outside = {one.expression for one in found if not F(1, 3) < one.middle < F(2, 3)}
    assert (value, outside) == ({sympy.Integer(1)}, {P})


@pytest.mark.parametrize(
    ("h", "at_cut"),
    [
        ("Piecewise((1/2, p < 1/10), (1, True))", sympy.Integer(1)),
        ("Piecewise((1/2, p <= 1/10), (1, True))", sympy.Rational(1, 2)),
        ("Piecewise((1/3, Eq(p, 1/10)), (1, True))", sympy.Rational(1, 3)),
    ],
)
def test_what_is_written_at_a_cut(h: str, at_cut: sympy.Expr) -> None:
    expression = boundary_expression(h)
    right = next(one for one in stretches(expression) if one.left.rational == F(1, 10))
    assert written_at_cut(expression, right) == at_cut


def test_a_stretch_without_a_branch_is_undefined_there() -> None:
    with pytest.raises(UndefinedAt):
        stretches(boundary_expression("Piecewise((1, p < 1/2))"))


def test_a_rational_between_two_numbers() -> None:
    root = RealRoot((-2, 0, 1), 1)
    found = rational_between(root, RealRoot.of(F("1.41421357")))
    assert found**2 > 2 and found < F("1.41421357")
    assert rational_between(ZERO_ROOT, ONE_ROOT) == F(1, 2)
    with pytest.raises(Undecided):
        rational_between(ONE_ROOT, ONE_ROOT)


def test_only_points_inside_a_stretch_count() -> None:
    one = stretches(boundary_expression("Min(1, 2*p)"))[0]
    points = [RealRoot.of(F(n, 8)) for n in (0, 3, 4, 6, 1, 3)]
    assert [p.rational for p in one.between(points)] == [F(1, 8), F(3, 8)]
