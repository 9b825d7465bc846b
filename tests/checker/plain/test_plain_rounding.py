"""The specification of forms that are rounded down: entries known by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_matrices import (
    STEP,
    inverse_above,
    is_short,
    is_short_semidefinite,
    rounded_down,
)

pytestmark = pytest.mark.quick


def test_one_class_loses_a_step_of_its_mean() -> None:
    """own is 1/3 and the mean 1/2 is on the grid: own and the mean less a step are left."""
    half, third = F(1, 2), F(1, 3)
    X = [[half + third / 2, half - third / 2], [half - third / 2, half + third / 2]]
    own, mean = F(2**256 // 3, 2**256), half - STEP
    assert rounded_down(X, [0, 0]) == [
        [mean + own / 2, mean - own / 2],
        [mean - own / 2, mean + own / 2],
    ]


def test_two_classes_lose_two_steps_on_the_diagonal() -> None:
    low = F(-(2**256) // 3, 2**256)
    found = rounded_down([[F(1), F(-1, 3)], [F(-1, 3), F(0)]], [0, 1])
    assert found == [[1 - 2 * STEP, low], [low, -2 * STEP]]
    assert low < F(-1, 3)


@pytest.mark.parametrize(("entry", "wanted"), [(F(2**80) - STEP, True), (F(-(2**80)), False)])
def test_entries_below_2_to_the_80th_are_short(entry: F, wanted: bool) -> None:
    assert is_short([[F(1), F(0)], [F(0), entry]], [0, 1]) is wanted


@pytest.mark.parametrize(("more", "wanted"), [(STEP, True), (F(0), False)])
def test_an_elimination_loses_a_step_of_what_it_leaves(more: F, wanted: bool) -> None:
    half = F(1, 2)
    assert is_short_semidefinite([[F(1), half], [half, F(1, 4) + more]], [0, 1]) is wanted


def test_the_inverse_of_one_is_a_step_above() -> None:
    """Of one class with own 1 and mean 1: -1 is left, less a step."""
    assert inverse_above([[F(3, 2), F(1, 2)], [F(1, 2), F(3, 2)]], [0, 0]) == [
        [F(1, 2) + (1 + STEP) / 4, -F(1, 2) + (1 + STEP) / 4],
        [-F(1, 2) + (1 + STEP) / 4, F(1, 2) + (1 + STEP) / 4],
    ]
