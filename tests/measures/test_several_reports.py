"""Joint tables against the product over all sequences of reports."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.measures.several_reports import repeated, together
from tests.measures.tables import random_channel


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
