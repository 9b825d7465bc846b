"""The convex utilities at rows of whole numbers, by hand and against their definitions."""

from __future__ import annotations

from random import Random

import pytest

from rropt.checker.private_table import plain_row
from rropt.checker.utilities import RootDifference
from tests.checker.test_kind_prices import F


@pytest.mark.parametrize("seed", range(10))
def test_a_root_is_within_its_error(seed):
    """Hellinger: p + q - 2 sqrt(pq) is between the ends, which are one where the root is exact."""
    rng = Random(seed)
    for _ in range(50):
        bits = rng.choice([2, 10, 100, 1000])
        p, q = (rng.getrandbits(bits) for _ in range(2))
        low, high = RootDifference(0, 1, 2).ends(plain_row([p, q]))
        root, more = p + q - high, p + q - low
        assert root >= 0 and root**2 <= 4 * p * q <= more**2
        assert more - root == (F(1, 2**512) if root**2 != 4 * p * q else 0)
    assert RootDifference(0, 1, 2).ends(plain_row([3, 12])) == (3, 3)
    assert RootDifference(1, 0, 2).ends(plain_row([0, 5])) == (5, 5)
