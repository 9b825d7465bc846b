"""What rows add to Renyi budgets, and points at which a table is zero-concentrated."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import pairwise
from random import Random

import pytest

from rropt.channel import Channel
from rropt.checker.concentrated import Concentrated
from rropt.checker.private_table import read_table
from rropt.checker.verdict import Doubts, Refuted
from rropt.measures.divergences import largest, zero_concentrated
from rropt.privacy.renyi_lines import is_shown, most_told, points_of, unlike_pairs


def test_what_a_row_adds():
    assert most_told(F(2), F(3), F(1, 2)) == 18
    assert float(most_told(F(3, 2), F(4), F(1))) == pytest.approx(8)
    assert float(most_told(F(1), F(1, 2), F(1, 4))) == pytest.approx(math.log(2) / 2)
    assert most_told(F(3, 2), F(4), F(1)) >= 8 and most_told(F(1), F(0), F(1)) == 0


def table(seed, reports, truths):
    rng = Random(seed)
    columns = []
    for _ in range(truths):
        counts = [rng.randrange(1, 20) for _ in range(reports)]
        columns.append([F(n, sum(counts)) for n in counts])
    return [list(row) for row in zip(*columns, strict=True)]


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(12))
def test_points_are_found_just_above_the_level_of_a_table_and_none_below(seed):
    """The level is that of `measures`, which searches the orders in another way."""
    rows = table(seed, 2 + seed % 4, 2 + seed % 2)
    level = F(largest(Channel.from_rows(rows), zero_concentrated)[1])
    assert points_of(rows, level * F(10**7 + 1, 10**7)) is not None
    assert points_of(rows, level * F(10**7 - 1, 10**7)) is None


def test_a_loss_that_is_the_mean_is_shown_as_well():
    """KL of the first pair is ln(3/2), as ((3/2) (3/8) 3^2)^(1/4) = 3/2, and so is a loss."""
    rows = [[F(1, 4), F(1, 6)], [F(1, 4), F(2, 3)], [F(1, 2), F(1, 6)]]
    assert (F(3, 2) * F(3, 8) * 3**2) == F(3, 2) ** 4
    level = max(largest(Channel.from_rows(rows), zero_concentrated))
    assert F(10001, 10000) * level < F(41, 100) and points_of(rows, F(41, 100)) is not None
    assert math.log(1.5) > 0.405 and points_of(rows, F(405, 1000)) is None


def test_a_small_epsilon_is_shown_as_well():
    """Warner at 21/20: K is nearly the parabola rho (s + s^2)."""
    rows = [[F(21, 41), F(20, 41)], [F(20, 41), F(21, 41)]]
    level = F(largest(Channel.from_rows(rows), zero_concentrated)[1])
    assert points_of(rows, level * F(1001, 1000)) is not None


def test_too_few_points_show_nothing():
    rows = table(3, 3, 2)
    level = F(largest(Channel.from_rows(rows), zero_concentrated)[1])
    points = points_of(rows, level * F(11, 10))
    pairs = unlike_pairs(rows)
    assert points is not None and is_shown(pairs, level * F(11, 10), points)
    assert not is_shown(pairs, level * F(11, 10), points[:1])
    assert not is_shown(pairs, level * F(9, 10), points)
    assert points_of([[F(1), F(0)], [F(0), F(1)]], F(100)) is None


def taken_by_the_checker(rows, rho, points):
    """Its enclosures are rationals of 512 bits, and its own formulas."""
    doubts = Doubts()
    sizes = [1] * len(rows[0])
    try:
        Concentrated(rho, points).verify_table(read_table(rows, [F(1)] * len(rows), sizes), doubts)
    except Refuted:
        return False
    return not doubts.reasons


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(20))
def test_the_checker_takes_the_same_points(seed):
    rows = table(seed, 2 + seed % 3, 2 + seed % 2)
    level = F(largest(Channel.from_rows(rows), zero_concentrated)[1])
    points = points_of(rows, level * F(21, 20))
    assert points is not None
    rng = Random(f"points {seed}")
    for scale in (F(19, 20), F(1), F(51, 50), F(11, 10)):
        kept = tuple(s for s in points if rng.random() < 0.8) or points
        for chosen in (points, kept, points[:-1] or points, (points[0] * 2, *points[1:])):
            if all(s < t for s, t in pairwise(chosen)):
                rho = level * scale
                assert is_shown(unlike_pairs(rows), rho, chosen) == taken_by_the_checker(
                    rows, rho, chosen
                )


def test_points_do_not_depend_on_the_order_of_the_reports():
    random = Random(3)
    columns = [[F(1000 + random.randrange(80)) for _ in range(9)] for _ in range(3)]
    rows = [
        tuple(x / sum(column) for x, column in zip(row, columns, strict=True))
        for row in zip(*columns, strict=True)
    ]
    rho = F(1, 1000)
    found = points_of(rows, rho)
    assert found
    for _ in range(5):
        random.shuffle(rows)
        assert points_of(rows, rho) == found
