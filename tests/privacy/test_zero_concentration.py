"""The points at which a table is shown to be zero-concentrated."""

from fractions import Fraction as F
from random import Random

import pytest

from rropt.channel import Channel
from rropt.measures.divergences import largest, zero_concentrated
from rropt.privacy.zero_concentration import is_shown, points_of


def table(seed, reports, truths):
    rng = Random(seed)
    columns = []
    for _ in range(truths):
        counts = [rng.randrange(1, 20) for _ in range(reports)]
        columns.append([F(n, sum(counts)) for n in counts])
    return [list(row) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize("seed", range(12))
def test_points_are_found_just_above_the_level_of_a_table_and_none_below(seed):
    """The level is that of `measures`, which searches the orders in another way."""
    rows = table(seed, 2 + seed % 4, 2 + seed % 2)
    level = F(largest(Channel.from_rows(rows), zero_concentrated)[1])
    assert points_of(rows, level * F(10**7 + 1, 10**7)) is not None
    assert points_of(rows, level * F(10**7 - 1, 10**7)) is None


def test_a_small_epsilon_is_shown_as_well():
    """Warner at 21/20: K is nearly the parabola rho (s + s^2)."""
    rows = [[F(21, 41), F(20, 41)], [F(20, 41), F(21, 41)]]
    level = F(largest(Channel.from_rows(rows), zero_concentrated)[1])
    assert points_of(rows, level * F(1001, 1000)) is not None


def test_too_few_points_show_nothing():
    rows = table(3, 3, 2)
    level = F(largest(Channel.from_rows(rows), zero_concentrated)[1])
    points = points_of(rows, level * F(11, 10))
    assert points is not None and is_shown(rows, level * F(11, 10), points)
    assert not is_shown(rows, level * F(11, 10), points[:1])
    assert not is_shown(rows, level * F(9, 10), points)
    assert points_of([[F(1), F(0)], [F(0), F(1)]], F(100)) is None
