"""Shares of a density: against integrals by hand, and against the checker's formulas."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

from rropt.checker import interval_numbers, on_interval
from rropt.utility.binned_density import (
    BinnedDensity,
    shares_of_points,
    shares_without_ends,
    spread_of_shift,
)

pytestmark = pytest.mark.quick


def question(seed: int) -> tuple[list[F], BinnedDensity]:
    """Points and bins whose cuts have nothing in common, some bins empty."""
    rng = Random(f"density {seed}")
    masses = [F(rng.randint(0, 4)) for _ in range(rng.randint(1, 6))]
    masses[-1] += 1
    number, low = rng.randint(3, 8), F(rng.randint(-9, 9), 4)
    step = F(rng.randint(1, 20), 7)
    points = [low + j * step for j in range(number)]
    total = sum(masses)
    return points, BinnedDensity(points[0], points[-1], [m / total for m in masses])


@pytest.mark.parametrize("seed", range(30))
def test_the_checker_has_the_same_numbers_by_other_formulas(seed: int) -> None:
    points, density = question(seed)
    pieces = interval_numbers.density_pieces(points, density.masses)
    hats = interval_numbers.hat_shares(points, pieces)
    own = shares_of_points(points, density)
    assert [(s.mass, s.mass * s.mean) for s in own] == [*zip(*hats, strict=True)]
    found = shares_without_ends(points, own)
    inner = [interval_numbers.without_ends(entries) for entries in hats]
    assert [(s.mass, s.mass * s.mean) for s in found] == [*zip(*inner, strict=True)]
    assert density.mean_square == interval_numbers.mean_square(pieces)
    assert spread_of_shift(points[1] - points[0], seed + 1) == on_interval.spread_of_shifts(
        points[1] - points[0], F(seed + 1)
    )


@pytest.mark.parametrize("seed", range(6))
def test_shares_are_integrals(seed: int) -> None:
    points, density = question(seed)
    cells = 200_000
    low, high = float(density.low), float(density.high)
    x = low + (high - low) * (np.arange(cells) + 0.5) / cells
    places = ((x - low) / (high - low) * len(density.masses)).astype(int)
    weight = np.array([float(m) for m in density.masses])[places] * len(density.masses) / cells
    step = float(points[1] - points[0])
    for c, share in zip(points, shares_of_points(points, density), strict=True):
        hat = np.maximum(0, 1 - np.abs(x - float(c)) / step)
        assert float(share.mass) == pytest.approx(weight @ hat, abs=1e-4)
        assert float(share.mass * share.mean) == pytest.approx(weight @ (hat * x), abs=1e-4)
    assert float(density.mean) == pytest.approx(weight @ x, abs=1e-4)
    assert float(density.mean_square) == pytest.approx(weight @ x**2, rel=1e-4)
