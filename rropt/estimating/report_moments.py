"""The variance of a report by the mean of the numbers: what the mechanism adds, and their spread.

Of a report with the second moment m(t) at the number t the variance at a mean mu lies between

    L(mu) - mu^2   and   U(mu) - mu^2,

L and U the lower and upper hull of m over the numbers: numbers that are all alike, or all at the
ends. Of two numbers both are one. An interval has the means mu that are so near to the estimate for
the variance there, as far between L and U as the squares of the reports are: of few reports, which
may be all the same, the spread alone says next to nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from rropt.design.answer_facts import numbers_of
from rropt.exact.convert import dot
from rropt.exact.lower_chain import lower_chain

if TYPE_CHECKING:
    from rropt.design.answer import Answer
    from rropt.utility.worst_case import Mean

Point = tuple[float, float]


@dataclass(frozen=True)
class ReportMoments:
    """The corners of L and U, and what the mechanism adds to t^2 where L is no line between them.

    >>> bit = ReportMoments.at([0, 1], [1.0, 2.0])
    >>> [round(end, 4) for end in bit.near(0.5, 1.5, 100, 1.96)]
    [0.285, 0.715]
    """

    lower: tuple[Point, ...]
    upper: tuple[Point, ...]
    added: float | None = None

    @staticmethod
    def at(numbers: Sequence[float], moments: Sequence[float]) -> ReportMoments:
        """Of second moments at these numbers."""
        points = sorted(zip(numbers, moments, strict=True))
        turned = lower_chain([(t, -m) for t, m in points])
        return ReportMoments(tuple(lower_chain(points)), tuple((t, -m) for t, m in turned))

    @staticmethod
    def of(design: Answer, mean: Mean) -> ReportMoments:
        """Of a design for a mean: by its table, or of all numbers of an interval."""
        low, high = float(min(mean.values)), float(max(mean.values))
        if mean.everywhere:
            added = float(Fraction(design.certificate.data["value"]))
            ends = ((low, added + low**2), (high, added + high**2))
            return ReportMoments(ends, ends, added)
        squares = [x * x for x in numbers_of(design)]
        moments = [float(dot(squares, column)) for column in design.channel.columns]
        return ReportMoments.at([float(x) for x in mean.values], moments)

    @property
    def low(self) -> float:
        """The least number."""
        return self.lower[0][0]

    @property
    def high(self) -> float:
        """The largest number."""
        return self.lower[-1][0]

    def variance(self, mean: np.ndarray, spread: float) -> np.ndarray:
        """At these means, the part `spread` of the way from L to U."""
        least = self._least(mean)
        return least + spread * (_between(self.upper, mean) - least) - mean**2

    def spread(self, value: float, square: float) -> float:
        """How far from L to U the mean square of the reports is, at most from one to the other."""
        mean = np.clip([value], self.low, self.high)
        least = float(self._least(mean)[0])
        largest = float(_between(self.upper, mean)[0])
        return min(max((square - least) / (largest - least), 0.0), 1.0) if largest > least else 0.0

    def near(self, value: float, square: float, n: int, quantile: float) -> Point:
        """The ends of the means mu with n (value - mu)^2 <= quantile^2 Var_mu; the nearest end of
        the numbers where there are none."""
        spread = self.spread(value, square)
        corners = sorted({t for t, _ in (*self.lower, *self.upper)})

        def beyond(mean: np.ndarray) -> np.ndarray:
            excess: np.ndarray = n * (value - mean) ** 2 - quantile**2 * self.variance(mean, spread)
            return excess

        within = []
        for start, end in pairwise(corners):
            ends = np.array([start, (start + end) / 2, end])
            within += [start + (end - start) * part for part in _held(*beyond(ends).tolist())]
        if not within:
            nearest = min(max(value, self.low), self.high)
            return nearest, nearest
        return min(within), max(within)

    def _least(self, mean: np.ndarray) -> np.ndarray:
        if self.added is not None:
            return self.added + mean**2
        return _between(self.lower, mean)


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
