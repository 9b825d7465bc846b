"""Which number of reports is answered in which way: cases derived by hand."""

from __future__ import annotations

from fractions import Fraction as F
from math import comb

import pytest

import rropt as rr
from rropt.design.problem import Problem, resolved
from rropt.design.report_counts import (
    MOST_CHOICES,
    has_fewer_reports,
    is_card,
    is_chained,
    is_interchangeable,
    is_listed,
    is_of_fewer_actions,
    is_searched,
    levels_at,
)
from rropt.privacy.conditions import HIGH, LOW

PURE, WITH_DELTA = rr.LocalDP.from_gamma(3), rr.LocalDP.from_gamma(3, "1/10")
THREE = "1/2,1/4,1/4"


def test_where_no_chain_is_needed():
    """Without a delta two reports are enough; so they are for decisions and the total variation."""
    mutual = rr.MutualInformation("2/3,1/3")
    asked = [
        (rr.LocalDP(1), mutual, 2),
        (rr.Privacy([[1, 3], [2, 1]]), mutual, 2),
        (rr.LocalDP(1, "1/10"), mutual, 4),
        (rr.LocalDP(1, "1/10"), rr.Guess("1/4,3/4"), 3),
        (rr.LocalDP(1, "1/10"), rr.FDivergence("total-variation", (0, 1), 2), 3),
        (rr.RenyiDP(2, "1/2"), mutual, 2),
        (rr.LocalDP(1, "1/10"), rr.Trace(3), 2),
    ]
    for privacy, objective, outputs in asked:
        assert not is_chained(resolved(Problem(privacy, objective, outputs)))
    assert is_chained(resolved(Problem(rr.LocalDP(1, "1/10"), mutual, 3)))


def test_cards_are_warners_device_and_a_proportion_by_two_reports() -> None:
    assert is_card(Problem(PURE, rr.Warner("1/4")))
    assert is_card(Problem(WITH_DELTA, rr.Variance("1/4"), 2))
    assert not is_card(Problem(WITH_DELTA, rr.Variance("1/4")))
    assert not is_card(Problem(WITH_DELTA, rr.Guess("1/4,3/4"), 2))
    assert not is_card(resolved(Problem(rr.RenyiDP(2, "1/2"), rr.Variance("1/4"), 2)))


@pytest.mark.parametrize(
    "privacy, objective, outputs, listed",
    [
        (PURE, rr.MutualInformation(THREE), 2, True),
        (PURE, rr.MutualInformation(THREE), 3, False),
        (PURE, rr.MutualInformation("1/4,3/4"), 2, False),  # two truths need two reports
        (WITH_DELTA, rr.MutualInformation("1/4,3/4"), 2, True),
        (PURE, rr.FDivergence("le-cam", (0, 1), 3), 2, False),
        (WITH_DELTA, rr.FDivergence("le-cam", (0, 1), 3), 2, True),
        (WITH_DELTA, rr.FDivergence("total-variation", (0, 1), 3), 2, False),
        (WITH_DELTA, rr.Variance("1/4"), 2, False),
    ],
)
def test_two_reports_are_listed_where_an_optimum_may_need_more(
    privacy: rr.LocalDP, objective: rr.Guess, outputs: int, listed: bool
) -> None:
    assert is_listed(Problem(privacy, objective, outputs)) is listed


def test_the_best_of_more_actions_than_reports() -> None:
    gain = rr.Gain([[1, 0, 0], [0, 1, 0], [0, 0, 1], ["1/2"] * 3], THREE)
    assert gain.number_of_actions == 4 and rr.Trace(5).number_of_actions == 5
    for outputs, fewer in ((2, True), (3, True), (4, False), (None, False)):
        assert is_of_fewer_actions(Problem(WITH_DELTA, gain, outputs)) is fewer
    assert is_interchangeable(Problem(PURE, rr.Trace(5), 3))
    assert not is_interchangeable(Problem(PURE, gain, 3))
    metric = resolved(Problem(rr.MetricDP.path("ln(2)"), rr.Guess(THREE), 2))
    assert not is_interchangeable(metric)


def test_choices_are_searched_up_to_a_number_of_them() -> None:
    for actions, reports in ((20, 4), (20, 5), (20, 6), (12, 6)):
        assert is_searched(20, actions, reports) is (comb(actions, reports) <= MOST_CHOICES)
    assert not is_searched(33, 3, 2)


def test_other_numbers_of_reports_are_as_good_as_any() -> None:
    assert not has_fewer_reports(Problem(PURE, rr.Guess(THREE)))
    assert not has_fewer_reports(Problem(PURE, rr.MutualInformation(THREE), 3))
    assert has_fewer_reports(Problem(PURE, rr.Guess(THREE), 2))
    assert has_fewer_reports(Problem(PURE, rr.MutualInformation(THREE), 2))


def test_levels_of_tables_lie_below_those_of_bounds() -> None:
    level = resolved(Problem(rr.LocalDP(1, "1/10"), rr.Variance("1/4"), 2))
    for low, high in zip(levels_at(level, LOW), levels_at(level, HIGH), strict=True):
        assert low[1] == high[1] == F(1, 10)
        assert sorted(map(float, low[0])) == pytest.approx([-2.718281828459045, 1])
        assert min(low[0]) > min(high[0])
    one_way = resolved(Problem(rr.Privacy([[1, 3], ["oo", 1]]), rr.Variance("1/4"), 2))
    assert levels_at(one_way, LOW) == [((1, -3), 0)]
