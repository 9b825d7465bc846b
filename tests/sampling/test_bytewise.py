"""The byte machine: what a string of bytes decides."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.sampling import Sampler, bytewise
from rropt.sampling.bytewise import Machine
from rropt.sampling.cuts import cut_points
from tests.sampling.octets import FINE, SKEWED, WARNER, Exhausted, source_of


@given(st.lists(st.integers(0, 9), min_size=2, max_size=5), st.integers(0, 2**24 - 1))
def test_machine_agrees_with_the_interval_that_the_number_falls_into(weights, number):
    if not any(weights):
        weights = [1, *weights]
    denominator = sum(weights)
    cuts = cut_points([weights], denominator)
    string = number.to_bytes(3, "big")
    value = int.from_bytes(string[: cuts.length], "big")
    expected = sum(c <= value for c in cuts.columns[0])
    sampler = Sampler(cuts, Machine.of(cuts))
    if expected < len(weights):
        assert sampler([0], source_of(string))[0] == expected
    else:
        restart = sampler([0], source_of(string[: cuts.length] + bytes(cuts.length)))[0]
        assert restart == sampler([0], source_of(bytes(cuts.length)))[0]


@pytest.mark.parametrize("channel", [WARNER, SKEWED, FINE], ids=["4", "7", "65536"])
def test_binary_shortcut_gives_what_the_machine_gives(channel):
    machine = Sampler.of(channel).engine
    truths = np.repeat([0, 1], 256)
    octets = np.tile(np.arange(256, dtype=np.uint8), 2)
    codes, undecided = bytewise._begin_binary(machine, truths, octets)
    looked_up, pending = bytewise._begin(machine, truths, octets)
    assert (codes == looked_up).all()
    assert undecided.tolist() == pending.tolist()


def test_a_machine_is_a_table_of_decisions_and_next_states():
    """Denominator 4: one byte decides. Cut 2^8 + 1 of 2^16: byte 1 is open, then 0 decides."""
    coin = Machine.of(cut_points([[1, 3]], 4))
    assert coin.table.tolist() == [0] * 64 + [1] * 192
    fine = Machine.of(cut_points([[257, 65536 - 257]], 65536))
    assert fine.table.tolist()[:256] == [0, 2 + 1, *[1] * 254]
    assert fine.table.tolist()[256:] == [0, *[1] * 255]


def test_a_rejected_number_goes_back_to_the_state_of_its_own_truth():
    """Thirds in two bytes: 65535 belongs to nobody, for either truth."""
    machine = Machine.of(cut_points([[3, 0], [1, 2]], 3))
    out = np.zeros(2, np.uint8)
    machine.draw(np.array([0, 1]), source_of(b"\xff\xff\xff\xff\xfe\xfe"), out)
    assert out.tolist() == [0, 1]


def test_nothing_is_drawn_beyond_what_is_needed():
    machine = Machine.of(cut_points([[1, 3]], 4))
    out = np.zeros(3, np.uint8)
    machine.draw(np.zeros(3, np.intp), source_of(b"\x00\x40\xff"), out)
    assert out.tolist() == [0, 1, 1]
    with pytest.raises(Exhausted):
        machine.draw(np.zeros(3, np.intp), source_of(b"\x00\x40"), out)


def test_blocks_are_drawn_one_after_the_other(monkeypatch):
    monkeypatch.setattr(bytewise, "BLOCK", 2)
    out = np.zeros(5, np.uint8)
    Machine.of(cut_points([[1, 1]], 2)).draw(
        np.zeros(5, np.intp), source_of(b"\x00\xff\x80\x7f\xff"), out
    )
    assert out.tolist() == [0, 1, 1, 0, 1]
