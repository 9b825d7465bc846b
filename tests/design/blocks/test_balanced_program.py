"""Developments by the exact linear program: balanced, and within the bound on reports."""

from __future__ import annotations

import pytest

from rropt.design.blocks import balanced_program
from rropt.design.blocks.balanced_program import balanced_development


@pytest.mark.parametrize(("truths", "size"), [(6, 2), (8, 3), (10, 4), (13, 3), (20, 5), (31, 8)])
def test_developments_are_balanced_with_few_reports(truths: int, size: int) -> None:
    """One equation a pair of opposite differences and one for the shares; never fewer than k."""
    design = balanced_development(truths, size)
    assert design is not None and design.is_balanced()
    assert (design.truths, design.size) == (truths, size)
    assert truths <= design.reports <= truths * (truths // 2 + 1)


def test_the_same_development_is_found_again() -> None:
    assert balanced_development(20, 8) == balanced_development(20, 8)


def test_too_many_truths_or_equations_have_none() -> None:
    assert balanced_development(balanced_program.MOST_TRUTHS + 1, 3) is None
    assert balanced_development(998, 3) is None
