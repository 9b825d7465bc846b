"""Covers: what is proved, and near misses that are not.

Processor seconds that a derivation may take.
"""

from __future__ import annotations

import time
from fractions import Fraction
from math import isqrt

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.region_cover import (
    WorkBudget,
    beside,
    between,
    isolated,
    missing,
    prove,
    undecided_boxes,
    work_budget,
)
from rropt.closed.derived.validity import Box, Condition, ValidityRegion
from rropt.exact import InputError

gamma, delta, pi = sp.symbols("gamma delta pi")


ANY = rr.LocalDP("ln(3)", "1/10")


ALL = {"gamma": (1, "oo"), "delta": (0, 1)}


def _problem(objective, outputs=None, privacy=ANY):
    return rr.Problem(privacy, objective, outputs)


@pytest.mark.everything
def test_a_cover_with_a_piece_missing_is_not_proved():
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    regions = [piece.region for piece in answer.pieces]
    for left_out in regions:
        rest = [r for r in regions if r is not left_out]
        assert not prove(answer.box, rest).proved
        hole = missing(answer.box, rest)
        assert hole is not None and left_out.holds(hole)


def test_a_line_with_a_gap_is_not_covered():
    x = sp.Symbol("x")
    box = Box(((x, Fraction(0), Fraction(4)),))
    low, high = (
        ValidityRegion((Condition(x**2 * (2 - x**2)),)),
        ValidityRegion((Condition(x**2 - 3),)),
    )
    assert not prove(box, [low, high]).proved
    middle = ValidityRegion((Condition(-(x**2 - 2) * (x**2 - 3)),))
    assert prove(box, [low, high, middle]).proved


def test_a_root_between_strict_conditions_is_open():
    x = sp.Symbol("x")
    box = Box(((x, Fraction(0), None),))
    below, above = (
        ValidityRegion((Condition(2 - x, True),)),
        ValidityRegion((Condition(x - 2, True),)),
    )
    assert not prove(box, [below, above]).proved
    assert prove(box, [below, ValidityRegion((Condition(x - 2),))]).proved


def test_roots_are_isolated_off_the_ends():
    x = sp.Symbol("x")
    roots = isolated([(x - 1) * (x - 2), x**2 - 2], x, Fraction(1), Fraction(2))
    assert len(roots) == 1 and roots[0][0] ** 2 < 2 < roots[0][1] ** 2


def test_exploration_may_start_on_a_switching_curve(monkeypatch):
    """Exploration started exactly where the best guess changes, at gamma = 5/3."""
    from rropt.closed.derived import region_cover

    real = region_cover.missing

    def at_the_switch(box, regions):
        return real(box, regions) if regions else {gamma: Fraction(5, 3)}

    monkeypatch.setattr(region_cover, "missing", at_the_switch)
    answer = rr.derive(_problem(rr.Guess(["1/2", "3/10", "1/5"])), (1, "oo"), delta=0)
    assert answer.proved
    assert len(answer.values) == 3
    assert answer.value_at(gamma="5/3") == Fraction(1, 2)


def test_what_a_line_leaves_open_is_the_gap_itself() -> None:
    x, y = sp.symbols("x y")
    box = Box(((x, Fraction(0), Fraction(4)), (y, Fraction(0), Fraction(1))))
    low, high = ValidityRegion((Condition(1 - x),)), ValidityRegion((Condition(x - 3),))
    cover = prove(box, [low, high])
    assert not cover.proved and cover.line is not None
    (gap,) = undecided_boxes(box, [low, high], cover, WorkBudget())
    (_, left, right), other = gap.ranges
    assert left <= 1 and right >= 3 and right - left < Fraction(9, 4)
    assert other == (y, 0, 1)


@pytest.mark.everything
def test_boxes_outside_which_the_regions_cover_hold_every_uncovered_point() -> None:
    x, y = sp.symbols("x y")
    box = Box(((x, Fraction(0), Fraction(1)), (y, Fraction(0), Fraction(1))))
    regions = [ValidityRegion((Condition(x + y - sp.Rational(1, 4)),))]
    left = undecided_boxes(box, regions, prove(box, regions), WorkBudget())
    assert left
    for point in (p for p, _ in zip(box.points(), range(300), strict=False)):
        inside = any(
            all(lo <= point[s] and (hi is None or point[s] <= hi) for s, lo, hi in part.ranges)
            for part in left
        )
        assert inside or point[x] + point[y] >= Fraction(1, 4)
    assert all(part.ranges[0][1] + part.ranges[1][1] < Fraction(1, 4) for part in left)


def test_points_between_neighbouring_roots() -> None:
    x = sp.Symbol("x")
    points = beside(isolated([x**2 - 2, x - 3], x, Fraction(0), None), Fraction(0), None)
    assert len(points) == 3
    assert points[0] ** 2 < 2 < points[1] ** 2 and points[1] < 3 < points[2]
    assert Fraction(2) < between(Fraction(2), Fraction(5)) < 5 < between(Fraction(5), None)


def test_roots_are_isolated_once_each_inside_an_open_range() -> None:
    x = sp.Symbol("x")
    near = Fraction(isqrt(2 * 10**60), 10**30)
    # A root twice, one at each end, one outside, and a rational within 1e-30 of the square root.
    of = [(x**2 - 2) * (x - 1), (x**2 - 2) ** 2, (x - near) * (x - 3) * (x + 5), sp.Integer(7)]
    (first, second) = isolated([sp.expand(p) for p in of], x, Fraction(1), Fraction(3))
    assert first == (near, near)
    assert near < second[0] and second[0] ** 2 < 2 < second[1] ** 2
    assert second[1] - second[0] < Fraction(1, 10**29)


def test_it_is_spent_after_its_seconds_of_this_process(monkeypatch) -> None:
    budget = WorkBudget(2.0, start=10.0)
    for now, spent in ((10.0, False), (12.0, False), (12.5, True)):
        monkeypatch.setattr(time, "process_time", lambda now=now: now)
        assert budget.is_spent is spent


def test_waiting_costs_nothing() -> None:
    budget = WorkBudget(0.5)
    time.sleep(0.01)
    assert not budget.is_spent


def test_seconds_from_the_door() -> None:
    assert work_budget("3/2").seconds == 1.5 and work_budget(None).seconds == float("inf")
    for wrong in (0, "-1", "soon"):
        with pytest.raises(InputError, match="budget must be"):
            work_budget(wrong)
