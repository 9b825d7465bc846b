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
    at the range.
    """

    value: Fraction
    stderr: float
    n: int
    least: Fraction | None = None
    largest: Fraction | None = None
    """The ends of the numbers' range, where it is known."""

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

        >>> EstimatedMean(Fraction(103), 4.0, 100, Fraction(0), Fraction(100)).notes[0][:49]
        'the estimate lies beyond the numbers, at most 100'
        """
        if self.least is not None and self.value < self.least:
            end = f"at least {text(self.least)}"
        elif self.largest is not None and self.value > self.largest:
            end = f"at most {text(self.largest)}"
        else:
            return ()
        return (
            f"the estimate lies beyond the numbers, {end}: unbiased estimates do so by chance, and "
            "moved to the end this one would not be unbiased; its interval ends there",
        )

    def test(self, value: Any = 0) -> HypothesisTest:
        """Is the mean equal to a value? By the normal distribution."""
        return normal_test(float(self.value) - value_in_double(value), self.stderr, "two-sided")

    def interval(self, level: Any = "0.95") -> Interval:
        """The normal confidence interval, within the range of the numbers.

        >>> low, high = EstimatedMean(Fraction(1, 2), 0.1, 100).interval()
        >>> round(low, 3), round(high, 3)
        (0.304, 0.696)
        >>> EstimatedMean(Fraction(90), 20.0, 100, Fraction(0), Fraction(100)).interval().high
        100.0
        """
        inside = confidence_level(level)
        margin = normal_quantile(inside) * self.stderr
        low = self._within(float(self.value) - margin)
        high = self._within(float(self.value) + margin)
        return Interval(low, high, inside, "normal")

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

    def _within(self, end: float) -> float:
        """An end of the interval, or that of the range where it lies beyond."""
        if self.least is not None:
            end = max(end, float(self.least))
        if self.largest is not None:
            end = min(end, float(self.largest))
        return end

    def __repr__(self) -> str:
        return f"{self.headline[0]} ({float(self.value):.6g} +- {self.stderr:.2g})"

    def _repr_html_(self) -> str:
        return html_text(repr(self))


def mean_in_range(design: Answer, found: EstimatedMean) -> EstimatedMean:
    """The same estimate, with the range of the design's numbers."""
    mean = mean_of(design)
    if mean is None:
        return found
    return replace(found, least=min(mean.values), largest=max(mean.values))


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
