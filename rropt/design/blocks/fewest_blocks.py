"""The balanced blocks with the fewest reports that are known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rropt.channel.block_design import BlockDesign, subsets_needed
from rropt.design.blocks.balanced_program import balanced_development
from rropt.design.blocks.known_designs import known_designs

MOST_DIFFERENCES = 5 * 2**19
"""The work of counting differences, in pairs of elements: five eighths of what a checker
takes on."""


@lru_cache(maxsize=64)
def fewest_blocks(truths: int, size: int) -> BlockDesign | None:
    """None where nothing better is known than all sets of that size.

    >>> fewest_blocks(9, 3).name, fewest_blocks(9, 3).reports
    ('affine plane of order 3', 12)
    >>> fewest_blocks(5, 2) is None
    True
    """
    most = subsets_needed(truths, size)
    found = min(_candidates(truths, size), key=lambda design: design.reports, default=None)
    if found is None or (size > 1 and found.reports >= most):
        return None
    return found


def _candidates(truths: int, size: int) -> Iterator[BlockDesign]:
    """Known families; where none has so few reports as truths, developments as well."""
    known = [design for design in known_designs(truths, size) if _is_counted(design)]
    yield from known
    if all(design.reports > truths for design in known):
        developed = balanced_development(truths, size)
        if developed is not None and _is_counted(developed):
            yield developed


def _is_counted(design: BlockDesign) -> bool:
    return design.work <= MOST_DIFFERENCES
