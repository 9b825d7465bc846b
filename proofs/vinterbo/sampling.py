"""Exact laws of histograms, by enumerating every sequence of outcomes and of reports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, prod
from typing import Any

from .model import Table, apply, inverse_of

Histogram = tuple[int, ...]
Law = dict[Histogram, Any]
Prior = tuple[Any, ...]

PRIORS: dict[int, list[Prior]] = {
    2: [
        (Fraction(1, 2), Fraction(1, 2)),
        (Fraction(1, 5), Fraction(4, 5)),
        (Fraction(1), Fraction(0)),
    ],
    3: [
        (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)),
        (Fraction(0), Fraction(1, 4), Fraction(3, 4)),
    ],
    4: [
        (Fraction(1, 20), Fraction(3, 20), Fraction(3, 10), Fraction(1, 2)),
        (Fraction(1, 4),) * 4,
        (Fraction(0), Fraction(1), Fraction(0), Fraction(0)),
    ],
}


def histogram(outcomes: Sequence[int], size: int) -> Histogram:
    """How often each outcome occurs.

    >>> histogram((2, 0, 2), 3)
    (1, 0, 2)
    """
    return tuple(sum(o == i for o in outcomes) for i in range(size))


@cache
def law(prior: Prior, draws: int) -> Law:
    """The law of the histogram of independent draws."""
    found: Law = defaultdict(int)
    for outcomes in product(range(len(prior)), repeat=draws):
        found[histogram(outcomes, len(prior))] += prod(prior[o] for o in outcomes)
    return dict(found)


@cache
def reported(table: Table, prior: Prior, draws: int) -> Law:
    """The law of the histogram of the reports, truths and reports drawn one by one."""
    found: Law = defaultdict(int)
    for truths in product(range(len(prior)), repeat=draws):
        for told in product(range(len(table)), repeat=draws):
            chance = prod(prior[x] * table[r][x] for x, r in zip(truths, told, strict=True))
            found[histogram(told, len(table))] += chance
    return dict(found)


def multinomial(prior: Sequence[Any], draws: int) -> Law:
    """The multinomial formula.

    >>> multinomial((Fraction(1, 4), Fraction(3, 4)), 1)
    {(0, 1): Fraction(3, 4), (1, 0): Fraction(1, 4)}
    """
    return {
        h: factorial(draws)
        // prod(map(factorial, h))
        * prod(p**k for p, k in zip(prior, h, strict=True))
        for h in histograms(len(prior), draws)
    }


def histograms(size: int, draws: int) -> Iterator[Histogram]:
    """All histograms of this many draws."""
    if size == 1:
        yield (draws,)
        return
    for first in range(draws + 1):
        yield from ((first, *rest) for rest in histograms(size - 1, draws - first))


def nonzero(chances: Law) -> Law:
    return {h: w for h, w in chances.items() if w}


def mean(chances: Law, of: Any) -> tuple[Any, ...]:
    """The expectation of a vector of the histogram."""
    return tuple(
        sum(w * v for w, v in zip(chances.values(), column, strict=True))
        for column in zip(*map(of, chances), strict=True)
    )


def covariance(chances: Law, of: Any) -> Table:
    """The covariance matrix of a vector of the histogram."""
    centre = mean(chances, of)
    size = range(len(centre))
    values = [(w, of(h)) for h, w in chances.items()]
    return tuple(
        tuple(sum(w * v[i] * v[j] for w, v in values) - centre[i] * centre[j] for j in size)
        for i in size
    )


def share(counts: Histogram) -> tuple[Fraction, ...]:
    """X / m."""
    return tuple(Fraction(x, sum(counts)) for x in counts)


def estimate(p: Fraction, counts: Histogram) -> tuple[Fraction, ...]:
    """pi-hat = C^-1 Y / m of vinterbo/def/pi-hat for C = C_a(n)."""
    return apply(inverse_of(p, (len(counts) - 1).bit_length()), share(counts))


def small(draws: int = 3) -> list[tuple[Prior, int]]:
    """Priors on 2, 3 and 4 outcomes with small samples."""
    return [(p, k) for priors in PRIORS.values() for p in priors for k in range(1, draws + 1)]
