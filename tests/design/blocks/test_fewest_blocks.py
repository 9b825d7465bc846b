"""The fewest reports that are known, against the figures of the literature."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

import rropt as rr
import rropt.design.blocks.fewest_blocks as page
from rropt.design.blocks.fewest_blocks import (
    balanced_development,
    fewest_blocks,
    fewest_known_blocks,
)


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


@pytest.mark.parametrize(("truths", "size"), [(6, 2), (8, 3), (10, 4), (13, 3), (20, 5), (31, 8)])
def test_developments_are_balanced_with_few_reports(truths: int, size: int) -> None:
    """One equation a pair of opposite differences and one for the shares; never fewer than k."""
    design = balanced_development(truths, size)
    assert design is not None and design.is_balanced()
    assert (design.truths, design.size) == (truths, size)
    assert truths <= design.reports <= truths * (truths // 2 + 1)


@pytest.mark.parametrize(("truths", "size", "reports"), [(142, 59, 75 * 142), (83, 7, 41 * 83)])
def test_any_size_is_met_by_the_multiples_of_a_block(truths: int, size: int, reports: int) -> None:
    """No union of orbits has so many elements; pairs are counted on the tables of the blocks."""
    design = balanced_development(truths, size)
    assert design is not None and design.reports == reports
    met = np.zeros(truths)
    for block, share in zip(design.base, design.shares, strict=True):
        held = np.isin(np.arange(truths), block)
        met += float(share) * np.array([(held & np.roll(held, t)).sum() for t in range(truths)])
    assert np.allclose(met[1:], size * (size - 1) / (truths - 1)) and met[0] == pytest.approx(size)


def test_the_same_development_is_found_again() -> None:
    assert balanced_development(20, 8) == balanced_development(20, 8)


def test_too_many_truths_or_equations_have_none() -> None:
    assert balanced_development(page.MOST_TRUTHS + 1, 3) is None
    assert balanced_development(998, 3) is None


def test_one_block_is_called_a_difference_set():
    """Of 133 truths, by hand: 33 * 32 = 8 * 132 differences, each eight times."""
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.AOptimal("uniform", categories=133))
    assert design.remarks[0] == (
        "cyclic difference set of size 33: 133 reports, 8 bits each; no table with fewer tells all "
        "shares"
    )
