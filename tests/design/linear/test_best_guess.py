"""Guessing under pure privacy: water level, prices and table, against all sets of guesses."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations, product

import pytest

from rropt.design.linear.decisions import best_guess
from rropt.exact import Gamma
from rropt.exact.gamma import gamma_from_epsilon, gamma_from_value
from rropt.utility import Guess

PRIORS = [
    [F(1, 2), F(1, 3), F(1, 6)],
    [F(9, 10), F(1, 20), F(1, 20)],
    [F(1, 4)] * 4,
    [F(2, 5), F(2, 5), F(1, 10), F(1, 10)],
    [F(0), F(1, 2), F(1, 2)],
]


def best_of_all_sets(prior: list[F], gamma: F) -> F:
    """gamma q(T) / (gamma + |T| - 1), the largest of every non-empty set T of truths."""
    sets = (s for t in range(1, len(prior) + 1) for s in combinations(prior, t))
    return max(gamma * sum(s) / (gamma + len(s) - 1) for s in sets)


def columns(optimum) -> list[F]:
    """What each column of the table adds up to."""
    pairs = list(zip(optimum.weights, optimum.patterns, strict=True))
    return [sum(w * r[j] for w, r in pairs) for j in range(len(optimum.prices))]


@pytest.mark.parametrize("gamma", [F(11, 10), F(2), F(20)])
@pytest.mark.parametrize("prior", PRIORS)
def test_the_prices_add_up_to_the_best_of_all_sets_and_cover_every_pattern(prior, gamma) -> None:
    optimum = best_guess(prior, gamma_from_value(gamma))
    assert sum(optimum.prices) == best_of_all_sets(prior, gamma)
    for pattern in product((F(1), gamma), repeat=len(prior)):
        worth = max(q * r for q, r in zip(prior, pattern, strict=True))
        assert sum(y * r for y, r in zip(optimum.prices, pattern, strict=True)) >= worth


@pytest.mark.parametrize("gamma", [F(11, 10), F(2), F(20)])
@pytest.mark.parametrize("prior", PRIORS)
def test_the_table_is_private_and_reaches_the_value(prior, gamma) -> None:
    optimum = best_guess(prior, gamma_from_value(gamma))
    assert columns(optimum) == [1] * len(prior)
    assert all(max(r) <= gamma * min(r) for r in optimum.patterns)
    reached = sum(
        w * max(q * e for q, e in zip(prior, r, strict=True))
        for w, r in zip(optimum.weights, optimum.patterns, strict=True)
    )
    assert reached == best_of_all_sets(prior, gamma)
    assert optimum.value == (reached, reached)
    assert len({Guess(prior).decision(r)[0] for r in optimum.patterns}) == len(optimum.patterns)


def test_a_tie_of_two_sets_takes_the_smaller_table() -> None:
    """At gamma = 2 and shares 2/3, 1/3: 2/3 for one guess and 2/3 for two."""
    optimum = best_guess([F(2, 3), F(1, 3)], gamma_from_value(2))
    assert len(optimum.patterns) == 1 and optimum.prices == (F(2, 3), F(0))


def test_an_enclosed_gamma_is_private_below_and_priced_above() -> None:
    level = gamma_from_epsilon(1)
    optimum = best_guess([F(1, 3)] * 3, level)
    assert {max(r) / min(r) for r in optimum.patterns} == {level.lo}
    assert sum(optimum.prices) == level.hi / (level.hi + 2)


def test_a_truth_that_is_never_guessed_reports_evenly() -> None:
    optimum = best_guess([F(9, 20), F(9, 20), F(1, 10)], Gamma(F(3), F(3)))
    last = [w * r[2] for w, r in zip(optimum.weights, optimum.patterns, strict=True)]
    assert last == [F(1, 2), F(1, 2)]
    assert optimum.prices[2] == 0
