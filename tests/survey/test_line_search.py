"""Searches in one number, against roots that are known."""

from math import inf

import numpy as np
import pytest

from rropt.exact import InputError
from rropt.survey.line_search import (
    bisected,
    bracket_beyond,
    crossing,
    least_near,
    least_whole,
    newton_roots,
    outermost_accepted,
)


@pytest.mark.parametrize(("start", "end"), [(0.0, 2.0), (2.0, 0.0)])
def test_a_crossing_is_found_from_either_side(start, end):
    assert crossing(lambda x: x**3 - 2, start, end, 1e-12) == pytest.approx(2 ** (1 / 3), abs=1e-11)


def test_a_crossing_next_to_zero_keeps_its_digits():
    assert crossing(lambda x: x - 1e-200, 0.0, 1.0, 1e-300) == pytest.approx(1e-200, rel=1e-12)


def test_values_of_one_sign_have_no_crossing():
    with pytest.raises(ValueError, match="sign"):
        crossing(lambda x: x * x + 1, -1.0, 1.0, 1e-9)


@pytest.mark.parametrize("side", [1, -1])
def test_a_bracket_holds_the_first_value_that_does_not_lack(side):
    inner, outer = bracket_beyond(lambda x: side * x < 12, 0.0, side * 1.0, 100.0)
    assert (inner, outer) == (side * 7.0, side * 15.0)
    assert bracket_beyond(lambda x: False, 3.0, side * 1.0, 100.0) == (3.0, 3.0 + side)


@pytest.mark.parametrize("side", [1, -1])
def test_what_always_lacks_ends_at_infinity(side):
    assert bracket_beyond(lambda x: True, 0.0, side * 1.0, 100.0)[1] == side * inf


def test_accepted_and_rejected_values_are_as_close_as_asked():
    accepted, rejected = bisected(lambda x: x <= 1 / 3, 0.0, 1.0, 1e-6)
    assert accepted <= 1 / 3 < rejected <= accepted + 1e-6


def test_the_outermost_of_several_accepted_stretches_counts():
    """Accepted are values up to 1 and from 2 to 3: from outside the second stretch is met first."""

    def accepts(x):
        return x <= 1 or 2 <= x <= 3

    found = outermost_accepted(accepts, [4.0, 2.5, 0.5], 0.0, None, lambda _: 1e-3)
    assert found == pytest.approx(3, abs=1e-3) and not accepts(found)
    assert outermost_accepted(accepts, [2.5], 0.0, None, lambda _: 1e-3) == 2.5


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_roots_of_many_functions_are_found_from_far_and_near(side):
    """Cubes, whose slope at the start is zero for some: there the bracket is halved."""
    cubes = np.array([1e-9, 1.0, 8.0, 999.0])

    def tried(x):
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.abs(x) ** 3 > cubes, (side * cubes - x**3) / (3 * x * x)

    ends = np.full(4, side * 10.0)
    for start in (0.0, side * 5.0, ends[0]):
        found = newton_roots(tried, np.zeros(4), ends, np.full(4, start), 1e-9)
        assert found == pytest.approx(side * np.cbrt(cubes), rel=1e-9)


@pytest.mark.parametrize("least", [1, 7, 100])
def test_the_least_whole_number_is_found(least):
    assert least_whole(lambda n: n >= least, 0, 100) == least


@pytest.mark.parametrize("part", [1, 4, 20])
@pytest.mark.parametrize("needed", [1, 7, 99, 100, 101, 130, 5000])
def test_the_least_number_is_found_from_any_guess(needed, part):
    assert least_near(lambda n: n >= needed, 100, part, 5000, "5000") == needed


def test_a_number_above_the_most_is_refused():
    with pytest.raises(InputError, match="within reach, got none up to 5000 reports"):
        least_near(lambda n: n > 5000, 100, 4, 5000, "5000 reports")
