"""Histograms and sums of all reports against the sequences of everybody's reports."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import prod

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.measures.populations_seen import least_private, seen_in_population, sum_of
from tests.measures.tables import random_channel

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def by_hand(channel: Channel, others: list[int]) -> dict[tuple[int, ...], list[Fraction]]:
    """P(histogram | my truth), from every sequence of reports."""
    found: dict[tuple[int, ...], list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 2)
    for truth in range(2):
        people = [truth, *others]
        for said in product(range(channel.shape[0]), repeat=len(people)):
            counts = tuple(said.count(i) for i in range(channel.shape[0]))
            chances = (channel[i, j] for i, j in zip(said, people, strict=True))
            found[counts][truth] += prod(chances, start=Fraction(1))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_histograms(seed):
    channel = random_channel(seed, 3, 2)
    expected = by_hand(channel, [0, 0, 1])
    seen = seen_in_population(channel, [2, 1])
    labels = {",".join(map(str, counts)): tuple(row) for counts, row in expected.items()}
    assert dict(zip(seen.reports, seen.rows, strict=True)) == labels


def test_a_sum_says_at_most_what_the_histogram_says():
    channel = random_channel(7, 3, 2)
    whole = seen_in_population(channel, [2, 2])
    total = seen_in_population(channel, [2, 2], sum_of([0, 1, 2]))
    assert rr.compare(total, whole).garbling is not None
    assert total.shape[0] == 11


def test_the_least_private_crowd_is_found_among_all():
    values = []
    for ones in range(3):
        table = by_hand(WARNER, [0] * (2 - ones) + [1] * ones).values()
        for a, b in ((0, 1), (1, 0)):
            values.append(sum(max(Fraction(0), row[a] - 2 * row[b]) for row in table))
    assert least_private(WARNER, 3, 2)[0] == max(values)


def test_everybody_in_the_crowd_hides_everybody():
    deltas = [least_private(WARNER, people, 2)[0] for people in (1, 2, 4, 8)]
    assert deltas == sorted(deltas, reverse=True)
    assert deltas[0] == WARNER.profile(2)


def test_refusals():
    with pytest.raises(rr.InputError, match="others must have 2 counts"):
        seen_in_population(WARNER, [1])
    with pytest.raises(rr.InputError, match="others must be fewer"):
        seen_in_population(random_channel(1, 9, 2), [20, 20])
