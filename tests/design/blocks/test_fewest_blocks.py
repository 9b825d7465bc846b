"""The fewest reports that are known, against the figures of the literature."""

from __future__ import annotations

from math import comb

import pytest

from rropt.design.blocks.fewest_blocks import fewest_blocks


@pytest.mark.parametrize(
    ("truths", "size", "reports"),
    [(9, 3, 12), (11, 5, 11), (13, 3, 26), (13, 4, 13), (13, 6, 26), (7, 3, 7), (15, 3, 35)],
)
def test_the_designs_of_the_issue(truths: int, size: int, reports: int) -> None:
    design = fewest_blocks(truths, size)
    assert design is not None and design.reports == reports and design.is_balanced()


@pytest.mark.everything
@pytest.mark.parametrize("truths", range(3, 17))
def test_every_size_has_balanced_blocks_or_all_sets(truths: int) -> None:
    """Blocks are taken where they are fewer; never fewer than truths, by Fisher's inequality."""
    for size in range(1, truths):
        design = fewest_blocks(truths, size)
        if design is None:
            continue
        assert design.is_balanced() and design.size == size
        assert truths <= design.reports <= comb(truths, size)
