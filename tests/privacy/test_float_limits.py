"""Levels in doubles, by hand: the lower end of a matrix, and the steps of conditions."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.privacy.float_limits import FloatLimit, float_limits


def test_a_matrix_with_a_delta() -> None:
    privacy = rr.Privacy([[1, "5/2"], ["oo", 1]], [[0, "1/10"], [0, 0]])
    assert float_limits(privacy.levels) == [FloatLimit([(1.0, [1.0, -2.5])], 0.1)]


def test_an_irrational_level_is_taken_below() -> None:
    levels = rr.OneSided([0], "1/2").on(2).levels
    (limit,) = float_limits(levels)
    ((_, form),) = limit.forms
    assert form[0] == 1.0 and -form[1] == float(levels.lo[0][1]) == pytest.approx(1.6487212707)


def test_conditions_of_several_levels() -> None:
    """(3, 1/10) and (2, 1/5) for each order of two truths; a table keeps them or not."""
    several = [(3, "1/10"), (2, "1/5")]
    privacy = rr.Privacy([[1, several], [several, 1]])
    limits = float_limits(privacy.on(2).levels)
    table = [(F(11, 15), F(4, 15)), (F(4, 15), F(11, 15))]
    tells = []
    for limit in limits:
        told = 0.0
        for row in table:
            for c, form in limit.forms:
                told += c * max(0.0, sum(f * float(x) for f, x in zip(form, row, strict=True)))
        tells.append((round(told, 12), limit.most))
    assert all(told <= most + 1e-12 for told, most in tells)
    assert (0.2, 0.2) in tells
