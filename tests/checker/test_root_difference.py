"""The Hellinger divergence at rows of whole numbers, within its error."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

from rropt.checker.root_difference import RootDifference
from rropt.checker.utilities import read_utility
from rropt.checker.whole_rows import plain_row


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


def test_it_is_read_with_its_words():
    utility, words = read_utility({"name": "hellinger", "pair": [2, 0]}, [1, 1, 1])
    assert utility == RootDifference(2, 0, 3)
    assert words == "a Hellinger divergence sum (sqrt p - sqrt q)^2 of truths 2 and 0"
    assert utility.seen == {0, 2} and utility.forms == [[0, 0, 1], [1, 0, 0]]
