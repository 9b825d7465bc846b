"""Lines lie where the ratios of a table are, fewer the farther from them."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt import InputError, RenyiDP
from rropt.design.levels.renyi_places import (
    DIGITS,
    _around,
    ratios_of,
    refuse_many_truths,
    spread,
    touching_near,
    with_ratios,
)
from rropt.design.levels.renyi_table import rounded


def test_lines_lie_on_either_side_of_each_ratio_and_reach_beyond() -> None:
    points = sorted(_around({F(1, 2), F(2)}, 40))
    assert {F(1, 2), F(2)} <= set(points) and min(points) > 0
    for t in (F(1, 2), F(2)):
        nearest = min(abs(p - t) for p in points if p != t)
        assert 0 < nearest < t / 10**4
    assert max(points) >= 2 * 9 - 1 and min(points) <= F(1, 17)


def conditions():
    return RenyiDP(2, "1/2").on(2).levels


def test_first_lines_lie_alike_on_both_sides_of_one():
    for condition in spread(conditions()).listed:
        assert condition.points[len(condition.points) // 2] == 1
        for low, high in zip(condition.points, reversed(condition.points), strict=True):
            assert float(low * high) == pytest.approx(1, abs=2.0 ** (2 - DIGITS))


def test_lines_touch_at_the_ratios_of_a_table_and_stay_where_they_were():
    first = spread(conditions())
    rows = ((F(2), F(1)), (F(1), F(3)))
    finer = with_ratios(first, rows)
    assert {F(2), rounded(F(1, 3), DIGITS)} <= set(finer.listed[0].points)
    assert set(first.listed[0].points) < set(finer.listed[0].points)
    assert F(2) in touching_near(first, rows, [1.0, 1.0]).listed[0].points


def test_a_condition_without_a_price_has_one_line():
    rows = ((F(2), F(1)), (F(1), F(3)))
    assert touching_near(conditions(), rows, [1.0, 0.0]).listed[1].points == (1,)


def test_a_report_that_reveals_has_no_ratio():
    assert ratios_of(conditions().listed[0], ((F(1), F(0)), (F(0), F(1)))) == [None]


def test_four_truths_are_too_many_for_lines():
    refuse_many_truths(3)
    with pytest.raises(InputError, match="categories must be at most 3"):
        refuse_many_truths(4)
