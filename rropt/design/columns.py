"""Pure privacy by column generation over the patterns {1, gamma}^k.

With x the indicator of the high truths, a pattern is `r = 1 + (gamma - 1) x`, and the columns add
up to one exactly when every truth is high with the same total weight c:

    maximise sum w u(x)   with   sum w x_j = c for each j,   sum w + (gamma - 1) c = 1.

The balance rows are zeros and ones whatever gamma is, so the exact solve is over small integers.
Prices (p, t) of this program give the prices of the truths, y_j = p_j / (gamma - 1), with
sum y = t. `search` finds the patterns in doubles; nothing rests on what it finds.
"""

from __future__ import annotations

from fractions import Fraction

from rropt import lp
from rropt.design.problem import Optimum, Problem, linear_utility
from rropt.design.search import Pricing, pricing_of, search
from rropt.patterns import Pattern
from rropt.utility import Utility

HighSet = tuple[int, ...]

MOST_ROUNDS = 100


def solve_columns(problem: Problem) -> Optimum:
    """Search in doubles, solve the found patterns exactly, price for both ends of gamma."""
    gamma, utility = problem.gamma, linear_utility(problem)
    pricing = pricing_of(utility, float(gamma))
    candidates = search(pricing, utility, float(gamma))
    gains: list[Fraction] = []
    for _ in range(MOST_ROUNDS):
        gains += _gains(utility, candidates[len(gains) :], gamma.hi)
        dual = _restricted(gains, candidates, gamma.hi)
        prices = _prices(dual, utility.truths, gamma.hi)
        missing = _uncovered(pricing, prices, candidates)
        if not missing:
            break
        candidates += missing
    primal = dual
    if not gamma.is_exact:
        primal = _restricted(_gains(utility, candidates, gamma.lo), candidates, gamma.lo)
    used = [(x, w) for x, w in zip(candidates, primal.x, strict=False) if w]
    return Optimum(tuple(_pattern(x, gamma.lo) for x, _ in used), tuple(w for _, w in used), prices)


def _uncovered(
    pricing: Pricing, prices: tuple[Fraction, ...], known: list[HighSet]
) -> list[HighSet]:
    """Patterns that the exact prices do not cover, as far as doubles can tell.

    A degenerate optimum has many prices; those of the restricted program may be wrong outside it.
    """
    import numpy as np

    found = pricing.uncovered(np.array([float(y) for y in prices]), 2 * len(prices))
    return [x for x in map(tuple, found.tolist()) if x not in set(known)]


def _gains(utility: Utility, candidates: list[HighSet], gamma: Fraction) -> list[Fraction]:
    """The utilities of the found patterns, from above."""
    return [utility.bounds(_pattern(x, gamma))[1] for x in candidates]


def _restricted(gains: list[Fraction], candidates: list[HighSet], gamma: Fraction) -> lp.Solution:
    """The program over the found patterns, in rationals; its last variable is c."""
    balance = [[*column, -1] for column in zip(*candidates, strict=True)]
    mass = [1] * len(candidates) + [gamma - 1]
    return lp.maximize([*gains, Fraction(0)], [*balance, mass], [0] * len(candidates[0]) + [1])


def _prices(solution: lp.Solution, truths: int, gamma: Fraction) -> tuple[Fraction, ...]:
    """Prices per truth; what the balance rows leave of the bound is shared out equally."""
    prices = [price / (gamma - 1) for price in solution.dual_eq[:truths]]
    rest = (solution.dual_eq[truths] - sum(prices)) / truths
    return tuple(price + rest for price in prices)


def _pattern(x: HighSet, gamma: Fraction) -> Pattern:
    return tuple(gamma if high else Fraction(1) for high in x)
