"""The mean of numbers from private reports, each of which carries a number of its own, and how a
design for it answers numbers.

Its intervals rest on the variance of a report by the mean: what the mechanism adds, and the spread
of the numbers. Of a report with the second moment m(t) at the number t the variance at a mean mu
lies between

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
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from rropt.data.entry_rules import Stated
from rropt.data.number_sampler import (
    CutMechanism,
    ListedNumbers,
    NumberSampler,
    ShiftedTable,
    ShiftedWindows,
)
from rropt.design.answer import Answer
from rropt.design.answer_facts import ends_of_reports, numbers_of
from rropt.design.worst.windows_design import stated_windows
from rropt.exact import InputError, Number, exact, several, text
from rropt.exact.convert import dot
from rropt.exact.lower_chain import lower_chain
from rropt.exact.recorded import html_text
from rropt.survey.quantiles import confidence_level, normal_quantile
from rropt.survey.quantities import HypothesisTest, Interval, normal_test, value_in_double
from rropt.survey.results import SingleResult
from rropt.utility.worst_case import Mean


@dataclass(frozen=True, repr=False)
class EstimatedMean(SingleResult):
    """The unbiased estimate, the standard error from the spread of the reports, and their number.

    The spread is that of respondents drawn from a population; for a fixed group, whose truths do
    not vary, the standard error is on the safe side. An unbiased estimate of a mean near an end of
    the range lies beyond it now and then; it is told as it is, with a note, and its interval ends
    at the range. `moments` are those of the design.

    >>> moments = ReportMoments.at([0, 100], [10**4, 2 * 10**4], (-50, 150))
    >>> found = EstimatedMean(Fraction(103), 4.0, 100, moments)
    >>> found.interval().high, found.notes[0][:49]
    (100.0, 'the estimate lies beyond the numbers, at most 100')
    """

    value: Fraction
    stderr: float
    n: int
    moments: ReportMoments

    names = ("mean",)

    @property
    def nobs(self) -> int:
        """Number of reports."""
        return self.n

    @property
    def headline(self) -> tuple[str, ...]:
        """From how many reports."""
        return (f"Estimated mean from {several(self.n, 'report')}",)

    @property
    def notes(self) -> tuple[str, ...]:
        """That the estimate lies beyond the range of the numbers, where it does."""
        moved, _, _ = self._seen
        if moved < self.moments.low:
            end = f"at least {self.moments.told(self.moments.low):.6g}"
        elif moved > self.moments.high:
            end = f"at most {self.moments.told(self.moments.high):.6g}"
        else:
            return ()
        return (
            f"the estimate lies beyond the numbers, {end}: unbiased estimates do so by chance, and "
            "moved to the end this one would not be unbiased; its interval ends there",
        )

    def test(self, value: Any = 0) -> HypothesisTest:
        """Is the mean equal to a value? By the score, as the interval."""
        value_in_double(value)
        mean = float(exact(value, "value") - self.moments.middle)
        gap = self._seen[0] - mean
        error = self.stderr
        if gap:
            error = abs(gap) / math.sqrt(self.moments.squared_quantile(mean, *self._seen))
        return normal_test(gap, error, "two-sided")

    def interval(self, level: Any = "0.95") -> Interval:
        """The means that are so near for their variance, within the range of the numbers."""
        inside = confidence_level(level)
        low, high = map(self.moments.told, self.moments.near(*self._seen, normal_quantile(inside)))
        return Interval(low, high, inside, "score")

    @property
    def _seen(self) -> tuple[float, float, int]:
        """The mean and the mean square of the reports, from the middle, and how many there are."""
        moved = float(self.value - self.moments.middle)
        return moved, self.stderr**2 * (self.n - 1) + moved**2, self.n

    def to_json(self, level: Number = "0.95") -> dict[str, Any]:
        """Plain data: the estimate exactly, and in a double as `mean`."""
        low, high = self.interval(level)
        return {
            "n": self.n,
            "estimate": text(self.value),
            "mean": float(self.value),
            "stderr": self.stderr,
            "interval": [low, high],
            "level": text(confidence_level(level)),
            "method": "linear",
            "notes": list(self.notes),
        }

    def __repr__(self) -> str:
        return f"{self.headline[0]} ({float(self.value):.6g} +- {self.stderr:.2g})"

    def _repr_html_(self) -> str:
        return html_text(repr(self))


def mean_of(design: Any) -> Mean | None:
    """The objective of a design for the mean of numbers."""
    objective = design.problem.objective if isinstance(design, Answer) else None
    return objective if isinstance(objective, Mean) else None


def reports_are_numbers(design: Answer) -> bool:
    """Whether a report is a number in writing, not a label: of all numbers of an interval."""
    mean = mean_of(design)
    return mean is not None and mean.interval


def estimate_mean(
    numbers: Sequence[Fraction], counts: Sequence[int], moments: ReportMoments
) -> EstimatedMean:
    """The estimate from the numbers of the reports and how often each was given.

    >>> bit = ReportMoments.at([0, 1], [1.0, 2.0], (-0.5, 1.5))
    >>> estimate_mean([Fraction(-1, 2), Fraction(3, 2)], [600, 400], bit)
    Estimated mean from 1000 reports (0.3 +- 0.031)
    """
    n = sum(counts)
    _require_two(n)
    mean = dot(numbers, counts) / n
    squares = dot([x * x for x in numbers], counts) / n
    # The sample variance is n / (n - 1) (squares - mean^2), that of the mean an n-th of it.
    return EstimatedMean(mean, math.sqrt((squares - mean * mean) / (n - 1)), n, moments)


def mean_of_reports(
    reports: Any, moments: ReportMoments, column: str | None = None, missing: Stated = "refuse"
) -> EstimatedMean:
    """The estimate from reports that are numbers themselves: a list, an array, a frame or a file.

    >>> mean_of_reports([-0.5, "1.5", 0.5, 0.5], ReportMoments.at([0, 1], [1.0, 2.0], (-0.5, 1.5)))
    Estimated mean from 4 reports (0.5 +- 0.41)
    """
    from rropt.data.number_columns import number_sums

    sums = number_sums(reports, column, missing)
    _require_two(sums.n)
    stderr = math.sqrt(sums.squares / (sums.n - 1) / sums.n)
    return EstimatedMean(Fraction(sums.mean), stderr, sums.n, moments)


def _require_two(reports: int) -> None:
    if reports < 2:
        raise InputError(f"reports must be at least 2, got {reports}")


Point = tuple[float, float]

Variance = Callable[[np.ndarray], np.ndarray]
"""By the mean."""

MORE_REPORTS = 4
"""As Agresti and Coull's; with none three reports that agree say that all numbers do."""


