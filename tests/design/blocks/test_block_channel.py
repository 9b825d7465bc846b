"""Designs whose tables are not written are channels all the same."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.channel.implicit import ImplicitChannel
from rropt.design.blocks.block_channel import class_channel, subset_channel
from rropt.design.problem import Orbit


@pytest.mark.everything
@pytest.mark.parametrize(("k", "gamma"), [(133, 11), (500, 3), (2925, 2000)])
def test_the_worth_of_the_channel_is_the_certified_value(k: int, gamma: int) -> None:
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.AOptimal([F(1, k)] * k))
    channel = design.channel
    assert isinstance(channel, ImplicitChannel) and channel.shape[1] == k
    assert float(channel.supports.worth) == pytest.approx(float(design.bound), rel=1e-9)
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


def orbit(first: int, second: int, weight: F) -> Orbit:
    """So many of two and of three truths at 5, the others at 1."""
    runs = [((F(5), high), (F(1), n - high)) for high, n in ((first, 2), (second, 3))]
    return Orbit(runs[0], weight, (runs[1],))


@pytest.mark.parametrize(
    ("orbits", "wanted"),
    [
        ([orbit(1, 0, F(2, 9)), orbit(0, 1, F(3, 9))], "k-ary response"),
        ([orbit(0, 1, F(3, 9)), orbit(1, 0, F(2, 9))], "k-ary response"),
        ([orbit(1, 0, F(3, 9)), orbit(0, 1, F(2, 9))], "sets of 2 types in 2 classes of truths"),
        ([orbit(0, 1, F(1, 9))], "sets of 1 type in 2 classes of truths"),
        ([orbit(2, 0, F(1, 9)), orbit(0, 3, F(1, 9))], "sets of 2 types in 2 classes of truths"),
        (
            [orbit(1, 0, F(2, 9)), orbit(0, 1, F(3, 9)), orbit(1, 1, F(1, 9))],
            "sets of 3 types in 2 classes of truths",
        ),
    ],
)
def test_one_truth_of_each_class_with_one_weight_a_truth_is_k_ary(orbits, wanted) -> None:
    found = class_channel(orbits, [F(1, 10), F(4, 15)])
    assert found is not None and found.supports.name == wanted
