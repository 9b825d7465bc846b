"""The exact sampler, judged by counting byte strings: no probability is off by one unit."""

from __future__ import annotations

from itertools import accumulate, combinations

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.data.exact_draws import Machine, Words, cut_points
from rropt.data.sampler import simulate_not_private


def shares(cuts):
    """By truth and report: byte strings out of 256^L that give it, and those that are rejected.

    Level by level through the byte machine: a state that is reached by so many strings sends one
    256th of them along each byte.
    """
    machine, length = Machine.of(cuts), cuts.length
    reports, truths = machine.reports, machine.truths
    counts = np.zeros((truths, reports), object)
    rejected = np.zeros(truths, object)
    owner = states = np.arange(truths)
    for level in range(length):
        octets = np.tile(np.arange(256, dtype=np.uint8), len(states))
        after = machine.step(np.repeat(states, 256), octets).astype(np.int64)
        whose, weight = np.repeat(owner, 256), 256 ** (length - 1 - level)
        done = after < reports
        found = np.bincount(whose[done] * reports + after[done], minlength=truths * reports)
        counts += found.reshape(truths, reports).astype(object) * weight
        again = ~done & (after < reports + truths)
        assert (after[again] - reports == whose[again]).all()
        rejected += np.bincount(whose[again], minlength=truths).astype(object) * weight
        going = ~done & ~again
        owner, states = whose[going], after[going] - reports
    assert not len(states)
    return counts, rejected


def judge(columns, denominator):
    """Each report owns exactly floor(256^L / D) a of the 256^L strings, the rest is rejected."""
    cuts = cut_points(columns, denominator)
    counts, rejected = shares(cuts)
    each, rest = divmod(256**cuts.length, denominator)
    assert (counts == np.array(columns, object) * each).all()
    assert (rejected == rest).all()


def judge_words(columns, denominator):
    """The word engine steps from report i to i + 1 exactly at the number where i's share ends."""
    cuts = cut_points(columns, denominator)
    each, unit = 256**cuts.length // denominator, 256 ** (8 - cuts.length)
    for column, weights in zip(Words.of(cuts).columns, columns, strict=True):
        ends = [unit * each * total for total in accumulate(weights)]
        edges = np.array([n for end in ends for n in (end - 1, end) if 0 <= n < 2**64], np.uint64)
        passed = column.decide(edges, no_more)
        assert passed.tolist() == [sum(end <= n for end in ends) for n in map(int, edges)]
        assert (np.diff(column.heads.astype(object)) >= 0).all() and not column.going_on.size


def no_more(size):
    raise AssertionError(f"one word decides, yet {size} bytes more were asked for")


def two_reports(denominator):
    return [[a, denominator - a] for a in range(denominator + 1)]


def three_reports(denominator):
    cuts = combinations(range(denominator + 2), 2)
    return [[a, b - a - 1, denominator + 1 - b] for a, b in cuts]


BATCH = 1024
"""Columns in one byte machine; more would be drawn by words."""

SOME = [*range(1, 41), 52, 64, 100, 127, 128, 129, 255, 256, 257, 365, 511, 512, 513, 1000, 1024]


@pytest.mark.parametrize("denominator", SOME)
def test_every_table_with_two_reports(denominator):
    judge(two_reports(denominator), denominator)


@pytest.mark.parametrize("denominator", [1, 2, 3, 5, 6, 8, 10, 13, 16, 20])
def test_every_table_with_three_reports(denominator):
    judge(three_reports(denominator), denominator)


@pytest.mark.long
@pytest.mark.parametrize("block", range(16))
def test_every_denominator_up_to_1024(block):
    for denominator in range(1 + 64 * block, 65 + 64 * block):
        every_table(denominator)


def every_table(denominator):
    """All tables of two reports over one denominator, of three up to 256; both engines."""
    judge(two_reports(denominator), denominator)
    judge_words(two_reports(denominator), denominator)
    if denominator <= 256:
        columns = three_reports(denominator)
        for first in range(0, len(columns), BATCH):
            judge(columns[first : first + BATCH], denominator)
    if denominator <= 40:
        judge_words(three_reports(denominator), denominator)


@pytest.mark.parametrize("denominator", [1, 2, 3, 7, 52, 128, 255, 256, 257])
def test_words_share_the_numbers_out_exactly(denominator):
    judge_words(two_reports(denominator), denominator)
    judge_words(three_reports(min(denominator, 12)), min(denominator, 12))


def test_a_word_on_the_wrong_side_is_seen(monkeypatch):
    right = Words.of
    monkeypatch.setattr(Words, "of", lambda cuts: right(cut_points([[4, 6]], 10)))
    with pytest.raises(AssertionError):
        judge_words([[5, 5]], 10)


def test_a_unit_on_the_wrong_side_is_seen():
    cuts = cut_points([[4, 6]], 10)
    counts, _ = shares(cuts)
    each = 256**cuts.length // 10
    assert counts.tolist() == [[4 * each, 6 * each]]
    assert counts.tolist() != [[5 * each, 5 * each]]


def chi_square(channel, batches, size, seed):
    """Pearson's statistic of batches * size draws, every truth as often."""
    reports, truths = channel.shape
    answers = np.arange(size) % truths
    counts = np.zeros((truths, reports))
    for batch in range(batches):
        drawn = simulate_not_private(channel, answers, seed + batch)
        counts += np.bincount(answers * reports + drawn, minlength=truths * reports).reshape(
            truths, reports
        )
    expected = channel.to_numpy().T * counts.sum(axis=1, keepdims=True)
    assert (counts[expected == 0] == 0).all()
    inside = expected > 0
    return (((counts - expected)[inside] ** 2) / expected[inside]).sum()


TABLES = {
    "warner": (Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]), 2),
    "sevenths": (Channel.from_rows([["1/7", "5/7"], ["6/7", "2/7"]]), 2),
    "six": (Channel.from_rows([["1/2", 0, "1/6"], ["1/3", "1/3", 0], ["1/6", "2/3", "5/6"]]), 4),
}
LARGEST = {2: 41.4, 4: 47.0}
"""Chi-square quantiles at 1 - 1e-9 for 2 degrees of freedom, and at about 1 - 1.5e-9 for 4."""


@pytest.mark.parametrize("name", TABLES)
def test_chi_square_of_a_million_draws(name):
    channel, freedom = TABLES[name]
    assert chi_square(channel, 2, 600_000, 1) < LARGEST[freedom]


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_chi_square_of_a_billion_draws(name):
    a_billion_draws(list(TABLES).index(name))


def a_billion_draws(seed):
    """Each table in turn, each time with other random numbers."""
    channel, freedom = list(TABLES.values())[seed % len(TABLES)]
    assert chi_square(channel, 100, 10_000_000, 1000 * (seed + 1)) < LARGEST[freedom]


def test_chi_square_sees_a_shift_of_one_percent():
    channel, freedom = TABLES["warner"]
    shifted = Channel.from_rows([["0.76", "0.24"], ["0.24", "0.76"]])
    answers = np.arange(600_000) % 2
    drawn = simulate_not_private(shifted, answers, 1)
    counts = np.bincount(answers * 2 + drawn, minlength=4).reshape(2, 2)
    expected = channel.to_numpy().T * 300_000
    assert ((counts - expected) ** 2 / expected).sum() > LARGEST[freedom]
