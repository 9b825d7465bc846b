"""Leakage against its definition over all guesses and all events."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.measures.leakage import (
    g_vulnerability,
    local_information,
    odds_in_words,
    pointwise_maximal,
    posteriors_in_words,
    vulnerability,
)
from tests.measures.tables import garbled, random_channel

pytestmark = pytest.mark.quick

PRIOR = ("1/2", "1/3", "1/6")
MASSES = tuple(map(Fraction, PRIOR))


@pytest.mark.parametrize("seed", range(5))
def test_posterior_over_prior_of_every_event(seed):
    channel = random_channel(seed, 3, 3, zeros=True)
    lifts = []
    for posterior in channel.posterior(PRIOR):
        for event in product((0, 1), repeat=3):
            before = sum(q for q, inside in zip(MASSES, event, strict=True) if inside)
            if before and posterior is not None:
                after = sum(q for q, inside in zip(posterior, event, strict=True) if inside)
                lifts.append(after / before)
    assert pointwise_maximal(channel, PRIOR) == max(lifts)
    both = local_information(channel, PRIOR)
    assert both == (max(max(lifts), 1 / min(lifts)) if min(lifts) else math.inf)


@pytest.mark.parametrize("seed", range(5))
def test_the_best_of_all_rules_for_guessing(seed):
    channel = random_channel(seed, 3, 3)
    gain = [[2, 0, 0], [0, 1, 3], ["-1", 1, 0]]
    exact = [[Fraction(g) for g in row] for row in gain]
    values = []
    for rule in product(range(3), repeat=3):
        values.append(
            sum(
                q * exact[guess][truth] * row[truth]
                for guess, row in zip(rule, channel.rows, strict=True)
                for truth, q in enumerate(MASSES)
            )
        )
    before, after = g_vulnerability(channel, PRIOR, gain)
    assert after == max(values)
    assert before == max(sum(q * g for q, g in zip(MASSES, row, strict=True)) for row in exact)
    right = g_vulnerability(channel, PRIOR, [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert right == (Fraction(1, 2), vulnerability(channel, PRIOR))


@pytest.mark.parametrize("seed", range(5))
def test_maximal_leakage_is_that_of_the_uniform_prior_and_bounds_the_others(seed):
    channel = random_channel(seed, 4, 3)
    assert channel.greatest_chances == 3 * vulnerability(channel, ["1/3", "1/3", "1/3"])
    assert vulnerability(channel, PRIOR) / max(MASSES) <= channel.greatest_chances
    assert garbled(channel, 4).greatest_chances <= channel.greatest_chances


def test_truths_without_a_prior_do_not_count():
    channel = Channel.from_rows([["1/2", "1/2", 0], ["1/2", "1/2", 1]])
    assert pointwise_maximal(channel, ["1/2", "1/2", 0]) == 1
    assert local_information(channel, ["1/2", "1/2", 0]) == 1


def test_words():
    assert "at most 3" in odds_in_words(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    assert "for certain" in odds_in_words(Channel.identity(2))
    assert "nothing" not in odds_in_words(Channel.uninformative(2))


@pytest.mark.parametrize(
    ("parity", "said"),
    [(9_999_999, "9999999"), (10**8, "1e+08"), (3**1000, "1.322e+477"), ("5/3", "1.667")],
)
def test_factors_of_many_digits_are_rounded(parity, said):
    """3^1000 = 1.3220708...e477."""
    gamma = Fraction(parity)
    most, least = gamma / (1 + gamma), 1 / (1 + gamma)
    channel = Channel.from_rows([[most, least], [least, most]])
    assert odds_in_words(channel).endswith(f"by a factor of at most {said}")


def test_words_of_shares_of_more_digits_than_python_writes():
    """Near the table of thirds at shares of thirds: 1/3 becomes 1/5 or 1/2."""
    third = Fraction(10**3000 + 7, 3 * 10**3000 + 1)
    share = Fraction(10**3000 + 9, 3 * 10**3000 + 11)
    channel = Channel.from_rows([[third, 1 - third], [1 - third, third]])
    said = "0: 0.3333 to 0.2, 1: 0.6667 to 0.8", "0: 0.3333 to 0.5, 1: 0.6667 to 0.5"
    assert posteriors_in_words(channel, [share, 1 - share]) == list(zip("01", said, strict=True))


def test_what_does_not_fit_is_refused():
    with pytest.raises(rr.InputError, match="gain must have 2 columns"):
        g_vulnerability(Channel.identity(2), ["1/2", "1/2"], [[1, 0, 0]])
    with pytest.raises(rr.InputError, match="prior must have 2 entries"):
        vulnerability(Channel.identity(2), PRIOR)
