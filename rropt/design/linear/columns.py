"""Pure privacy by column generation over the patterns {1, gamma}^k.

With x the indicator of the high truths, a pattern is `r = 1 + (gamma - 1) x`, and the columns add
up to one exactly when every truth is high with the same total weight c:

    maximise sum w u(x)   with   sum w x_j = c for each j,   sum w + (gamma - 1) c = 1.

The balance rows are zeros and ones whatever gamma is, so the exact solve is over small integers.
Prices (p, t) of this program give the prices of the truths, y_j = p_j / (gamma - 1), with
sum y = t. `search` finds the patterns in doubles; nothing rests on what it finds.

The master of the search is scaled by 1 / gamma (weights times gamma, utilities over gamma), so that
all its coefficients lie in [0, 1] from gamma = 1 + 1e-9 to 1e9:

    maximise sum w u(x) / gamma   with   sum w x_j = c,   sum w / gamma + (1 - 1 / gamma) c = 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from operator import mul
from typing import Any

import numpy as np

from rropt import lp
from rropt.design.linear.pivots import TIED, improved_basis
from rropt.design.problem import Optimum, Problem, linear_utility
from rropt.exact import Gamma
from rropt.exact.entries import over, picked
from rropt.patterns.extreme import Pattern, refuse_large
from rropt.utility import MutualInformation, Utility
from rropt.utility.base import BITS, subset_sums

HighSet = tuple[int, ...]

ONE = Fraction(1)

Solved = tuple[list[HighSet], Sequence[Fraction], tuple[Fraction, ...]]
"""High sets, their weights at the lower end of gamma, and the prices of truths at the upper one."""

MOST_TRUTHS = 24
"""2^24 patterns take one to three seconds, and 300 to 600 MB."""

EXACT_TRUTHS = 10
"""Up to this many truths the optimum over all patterns is exact; beyond, the certificate tells."""

GAINED = 1 - Fraction(1, 1 << BITS)
"""At least this share of a gain, which is rounded up, and of what a table is worth is there."""

STOP = 1e-12
"""Reduced costs below this share of the largest utility end the search."""

NEAR = 1e-9
"""Patterns whose reduced cost is this close to zero are returned too: far above all rounding."""

MOST_CANDIDATES = 400

STARTS_PER_TRUTH = 4
"""Patterns a truth that are best at prices in proportion to the prior, which those of information
nearly are: with eight k = 8 to 16 take 20 to 35 % more time, with three k = 16 takes 10 % more."""

ADDED_PER_TRUTH = 2
"""Patterns a truth that join in a round: with three k = 16 takes 3 % more time."""

ROUGH = 1e-4
"""Reduced costs below this share wait for the second round, as the first one lacks patterns: k = 16
takes 45 pivots in place of 83."""

FEW_TRUTHS = 12
"""Up to so many truths the first round lacks none, and is not rough."""

MOST_ROUNDS = 500


SAMPLE_BITS = 12
"""So many patterns say where about the largest of all begin: to sort them all takes longer."""


def solve_columns(problem: Problem) -> Optimum:
    """Search in doubles, then optima over all patterns, exactly, for both ends of gamma."""
    gamma = problem.gamma
    utility = linear_utility(problem)
    refuse_large(utility.truths, MOST_TRUTHS)
    pricing = SubsetPricing(utility, gamma.hi)
    found = search(pricing, utility, float(gamma))
    if isinstance(utility, MutualInformation):
        optimum = _by_basis(utility, pricing, found.basis, gamma)
        if optimum is not None:
            return optimum
    high, weights, prices = _by_programs(utility, pricing, found.candidates, gamma)
    order = sorted(range(len(high)), key=lambda n: high_index(high[n]))
    return _optimum(picked(high, order), picked(weights, order), prices, gamma.lo)


def _by_basis(
    utility: MutualInformation, pricing: SubsetPricing, high: list[HighSet], gamma: Gamma
) -> Optimum | None:
    """The optimum where it has exactly these patterns; None elsewhere.

    Information is strictly convex, so that the search stops at the basis of the one optimum; where
    a utility is flat there are many, and the exact program finds one of fewer reports.
    """
    high.sort(key=high_index)
    gains, unit = utility.gains_on_sets(high, gamma.hi)
    try:
        weights, prices, bound = basic_solution(high, gains, unit, gamma)
    except ZeroDivisionError:  # doubles may take dependent sets for a basis
        return None
    if min(weights) < 0 or _uncovered(utility, pricing, prices, high, gamma.hi):
        return None
    # Weights of a table and prices that cover, of one basis: each proves the other.
    value = (bound * GAINED, bound) if gamma.is_exact else None
    return replace(_optimum(high, weights, prices, gamma.lo), value=value)


def _optimum(
    high: Sequence[HighSet],
    weights: Sequence[Fraction],
    prices: tuple[Fraction, ...],
    gamma: Fraction,
) -> Optimum:
    """Without the patterns that have no weight."""
    used = [(_pattern(x, gamma), w) for x, w in zip(high, weights, strict=True) if w]
    patterns, masses = zip(*used, strict=True)
    return Optimum(patterns, masses, prices)


def basic_solution(
    high: Sequence[HighSet], gains: Sequence[int], unit: int, gamma: Gamma
) -> tuple[list[Fraction], tuple[Fraction, ...], Fraction]:
    """Weights with which as many patterns as truths are a table, prices at which they pay gains,
    and what prices add up to. Gains are whole numbers over a unit: k^2 fractions would be reduced
    one by one.

    With X the 0/1 rows, v = X'^-1 1, a = X^-1 u and b = X^-1 1: weights are v / (sum v + gamma - 1)
    and prices (a - s b) / (gamma - 1), of which the sum is s = sum a / (sum b + gamma - 1).

    >>> from rropt.exact import gamma_from_value
    >>> weights, prices, bound = basic_solution([(1, 0), (0, 1)], [3, 3], 1, gamma_from_value("3"))
    >>> weights == [Fraction(1, 4)] * 2, prices == (Fraction(3, 4),) * 2, bound
    (True, True, Fraction(3, 2))
    """
    from flint import fmpz_mat

    size = len(high)
    inverted: Any = fmpz_mat(size, size, [*chain.from_iterable(high)]).inv()
    inverse, found = inverted.numer_denom()
    below = int(found)
    shares = [*map(int, (fmpz_mat(1, size, [1] * size) * inverse).entries())]
    values = [*map(int, (inverse * fmpz_mat(size, 1, gains)).entries())]
    single = [*map(int, (inverse * fmpz_mat(size, 1, [1] * size)).entries())]
    mass = sum(shares)
    rise, scale = (gamma.lo - 1).as_integer_ratio()
    whole = scale * mass + rise * below
    weights = [Fraction(scale * v, whole) for v in shares]
    rise, scale = (gamma.hi - 1).as_integer_ratio()
    top, bottom = Fraction(scale * sum(values), scale * mass + rise * below).as_integer_ratio()
    pairs = zip(values, single, strict=True)
    prices = [scale * (a * bottom - b * top) for a, b in pairs]
    return weights, tuple(over(prices, rise * below * unit * bottom)), Fraction(top, bottom * unit)


def _by_programs(
    utility: Utility, pricing: SubsetPricing, candidates: list[HighSet], gamma: Gamma
) -> Solved:
    """The optimum over the candidates and all patterns that they lack."""
    primal = dual = _completed(utility, pricing, candidates, gamma.hi)
    if not gamma.is_exact:
        # The pricing of the upper end serves: in doubles both ends are one.
        primal = _completed(utility, pricing, candidates, gamma.lo, dual.basis)
    *weights, _ = primal.x  # the last is c, which is no pattern's
    return candidates, weights, _prices(dual, utility.truths, gamma.hi)


def high_index(x: Sequence[int]) -> int:
    """The place of a high set among all: bit j says whether truth j is high."""
    return sum(high << j for j, high in enumerate(x))


def _completed(
    utility: Utility,
    pricing: SubsetPricing,
    candidates: list[HighSet],
    gamma: Fraction,
    start: Sequence[int] | None = None,
) -> lp.Solution:
    """The optimum over the candidates, to which every pattern that its prices miss is added.

    A degenerate optimum has many prices; those of the restricted program may be wrong outside it.
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
            # c is the last variable, whose place moves with the patterns that join before it.
            start = [j if j < len(candidates) else j + len(missing) for j in solution.basis]
        candidates += missing


