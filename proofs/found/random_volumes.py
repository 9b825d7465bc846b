"""Random problems of the volume of the confidence region of all shares."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log
from random import Random

import rropt as rr

from .random_draw import Draw, best, level, one_number, privacy, rounded, shares, solved, text
from .random_shares import least_value, on_a_side


def log_determinant(g: Fraction, q: Sequence[Fraction]) -> Fraction:
    """Of the covariance of k-ary response, whose null vector (1, ..., 1) is filled by 1 / k."""
    k = len(q)
    second = [[[g, Fraction(1)][i != j] for j in range(k)] for i in range(k)]
    columns = [solved(second, [Fraction(int(i == u)) for i in range(k)]) for u in range(k)]
    shares_of = [(1 + (g - 1) * share) * (g + k - 1) for share in q]
    matrix = [
        [
            sum((s * e[i] * e[j] for s, e in zip(shares_of, columns, strict=True)), Fraction(0))
            - q[i] * q[j]
            + Fraction(1, k)
            for j in range(k)
        ]
        for i in range(k)
    ]
    return Fraction(log(determinant(matrix)))


def determinant(matrix: Sequence[Sequence[Fraction]]) -> Fraction:
    if not matrix:
        return Fraction(1)
    (corner, *first), *others = matrix
    reduced = [
        [x - row[0] * y / corner for x, y in zip(row[1:], first, strict=True)] for row in others
    ]
    return corner * determinant(reduced)


def volume(random: Random, k: int, q: list[Fraction] | None = None) -> Draw | None:
    g = level(random, 5)
    q = shares(random, k) if q is None else q
    goal = rr.DOptimal(text(q))
    draw = rounded(best(privacy(one_number(g, k)), goal, log_determinant(g, q)))
    return on_a_side(draw, (g**2 - 1) * sum(sorted(q)[:2]) - (k - 3))


def volume_condition(random: Random) -> Draw | None:
    return volume(random, random.randint(2, 5))


def volume_three(random: Random) -> Draw | None:
    return volume(random, 3)


def volume_equal(random: Random) -> Draw | None:
    k = random.randint(2, 5)
    return volume(random, k, [Fraction(1, k)] * k)


def volume_subset(random: Random) -> Draw:
    """Its covariance is the same in all directions of contrasts."""
    g, k, value = least_value(random)
    goal = rr.DOptimal(text([Fraction(1, k)] * k))
    volume = Fraction((k - 1) * log(value / (k - 1)))
    return rounded(best(privacy(one_number(g, k)), goal, volume))
