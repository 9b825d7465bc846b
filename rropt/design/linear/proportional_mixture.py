"""Mutual information on hundreds of truths: prices in proportion to the prior, and their table.

With c = g ln g / (g - 1) and T = q.r the utility of a pattern is u = c (T - 1) - T ln T, which is
at most (c - 1 - ln c) T, with equality at T = c. So prices (c - 1 - ln c) q_j cover every pattern,
by the one tangent at c. A table is worth as much where its patterns all have the mass T = c; a
pattern that misses it by e loses e^2 / 2c of its weight. Of many truths many sets have nearly the
right mass, and some of them have weights with which each truth is high with the same chance
(`mixture_sets`).

Where a truth is heavier than that, or so heavy that no weights balance, heavy truths have prices of
their own, and a tree branches on them; all others pay z q_j (`least_prices`). The gap says what is
lost to masses that no set has.

Fewer truths have sets too few for this: `columns` looks at all of them. Where the table could not
be written, truths answer alike: `many_truths`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf

import numpy as np

from rropt import lp
from rropt.design.linear.least_prices import (
    MOST_NODES,
    NARROWER,
    Filled,
    LeastPrices,
    least_prices,
    tangent,
)
from rropt.design.linear.mixture_sets import mixture_sets
from rropt.design.linear.set_tree import HeavyShares, Sets, best_share, level, slope
from rropt.design.problem import MOST_ENTRIES, Optimum, Problem
from rropt.exact import weighted_sum
from rropt.exact.entries import entrywise
from rropt.patterns.extreme import Pattern
from rropt.utility import MutualInformation

ENOUGH, FINE = 1e-6, 1e-7
"""Gaps beyond which truths answer alike in groups, and beyond which each has its own price. At a
gap of 1e-9 that took a minute for 100 shares as j^(-3/2) at epsilon 1, and found nothing."""

MOST_STEPS = 1 << 29
"""Nodes of a tree times truths times bits of numbers, which a checker looks at."""

BITS_BESIDE = 300
"""Of a certificate's numbers beside two of shares, as seen with 50 and 100 truths."""


def solve_mixture(problem: Problem, priced: LeastPrices | None) -> Optimum | None:
    """The table at these prices, or at prices of which each truth has its own where that is not
    enough, without a delta; None where no table is found, or written.
    """
    if problem.truths**2 > MOST_ENTRIES:
        return None
    gamma = problem.gamma
    falling = np.array(sorted(map(float, problem.objective.prior), reverse=True))
    if priced is not None and not priced.shares.light:
        return _mixed(problem, priced.used, priced)
    mass = best_share(gamma.lo) if priced is None else priced.mass
    prices = float(level(gamma.hi)) * falling if priced is None else priced.of_truths(falling)
    search = mixture_sets(falling, prices, gamma.lo, mass)
    if search is None:
        return None
    found = _mixed(problem, search.used, priced)
    if lost(found) <= FINE:
        return found
    every = HeavyShares.of(falling, int(np.count_nonzero(falling)), gamma.hi)
    known = Filled.by_none(search.sets[:, : len(every.heavy)])
    bits = 2 * problem.objective.whole[1].bit_length() + BITS_BESIDE
    most = min(MOST_NODES, MOST_STEPS // (problem.truths * bits))
    own = least_prices(every, known, NARROWER * lost(found), most)
    return found if own is None else min(found, _mixed(problem, own.used, own), key=lost)


def lost(found: Optimum | None) -> float:
    """By what share of it the information is below its bound."""
    if found is None or found.value is None or found.value[0] <= 0:
        return inf
    return float(sum(found.prices) / found.value[0] - 1)


def _mixed(problem: Problem, sets: Sets, priced: LeastPrices | None) -> Optimum | None:
    """The table of these sets of truths whose shares fall; None without any. Those that have no
    share, and are in none of the sets, answer as the first does.
    """
    order = _by_mass(problem.objective)
    rows = np.repeat(sets[:, :1].astype(int), problem.truths, axis=1)
    rows[:, order[: sets.shape[1]]] = sets
    found = exact_mixture(rows.tolist(), problem.gamma.lo)
    return None if found is None else covered(problem, *found, priced)


def _by_mass(utility: MutualInformation) -> list[int]:
    """The truths, the heaviest first."""
    order: list[int] = np.argsort([-float(q) for q in utility.prior], kind="stable").tolist()
    return order


def covered(
    problem: Problem,
    patterns: Sequence[Pattern],
    weights: Sequence[Fraction],
    priced: LeastPrices | None,
) -> Optimum:
    """The table with its worth, and prices in proportion to the prior, or proved by a tree."""
    utility = problem.objective
    prior = utility.prior
    gamma = problem.gamma.hi
    if priced is None:
        prices = tuple(level(gamma) * q for q in prior)
        cover = {"proof": "tree", "tree": [tangent(float(slope(gamma)[1]))]}
    else:
        order = _by_mass(utility)
        prices, cover = priced.proved(prior, order)
    lows, highs = zip(*map(utility.bounds, patterns), strict=True)
    value = weighted_sum(weights, lows), weighted_sum(weights, highs)
    return Optimum(tuple(patterns), tuple(weights), prices, value=value, cover=cover)


Mixture = tuple[Sequence[Pattern], Sequence[Fraction]]
"""Patterns and their weights in a table."""


def exact_mixture(sets: Sequence[Sequence[int]], gamma: Fraction) -> Mixture | None:
    """The patterns that are high at these sets, with weights for a table; None without any.

    >>> patterns, weights = exact_mixture([[1, 0], [0, 1]], Fraction(3))
    >>> patterns[0], weights[0]
    ((Fraction(3, 1), Fraction(1, 1)), Fraction(1, 4))
    """
    if not sets:
        return None
    # Doubles chose the sets; rationals find chances by which every truth is high as often.
    balance = [[*column, -1] for column in zip(*sets, strict=True)]
    found = lp.minimize(
        [0] * (len(sets) + 1),
        [*balance, [1] * len(sets) + [0]],
        [0] * len(balance) + [1],
        start=range(len(sets) + 1),
    )
    if not found.is_optimal:
        return None
    *chances, often = found.x
    # What every column adds up to.
    total = 1 + (gamma - 1) * often
    one = Fraction(1)
    patterns = entrywise(lambda high: gamma if high else one, sets)
    return patterns, [chance / total for chance in chances]
