"""Rows taken apart into extreme patterns."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.order import admissible, compare
from rropt.order.layers import assemble, dominating_pure, layers
from tests.order.test_admissibility import GAMMA, WARNER, private_tables, verify, verify_admissible


def test_a_table_that_says_nothing_is_dominated_by_randomized_response():
    answer = admissible([["1/4"] * 3, ["3/4"] * 3], 2)
    assert answer.dominating and answer.dominating.rows[0] == (F(1, 2), F(1, 4), F(1, 4))
    verify(answer)


@pytest.mark.everything
@settings(max_examples=15)
@given(st.one_of(private_tables(k=2), private_tables()), st.sampled_from(["1/10", "1/3", "9/10"]))
def test_with_delta_too_the_dominating_table_is_the_best_for_a_gain(A, delta):
    first = admissible(A, GAMMA, delta)
    best = first if first.admissible else admissible(first.dominating, GAMMA, delta)
    verify_admissible(best, GAMMA, F(delta))


def test_split_reports_with_delta_are_taken_apart_like_the_merged_table():
    halves = [["3/8", "1/8"], ["3/8", "1/8"], ["1/4", "3/4"]]
    answer = admissible(halves, 3, "1/10")
    verify(answer)
    merged = admissible(WARNER, 3, "1/10")
    assert compare(answer.dominating, merged.dominating).relation == "equivalent"


def test_layers_add_up_to_the_row() -> None:
    """(5, 4, 3) at gamma 2: (2, 1, 1) and (2, 2, 1) with weight one each, and 1 is left."""
    row = (F(5), F(4), F(3))
    parts, constant = layers(row, F(2))
    assert parts == {(2, 2, 1): F(1), (2, 1, 1): F(1)} and constant == 1
    for j, entry in enumerate(row):
        assert sum(w * pattern[j] for pattern, w in parts.items()) + constant == entry
    assert layers((F(1), F(1)), F(3)) == ({}, 1)


def test_equal_patterns_are_merged_and_shared() -> None:
    first, second = (F(3), F(1)), (F(1), F(3))
    P, shares = assemble([{first: F(1, 8)}, {first: F(1, 8), second: F(1, 4)}])
    assert P.rows == ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))
    assert shares == ((F(1, 2), 0), (F(1, 2), 1))


def test_what_dominates_a_table_between_its_levels() -> None:
    """Parity 2 at gamma 3: constants are deleted, the rest is a table of parity 3."""
    A = rr.Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    P, C = dominating_pure(A, F(3))
    assert P.rows == ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))) and (C @ P).rows == A.rows


def test_reports_that_say_the_same_are_taken_apart_once() -> None:
    """A report that is given in four pieces: each has a quarter of what the whole one has."""
    whole, other = [F(x, 16) for x in (9, 6, 3)], [F(x, 16) for x in (7, 10, 13)]
    pieces = [[x / 4 for x in whole]] * 4
    P, C = dominating_pure(rr.Channel.from_rows([*pieces, other]), F(3))
    same, garbling = dominating_pure(rr.Channel.from_rows([whole, other]), F(3))
    assert P.rows == same.rows
    assert C.rows[:4] == (tuple(x / 4 for x in garbling.rows[0]),) * 4
    verify(admissible([*pieces, other], 3))


def test_a_garbling_of_four_million_numbers_is_not_written_out() -> None:
    """All sets of eleven truths are reports, at half of the privacy: 2048 times 2046 shares."""
    masks = [[1 + (number >> bit & 1) for bit in range(11)] for number in range(2**11)]
    unit = 3 * 2**10
    table = rr.Channel.from_rows([[F(x, unit) for x in row] for row in masks])
    with pytest.raises(rr.InputError, match="got 2048, which are made of 2046 reports of that"):
        admissible(table, 3)
