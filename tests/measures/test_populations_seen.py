"""Histograms and sums of all reports against the sequences of everybody's reports."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import permutations, product
from math import prod

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.devices.card_devices import improved_christofides
from rropt.measures.populations_seen import (
    all_reports_seen,
    crowds,
    least_private,
    seen_in_population,
    sum_of,
)
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
    assert least_private(WARNER, 3, lambda seen: seen.profile(2))[0] == max(values)


def test_everybody_in_the_crowd_hides_everybody():
    found = [least_private(WARNER, people, lambda seen: seen.profile(2)) for people in (1, 2, 4, 8)]
    deltas = [delta for delta, _ in found]
    assert deltas == sorted(deltas, reverse=True)
    assert deltas[0] == WARNER.profile(2)


CARDS = improved_christofides("2,1,3")
VIEWS = {
    "histogram": lambda said: ",".join(str(said.count(i)) for i in range(3)),
    "sum": lambda said: str(sum(said)),
    "list": lambda said: "".join(map(str, said)),
}
"""Of all reports, 0, 1 or 2, in the order of the people."""


def independent(truths: tuple[int, ...], channel: Channel) -> dict[tuple[int, ...], Fraction]:
    """P(all reports | all truths) of people who draw by themselves."""
    found = {}
    for said in product(range(channel.shape[0]), repeat=len(truths)):
        found[said] = prod(
            (channel[i, j] for i, j in zip(said, truths, strict=True)), start=Fraction(1)
        )
    return found


def dealt(truths: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """P(all reports | all truths) when the cards 0, 0, 1, 2, 2, 2 are dealt in any order."""
    orders = list(permutations([0, 0, 1, 2, 2, 2], len(truths)))
    found: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for order in orders:
        said = tuple(2 - card if truth else card for card, truth in zip(order, truths, strict=True))
        found[said] += Fraction(1, len(orders))
    return found


def enumerated(joint, view, beliefs) -> Channel:
    """The table of what is seen, the others' truths summed over all that are believed possible."""
    columns = []
    for truth in (0, 1):
        column: dict[str, Fraction] = defaultdict(Fraction)
        for others in product((0, 1), repeat=len(beliefs)):
            chance = prod((b[t] for b, t in zip(beliefs, others, strict=True)), start=Fraction(1))
            for said, p in joint((*others, truth)).items() if chance else ():
                column[VIEWS[view](said)] += chance * p
        columns.append(column)
    seen = sorted({summary for column in columns for summary in column})
    return Channel.from_rows([[column[summary] for column in columns] for summary in seen], seen)


KNOWN = {0: [Fraction(1), Fraction(0)], 1: [Fraction(0), Fraction(1)]}


def looked_at(channel, view, others, prior=None, deck=None) -> Channel:
    if view == "list":
        return all_reports_seen(channel, others, prior, deck)
    given = (sum_of([0, 1, 2]),) if view == "sum" else ()
    return seen_in_population(channel, others, *given, prior=prior, deck=deck)


def same(found: Channel, expected: Channel) -> bool:
    """The same rows up to order, reports of one likelihood being merged."""
    merged = (channel.drop_zero_rows().merge_proportional() for channel in (found, expected))
    first, second = (sorted(channel.rows) for channel in merged)
    return first == second


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("others", [(0, 0), (2, 1), (0, 3)])
def test_every_view_against_all_lists_of_reports_when_the_others_are_known(view, others):
    beliefs = [KNOWN[0]] * others[0] + [KNOWN[1]] * others[1]
    channel = random_channel(4, 3, 2)
    expected = enumerated(lambda truths: independent(truths, channel), view, beliefs)
    assert same(looked_at(channel, view, others), expected)
    expected = enumerated(dealt, view, beliefs)
    assert same(looked_at(CARDS.channel, view, others, deck=CARDS.deck), expected)


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_against_all_lists_of_reports_when_only_the_prevalence_is_known(view):
    prior = (Fraction(3, 4), Fraction(1, 4))
    channel = random_channel(5, 3, 2)
    expected = enumerated(lambda truths: independent(truths, channel), view, [prior] * 3)
    assert same(looked_at(channel, view, 3, prior), expected)
    expected = enumerated(dealt, view, [prior] * 3)
    assert same(looked_at(CARDS.channel, view, 3, prior, CARDS.deck), expected)


@pytest.mark.parametrize("people", [1, 2, 4])
def test_all_reports_from_a_deck_have_the_joint_level_and_profile_of_the_deck(people):
    """Two computations: tables for each crowd here, hypergeometric sums in the deck."""
    tables = [
        all_reports_seen(CARDS.channel, others, deck=CARDS.deck)
        for others in crowds(CARDS.channel, people)
    ]
    assert max(table.parity() for table in tables) == CARDS.deck.joint_parity(people)
    for gamma in (1, "3/2", 4):
        deltas = {table.profile(gamma) for table in tables}
        assert max(deltas) == CARDS.deck.joint_profile(gamma, people)


def test_who_sees_all_cards_learns_more_than_one_report_and_a_sum_says_less_again():
    """Theorem 5.6 of Sun supposes that nobody knows the others' cards: it needs that."""
    alone = CARDS.channel.profile(CARDS.parity)
    whole = all_reports_seen(CARDS.channel, [3, 2], deck=CARDS.deck)
    total = seen_in_population(CARDS.channel, [3, 2], sum_of([0, 1, 2]), deck=CARDS.deck)
    assert alone == 0 < whole.profile(CARDS.parity)
    assert total.profile(1) < whole.profile(1) and CARDS.channel.profile(1) < whole.profile(1)
    assert rr.compare(total, whole).garbling is not None


@pytest.mark.everything
def test_refusals():
    with pytest.raises(rr.InputError, match="at most the number of cards"):
        seen_in_population(CARDS.channel, [6, 0], deck=CARDS.deck)
    with pytest.raises(rr.InputError, match="more than 2000 crowds"):
        crowds(WARNER, 3000)
    with pytest.raises(rr.InputError, match="values must be 2 numbers"):
        seen_in_population(WARNER, [1, 1], sum_of([0, 1, 2]))
    with pytest.raises(rr.InputError, match="others must have 2 counts"):
        seen_in_population(WARNER, [1])
    with pytest.raises(rr.InputError, match="others must be fewer"):
        seen_in_population(random_channel(1, 9, 2), [20, 20])
