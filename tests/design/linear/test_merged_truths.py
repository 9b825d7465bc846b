"""Mutual information by few reports: groups of truths that answer alike."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.linear.merged_truths import share_groups


def normalised(weights):
    return [F(weight) / sum(weights) for weight in weights]


def drawn(truths, seed=0):
    """Shares in no order, of which the largest are some ten times the smallest."""
    rng = Random(seed)
    return normalised([rng.randrange(100, 1000) for _ in range(truths)])


def information(table, prior):
    """Of a report about the truth, by its definition."""
    total = 0.0
    for row in table:
        chances = np.array(list(map(float, row)))
        shares = np.array(list(map(float, prior)))
        total += float(shares @ (chances * np.log(chances / (shares @ chances))))
    return total


def steep(truths):
    return normalised([F(1, 2**j) for j in range(truths)])


@pytest.mark.everything
@pytest.mark.parametrize(
    ("prior", "epsilon", "most"),
    [
        (steep(24), "ln(3)", F(1, 10**6)),
        (steep(60), "1/2", F(2, 10**6)),
        (drawn(300), "1", F(1, 10**6)),
        (drawn(300), "4", F(1, 10**6)),  # by 50 groups: 20 leave 5e-3
        ([F(0)] * 260 + drawn(40), "1", F(1, 10**6)),
    ],
    ids=["24 steep", "60 steep", "300 drawn", "300 drawn, larger epsilon", "260 of zero"],
)
def test_few_groups_are_nearly_best(prior, epsilon, most):
    design = rr.optimal(rr.LocalDP(epsilon), rr.MutualInformation(prior))
    assert design.check().status == 0
    assert design.gap <= most * design.bound.lo
    assert design.channel.parity() <= design.problem.gamma.lo
    value = information(design.channel.rows, prior)
    assert float(design.value.lo) == pytest.approx(value, rel=1e-9)


def test_a_table_has_as_many_reports_as_groups():
    design = rr.optimal(rr.LocalDP(1), rr.MutualInformation(drawn(300)))
    assert design.channel.shape[0] <= 20
    assert len(set(zip(*design.channel.rows, strict=True))) <= 20


@pytest.mark.everything
def test_steep_shares_are_worth_what_their_first_twenty_are():
    """The tail of 2^-j from j = 20 on has one part in 500,000 of all people."""
    first = rr.optimal(rr.LocalDP(1), rr.MutualInformation(steep(20)))
    more = rr.optimal(rr.LocalDP(1), rr.MutualInformation(steep(40)))
    assert float(more.value) == pytest.approx(float(first.value), rel=1e-5)


@pytest.mark.everything
def test_a_smaller_bound_is_refused():
    data = dict(rr.optimal(rr.LocalDP(1), rr.MutualInformation(steep(24))).certificate.data)
    lowered = [F(price) * F(999_999, 10**6) for price in data["prices"]]
    bound = sum(lowered)
    value = data["value"]
    low = F(value[0] if isinstance(value, list) else value)
    data |= {"prices": list(map(str, lowered)), "bound": str(bound), "gap": str(bound - low)}
    assert check(rr.Certificate(data).to_json()).status == 1


@pytest.mark.everything
def test_what_groups_cannot_do_is_said_before_a_table_is_made():
    with pytest.raises(rr.InputError, match=r"lose more than .* 0\.05, got 300; at a smaller"):
        rr.optimal(rr.LocalDP(8), rr.MutualInformation(drawn(300)))
    with pytest.raises(rr.InputError, match="a table of 20 x 4000 entries is too large"):
        rr.optimal(rr.LocalDP(1), rr.MutualInformation(drawn(4000)))


@pytest.mark.parametrize("masses", [drawn(50), steep(30)])
def test_every_group_has_a_truth(masses):
    groups = share_groups(np.array(list(map(float, masses))), 20)
    assert set(groups) == set(range(20)) and len(groups) == len(masses)


def drawn_shares(truths):
    rng = Random(1)
    weights = [rng.randrange(10, 1000) for _ in range(truths)]
    return [F(weight, sum(weights)) for weight in weights]


@pytest.fixture(scope="module")
def design() -> rr.Design:
    return rr.optimal(rr.LocalDP(8), rr.MutualInformation(drawn_shares(30)))


def test_k_ary_response_is_best_at_a_large_epsilon(design):
    """Where g is far above 1 / the least share: then all its rows are singles, and tight."""
    assert design.check().status == 0
    assert design.gap <= F(1, 10**9) * design.value.lo
    gamma = np.exp(8.0)
    shares = np.array(list(map(float, drawn_shares(30))))
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
