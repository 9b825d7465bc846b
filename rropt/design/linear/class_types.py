"""Mutual information with few different shares: patterns up to the order of truths of one share.

Truths of one share are not told apart, so some optimum is unchanged when they change places: only
*types* matter, how many truths of each class c of n_c are high, h_c. There are prod (n_c + 1) types
in place of 2^k patterns, and the program has a row a class:

    maximise sum_t w_t u(t)   with   sum_t w_t (n_c + (gamma - 1) h_c(t)) / n_c = 1.

Doubles choose among the types, rationals decide. A type becomes the shifts of one of its patterns
in which the highs of all classes go round at once, so that each truth is high equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, prod
from typing import TYPE_CHECKING, Any

from rropt import lp
from rropt.design.problem import MOST_ENTRIES, Optimum, Problem
from rropt.patterns.extreme import Pattern
from rropt.utility import MutualInformation

if TYPE_CHECKING:
    import numpy as np

MOST_TYPES = 20_000
"""Columns of a program with as many rows as there are classes."""

NEAR, DOUBTFUL = 1e-9, 1e-12
"""Shares of the largest utility: types so near their price are candidates, or are looked at."""

Type = tuple[int, ...]


def solve_types(problem: Problem) -> Optimum | None:
    """The optimum, written out; None where types or reports are too many.

    >>> from rropt.privacy import LocalDP
    >>> prior = [Fraction(1, 40)] * 20 + [Fraction(1, 4)] * 2
    >>> optimum = solve_types(Problem(LocalDP("ln(3)"), MutualInformation(prior)))
    >>> len(set(optimum.prices))
    2
    """
    classes = _classes(problem.objective.prior)
    if prod(len(truths) + 1 for truths in classes) > MOST_TYPES:
        return None
    primal = _TypeProgram(problem.objective, classes, problem.gamma.lo)
    found = primal.solve()
    priced = found
    if not problem.gamma.is_exact:
        priced = _TypeProgram(problem.objective, classes, problem.gamma.hi).solve()
    prices = [Fraction(0)] * problem.truths
    for truths, price in zip(classes, priced.dual_eq, strict=True):
        for truth in truths:
            prices[truth] = price / len(truths)
    used = [(t, w) for t, w in zip(primal.chosen, found.x, strict=True) if w]
    if sum(_period(t, classes) for t, _ in used) * problem.truths > MOST_ENTRIES:
        return None
    return _written(used, classes, problem.gamma.lo, prices)


def _classes(prior: Sequence[Fraction]) -> list[list[int]]:
    """The truths of each share."""
    found: dict[Fraction, list[int]] = {}
    for truth, share in enumerate(prior):
        found.setdefault(share, []).append(truth)
    return list(found.values())


@dataclass
class _TypeProgram:
    """All types at one level, and those chosen for the exact program."""

    utility: MutualInformation
    classes: list[list[int]]
    gamma: Fraction

    def __post_init__(self) -> None:
        sizes = [len(truths) for truths in self.classes]
        every = product(*(range(n + 1) for n in sizes))
        self.types = [t for t in every if any(t) and list(t) != sizes]
        self.chosen: list[Type] = []

    def solve(self) -> lp.Solution:
        """The exact optimum over the types that doubles do not rule out."""
        self.chosen = self._above(self._float_prices(), NEAR)
        while True:
            solution = lp.maximize(
                [self._worth(t) for t in self.chosen],
                list(zip(*map(self._shares, self.chosen), strict=True)),
                [Fraction(1)] * len(self.classes),
            )
            known = set(self.chosen)
            doubtful = self._above([float(y) for y in solution.dual_eq], DOUBTFUL)
            missing = [t for t in doubtful if t not in known and self._is_short(t, solution)]
            if not missing:
                return solution
            self.chosen = self.chosen + missing

    def _is_short(self, one: Type, solution: lp.Solution) -> bool:
        """Whether the exact prices leave a type uncovered."""
        pairs = zip(solution.dual_eq, self._shares(one), strict=True)
        return self._worth(one) > sum((y * s for y, s in pairs), Fraction(0))

    def _shares(self, one: Type) -> list[Fraction]:
        """What the truths of each class have on average."""
        return [
            1 + (self.gamma - 1) * Fraction(high, len(truths))
            for high, truths in zip(one, self.classes, strict=True)
        ]

    def _worth(self, one: Type) -> Fraction:
        """The utility from above."""
        return self.utility.bounds(pattern_of(one, self.classes, self.gamma))[1]

    @cached_property
    def _arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The shares and the utilities of all types, in doubles."""
        import numpy as np

        sizes = np.array([len(truths) for truths in self.classes], dtype=float)
        shares = 1 + (float(self.gamma) - 1) * np.array(self.types, dtype=float) / sizes
        rows = np.array([pattern_of(t, self.classes, float(self.gamma)) for t in self.types])
        return shares, self.utility.floats(rows)

    def _float_prices(self) -> list[float]:
        from scipy.optimize import linprog

        shares, worth = self._arrays
        unit = float(abs(worth).max()) or 1.0
        found = linprog(-worth / unit, A_eq=shares.T, b_eq=[1.0] * shares.shape[1])
        return [-unit * float(y) for y in found.eqlin.marginals]

    def _above(self, prices: Sequence[float], near: float) -> list[Type]:
        """The types whose utility is at most so far below their price."""
        import numpy as np

        shares, worth = self._arrays
        short = shares @ np.array(prices) - worth
        return [self.types[n] for n in np.flatnonzero(short <= near * abs(worth).max())]


def pattern_of(one: Type, classes: Sequence[Sequence[int]], gamma: Any) -> Pattern:
    """The first truths of each class are high."""
    return _shifted(one, classes, gamma, 0)


def _shifted(one: Type, classes: Sequence[Sequence[int]], gamma: Any, shift: int) -> Pattern:
    high = {
        truths[(place + shift) % len(truths)]
        for count, truths in zip(one, classes, strict=True)
        for place in range(count)
    }
    low = type(gamma)(1)  # a double beside doubles
    return tuple(gamma if j in high else low for j in range(sum(map(len, classes))))


def _period(one: Type, classes: Sequence[Sequence[int]]) -> int:
    """After so many shifts all classes are back."""
    moving = (len(c) for h, c in zip(one, classes, strict=True) if 0 < h < len(c))
    return lcm(1, *moving)


def _written(
    used: Sequence[tuple[Type, Fraction]],
    classes: Sequence[Sequence[int]],
    gamma: Fraction,
    prices: Sequence[Fraction],
) -> Optimum:
    """The shifts of each type, equally weighted."""
    patterns: list[Pattern] = []
    weights: list[Fraction] = []
    for one, weight in used:
        period = _period(one, classes)
        patterns += [_shifted(one, classes, gamma, s) for s in range(period)]
        weights += [weight / period] * period
    return Optimum(tuple(patterns), tuple(weights), tuple(prices))
