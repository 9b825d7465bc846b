"""Intervals that hold an optimum."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import cvxpy

from rropt.crosscheck.found import MOST_COLUMNS, Found, near, solved


def test_intervals_meet_where_one_number_is_in_both() -> None:
    half = Found(Fraction(1, 2), Fraction(1, 2), 0.5, "1/2", "exact")
    above = Found(0.4, inf, 0.4, None, "a table")
    below = Found(-inf, 0.6, 0.6, None, "a table")
    assert half.meets(above) and above.meets(below) and below.meets(half)
    assert not half.meets(near(0.51, 1e-3, "doubles"))


def test_the_accuracy_of_doubles_is_relative_with_a_least_one() -> None:
    assert not near(0.0, 1e-6, "doubles").meets(near(1e-9, 1e-6, "doubles"))
    assert near(0.0, 1e-6, "doubles", least=1e-9).meets(near(1e-9, 1e-6, "doubles"))


def test_a_linear_program_of_many_columns_is_solved_in_silence(capfd) -> None:
    x = cvxpy.Variable(MOST_COLUMNS + 1)
    assert solved(cvxpy.Problem(cvxpy.Minimize(cvxpy.sum(x)), [x >= 1])) == MOST_COLUMNS + 1
    assert capfd.readouterr() == ("", "")
