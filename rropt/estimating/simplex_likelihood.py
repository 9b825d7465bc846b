"""The most likely distribution of many truths, from reports that name some of them.

The chance of a report is a multiple of 1 + (gamma - 1) share(S), share(S) that of its support. The
log-likelihood is concave, so with g_j = mean over reports of (gamma if j in S else 1) / (that), its
derivatives less a constant, no distribution is better by more than n (max_j g_j - 1). Expectation
and maximisation multiplies each share by g_j; steps of it are extrapolated (Varadhan and Roland,
Scand. J. Statist. 2008), and an extrapolation that is less likely is not taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rropt.channel.balanced_supports import BalancedSupports

CLOSE = 0.05
"""Of the log-likelihood: the drop at the end of an interval is forty times as large."""

MOST_STEPS = 400
"""Each is two transforms, or two walks through all reports."""

LEAST = 1e-4
"""Of the uniform distribution is mixed into the start: a share of zero would stay there."""


@dataclass(frozen=True)
class SimplexLikelihood:
    """Shares that are nowhere negative and add up to one; no others are likelier by more than
    `missed` in the logarithm."""

    value: np.ndarray = field(repr=False)
    missed: float
    steps: int


def simplex_likelihood(
    supports: BalancedSupports, reports: np.ndarray, start: np.ndarray
) -> SimplexLikelihood:
    """From a start such as the nearest distribution of the linear estimate."""
    rows, times = np.unique(reports, axis=0, return_counts=True)
    likelihood = _SupportLikelihood(supports, rows, times.astype(float))
    here = (1 - LEAST) * start / start.sum() + LEAST / len(start)
    missed, steps = np.inf, 0
    while steps < MOST_STEPS:
        slope = likelihood.slope(here)
        missed = float(times.sum() * (slope.max() - 1))
        if missed <= CLOSE:
            break
        here = likelihood.step(here, slope)
        steps += 3
    return SimplexLikelihood(here, max(missed, 0.0), steps)


@dataclass(frozen=True)
class _SupportLikelihood:
    supports: BalancedSupports
    rows: np.ndarray
    times: np.ndarray

    def chances(self, shares: np.ndarray) -> np.ndarray:
        """Of each report, but for a factor that no share changes."""
        return 1 + float(self.supports.gamma - 1) * self.supports.sums(self.rows, shares)

    def value(self, shares: np.ndarray) -> float:
        """The log-likelihood, less a constant."""
        return float(self.times @ np.log(self.chances(shares)))

    def slope(self, shares: np.ndarray) -> np.ndarray:
        """g."""
        weights = self.times / self.chances(shares)
        counted = self.supports.counts(self.rows, weights)
        found: np.ndarray = weights.sum() + float(self.supports.gamma - 1) * counted
        return found / self.times.sum()

    def step(self, first: np.ndarray, slope: np.ndarray) -> np.ndarray:
        """Two steps, extrapolated if that is likelier than both."""
        second = first * slope
        third = second * self.slope(second)
        move, bend = second - first, third - 2 * second + first
        curvature = np.linalg.norm(bend)
        if curvature == 0:
            return third
        length = max(1.0, float(np.linalg.norm(move) / curvature))
        far = np.maximum(first + 2 * length * move + length**2 * bend, third * 1e-3)
        far /= far.sum()
        return far if self.value(far) >= self.value(third) else third
