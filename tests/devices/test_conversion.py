"""Converters in both directions, against coins drawn by hand."""

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.devices.conversion import (
    channel_from_forced,
    channel_of,
    column_stochastic,
    convert,
    epsilon_of,
    forced_from_channel,
    row_stochastic,
    truth_of_epsilon,
)
from rropt.exact import InputError

NAMES = ("truth", "flip", "gamma", "resample", "forced")


def by_definition(name, value, k):
    """The k x k table of the written definition of a parameter."""
    same = [[F(i == j) for j in range(k)] for i in range(k)]
    other = [[F(i != j, k - 1) for j in range(k)] for i in range(k)]
    uniform = [[F(1, k)] * k for _ in range(k)]
    parts = {
        "truth": (same, value, other),
        "flip": (other, value, same),
        "resample": (uniform, value, same),
        "forced": (uniform, k * value, same),
        "f": (uniform, value, same),
    }
    first, weight, second = parts[name]
    return tuple(
        tuple(weight * a + (1 - weight) * b for a, b in zip(one, two, strict=True))
        for one, two in zip(first, second, strict=True)
    )


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize(
    ("name", "value"),
    [("truth", "2/3"), ("flip", "1/4"), ("resample", "1/2"), ("forced", "1/6")],
)
def test_each_parameter_is_its_written_definition(name, value, k):
    assert channel_of(value, name, k).rows == by_definition(name, F(value), k)


def test_f_is_the_noise_of_one_bit():
    assert channel_of("1/2", "f").rows == by_definition("f", F(1, 2), 2)
    assert convert("1/2", "f", "gamma") == 3


def test_gamma_is_the_likelihood_ratio_of_the_table():
    for k in (2, 3, 5):
        assert channel_of("7/2", "gamma", k).parity() == F(7, 2)


@settings(derandomize=True, max_examples=60)
@given(
    st.integers(2, 6),
    st.fractions(min_value=0, max_value=F(49, 50), max_denominator=50),
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
)
def test_there_and_back(k, redraw, one, two):
    value = convert(redraw, "resample", one, k)
    if value == float("inf"):
        return
    there = convert(value, one, two, k)
    if there != float("inf"):
        assert convert(there, two, one, k) == value
        assert channel_of(value, one, k) == channel_of(there, two, k)


def test_epsilon_both_ways():
    low, high = epsilon_of("3/4", "truth")
    assert low < high and truth_of_epsilon("ln(3)") == (F(3, 4), F(3, 4))
    assert truth_of_epsilon(low)[0] <= F(3, 4) <= truth_of_epsilon(high)[1]
    assert epsilon_of("1/4", "truth") == epsilon_of("3/4", "truth")
    assert epsilon_of(1, "truth") == float("inf") == epsilon_of(0, "truth")


def test_forced_answers_both_ways():
    channel = channel_from_forced("1/6", "1/3")
    assert channel.rows == ((F(5, 6), F(1, 3)), (F(1, 6), F(2, 3)))
    assert forced_from_channel(channel) == (F(1, 6), F(1, 3))


def test_row_and_column_stochastic_both_ways():
    printed = ((F(9, 10), F(1, 10)), (F(1, 5), F(4, 5)))
    channel = column_stochastic(printed)
    assert channel.rows == ((F(9, 10), F(1, 5)), (F(1, 10), F(4, 5)))
    assert row_stochastic(channel) == printed


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: convert("1/2", "truth", "entropy"), "the parameters are"),
        (lambda: convert("1/2", "f", "truth", 3), "categories must be 2"),
        (lambda: convert("1/3", "truth", "resample"), "at least 1/2, got 1/3"),
        (lambda: convert("1/2", "forced", "truth", 3), "forced must be at most 1/3"),
        (lambda: convert("-1", "gamma", "truth"), "gamma must not be negative"),
        (lambda: convert("3/2", "flip", "truth"), "flip must lie between 0 and 1"),
        (lambda: channel_from_forced("2/3", "2/3"), "yes + no must be at most 1"),
        (lambda: forced_from_channel(Channel.identity(3)), "must be 2 x 2"),
        (
            lambda: forced_from_channel(Channel.from_rows([["1/4", "3/4"], ["3/4", "1/4"]])),
            "exchange its reports",
        ),
        (lambda: column_stochastic([["1/2", "1/3"]]), "row 0 must add up to one"),
    ],
)
def test_bad_parameters_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
