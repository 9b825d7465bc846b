"""Renyi budgets: a bound from tangents, a table that keeps the power, until they meet.

With few tangents the program over the rays where they meet bounds every private table from above;
the same rays with their powers in the budget make a private table from below. New tangents touch
where the best rays of both were. For one ratio that is Newton's way, so few rounds are needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rropt.design.levels.extreme_program import solve_extremes
from rropt.design.problem import Optimum
from rropt.exact import InputError
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import HIGH, LOW, Conditions
from rropt.privacy.renyi import with_tangents
from rropt.utility import Utility

MOST_ROUNDS = 12
SMALL = Fraction(1, 10**9)
"""Of the bound: a gap that needs no further tangents."""

MOST_TRUTHS = 3
"""Tangents of six pairs meet in about a thousand rays; twelve pairs in a hundred thousand."""


def solve_renyi(utility: Utility, conditions: Conditions) -> tuple[Optimum, Conditions]:
    """The optimum, and the conditions with the tangents that its bound rests on."""
    if conditions.truths > MOST_TRUTHS:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS} for a Renyi budget, got {conditions.truths}"
        )
    optimum = solve_extremes(utility, conditions)
    for _ in range(MOST_ROUNDS):
        low, high = _value(utility, optimum), _bound(conditions, optimum)
        if high - low <= SMALL * abs(high):
            break
        finer = with_tangents(
            conditions, [*optimum.patterns, *_tight(utility, conditions, optimum)]
        )
        if finer == conditions:
            break
        conditions = finer
        optimum = solve_extremes(utility, conditions)
    return optimum, conditions


def _value(utility: Utility, optimum: Optimum) -> Fraction:
    pairs = zip(optimum.patterns, optimum.weights, strict=True)
    return sum((w * utility.bounds(r)[0] for r, w in pairs), Fraction(0))


def _bound(conditions: Conditions, optimum: Optimum) -> Fraction:
    allowed = conditions.allowed(HIGH)
    paid = (allowed[key] * z for key, z in optimum.pair_prices.items())
    return sum(optimum.prices, sum(paid, Fraction(0)))


def _tight(utility: Utility, conditions: Conditions, optimum: Optimum) -> Iterator[Pattern]:
    """The rays that cost what they are worth, but for a billionth."""
    for r in conditions.patterns(LOW):
        cost = sum((y * x for y, x in zip(optimum.prices, r, strict=True)), Fraction(0))
        for key, z in optimum.pair_prices.items():
            cost += z * conditions.excess(HIGH, key, r)
        worth = utility.bounds(r)[1]
        if cost - worth <= SMALL * max(abs(worth), cost):
            yield r
