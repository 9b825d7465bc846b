"""What shifts add to a variance, and shares of a density, beside sums over many numbers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt.checker.interval_numbers import (
    density_pieces,
    hat_shares,
    mean_square,
    spread_of_shifts,
    without_ends,
)

F = Fraction
BINS = ["1/2", "0", "1/3", "1/6"]


@pytest.mark.parametrize("shifts", [1, 2, 7])
def test_the_spread_is_the_largest_variance_of_a_moved_number(shifts: int) -> None:
    """The number, the shift and the chance of the open one, one after the other."""
    largest = F(0)
    for k in range(16 * shifts + 1):
        ahead = F(k, 16)  # in shifts
        t, square = ahead / shifts, F(0)
        for n in range(shifts):
            up = min(max(ahead - n, F(0)), F(1))
            move = (n + F(1, 2)) / shifts - F(1, 2) - t
            square += (up * (1 + move) ** 2 + (1 - up) * move**2) / shifts
        largest = max(largest, square)
    assert largest == spread_of_shifts(F(1), F(shifts))


def test_shares_and_the_mean_square_are_integrals() -> None:
    points = [F(-1), F(0), F(1), F(2)]
    bins = [F(x) for x in BINS]
    pieces = density_pieces(points, bins)
    middles = (np.arange(120_000) + 0.5) / 40_000 - 1
    density = np.repeat([float(x) for x in bins], 30_000) / 30_000
    assert float(mean_square(pieces)) == pytest.approx(density @ middles**2, abs=1e-8)
    masses, totals = hat_shares(points, pieces)
    for point, mass, total in zip(points, masses, totals, strict=True):
        hat = np.maximum(0, 1 - np.abs(middles - float(point))) * density
        assert float(mass) == pytest.approx(hat.sum(), abs=1e-8)
        assert float(total) == pytest.approx(hat @ middles, abs=1e-8)
    assert sum(masses) == 1
    assert sum(totals) == sum(piece.mass * piece.middle for piece in pieces)
    assert without_ends(masses) == [0, masses[0] + masses[1], masses[2] + masses[3], 0]
