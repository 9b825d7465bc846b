"""Starts in doubles: solutions whose signs are right, beside certified designs."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.closed.derived.group_start import active_truths, has_right_signs, newton, starts

NUMBERS = (F(-1), F(0), F(1))


@pytest.mark.parametrize("level", [F(2), F(5)])
def test_a_start_solves_the_equations_and_has_the_certified_value(level: F) -> None:
    system, start = next(starts(NUMBERS, level))
    h = float(level) - 1
    x = system.unknowns(start)
    left = system.residuals(h, x, [float(n) for n in NUMBERS])
    assert max(map(abs, left)) < 1e-8
    value = rr.optimal(rr.LocalDP.from_gamma(level), rr.Mean(NUMBERS)).value
    assert x.value / h**2 == pytest.approx(float(value), rel=1e-7)
    assert has_right_signs(system, h, start)


def test_a_negative_weight_or_share_is_seen() -> None:
    system, start = next(starts(NUMBERS, F(2)))
    for place in (0, system.ends[2]):
        wrong = list(start)
        wrong[place] = -1e-3
        assert not has_right_signs(system, 1.0, wrong)


def test_newton_comes_back_to_the_solution_and_gives_up_where_there_is_none() -> None:
    system, start = next(starts(NUMBERS, F(2)))
    near = [x + 1e-3 for x in start]
    assert newton(system, 1.0, near) == pytest.approx(start, abs=1e-8)
    assert newton(system, 1.0, [0.0] * system.size) is None


def test_the_truths_that_are_paid() -> None:
    """Of five equally spaced numbers at gamma = 5 only the ends and the middle."""
    five = tuple(F(n, 2) for n in range(-2, 3))
    assert active_truths(NUMBERS, F(2)) == [(0, 1, 2)]
    assert (0, 2, 4) in active_truths(five, F(5))
