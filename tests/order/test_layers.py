"""Rows taken apart into extreme patterns."""

from __future__ import annotations

from fractions import Fraction as F

from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.order import admissible, compare
from tests.order.test_admissibility import GAMMA, WARNER, private_tables, verify, verify_admissible


def test_a_table_that_says_nothing_is_dominated_by_randomized_response():
    answer = admissible([["1/4"] * 3, ["3/4"] * 3], 2)
    assert answer.dominating and answer.dominating.rows[0] == (F(1, 2), F(1, 4), F(1, 4))
    verify(answer)


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
