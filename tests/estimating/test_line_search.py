"""Searches in one number, against roots that are known."""

from math import inf

import pytest

from rropt.estimating.line_search import (
    bisected,
    bracket_beyond,
    crossing,
    just_rejected,
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
    assert just_rejected(lambda x: x <= 1 / 3, 0.0, 1.0, 1e-6) == rejected


def test_the_outermost_of_several_accepted_stretches_counts():
    """Accepted are values up to 1 and from 2 to 3: from outside the second stretch is met first."""

    def accepts(x):
        return x <= 1 or 2 <= x <= 3

    found = outermost_accepted(accepts, [4.0, 2.5, 0.5], 0.0, None, lambda _: 1e-3)
    assert found == pytest.approx(3, abs=1e-3) and not accepts(found)
    assert outermost_accepted(accepts, [2.5], 0.0, None, lambda _: 1e-3) == 2.5
