"""Enclosures of functions, and how numbers are written."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.exact import (
    enclosure_text,
    exact,
    exp_bounds,
    json_number,
    log_bounds,
    root_bounds,
    round_down,
    round_up,
    text,
)
from rropt.exact.bounds import (
    dyadic_near,
    root_below,
    root_ends,
    rounded_ends,
    short,
    simple_below,
    sum_of_logs,
)
from tests.exact.series import exp_series, log_series

pytestmark = pytest.mark.quick


def test_an_exact_number_is_a_fraction_and_an_enclosure_two_decimals_outward():
    assert json_number((Fraction(1, 2), Fraction(1, 2))) == json_number(Fraction(1, 2)) == "1/2"
    assert json_number((Fraction(1, 3), Fraction(2, 3))) == [
        "0.3" + "3" * 19,
        "0.6" + "6" * 18 + "7",
    ]
    assert json_number((-Fraction(2, 3), Fraction(0))) == ["-0.6" + "6" * 18 + "7", "0"]


@pytest.mark.parametrize("infinite", [math.inf, (math.inf, math.inf)])
def test_infinity_and_nothing(infinite):
    assert json_number(infinite) == "oo"
    assert json_number(None) is None


@pytest.mark.parametrize(
    "number", [Fraction(3**3000, 2**5000), Fraction(2**5000, 3**3000), Fraction(-7, 3 * 10**1500)]
)
def test_what_is_too_long_to_read_is_enclosed(number):
    low, high = map(Fraction, json_number(number))
    assert low < number < high
    assert high - low < abs(number) / 10**18


EXPONENTS = ["1/2", "1", "1e-30", "700", "699.5", "-3/7", "1/3", "1e-8", "20", "-40"]


@pytest.mark.parametrize("bits", [8, 64, 500])
@pytest.mark.parametrize("word", EXPONENTS)
def test_exp_bounds_enclose_the_thousand_digit_value(word: str, bits: int) -> None:
    q = exact(word)
    lo, hi = exp_bounds(q, bits)
    below, above = exp_series(q)
    assert lo <= below and above <= hi
    assert (hi - lo) * 2**bits <= hi


@pytest.mark.parametrize("bits", [8, 64, 500])
@pytest.mark.parametrize("word", ["2", "3/2", "10", "1e-30", "1e300", "1000001/1000000", "1/3"])
def test_log_bounds_enclose_the_thousand_digit_value(word: str, bits: int) -> None:
    x = exact(word)
    lo, hi = log_bounds(x, bits)
    below, above = log_series(x)
    assert lo <= below and above <= hi
    assert (hi - lo) * 2**bits <= max(abs(lo), abs(hi))


def test_exact_ends_of_the_functions() -> None:
    assert exp_bounds(Fraction(0)) == (1, 1)
    assert log_bounds(Fraction(1)) == (0, 0)


@given(st.fractions(), st.integers(0, 80))
def test_rounding_goes_in_the_stated_direction(value: Fraction, bits: int) -> None:
    down, up = round_down(value, bits), round_up(value, bits)
    assert down <= value <= up
    assert up - down <= Fraction(1, 2**bits)
    assert (down * 2**bits).denominator == (up * 2**bits).denominator == 1
    assert (up == down) == ((value * 2**bits).denominator == 1)


@given(st.fractions(min_value=Fraction(-5), max_value=5), st.integers(2, 25))
def test_printed_enclosures_hold_the_value(value: Fraction, digits: int) -> None:
    lo, hi = enclosure_text(value, value + Fraction(1, 7**60), digits)
    assert exact(lo) <= value < exact(hi)
    assert enclosure_text(value, value) == (text(value), text(value))


def test_the_series_know_the_first_digits_of_e_and_of_the_logarithm_of_two() -> None:
    assert str(math.floor(exp_series(Fraction(1))[0] * 10**30)) == "2718281828459045235360287471352"
    assert str(math.floor(log_series(Fraction(2))[0] * 10**30)) == "693147180559945309417232121458"


@pytest.mark.parametrize(("x", "degree"), [(Fraction(2), 2), (Fraction(1, 10**900), 999)])
def test_roots_are_enclosed(x: Fraction, degree: int) -> None:
    low, high = root_bounds(x, degree, 80)
    assert low**degree < x < high**degree and (high - low) * 2**80 <= high


@pytest.mark.parametrize("bits", [20, 96, 300])
@pytest.mark.parametrize(
    "terms",
    [
        [(2, 3, 2), (3, 1, 5)],
        [(-7, 2, 1)],
        [(1, 10**9 + 1, 10**9), (-1, 10**9 + 2, 10**9 + 1)],
    ],
)
def test_a_sum_of_logarithms_is_enclosed_as_narrowly_as_asked_for(terms, bits) -> None:
    """Also where the terms nearly cancel: by the enclosures of single logarithms."""
    low = high = Fraction(0)
    for mass, top, bottom in terms:
        ends = [
            Fraction(mass, 6) * end for end in log_bounds(Fraction(top, bottom), 4 * bits + 200)
        ]
        low, high = low + min(ends), high + max(ends)
    least, most = sum_of_logs(terms, 6, bits)
    assert least <= low <= high <= most
    assert (most - least) * 2**bits <= max(abs(least), abs(most))


@pytest.mark.parametrize("value", [Fraction(1, 3**200), -Fraction(7**90, 3**160), Fraction(5, 7)])
def test_short_numbers_lie_on_the_named_side(value: Fraction) -> None:
    above, below = short(value), short(value, up=False)
    assert below <= value <= above
    assert above - below <= abs(value) / 2**94
    for end in (above, below):
        assert end == value or end.denominator & (end.denominator - 1) == 0
        assert end == value or end.numerator.bit_length() <= 97


@given(st.fractions(-4, 4, max_denominator=300), st.integers(1, 30))
def test_no_fraction_of_such_denominators_is_nearer_below(x, most):
    below = [Fraction(math.floor(x * d), d) for d in range(1, most + 1)]
    assert simple_below(x, most) == max(below)


@settings(derandomize=True, max_examples=80)
@given(st.fractions(min_value=Fraction(1, 1000), max_value=1000), st.integers(2, 4))
def test_roots_are_exact_where_they_are_rational(value, degree):
    assert root_ends(value**degree, degree) == (value, value)
    low, high = root_ends(value, degree)
    assert low == root_below(value, degree)
    assert low**degree <= value <= high**degree and high - low <= Fraction(1, 2**64)


@pytest.mark.parametrize("degree", [2, 3, 128])
@pytest.mark.parametrize(
    "value",
    [1 + Fraction(1, 10**30), 1 - Fraction(1, 10**30), Fraction(1, 10**40) + Fraction(1, 10**90)],
)
def test_roots_beside_one_and_zero_keep_their_digits(value, degree):
    low, high = root_ends(value, degree)
    assert low**degree <= value <= high**degree
    assert low != 1 != high and 0 < high - low <= min(low, abs(1 - low)) / 10**15


def test_dyadic_numbers_are_as_near_as_their_bits_say() -> None:
    for x, unit in ((0.1, 1.0), (1e-9, 1e-9), (12345.678, 1e4)):
        near = dyadic_near(x, unit, 20)
        assert abs(near - Fraction(x)) <= Fraction(unit) / 2**20
        assert near.denominator & (near.denominator - 1) == 0


def test_what_is_claimed_of_a_bound_is_its_end_rounded_away() -> None:
    lo, hi = Fraction(1, 3), Fraction(2, 3)
    assert rounded_ends(lo, hi, 3) == ("0.333", "0.667")
    assert rounded_ends(lo, hi, 3, ROUND_FLOOR) == ("0.333", "0.333")
    assert rounded_ends(lo, hi, 3, ROUND_CEILING) == ("0.667", "0.667")
    assert rounded_ends(hi, hi, 3, ROUND_FLOOR) == ("0.666", "0.666")
    assert rounded_ends(lo, lo, 3, ROUND_CEILING) == ("0.334", "0.334")
