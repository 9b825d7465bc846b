"""The basis that floats propose: right where they can see it, and in units of a violation."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.lp import decide
from rropt.lp.hint import float_basis
from rropt.lp.program import pose


def test_the_basis_of_an_optimum_that_floats_can_see():
    """x + y = 1, x <= 1/3 and y is dearer: x = 1/3, y = 2/3, no slack."""
    program = pose([1, 2], [[1, 1]], [1], [[1, 0]], ["1/3"])
    assert sorted(float_basis(program)) == [0, 1]
    assert decide(program, float_basis(program)).pivots == 0


def test_rows_of_any_size_are_seen_alike():
    large = 10**200
    program = pose([1, 2], [[large, large]], [large], [[F(1, large), 0]], [F(1, 3 * large)])
    assert sorted(float_basis(program)) == [0, 1]


def test_around_a_point_a_hair_is_seen():
    """y is cheaper by 1e-30, but y >= x + 1e-30 forbids x = y = 1/2: around it, units are hairs."""
    hair = F(1, 10**30)
    program = pose([0, 1], [[1, 1]], [1], [[1, -1]], [-hair])
    around = [1e29, 1e29, 0.0, -1.0]
    basis = float_basis(program, around, (0, 1))
    assert sorted(basis) == [0, 1]
    answer = decide(program, basis)
    assert answer.x == ((1 - hair) / 2, (1 + hair) / 2)


def test_a_start_is_where_the_search_begins_and_not_where_it_ends():
    program = pose([2, 1], [[1, 1]], [1], [], [])
    assert float_basis(program, start=(0,)) == [1]


def test_around_a_point_a_variable_may_fall_to_zero():
    """min x + y / 2 with x + y = 1, around x = 3 units: x falls by these, and y is basic."""
    program = pose([1, "1/2"], [[1, 1]], [1], [], [])
    assert float_basis(program, [3.0, 0.0, 0.0]) == [1]
