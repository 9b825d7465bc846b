"""Enclosures of the profile of many reports against their joint table.

Joint tables against the product over all sequences of reports.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.measures.composition import composed_delta, repeated, together
from tests.measures.tables import random_channel

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.everything
@pytest.mark.parametrize(("seed", "gamma"), [(0, "1/3"), (1, "1"), (2, "9/4")])
def test_the_joint_table_lies_within(seed, gamma):
    channel = random_channel(seed, 3, 2, zeros=seed % 2 == 1)
    exact = repeated(channel, 5).profile(gamma)
    low, high = composed_delta([(channel, 5)], gamma)
    assert low <= exact <= high
    assert high - exact < Fraction(1, 10**6)
    assert exact - low < Fraction(1, 10**3)


def test_tables_of_several_kinds():
    first, second = random_channel(11, 3, 2), random_channel(12, 4, 2)
    exact = together([first, first, second]).profile(4)
    low, high = composed_delta([(first, 2), (second, 1)], 4)
    assert low <= exact <= high < exact + Fraction(1, 10**6)


def test_many_reports_through_warners_table_are_two_binomials():
    n, gamma = 60, 3**5
    mass = [comb(n, i) * Fraction(3**i, 4**n) for i in range(n + 1)]
    exact = sum(max(Fraction(0), mass[i] - gamma * mass[n - i]) for i in range(n + 1))
    low, high = composed_delta([(WARNER, n)], gamma)
    assert low <= exact <= high
    assert high - low < Fraction(1, 10**40)


def test_a_lattice_of_half_the_largest_loss():
    channel = Channel.from_rows([["4/9", "1/9"], ["2/9", "4/9"], ["1/3", "4/9"]])
    ratios = {row[0] / row[1] for row in channel.rows}
    assert ratios == {4, Fraction(1, 2), Fraction(3, 4)}
    table = Channel.from_rows([["4/7", "1/7"], ["2/7", "4/7"], ["1/7", "2/7"]])
    low, high = composed_delta([(table, 3)], "3/2")
    assert low <= repeated(table, 3).profile("3/2") <= high < low + Fraction(1, 10**40)


def test_at_a_loss_of_the_lattice_itself():
    low, high = composed_delta([(WARNER, 4)], 9)
    assert low <= repeated(WARNER, 4).profile(9) <= high < low + Fraction(1, 10**40)


def test_certain_reports():
    table = Channel.from_rows([[1, "1/2"], [0, "1/2"]])
    low, high = composed_delta([(table, 10)], 5)
    assert low <= 1 - Fraction(1, 2**10) <= high < low + Fraction(1, 10**40)


@pytest.mark.parametrize(
    ("channels", "gamma", "said"),
    [
        ([], 2, "from 1 to"),
        ([(WARNER, 20_000)], 2, "from 1 to"),
        ([(WARNER, 1)], 0, "positive"),
        ([(WARNER, 1), (Channel.identity(3), 1)], 2, "same truths"),
    ],
)
def test_refusals(channels, gamma, said):
    with pytest.raises(rr.InputError, match=said):
        composed_delta(channels, gamma)


@pytest.mark.everything
@pytest.mark.parametrize("digits", [17, 30, 90, 300])
@pytest.mark.parametrize("gamma", ["1", "11/10", "1/2"])
def test_losses_that_no_double_tells_from_zero(digits, gamma):
    x, half = Fraction(1, 10**digits), Fraction(1, 2)
    table = Channel.from_rows([[half + x, half], [half - x, half]])
    low, high = composed_delta([(table, 3)], gamma)
    assert low <= repeated(table, 3).profile(gamma) <= high < low + Fraction(1, 10**15)


def sequences(channels: list[Channel]) -> Channel:
    """Every sequence of reports as a report of its own."""
    rows = []
    for chosen in product(*(channel.rows for channel in channels)):
        rows.append([prod((row[j] for row in chosen), start=Fraction(1)) for j in range(2)])
    return Channel.from_rows(rows)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost_and_nothing_is_gained(seed):
    channels = [random_channel(seed + i, 3, 2, zeros=True) for i in range(3)]
    joint, whole = together(channels), sequences(channels)
    assert {joint.profile(g) - whole.profile(g) for g in ("1/2", "1", "3", "20")} == {0}
    assert rr.compare(joint, whole).relation == "equivalent"


def test_counts_are_all_that_many_reports_say():
    channel = random_channel(5, 3, 2)
    assert repeated(channel, 4).shape[0] <= 15
    assert repeated(channel, 4).profile(7) == sequences([channel] * 4).profile(7)
    assert repeated(channel, 1).rows == channel.merge_proportional().rows
    assert repeated(channel, 6).parity() == channel.parity() ** 6


def test_what_cannot_be_put_together_is_refused():
    with pytest.raises(rr.InputError, match="at least one"):
        together([])
    with pytest.raises(rr.InputError, match="same truths"):
        together([Channel.identity(2), Channel.identity(3)])
    with pytest.raises(rr.InputError, match="composed_delta"):
        repeated(random_channel(1, 9, 2), 40)


def test_chances_of_too_many_digits_are_refused_before_the_work() -> None:
    """A design of an irrational level has entries of 21 digits: 21 n for n reports."""
    design = rr.optimal(rr.LocalDP(1), rr.Variance("1/4"))
    assert repeated(design.channel, 40).shape == (41, 2)
    for many in (60, 10**12):
        with pytest.raises(rr.InputError, match="chances of more than 1000 digits"):
            repeated(design.channel, many)
