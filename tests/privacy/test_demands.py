"""Privacy breach regions against brute force over priors, events and reports."""

from __future__ import annotations

import math
import random
from fractions import Fraction as F
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.exact import InputError
from rropt.privacy.demands import equivalents, region

interior = st.fractions(min_value="1/50", max_value="49/50", max_denominator=50)
gammas = st.fractions(min_value="11/10", max_value=20, max_denominator=10)


def attained(channel, generator, trials=300):
    """(prior, posterior) of events under random sparse priors: an independent walk."""
    k = channel.shape[1]
    for _ in range(trials):
        weights = [generator.choice((0, 0, 1, 2, 7)) for _ in range(k)]
        if not sum(weights):
            continue
        alpha = [F(w, sum(weights)) for w in weights]
        size = generator.randint(1, k)
        event = set(generator.choice(list(combinations(range(k), size))))
        for row in channel.rows:
            total = sum(a * r for a, r in zip(alpha, row, strict=True))
            if total:
                joint = sum(alpha[j] * row[j] for j in event)
                yield sum(alpha[j] for j in event), joint / total


TABLES = [
    rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]),
    rr.Channel.from_rows([["1/2", "1/3", "1/6"], ["1/2", "2/3", "5/6"]]),
    rr.Channel.identity(3),
]


@pytest.mark.parametrize("channel", TABLES)
def test_a_table_reaches_no_pair_of_its_region_and_touches_the_boundary(channel):
    mine = region(channel)
    pairs = list(attained(channel, random.Random(1)))
    assert not any(mine.contains(p, q) for p, q in pairs)
    touched = [(p, q) for p, q in pairs if 0 < p < 1 and q in mine.allowed(p)]
    assert touched


def test_a_smaller_gamma_would_be_refuted_by_the_same_pairs():
    pairs = list(attained(TABLES[1], random.Random(2)))
    near_miss = region(TABLES[1].parity() - F(1, 10))
    assert any(near_miss.contains(p, q) for p, q in pairs)


@pytest.mark.everything
@given(gammas, gammas)
def test_regions_shrink_as_gamma_grows(one, other):
    assert (region(one) <= region(other)) == (one >= other)


@pytest.mark.everything
@given(gammas, interior, interior)
def test_the_definitions_word_by_word(gamma, prior, posterior):
    factor = region(rr.BetaFactor(gamma))
    assert factor.contains(prior, posterior) == (
        posterior / prior > gamma or posterior / prior < 1 / gamma
    )
    odds = posterior / (1 - posterior) * (1 - prior) / prior
    assert region(rr.BayesFactor(gamma)).contains(prior, posterior) == (
        odds > gamma or odds < 1 / gamma
    )


@settings(max_examples=25)
@given(interior, interior, interior, interior)
def test_thresholds_word_by_word(one, other, prior, posterior):
    low, high = sorted((one, other))
    if low == high:
        return
    demand = region(rr.Rho1Rho2(low, high))
    upward = prior < low and posterior > high
    downward = prior > high and posterior < low
    assert demand.contains(prior, posterior) == (upward or downward)
    assert demand.contains(prior, posterior) == (
        rr.Rho1Rho2(low, high).breach_region().contains(prior, posterior)
    )


@pytest.mark.parametrize("criterion", [rr.BetaFactor("5/2"), rr.Rho1Rho2("1/10", "1/2")])
def test_the_smallest_region_of_a_table_that_contains_a_demand(criterion):
    demand, gamma = region(criterion), criterion.gamma.exact
    assert demand <= region(gamma)
    slightly_weaker = region(gamma + F(1, 10**12))
    escape = demand.escape_from(slightly_weaker)
    assert escape and demand.contains(*escape) and not slightly_weaker.contains(*escape)


def test_neither_region_of_the_first_figure_contains_the_other():
    """chai-nayak/sec2/fig1-compare, with parameters for which it is so."""
    factor, thresholds = region(rr.BetaFactor(3)), region(rr.Rho1Rho2("1/2", "3/5"))
    for one, other in ((factor, thresholds), (thresholds, factor)):
        escape = one.escape_from(other)
        assert escape and one.contains(*escape) and not other.contains(*escape)


@pytest.mark.everything
@given(st.sampled_from([rr.BetaFactor(2), rr.BetaFactor(5), rr.Rho1Rho2("1/4", "3/4")]), gammas)
def test_inclusion_agrees_with_a_grid(criterion, gamma):
    demand, mine = region(criterion), region(gamma)
    grid = [F(i, 24) for i in range(1, 24)]
    on_grid = all(mine.contains(p, q) for p in grid for q in grid if demand.contains(p, q))
    escape = demand.escape_from(mine)
    assert (escape is None) == (gamma <= criterion.gamma.exact)
    assert escape is not None or on_grid
    if escape:
        assert demand.contains(*escape) and not mine.contains(*escape)


def test_the_identity_forbids_nothing():
    free = region(math.inf)
    assert free <= region(5) and not region(5) <= free
    assert free.allowed("1/3") == (0, 1)
    assert free.contains(0, "1/2") and not free.contains(0, 0)


@pytest.mark.everything
@given(gammas, interior)
def test_equivalent_criteria_have_one_gamma(gamma, rho1):
    *_, (name, parameters) = equivalents(rr.BetaFactor(gamma), priors=[rho1])
    rho2 = F(parameters.split("rho2 = ")[1])
    assert name == "rho1-to-rho2"
    assert rr.Rho1Rho2(rho1, rho2).gamma.exact == gamma


def test_an_irrational_gamma_is_shown_by_its_first_digits():
    lines = dict(equivalents(rr.LocalDP(1), priors=[]))
    assert lines["local differential privacy"] == "epsilon = 1"
    assert lines["beta-factor"].startswith("beta = 2.71828182") and lines["beta-factor"][-1] == "."


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: region("1/2"), "gamma must be at least 1"),
        (lambda: region(rr.LocalDP("ln(3)", "1/10")), "delta = 0"),
        (lambda: region(rr.LocalDP(1)) <= region(3), "inclusion of regions is decided where"),
        (
            lambda: region(3) <= region(rr.CanonicalStrictInformation("p**(1/2)")),
            "got posterior <=",
        ),
        (lambda: equivalents(rr.BetaFactor(2), priors=[1]), "strictly between 0 and 1"),
        (lambda: equivalents(rr.LocalDP.from_gamma(1)), "greater than 1"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, words):
    with pytest.raises(InputError, match=words):
        call()
