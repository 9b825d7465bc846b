"""Lines that touch the powers of Renyi budgets, and the ratios where they do."""

from __future__ import annotations

from fractions import Fraction as F
from math import log
from random import Random

import pytest

from rropt.checker.simplex_lines import LINE_BITS, Lines, line, rounded_down, short_ratio
from rropt.checker.verdict import Refuted


@pytest.mark.parametrize("order", [F(1), F(3, 2), F(2), F(7)])
@pytest.mark.parametrize("t", [F(1, 4096), F(1, 3), F(1), F(5, 2)])
def test_a_line_is_nowhere_above_and_touches(order, t):
    slope, height = (x / 2**LINE_BITS for x in line(order, t))

    def f(x):
        return x * log(x) if order == 1 else x ** float(order)

    assert slope * float(t) - height == pytest.approx(f(float(t)), abs=1e-9)
    for x in (1e-6, 0.1, 0.9, 1.1, 3, 50):
        assert slope * x - height <= f(x) + 1e-9


def test_ratios_keep_as_many_digits_as_they_are_asked_for():
    rng = Random(5)
    for n in range(300):
        digits = 4 + n % 30
        x, y = rng.getrandbits(rng.randrange(1, 50)) + 1, rng.getrandbits(rng.randrange(1, 50)) + 1
        found, exact = short_ratio(x, y, digits), F(x, y)
        if F(1, 4096) < exact < 4096:
            assert exact * (1 - F(2, 2**digits)) <= found <= exact


@pytest.mark.parametrize("order", [F(1), F(3, 2), F(2), F(7)])
def test_what_bends_a_power_is_the_slope_of_its_slope(order):
    lines = Lines({}, 100)
    for t in (F(1, 3), F(1), F(5, 2)):
        near = F(1, 2**20)
        slopes = [line(order, t + step)[0] for step in (-near, near)]
        expected = float((slopes[1] - slopes[0]) / (2 * near))
        assert float(lines.second(order, t)) == pytest.approx(expected, rel=1e-6)
    assert lines.second(order, F(0)) == 0


def test_a_line_more_than_may_be_is_refused_and_one_that_is_known_is_not():
    lines = Lines({}, 1)
    first = lines.at(F(2), F(1))
    assert lines.at(F(2), F(1)) == first == (rounded_down(F(2)), rounded_down(F(1)))
    with pytest.raises(Refuted, match="another line"):
        lines.at(F(2), F(3))
