"""The log-determinant of the information, by hand at the table that tells the truth."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt.checker.coefficients import read
from rropt.checker.private_table import table_of
from rropt.checker.verdict import Malformed, Size
from tests.checker.test_scenarios import proves, shows

TRUTH = table_of([[F(1), F(0)], [F(0), F(1)]])
POINT = [F(1), [F(1, 4), F(3, 4)], [[F(-1)], [F(1)]]]
"""One coefficient, the share of truth 1: the information is 1 / (1/4 3/4) = 16/3."""

GUESS = {"weight": F(1), "points": [POINT], "contrasts": [[F(1)]], "tangents": [[F(1)]]}


def goal(**parts):
    guess = {**GUESS, "estimators": [[[F(-3, 4), F(1, 4)]]], **parts}
    return read({"name": "log-determinant"}, [guess], TRUTH, Size(9, 96))


def test_the_value_is_the_logarithm_of_the_information():
    """The moment is 9/16 1/4 + 1/16 3/4 = 3/16; ln(16/3) = 1.673976..."""
    (guess,) = goal().scenarios
    guess.verify_estimators()
    assert guess.moments == [F(3, 16)] and math.isclose(math.log(16 / 3), 1.6739764335716716)
    assert shows(goal(), F("1.6739764335716")) and not shows(goal(), F("1.6739764335718"))


def test_the_bound_is_what_is_paid():
    """One tangent v = 1: ln(paid) - ln 1, for 16/3 paid the same number."""
    assert proves(goal(), F(16, 3), F("1.6739764335718"))
    assert not proves(goal(), F(16, 3), F("1.6739764335716"))
    assert not proves(goal(), F(0), F(9))


def test_a_determinant_has_as_many_contrasts_as_coefficients():
    wide = [F(1), [F(1, 4), F(3, 4)], [[F(-1), F(0)], [F(1), F(1)]]]
    with pytest.raises(Malformed):
        goal(points=[wide], contrasts=[[F(1), F(0)]], tangents=[[F(1), F(0)]])
