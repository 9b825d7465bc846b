"""Programs of decisions folded along reflections, beside the whole programs."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.design.engine import folded
from rropt.design.engine.action_optimum import solve_actions
from rropt.design.engine.folded import FoldedActions, _generated, _reflections
from rropt.privacy import MetricDP
from rropt.privacy.levels import Levels


def distances(rows: int, columns: int, prior: list[F]) -> list[list[F]]:
    """Least squared distance of places on a grid, as gains."""
    places = [(a, b) for a in range(rows) for b in range(columns)]
    return [
        [-q * ((a - c) ** 2 + (b - d) ** 2) for q, (c, d) in zip(prior, places, strict=True)]
        for a, b in places
    ]


def grid(rows: int, columns: int, epsilon: str = "1") -> Levels:
    levels: Levels = MetricDP.grid(rows, columns, epsilon).on(rows * columns).levels
    return levels


@pytest.fixture
def all_sizes(monkeypatch):
    monkeypatch.setattr(folded, "LEAST_ENTRIES", 0)


@pytest.mark.parametrize(
    "rows, columns, group, orbits", [(3, 3, 8, 3), (4, 4, 8, 3), (2, 3, 4, 2), (1, 5, 2, 3)]
)
def test_orbits_of_a_grid_are_counted_by_hand(all_sizes, rows, columns, group, orbits) -> None:
    k = rows * columns
    found = FoldedActions.of(distances(rows, columns, [F(1, k)] * k), grid(rows, columns))
    assert len(found.group) == group
    assert len(found.first) == orbits == len(set(found.class_of))


@pytest.mark.parametrize("rows, columns, epsilon", [(3, 3, "1"), (2, 4, "1/2"), (1, 6, "ln(2)")])
def test_the_folded_optimum_is_that_of_the_whole(monkeypatch, rows, columns, epsilon) -> None:
    k = rows * columns
    actions = distances(rows, columns, [F(1, k)] * k)
    levels = grid(rows, columns, epsilon)
    whole = solve_actions(actions, levels)
    monkeypatch.setattr(folded, "LEAST_ENTRIES", 0)
    half = solve_actions(actions, levels)
    assert abs(sum(half.prices) - sum(whole.prices)) < F(1, 10**15)
    assert [sum(column) for column in zip(*half.rows, strict=True)] == [1] * k
    assert all(
        row[a] <= levels.lo[a][b] * row[b] for row in half.rows for a in range(k) for b in range(k)
    )


def test_a_share_that_is_moved_leaves_no_reflection(all_sizes) -> None:
    prior = [F(1, 9)] * 9
    prior[0] -= F(1, 1000)
    prior[1] += F(1, 1000)
    actions = distances(3, 3, prior)
    found = FoldedActions.of(actions, grid(3, 3))
    assert found.first == [tuple(action) for action in actions]
    assert found.class_of == list(range(9))


def test_a_level_that_is_moved_leaves_fewer_reflections(all_sizes) -> None:
    levels = grid(2, 2)
    actions = distances(2, 2, [F(1, 4)] * 4)
    assert len(FoldedActions.of(actions, levels).group) == 8
    hi = [list(row) for row in levels.hi]
    hi[0][1] *= 2
    moved = Levels(levels.lo, tuple(map(tuple, hi)), levels.deltas)
    assert len(FoldedActions.of(actions, moved).group) == 1


def test_small_tables_are_not_folded() -> None:
    actions = distances(3, 3, [F(1, 9)] * 9)
    assert len(FoldedActions.of(actions, grid(3, 3)).group) == 1


def test_a_group_that_is_too_large_is_not_written_out():
    cube = list(_reflections((2,) * 7))
    assert _generated(cube, 128) == [tuple(range(128))]
    assert len(_generated(list(_reflections((2,) * 5)), 32)) == 2**5 * 120
