"""Developments by the exact linear program: balanced, and within the bound on reports."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.design.blocks import balanced_program
from rropt.design.blocks.balanced_program import balanced_development


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
    assert balanced_development(balanced_program.MOST_TRUTHS + 1, 3) is None
    assert balanced_development(998, 3) is None


def test_one_block_is_called_a_difference_set():
    """Of 133 truths, by hand: 33 * 32 = 8 * 132 differences, each eight times."""
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.AOptimal("uniform", categories=133))
    assert design.remarks[0] == (
        "cyclic difference set of size 33: 133 reports, 8 bits each; no table with fewer tells all "
        "shares"
    )
