"""Which column is the most significant bit, and the channels of the bits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt.channel import Channel
from rropt.estimating import bits
from rropt.estimating.bits.bit_order import arranged, bit_channels, forward, inverse
from rropt.exact import InputError
from tests.estimating.bits.test_marginal import ONE_SIDED, SKEWED, WARNER


def test_the_default_order_is_that_of_the_tensor_product():
    prior = [Fraction(i + 1, 36) for i in range(8)]
    channel = WARNER.tensor(SKEWED).tensor(ONE_SIDED)
    expected = tuple(sum(a * p for a, p in zip(row, prior, strict=True)) for row in channel.rows)
    assert bits.report_marginal_exact([WARNER, SKEWED, ONE_SIDED], prior) == expected


def test_a_bit_without_information_is_refused():
    coin = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    with pytest.raises(InputError, match="invertible"):
        bits.estimate_marginal([coin], [1, 1])


def test_channels_are_arranged_from_the_most_significant_bit() -> None:
    other = Channel.identity(2)
    assert bit_channels([WARNER, other], "first") == [WARNER, other]
    assert bit_channels([WARNER, other], "last") == [other, WARNER]
    with pytest.raises(InputError, match="'first' or 'last', got 'middle'"):
        arranged([1], "middle")
    for channels in ([], [WARNER] * 31):
        with pytest.raises(InputError, match="1 to 30 bits"):
            bit_channels(channels, "first")
    with pytest.raises(InputError, match=r"channels\[1\] must be 2 x 2, got \(3, 3\)"):
        bit_channels([WARNER, Channel.identity(3)], "first")


def test_the_inverse_of_a_bit_by_hand() -> None:
    """[[9/10, 1/5], [1/10, 4/5]] has determinant 7/10."""
    skewed = Channel.from_rows([["9/10", "1/5"], ["1/10", "4/5"]])
    assert inverse(skewed) == (
        (Fraction(8, 7), Fraction(-2, 7)),
        (Fraction(-1, 7), Fraction(9, 7)),
    )
    assert forward(skewed) == skewed.rows
