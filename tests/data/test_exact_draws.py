"""The cut points of a table, counted; bytes and words decide alike, rare words that go on too."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.data import exact_draws
from rropt.data.exact_draws import Cuts, Machine, Words, cut_points
from rropt.data.sampler import Sampler
from rropt.exact import InputError
from tests.data.octets import FINE, SKEWED, WARNER, Exhausted, source_of


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=6).filter(any))
def test_every_report_owns_its_share_of_what_is_accepted(weights):
    cuts = cut_points([weights], sum(weights))
    (ends,) = cuts.columns
    owned = [end - start for start, end in zip((0, *ends), ends, strict=False)]
    assert [Fraction(n, ends[-1]) for n in owned] == [Fraction(w, sum(weights)) for w in weights]
    rejected = 256**cuts.length - ends[-1]
    assert 0 <= rejected * 256 < 256**cuts.length
    assert rejected < sum(weights)


@pytest.mark.parametrize(
    ("denominator", "length"),
    [(1, 1), (2, 1), (3, 2), (256, 1), (255, 2), (257, 3), (512, 2), (2**64, 8), (2**64 + 1, 10)],
)
def test_as_many_bytes_as_it_takes(denominator, length):
    """A power of two rejects nothing; any other denominator has a byte to spare."""
    assert cut_points([[denominator]], denominator).length == length


def test_the_largest_machine_is_known_before_it_is_built():
    """First states of two truths, then at most a state for each of three cut points."""
    cuts = cut_points([[1, 1, 1], [1, 2, 0]], 3)
    assert (cuts.reports, cuts.length, cuts.cells) == (3, 2, 256 * 2 * (1 + 3))


@pytest.mark.parametrize("columns", [[[1, 1], [1, 2]], [[-1, 3]]])
def test_what_is_no_distribution_is_refused(columns):
    with pytest.raises(InputError, match="must be non-negative and add up to 2"):
        cut_points(columns, 2)


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
    codes, undecided = exact_draws._begin_binary(machine, truths, octets)
    looked_up, pending = exact_draws._begin(machine, truths, octets)
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
    monkeypatch.setattr(exact_draws, "BLOCK", 2)
    out = np.zeros(5, np.uint8)
    Machine.of(cut_points([[1, 1]], 2)).draw(
        np.zeros(5, np.intp), source_of(b"\x00\xff\x80\x7f\xff"), out
    )
    assert out.tolist() == [0, 1, 1, 0, 1]


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
