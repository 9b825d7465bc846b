"""Coverage of mutual information by a tree of tangents (`tangent_tree` has the theorem)."""

from collections import deque
from typing import Any

from .charge import Charge, Cover
from .cleared import cleared_rows
from .entropy import Entropy
from .fields import NUMBERS, index, listed, rationals, record
from .logarithm import BITS, few_logarithms
from .parse import MAX_COUNT
from .privacy import pure_number
from .tangent_tree import OF_CUT, TangentTree
from .verdict import Doubts, Size, well_formed

UNCOVERED_LEAF = "the prices do not cover a leaf of the tree"


def _well_formed_cut(cut: list[Any]) -> None:
    """A whole number a, and an s and an f for each side."""
    index(listed(cut, 5)[0], MAX_COUNT + 1)
    _, f, _, g = rationals(cut[1:])
    well_formed(f >= 0 and g >= 0, "an f is negative")


def read_tree(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `tree`."""
    found = record(value, "proof tree", "counts")
    tokens = listed(found["tree"])
    cuts = [token for token in tokens if isinstance(token, list)]
    truths = len(charge.sizes)
    mutual = isinstance(utility, Entropy) and utility.is_mutual
    well_formed(mutual and max(charge.sizes) == 1, "the utility is no mutual information")
    gamma = pure_number(charge.privacy).high
    few_logarithms((len(tokens) + 1) // 2 + len(cuts))  # one leaf more than nodes, each cut has two
    size.allow((len(tokens) + OF_CUT * len(cuts)) * truths)
    well_formed({*map(type, tokens)} <= {int, list, *NUMBERS}, "no truth, and no leaf")
    well_formed(bool(cuts) == ("counts" in found), "cuts without counts, or counts without a cut")
    counts = [index(n, MAX_COUNT + 1) for n in listed(found.get("counts", [0] * truths), truths)]
    for cut in cuts:
        _well_formed_cut(cut)
    (prices, prior), unit = cleared_rows([charge.prices, utility.prior])
    tree = TangentTree(gamma, prices, prior, unit, tokens, counts)
    deque(tree.leaves, maxlen=0)  # all is read before a leaf is decided

    def verify(doubts: Doubts) -> None:
        """Every leaf is covered."""
        for leaf in tree.leaves:
            # Short logarithms show all but nearly tight leaves, in a sixth of the time.
            if tree.left(leaf, leaf.first_bits) < 0:
                ends = tree.left(leaf, BITS), tree.left(leaf, BITS, -1)
                doubts.not_negative(*ends, UNCOVERED_LEAF)

    return verify
