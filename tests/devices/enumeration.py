"""Exact variances by enumeration, for small populations: the formulas' independent witness.

Every sample of people (by how many hold each truth, with its probability) and every list of
reports is summed; the distribution of the mean score is exact, so are its moments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, perm, prod

from rropt.devices.deck import Deck
from rropt.devices.model import Device
from rropt.devices.populations import WITH_REPLACEMENT, Population
from rropt.exact import Vector
from rropt.exact.convert import dot

Distribution = dict[Fraction, Fraction]


def enumerated_variance(
    device: Device, counts: Sequence[int], n: int, population: Population
) -> Vector:
    """The variance of each estimate when counts[j] people of the population hold truth j.

    >>> from rropt.devices.populations import CENSUS, Population
    >>> from rropt.devices.survey import warner
    >>> enumerated_variance(warner("3/4"), (1, 1), 2, CENSUS)
    (Fraction(3, 8),)
    """
    samples = list(compositions(tuple(counts), n, population))
    return tuple(_variance(device, scores, samples, n) for scores in device.estimator)


def _variance(
    device: Device, scores: Vector, samples: list[tuple[tuple[int, ...], Fraction]], n: int
) -> Fraction:
    mean = square = Fraction(0)
    for held, chance in samples:
        for total, mass in _totals(device, scores, held).items():
            mean += chance * mass * total / n
            square += chance * mass * (total / n) ** 2
    return square - mean * mean


def _totals(device: Device, scores: Vector, held: tuple[int, ...]) -> Distribution:
    """The distribution of the sum of scores of people with these truths."""
    if device.deck is not None:
        return _dealt(device.deck, scores, held)
    total: Distribution = {Fraction(0): Fraction(1)}
    for column, people in zip(device.channel.columns, held, strict=True):
        for _ in range(people):
            total = _one_more(total, scores, column)
    return total


def _one_more(total: Distribution, scores: Vector, column: Vector) -> Distribution:
    """Add the report of one person, independent of all others."""
    grown: Distribution = {}
    for before, mass in total.items():
        for score, chance in zip(scores, column, strict=True):
            if chance:
                grown[before + score] = grown.get(before + score, Fraction(0)) + mass * chance
    return grown


def _dealt(deck: Deck, scores: Vector, held: tuple[int, ...]) -> Distribution:
    """Deal the cards truth by truth: each hand has the number of ways to choose its cards."""
    ways: dict[tuple[tuple[int, ...], Fraction], int] = {(deck.counts, Fraction(0)): 1}
    for answers, people in zip(deck.answers, held, strict=True):
        seen = [scores[report] for report in answers]
        grown: dict[tuple[tuple[int, ...], Fraction], int] = {}
        for (left, total), count in ways.items():
            for hand, choices in _hands(left, people):
                value = total + dot(hand, seen)
                rest = tuple(a - b for a, b in zip(left, hand, strict=True))
                grown[rest, value] = grown.get((rest, value), 0) + count * choices
        ways = grown
    return _normalised(ways, deck.cards, held)


def _normalised(
    ways: dict[tuple[tuple[int, ...], Fraction], int], cards: int, held: tuple[int, ...]
) -> Distribution:
    orders = perm(cards, sum(held))
    hands = 1
    for people in held:
        hands *= perm(people)
    totals: Distribution = {}
    for (_, total), count in ways.items():
        totals[total] = totals.get(total, Fraction(0)) + Fraction(count * hands, orders)
    return totals


def _hands(left: tuple[int, ...], people: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of so many cards from what is left, with its number of choices of cards."""
    if len(left) == 1:
        if people <= left[0]:
            yield (people,), comb(left[0], people)
        return
    for first in range(min(left[0], people) + 1):
        for rest, choices in _hands(left[1:], people - first):
            yield (first, *rest), comb(left[0], first) * choices


def compositions(
    counts: tuple[int, ...], n: int, model: Population
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every sample of n as (how many of each truth, its probability).

    `counts` says how many people of the population hold each truth.

    >>> from rropt.devices.populations import Population
    >>> dict(compositions((1, 2), 2, Population(3)))
    {(0, 2): Fraction(1, 3), (1, 1): Fraction(2, 3)}
    """
    for sample in product(range(n + 1), repeat=len(counts)):
        if sum(sample) == n and (chance := _chance(sample, counts, n, model)):
            yield sample, chance


def _chance(
    sample: tuple[int, ...], counts: tuple[int, ...], n: int, model: Population
) -> Fraction:
    """Multinomial with replacement, multivariate hypergeometric without."""
    size = sum(counts)
    if model != WITH_REPLACEMENT:
        return Fraction(
            prod(comb(c, s) for c, s in zip(counts, sample, strict=True)), comb(size, n)
        )
    ways, left = 1, n
    for drawn in sample:
        ways, left = ways * comb(left, drawn), left - drawn
    return ways * prod(
        (Fraction(c, size) ** s for c, s in zip(counts, sample, strict=True)), start=Fraction(1)
    )
