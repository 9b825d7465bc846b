"""Coverage on {1, g}^k: the edge of the prices of ratios, and of mutual information."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import product

import pytest

from tests.certificates import HAIR, useless, verdict

PURE = {"gamma": "3", "delta": "0"}
EXTREMES = {"proof": "extremes"}


def largest(u, k):
    """max u(r) / sum r over {1, 3}^k: the least equal prices that cover u."""
    return max(u(r) / sum(r) for r in product([F(1), F(3)], repeat=k))


def le_cam(r):
    return (r[0] - r[1]) ** 2 / (r[0] + r[1])


def fisher(r):
    return (r[1] - r[0]) ** 2 / (F(3, 4) * r[0] + F(1, 4) * r[1])


@pytest.mark.parametrize(
    ("utility", "u", "k"),
    [
        ({"name": "le-cam", "pair": [0, 1]}, le_cam, 4),
        ({"name": "fisher-information", "prior": ["3/4", "1/4"]}, fisher, 2),
    ],
)
def test_ratios_are_covered_from_the_largest_on(utility, u, k):
    edge = largest(u, k)
    at, below = (useless(k, PURE, utility, [y] * k, EXTREMES) for y in (edge, edge - HAIR))
    assert (verdict(at), verdict(below)) == ("verified", "refuted")


def test_information_is_covered_from_the_largest_on():
    prior = [F(1, 2), F(1, 3), F(1, 6)]
    utility = {"name": "mutual-information", "prior": prior}

    def u(r):
        mean = sum(q * x for q, x in zip(prior, r, strict=True))
        return sum(float(q * x) * math.log(x / mean) for q, x in zip(prior, r, strict=True))

    edge = F(largest(u, 3))
    for step, expected in ((F(1, 10**12), "verified"), (-F(1, 10**12), "refuted")):
        assert verdict(useless(3, PURE, utility, [edge + step] * 3, EXTREMES)) == expected
