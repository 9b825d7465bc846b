"""Metric privacy: exact where gamma is, enclosed where distances are irrational."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import permutations, product

import mpmath
import pytest

import rropt as rr
from rropt.privacy.levels import essential
from rropt.privacy.metric import metric_named


def test_a_path_metric_is_exact_where_gamma_is():
    levels = rr.MetricDP.path("ln(3/2)").on(4).levels
    assert levels.lo == levels.hi and levels.lo[0][3] == F(27, 8)
    assert essential(levels.lo) == ((0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2))


def test_points_in_the_plane_are_enclosed_and_their_squares_kept():
    levels = rr.MetricDP.grid(2, 2, 1).on(4).levels
    assert levels.distances_squared[0] == (0, 1, 1, 2)
    lo, hi = levels.lo[0][3], levels.hi[0][3]
    assert lo < hi and float(lo) == pytest.approx(4.1132503787829275, rel=1e-15)
    assert hi - lo < lo / 2**60


@pytest.mark.parametrize("epsilon", [1, "1/2", "1/1000"])
def test_between_two_places_of_a_path_no_level_is_a_bound_of_its_own(epsilon) -> None:
    levels = rr.MetricDP.path(epsilon).on(7).levels
    steps = {(a, b) for a in range(7) for b in range(7) if abs(a - b) == 1}
    assert levels.lo != levels.hi
    assert set(essential(levels.lo)) == set(essential(levels.hi)) == steps
    assert len(levels.patterns(0)) == len(levels.patterns(1)) == 2**6
    longest = max(x.denominator.bit_length() for row in levels.hi for x in row)
    assert longest <= 65 + int(1 / F(epsilon)).bit_length()  # as many more as one may be near


def test_on_a_grid_levels_follow_along_lines_with_a_place_between() -> None:
    """A bound of its own has steps (dx, dy) without a common factor."""
    places = list(product(range(4), range(3)))
    bound = {
        (places.index(p), places.index(q))
        for p, q in permutations(places, 2)
        if math.gcd(p[0] - q[0], p[1] - q[1]) == 1
    }
    levels = rr.MetricDP.grid(4, 3, 1).on(12).levels
    assert set(essential(levels.lo)) == set(essential(levels.hi)) == bound


def test_distances_of_very_different_lengths_are_enclosed_as_narrowly() -> None:
    levels = rr.MetricDP([[0, "1e-30", 1], ["1e-30", 0, 1], [1, 1, 0]], 1).on(3).levels
    assert levels.hi[0][2] - levels.lo[0][2] < F(1, 10**13)
    assert 1 < levels.lo[0][1] < levels.hi[0][1] < 1 + F(2, 10**30)


@pytest.mark.parametrize("epsilon", ["1e-3", "1e-9", "1e-14"])
def test_near_one_levels_are_enclosed_as_narrowly_as_they_differ_from_one(epsilon: str) -> None:
    levels = rr.MetricDP.path(epsilon).on(3).levels
    with mpmath.workdps(60):
        for length in (1, 2):
            power = mpmath.expm1(length * mpmath.mpf(epsilon))
            lo, hi = levels.lo[0][length] - 1, levels.hi[0][length] - 1
            assert mpmath.mpf(lo.numerator) / lo.denominator < power
            assert power < mpmath.mpf(hi.numerator) / hi.denominator
            assert hi - lo < lo / 2**58
    assert levels.lo[0][1] * levels.lo[1][2] < levels.lo[0][2]


def test_distances_that_break_the_triangle_inequality_are_closed_and_it_is_said():
    level = rr.MetricDP([[0, 1, 5], [1, 0, 1], [5, 1, 0]], "ln(2)").on(3)
    assert level.levels.lo[0][2] == 4 and "triangle" in level.notes[0]


def test_enclosures_of_irrational_distances_hold_what_mpmath_says() -> None:
    levels = rr.MetricDP.points([[0, 0], [1, 1], [2, 5]], "1/3").on(3).levels
    with mpmath.workdps(60):
        for a, b, square in ((0, 1, 2), (1, 2, 17), (0, 2, 29)):
            exact = mpmath.exp(mpmath.sqrt(square) / 3)
            ends = levels.lo[a][b], levels.hi[a][b]
            low, high = (mpmath.mpf(x.numerator) / x.denominator for x in ends)
            assert low < exact < high < low * (1 + mpmath.mpf(2) ** -60)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: rr.MetricDP([[0, 1]], 1), "at least two truths"),
        (lambda: rr.MetricDP([[0, 1], [1, 0, 2]], 1), "got 3 entries in row number 2"),
        (lambda: rr.MetricDP([[1, 1], [1, 0]], 1), r"distances\[0\]\[0\] must be 0, got 1"),
        (lambda: rr.MetricDP([[0, 0], [1, 0]], 1), r"distances\[0\]\[1\] must be positive"),
        (lambda: rr.MetricDP.points([[0, 0], [1]], 1), "as many coordinates"),
        (lambda: rr.MetricDP.points([[0], [1], [0]], 1), "different, got place 0 again as place 2"),
        (lambda: rr.MetricDP.path(400).on(3), "at most 700"),
        (lambda: rr.MetricDP.grid(2, 2, 1).on(3), "as many truths as the objective, 3, got 4"),
        (lambda: metric_named("grid:1x1", 1), "such as grid:3x4"),
        (lambda: metric_named("grid:2x1/2", 1), "such as grid:3x4"),
        (lambda: metric_named("grid:2x3x4", 1), "such as grid:3x4"),
    ],
)
def test_what_is_no_metric_is_refused(make, words) -> None:
    with pytest.raises(rr.InputError, match=words):
        make()


def test_metrics_by_their_names() -> None:
    assert metric_named("circle", 1) is None
    assert metric_named("path", "1/2") == rr.MetricDP.path("1/2")
    grid = metric_named("grid:2x3", 1)
    assert grid is not None and grid.on(6).levels.truths == 6
