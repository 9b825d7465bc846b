"""The balanced blocks with the fewest reports that are known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rropt.channel.block_design import BlockDesign, subsets_needed
from rropt.design.blocks.balanced_program import balanced_development
from rropt.design.blocks.known_designs import known_designs

MOST_DIFFERENCES = 5 * 2**19
"""The work of counting differences, in pairs of elements: five eighths of what a checker
takes on."""


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
