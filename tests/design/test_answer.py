"""Answers as data: enclosures, gaps, and what is found once."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.answer import Answer, ends, found_once, show_value, simplify
from rropt.design.solve import solve

THREE = rr.LocalDP("ln(3)")


def test_two_answers_do_not_share_what_was_found():
    double = found_once(lambda answer: [answer.problem.truths])
    one, other = solve(THREE, rr.Trace(3)), solve(THREE, rr.Trace(4))
    assert double(one) is double(one) and double(one) == [3] and double(other) == [4]


def test_the_gap_is_the_largest_distance_of_an_end_from_an_end() -> None:
    answer = solve(rr.LocalDP.from_gamma(3), rr.Trace(3))
    moved = replace(answer, value=(F(1), F(2)), bound=(F(3), F(5)))
    assert moved.gap == 4
    assert replace(answer, value=F(7), bound=F(4)).gap == 3
    assert replace(answer, value=math.inf, bound=math.inf).gap == 0


def test_a_certificate_says_value_and_bound() -> None:
    answer = solve(rr.LocalDP.from_gamma(3), rr.Trace(3))
    again = Answer.certified(answer.problem, answer.certificate, answer.table, ("a remark",))
    assert again == answer and again.remarks == ("a remark",)


def test_the_digits_of_a_bound_are_rounded_away_from_the_value() -> None:
    exact = solve(THREE, rr.Trace(3))
    above = replace(exact, bound=exact.bound + F(1, 100))
    below = replace(exact, bound=exact.bound - F(1, 100))
    said = [answer.rounding for answer in (exact, above, below)]
    assert said == [None, "ROUND_CEILING", "ROUND_FLOOR"]


def test_the_support_is_the_patterns_with_least_entry_one() -> None:
    answer = solve(rr.LocalDP.from_gamma(3, "1/9"), rr.Variance("1/4"))
    assert sorted(answer.support) == sorted(
        [((0, 1), F(1, 9)), ((1, 0), F(1, 9)), ((1, 3), F(2, 9)), ((3, 1), F(2, 9))]
    )


def test_values_in_writing_and_their_ends() -> None:
    assert ends(F(1, 3)) == (F(1, 3), F(1, 3)) and ends((F(1), F(2))) == (1, 2)
    assert show_value((F(1, 2), F(2))) == ["1/2", "2"]
    assert show_value(math.inf) == "oo" and show_value(F(3, 4)) == "3/4"
    assert simplify((F(1), F(1))) == 1 and simplify((F(1), F(2))) == (1, 2)


@pytest.mark.parametrize("delta", ["0", "1/7"])
@pytest.mark.parametrize("k", [142, 1000])
def test_guesses_of_many_categories_are_told_or_any_other(k: int, delta: str) -> None:
    """The truth is reported with the value of the trace over k, and each other report alike."""
    level = rr.LocalDP.from_gamma(3, delta)
    for objective, value in (
        (rr.Trace(k), F(1)),
        (rr.Guess([f"1/{k}"] * k), F(1, k)),
    ):
        design = solve(level, objective)
        _, row = next(design.channel.rows_one_by_one())
        assert design.table is None and design.channel.shape == (k, k)
        assert design.value == k * row[0] * value and sum(row) == 1
        assert set(row[1:]) == {(1 - row[0]) / (k - 1)}


@pytest.mark.everything
@pytest.mark.parametrize(("k", "reports"), [(150, 4050), (997, math.comb(997, 323))])
def test_the_information_of_many_categories_is_that_of_sets(k: int, reports: int) -> None:
    """Of the sum L = gamma d + k - d a report has the truth d gamma / L of the times: of the blocks
    of a design, where one is known, or of all sets of d."""
    gamma = 3
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.MutualInformation([f"1/{k}"] * k))
    assert design.channel.shape == (reports, k)
    _, low = next(design.channel.rows_one_by_one())
    d = low.count(max(low))
    length = gamma * d + k - d
    named = d * gamma / length * math.log(gamma * k / length)
    assert named + (k - d) / length * math.log(k / length) == pytest.approx(float(design.value))
    assert sum(low) == F(length, 1) * min(low) and design.channel.parity() == gamma
    told = design.randomize([0, k - 1] * 50)
    assert design.estimate(told).value.sum() == pytest.approx(1)


def test_nothing_that_is_told_is_no_channel_of_sets() -> None:
    with pytest.raises(rr.InputError, match="the table on 1000 categories is kept as orbits"):
        assert solve(rr.LocalDP(0), rr.Trace(1000)).channel


def test_the_mechanism_of_an_interval_says_that_it_has_no_table() -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=100))
    with pytest.raises(rr.InputError, match="a whole interval of numbers has no table"):
        _ = design.channel
