"""Exact enumeration of the survey mechanisms: every order of cards and of respondents.

A device with cards c_1, ..., c_n gives the number k with proportion p_k. Drawn with replacement the
answers are independent; drawn without, the whole deck is dealt out in a random order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from rropt.channel import Channel

Counts = tuple[int, ...]
Law = dict[tuple[int, ...], Fraction]


def decks(size: int, numbers: int) -> Iterator[Counts]:
    """How many cards show 1, ..., L: every deck of this size.

    >>> list(decks(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    if numbers == 1:
        yield (size,)
        return
    for first in range(size + 1):
        yield from ((first, *rest) for rest in decks(size - first, numbers - 1))


def cards(counts: Counts) -> tuple[int, ...]:
    """The numbers on the cards of a deck.

    >>> cards((2, 0, 1))
    (1, 1, 3)
    """
    return tuple(k for k, c in enumerate(counts, 1) for _ in range(c))


@cache
def orders(items: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The different arrangements of a multiset; in a random order they are equally likely.

    >>> orders((1, 1, 3))
    ((1, 1, 3), (1, 3, 1), (3, 1, 1))
    """
    if not items:
        return ((),)
    found = []
    for first in sorted(set(items)):
        rest = list(items)
        rest.remove(first)
        found += [(first, *tail) for tail in orders(tuple(rest))]
    return tuple(found)


def population(size: int, ones: int) -> tuple[int, ...]:
    """The sensitive attributes of a population, the members of A first.

    >>> population(3, 1)
    (1, 0, 0)
    """
    return (1,) * ones + (0,) * (size - ones)


def proportions(counts: Counts) -> tuple[Fraction, ...]:
    """p_1, ..., p_L of a deck."""
    return tuple(Fraction(c, sum(counts)) for c in counts)


def mean_number(counts: Counts) -> Fraction:
    """E(Y) of a deck."""
    return sum((k * p for k, p in enumerate(proportions(counts), 1)), Fraction(0))


def variance_number(counts: Counts) -> Fraction:
    """Var(Y) of a deck."""
    square = sum((k * k * p for k, p in enumerate(proportions(counts), 1)), Fraction(0))
    return square - mean_number(counts) ** 2


def gap(counts: Counts) -> Fraction:
    """L + 1 - 2 E(Y), the denominator of the estimator.

    >>> gap((1, 2, 1))
    Fraction(0, 1)
    """
    return len(counts) + 1 - 2 * mean_number(counts)


def answer(truth: int, number: int, numbers: int) -> int:
    """sun/def-christofides: the distance from L + 1 with the attribute, from 0 without it."""
    return abs(numbers + 1 - number) if truth else abs(number - 0)


def law_without(truths: tuple[int, ...], counts: Counts) -> Law:
    """The joint law of all answers when every respondent keeps his card.

    >>> law_without((0, 1), (0, 1, 1))
    {(2, 1): Fraction(1, 2), (3, 2): Fraction(1, 2)}
    """
    dealt = orders(cards(counts))
    law: Law = defaultdict(Fraction)
    for draw in dealt:
        told = tuple(answer(x, y, len(counts)) for x, y in zip(truths, draw, strict=True))
        law[told] += Fraction(1, len(dealt))
    return dict(law)


def card_channel(counts: Counts) -> Channel:
    """One answer as a channel: reports 1, ..., L; truths `not in A`, `in A`."""
    p = proportions(counts)
    return Channel.from_rows([[a, b] for a, b in zip(p, reversed(p), strict=True)])


def law_with(truths: Sequence[int], channel: Channel, first: int = 1) -> Law:
    """The joint law of independent answers; the reports are numbered from `first`.

    >>> law_with((1,), card_channel((1, 0, 2)))
    {(1,): Fraction(2, 3), (3,): Fraction(1, 3)}
    """
    law: Law = {}
    for told in product(range(channel.shape[0]), repeat=len(truths)):
        chance = Fraction(1)
        for report, truth in zip(told, truths, strict=True):
            chance *= channel[report, truth]
        if chance:
            law[tuple(report + first for report in told)] = chance
    return law


def in_random_order(size: int, ones: int, law_of: Callable[[tuple[int, ...]], Law]) -> Law:
    """The law of the answers when the respondents are drawn without replacement."""
    drawn = orders(tuple(sorted(population(size, ones))))
    law: Law = defaultdict(Fraction)
    for truths in drawn:
        for told, chance in law_of(truths).items():
            law[told] += chance / len(drawn)
    return dict(law)


def mean(law: Law, statistic: Callable[[tuple[int, ...]], Any]) -> Any:
    """The expectation of a statistic of the answers."""
    return sum((chance * statistic(told) for told, chance in law.items()), Fraction(0))


def variance(law: Law, statistic: Callable[[tuple[int, ...]], Any]) -> Any:
    """The variance of a statistic of the answers.

    >>> variance(law_without((0, 1), (0, 1, 1)), sum)
    Fraction(1, 1)
    """
    return mean(law, lambda told: statistic(told) ** 2) - mean(law, statistic) ** 2


def marginal(law: Law, *places: int) -> Law:
    """The joint law of the answers at these places."""
    found: Law = defaultdict(Fraction)
    for told, chance in law.items():
        found[tuple(told[i] for i in places)] += chance
    return dict(found)


def independent(law: Law, i: int, j: int) -> bool:
    """Are the answers at places i and j independent?

    >>> independent(law_without((0, 1), (0, 1, 1)), 0, 1)
    False
    """
    both, one, other = marginal(law, i, j), marginal(law, i), marginal(law, j)
    return all(both.get((a, b), 0) == one[a,] * other[b,] for (a,) in one for (b,) in other)


def jointly_independent(law: Law) -> bool:
    """Are all the answers together independent?

    >>> jointly_independent(law_with((0, 1), card_channel((1, 2))))
    True
    """
    size = len(next(iter(law)))
    own = [marginal(law, i) for i in range(size)]
    return all(
        law.get(told, 0) == prod(own[i][k,] for i, k in enumerate(told))
        for told in product(*([k for (k,) in one] for one in own))
    )


def distance(first: Law, second: Law) -> Fraction:
    """The total variation distance of two laws.

    >>> distance({(1,): Fraction(1)}, {(2,): Fraction(1)})
    Fraction(1, 1)
    """
    excess = (chance - second.get(told, 0) for told, chance in first.items())
    return sum((e for e in excess if e > 0), Fraction(0))


def histogram(law: Law) -> Law:
    """What a collector sees who is told only how often each number was answered.

    >>> histogram(law_without((0, 1), (0, 1, 1)))
    {(1, 2): Fraction(1, 2), (2, 3): Fraction(1, 2)}
    """
    found: Law = defaultdict(Fraction)
    for told, chance in law.items():
        found[tuple(sorted(told))] += chance
    return dict(found)
