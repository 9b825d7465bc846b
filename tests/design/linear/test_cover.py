"""Which proof of coverage a certificate names, and the multiplier that makes it true."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt import FDivergence, Gain, Guess, LocalDP, MutualInformation, Trace, Variance, optimal
from rropt.design.linear.cover import cover


@pytest.mark.parametrize(
    "objective, delta, proof",
    [
        (Trace(4), 0, "actions"),
        (Guess("1/2,1/3,1/6"), 0, "actions"),
        (Gain([[1, 0, 0], [0, 2, 1]], "1/2,1/3,1/6"), 0, "actions"),
        (FDivergence("total-variation"), 0, "actions"),
        (Variance("1/4"), 0, "line"),
        (FDivergence("chi-square"), 0, "line"),
        (FDivergence("le-cam"), 0, "line"),
        (MutualInformation("1/2,1/3,1/6"), 0, "extremes"),
        (FDivergence("kullback-leibler"), 0, "extremes"),
        (Variance("1/4"), "1/10", "extremes"),
        (Guess("1/2,1/3,1/6"), "1/10", "extremes"),
        (Trace(9), "1/10", "actions"),
    ],
)
def test_each_certificate_carries_its_proof_and_is_accepted(objective, delta, proof) -> None:
    certificate = optimal(LocalDP.from_gamma(3, delta), objective).certificate
    assert certificate.data["cover"]["proof"] == proof
    assert certificate.check().status == 0


@pytest.mark.parametrize("k", [2, 5, 40])
def test_the_multiplier_makes_up_for_what_the_price_of_the_winner_leaves(k: int) -> None:
    """The winner needs y - 1 + (k - 1) f >= 0, each loser y - gamma f >= 0 (FORMAT.md)."""
    gamma, delta = F(3), F(1, 10)
    price = (gamma + (k - 1) * delta) / (gamma + k - 1)  # the known value is k times this
    price -= (k - 1) * delta / (gamma + k - 1)  # less what the pairs with delta pay: z = 1/(..)
    [[entry]] = cover({"name": "trace"}, [k], [price], delta)["multipliers"]
    won, other, f = entry
    assert (won, other) == (1, 0)
    assert price - 1 + (k - 1) * f == 0 and price - gamma * f == 0


def test_no_multiplier_where_the_price_is_enough_alone() -> None:
    prior = {"name": "probability-of-a-right-guess", "prior": ["1/4"]}
    assert cover(prior, [4], [F(1, 4)], F(1, 2)) == {"proof": "actions", "multipliers": [[]]}
    listed = cover(prior, [4], [F(1, 8)], F(1, 2))["multipliers"]
    assert listed == [[[1, 0, F(1, 24)]]]


def test_unequal_truths_with_a_delta_are_enumerated() -> None:
    assert cover({"name": "trace"}, [1, 1], [F(1)] * 2, F(1, 9)) == {"proof": "extremes"}
    assert cover({"name": "mutual-information"}, [9], [F(1)], F(1, 9)) == {"proof": "extremes"}
