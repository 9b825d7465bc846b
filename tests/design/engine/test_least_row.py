"""The row of a matrix at which a sum is least, against all its extreme rows."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.least_row import HIGHEST, LeastRow, both_ways
from rropt.patterns.alcoved import tree_edges
from rropt.privacy.bound_forms import LOW


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e9])
def test_no_extreme_row_has_a_smaller_sum(scale: float) -> None:
    """Of 30 sums on a grid of six places, at any size."""
    levels = rr.MetricDP.grid(2, 3, 1).on(6).levels
    rows = np.array([[float(x) for x in row] for row in levels.patterns(LOW)])
    rows /= rows.sum(axis=1, keepdims=True)
    least = LeastRow(levels.lo)
    for costs in np.random.default_rng(7).normal(size=(30, 6)) * scale:
        tight = least.tight(costs)
        row = [1.0] * 6
        for c, p, low, high in tree_edges(levels.lo, both_ways(tight)):
            row[c] = row[p] * float(high if (c, p) in tight else low)
        assert costs @ row / sum(row) == pytest.approx((rows @ costs).min(), rel=1e-9)


def test_a_matrix_without_its_highest_levels_is_closed() -> None:
    near = F(10) ** 6
    matrix = tuple(tuple(near ** abs(a - b) for b in range(4)) for a in range(4))
    found = LeastRow(matrix).matrix
    assert found[0][1] == near and found[0][3] == HIGHEST
    for a, b, c in product(range(4), repeat=3):
        assert found[a][c] <= found[a][b] * found[b][c]
