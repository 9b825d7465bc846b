"""Trees of tangents as lists in preorder, and what is left on a leaf."""

from __future__ import annotations

import math

import pytest

from rropt.checker.logarithm import BITS
from rropt.checker.tangent_tree import TangentTree, concave_weight, leaves_of
from rropt.checker.verdict import Malformed
from tests.certificates import F


def test_leaves_stand_at_the_ends_of_all_branches():
    tree = [0, F(2), 2, F(3), F(4)]
    assert list(leaves_of(tree, 3)) == [
        (2, {0: False}),
        (3, {0: True, 2: False}),
        (4, {0: True, 2: True}),
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
    tree = TangentTree(F(3), [1, 1], [1, 1], 2, [F(2)])
    ((leaf),) = tree.leaves
    c = 1.5 * math.log(3)
    h = (1 - (c - 1 - math.log(2))) / 2
    assert tree.least(leaf, 160) / 2**160 / 2 == pytest.approx(2 * min(h, 3 * h) + c - 2)
