"""Section 4.3: differential privacy of bit by bit randomizers, and the loss it forces.

Privacy is enumerated over all pairs of inputs and all sets of outputs, in integers over a common
denominator. With R = e^(alpha/k) > 1 a bisymmetric table at the level alpha has a = R / (1 + R) or
a = 1 / (1 + R).
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product
from math import lcm, prod

import numpy as np
import sympy as sp

from ..claims import Section, definition, states
from ..goals import crosscheck, holds, reals, sentence
from .model import F, a, distance, randomizer, sigma, table_of

section = Section("vinterbo")
INNER = (F(1, 10), F(1, 3), F(1, 2), F(3, 4), F(9, 10))
R, T = reals("R T")
BRANCH = (
    "a_phi takes no two different values that add up to one, as when all are on one side of 1/2 "
    "(r(a) = r(1-a), so otherwise r^-1 is not a function)"
)


def bit(first, second):
    """A bit randomizer: P(1 | 0) = first, P(1 | 1) = second."""
    return ((1 - first, 1 - second), (first, second))


BITS = tuple(
    bit(F(*x), F(*y))
    for x, y in (((1, 4), (3, 4)), ((1, 10), (1, 2)), ((1, 3), (1, 3)), ((9, 10), (1, 5)))
)


@cache
def _sets(table):
    """P(M(x) in S) for every input x and every set S of outputs, over the common denominator."""
    whole = lcm(*(e.denominator for row in table for e in row))
    columns = [[int(row[x] * whole) for row in table] for x in range(len(table[0]))]
    return np.stack([_sums(column) for column in columns]), whole


def _sums(column):
    total = np.zeros(1, dtype=np.int64)
    for entry in column:
        total = np.concatenate([total, total + entry])
    return total


def bounded(table, level, differing):
    """P(M(x) in S) <= level P(M(x') in S) for all sets S and inputs that differ in so many bits."""
    sums, _ = _sets(table)
    length = (len(table[0]) - 1).bit_length()
    level = F(level)
    return all(
        bool((level.denominator * sums[i] <= level.numerator * sums[j]).all())
        for i, j in product(range(len(table[0])), repeat=2)
        if distance(sigma(i, length), sigma(j, length)) <= differing
    )


def evidence(row):
    """l_M(r)."""
    return max(row) / min(row)


def strongest(table):
    """l_M."""
    return max(map(evidence, table))


@section("priv/positive")
def positive():
    return definition("randomizers with positive matrices")


@section("priv/l-M-r")
def l_m_r():
    return definition(
        "the largest likelihood ratio",
        crosscheck(lambda: list(BITS), lambda t: strongest(t) >= 1, "at least one"),
    )


@section("priv/dp")
def dp():
    return definition("differential privacy; for the empty set the ratio is read as an inequality")


def arbitrary():
    """Positive tables that do not randomize bit by bit."""

    def columns(counts):
        return tuple(zip(*([F(v, sum(column)) for v in column] for column in counts), strict=True))

    return [
        columns(counts)
        for counts in (
            [(1, 2, 3, 4), (4, 4, 1, 1), (2, 1, 1, 6), (5, 1, 1, 1)],
            [(7, 1, 1, 1), (1, 7, 1, 1), (1, 1, 7, 1), (1, 1, 1, 7)],
            [tuple(1 + (i * j) % 5 for i in range(8)) for j in range(1, 9)],
        )
    ]


def many():
    return [
        *arbitrary(),
        randomizer(BITS),
        *(randomizer(ms) for k in (1, 2, 3) for ms in product(BITS, repeat=k)),
    ]


@section("priv/l-M-dp")
def l_m_dp():
    def sharp(table):
        return not bounded(table, strongest(table) * F(99, 100), 9)

    return [
        sentence("likelihood_ratio_is_privacy"),
        crosscheck(
            many,
            lambda t: bounded(t, strongest(t), 9),
            "all inputs, all sets, n <= 4",
            false=[lambda t: strongest(t) == 1 or bounded(t, strongest(t) * F(9, 10), 9)],
        ),
        crosscheck(lambda: [t for t in many() if strongest(t) > 1], sharp, "no smaller bound"),
    ]


def ordered():
    """Sequences with falling l_M."""
    byl = sorted(BITS, key=strongest, reverse=True)
    return [
        ms
        for k in (1, 2, 3)
        for ms in product(byl, repeat=k)
        if all(strongest(x) >= strongest(y) for x, y in pairwise(ms))
    ] + [tuple(byl)]


@section("priv/product")
def priv_product():
    def private(q):
        ms, k = q
        return bounded(randomizer(ms), prod(map(strongest, ms[:k])), k)

    return states(
        sentence("product_of_ratios_is_privacy"),
        crosscheck(
            lambda: [(ms, k) for ms in ordered() for k in range(len(ms) + 1)],
            private,
            "all inputs at distance <= k, all sets, n <= 4",
            false=[lambda q: bounded(randomizer(q[0]), prod(map(strongest, q[0][1:])), 9)],
        ),
        scope="k at most the number of bits",
    )


def ratio(p):
    """r(a)."""
    return max((1 - p) / p, p / (1 - p))


def branches():
    up, down = a / (1 - a), (1 - a) / a
    return [holds(up >= down, 2 * a >= 1, a < 1), holds(down >= up, 2 * a <= 1, a > 0)]


def row_evidence():
    """Both rows hold a and 1-a: the larger, x, over the smaller, y, is one ratio, above both."""
    x, y = reals("x y")
    up, down = a / (1 - a), (1 - a) / a
    row = sp.Or(sp.And(sp.Eq(x, a), sp.Eq(y, 1 - a)), sp.And(sp.Eq(x, 1 - a), sp.Eq(y, a)))
    largest = sp.And(x / y >= up, x / y >= down, sp.Or(sp.Eq(x / y, up), sp.Eq(x / y, down)))
    return holds(largest, a > 0, a < 1, x >= y, row)


@section("priv/r-of-a")
def r_of_a():
    return [
        *branches(),
        row_evidence(),
        crosscheck(
            lambda: list(INNER),
            lambda p: strongest(table_of(p, 1)) == ratio(p),
            "l_M = r(a)",
            false=[lambda p: strongest(table_of(p, 1)) == p / (1 - p)],
        ),
    ]


def levels():
    return [(p, n, k) for p in INNER for n in range(1, 5) for k in range(1, n + 1)]


def sharp():
    """C_a(n) is alpha-private against k differing bits exactly for r(a)^k <= e^alpha."""

    def holds_at(q):
        p, n, k = q
        return bounded(table_of(p, n), ratio(p) ** k, k)

    def not_below(q):
        p, n, k = q
        below = ratio(p) ** k * F(99, 100)
        return below < 1 or not bounded(table_of(p, n), below, k)

    return [
        sentence("iterated_randomizer_is_private"),
        crosscheck(
            levels, holds_at, "all inputs at distance <= k, all sets, n <= 4", names="a n k"
        ),
        crosscheck(levels, not_below, "no smaller level", names="a n k"),
    ]


@section("priv/iterated")
def iterated():
    return states(
        *sharp(),
        scope="0 < a < 1, k at most the number of bits",
    )


@section("priv/alpha-phi")
def alpha_phi():
    """Devices p -> (2-p)/2 and p -> p."""

    def private(q):
        phi, n, k = q
        return all(bounded(table_of(p, n), ratio(p) ** k, k) for p in ((2 - phi) / 2, phi))

    return states(
        sentence("level_of_a_parameter"),
        *sharp()[1:],
        crosscheck(
            lambda: [
                (phi, n, k) for phi in (F(1, 4), F(2, 3)) for n in (1, 2) for k in range(1, n + 1)
            ],
            private,
            "two devices",
        ),
        scope="a_phi(phi) in (0, 1); the substitution of a_phi(phi) for a",
    )