@dataclass(frozen=True)
class ReportMoments:
    """The corners of L and U, the least and the largest report, and what the mechanism adds to t^2
    where L is no line between its corners.

    All are told from a middle of the numbers, which changes no variance: beside 10^10 the doubles
    of squares left nothing of the spread of 0, 1 and 5.

    >>> bit = ReportMoments.at([0, 1], [1.0, 2.0], (-0.5, 1.5))
    >>> [round(end, 4) for end in bit.near(0.5, 1.5, 100, 1.96)]
    [0.2793, 0.7207]
    """

    lower: tuple[Point, ...]
    upper: tuple[Point, ...]
    reports: Point
    added: float | None = None
    middle: Fraction = Fraction(0)

    @staticmethod
    def at(numbers: Sequence[float], moments: Sequence[float], reports: Point) -> ReportMoments:
        """Of second moments at these numbers."""
        points = sorted(zip(numbers, moments, strict=True))
        turned = lower_chain([(t, -m) for t, m in points])
        return ReportMoments(tuple(lower_chain(points)), tuple((t, -m) for t, m in turned), reports)

    @staticmethod
    def of(design: Answer) -> ReportMoments:
        """Of a design for a mean: by its table, or of all numbers of an interval."""
        mean: Mean = design.problem.objective
        middle = (min(mean.values) + max(mean.values)) / 2
        least, largest = (float(end - middle) for end in ends_of_reports(design))
        if mean.everywhere:
            half = float(max(mean.values) - middle)
            added = float(Fraction(design.certificate.data["value"]))
            ends = ((-half, added + half**2), (half, added + half**2))
            return ReportMoments(ends, ends, (least, largest), added, middle)
        squares = [(x - middle) ** 2 for x in numbers_of(design)]
        moments = [float(dot(squares, column)) for column in design.channel.columns]
        numbers = [float(x - middle) for x in mean.values]
        return replace(ReportMoments.at(numbers, moments, (least, largest)), middle=middle)

    def told(self, number: float) -> float:
        """A number that is told from the middle, as it is."""
        return float(Fraction(number) + self.middle)

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


def number_sampler(design: Any) -> NumberSampler | None:
    """How a design for the mean of numbers answers them; None for other designs."""
    mean = mean_of(design)
    if mean is None:
        return None
    data = design.certificate.data
    if design.certificate.kind == "random-cut":
        low, high, *lengths = map(Fraction, (data["low"], data["high"], *data["lengths"]))
        return CutMechanism(low, high, design.problem.gamma.lo, (lengths[0], lengths[1]))
    if design.certificate.kind == "windows":
        return _window_sampler(design)
    if mean.interval:
        shifts = int(data["objective"]["shifts"])
        return ShiftedTable(mean.values, shifts, design.channel, tuple(numbers_of(design)))
    if design.problem.levels is not None and len(set(mean.values)) < mean.truths:
        _require_names(design.channel.truths, mean.values)
        return None
    return ListedNumbers(design.channel, mean.values)


def _require_names(truths: Sequence[str], numbers: Sequence[Fraction]) -> None:
    """Places at the same longitude are different truths with levels of their own: reports by the
    first of them, for all that say its number, may tell more of the others than levels allow."""
    if not set(truths).isdisjoint(map(text, numbers)):
        raise InputError(
            "truths must have names where several have the same number and pairs have levels of "
            "their own (optimal(..., truths=[...]), or --truths of rropt design): answers are "
            "these names"
        )


def _window_sampler(design: Answer) -> ShiftedWindows:
    """That of windows, whose certificate tells them of the numbers from -1 to 1."""
    windows = stated_windows(design.certificate.data)
    gamma = design.problem.gamma.lo
    low, high = design.problem.objective.values
    middle = (low + high) / 2
    half = (high - low) / 2
    unit = half * windows.unit
    return ShiftedWindows(
        points=tuple(middle + half * x for x in windows.numbers),
        shifts=design.certificate.data["shifts"],
        gamma=gamma,
        unit=windows.unit,
        windows=tuple((a, b, w, middle + unit * v) for a, b, w, v in windows.reports),
        card=tuple(windows.card_chances(gamma)),
    )
