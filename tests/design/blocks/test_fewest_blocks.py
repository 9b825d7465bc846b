"""The fewest reports that are known, against the figures of the literature."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from rropt.design.blocks.fewest_blocks import fewest_blocks, fewest_known_blocks


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


@pytest.mark.everything
@pytest.mark.parametrize(
    ("truths", "size"),
    [(99_991, 49_995), (98_283, 314), (97_656, 78_125), (65_793, 257), (65_536, 32_640)],
)
def test_blocks_of_very_many_truths_are_difference_sets(truths: int, size: int) -> None:
    """Every difference is met as often, by a transform that the search does not use."""
    design = fewest_known_blocks(truths, size)
    assert design is not None and design.reports == truths
    held = np.zeros(truths)
    held[list(design.base[0])] = 1
    axes = tuple(range(len(design.group)))
    squares = np.abs(np.fft.rfftn(held.reshape(design.group), axes=axes)) ** 2
    met = np.rint(np.fft.irfftn(squares, s=design.group, axes=axes)).ravel()
    assert met[0] == size and set(met[1:]) == {size * (size - 1) / (truths - 1)}


@pytest.mark.parametrize(("truths", "size"), [(65_536, 256), (65_536, 2), (100_000, 5)])
def test_where_none_are_few_enough_to_draw_from_there_are_none(truths: int, size: int) -> None:
    """Planes of order 256 have 257 base blocks of 65,536 points."""
    assert fewest_known_blocks(truths, size) is None


@pytest.mark.everything
def test_blocks_whose_check_is_long_are_no_part_of_a_certificate() -> None:
    assert fewest_blocks(65_536, 32_640) is None and fewest_known_blocks(65_536, 32_640)
