"""Stretches on which prices cover a path or a circle: found where they do, and nowhere else."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.certificate import CertificateError
from rropt.design.engine.stretches import STRETCHES, Stretches, _never_negative
from rropt.privacy.bound_forms import HIGH

K = 5
LEVELS = rr.MetricDP.path("ln(2)").on(K).levels
TANGENT = tuple(map(F, (-2, -1, 0, 1, 2)))
MEANS = tuple([F(1, K)] * K)


def least(factor: F) -> F:
    """The price of all truths that just covers every extreme row."""
    found = F(0)
    for steps in product((F(2), F(1, 2)), repeat=K - 1):
        row = [F(1)]
        for step in steps:
            row.append(row[-1] * step)
        told = sum(map(F.__mul__, TANGENT, row))
        found = max(found, factor * told**2 * K / sum(row) ** 2)
    return found


@pytest.mark.parametrize("factor", [F(1), F(10**9), F(1, 10**9)])
def test_prices_that_cover_have_stretches(factor: F) -> None:
    stretches = Stretches((factor, [TANGENT], MEANS), LEVELS)
    prices = [least(factor) * F(10**9 + 1, 10**9)] * K
    found = stretches.covered(prices, {"proof": STRETCHES})
    assert found.prices == prices and found.paid == sum(prices) and not found.pairs
    ends = [found.cover["start"], *(end for end, _ in found.cover["stretches"])]
    assert ends == sorted(ends) and len({*ends}) == len(ends)
    assert found.cover["forests"] == [[[4, 3], [3, 2], [2, 1], [1, 0]]]


def test_prices_that_fall_short_have_none() -> None:
    stretches = Stretches((F(1), [TANGENT], MEANS), LEVELS)
    prices = [least(F(1)) * F(10**6 - 1, 10**6)] * K
    with pytest.raises(CertificateError, match="fall short"):
        stretches.covered(prices, {"proof": STRETCHES})


def test_corners_whose_squares_are_infinite_are_told() -> None:
    """Above 1e154; a middle corner may be minus the root of the product of both ends."""
    corners = np.array([[4e200, 4e200, -1e200], [-3e200, -5e200, 1e200], [4e200, 4e200, 1e200]])
    assert _never_negative(corners).tolist() == [True, False, False]


def test_a_circle_has_a_tree_where_its_sums_are_least() -> None:
    """Against all its extreme rows; a hair below what these are worth there are none."""
    levels = rr.MetricDP([[min((a - b) % K, (b - a) % K) for b in range(K)] for a in range(K)], 1)
    matrix = levels.on(K).levels
    price = F(0)
    for row in matrix.patterns(HIGH):
        told = sum(map(F.__mul__, TANGENT, row))
        price = max(price, told**2 * K / sum(row) ** 2)
    stretches = Stretches((F(1), [TANGENT], MEANS), matrix)
    above, below = ([price * F(10**9 + sign, 10**9)] * K for sign in (1, -1))
    found = stretches.covered(above, {"proof": STRETCHES})
    trees = found.cover["forests"]
    assert len(trees) > 1 and all(len(tree) == K - 1 for tree in trees)
    assert {number for _, number in found.cover["stretches"]} == {*range(len(trees))}
    with pytest.raises(CertificateError, match="fall short"):
        stretches.covered(below, {"proof": STRETCHES})
