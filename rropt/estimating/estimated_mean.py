"""The mean of numbers from private reports, each of which carries a number of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rropt.data.entry_rules import Stated
from rropt.design.answer import Answer
from rropt.estimating.quantiles import confidence_level, normal_quantile
from rropt.estimating.quantities import HypothesisTest, Interval, normal_test, value_in_double
from rropt.estimating.report_moments import ReportMoments
from rropt.estimating.results import SingleResult
from rropt.exact import InputError, Number, several, text
from rropt.exact.convert import dot
from rropt.exact.recorded import html_text
from rropt.utility.worst_case import Mean


@dataclass(frozen=True, repr=False)
class EstimatedMean(SingleResult):
    """The unbiased estimate, the standard error from the spread of the reports, and their number.

    The spread is that of respondents drawn from a population; for a fixed group, whose truths do
    not vary, the standard error is on the safe side. An unbiased estimate of a mean near an end of
    the range lies beyond it now and then; it is told as it is, with a note, and its interval ends
    at the range. `moments` are those of the design, without which intervals and tests are normal.
    """

    value: Fraction
    stderr: float
    n: int
    moments: ReportMoments | None = None

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
        """That the estimate lies beyond the range of the numbers, where it does.

        >>> moments = ReportMoments.at([0, 100], [10**4, 2 * 10**4], (-50, 150))
        >>> EstimatedMean(Fraction(103), 4.0, 100, moments).notes[0][:49]
        'the estimate lies beyond the numbers, at most 100'
        """
        if self.moments is not None and self.value < self.moments.low:
            end = f"at least {self.moments.low:.6g}"
        elif self.moments is not None and self.value > self.moments.high:
            end = f"at most {self.moments.high:.6g}"
        else:
            return ()
        return (
            f"the estimate lies beyond the numbers, {end}: unbiased estimates do so by chance, and "
            "moved to the end this one would not be unbiased; its interval ends there",
        )

    def test(self, value: Any = 0) -> HypothesisTest:
        """Is the mean equal to a value? By the score, as the interval."""
        mean = value_in_double(value)
        gap = float(self.value) - mean
        error = self.stderr
        if self.moments is not None and gap:
            seen = float(self.value), self._square, self.n
            error = abs(gap) / math.sqrt(self.moments.squared_quantile(mean, *seen))
        return normal_test(gap, error, "two-sided")

    def interval(self, level: Any = "0.95") -> Interval:
        """The means that are so near for their variance, within the range of the numbers.

        >>> low, high = EstimatedMean(Fraction(1, 2), 0.1, 100).interval()
        >>> round(low, 3), round(high, 3)
        (0.304, 0.696)
        >>> moments = ReportMoments.at([0, 100], [10**4, 2 * 10**4], (-50, 150))
        >>> EstimatedMean(Fraction(90), 20.0, 100, moments).interval().high
        100.0
        """
        inside = confidence_level(level)
        value = float(self.value)
        quantile = normal_quantile(inside)
        if self.moments is None:
            margin = quantile * self.stderr
            return Interval(value - margin, value + margin, inside, "normal")
        return Interval(*self.moments.near(value, self._square, self.n, quantile), inside, "score")

    @property
    def _square(self) -> float:
        """The mean square of the reports."""
        return self.stderr**2 * (self.n - 1) + float(self.value) ** 2

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


def mean_in_range(design: Answer, found: EstimatedMean) -> EstimatedMean:
    """The same estimate, with what the design says of its reports."""
    mean = mean_of(design)
    return found if mean is None else replace(found, moments=ReportMoments.of(design, mean))


def mean_of(design: Any) -> Mean | None:
    """The objective of a design for the mean of numbers."""
    objective = design.problem.objective if isinstance(design, Answer) else None
    return objective if isinstance(objective, Mean) else None


def reports_are_numbers(design: Answer) -> bool:
    """Whether a report is a number in writing, not a label: of all numbers of an interval."""
    mean = mean_of(design)
    return mean is not None and mean.interval


def estimate_mean(numbers: Sequence[Fraction], counts: Sequence[int]) -> EstimatedMean:
    """The estimate from the numbers of the reports and how often each was given.

    >>> estimate_mean([Fraction(-1, 2), Fraction(3, 2)], [600, 400])
    Estimated mean from 1000 reports (0.3 +- 0.031)
    """
    n = sum(counts)
    if n < 2:
        raise InputError(f"reports must be at least 2, got {n}")
    mean = dot(numbers, counts) / n
    squares = dot([x * x for x in numbers], counts) / n
    # The sample variance is n / (n - 1) (squares - mean^2), that of the mean an n-th of it.
    return EstimatedMean(mean, math.sqrt((squares - mean * mean) / (n - 1)), n)


def mean_of_reports(
    reports: Any, column: str | None = None, missing: Stated = "refuse"
) -> EstimatedMean:
    """The estimate from reports that are numbers themselves: a list, an array, a frame or a file.

    >>> mean_of_reports([-0.5, "1.5", 0.5, 0.5])
    Estimated mean from 4 reports (0.5 +- 0.41)
    """
    from rropt.data.number_columns import number_sums

    sums = number_sums(reports, column, missing)
    if sums.n < 2:
        raise InputError(f"reports must be at least 2, got {sums.n}")
    stderr = math.sqrt(sums.squares / (sums.n - 1) / sums.n)
    return EstimatedMean(Fraction(sums.mean), stderr, sums.n)
