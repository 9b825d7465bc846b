"""Comparison by words of 64 bits: the same decisions as by bytes, and the rare words that go on."""

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.sampling import Sampler
from rropt.sampling.bytewise import Machine
from rropt.sampling.cuts import Cuts, cut_points
from rropt.sampling.wordwise import Words
from tests.sampling.octets import Exhausted, source_of

WIDE = Channel.from_rows([["1/3", "77/256"], ["1/3", "1/256"], ["1/3", "178/256"]])


def test_words_decide_what_bytes_decide():
    rng = np.random.default_rng(5)
    truths = rng.integers(0, 2, 500)
    for truth in (0, 1):
        cuts = Sampler.of(WIDE).cuts
        value = rng.bytes(8)
        out = np.zeros(1, np.uint8)
        Words.of(cuts).draw(np.array([truth]), source_of(value), out)
        by_bytes = np.zeros(1, np.uint8)
        Machine.of(cuts).draw(np.array([truth]), source_of(value), by_bytes)
        assert out == by_bytes
    reports = np.zeros(500, np.uint8)
    Words.of(Sampler.of(Channel.identity(2)).cuts).draw(truths, rng.bytes, reports)
    assert (reports == truths).all()


def test_words_continue_an_undecided_number():
    """Cut point 2^64 + 1 over 2^72: the word 0x...01 is undecided until its ninth byte is read."""
    cuts = cut_points([[2**64 + 1, 2**72 - 2**64 - 1]], 2**72)
    head, out = bytes([1]) + bytes(7), np.zeros(1, np.uint8)
    for last, report in [(0, 0), (1, 1), (255, 1)]:
        Words.of(cuts).draw(np.array([0]), source_of(head + bytes([last]) + bytes(7)), out)
        assert out[0] == report
        machine = Machine.of(cuts)
        machine.draw(np.array([0]), source_of(head + bytes([last])), out)
        assert out[0] == report


def test_words_reject_above_the_last_cut_point():
    cuts = cut_points([[1, 2]], 3)
    out = np.zeros(1, np.uint8)
    Words.of(cuts).draw(np.array([0]), source_of(b"\xff" * 8 + bytes(8)), out)
    assert out[0] == 0
    with pytest.raises(Exhausted):
        Words.of(cuts).draw(np.array([0]), source_of(b"\xff" * 8), out)


def test_a_number_at_a_cut_point_has_passed_it():
    """[0, 2^63) is report 0, [2^63, 2^64) report 1: both ends of both, in eight bytes each."""
    numbers = [0, 2**63 - 1, 2**63, 2**64 - 1]
    octets = b"".join(n.to_bytes(8, "big") for n in numbers)
    words = Words.of(Cuts(((2**63, 2**64),), 8))
    out = np.zeros(4, int)
    words.draw(np.zeros(4, int), lambda count: octets, out)
    assert out.tolist() == [0, 0, 1, 1]
