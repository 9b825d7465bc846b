"""The convex utilities at rows of whole numbers, by hand and against their definitions."""

from __future__ import annotations

import math
from fractions import Fraction as F
from random import Random

import pytest

from rropt.checker.private_table import Run, plain_row
from rropt.checker.utilities import Actions, Entropy, Ratios, RootDifference, Tabulated, primitive
from rropt.checker.verdict import Malformed, Refuted


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


def test_the_largest_action_counts_the_best_truth_of_a_class():
    """max(2 r_0 - r_1, r_1) / 3; of a class the truth with the largest entry."""
    actions = Actions([{0: 2, 1: -1}, {1: 1}], 3)
    assert actions.ends(plain_row([4, 3])) == (F(5, 3), F(5, 3))
    assert actions.ends(plain_row([1, 6])) == (2, 2)
    assert Actions([{0: 1}], 1).ends([Run(0, 1, 2), Run(0, 7, 1)]) == (7, 7)
    assert actions.seen == {0, 1} and actions.steps == 3


def test_ratios_are_added_over_their_parts():
    """(r_0 - r_1)^2 / (r_0 + r_1) + 3 r_0^2 / r_1 at (2, 1): 1/3 + 12."""
    one, zero = F(1), F(0)
    parts = [([one, one], [[one, -one]], [one]), ([zero, one], [[one, zero]], [F(3)])]
    ratios = Ratios(parts)
    assert ratios.ends(plain_row([2, 1])) == (F(37, 3), F(37, 3))
    assert ratios.ends(plain_row([0, 0])) == (0, 0)
    assert ratios.ends(plain_row([4, 2])) == (F(74, 3), F(74, 3))
    with pytest.raises(Refuted, match="infinite"):
        ratios.ends(plain_row([1, 0]))


def test_entropies_are_enclosed():
    """Mutual information of (3, 1) at equal priors: (3/2) ln(3/2) + (1/2) ln(1/2)."""
    half = [F(1, 2)] * 2
    low, high = Entropy(half, half).ends(plain_row([3, 1]))
    assert low < high < low + F(1, 10**100)
    assert float(low) == pytest.approx(1.5 * math.log(1.5) + 0.5 * math.log(0.5), rel=1e-14)
    assert Entropy(half, half).ends(plain_row([2, 2])) == (0, 0)
    assert Entropy(half, half).ends(plain_row([0, 0])) == (0, 0)
    other = Entropy([F(1), F(0)], [F(0), F(1)])
    assert float(other.ends(plain_row([3, 2]))[1]) == pytest.approx(3 * math.log(1.5), rel=1e-14)
    with pytest.raises(Refuted, match="infinite"):
        other.ends(plain_row([3, 0]))


def test_a_table_of_values_is_homogeneous():
    known = Tabulated([([F(2), F(1)], (F(3), F(4))), ([F(1), F(1)], (F(1), F(1)))])
    assert known.ends(plain_row([4, 2])) == (6, 8)
    assert known.ends(plain_row([0, 0])) == (0, 0)
    assert known.knows(plain_row([6, 3])) and not known.knows(plain_row([1, 2]))
    for values in (
        [([F(1), F(1)], (F(1), F(1))), ([F(2), F(2)], (F(2), F(2)))],
        [([F(1), F(1)], (F(2), F(1)))],
        [([F(0), F(0)], (F(0), F(0)))],
        [([F(-1), F(2)], (F(0), F(0)))],
    ):
        with pytest.raises(Malformed):
            Tabulated(values)


def test_directions_of_rows():
    assert primitive([6, 4]) == ((3, 2), 2)
    assert primitive([0, 0]) == ((0, 0), 0)
    assert primitive([1, -1])[1] == 0
