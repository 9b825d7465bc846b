"""Numbers at the door."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import rropt as rr
from rropt.exact import (
    InputError,
    InputNote,
    exact,
    exact_table,
    exact_vector,
    over_common_denominator,
    prior_vector,
    probability,
    says_infinity,
    shown,
    text,
    whole,
)
from rropt.exact.number import masses_by_direction, primitive


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


REFUSED_LISTS = [
    (text, Fraction(1, 10**5000), "numbers must be short enough to write, got one of 5001 digits"),
    (exact_vector, [], "vector must not be empty: numbers such as 1/2,1/3,1/6"),
    (prior_vector, [Fraction(1, 10**4000), 1], "prior[0] must have at most 4000 digits, got 4001"),
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


@pytest.mark.everything
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


def test_a_decimal_is_exact() -> None:
    assert exact(Decimal("0.10")) == Fraction(1, 10)
    assert exact(Decimal("1e3")) == 1000
    for odd in ("NaN", "Infinity", "1e99999"):
        with pytest.raises(InputError):
            exact(Decimal(odd))


def test_a_note_points_at_the_line_of_the_caller() -> None:
    """At whatever depth the prior is read."""
    for call in (lambda: rr.Guess([1, 2]), lambda: rr.measures(rr.Channel.identity(2), [1, 2])):
        with pytest.warns(InputNote, match="it is divided by its sum, 3") as noted:
            call()
        assert [note.filename for note in noted] == [__file__]


def test_a_primitive_row_has_no_common_factor() -> None:
    assert primitive((6, 0, 9)) == (2, 0, 3)
    assert primitive((0, 0)) == (0, 0)


def test_rows_of_one_direction_are_one_and_others_are_not() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    parts = [(half, third), (half / 2, third / 2), (Fraction(0), Fraction(0)), (third, half)]
    assert masses_by_direction(parts) == {(3, 2): Fraction(1, 4), (2, 3): Fraction(1, 6)}


@pytest.mark.parametrize("said", ["oo", "inf", "infinity", "∞", float("inf")])
def test_infinity_is_written_in_four_ways(said) -> None:
    assert says_infinity(said)
    assert not says_infinity([said])
