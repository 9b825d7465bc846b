"""Contraction coefficients against pairs of beliefs."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.measures.divergences import contraction, dobrushin, le_cam
from tests.measures.tables import garbled, random_channel

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("seed", range(6))
def test_no_two_beliefs_contract_less_and_some_nearly_as_little(seed):
    channel = random_channel(seed, 4, 2, zeros=seed % 2 == 0)
    table = channel.to_numpy()
    low, high = contraction(channel)
    found = 0.0
    for share in np.linspace(0.001, 0.999, 999):
        mu = np.array([share + 1e-4, 1 - share - 1e-4])
        nu = np.array([share, 1 - share])
        seen = table @ nu > 0
        moved = ((table @ (mu - nu))[seen] ** 2 / (table @ nu)[seen]).sum()
        found = max(found, moved / ((mu - nu) ** 2 / nu).sum())
    assert found <= float(high) + 1e-9
    assert found >= float(low) - 2e-3
    assert 0 <= high - low <= Fraction(1, 10**12)


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(6))
def test_three_truths_need_no_more_than_two(seed):
    channel, draw = random_channel(seed, 3, 3), random.Random(seed)
    high = float(contraction(channel)[1])
    table = channel.to_numpy()
    for _ in range(200):
        mu, nu = (np.array([draw.expovariate(1) for _ in range(3)]) for _ in range(2))
        mu, nu = mu / mu.sum(), nu / nu.sum()
        before = (mu * np.log(mu / nu)).sum()
        after = ((table @ mu) * np.log((table @ mu) / (table @ nu))).sum()
        assert after <= high * before + 1e-12
        largest = float(dobrushin(channel)) * abs(mu - nu).sum()
        assert abs(table @ (mu - nu)).sum() <= largest + 1e-12


def test_warner_and_the_erasure_and_the_ends():
    warner = [Fraction(3, 4), Fraction(1, 4)]
    assert le_cam(warner, warner[::-1])[0] == Fraction(1, 4)
    erasure = Channel.from_rows([["2/3", 0], [0, "2/3"], ["1/3", "1/3"]])
    assert contraction(erasure) == (Fraction(2, 3), Fraction(2, 3))
    assert contraction(Channel.identity(3)) == (1, 1)
    assert contraction(Channel.uninformative(2)) == (0, 0)


def test_a_garbling_contracts_more():
    channel = random_channel(9, 4, 3)
    assert contraction(garbled(channel, 1))[0] <= contraction(channel)[1]


def test_a_report_that_hardly_ever_comes():
    """LC_t of (2 x, 1 - 2 x) and (x, 1 - x) is x t (1 - t) / (1 + t) + O(x^2): 3 - sqrt 8."""
    x = Fraction(1, 10**30)
    low, high = contraction(Channel.from_rows([[2 * x, x], [1 - 2 * x, 1 - x]]))
    assert float(low / x) == pytest.approx(3 - 8**0.5, rel=1e-11)
    assert float(high / x) == pytest.approx(3 - 8**0.5, rel=1e-11)
