"""Parity, the (gamma, delta) profile and its inverse, against all events."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import chain, combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt import Channel, InputError
from rropt.channel.profile import excess, level, ratio, smallest_gamma
from tests.channel.random_tables import WARNER, channels


def subsets(m: int) -> chain[tuple[int, ...]]:
    return chain.from_iterable(combinations(range(m), size) for size in range(m + 1))


def brute_force_profile(channel: Channel, gamma: Fraction) -> Fraction:
    """max over events S and truths a, b of P(S|a) - gamma P(S|b)."""
    m, k = channel.shape
    return max(
        (
            sum((channel[i, a] - gamma * channel[i, b] for i in event), Fraction(0))
            for event in subsets(m)
            for a, b in permutations(range(k), 2)
        ),
        default=Fraction(0),
    )


def brute_force_parity(channel: Channel) -> Fraction | float:
    """The largest ratio of two entries of a row, 0/0 = 1 and a/0 = infinity."""

    def ratio(a: Fraction, b: Fraction) -> Fraction | float:
        return (a / b if b else math.inf) if (a or b) else Fraction(1)

    return max(ratio(a, b) for row in channel.rows for a in row for b in row)


def test_parity_conventions() -> None:
    assert Channel.from_rows([[0, 0], [1, 1]]).parity() == 1
    assert Channel.identity(2).parity() == math.inf
    assert Channel.from_rows([["1/2", 0], ["1/2", 1]]).row_parity(0) == math.inf


@pytest.mark.everything
@given(channels())
def test_parity_is_the_largest_ratio_in_a_row(channel: Channel) -> None:
    assert channel.parity() == brute_force_parity(channel)


@pytest.mark.everything
@given(channels(), st.fractions(1, 5, max_denominator=6))
def test_profile_is_the_worst_event(channel: Channel, gamma: Fraction) -> None:
    assert channel.profile(gamma) == brute_force_profile(channel, gamma)


@pytest.mark.everything
@given(channels(), st.fractions(1, 8), st.fractions(1, 8), st.fractions(0, 1))
def test_profile_is_convex_and_decreasing(
    channel: Channel, low: Fraction, high: Fraction, share: Fraction
) -> None:
    low, high = sorted((low, high))
    at_low, at_high = channel.profile(low), channel.profile(high)
    between = channel.profile(share * low + (1 - share) * high)
    assert at_high <= between <= at_low
    assert between <= share * at_low + (1 - share) * at_high


@pytest.mark.everything
@given(channels())
def test_profile_vanishes_exactly_from_the_parity_on(channel: Channel) -> None:
    parity = channel.parity()
    assert channel.profile(parity) == 0 or parity == math.inf
    if isinstance(parity, Fraction) and parity > 1:
        assert channel.profile(parity * Fraction(999, 1000)) > 0


def test_profile_at_infinity_is_the_mass_that_reveals() -> None:
    half = Channel.from_rows([["1/2", 0], ["1/2", 1]])
    assert half.profile(math.inf) == Fraction(1, 2)
    assert half.profile(10**9) == Fraction(1, 2)
    with pytest.raises(InputError, match="gamma must not be negative, got -1"):
        half.profile(-1)


@pytest.mark.everything
@given(channels(), st.fractions(0, 1, max_denominator=8))
def test_gamma_for_is_the_smallest_gamma(channel: Channel, delta: Fraction) -> None:
    gamma = channel.gamma_for(delta)
    if isinstance(gamma, float):
        assert channel.profile(math.inf) > delta
        return
    assert channel.profile(gamma) <= delta
    if gamma > 1:
        assert channel.profile(gamma - (gamma - 1) / 1000) > delta


@pytest.mark.everything
@given(channels())
def test_gamma_for_no_delta_is_the_parity(channel: Channel) -> None:
    assert channel.gamma_for(0) == channel.parity()


def test_no_gamma_is_enough_where_a_report_reveals_a_truth() -> None:
    assert Channel.identity(2).gamma_for("1/2") == math.inf
    with pytest.raises(InputError, match="delta must lie between 0 and 1, got 2"):
        WARNER.gamma_for(2)


def test_a_level_of_two_columns_looks_one_way_only() -> None:
    assert (level((6, 3), (1, 8)), level((1, 8), (6, 3))) == (6, Fraction(8, 3))
    assert (level((0, 9), (4, 5)), level((4, 5), (0, 9))) == (Fraction(9, 5), math.inf)


def test_the_ratio_of_a_row_without_mass_is_one() -> None:
    assert [ratio(row) for row in ((0, 0), (0, 2), (6, 4, 5))] == [1, math.inf, Fraction(3, 2)]


def test_the_excess_of_columns_is_over_all_ordered_pairs() -> None:
    """At 2: 7 - 2 * 3 and 1 - 2 * 5 one way, nothing left the other way but 5 - 2 and 3 - 14."""
    columns = [(7, 1, 2), (3, 5, 2)]
    assert excess(columns, 10, Fraction(2)) == Fraction(3, 10)
    assert excess(columns, 10, Fraction(7, 3)) == Fraction(5 * 3 - 7, 30)
    assert excess([(1, 0), (0, 1)], 1, math.inf) == 1
    assert excess([(4, 6)], 10, Fraction(1)) == 0


@pytest.mark.parametrize(
    ("delta", "gamma"),
    [("0", "7/3"), ("1/10", 2), ("2/5", 1), ("1", 1)],
)
def test_a_delta_is_spent_on_the_reports_with_the_largest_ratios(
    delta: str, gamma: Fraction
) -> None:
    """(7 - 1) / 3 = 2 for the first report alone; (9 - 1) / 5 for the first two is less."""
    first = (Fraction(7, 10), Fraction(2, 10), Fraction(1, 10))
    second = (Fraction(3, 10), Fraction(2, 10), Fraction(5, 10))
    assert smallest_gamma(first, second, Fraction(delta)) == Fraction(gamma)


def test_what_reveals_more_than_delta_has_no_level() -> None:
    first, second = (Fraction(1, 4), Fraction(3, 4)), (Fraction(0), Fraction(1))
    assert smallest_gamma(first, second, Fraction(1, 5)) == math.inf
    assert smallest_gamma(first, second, Fraction(1, 4)) == 1
