"""Best linear estimation: normal equations, optimality against other unbiased coefficients.

Any table as a device: its variance is that of the best unbiased estimate.
"""

from __future__ import annotations

from fractions import Fraction
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.devices.linear_estimates import best_linear, efficient_variance, solve, table_device
from rropt.exact import InputError

PROPORTION = ((F(0), F(1)),)


def variance(channel, scores, prior):
    masses = channel.report_distribution(prior)
    mean = sum(m * s for m, s in zip(masses, scores, strict=True))
    return sum(m * s * s for m, s in zip(masses, scores, strict=True)) - mean**2


def test_best_linear_is_unbiased_and_has_the_efficient_variance():
    channel = Channel.from_rows([["1/2", "1/6"], ["1/4", "1/3"], ["1/4", "1/2"]])
    prior = (F(2, 3), F(1, 3))
    (scores,) = best_linear(channel, PROPORTION, prior)
    for j in (0, 1):
        assert sum(p * s for p, s in zip(channel.columns[j], scores, strict=True)) == j
    assert variance(channel, scores, prior) == efficient_variance(channel, PROPORTION, prior)


def test_any_other_unbiased_coefficients_do_worse():
    channel = Channel.from_rows([["1/2", "1/6"], ["1/4", "1/3"], ["1/4", "1/2"]])
    prior = (F(2, 3), F(1, 3))
    (scores,) = best_linear(channel, PROPORTION, prior)
    (a0, b0), (a1, b1), (a2, b2) = channel.rows
    null = (a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0)
    for step in (F(1, 10**6), F(-1, 10**6), F(3)):
        moved = tuple(s + step * z for s, z in zip(scores, null, strict=True))
        assert variance(channel, moved, prior) > variance(channel, scores, prior)


def test_efficient_variance_is_one_over_the_fisher_information():
    channel = Channel.from_rows([["2/3", "1/5"], ["1/3", "4/5"]])
    pi = F(1, 4)
    information = sum((b - a) ** 2 / ((1 - pi) * a + pi * b) for a, b in channel.rows)
    assert efficient_variance(channel, PROPORTION, pi) == 1 / information


def test_solve():
    assert solve([[F(0), F(2)], [F(3), F(1)]], ((F(2), F(4)), (F(0), F(3))), "it") == [
        (1, 1),
        (1, 0),
    ]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: solve([[F(1), F(1)], [F(1), F(1)]], ((F(1), F(1)),), "it"),
            "it does not identify",
        ),
        (
            lambda: efficient_variance(Channel.identity(2), PROPORTION, 0),
            "prior must be positive",
        ),
    ],
)
def test_what_cannot_be_estimated_is_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)


LN3 = rr.LocalDP("ln(3)")


def test_warner_as_a_table_has_warners_variance() -> None:
    """(pi (1 - pi) + p (1 - p) / (2p - 1)^2) / n at p = 3/4, pi = 1/4: (3/16 + 3/4) / 100."""
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    assert table_device(rows).variance("1/4", n=100) == Fraction(15, 1600)
    assert rr.device(rows).variance("1/4", 100) == rr.device("warner", p="3/4").variance("1/4", 100)


def test_a_design_is_a_device_with_the_variance_that_it_is_certified_for() -> None:
    """With more reports than truths the estimate is best at the prior that is asked for."""
    design = rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.Variance("1/4"))
    assert rr.device(design, prior=["3/4", "1/4"]).variance("1/4") == design.value
    assert rr.device(design).variance("1/4") > design.value
    shares = ["1/2", "1/3", "1/6"]
    several = rr.optimal(LN3, rr.AOptimal(shares))
    low, high = several.value.lo, several.value.hi
    assert low <= rr.device(several, prior=shares).variance(shares) <= high


def test_a_device_is_itself_and_what_tells_nothing_is_refused() -> None:
    kuk = rr.device("kuk", theta1="0.7", theta2="0.2", r=1)
    assert rr.device(kuk) is kuk
    with pytest.raises(rr.InputError, match="does not identify the proportions"):
        rr.device([["1/2", "1/2"], ["1/2", "1/2"]])
    with pytest.raises(rr.InputError, match="p must be left out where a table is given"):
        rr.device(kuk, p="1/2")


@pytest.mark.parametrize("k", [2, 4])
def test_the_devices_at_a_privacy_keep_it(k: int) -> None:
    design = rr.optimal(LN3, rr.Trace(k))
    tables = rr.devices(design)
    assert tables and all(LN3.satisfied_by(table) for table in tables.values())
    assert rr.devices(design.channel) == tables
    best = max(table.parity() for table in tables.values())
    assert best == 3 and not rr.devices([["1/2"] * k, ["1/2"] * k])


def test_devices_beside_one_that_reveals_a_truth_for_certain() -> None:
    """Mangat's device at p = 7/10: a no comes of a no only, so that there is no finite level."""
    mangat = rr.device("mangat", p="7/10")
    gamma, delta = mangat.privacy
    assert delta > 0
    for table in rr.devices(mangat).values():
        assert rr.LocalDP.from_gamma(gamma, delta).satisfied_by(table)
