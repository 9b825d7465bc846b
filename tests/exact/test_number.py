"""Numbers at the door, enclosures against series summed here in integers, and gamma."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from rropt.exact import (
    Gamma,
    InputError,
    InputNote,
    enclosure_text,
    exact,
    exact_table,
    exact_vector,
    exp_bounds,
    gamma_from_epsilon,
    gamma_from_value,
    log_bounds,
    over_common_denominator,
    prior_vector,
    probability,
    round_down,
    round_up,
    shown,
    text,
    whole,
)

DIGITS = 1000


def exp_series(q: Fraction) -> tuple[Fraction, Fraction]:
    """e^q to DIGITS places after the point: the power series in scaled integers, errors counted."""
    scale = 10 ** (DIGITS + 400)
    term, total, n = scale, 0, 0
    while term:
        total += term
        n += 1
        term = term * abs(q.numerator) // (q.denominator * n)
    error = n * 2 ** (2 * math.ceil(abs(q)) + 8)
    lo, hi = Fraction(total, scale), Fraction(total + error, scale)
    return (lo, hi) if q >= 0 else (1 / hi, 1 / lo)


def log_series(x: Fraction) -> tuple[Fraction, Fraction]:
    """ln x = k ln 2 + 2 artanh((y - 1) / (y + 1)) with x = 2^k y and y near 1."""
    k = x.numerator.bit_length() - x.denominator.bit_length()
    y = x / Fraction(2) ** k
    two, rest = _artanh(Fraction(1, 3)), _artanh((y - 1) / (y + 1))
    ends = sorted((2 * k * two[0], 2 * k * two[1]))
    return ends[0] + 2 * rest[0], ends[1] + 2 * rest[1]


def _artanh(t: Fraction) -> tuple[Fraction, Fraction]:
    scale = 10 ** (DIGITS + 50)
    power, total, n = scale * abs(t.numerator) // t.denominator, 0, 1
    while power:
        total += power // n
        power = power * t.numerator**2 // t.denominator**2
        n += 2
    lo, hi = Fraction(total, scale), Fraction(total + 2 * n, scale)
    return (lo, hi) if t >= 0 else (-hi, -lo)


def test_the_series_know_the_first_digits_of_e_and_of_the_logarithm_of_two() -> None:
    assert str(math.floor(exp_series(Fraction(1))[0] * 10**30)) == "2718281828459045235360287471352"
    assert str(math.floor(log_series(Fraction(2))[0] * 10**30)) == "693147180559945309417232121458"


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


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=30, max_denominator=10**6))
def test_gamma_encloses_e_to_the_epsilon(epsilon: Fraction) -> None:
    gamma = gamma_from_epsilon(epsilon)
    below, above = exp_series(epsilon)
    assert gamma.lo <= below and above <= gamma.hi
    assert gamma.hi - gamma.lo <= gamma.hi / 2**60
    assert gamma.epsilon == epsilon


@pytest.mark.parametrize("word", ["1e-30", "1e-300", "700"])
def test_gamma_of_tiny_and_huge_epsilon(word: str) -> None:
    gamma = gamma_from_epsilon(word)
    below, above = exp_series(exact(word))
    assert 1 < gamma.lo <= below and above <= gamma.hi
    assert (gamma.hi - 1) * (1 - Fraction(1, 2**40)) <= gamma.lo - 1
    assert math.isfinite(float(gamma))


def test_exact_ends_of_the_functions() -> None:
    assert exp_bounds(Fraction(0)) == (1, 1)
    assert log_bounds(Fraction(1)) == (0, 0)
    assert gamma_from_epsilon(0) == Gamma(Fraction(1), Fraction(1), Fraction(0))


@pytest.mark.parametrize("epsilon", ["ln(3)", "log(3)", " ln( 3 ) ", "ln(6/2)", sympy.log(3)])
def test_a_logarithm_makes_gamma_exact(epsilon: object) -> None:
    assert gamma_from_epsilon(epsilon).exact == 3


def test_gamma_decides_a_rational_that_agrees_with_it_to_three_hundred_digits() -> None:
    gamma = gamma_from_epsilon("1/2")
    truth = exp_series(Fraction(1, 2))[0]
    near = Fraction(math.floor(truth * 10**300), 10**300)
    assert gamma.lo < near < gamma.hi
    assert gamma.reaches(near) is True
    assert gamma.reaches(near + Fraction(1, 10**300)) is False


def test_gamma_says_when_it_cannot_decide() -> None:
    loose = Gamma(Fraction(2), Fraction(3))
    assert (loose.reaches(Fraction(2)), loose.reaches(Fraction(4))) == (True, False)
    assert loose.reaches(Fraction(5, 2)) is None
    assert loose.reaches(math.inf) is False
    with pytest.raises(InputError, match="gamma must be rational here"):
        _ = loose.exact


def test_descriptions_of_gamma() -> None:
    assert gamma_from_epsilon("1/2").describe() == "epsilon = 1/2"
    assert gamma_from_value("5/2").describe() == "epsilon = ln(5/2)"
    assert Gamma(Fraction(2), Fraction(2) + Fraction(1, 10**20)).describe() == "epsilon = ln(2)"
    assert gamma_from_value(1).describe() == "epsilon = 0"


def test_epsilon_bounds_of_gamma() -> None:
    assert gamma_from_epsilon("1/2").epsilon_bounds() == (Fraction(1, 2), Fraction(1, 2))
    lo, hi = gamma_from_value(3).epsilon_bounds()
    below, above = log_series(Fraction(3))
    assert lo <= below and above <= hi


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


@pytest.mark.parametrize(
    ("given_value", "meant"),
    [
        ("0.1", Fraction(1, 10)),
        (0.1, Fraction(1, 10)),
        (1e-30, Fraction(1, 10**30)),
        ("1/3", Fraction(1, 3)),
        (" 2 ", Fraction(2)),
        ("-.5", Fraction(-1, 2)),
        ("1.e2", Fraction(100)),
        (sympy.Rational(2, 7), Fraction(2, 7)),
        (sympy.Integer(4), Fraction(4)),
        (numpy.float64(0.1), Fraction(1, 10)),
        (numpy.float32(0.1), Fraction(1, 10)),
        (numpy.int64(3), Fraction(3)),
    ],
)
def test_what_a_number_means(given_value: object, meant: Fraction) -> None:
    assert exact(given_value) == meant


@given(st.fractions())
def test_text_and_exact_are_inverse(value: Fraction) -> None:
    assert exact(text(value)) == value


REFUSED_NUMBERS = [
    (float("nan"), "x must be finite, got nan"),
    (float("inf"), "x must be finite, got inf"),
    (numpy.float64("nan"), "x must be finite"),
    ("nan", "x must be a whole number, a decimal or a fraction such as 1/3, got 'nan'"),
    ("inf", "x must be a whole number"),
    ("", "x must be a whole number"),
    ("1/0", "x must not have a zero denominator, got '1/0'"),
    ("1/-3", "x must be a whole number"),
    ("0x10", "x must be a whole number"),
    ("1_000", "x must be a whole number"),
    ("\u0663", "x must be a whole number"),
    ("1" * 5000, "x must have at most 4000 characters, got 5000"),
    ("1e9999", "x must have at most 4000 digits, got '1e9999'"),
    ("1e-9999", "x must have at most 4000 digits"),
    ("1e99999999", "x must be a whole number"),
    (True, "x must be a number, got True"),
    (None, "x must be an exact number, got None of type NoneType"),
    (1j, "x must be an exact number"),
    ([1], "x must be an exact number"),
    (sympy.sqrt(2), "x must be an exact number"),
    (sympy.Float("0.1"), "x must be an exact number"),
]


@pytest.mark.parametrize(("value", "message"), REFUSED_NUMBERS)
def test_a_refused_number_names_parameter_rule_and_value(value: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        exact(value, "x")
    assert str(caught.value).startswith(message)


REFUSED_LEVELS = [
    (gamma_from_epsilon, "-1", "epsilon must be at least 0, got -1"),
    (gamma_from_epsilon, "701", "epsilon must be at most 700, got 701"),
    (gamma_from_epsilon, "ln(1/2)", "epsilon must be at least 0, got ln(1/2)"),
    (gamma_from_epsilon, "ln(0)", "epsilon must be at least 0"),
    (gamma_from_epsilon, "ln(x)", "the argument of epsilon must be a whole number"),
    (gamma_from_epsilon, "two", 'epsilon must be a number such as 1, 0.5, 1/2 or "ln(3)"'),
    (gamma_from_epsilon, float("nan"), "epsilon must be finite"),
    (gamma_from_value, "1/2", "gamma must be at least 1, got 1/2"),
    (gamma_from_value, 0, "gamma must be at least 1, got 0"),
]


@pytest.mark.parametrize(("door", "value", "message"), REFUSED_LEVELS)
def test_a_refused_level_names_parameter_rule_and_value(
    door: object, value: object, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        door(value)  # type: ignore[operator]
    assert str(caught.value).startswith(message)


REFUSED_LISTS = [
    (exact_vector, [], "vector must not be empty"),
    (exact_vector, 3, "vector must be a list of numbers, got 3"),
    (exact_vector, {1, 2}, "vector must be a list of numbers, got {1, 2}"),
    (exact_vector, {"1": 2}, "vector must be a list of numbers"),
    (exact_vector, b"12", "vector must be a list of numbers"),
    (exact_vector, ["1", "x"], "vector[1] must be a whole number"),
    (exact_table, [], "table must not be empty"),
    (exact_table, "1", "table must be a list of rows, got '1'"),
    (exact_table, [[1, 2], [3]], "table must be rectangular: row 0 has 2 entries, row 1 has 1"),
    (exact_table, [[1], []], "table row 1 must not be empty"),
    (exact_table, [1, 2], "table row 0 must be a list of numbers, got 1"),
    (prior_vector, ["1/2", "1/3"], "prior must sum to one, got 5/6"),
    (prior_vector, ["3/2", "-1/2"], "prior[1] must be non-negative, got -1/2"),
    (prior_vector, [float("nan"), 1], "prior[0] must be finite"),
    (
        prior_vector,
        ["1e3990", "1/2"],
        "prior must sum to one, got a number of more than 300 digits",
    ),
]


@pytest.mark.parametrize(("door", "value", "message"), REFUSED_LISTS)
def test_a_refused_list_names_parameter_rule_and_value(
    door: object, value: object, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        door(value)  # type: ignore[operator]
    assert str(caught.value).startswith(message)


def test_a_prior_may_be_asked_to_be_positive() -> None:
    assert prior_vector("1/2,1/2,0") == (Fraction(1, 2), Fraction(1, 2), Fraction(0))
    with pytest.raises(InputError, match=r"prior\[2\] must be positive, got 0"):
        prior_vector("1/2,1/2,0", positive=True)


def test_probabilities_and_whole_numbers() -> None:
    assert (probability("1", "q"), whole("3", "n")) == (1, 3)
    with pytest.raises(InputError, match="q must lie between 0 and 1, got 11/10"):
        probability("1.1", "q")
    with pytest.raises(InputError, match="n must be a whole number of at least 2, got 1"):
        whole(1, "n", least=2)
    with pytest.raises(InputError, match="n must be a whole number of at least 0, got 1/2"):
        whole("1/2", "n")


@given(st.lists(st.fractions(), min_size=1, max_size=6))
def test_one_common_denominator(values: list[Fraction]) -> None:
    numerators, denominator = over_common_denominator(values)
    assert [Fraction(n, denominator) for n in numerators] == values
    assert math.gcd(denominator, *numerators) == 1


def test_long_numbers_are_shown_short() -> None:
    assert shown(Fraction(10**50, 3)) == "about 3.33333e+49"
    assert shown(Fraction(1, 3)) == "1/3"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([1 / 3] * 3, [Fraction(1, 3)] * 3),
        ([3, 4, 5], [Fraction(1, 4), Fraction(1, 3), Fraction(5, 12)]),
        (["0.3333333333"] * 3, [Fraction(1, 3)] * 3),
        (numpy.array([2.0, 6.0]), [Fraction(1, 4), Fraction(3, 4)]),
        (numpy.array([1, 2, 3, 1]) / 7, None),
    ],
)
def test_floats_and_counts_are_normalised_exactly_with_a_note(given, expected):
    with pytest.warns(InputNote, match="divided by its sum"):
        prior = prior_vector(given)
    assert sum(prior) == 1
    if expected is not None:
        assert list(prior) == expected


@pytest.mark.parametrize(
    "given", [["1/3", "1/3", "0.333333331"], [0.5, 0.4], ["3/2", "5/2"], [0, 0], [2, "1/2"]]
)
def test_what_is_neither_counts_nor_nearly_one_is_refused(given):
    with pytest.raises(InputError, match="prior must sum to one"):
        prior_vector(given)


def test_percents_are_shares():
    assert prior_vector("25%, 75 %") == (Fraction(1, 4), Fraction(3, 4))
    assert probability("12.5%", "prior") == Fraction(1, 8)
    with pytest.raises(InputError):
        exact("25%")
    with pytest.raises(InputError, match="must lie between 0 and 1"):
        probability("125%", "prior")
