"""Designs whose tables are not written are channels all the same."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.channel.implicit import ImplicitChannel
from rropt.design.blocks.block_channel import subset_channel


@pytest.mark.everything
@pytest.mark.parametrize(("k", "gamma"), [(133, 11), (500, 3), (2925, 2000)])
def test_the_worth_of_the_channel_is_the_certified_value(k: int, gamma: int) -> None:
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.AOptimal([F(1, k)] * k))
    channel = design.channel
    assert isinstance(channel, ImplicitChannel) and channel.shape[1] == k
    assert float(channel.worth) == pytest.approx(float(design.bound), rel=1e-9)
    assert channel.parity() <= gamma


def test_small_tables_are_written() -> None:
    channel = rr.optimal(rr.LocalDP(1), rr.AOptimal(["1/5"] * 5)).channel
    assert not isinstance(channel, ImplicitChannel)


def test_patterns_of_one_or_three_values_are_of_no_family() -> None:
    assert subset_channel(((F(1), 5),)) is None
    assert subset_channel(((F(3), 1), (F(2), 1), (F(1), 5))) is None
    assert subset_channel(((F(3), 1), (F(0), 5))) is None
    one = subset_channel(((F(3), 1), (F(1), 5)))
    assert one is not None and one.shape == (6, 6)
