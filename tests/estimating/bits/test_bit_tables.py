"""The channels of the bits, and butterflies in place against one bit at a time."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.estimating import bits
from rropt.estimating.bits.bit_tables import (
    BLOCK,
    RADIX,
    apply_in_place,
    bit_channels,
    forward,
    inverse,
)
from rropt.exact import InputError
from tests.estimating.bits.test_marginal import ONE_SIDED, SKEWED, WARNER


def test_the_default_order_is_that_of_the_tensor_product():
    prior = [Fraction(i + 1, 36) for i in range(8)]
    channel = WARNER.tensor(SKEWED).tensor(ONE_SIDED)
    expected = list(map(float, channel.report_distribution(prior)))
    found = bits.report_marginal([WARNER, SKEWED, ONE_SIDED], prior)
    assert found == pytest.approx(expected, rel=1e-12)


def test_a_bit_without_information_is_refused():
    coin = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    with pytest.raises(InputError, match="invertible"):
        bits.estimate_marginal([coin], [1, 1])


def test_channels_are_two_by_two_and_not_too_many() -> None:
    other = Channel.identity(2)
    assert bit_channels([WARNER, other]) == [WARNER, other]
    for channels in ([], [WARNER] * 31):
        with pytest.raises(InputError, match="1 to 30 bits"):
            bit_channels(channels)
    with pytest.raises(InputError, match=r"channels\[1\] must be 2 x 2, got \(3, 3\)"):
        bit_channels([WARNER, Channel.identity(3)])


def test_the_inverse_of_a_bit_by_hand() -> None:
    """[[9/10, 1/5], [1/10, 4/5]] has determinant 7/10."""
    skewed = Channel.from_rows([["9/10", "1/5"], ["1/10", "4/5"]])
    assert inverse(skewed) == (
        (Fraction(8, 7), Fraction(-2, 7)),
        (Fraction(-1, 7), Fraction(9, 7)),
    )
    assert forward(skewed) == skewed.rows


@pytest.mark.parametrize("k", [RADIX, RADIX + 1, 11, 17, 18])
def test_blocks_of_every_shape_agree_with_one_butterfly_at_a_time(k):
    """Round trip through the forward transform, and each bit alone against the reshaped axis."""
    rng = np.random.default_rng(k)
    tables = [((0.7, 0.2), (0.3, 0.8))] * k
    vector = rng.random(2**k)
    expected = vector.copy()
    for i in range(k):
        pairs = expected.reshape(2**i, 2, -1)
        low, high = pairs[:, 0].copy(), pairs[:, 1].copy()
        pairs[:, 0], pairs[:, 1] = 0.7 * low + 0.2 * high, 0.3 * low + 0.8 * high
    result = apply_in_place(tables, vector)
    assert result is vector
    assert np.abs(result - expected).max() < 1e-10
    assert 2 * BLOCK < 2**18


def test_bits_of_their_own_tables_are_a_kronecker_product() -> None:
    rng = np.random.default_rng(5)
    tables = [rng.random((2, 2)) for _ in range(5)]
    vector = rng.random(32)
    expected = reduce(np.kron, tables) @ vector
    rational = [tuple(tuple(Fraction(float(x)) for x in row) for row in t) for t in tables]
    assert apply_in_place(rational, vector) == pytest.approx(expected, rel=1e-12)
