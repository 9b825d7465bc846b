"""Types of patterns on classes of truths, against all their sets written out."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations, product

import numpy as np
import pytest

from rropt.channel.balanced_supports import SubsetSupports
from rropt.channel.block_design import BlockDesign
from rropt.channel.developed_supports import DevelopedSupports
from rropt.channel.pattern_type import (
    FEW_TYPES,
    ConstantSupports,
    PatternType,
    class_information,
    class_means,
    class_spreads,
)

pytestmark = pytest.mark.quick
SIZES, GAMMA = (2, 3), F(5, 2)


def patterns(high: tuple[int, ...]) -> list[list[F]]:
    """Every set of so many truths of each class, as a row of the table."""
    starts = (0, 2)
    of_class = [
        combinations(range(start, start + n), h)
        for start, n, h in zip(starts, SIZES, high, strict=True)
    ]
    named = [{j for part in parts for j in part} for parts in product(*of_class)]
    return [[GAMMA if j in some else F(1) for j in range(5)] for some in named]


@pytest.mark.parametrize("high", list(product(range(3), range(4))))
def test_means_and_squares_are_those_of_each_set(high: tuple[int, int]) -> None:
    for row in patterns(high):
        parts = row[:2], row[2:]
        means = [sum(part) / len(part) for part in parts]
        squares = [sum((x - m) ** 2 for x in part) for part, m in zip(parts, means, strict=True)]
        assert class_means(high, SIZES, GAMMA) == means
        assert class_spreads(high, SIZES, GAMMA) == squares


def test_the_information_is_that_of_all_sets() -> None:
    """sum r r' / (q.r), entry by entry: own on the diagonal of a class, and the mean entries."""
    shares, table = (F(1, 8), F(1, 4)), {(1, 0): F(3), (1, 2): F(1, 2)}
    prior = [shares[0]] * 2 + [shares[1]] * 3
    found = [[F(0)] * 5 for _ in range(5)]
    for high, weight in table.items():
        rows = patterns(high)
        for row in rows:
            share = weight / len(rows) / sum(q * x for q, x in zip(prior, row, strict=True))
            for i, j in product(range(5), repeat=2):
                found[i][j] += share * row[i] * row[j]
    form = class_information(SIZES, shares, GAMMA, table)
    assert form.own == [found[0][0] - found[0][1], found[2][2] - found[2][3]]
    corners = [sum(found[i][j] for i in range(2) for j in range(2)) / 4]
    corners += [sum(found[i][j] for i in range(2) for j in range(2, 5)) / 6]
    corners += [sum(found[i][j] for i in range(2, 5) for j in range(2, 5)) / 9]
    assert [form.means[0][0], form.means[0][1], form.means[1][1]] == corners


def test_the_information_of_many_types_is_rounded_down() -> None:
    """Of 79 types of one weight, J' <= J on each class and between them, by less than 2^-180."""
    sizes, shares = (7, 9), (F(1, 14), F(1, 18))
    types = [(a, b) for a in range(8) for b in range(10) if a + b]
    assert len(types) > FEW_TYPES
    rounded = class_information(sizes, shares, GAMMA, dict.fromkeys(types, F(1, 3)))
    half = len(types) // 2
    parts = types[:half], types[half:]
    exact = [class_information(sizes, shares, GAMMA, dict.fromkeys(p, F(1, 3))) for p in parts]
    lost = [sum(x.own[c] for x in exact) - rounded.own[c] for c in range(2)]
    lost += [
        sum(x.means[c][d] for x in exact) - rounded.means[c][d] for c in (0, 1) for d in (0, 1)
    ]
    assert all(0 < x < F(1, 2**180) for x in lost)


def test_what_is_reported_of_each_class() -> None:
    fano = BlockDesign.equal("Fano", [7], [[0, 1, 3]])
    one = PatternType(F(1), (0, 1, 2, 3, 4), (None, None, None, fano, None))
    none, first, pairs, planes, every = one.parts((3, 4, 5, 7, 4), F(3))
    assert none == ConstantSupports(3, F(3), False) and every == ConstantSupports(4, F(3), True)
    assert isinstance(first, DevelopedSupports) and first.reports == 4
    assert pairs == SubsetSupports(5, F(3), 2)
    assert planes == DevelopedSupports(7, F(3), fano)


@pytest.mark.parametrize("held", [False, True])
def test_no_report_counts_for_all_or_none(held: bool) -> None:
    family = ConstantSupports(3, F(2), held)
    reports, fits = family.read(["", "", "0"])
    assert fits.tolist() == [True, True, False] and family.written(reports) == [""] * 3
    assert family.counts(reports).tolist() == [3 * held] * 3
    assert family.counts(reports, np.array([0.5, 1, 2])).tolist() == [3.5 * held] * 3
    assert family.sums(reports, np.array([1.0, 2, 4])).tolist() == [7.0 * held] * 3
    assert family.own == family.other == int(held) and family.reports == 1
