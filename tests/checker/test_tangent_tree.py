"""Trees of tangents as lists in preorder, and what is left on a leaf."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from rropt.checker.logarithm import BITS
from rropt.checker.tangent_tree import Leaf, TangentTree, concave_weight, leaves_of
from rropt.checker.verdict import Malformed
from tests.certificates import F


def test_leaves_stand_at_the_ends_of_all_branches():
    tree = [0, F(2), 2, F(3), F(4)]
    assert list(leaves_of(tree, 3)) == [
        Leaf(F(2), {0: False}),
        Leaf(F(3), {0: True, 2: False}),
        Leaf(F(4), {0: True, 2: True}),
    ]


def test_a_leaf_that_is_cut_is_two():
    tree = [1, F(2), [4, F(2), F(1, 3), F(5, 2), F(0)]]
    assert list(leaves_of(tree, 2))[1:] == [
        Leaf(F(2), {1: True}, F(1, 3), 1, 4),
        Leaf(F(5, 2), {1: True}, F(0), -1, 5),
    ]


@pytest.mark.parametrize("tree", [[], [0, F(1)], [F(1), F(1)], [0, 0, F(1), F(1), F(1)], [3, F(1)]])
def test_a_list_that_is_no_tree_is_malformed(tree):
    with pytest.raises(Malformed):
        list(leaves_of(tree, 3))


def test_the_weight_of_a_level():
    """3 ln 3 / 2, and 1 at g = 1."""
    low, high = concave_weight(F(3), BITS)
    assert low / 2**BITS == pytest.approx(1.5 * math.log(3)) and low < high
    assert concave_weight(F(1), 8) == (256, 256)


def test_what_is_left_on_a_leaf_by_hand():
    """s = 2 at y = q = 1/2: 2 min(h, 3 h) + c - 2, h = 1/2 - (c - 1 - ln 2) / 2."""
    tree = TangentTree(F(3), [1, 1], [1, 1], 2, [F(2)], [0, 0])
    ((leaf),) = tree.leaves
    c = 1.5 * math.log(3)
    h = (1 - (c - 1 - math.log(2))) / 2
    assert tree.left(leaf, 160) / 2**160 / 2 == pytest.approx(2 * min(h, 3 * h) + c - 2)


@pytest.mark.parametrize("f", [F(0), F(1, 5), F(2)])
def test_what_is_left_on_the_sides_of_a_cut_is_below_each_of_their_sets(f):
    """By hand, set by set, for shares 3, 2, 1 of 6 and a cut between 2 and 3 of n = 3, 2, 1."""
    shares, prices, counts = [3, 2, 1], [5, 3, 1], [3, 2, 1]
    tree = TangentTree(F(3), prices, shares, 6, [[2, F(5, 3), f, F(2), f]], counts)
    c = 1.5 * math.log(3)
    for leaf, side in zip(tree.leaves, (range(3), range(3, 7)), strict=True):
        s = float(leaf.tangent)
        h = [(y - q * (c - 1 - math.log(s))) / 6 for y, q in zip(prices, shares, strict=True)]
        least = tree.left(leaf, BITS) / 2**BITS / 6
        total = {
            high: sum(x * (3 if n in high else 1) for x, n in zip(h, counts, strict=True)) + c - s
            for size in range(4)
            for high in combinations(counts, size)
        }
        added = {high: leaf.sign * f * (sum(high) - leaf.edge) for high in total}
        assert all(added[high] <= 0 for high in total if sum(high) in side)
        assert least == pytest.approx(min(total[high] + float(added[high]) for high in total))
