"""The balanced blocks with the fewest reports that are known, of all truths or in classes of them.

Where truths fall into classes, a type names h_c truths of each class c. Sets of different classes
are drawn independently, so that balanced blocks of every class stand for all sets: the reports of a
type are all combinations of a block of each class. A class of which one truth, or all but one, is
named has no fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from rropt.channel.block_design import BlockDesign, ClassBlocks, subsets_needed
from rropt.design.blocks.balanced_program import balanced_development
from rropt.design.blocks.known_designs import known_designs

MOST_DIFFERENCES = 5 * 2**19
"""The work of counting differences, in pairs of elements: five eighths of what a checker
takes on."""

MOST_COUNTED = 6 * 2**19
"""The same for all base blocks of a table: three quarters of it."""


@lru_cache(maxsize=64)
def fewest_blocks(truths: int, size: int) -> BlockDesign | None:
    """Those of which a certificate is checked in seconds; None where nothing better is known than
    all sets of that size.

    >>> fewest_blocks(9, 3).name, fewest_blocks(9, 3).reports
    ('affine plane of order 3', 12)
    >>> fewest_blocks(5, 2) is None
    True
    """
    return _fewest(truths, size, [d for d in known_designs(truths, size) if _is_counted(d)])


@lru_cache(maxsize=64)
def fewest_known_blocks(truths: int, size: int) -> BlockDesign | None:
    """The same, however long it takes to count their differences.

    >>> fewest_known_blocks(99_991, 49_995).name
    'quadratic residues of 99991'
    """
    return _fewest(truths, size, list(known_designs(truths, size)))


def _fewest(truths: int, size: int, known: Sequence[BlockDesign]) -> BlockDesign | None:
    """Of known families; where none has so few reports as truths, of developments as well."""
    found = [*known, *_developed(truths, size)] if _are_many(known, truths) else known
    best = min(found, key=lambda design: design.reports, default=None)
    if best is None or (size > 1 and best.reports >= subsets_needed(truths, size)):
        return None
    return best


def _are_many(known: Sequence[BlockDesign], truths: int) -> bool:
    return all(design.reports > truths for design in known)


def _developed(truths: int, size: int) -> list[BlockDesign]:
    found = balanced_development(truths, size)
    return [found] if found is not None and _is_counted(found) else []


def _is_counted(design: BlockDesign) -> bool:
    return design.work <= MOST_DIFFERENCES


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