def _uncovered(
    utility: Utility,
    pricing: SubsetPricing,
    prices: tuple[Fraction, ...],
    known: list[HighSet],
    gamma: Fraction,
) -> list[HighSet]:
    """Patterns worth more than their price: doubles name them, and up to `EXACT_TRUTHS` those
    that are close as well, among which fractions decide."""
    exact = utility.truths <= EXACT_TRUTHS
    least, count = (-NEAR, 2**utility.truths) if exact else (STOP, 2 * utility.truths)
    named = pricing.uncovered(np.array([float(y) for y in prices]), least, count)
    listed = set(known)
    # What the program has is covered: that doubles doubt it is rounding.
    unknown = [x for x in pricing.sets(named) if x not in listed]
    return [x for x in unknown if not exact or _is_uncovered(utility, prices, _pattern(x, gamma))]


def _is_uncovered(utility: Utility, prices: tuple[Fraction, ...], pattern: Pattern) -> bool:
    return utility.bounds(pattern)[1] > sum(map(mul, prices, pattern))


def _gains(utility: Utility, candidates: list[HighSet], gamma: Fraction) -> list[Fraction]:
    """The utilities of the found patterns, from above."""
    if isinstance(utility, MutualInformation):
        gains, unit = utility.gains_on_sets(candidates, gamma)
        return [Fraction(gain, unit) for gain in gains]
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
    # Zero where c > 0, and never negative: what was covered stays covered.
    rest = (solution.dual_eq[truths] - sum(prices)) / truths
    return tuple(price + rest for price in prices)


