"""Mutual information at large epsilons: sets and prices by cuts, proved by a tree of sets."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check


def drawn(truths):
    rng = Random(1)
    weights = [rng.randrange(10, 1000) for _ in range(truths)]
    return [F(weight, sum(weights)) for weight in weights]


@pytest.fixture(scope="module")
def design() -> rr.Design:
    return rr.optimal(rr.LocalDP(8), rr.MutualInformation(drawn(30)))


def test_k_ary_response_is_best_at_a_large_epsilon(design):
    """Where g is far above 1 / the least share: then all its rows are singles, and tight."""
    assert design.check().status == 0
    assert design.gap <= F(1, 10**9) * design.value.lo
    gamma = np.exp(8.0)
    shares = np.array(list(map(float, drawn(30))))
    chances = (np.ones((30, 30)) + (gamma - 1) * np.eye(30)) / (gamma + 29)
    reports = chances @ shares
    entropy = -(reports * np.log(reports)).sum()
    column = -(chances[:, 0] * np.log(chances[:, 0])).sum()
    assert float(design.value) == pytest.approx(entropy - column, rel=1e-4)
    assert float(design.bound.lo) >= entropy - column - 1e-9


def test_a_price_that_is_too_low_is_refused(design):
    data = dict(design.certificate.data)
    prices = [F(price) for price in data["prices"]]
    lowered = [prices[0] - F(1, 10**6), *prices[1:]]
    low = F(data["value"][0])
    bound = sum(lowered)
    data |= {"prices": list(map(str, lowered)), "bound": str(bound), "gap": str(bound - low)}
    assert check(rr.Certificate(data).to_json()).status == 1
