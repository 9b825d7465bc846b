"""Coverage of mutual information by a tree of tangents (`tangent_tree` has the theorem)."""

from collections import deque
from typing import Any

from .charge import Charge, Cover
from .cleared import cleared_rows
from .entropy import Entropy
from .fields import NUMBERS, listed, record
from .logarithm import BITS, ERROR, few_logarithms, log_of_ratio
from .privacy import pure_number
from .tangent_tree import SHORT_BITS, Leaf, TangentTree, concave_weight
from .verdict import Doubts, Size, well_formed

UNCOVERED_LEAF = "the prices do not cover a leaf of the tree"

ONE = 1 << BITS


def _most(tree: TangentTree, leaf: Leaf) -> int:
    """What is left on a leaf at most, in units of 2^-512."""
    tangent, fixed = leaf
    top, bottom = tangent.numerator, tangent.denominator
    low, high = concave_weight(tree.gamma, BITS)
    flat = low - ONE - (log_of_ratio(top, bottom, BITS) + ERROR)
    return tree.total(fixed, flat, high - (top * ONE // bottom), BITS)


def read_tree(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `tree`."""
    tokens = listed(record(value, "proof tree")["tree"])
    mutual = isinstance(utility, Entropy) and utility.is_mutual
    well_formed(mutual and max(charge.sizes) == 1, "the utility is no mutual information")
    gamma = pure_number(charge.privacy).high
    few_logarithms((len(tokens) + 1) // 2)  # a binary tree has one leaf more than nodes
    size.allow(len(tokens) * len(charge.sizes))
    well_formed({*map(type, tokens)} <= {int, *NUMBERS}, "no truth, and no tangent")
    (prices, prior), unit = cleared_rows([charge.prices, utility.prior])
    tree = TangentTree(gamma, prices, prior, unit, tokens)
    deque(tree.leaves, maxlen=0)  # all is read before a leaf is decided

    def verify(doubts: Doubts) -> None:
        """Every leaf is covered."""
        for leaf in tree.leaves:
            # Short logarithms show all but nearly tight leaves, in a sixth of the time.
            if tree.least(leaf, SHORT_BITS) < 0:
                least = tree.least(leaf, BITS)
                doubts.not_negative(least, _most(tree, leaf), UNCOVERED_LEAF)

    return verify
