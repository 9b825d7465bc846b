"""Worst shares of one class: what is proved of one table is asked at others, report by report."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations
from random import Random

import pytest

from rropt.checker.shares import Shares
from rropt.checker.uneven_shares import UnevenShares
from rropt.checker.verdict import Malformed
from rropt.checker.worst_shares import at_worst
from tests.gradients import determinant, solve, unit

K, GAMMA = 4, F(3)


def table() -> list[list[F]]:
    """Reports of two of four truths, all six pairs."""
    chance = F(K, 6) / (K + (GAMMA - 1) * 2)
    pairs = list(combinations(range(K), 2))
    return [[chance * (GAMMA if j in pair else 1) for j in range(K)] for pair in pairs]


def covariance(rows: list[list[F]], shares: list[F]) -> list[list[F]]:
    """At these shares, of the estimators that are best at equal ones."""
    even = [sum(row) / K for row in rows]
    pairs = list(zip(rows, even, strict=True))
    J = [[sum(r[i] * r[j] / mass for r, mass in pairs) for j in range(K)] for i in range(K)]
    inverse = [solve(J, column) for column in unit(K)]
    found = [[-p * q for q in shares] for p in shares]
    for row, mass in pairs:
        x = [sum(inverse[i][j] * row[j] for j in range(K)) / mass for i in range(K)]
        chance = sum(p * r for p, r in zip(shares, row, strict=True))
        for i in range(K):
            for j in range(K):
                found[i][j] += chance * x[i] * x[j]
    return found


def trace(form: list[list[F]]) -> F:
    return sum((form[i][i] for i in range(K)), F(0))


def product(form: list[list[F]]) -> F:
    """Of the non-zero eigenvalues of what is zero along the ones vector: k times a minor."""
    return K * determinant([row[1:] for row in form[1:]])


def test_equal_shares_are_the_worst():
    rows, random = table(), Random(1)
    even = covariance(rows, [F(1, K)] * K)
    for _ in range(30):
        weights = [random.randrange(1, 30) for _ in range(K)]
        shares = [F(w, sum(weights)) for w in weights]
        there = covariance(rows, shares)
        assert trace(there) <= trace(even)
        assert product(there) <= product(even)
        of_group = trace(there) + sum(q * q for q in shares) - 1
        assert of_group == trace(even) + F(1, K) - 1


def test_what_is_taken_off():
    prior = Shares([4], [F(1, 4)])
    assert at_worst("worst-population", "a-optimal", prior).squares == F(1, 4)
    assert at_worst("worst-group", "a-optimal", prior).squares == 1


@pytest.mark.parametrize(
    "over, name, prior",
    [
        ("worst-group", "d-optimal", Shares([4], [F(1, 4)])),
        ("worst-population", "e-optimal", Shares([4], [F(1, 4)])),
        ("minimax", "a-optimal", Shares([4], [F(1, 4)])),
        ("worst-population", "a-optimal", Shares([3, 1], [F(1, 4), F(1, 4)])),
        ("worst-population", "a-optimal", UnevenShares([2], [F(1, 2)], [[F(1, 4), F(3, 4)]])),
    ],
)
def test_what_no_theorem_says_is_malformed(over, name, prior):
    with pytest.raises(Malformed):
        at_worst(over, name, prior)
