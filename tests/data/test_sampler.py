"""Exact sampling: every report's share of the byte strings is counted, not estimated.

The draws of families that are not written out are in tests/channel.
"""

from __future__ import annotations

import os
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.channel.balanced_supports import SubsetSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.data.exact_draws import BLOCK, Words
from rropt.data.sampler import (
    ExactDice,
    ImplicitSampler,
    Sampler,
    randomize,
    randomize_implicit,
    randomize_labels,
    simulate_not_private,
)
from rropt.exact import InputError
from tests.data.octets import FINE, SKEWED, WARNER, Exhausted, source_of

pytestmark = pytest.mark.quick

THREE = Channel.from_rows([["1/2", 0, "1/6"], ["1/3", "1/3", 0], ["1/6", "2/3", "5/6"]])


def enumerate_shares(sampler, truth, depth):
    """Each report's exact probability over all byte strings up to `depth`, and what is open.

    A byte string that decides a report after l bytes has probability 256^-l.
    """
    shares, open_strings = {}, [b""]
    for length in range(1, depth + 1):
        longer = [s + bytes([b]) for s in open_strings for b in range(256)]
        open_strings = []
        for octets in longer:
            try:
                report = int(sampler([truth], source_of(octets))[0])
            except Exhausted:
                open_strings.append(octets)
                continue
            shares[report] = shares.get(report, 0) + Fraction(1, 256**length)
    return shares, Fraction(len(open_strings), 256**depth)


@pytest.mark.parametrize("channel", [WARNER, Channel.identity(3), FINE], ids=["4", "1", "65536"])
def test_every_dyadic_probability_by_enumeration(channel):
    sampler = Sampler.of(channel)
    for j, column in enumerate(channel.columns):
        shares, undecided = enumerate_shares(sampler, j, 2)
        assert undecided == 0
        assert [shares.get(i, 0) for i in range(len(column))] == list(column)


@pytest.mark.parametrize("channel", [SKEWED, THREE], ids=["7", "6"])
def test_every_other_probability_by_enumeration_with_rejection(channel):
    """The first two bytes hold floor(65536 / D) a_ij strings of report i, the rest is rejected."""
    sampler, denominator = Sampler.of(channel), channel.denominator
    for j, column in enumerate(channel.columns):
        shares, undecided = enumerate_shares(sampler, j, 2)
        quotient, rest = divmod(65536, denominator)
        expected = [Fraction(quotient * a * denominator, 65536) for a in column]
        assert [shares.get(i, 0) for i in range(len(column))] == expected
        assert undecided == Fraction(rest, 65536)


def test_a_moved_cut_point_is_seen_by_the_enumeration():
    moved = Channel.from_rows([["40001/65536", "1/65536"], ["25535/65536", "65535/65536"]])
    shares, _ = enumerate_shares(Sampler.of(moved), 0, 2)
    assert shares[0] != FINE[0, 0]
    assert shares[0] - FINE[0, 0] == Fraction(1, 65536)


def test_large_table_uses_words_and_keeps_impossible_reports_impossible():
    size = 2000
    columns = [[0] * size for _ in range(40)]
    for j, column in enumerate(columns):
        column[j], column[size - 1] = 3, 4
    sampler = Sampler.from_columns(columns, 7)
    assert isinstance(sampler.engine, Words)
    truths = np.arange(4000) % 40
    reports = sampler(truths, np.random.default_rng(0).bytes)
    assert ((reports == truths) | (reports == size - 1)).all()
    assert abs((reports == truths).mean() - 3 / 7) < 0.05


def test_frequencies_across_blocks_are_the_probabilities():
    """Pearson's statistic of 300,000 seeded draws against the exact column, 99.99% quantile."""
    truths = np.full(300_000, 2)
    assert len(truths) > 2 * BLOCK
    counts = np.bincount(simulate_not_private(THREE, truths, seed=11), minlength=3)
    expected = np.array([50_000, 0, 250_000])
    assert counts[1] == 0
    assert ((counts - expected) ** 2 / np.maximum(expected, 1)).sum() < 15.2


