"""The search over windows and over all patterns: they agree, and few patterns do as well."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.problem import Problem
from rropt.design.worst.cone_program import GroupGoal
from rropt.design.worst.worst_search import (
    WindowPatterns,
    finer,
    is_separable,
    search_line,
    windows,
)
from rropt.utility.worst_case import WorstCase


def value(found) -> float:
    """The largest second moment less the square, for a fixed group."""
    solution, rows = found.solution, found.choice.rows
    moments = rows.T @ (solution.weights * (solution.values**2).sum(axis=0))
    return float((moments - (found.goal.contrasts**2).sum(axis=0)).max())


@pytest.mark.parametrize("numbers", [[0, 1, 3], [0, 1, 2, 3, 4], [0, 1, 9]])
def test_windows_of_a_line_are_as_good_as_all_patterns(numbers) -> None:
    scaled = np.array([[2 * x / numbers[-1] - 1 for x in numbers]])
    line = search_line(F(3), GroupGoal(scaled))
    whole = rr.optimal(rr.LocalDP.from_gamma(3), rr.Mean(scaled[0].tolist()))
    assert value(line) == pytest.approx(float(whole.bound), rel=1e-6)


def test_a_vertex_has_at_most_three_patterns_a_truth_and_is_as_good() -> None:
    numbers = np.linspace(-1, 1, 9)[None]
    found = search_line(F(3), GroupGoal(numbers))
    kept = found.vertex()
    assert len(kept) <= 3 * 9 and len(kept) < (found.solution.weights > 1e-9).sum() + 1
    again = found.on(kept)
    rows = found.choice.rows[kept]
    assert rows.T @ again.weights == pytest.approx(np.ones(9), abs=1e-6)
    moments = rows.T @ (again.weights * (again.values**2).sum(axis=0))
    assert (moments - numbers[0] ** 2).max() == pytest.approx(value(found), rel=1e-5)


@pytest.mark.everything
def test_a_coarse_grid_names_the_windows_of_a_fine_one() -> None:
    """61 numbers are sought from 31 on; the value lies between those of 31 and of 121 points."""
    values = [value(search_line(F(3), GroupGoal(np.linspace(-1, 1, n)[None]))) for n in (31, 61)]
    assert values[0] <= values[1] * (1 + 1e-6) and values[1] == pytest.approx(values[0], rel=5e-3)


@pytest.mark.parametrize(
    "privacy, objective, separable",
    [
        (rr.LocalDP(1), rr.Mean([0, 1, 2]), True),
        (rr.LocalDP(1, "1/10"), rr.Mean([0, 1, 2]), False),
        (rr.MetricDP.path(1).on(3), rr.Mean([0, 1, 2]), False),
        (rr.LocalDP(1), WorstCase(truths=3), False),
        (rr.LocalDP(1), WorstCase([1, -1, 0]), True),
    ],
)
def test_only_one_contrast_at_one_number_is_decided_along_a_line(
    privacy, objective, separable
) -> None:
    assert is_separable(Problem(privacy, objective)) is separable


@pytest.mark.parametrize("truths", [2, 3, 7])
def test_windows_are_all_runs_but_the_whole(truths: int) -> None:
    runs = windows(truths)
    assert len(runs) == truths * (truths + 1) // 2 - 1
    masks = WindowPatterns(runs, truths, F(3)).masks
    assert len(np.unique(masks, axis=0)) == len(masks)
    assert masks.any(axis=1).all() and not masks.all(axis=1).any()
    assert all(np.abs(np.diff(mask.astype(int))).sum() <= 2 for mask in masks)


def test_finer_windows_agree_with_the_coarse_one_at_its_points() -> None:
    kept = np.array([0, 2, 4, 6])
    coarse = np.array([[1, 3]])
    found = finer(coarse, kept, 7)
    assert len(found) == 4
    masks = WindowPatterns(found, 7, F(3)).masks
    assert (masks[:, kept] == WindowPatterns(coarse, 4, F(3)).masks).all()


pytestmark = pytest.mark.quick
