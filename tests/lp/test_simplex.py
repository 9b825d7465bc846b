"""The exact simplex alone, from any basis."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from flint import fmpq

from rropt.lp import decide
from rropt.lp.program import pose
from rropt.lp.simplex import _complete, _dual, _reduced, float_basis, prices_of, run

pytestmark = pytest.mark.quick


def test_a_wrong_start_is_repaired_by_both_simplex_methods():
    """max 3x + 2y, x + y <= 4, x + 3y <= 6, x <= 3: the best is (3, 1)."""
    program = pose([-3, -2], [], [], [[1, 1], [1, 3], [1, 0]], [4, 6, 3])
    for start in ([], [2, 3, 4], [0, 1], [0, 1, 4], [0, 1, 2]):
        outcome = run(program, start)
        assert outcome.status == "optimal"
        assert outcome.vertex.point(program) == {0: 3, 1: 1}


def test_an_optimal_start_needs_no_pivot():
    program = pose([-3, -2], [], [], [[1, 1], [1, 3], [1, 0]], [4, 6, 3])
    assert run(program, [0, 1, 3]).pivots == 0
    assert run(program, [2, 3, 4]).pivots > 0


def test_prices_are_what_the_basis_costs():
    """With x and y basic in the first and third row: y1 = 2, y3 = 1."""
    program = pose([-3, -2], [], [], [[1, 1], [1, 3], [1, 0]], [4, 6, 3])
    outcome = run(program, [0, 1, 3])
    assert prices_of(outcome.vertex, dict(enumerate(program.costs))) == [-2, 0, -1]
    assert outcome.prices == [-2, 0, -1]


def test_a_contradiction_leaves_its_reason():
    """x + y = 1 and x + y = 2: once the one less the other."""
    program = pose([0, 0], [[1, 1], [1, 1]], [1, 2], [], [])
    outcome = run(program, None)
    assert outcome.status == "infeasible"
    first, second = outcome.prices
    assert first + second >= 0 and first + 2 * second < 0


def test_what_never_ends_leaves_its_direction():
    program = pose([-1, 0], [], [], [[1, -2]], [3])
    outcome = run(program, [])
    assert (outcome.status, outcome.ray) == ("unbounded", {0: fmpq(2), 1: fmpq(1)})


@pytest.mark.parametrize("proposed", [[0, 1, 2, 3], [0, 0, 0], [1, 2]])
def test_proposed_columns_that_are_no_basis_are_completed(proposed):
    """The first two columns are proportional, the third is the sum of nothing."""
    program = pose([1, 1, 1], [[1, 2, 0], [1, 2, 1]], [1, 2], [], [])
    outcome = run(program, proposed)
    assert outcome.status == "optimal"
    assert outcome.vertex.point(program) == {1: fmpq(1, 2), 2: fmpq(1)}


def test_what_floats_do_not_see_the_exact_simplex_does():
    hair = F(1, 10**40)
    program = pose([1, 1 - hair], [[1, 1]], [1], [], [])
    assert run(program, None).vertex.point(program) == {1: 1}


def test_the_dual_simplex_stays_dual_feasible():
    """min 3 x + 2 y + z with x + y + z >= 4 from the slack: the cheapest enters, in one step."""
    program = pose([3, 2, 1], [], [], [[-1, -1, -1]], [-4])
    vertex = _complete(program, ())
    costs = dict(enumerate(program.costs))
    status, found, _, pivots = _dual(program, vertex, costs)
    assert (status, found.basis, pivots) == ("feasible", (2,), 1)
    assert all(d >= 0 for d in _reduced(program, found, costs).values())


def test_the_basis_of_an_optimum_that_floats_can_see():
    """x + y = 1, x <= 1/3 and y is dearer: x = 1/3, y = 2/3, no slack."""
    program = pose([1, 2], [[1, 1]], [1], [[1, 0]], ["1/3"])
    assert sorted(float_basis(program)) == [0, 1]
    assert decide(program, float_basis(program)).pivots == 0


def test_rows_of_any_size_are_seen_alike():
    large = 10**200
    program = pose([1, 2], [[large, large]], [large], [[F(1, large), 0]], [F(1, 3 * large)])
    assert sorted(float_basis(program)) == [0, 1]