@pytest.mark.parametrize("kind", [bool, np.uint8, np.int16, np.int64, list])
def test_any_integer_array_and_any_shape(kind):
    truths = np.array([[0, 1, 1], [1, 0, 0]])
    given_truths = truths.tolist() if kind is list else truths.astype(kind)
    reports = randomize(Channel.identity(2), given_truths)
    assert reports.shape == (2, 3)
    assert (reports == truths).all()


def test_strided_and_empty_arrays():
    truths = np.arange(20)[::-2] % 3
    assert (randomize(Channel.identity(3), truths) == truths).all()
    assert randomize(WARNER, []).shape == (0,)


def test_operating_system_randomness_is_the_default_and_differs_between_calls():
    truths = np.zeros(1000, np.uint8)
    coin = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    assert (randomize(coin, truths) != randomize(coin, truths)).any()


def test_labels_in_and_out():
    channel = Channel.from_rows([[0, 1], [1, 0]], reports=["red", "blue"], truths=["no", "yes"])
    assert randomize_labels(channel, ["yes", "no"]) == ["red", "blue"]
    with pytest.raises(InputError, match="'no', 'yes', got 2 of 3 that do not fit") as refused:
        randomize_labels(channel, ["yes", "maybe", "maybe"])
    assert "maybe" not in str(refused.value)


@pytest.mark.parametrize(
    ("truths", "message"),
    [
        ([0, 2], "between 0 and 1, got 1 of 2"),
        ([-1], "between"),
        ([0.5], "whole-number"),
        ([[0], [1, 0]], "rows of one length"),
    ],
)
def test_bad_truths_are_refused_with_counts(truths, message):
    with pytest.raises(InputError, match=message):
        randomize(WARNER, truths)


def test_samplers_of_one_table_are_equal():
    assert Sampler.of(WARNER) == Sampler.of(WARNER) != Sampler.of(Channel.identity(2))
    assert len({Sampler.of(WARNER), Sampler.of(WARNER)}) == 1


def test_masked_truths_are_refused():
    with pytest.raises(InputError, match="must not be masked, got 1"):
        randomize(Channel.identity(2), np.ma.array([0, 1], mask=[False, True]))


def test_words_past_the_last_multiple_are_drawn_again() -> None:
    limit = 2**62 + 1
    words = [2**64 - 1, limit - 1, 5]
    stream = iter(np.array(words, np.uint64))
    got = [int(ExactDice(lambda n: next(stream).tobytes()).below(limit, 1)[0]) for _ in range(2)]
    assert got == [limit - 1, 5]


DICE = ExactDice(Random(1).randbytes)


def test_numbers_below_a_limit_are_all_alike() -> None:
    times = np.bincount(DICE.below(7, 70_000))
    assert len(times) == 7 and abs(times - 10_000).max() < 500


@pytest.mark.parametrize(
    ("limit", "octets"), [(3, 4), (2**20 - 1, 4), (2**20 + 1, 8), (3 * 2**20, 8)]
)
def test_a_last_incomplete_range_is_drawn_again(limit: int, octets: int) -> None:
    """The largest word would make zero likelier; so would the first one after the last multiple."""
    first = (1 << 8 * octets) // limit * limit
    words = [(1 << 8 * octets) - 1, first, first - 1]
    given = iter([word.to_bytes(octets, "little") for word in words])
    asked: list[int] = []

    def source(count: int) -> bytes:
        asked.append(count)
        return next(given)

    assert ExactDice(source).below(limit, 1).tolist() == [limit - 1]
    assert asked == [octets] * 3


def test_one_number_alone_takes_no_chance() -> None:
    assert ExactDice(lambda count: b"").below(1, 3).tolist() == [0, 0, 0]


