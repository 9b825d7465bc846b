"""The floating-point search for good patterns: a master program on HiGHS and its pricing.

The master is scaled by 1 / gamma (weights times gamma, utilities over gamma), so that all its
coefficients lie in [0, 1] from gamma = 1 + 1e-9 to 1e9:

    maximise sum w u(x) / gamma   with   sum w x_j = c,   sum w / gamma + (1 - 1 / gamma) c = 1.

Nothing rests on what is found here: it is a list of patterns for the exact program.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from rropt.patterns.extreme import MOST_TRUTHS_PURE, refuse_large
from rropt.utility import Gain, MutualInformation, Utility
from rropt.utility.base import subset_sums

if TYPE_CHECKING:
    import numpy as np

HighSet = tuple[int, ...]

STOP = 1e-12
"""Reduced costs below this share of the largest utility end the search."""

NEAR = 1e-9
"""Patterns whose reduced cost is this close to zero are returned too: far above all rounding."""

MOST_CANDIDATES = 400

STARTS_PER_TRUTH = 8
"""Patterns a truth that are best at prices in proportion to the prior, which those of information
nearly are: k = 16 then takes 3 rounds in place of 12. With half as many it takes 4."""

MOST_ROUNDS = 500


SAMPLE_BITS = 12
"""So many patterns say where about the largest of all begin: to sort them all takes longer."""


class Pricing(Protocol):
    """Scaled utilities of high sets (0/1 rows), and the high sets of largest reduced cost."""

    def gains(self, high: np.ndarray) -> np.ndarray:
        """u / gamma, divided by its largest size."""

    def best(self, prices: np.ndarray, level: float, count: int, least: float) -> np.ndarray:
        """High sets with the largest gain - p.x - t / gamma, as far as it is above `least`."""

    def uncovered(self, prices: np.ndarray, least: float, count: int) -> np.ndarray:
        """High sets whose utility most exceeds their price y.r, y of the truths, by `least`."""


def search(pricing: Pricing, utility: Utility, gamma: float) -> tuple[list[HighSet], int]:
    """High sets among which those of an optimum are expected; the first so many are a basis."""
    master = Master(pricing, utility.truths, gamma)
    if isinstance(utility, MutualInformation) and isinstance(pricing, SubsetPricing):
        master.add(pricing.in_proportion(utility.prior, STARTS_PER_TRUTH * utility.truths))
    for _ in range(MOST_ROUNDS):
        prices, level = master.solve()
        if not master.add(pricing.best(prices, level, 3 * utility.truths, STOP)):
            break
    near = pricing.best(prices, level, MOST_CANDIDATES, -NEAR)
    basis = master.basic()
    seen = master.high_sets if isinstance(pricing, ActionPricing) else []
    return list(dict.fromkeys([*basis, *seen, *map(tuple, near.tolist())])), len(basis)


def pricing_of(utility: Utility, gamma: Fraction) -> Pricing:
    """Closed-form pricing where the utility allows it, else over all subsets."""
    if isinstance(utility, Gain):
        return ActionPricing(utility, gamma)
    refuse_large(utility.truths, MOST_TRUTHS_PURE)
    return SubsetPricing(utility, gamma)


class SubsetPricing:
    """All 2^k patterns at once: subset sums of the prices by doubling."""

    def __init__(self, utility: Utility, gamma: Fraction) -> None:
        import numpy as np

        values = utility.on_subsets(gamma)
        self._unit = float(np.abs(values).max()) or 1.0
        self._gains = values / self._unit
        self._bits = np.arange(utility.truths)
        self._gamma, self._rise = float(gamma), float(gamma - 1)

    def gains(self, high: np.ndarray) -> np.ndarray:
        return self._gains[high @ (1 << self._bits)]

    def best(self, prices: np.ndarray, level: float, count: int, least: float) -> np.ndarray:
        return self._sets(self._gains - subset_sums(prices) - level / self._gamma, count, least)

    def in_proportion(self, prior: Sequence[Fraction], count: int) -> np.ndarray:
        """High sets of the largest gain for what they pay at prices in proportion to the prior."""
        import numpy as np

        paid = 1 + self._rise * subset_sums(np.array([float(q) for q in prior]))
        worths = self._gains / paid
        sample = worths[:: len(worths) >> SAMPLE_BITS | 1]  # odd: any truth is high in half of them
        twice = min(len(sample), 2 * count * len(sample) // len(worths) + 1)
        return self._sets(worths, count, np.partition(sample, -twice)[-twice])

    def _sets(self, worths: np.ndarray, count: int, least: float) -> np.ndarray:
        """The high sets with the largest of these numbers above the least, at most so many."""
        import numpy as np

        chosen = np.flatnonzero(worths > least)
        if len(chosen) > count:
            chosen = chosen[np.argpartition(worths[chosen], -count)[-count:]]
        return (chosen[:, None] >> self._bits) & 1

    def uncovered(self, prices: np.ndarray, least: float, count: int) -> np.ndarray:
        scaled = prices / self._gamma / self._unit
        return self.best(self._rise * scaled, self._gamma * scaled.sum(), count, least)


class ActionPricing:
    """A gain matrix: for each action the best pattern is separable over the truths.

    The gains of the best action without any report are subtracted, which changes every table's
    value by the same number and keeps differences visible for gamma near one.
    """

    def __init__(self, utility: Gain, gamma: Fraction) -> None:
        import numpy as np

        table = utility.actions
        prior_best = max(table, key=sum)
        self._actions = np.array(
            [[float(c - d) for c, d in zip(row, prior_best, strict=True)] for row in table]
        )
        self._unit = float(np.abs(self._actions).max()) or 1.0
        self._actions /= self._unit
        self._base = np.array([float(d) for d in prior_best])
        self._rate = float(1 - 1 / gamma)
        self._gamma, self._rise = float(gamma), float(gamma - 1)

    def gains(self, high: np.ndarray) -> np.ndarray:
        values = self._actions.sum(axis=1) / self._gamma + self._rate * (high @ self._actions.T)
        return values.max(axis=1)

    def best(self, prices: np.ndarray, level: float, count: int, least: float) -> np.ndarray:
        high = (self._rate * self._actions > prices).astype(int)
        return high[self.gains(high) - high @ prices - level / self._gamma > least]

    def uncovered(self, prices: np.ndarray, least: float, count: int) -> np.ndarray:
        scaled = (prices - self._base) / self._gamma / self._unit
        return self.best(self._rise * scaled, self._gamma * scaled.sum(), count, least)


class Master:
    """The restricted program, solved again and again from its last basis."""

    def __init__(self, pricing: Pricing, truths: int, gamma: float) -> None:
        import highspy
        import numpy as np

        self._pricing, self._truths, self._gamma = pricing, truths, gamma
        self._high: list[HighSet] = []
        self._known: set[HighSet] = set()
        self._solver = highspy.Highs()
        self._solver.setOptionValue("output_flag", False)
        self._solver.setOptionValue("threads", 1)
        for bound in [0.0] * truths + [1.0]:
            self._solver.addRow(bound, bound, 0, [], [])
        c = np.array([-1.0] * truths + [1 - 1 / gamma])
        self._solver.addCol(0.0, 0.0, highspy.kHighsInf, truths + 1, np.arange(truths + 1), c)
        self.add(np.vstack([np.eye(truths, dtype=int), 1 - np.eye(truths, dtype=int)]))

    def add(self, high: np.ndarray) -> bool:
        """Add the columns of these high sets, once each; False where none is new."""
        import highspy
        import numpy as np

        sets = [row for row in map(tuple, high.tolist()) if row not in self._known]
        sets = list(dict.fromkeys(sets))
        if not sets:
            return False
        self._known.update(sets)
        self._high += sets
        table = np.hstack([np.array(sets), np.full((len(sets), 1), 1 / self._gamma)])
        rows, count = table.shape[1], len(sets)
        self._solver.addCols(
            count,
            -self._pricing.gains(np.array(sets)),
            np.zeros(count),
            np.full(count, highspy.kHighsInf),
            table.size,
            np.arange(0, table.size, rows),
            np.tile(np.arange(rows), count),
            table.ravel(),
        )
        return True

    def solve(self) -> tuple[np.ndarray, float]:
        """The prices p of the balance rows and t of the normalisation."""
        import numpy as np

        self._solver.run()
        duals = -np.array(self._solver.getSolution().row_dual)
        return duals[:-1], float(duals[-1])

    @property
    def high_sets(self) -> list[HighSet]:
        """All high sets seen: optima of decisions are degenerate, and each of them pins a price."""
        return self._high

    def basic(self) -> list[HighSet]:
        """The high sets in the last basis: its prices are those at which the search stopped."""
        import highspy

        places = self._solver.getBasis().col_status[1:]
        basic = highspy.HighsBasisStatus.kBasic
        return [row for row, place in zip(self._high, places, strict=True) if place == basic]
