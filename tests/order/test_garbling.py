"""Is A = C P? Certificates of both answers.

A = C P for dependent rows: three sorts of answers, and the exact simplex beside the rounds.
"""

from __future__ import annotations

import random
from fractions import Fraction as F
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rropt as rr
from rropt.exact import InputError
from rropt.order import compare, garbling
from rropt.order.garbling import (
    _floor,
    decide_block,
    decide_garbling,
    same_rows,
    splitting,
)
from rropt.order.separation import Separation, value_of
from tests.bench.garblings import stochastic
from tests.order.test_comparison import tables, verify


@pytest.mark.everything
@given(tables(k=3), st.integers(0, 10**6))
def test_a_garbling_is_recognised(P, seed):
    C = stochastic(3, P.shape[0], random.Random(seed), zeros=0.5)
    answer = compare(C @ P, P)
    assert answer.relation in ("better", "equivalent")
    verify(answer)


WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_the_only_garbling_is_found() -> None:
    """2/3 = c 3/4 + (1 - c) 1/4 at c = 5/6."""
    A = rr.Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    found = decide_garbling(A, WARNER)
    assert isinstance(found, rr.Channel)
    assert found.rows == ((F(5, 6), F(1, 6)), (F(1, 6), F(5, 6)))
    back = decide_garbling(WARNER, A)
    assert isinstance(back, Separation) and back.first > back.second


def test_split_and_empty_reports_are_seen_through() -> None:
    """(3/8, 1/8) twice is one report; a report that never comes is none."""
    halves = rr.Channel.from_rows([["3/8", "1/8"], ["1/4", "3/4"], [0, 0], ["3/8", "1/8"]])
    for A, P in ((halves, WARNER), (WARNER, halves)):
        found = decide_garbling(A, P)
        assert isinstance(found, rr.Channel) and (found @ P).rows == A.rows
    assert same_rows(halves, WARNER)
    assert not same_rows(WARNER.restrict([1, 0]), rr.Channel.from_rows([["1/2"] * 2] * 2))


def test_splitting_gives_each_report_its_share() -> None:
    halves = rr.Channel.from_rows([["1/2", "1/6"], ["1/4", "1/12"], ["1/4", "3/4"]])
    merged = halves.merge_proportional()
    C = splitting(halves, merged)
    assert (C @ merged).rows == halves.rows
    assert sorted(x for row in C.rows for x in row if x) == [F(1, 3), F(2, 3), 1]


def test_a_table_beside_itself_in_another_order_is_compared_if_it_has_few_reports(monkeypatch):
    """A table of 26,000 reports beside itself was written out as 670 million zeros and ones."""
    monkeypatch.setattr("rropt.order.garbling.MOST_ENTRIES", 8)
    P = [["1/2", "1/6"], ["1/3", "1/3"], ["1/6", "1/2"]]
    with pytest.raises(InputError, match="fewer reports to be compared, got 3 and 3: side_by_side"):
        rr.compare(P, P[::-1])
    two = [["3/4", "1/4"], ["1/4", "3/4"]]
    assert rr.compare(two, two[::-1]).relation == "equivalent"


def test_more_reports_than_memory_holds_are_refused(monkeypatch) -> None:
    """All sets of two of 100 truths beside Hadamard response had taken 24 gigabytes."""
    monkeypatch.setattr("rropt.order.garbling.MOST_NUMBERS", 5)
    P = [["1/2", "1/6"], ["1/3", "1/3"], ["1/6", "1/2"]]
    with pytest.raises(InputError, match="fewer reports to be compared, got 2 and 3: side_by_side"):
        rr.compare([["3/5", "2/5"], ["2/5", "3/5"]], P)


def test_tables_on_other_truths_are_not_compared() -> None:
    with pytest.raises(InputError, match="same truths, got 2 and 3"):
        decide_garbling(WARNER, rr.Channel.identity(3))


pytestmark = pytest.mark.quick

FAN = rr.Channel.from_rows([["1/2", "1/6"], ["1/3", "1/3"], ["1/6", "1/2"]])


def assert_answers(A: rr.Channel, P: rr.Channel, expected: bool) -> None:
    found = decide_block(A, P)
    assert isinstance(found, rr.Channel) == expected
    if isinstance(found, Separation):
        assert value_of(found.gain, A) == found.first > found.second == value_of(found.gain, P)
    else:
        assert (found @ P).rows == A.rows


@pytest.mark.parametrize("rounds", [12, 0])
@pytest.mark.parametrize(
    ("share", "expected"),
    [("3/5", True), ("2/3", True), (F(2, 3) + F(1, 10**30), False), ("3/4", False)],
)
def test_two_reports_of_a_fan_by_hand(share, expected, rounds, monkeypatch) -> None:
    """(1/2 + 1/6) is the most that one report can have of truth 0 with half the mass: 2/3."""
    monkeypatch.setattr(garbling, "ROUNDS", rounds)
    s = F(share)
    assert_answers(rr.Channel.from_rows([[s, 1 - s], [1 - s, s]]), FAN, expected)


@pytest.mark.parametrize("seed", range(10))
def test_random_garblings_of_dependent_rows(seed: int) -> None:
    rng = Random(f"rounds {seed}")
    P = stochastic(6, 3, rng, zeros=0.3).merge_proportional()
    A = stochastic(3, P.shape[0], rng, zeros=0.4) @ P
    assert_answers(A, P, True)


def test_floors_of_rationals() -> None:
    from flint import fmpq

    assert [int(_floor(fmpq(n, 4))) for n in (-5, -4, 3, 4)] == [-2, -1, 0, 1]


@pytest.mark.parametrize("rounds", [12, 0])
@pytest.mark.parametrize("seed", range(4))
def test_three_truths_told_too_well(seed, rounds, monkeypatch) -> None:
    """Of three reports a gain and its opposite are not alike: a wrong sign would tell nothing."""
    monkeypatch.setattr(garbling, "ROUNDS", rounds)
    P = stochastic(6, 3, Random(f"told {seed}"))
    A = rr.Channel.from_rows([["9/10", 0, "1/10"], ["1/10", 1, 0], [0, 0, "9/10"]])
    assert_answers(A, P, False)