def test_places_and_events_have_their_chances() -> None:
    times = np.bincount(DICE.choice((Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), 60_000))
    assert times == pytest.approx(np.array([30_000, 20_000, 10_000]), rel=0.05)
    assert DICE.event(Fraction(1, 5), 50_000).mean() == pytest.approx(0.2, abs=0.01)
    assert DICE.event(Fraction(1, 5), 0).shape == (0,) and DICE.choice(
        (Fraction(1),), 2
    ).tolist() == [0, 0]


def test_answers_are_labels_or_numbers() -> None:
    channel = ImplicitChannel(SubsetSupports(4, Fraction(3), 2), ["a", "b", "c", "d"])
    assert len(randomize_implicit(channel, ["a", "d", "a"])) == 3
    for wrong in (7, "e", -1):
        with pytest.raises(InputError, match="'c', 'd', got 1 of 2"):
            randomize_implicit(channel, ["a", wrong])
    with pytest.raises(InputError, match="must not be missing, got 1 of 2"):
        randomize_implicit(channel, ["a", None])
    sampler = ImplicitSampler(channel)
    assert sampler.fits(np.array([0, 3, 4, -1])).tolist() == [True, True, False, False]
    assert sampler.rule.endswith("0 to 3") and len(sampler.reports(np.array([2]), os.urandom)) == 1


def test_the_seeded_mode_says_that_it_is_not_private():
    assert "not_private" in simulate_not_private.__name__
    truths = np.arange(1000) % 2
    first = simulate_not_private(WARNER, truths, 3)
    assert (first == simulate_not_private(WARNER, truths, 3)).all()
    assert (first != simulate_not_private(WARNER, truths, 4)).any()


@pytest.mark.parametrize("seed", [-1, "x", None])
def test_bad_seeds_are_refused(seed):
    with pytest.raises(InputError, match="seed must be a whole number"):
        simulate_not_private(WARNER, [0, 1], seed)


@pytest.mark.parametrize("k", [133, 1000])
def test_reports_of_a_table_that_is_not_written_out_are_simulated(k):
    import rropt as rr

    design = rr.optimal(rr.LocalDP(3), rr.AOptimal("uniform", categories=k))
    answers = list(range(k))
    first, again, other = (rr.simulate(design, answers, seed) for seed in (1, 1, 2))
    assert design.table is None and len(first) == k and first == again != other


@pytest.mark.parametrize("points", [None, 5])
def test_answers_that_are_numbers_are_simulated_as_they_are_randomized(points):
    """Unbiased between points too."""
    import rropt as rr

    design = rr.optimal(rr.LocalDP(3), rr.Mean(low=0, high=10, points=points))
    told, again = (rr.simulate(design, [2.5] * 4000, seed) for seed in (1, 1))
    assert told == again != rr.simulate(design, [2.5] * 4000, 2)
    found = np.array(told, dtype=float)
    assert abs(found.mean() - 2.5) < 4 * found.std() / 4000**0.5
    with pytest.raises(rr.InputError, match="answers must be numbers from 0 to 10"):
        rr.simulate(design, [11], seed=1)
    with pytest.raises(rr.InputError, match="answers must be a column of labels, got an object"):
        rr.simulate(design, 5, seed=1)


def test_simulate_speaks_in_labels_and_can_be_repeated():
    import rropt as rr

    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(2), truths=["no", "yes"])
    answers = ["no", "yes"] * 500
    first = rr.simulate(design, answers, seed=1)
    assert first == rr.simulate(design, answers, seed=1) != rr.simulate(design, answers, seed=2)
    chance = float(design.channel.rows[0][0])
    found = sum(a == design.channel.reports[0] for a in first[::2]) / 500
    assert abs(found - chance) < 6 * (chance * (1 - chance) / 500) ** 0.5


def test_orders_of_answers_do_not_repeat_draws():
    import rropt as rr

    flip = rr.Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    first = rr.simulate(flip, [0] * 1000, 5)
    assert first[:500] != first[500:]
