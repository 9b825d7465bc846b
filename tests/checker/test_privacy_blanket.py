"""The privacy blanket: above the exact delta of all crowds, and equal to it where all are alike."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.privacy_blanket import delta_by_blanket, law_of
from rropt.checker.verdict import Malformed, Size
from tests.checker.histograms import delta_among, delta_of_all

TABLES = [
    [[F(3, 5), F(1, 5), F(1, 5)], [F(1, 5), F(3, 5), F(1, 5)], [F(1, 5), F(1, 5), F(3, 5)]],
    [[F(1, 2), F(1, 3), F(1, 6)], [F(1, 4), F(1, 4), F(1, 2)]],
    [[F(1, 2), F(1, 2), F(0)], [F(1, 4), F(1, 4), F(1, 2)]],
    [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]],
]


def rows_of(columns: list[list[F]]) -> list[list[F]]:
    return [list(row) for row in zip(*columns, strict=True)]


@pytest.mark.everything
@pytest.mark.parametrize("columns", TABLES)
@pytest.mark.parametrize("people", [1, 2, 4, 5])
@pytest.mark.parametrize("gamma", [F(1), F(5, 4), F(5, 2)])
def test_it_is_above_the_worst_crowd(columns: list[list[F]], people: int, gamma: F) -> None:
    exact = delta_of_all(columns, people, gamma)
    truths = range(len(columns))
    for steps in (1, 2, 5, 64):
        found = delta_by_blanket(rows_of(columns), truths, people, gamma, (steps, 80), Size(1, 96))
        assert found >= exact


@pytest.mark.everything
@pytest.mark.parametrize("columns", TABLES)
@pytest.mark.parametrize("gamma", [F(1), F(5, 4)])
def test_others_who_are_alike_hide_exactly_so_much(columns: list[list[F]], gamma: F) -> None:
    """Up to the grid, whose points are 1/4000 of the largest value apart."""
    for truth in range(len(columns)):
        others = [4 * int(truth == j) for j in range(len(columns))]
        exact = delta_among(columns, others, gamma)
        found = delta_by_blanket(rows_of(columns), [truth], 5, gamma, (4000, 80), Size(1, 96))
        assert exact <= found <= exact + F(1, 1000)


def test_whole_numbers_too_far_apart() -> None:
    with pytest.raises(Malformed, match="too far apart"):
        law_of([(0, F(1, 2)), (1 << 20, F(1, 2))], 20)
    assert law_of([(3, F(1, 3)), (3, F(1, 3)), (5, F(1, 3))], 16).masses == [43690, 0, 21845]
