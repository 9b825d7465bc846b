"""Cells of counts: just above the exact delta, whatever place of the turn is tried."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.privacy_blanket import delta_of_counts
from rropt.checker.verdict import Refuted, Size
from tests.checker.histograms import delta_among


@pytest.mark.everything
@pytest.mark.parametrize("low", [F(0), F(1, 10), F(1, 4)])
@pytest.mark.parametrize("high", [F(3, 4), F(1, 2), F(1)])
@pytest.mark.parametrize("others", [(0, 0), (1, 0), (3, 2), (0, 6), (7, 1)])
@pytest.mark.parametrize("gamma", [F(1), F(6, 5), F(2)])
def test_every_turn_is_refused_or_gives_a_bound(
    low: F, high: F, others: tuple[int, int], gamma: F
) -> None:
    """And one of them the exact one."""
    exact = delta_among([[1 - low, low], [1 - high, high]], others, gamma)
    groups = list(zip(others, (low, high), strict=True))
    found = []
    for turn in range(sum(others) + 4):
        for exchanged in range(sum(others) + 4):
            try:
                turns = (turn, exchanged)
                found.append(delta_of_counts(groups, (low, high), gamma, turns, 80, Size(1, 96)))
            except Refuted:
                continue
    assert min(found) >= exact
    assert min(found) <= exact + F(1, 10**20)