def _pattern(x: HighSet, gamma: Fraction) -> Pattern:
    return tuple([gamma if high else ONE for high in x])


@dataclass(frozen=True)
class Stopped:
    """Where the search has stopped: the program, and its prices p and t."""

    pricing: SubsetPricing
    master: Master
    prices: np.ndarray
    level: float

    @property
    def basis(self) -> list[HighSet]:
        """The high sets at whose prices it has stopped."""
        return self.pricing.sets(self.master.basic())

    @property
    def candidates(self) -> list[HighSet]:
        """High sets among which those of an optimum are expected, of the basis first."""
        near = self.pricing.best(self.prices, self.level, MOST_CANDIDATES, -NEAR)
        return list(dict.fromkeys([*self.basis, *self.pricing.sets(near)]))


def search(pricing: SubsetPricing, utility: Utility, gamma: float) -> Stopped:
    """A basis to which no pattern is missing, in doubles."""
    alone = 1 << np.arange(utility.truths)
    first = [alone, 2**utility.truths - 1 - alone]
    if isinstance(utility, MutualInformation):
        first.append(pricing.in_proportion(utility.prior, STARTS_PER_TRUTH * utility.truths))
    master = Master(pricing, utility.truths, np.concatenate(first), gamma)
    least = ROUGH if utility.truths > FEW_TRUTHS else STOP
    for _ in range(MOST_ROUNDS):
        prices, level = master.solve(least)
        best = pricing.best(prices, level, ADDED_PER_TRUTH * utility.truths, STOP)
        # A rough round may find nothing new: only one that is solved to its end ends the search.
        if not master.add(best) and least == STOP:
            break
        least = STOP
    return Stopped(pricing, master, prices, level)


