"""Is A = C P? Certificates of both answers."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rropt as rr
from rropt.exact import InputError
from rropt.order import compare
from rropt.order.garbling import decide_garbling, same_rows, splitting
from rropt.order.separation import Separation
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


def test_tables_on_other_truths_are_not_compared() -> None:
    with pytest.raises(InputError, match="same truths, got 2 and 3"):
        decide_garbling(WARNER, rr.Channel.identity(3))
