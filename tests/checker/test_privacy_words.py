"""The words for a level, with a delta or without one."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.privacy_words import Words, with_delta


def test_a_delta_is_said_where_there_is_one():
    assert with_delta("epsilon = ln 3", F(0)) == "epsilon = ln 3"
    assert with_delta("epsilon = ln 3", F(1, 10)) == "(epsilon = ln 3, delta = 1/10)"


def test_a_table_has_no_words_of_its_own_unless_it_is_given_some():
    assert Words("a", "b").this_table == "this table"