class SubsetPricing:
    """All 2^k patterns at once: subset sums of the prices by doubling."""

    def __init__(self, utility: Utility, gamma: Fraction) -> None:
        values = utility.on_subsets(gamma)
        self._unit = float(max(values.max(), -values.min())) or 1.0
        self._gains, self._sums = np.empty((2, len(values)))
        np.divide(values, self._unit, out=self._gains)
        self._bits = np.arange(utility.truths)
        self._gamma = float(gamma)
        self._rise = float(gamma - 1)

    def columns(self, places: np.ndarray | Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """High sets as 0/1 columns, and their u / gamma, divided by its largest size."""
        chosen = np.array(places)
        return (chosen >> self._bits[:, None]) & 1, self._gains[chosen]

    def sets(self, places: np.ndarray | Sequence[int]) -> list[HighSet]:
        """High sets as 0/1 tuples."""
        columns, _ = self.columns(places)
        return [*map(tuple, columns.T.tolist())]

    def best(self, prices: np.ndarray, level: float, count: int, least: float) -> np.ndarray:
        """The places of high sets with the largest gain - p.x - t / gamma above `least`."""
        worths = subset_sums(-prices, self._sums)
        worths += self._gains
        worths -= level / self._gamma
        return _largest(worths, count, least)

    def in_proportion(self, prior: Sequence[Fraction], count: int) -> np.ndarray:
        """Those of the largest gain for what they pay at prices in proportion to the prior."""
        worths = subset_sums(np.array([self._rise * float(q) for q in prior]), self._sums)
        worths += 1
        np.divide(self._gains, worths, out=worths)
        sample = worths[:: len(worths) >> SAMPLE_BITS | 1]  # odd: any truth is high in half of them
        # Twice what the sample should hold: its bound then leaves at least as many as are wanted.
        twice = min(len(sample), 2 * count * len(sample) // len(worths) + 1)
        return _largest(worths, count, np.partition(sample, -twice)[-twice] - TIED)

    def uncovered(self, prices: np.ndarray, least: float, count: int) -> np.ndarray:
        """High sets whose utility most exceeds their price y.r, y of the truths, by `least`."""
        scaled = prices / self._gamma / self._unit
        return self.best(self._rise * scaled, self._gamma * scaled.sum(), count, least)


def _largest(worths: np.ndarray, count: int, least: float) -> np.ndarray:
    """The places of the largest of these numbers above the least, at most so many."""
    chosen = np.flatnonzero(worths > least)
    if len(chosen) > count:
        rounded = np.floor(worths[chosen] / TIED)
        # Sorted, as the order in which a partition leaves them is its own affair.
        chosen = chosen[np.sort(np.argpartition(rounded, -count)[-count:])]
    return chosen


class Master:
    """The restricted program, solved again and again from its last basis.

    Its first column is that of c. The first high sets, one for each truth, are a basis with it.
    """

    def __init__(
        self, pricing: SubsetPricing, truths: int, first: np.ndarray, gamma: float
    ) -> None:
        self._pricing = pricing
        self._gamma = gamma
        self._places: dict[int, None] = {}
        self._table = np.array([[-1.0]] * truths + [[1 - 1 / gamma]])
        self._right = np.array([0.0] * truths + [1.0])
        self._gains = np.zeros(1)
        self._basis = np.arange(truths + 1)
        self.add(first)

    def add(self, places: np.ndarray) -> bool:
        """Add the columns of these high sets, once each; False where none is new."""
        fresh = [n for n in dict.fromkeys(places.tolist()) if n not in self._places]
        if not fresh:
            return False
        self._places |= dict.fromkeys(fresh)
        columns, gains = self._pricing.columns(fresh)
        shares = np.full((1, len(fresh)), 1 / self._gamma)
        self._table = np.hstack([self._table, np.concatenate([columns, shares])])
        self._gains = np.concatenate([self._gains, gains])
        return True

    def solve(self, least: float) -> tuple[np.ndarray, float]:
        """The prices p of the balance rows and t of the normalisation, best but for reduced costs
        up to `least`.
        """
        basis = improved_basis(self._table, self._right, self._gains, self._basis, least)
        # Solved anew: what the pivots have lost to rounding does not reach the prices.
        prices = np.linalg.solve(self._table[:, basis].T, self._gains[basis])
        self._basis = basis
        return prices[:-1], float(prices[-1])

    def basic(self) -> list[int]:
        """The high sets in the last basis: its prices are those at which the search stopped."""
        listed = [*self._places]
        return [listed[column - 1] for column in sorted(self._basis) if column]  # 0 is c
