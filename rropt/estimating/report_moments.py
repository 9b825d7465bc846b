"""The variance of a report by the mean of the numbers: what the mechanism adds, and their spread.

Of a report with the second moment m(t) at the number t the variance at a mean mu lies between

    L(mu) - mu^2   and   U(mu) - mu^2,

L and U the lower and upper hull of m over the numbers: numbers that are all alike, or all at the
ends. Of two numbers both are one. Between them it is what the n reports have about mu, with four
more at half of the width w of the numbers, and as much more as numbers at the ends would have for
half of the way from the estimate x to mu:

    F(mu) = (sum_i (x_i - mu)^2 + w^2) / (n + 4) + w |x - mu| / 2.

Few reports, which may be all the same, say next to nothing of the spread, and many of a rare large
number miss it and its mean together: by their own spread alone ten reports of 0 or 10 at epsilon 6
held a mean of 1 in 0.61. An interval has the means mu with

    n (x - mu)^2 <= z^2 V(mu) + (z^2 - 1) |x - mu| R(mu) / 3,

R the distance of the farthest report on the side of the estimate: what the skewness of a report may
add to a normal quantile (Cornish and Fisher), at most R V.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from rropt.design.answer_facts import ends_of_reports, numbers_of
from rropt.exact.convert import dot
from rropt.exact.lower_chain import lower_chain

if TYPE_CHECKING:
    from rropt.design.answer import Answer
    from rropt.utility.worst_case import Mean

Point = tuple[float, float]

Variance = Callable[[np.ndarray], np.ndarray]
"""By the mean."""

MORE_REPORTS = 4
"""As Agresti and Coull's; with none three reports that agree say that all numbers do."""


@dataclass(frozen=True)
class ReportMoments:
    """The corners of L and U, the least and the largest report, and what the mechanism adds to t^2
    where L is no line between its corners.

    >>> bit = ReportMoments.at([0, 1], [1.0, 2.0], (-0.5, 1.5))
    >>> [round(end, 4) for end in bit.near(0.5, 1.5, 100, 1.96)]
    [0.2793, 0.7207]
    """

    lower: tuple[Point, ...]
    upper: tuple[Point, ...]
    reports: Point
    added: float | None = None

    @staticmethod
    def at(numbers: Sequence[float], moments: Sequence[float], reports: Point) -> ReportMoments:
        """Of second moments at these numbers."""
        points = sorted(zip(numbers, moments, strict=True))
        turned = lower_chain([(t, -m) for t, m in points])
        return ReportMoments(tuple(lower_chain(points)), tuple((t, -m) for t, m in turned), reports)

    @staticmethod
    def of(design: Answer, mean: Mean) -> ReportMoments:
        """Of a design for a mean: by its table, or of all numbers of an interval."""
        low, high = float(min(mean.values)), float(max(mean.values))
        least, largest = map(float, ends_of_reports(design))
        if mean.everywhere:
            added = float(Fraction(design.certificate.data["value"]))
            ends = ((low, added + low**2), (high, added + high**2))
            return ReportMoments(ends, ends, (least, largest), added)
        squares = [x * x for x in numbers_of(design)]
        moments = [float(dot(squares, column)) for column in design.channel.columns]
        return ReportMoments.at([float(x) for x in mean.values], moments, (least, largest))

    @property
    def low(self) -> float:
        """The least number."""
        return self.lower[0][0]

    @property
    def high(self) -> float:
        """The largest number."""
        return self.lower[-1][0]

    def squared_quantile(self, mean: float, value: float, square: float, n: int) -> float:
        """The least z^2 of an interval that has this mean."""
        at = np.clip([mean], self.low, self.high)
        least, most, likely = (f(at)[0] for f in self._variances(value, square, n))
        gap = abs(value - mean)
        skew = gap * float(self._reach(at, value > mean)[0]) / 3
        return (n * gap**2 + skew) / (max(least, min(most, likely)) + skew)

    def near(self, value: float, square: float, n: int, quantile: float) -> Point:
        """The ends of the means that are so near; the nearest end of the numbers where there are
        none."""
        squared = quantile**2
        nearest = min(max(value, self.low), self.high)
        corners = sorted({nearest, *(t for t, _ in (*self.lower, *self.upper))})

        def ends(variance: Variance) -> Point:
            within = []
            for start, end in pairwise(corners):
                mean = np.array([start, (start + end) / 2, end])
                gap = value - mean
                skew = (squared - 1) / 3 * abs(gap) * self._reach(mean, gap[1] > 0)
                excess = n * gap**2 - squared * variance(mean) - skew
                within += [start + (end - start) * part for part in _held(*excess.tolist())]
            return (min(within), max(within)) if within else (nearest, nearest)

        # Within where it is by the least variance, or by both others.
        least, most, likely = map(ends, self._variances(value, square, n))
        return min(least[0], max(most[0], likely[0])), max(least[1], min(most[1], likely[1]))

    def _variances(self, value: float, square: float, n: int) -> tuple[Variance, ...]:
        """L, U and F, each about the mean."""
        width = self.high - self.low

        def least(mean: np.ndarray) -> np.ndarray:
            if self.added is not None:
                return np.full(len(mean), self.added)
            return _between(self.lower, mean) - mean**2

        def likely(mean: np.ndarray) -> np.ndarray:
            about = n * (square - 2 * value * mean + mean**2)
            more = width * abs(value - mean) / 2
            return np.asarray((about + MORE_REPORTS * width**2 / 4) / (n + MORE_REPORTS) + more)

        return least, lambda mean: _between(self.upper, mean) - mean**2, likely

    def _reach(self, mean: np.ndarray, below: bool) -> np.ndarray:
        """From a mean below the estimate to the largest report, from others to the least."""
        least, largest = self.reports
        return largest - mean if below else mean - least


def _between(corners: Sequence[Point], mean: np.ndarray) -> np.ndarray:
    """The lines between these corners."""
    at, heights = np.array(corners).T
    return np.asarray(np.interp(mean, at, heights))


def _held(first: float, middle: float, last: float) -> list[float]:
    """The ends of the parts of [0, 1] where the parabola through these values is at most zero."""
    bend = 2 * (first + last) - 4 * middle
    slope = 4 * middle - 3 * first - last
    found = [part for part, value in ((0.0, first), (1.0, last)) if value <= 0]
    root = slope * slope - 4 * bend * first
    if root > 0:
        # Of the two quotients the one that takes no difference of what is alike.
        half = -(slope + math.copysign(math.sqrt(root), slope)) / 2
        found += [top / under for top, under in ((half, bend), (first, half)) if under]
    return [part for part in found if 0 <= part <= 1]
