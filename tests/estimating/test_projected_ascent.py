"""The highest point on the simplex: beside a table's own search, and at its edges."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.estimating.projected_ascent import nearest_distribution, projected_ascent
from rropt.estimating.simplex_search import ascend


def likelihood(table: np.ndarray, counts: np.ndarray):
    parts = counts / counts.sum()

    def climbed(point: np.ndarray) -> tuple[float, np.ndarray]:
        chances = table @ point
        return float(parts @ np.log(chances)), (parts / chances) @ table

    return climbed


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("gamma", [1.2, 3, 1000])
def test_it_finds_what_em_and_newton_find(seed: int, gamma: float) -> None:
    rng = np.random.default_rng(seed)
    table = np.where(rng.random((40, 12)) < 0.4, gamma, 1.0)
    counts = rng.multinomial(500, np.full(40, 1 / 40)).astype(float)
    climbed = likelihood(table, counts)
    start = np.full(12, 1 / 12)
    found, gap = projected_ascent(climbed, start, 1e-9)
    other = ascend(table, counts, 1e-9, 2000)
    assert gap <= 1e-9 and found.min() >= 0 and found.sum() == pytest.approx(1)
    assert climbed(found)[0] == pytest.approx(climbed(other)[0], abs=1e-8)


def test_the_gap_bounds_what_is_missed_wherever_it_stops() -> None:
    table, counts = np.array([[9.0, 1.0], [1.0, 9.0]]), np.array([7.0, 3.0])
    climbed = likelihood(table, counts)
    best = climbed(np.array([3 / 4, 1 / 4]))[0]
    for wanted in (1.0, 0.1, 1e-3):
        found, gap = projected_ascent(climbed, np.array([0.05, 0.95]), wanted)
        assert 0 <= best - climbed(found)[0] <= gap <= wanted
    assert projected_ascent(climbed, np.array([0.05, 0.95]), 1e-9)[0][0] == pytest.approx(3 / 4)


def test_a_maximum_at_a_corner_is_reached_exactly() -> None:
    climbed = likelihood(np.array([[9.0, 1.0], [1.0, 9.0]]), np.array([10.0, 0.0]))
    found, gap = projected_ascent(climbed, np.array([0.5, 0.5]), 1e-9)
    assert found.tolist() == [1, 0] and gap <= 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_no_distribution_is_nearer(seed: int) -> None:
    """The nearest one leaves x - y at right angles or worse to every way from y to a corner."""
    rng = np.random.default_rng(seed)
    given = rng.normal(size=20)
    nearest = nearest_distribution(given)
    assert nearest.min() >= 0 and nearest.sum() == pytest.approx(1)
    assert ((given - nearest) @ (np.eye(20) - nearest).T).max() < 1e-12
