"""Tables along a line: what is proved on a stretch, and what two tables share."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.closed.derived.group_line import GroupTable, centred
from rropt.closed.derived.group_start import starts

NUMBERS = (F(-1), F(0), F(1))


def at(level: F) -> GroupTable:
    system, start = next(starts(NUMBERS, level))
    return GroupTable(system, (0, 1, 2), (), [(level, start)])


@pytest.fixture(scope="module")
def low() -> GroupTable:
    return at(F(2))


@pytest.fixture(scope="module")
def high() -> GroupTable:
    return at(F(4))


def test_numbers_are_centred_once_each() -> None:
    assert centred((F(3), F(1), F(2), F(1))) == (2, 1, (-1, 0, 1))
    assert centred((F(0), F(5))) == (F(5, 2), F(5, 2), (-1, 1))


def test_a_table_is_proved_where_it_is_optimal_and_not_beyond(low, high) -> None:
    """The formulas of three numbers change at gamma = 3."""
    assert low.proved_on((F(19, 10), F(2))) and low.proved_on((F(29, 10), F(295, 100)))
    assert not low.proved_on((F(31, 10), F(32, 10)))
    assert high.proved_on((F(31, 10), F(315, 100)))
    assert not high.proved_on((F(28, 10), F(285, 100)))


def test_doubles_say_the_same(low, high) -> None:
    assert low.seems_optimal(F(5, 2)) and not low.seems_optimal(F(7, 2))
    assert high.seems_optimal(F(7, 2)) and not high.seems_optimal(F(5, 2))


def test_only_tables_a_report_apart_may_share(low, high) -> None:
    apart = set(low.system.support) ^ set(high.system.support)
    assert len(apart) == 1 and low.may_share(high) and high.may_share(low)
    assert not low.may_share(low)
    other = GroupTable(low.system, (0, 1), (), low.samples)
    assert not low.may_share(other)
    assert not low.shares(other, (F(2), F(3)))


def test_nothing_is_shared_away_from_the_switch(low, high) -> None:
    assert not low.shares(high, (F(2), F(201, 100)))


def test_the_nearest_sample_is_the_start(low) -> None:
    both = GroupTable(low.system, low.active, (), [*low.samples, (F(5, 2), low.samples[0][1])])
    assert both.distance(F(12, 5)) == F(1, 10) and both.table == low.table
