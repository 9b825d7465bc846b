"""Random tables at random priors, for tests of information and estimators."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from rropt.design.curved.linearise import Information

ONE = Fraction(1)


def table(rng: Random, k: int, reports: int, spread: Fraction) -> list[list[Fraction]]:
    """A random private-looking table: rows near multiples of the ones vector, up to `spread`."""
    rows = [[1 + spread * rng.randint(0, 99) for _ in range(k)] for _ in range(reports)]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    return [[x / s for x, s in zip(row, sums, strict=True)] for row in rows]


def prior(rng: Random, k: int) -> tuple[Fraction, ...]:
    masses = [Fraction(rng.choice([1, 7, 10**6])) for _ in range(k)]
    return tuple(m / sum(masses) for m in masses)


def units(k: int) -> list[tuple[Fraction, ...]]:
    return [tuple(Fraction(i == j) for j in range(k)) for i in range(k)]


def dot(x, y) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


def places(seeds: range):
    """Random tables at random priors, also nearly without information."""
    for seed in seeds:
        rng = Random(seed)
        k = rng.randint(2, 5)
        spread = Fraction(1, rng.choice([1, 10**3, 10**9, 10**12]))
        rows = table(rng, k, k + rng.randint(0, 4), spread)
        yield rows, Information.of(rows, [ONE] * len(rows), prior(rng, k)), rng
