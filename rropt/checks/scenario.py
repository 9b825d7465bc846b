"""One prior of kind gradient: the information of the table there, and an inverse near enough.

With R = I - J X the inverse of J lies between M = 2X - X J X = X + X R and M + error, because
J^-1 - M = R' J^-1 R and |J^-1| <= |X| / (1 - |R|).  When X is exact, R and the error are zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .enclosures import root
from .objectives import Matrix
from .reading import common, distribution, dot, fields, integers, need, number, square, times


@dataclass(frozen=True)
class Scenario:
    """A prior with its weight and offset; X, M, error; ln det(J X) is -drift, less at most tail."""

    weight: Fraction
    offset: Fraction
    prior: list[Fraction]
    inverse: Matrix
    middle: Matrix
    error: Fraction
    drift: Fraction
    tail: Fraction


def scenario(record, k: int, table) -> Scenario:
    prior, weight, offset, inverse = fields(record, "prior weight offset inverse")
    prior, x = distribution(prior, "prior", k), square(inverse, "inverse", k)
    info, bottom = information(table, prior)
    tops, below = integers(x)
    one, n = bottom * below, range(k)
    product = times(info, tops)
    rest = [[one * (a == b) - product[a][b] for b in n] for a in n]
    change = times(tops, rest)
    middle = [[Fraction(tops[a][b] * one + change[a][b], below * one) for b in n] for a in n]
    size = Fraction(sum(v * v for row in rest for v in row), one * one)
    norm = root(size, 64)[1]
    need(norm < 1, "inverse is not near the inverse of the information")
    return Scenario(
        number(weight, "weight"),
        number(offset, "offset"),
        prior,
        x,
        middle,
        size * root(sum(v * v for row in x for v in row), 64)[1] / (1 - norm),
        Fraction(sum(rest[i][i] for i in n), one),
        size / (2 * (1 - norm)),
    )


def information(table, prior: list[Fraction]) -> tuple[list[list[int]], int]:
    """J = sum_r w_r r r' / (q.r) over one denominator."""
    rows, over = integers([r for _, r in table])
    means = [dot(prior, r) for r in rows]
    need(all(means), "a pattern has infinite information at this prior")
    masses, bottom = common(w / (mean * over) for (w, _), mean in zip(table, means, strict=True))
    heavy = [[m * v for v in r] for m, r in zip(masses, rows, strict=True)]
    return times(list(zip(*heavy, strict=True)), rows), bottom
