"""Bit strings: every bit flipped by hand, RAPPOR's published levels, Bloom-filter codewords."""

from fractions import Fraction as F
from itertools import product

import pytest

from rropt.devices.populations import CENSUS
from rropt.devices.unary import (
    optimized_unary,
    rappor,
    rappor_instantaneous,
    rappor_permanent,
    symmetric_unary,
)
from rropt.exact import InputError


def bits_by_hand(codes, one_if_one, one_if_zero):
    """P(string | code) by multiplying the bits, strings in counting order."""
    columns = []
    for code in codes:
        column = []
        for string in product((0, 1), repeat=len(code)):
            chance = F(1)
            for true, seen in zip(code, string, strict=True):
                p = one_if_one if true else one_if_zero
                chance *= p if seen else 1 - p
            column.append(chance)
        columns.append(tuple(column))
    return tuple(columns)


ONE_HOT = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def test_symmetric_unary_definition():
    device = symmetric_unary(3, gamma=9)
    assert device.channel.columns == bits_by_hand(ONE_HOT, F(3, 4), F(1, 4))
    assert device.parity == 9


def test_symmetric_unary_with_an_irrational_root_is_private_and_nearly_tight():
    device = symmetric_unary(3, gamma=3)
    assert F(3) - F(1, 2**60) < device.parity < 3


def test_optimized_unary_definition_and_parity():
    device = optimized_unary(3, gamma=3)
    assert device.channel.columns == bits_by_hand(ONE_HOT, F(1, 2), F(1, 4))
    assert device.parity == 3


def test_optimized_unary_variance_is_published():
    """Wang et al. 2017: 4 gamma / (gamma - 1)^2 + pi, true counts fixed, n = 1."""
    prior = (F(1, 2), F(1, 3), F(1, 6))
    expected = tuple(F(12, 4) + pi for pi in prior)
    assert optimized_unary(3, gamma=3).variances(prior, 1, CENSUS) == expected


def test_optimized_beats_symmetric_unary_for_rare_categories():
    rare = ("1", "0", "0")
    assert (
        optimized_unary(3, gamma=9).variances(rare)[1]
        < symmetric_unary(3, gamma=9).variances(rare)[1]
    )


def test_rappor_permanent_level():
    """Erlingsson et al. 2014: epsilon = 2 h ln((1 - f/2) / (f/2)), h = 1 hash function."""
    f = F(1, 2)
    device = rappor_permanent(f, categories=3)
    assert device.channel.columns == bits_by_hand(ONE_HOT, 1 - f / 2, f / 2)
    assert device.parity == ((1 - f / 2) / (f / 2)) ** 2


def test_rappor_instantaneous_alone():
    device = rappor_instantaneous("1/4", "3/4", categories=3)
    assert device.channel.columns == bits_by_hand(ONE_HOT, F(3, 4), F(1, 4))


def test_rappor_is_the_composition_of_its_stages():
    f, p, q = F(1, 3), F(1, 5), F(4, 5)
    permanent = rappor_permanent(f, categories=2).channel
    strings = list(product((0, 1), repeat=2))
    again = bits_by_hand(strings, q, p)
    expected = tuple(
        tuple(sum(again[s][r] * permanent.columns[j][s] for s in range(4)) for r in range(4))
        for j in range(2)
    )
    assert rappor(f, p, q, categories=2).channel.columns == expected


def test_rappor_one_report_is_more_private_than_the_permanent_stage():
    assert rappor("1/2", "1/4", "3/4", 3).parity < rappor_permanent("1/2", 3).parity


def test_rappor_with_bloom_filter_codewords():
    codes = ((1, 1, 0), (0, 1, 1))
    device = rappor_permanent("1/2", codes=codes)
    assert device.channel.columns == bits_by_hand(codes, F(3, 4), F(1, 4))
    assert device.parity == 9
    assert rappor_permanent("1/2", codes="1,1,0;0,1,1").channel == device.channel


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: rappor_permanent(1, 3), "does not identify"),
        (lambda: rappor_permanent("1/2"), "exactly one of categories"),
        (lambda: rappor_permanent("1/2", 2, "1,0;0,1"), "exactly one of categories"),
        (lambda: rappor_permanent("1/2", codes="1,1;1,1"), "lower rank"),
        (lambda: rappor_permanent("1/2", codes="2,0;0,1"), "strings of bits"),
        (lambda: rappor_instantaneous("1/2", "1/2", 3), "does not identify"),
        (lambda: rappor("3/2", 0, 1, 3), "f must lie between 0 and 1"),
        (lambda: optimized_unary(100_001, gamma=3), "at most 100000"),
        (lambda: rappor_instantaneous("3/4", "1/4", 40), "larger where the bit is one"),
        (lambda: rappor_instantaneous("0", "1", 40), "above 0 and below 1"),
    ],
)
def test_bad_bits_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
