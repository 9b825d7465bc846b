"""Programs that grow, and points far finer than doubles."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt import lp
from rropt.lp.refine import GrowingProgram

FINE = F(1, 10**26)


def _refined(costs, columns, right):
    program = GrowingProgram()
    program.add_rows(right, [{}] * len(right))
    program.add_columns(costs, columns)
    while program.solve() and program.magnify():
        pass
    return program


def _decided(program):
    solution = lp.decide(program.posed, program.basis)
    program.stand_at(solution.basis)
    return solution


@pytest.mark.parametrize("tiny", [F(1, 10**6), F(1, 10**12), F(1, 10**30)])
def test_a_cost_that_differs_by_little_decides(tiny: F) -> None:
    """Of x + y = 1 the cheaper is one, though doubles see no difference."""
    program = _refined([F(1) + tiny, F(1)], [{0: F(1)}, {0: F(1)}], [F(1)])
    assert abs(program.value(1) - 1) < FINE and abs(program.value(0)) < FINE
    assert abs(program.price(0) - 1) < FINE


def test_entries_over_nine_orders_of_magnitude_agree_with_rationals() -> None:
    wide = [F(10) ** n for n in range(-6, 4)]
    columns = [{0: F(1), 1: x, 2: F(3) / (n + 2)} for n, x in enumerate(wide)]
    columns += [{0: F(1)}, {1: F(1)}, {2: F(1)}]
    costs = [F(-(n % 4) - 1, 7) for n in range(10)] + [F(0)] * 3
    right = [F(1), F(1, 3), F(1, 2)]
    rows = [[column.get(i, F(0)) for column in columns] for i in range(3)]
    exact, program = lp.minimize(costs, rows, right), _refined(costs, columns, right)
    value = sum((c * program.value(j) for j, c in enumerate(costs)), F(0))
    assert abs(value - exact.value) < FINE
    assert all(abs(program.price(i) - y) < FINE for i, y in enumerate(exact.dual_eq))


def test_rows_and_columns_join_at_any_scale() -> None:
    """max x + y, x + y + s = 1; then x <= 1/3 and y <= 1/7 are asked for."""
    one = F(1)
    program = _refined([-one, -one, F(0)], [{0: one}] * 3, [one])
    program.add_rows([F(1, 3), F(1, 7)], [{0: one}, {1: one}])
    program.add_columns([F(0), F(0)], [{1: one}, {2: one}])
    while program.solve() and program.magnify():
        pass
    assert abs(program.value(0) - F(1, 3)) < FINE and abs(program.value(1) - F(1, 7)) < FINE
    assert abs(program.price(0)) < FINE and abs(program.price(1) + 1) < FINE


def test_rationals_decide_where_the_basis_stands() -> None:
    """max x + y, x + y + s = 1, x <= 1/3, y <= 1/7: both bounds are tight, until one is wide."""
    one = F(1)
    program = _refined([-one, -one, F(0)], [{0: one}] * 3, [one])
    assert program.add_bounds([F(1, 3), F(1, 7)], [{0: one}, {1: one}]) == range(1, 3)
    assert program.tight == 0
    found = _decided(program)
    assert found.x[:3] == (F(1, 3), F(1, 7), F(11, 21)) and found.dual_eq == (0, -1, -1)
    assert program.tight == 2
    program.add_bounds([F(1, 4)], [{0: one}])
    assert _decided(program).x[:2] == (F(1, 4), F(1, 7)) and program.tight == 2


def test_doubles_far_from_a_vertex_are_no_hindrance() -> None:
    """What HiGHS has not seen, a cost of 1e-30 more, the exact program does."""
    tiny = F(1, 10**30)
    program = GrowingProgram()
    program.add_rows([F(1)], [{}])
    program.add_columns([F(1) + tiny, F(1)], [{0: F(1)}, {0: F(1)}])
    assert program.solve() and _decided(program).x == (0, 1)


def test_a_program_without_a_solution_says_so() -> None:
    program = GrowingProgram()
    program.add_rows([F(-1)], [{}])
    program.add_columns([F(1)], [{0: F(1)}])
    assert not program.solve()
