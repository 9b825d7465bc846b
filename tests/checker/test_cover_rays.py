"""Coverage at every extreme ray: bystanders, and what is no bystander."""

from __future__ import annotations

import pytest

import rropt as rr
from tests.certificates import ZERO, F, useless, verdict


@pytest.mark.parametrize("name", ["total-variation", "hellinger", "le-cam", "jensen-shannon"])
def test_truths_that_nobody_prices_are_bystanders(name):
    """Coverage on nine truths is that on the two which the divergence compares."""
    two = rr.optimal(rr.LocalDP.from_gamma(3, "1/10"), rr.FDivergence(name)).certificate.data
    utility = {**two["utility"], "pair": [2, 6]}
    pairs = [[(2, 6)[a], (2, 6)[b], F(z)] for a, b, z in two["pair_prices"]]
    prices = [ZERO] * 9
    prices[2], prices[6] = map(F, two["prices"])
    nine = useless(9, two["privacy"], utility, prices, {"proof": "extremes"}, pairs)
    assert verdict(nine) == "verified"
    short = [y - F(1, 10**6) * (j == 6) for j, y in enumerate(prices)]
    near = useless(9, two["privacy"], utility, short, {"proof": "extremes"}, pairs)
    assert verdict(near) == "refuted"


def test_a_truth_with_a_negative_price_is_no_bystander():
    """It pays for reports that the others may share; so does one in a priced pair."""
    privacy, utility = {"gamma": "3", "delta": "1/10"}, {"name": "total-variation", "pair": [0, 1]}
    for loss, pairs in ((F(1, 8), []), (ZERO, [(2, 0, F(1, 8))])):
        prices = [F(1), F(1), -loss]
        assert verdict(useless(3, privacy, utility, prices, {"proof": "extremes"}, pairs)) == (
            "refuted" if loss else "verified"
        )
