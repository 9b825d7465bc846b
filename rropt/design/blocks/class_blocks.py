"""Few reports where truths fall into classes: balanced blocks in each class of each type.

A type names h_c truths of each class c. Sets of different classes are drawn independently, so that
balanced blocks of every class stand for all sets: the reports of a type are all combinations of a
block of each class. A class of which one truth, or all but one, is named has no fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from rropt.channel.block_design import BlockDesign, ClassBlocks
from rropt.design.blocks.fewest_blocks import fewest_blocks

MOST_COUNTED = 6 * 2**19
"""The same for all base blocks of a table: three quarters of what a checker takes on."""


def blocks_of_types(sizes: Sequence[int], types: Sequence[Sequence[int]]) -> ClassBlocks:
    """Of each type an entry a class, None for all sets; nothing where no blocks are known.

    >>> ((alone, others),) = blocks_of_types([1, 9], [[1, 3]])
    >>> alone, others.name, others.reports
    (None, 'affine plane of order 3', 12)
    >>> blocks_of_types([1, 5], [[0, 2], [1, 1]])
    ()
    """
    left, found = MOST_COUNTED, []
    for high in types:
        row = []
        for size, named in zip(sizes, high, strict=True):
            blocks = _fewer_than_sets(size, named)
            row.append(blocks if blocks is not None and blocks.work <= left else None)
            left -= 0 if row[-1] is None else row[-1].work
        found.append(tuple(row))
    return tuple(found) if any(map(any, found)) else ()


def _fewer_than_sets(size: int, named: int) -> BlockDesign | None:
    if named in (0, size):
        return None
    found = fewest_blocks(size, named)
    return found if found is not None and found.reports < comb(size, named) else None
