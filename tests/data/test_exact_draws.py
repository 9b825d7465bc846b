"""The cut points of a table, counted; bytes and words decide alike, rare words that go on too."""

from bisect import bisect_right
from fractions import Fraction
from itertools import accumulate
from math import lcm

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.data import exact_draws
from rropt.data.exact_draws import Coins, Cuts, Machine, Words, cut_points
from rropt.data.sampler import Sampler
from rropt.exact import InputError
from tests.data.octets import Exhausted, source_of


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


def coins(*chances):
    """Of report 0, given each truth, over the least common denominator."""
    unit = lcm(*(chance.denominator for chance in chances))
    columns = [[int(unit * chance), int(unit * (1 - chance))] for chance in chances]
    return Coins.of(columns, unit)


WORDS = np.arange(2**16, dtype="<u2").tobytes()
"""Each word once."""


def outcome_ends(chance):
    """Of the octets 0, 1, ...: sums of the chances that eight independent reports are its bits."""
    shares = [chance ** (8 - ones) * (1 - chance) ** ones for ones in range(9)]
    return list(accumulate(shares[octet.bit_count()] for octet in range(256)))


@pytest.mark.parametrize("chance", [Fraction(3, 4), Fraction(1, 2), Fraction(0), Fraction(1)])
def test_of_all_words_every_octet_has_its_share(chance):
    """No word is open where the eighth power of the denominator divides 2^16."""
    (eight,) = coins(chance).eights
    drawn = eight.octets(2**16, source_of(WORDS))
    shares = np.diff([Fraction(0), *outcome_ends(chance)])
    assert np.bincount(drawn, minlength=256).tolist() == [int(2**16 * share) for share in shares]


@pytest.mark.everything
@given(st.fractions(0, 1, max_denominator=10**12))
def test_a_word_decides_only_what_all_its_numbers_agree_on(chance):
    """The last end is that of the accepted numbers; a word beyond it or across an end is open."""
    (eight,) = coins(chance).eights
    ends = [Fraction(end, 256**eight.column.length) for end in eight.column.cuts]
    assert [end / ends[-1] for end in ends] == outcome_ends(chance)
    assert 255 < 256 * ends[-1] <= 256
    for word, octet in enumerate(eight.table[::97].tolist()):
        low, high = Fraction(97 * word, 2**16), Fraction(97 * word + 1, 2**16)
        agreed = bisect_right(ends, low)
        whole = agreed < 256 and high <= ends[agreed]
        assert octet == (agreed if whole else 256)


def test_every_end_of_an_octet_stands_in_the_table():
    """Of thirds: the words just below and above each end, by exact comparison."""
    (eight,) = coins(Fraction(1, 3)).eights
    ends = [Fraction(end, 256**eight.column.length) for end in eight.column.cuts]
    for octet, end in enumerate(ends):
        word = int(end * 2**16)
        assert eight.table[word] == 256
        if octet and int(ends[octet - 1] * 2**16) < word - 1:
            assert eight.table[word - 1] == octet


def test_an_open_word_is_decided_by_the_bits_after_it():
    """Of thirds the first octet ends within word 9: 256^L = 3^8 q + rest, end = q / 256^L."""
    (eight,) = coins(Fraction(1, 3)).eights
    end = int(2**64 * Fraction(eight.column.cuts[0], 256**eight.column.length))
    for after, octet in ((end - 1, 0), (end + 1, 1)):
        word, rest = divmod(after, 2**48)
        assert eight.table[word] == 256
        given = word.to_bytes(2, "little") + (rest << 16).to_bytes(8, "little")
        assert eight.octets(1, source_of(given)).tolist() == [octet]


def test_a_rejected_word_is_drawn_anew():
    """Of thirds the last number belongs to nobody; then zero is drawn, as eight octets."""
    (eight,) = coins(Fraction(1, 3)).eights
    assert eight.octets(1, source_of(b"\xff" * 10 + bytes(8))).tolist() == [0]


def few_are_enough(monkeypatch):
    monkeypatch.setattr(exact_draws, "FEW", 8)


def test_the_bits_of_an_octet_are_the_reports_in_their_order(monkeypatch):
    """Halves: a word is 256 times the octet and something. Exchanged for the second truth."""
    few_are_enough(monkeypatch)
    out = np.zeros(8, np.uint8)
    for truths, wanted in (
        ([0] * 8, [0, 1, 1, 0, 1, 0, 0, 1]),
        ([0, 0, 0, 0, 1, 1, 1, 1], [0, 1, 1, 0, 0, 1, 1, 0]),
    ):
        engine = coins(Fraction(1, 2), Fraction(1, 2))
        engine.draw(np.array(truths), source_of(b"\x00\x69"), out)
        assert out.tolist() == wanted


def test_truths_whose_chances_are_not_exchanged_have_words_of_their_own(monkeypatch):
    """1/2 and 1: the second word is read, and gives report 0 whatever it is."""
    few_are_enough(monkeypatch)
    out = np.zeros(8, np.uint8)
    engine = coins(Fraction(1, 2), Fraction(1))
    engine.draw(np.arange(8) % 2, source_of(b"\x00\xff" + b"\x12\x34"), out)
    assert out.tolist() == [1, 0] * 4
    with pytest.raises(Exhausted):
        engine.draw(np.arange(8) % 2, source_of(b"\x00\xff"), out)


def test_fewer_than_eight_and_few_reports_are_drawn_by_bytes(monkeypatch):
    """A byte each of a few; of many two bits, and a byte each of the rest."""
    engine, out = coins(Fraction(3, 4), Fraction(1, 4)), np.zeros(19, np.uint8)
    for few, octets in ((20, 19), (19, 2 * 2 + 3)):
        monkeypatch.setattr(exact_draws, "FEW", few)
        engine.draw(np.zeros(19, int), source_of(bytes(octets)), out)
        with pytest.raises(Exhausted):
            engine.draw(np.zeros(19, int), source_of(bytes(octets - 1)), out)


@pytest.mark.parametrize("chance", [Fraction(3, 4), Fraction(1, 3)], ids=str)
def test_blocks_of_words_follow_each_other(monkeypatch, chance):
    """The same octets, block by block, in the order of the entries."""
    few_are_enough(monkeypatch)
    truths, given_octets = np.arange(27) % 2, np.random.default_rng(3).bytes(300)
    whole, parts = np.zeros(27, np.uint8), np.zeros(27, np.uint8)
    engine, source = coins(chance, 1 - chance), source_of(given_octets)
    for start in (0, 8, 16, 24):
        engine.draw(truths[start : start + 8], source, whole[start : start + 8])
    monkeypatch.setattr(exact_draws, "SHARED_BLOCK", 8)
    engine.draw(truths, source_of(given_octets), parts)
    assert whole.tolist() == parts.tolist()
