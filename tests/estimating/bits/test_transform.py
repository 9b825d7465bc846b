"""Butterflies in place and exactly, against one bit at a time."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

import numpy as np
import pytest

from rropt.estimating.bits.transform import BLOCK, RADIX, apply_exactly, apply_in_place


@pytest.mark.parametrize("k", [RADIX, RADIX + 1, 11, 17, 18])
def test_blocks_of_every_shape_agree_with_one_butterfly_at_a_time(k):
    """Round trip through the forward transform, and each bit alone against the reshaped axis."""
    rng = np.random.default_rng(k)
    tables = [((0.7, 0.2), (0.3, 0.8))] * k
    vector = rng.random(2**k)
    expected = vector.copy()
    for i in range(k):
        pairs = expected.reshape(2**i, 2, -1)
        low, high = pairs[:, 0].copy(), pairs[:, 1].copy()
        pairs[:, 0], pairs[:, 1] = 0.7 * low + 0.2 * high, 0.3 * low + 0.8 * high
    result = apply_in_place(tables, vector)
    assert result is vector
    assert np.abs(result - expected).max() < 1e-10
    assert 2 * BLOCK < 2**18


def test_exact_transform_of_rationals():
    swap = ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0)))
    vector = [Fraction(1, 3), Fraction(2, 3)]
    assert apply_exactly([swap], vector) == (Fraction(2, 3), Fraction(1, 3))


def test_bits_of_their_own_tables_are_a_kronecker_product() -> None:
    rng = np.random.default_rng(5)
    tables = [rng.random((2, 2)) for _ in range(5)]
    vector = rng.random(32)
    expected = reduce(np.kron, tables) @ vector
    exact = [Fraction(float(x)) for x in vector]
    rational = [tuple(tuple(Fraction(float(x)) for x in row) for row in t) for t in tables]
    assert apply_in_place(rational, vector) == pytest.approx(expected, rel=1e-12)
    found = apply_exactly(rational, exact)
    assert [float(x) for x in found] == pytest.approx(expected, rel=1e-12)
