"""Pure privacy by column generation over the patterns {1, gamma}^k.

With x the indicator of the high truths, a pattern is `r = 1 + (gamma - 1) x`, and the columns add
up to one exactly when every truth is high with the same total weight c:

    maximise sum w u(x)   with   sum w x_j = c for each j,   sum w + (gamma - 1) c = 1.

The balance rows are zeros and ones whatever gamma is, so the exact solve is over small integers.
Prices (p, t) of this program give the prices of the truths, y_j = p_j / (gamma - 1), with
sum y = t. `search` finds the patterns in doubles; nothing rests on what it finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul

from rropt import lp
from rropt.design.linear.search import NEAR, STOP, HighSet, Pricing, pricing_of, search
from rropt.design.problem import Optimum, Problem, linear_utility
from rropt.exact import Gamma
from rropt.patterns.extreme import Pattern
from rropt.utility import MutualInformation, Utility

Solutions = tuple[lp.Solution, lp.Solution, list[HighSet]]
"""For the upper and the lower end of gamma, over these patterns."""

EXACT_TRUTHS = 10
"""Up to this many truths the optimum over all patterns is exact; beyond, the certificate tells."""


def solve_columns(problem: Problem) -> Optimum:
    """Search in doubles, then optima over all patterns, exactly, for both ends of gamma."""
    gamma, utility = problem.gamma, linear_utility(problem)
    dual, primal, candidates = _searched(utility, gamma)
    used = [(x, w) for x, w in zip(candidates, primal.x, strict=False) if w]
    used.sort(key=lambda pair: high_index(pair[0]))
    return Optimum(
        tuple(_pattern(x, gamma.lo) for x, _ in used),
        tuple(w for _, w in used),
        _prices(dual, utility.truths, gamma.hi),
    )


def _searched(utility: Utility, gamma: Gamma) -> Solutions:
    pricing = pricing_of(utility, gamma.hi)
    candidates, found = search(pricing, utility, float(gamma))
    start = None
    if isinstance(utility, MutualInformation):
        start = [*range(found), len(candidates)]
    dual = _completed(utility, pricing, candidates, gamma.hi, start)
    primal = dual
    if not gamma.is_exact:
        primal = _completed(utility, pricing, candidates, gamma.lo, dual.basis)
    return dual, primal, candidates


def high_index(x: Sequence[int]) -> int:
    """The place of a high set among all: bit j says whether truth j is high."""
    return sum(high << j for j, high in enumerate(x))


def _completed(
    utility: Utility,
    pricing: Pricing,
    candidates: list[HighSet],
    gamma: Fraction,
    start: Sequence[int] | None,
) -> lp.Solution:
    """The optimum over the candidates, to which every pattern that its prices miss is added.

    A degenerate optimum has many prices; those of the restricted program may be wrong outside it.
    Information is strictly convex, so that the search stops at the basis of the one optimum; where
    a utility is flat there are many, and the exact program finds one of fewer reports.
    """
    gains: list[Fraction] = []
    while True:
        gains += _gains(utility, candidates[len(gains) :], gamma)
        solution = _restricted(gains, candidates, gamma, start)
        prices = _prices(solution, utility.truths, gamma)
        missing = _uncovered(utility, pricing, prices, candidates, gamma)
        if not missing:
            return solution
        if start is not None:
            start = [j if j < len(candidates) else j + len(missing) for j in solution.basis]
        candidates += missing


def _uncovered(
    utility: Utility,
    pricing: Pricing,
    prices: tuple[Fraction, ...],
    known: list[HighSet],
    gamma: Fraction,
) -> list[HighSet]:
    """Patterns worth more than their price: doubles name them, and up to `EXACT_TRUTHS` those
    that are close as well, among which fractions decide."""
    import numpy as np

    exact = utility.truths <= EXACT_TRUTHS
    least, count = (-NEAR, 2**utility.truths) if exact else (STOP, 2 * utility.truths)
    named = pricing.uncovered(np.array([float(y) for y in prices]), least, count)
    listed = set(known)
    unknown = [x for x in map(tuple, named.tolist()) if x not in listed]
    return [x for x in unknown if not exact or _is_uncovered(utility, prices, _pattern(x, gamma))]


def _is_uncovered(utility: Utility, prices: tuple[Fraction, ...], pattern: Pattern) -> bool:
    return utility.bounds(pattern)[1] > sum(map(mul, prices, pattern))


def _gains(utility: Utility, candidates: list[HighSet], gamma: Fraction) -> list[Fraction]:
    """The utilities of the found patterns, from above."""
    return [utility.bounds(_pattern(x, gamma))[1] for x in candidates]


def _restricted(
    gains: list[Fraction],
    candidates: list[HighSet],
    gamma: Fraction,
    start: Sequence[int] | None = None,
) -> lp.Solution:
    """The program over the found patterns, in rationals; its last variable is c."""
    balance = [[*column, -1] for column in zip(*candidates, strict=True)]
    mass = [1] * len(candidates) + [gamma - 1]
    right = [0] * len(candidates[0]) + [1]
    return lp.maximize([*gains, Fraction(0)], [*balance, mass], right, start=start)


def _prices(solution: lp.Solution, truths: int, gamma: Fraction) -> tuple[Fraction, ...]:
    """Prices per truth; what the balance rows leave of the bound is shared out equally."""
    prices = [price / (gamma - 1) for price in solution.dual_eq[:truths]]
    rest = (solution.dual_eq[truths] - sum(prices)) / truths
    return tuple(price + rest for price in prices)


def _pattern(x: HighSet, gamma: Fraction) -> Pattern:
    return tuple(gamma if high else Fraction(1) for high in x)
