"""What every estimate of a distribution of truths knows, however it was computed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import nan
from typing import Any, ClassVar

import numpy as np

from rropt.channel import Channel
from rropt.channel.display import html_facts
from rropt.exact import InputError, Number, Numbers, exact_vector, of_size, probability, several
from rropt.exact.labelled import aligned
from rropt.survey.estimate_record import (
    SharesQuestion,
    said_contrast,
    shares_record,
    shares_text,
)
from rropt.survey.identification import Identified, identified
from rropt.survey.likelihood import MaximumLikelihood
from rropt.survey.quantiles import confidence_level
from rropt.survey.quantities import HypothesisTest, Interval
from rropt.survey.ratio_tests import goodness_of_fit
from rropt.survey.results import Results, finite, finite_table

MAX_SIZE = Fraction(10**100)
"""Of the largest entry of a contrast, and of its inverse: the scores are squared."""


@dataclass(frozen=True, eq=False, repr=False)
class EstimatedDistribution(Results):
    """An estimated distribution of truths with its uncertainty: one of the family of results.

    `value` and `covariance` are in doubles, nan where the channel does not identify a truth.
    """

    value_word = "share"
    is_tested = False

    channel: Channel
    counts: tuple[Any, ...]
    groups: Mapping[str, EstimatedDistribution] = field(default_factory=dict, kw_only=True)
    """The estimate of each group by its name, where groups were asked for."""

    beside: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    """What several designs, questions or reports tell, and people who do not comply, by its name in
    the record: plain data, or what finds it from the estimate, the level and the kind of intervals;
    None is not told."""

    frames: str = field(default="pandas", kw_only=True)
    """The library whose data frames came in, and go out."""

    method: ClassVar[str]
    """How it was computed."""

    default_interval: ClassVar[str] = "likelihood"
    """The kind of interval that is taken unless another is asked for."""

    @property
    @abstractmethod
    def likeliest(self) -> MaximumLikelihood:
        """The most likely distribution, on the simplex."""

    @property
    def fit(self) -> HypothesisTest | None:
        """Whether the reports can come from the design; None where that is not judged."""
        return goodness_of_fit(self.channel, self.counts)

    @property
    def own_record(self) -> dict[str, Any]:
        """What only estimates of its kind tell."""
        return {}

    def level_of_each(self, level: Number) -> Fraction:
        """The level of each interval with which those of all shares hold together."""
        raise InputError(
            "simultaneous must be given with method likelihood or profile, and without weights"
        )

    @property
    @abstractmethod
    def value(self) -> np.ndarray:
        """The estimated distribution."""

    @abstractmethod
    def contrast(self, coefficients: Iterable[Any]) -> Any:
        """The linear combination `sum_j c_j pi_j`; refused where it is not identified."""

    @property
    def names(self) -> tuple[str, ...]:
        """The truths."""
        return self.channel.truths

    @property
    def values(self) -> np.ndarray:
        """The estimated shares."""
        return self.value

    @property
    def headline(self) -> tuple[str, ...]:
        """How the shares were estimated, and from how many reports."""
        return (self._title(),)

    @property
    def nobs(self) -> int:
        """How many people reported."""
        return int(self.records)

    def p_value(self, place: int) -> float:
        """Of the test that nobody is of this truth; nan where the share is not identified."""
        if not self.identified.truths[place]:
            return nan
        return float(self.of(place).test(0).p_value)

    @property
    def record(self) -> dict[str, Any]:
        """Plain data of the shares and their covariance."""
        return {
            "n": as_number(self.records),
            "counts": [as_number(count) for count in self.counts],
            "truths": list(self.names),
            "estimate": [finite(share) for share in self.value.tolist()],
            "stderr": [finite(error) for error in self.stderr.tolist()],
            "estimator": self.method,
            "covariance": finite_table(self.covariance),
            "identified": self.identified.statement(),
        }

    @property
    def notes(self) -> tuple[str, ...]:
        """What the design does not identify."""
        return () if self.identified.everything else (self.identified.statement(),)

    @property
    def n(self) -> Any:
        """Number of reports."""
        return sum(self.counts)

    @property
    def records(self) -> Any:
        """How many people reported; with weights not their sum."""
        return self.n

    @property
    def proportions(self) -> np.ndarray:
        """Observed proportions of the reports."""
        return np.array(self.counts, dtype=float) / float(self.n)

    @property
    def identified(self) -> Identified:
        """What the channel allows to be estimated."""
        return identified(self.channel)

    stderr = Results.each_stderr
    """Estimated standard error of each proportion."""

    def __repr__(self) -> str:
        cells = ", ".join(f"{label}: {value}" for label, value in self._cells(" +- "))
        return f"{self._title()} ({cells})"

    def _repr_html_(self, whose: str = "") -> str:
        parts = [part._repr_html_(f"{name}: ") for name, part in self.groups.items()]
        return html_facts(whose + self._title(), self._cells(" \u00b1 "), "".join(parts))

    def _title(self) -> str:
        number = self.records if isinstance(self.records, int) else float(self.records)
        groups = f" in {several(len(self.groups), 'group')}" if self.groups else ""
        return f"{self.method.capitalize()} estimate from {several(number, 'report')}{groups}"

    def _cells(self, between: str) -> list[tuple[str, str]]:
        """Each truth with its share and standard error."""
        rows = zip(self.channel.truths, self.value, self.stderr, strict=True)
        return [(label, f"{value:.6g}{between}{error:.2g}") for label, value, error in rows]

    @cached_property
    def _intervals(self) -> dict[tuple[Fraction, str], tuple[Interval | None, ...]]:
        """What is known: a summary, its plain data and its frame ask for the same ones."""
        return {}

    @cached_property
    def _told(self) -> dict[str, dict[str, Any]]:
        """The answers to questions that were asked."""
        return {}

    def intervals(self, level: Number, method: str) -> tuple[Interval | None, ...]:
        """One a truth, None where it is not identified; two truths mirror each other."""
        asked = confidence_level(level), method
        if asked not in self._intervals:
            self._intervals[asked] = _intervals_of(self, *asked)
        return self._intervals[asked]

    def all_limits(self, level: Number) -> list[tuple[float, float]]:
        """The intervals of all shares, nan where one is not identified."""
        found = self.intervals(level, self.default_interval)
        return [(nan, nan) if one is None else (one.low, one.high) for one in found]

    def to_json(
        self,
        level: Number = "0.95",
        interval: str | None = None,
        simultaneous: bool = False,
        contrast: Numbers | None = None,
        null: Number | None = None,
        shares: Mapping[str, Number] | None = None,
        odds: bool = False,
    ) -> dict[str, Any]:
        """Plain data, null for what is not identified: what `rropt estimate --json` prints."""
        asked = SharesQuestion(level, interval, simultaneous, contrast, null, shares, odds)
        return self.told(asked)

    def summary(
        self,
        level: Number = "0.95",
        interval: str | None = None,
        simultaneous: bool = False,
        contrast: Numbers | None = None,
        null: Number | None = None,
        shares: Mapping[str, Number] | None = None,
        odds: bool = False,
    ) -> str:
        """The shares with their intervals, how the reports fit, and what else is asked.

        >>> from rropt import estimate
        >>> found = estimate([["3/4", "1/4"], ["1/4", "3/4"]], {"0": 600, "1": 400})
        >>> print(found.summary("0.9", interval="profile", contrast=[-1, 1], null=0))
        Likelihood estimate from 1000 reports; 90% intervals: profile likelihood
        <BLANKLINE>
                share     stderr  90% interval
        0     0.70000    0.03098  [0.64871, 0.75057]
        1     0.30000    0.03098  [0.24943, 0.35129]
        <BLANKLINE>
        the reports fit the design: p = 1 (exact binomial)
        contrast -1,1: -0.40000 (stderr 0.06197), [-0.50114, -0.29742]
          equal to 0: p = 2.211e-10 (likelihood ratio)
        """
        asked = SharesQuestion(level, interval, simultaneous, contrast, null, shares, odds)
        return shares_text(self, self.told(asked))

    def told(self, asked: SharesQuestion) -> dict[str, Any]:
        """The answer to a question, found once: a summary and plain data say the same."""
        asked.refuse_unmet(bool(self.groups))
        contrast = None if asked.contrast is None else said_contrast(self, asked.contrast)
        question = repr(replace(asked, contrast=contrast))
        if question not in self._told:
            self._told[question] = shares_record(self, asked)
        return self.record | deepcopy(self._told[question])

    def of(self, truth: int | str | None = None) -> Any:
        """The share of one truth, by its label or its index, with `interval` and `test`.

        Of two truths it is the second, where none is named.

        >>> from rropt import estimate
        >>> found = estimate([["3/4", "1/4"], ["1/4", "3/4"]], {"0": 600, "1": 400})
        >>> round(found["1"].value, 3), round(found["1"].test("1/5").p_value, 4)
        (0.3, 0.001)
        """
        if truth is None and len(self.names) != 2:
            raise InputError(f"truth must be given where there are {len(self.names)} of them")
        index = 1 if truth is None else self.place_of(truth)
        return self.contrast([int(j == index) for j in range(len(self.names))])

    def __getitem__(self, truth: int | str) -> Any:
        return self.of(truth)

    def test(self, null: Number, truth: int | str | None = None) -> Any:
        """The two-sided test that the share of a truth is `null`; which one, as in `of`."""
        return self.of(truth).test(probability(null, "null"))

    def checked_contrast(self, coefficients: Iterable[Any]) -> tuple[Fraction, ...]:
        """The exact coefficients of an identified contrast."""
        given = exact_vector(aligned(self.channel.truths, coefficients, "contrast"), "contrast")
        weights = of_size(given, self.channel.shape[1], "contrast")
        size = max(map(abs, weights))
        if size and not 1 / MAX_SIZE <= size <= MAX_SIZE:
            raise InputError("contrast must have a largest entry between 1e-100 and 1e100 in size")
        self.identified.require(weights)
        return weights

    def marked(self, array: np.ndarray) -> np.ndarray:
        """The array with nan in the rows of truths that are not identified."""
        unknown = [j for j, known in enumerate(self.identified.truths) if not known]
        if not unknown:
            return array
        changed = array.copy()
        changed[unknown] = np.nan
        return changed

    def marked_square(self, covariance: np.ndarray) -> np.ndarray:
        """A copy with nan in the rows and the columns of truths that are not identified."""
        return self.marked(self.marked(covariance).T).T.copy()


def _intervals_of(
    answer: EstimatedDistribution, level: Fraction, method: str
) -> tuple[Interval | None, ...]:
    known = answer.identified.truths
    if len(known) == 2 and all(known):
        second = answer.of(1).interval(level, method)
        return replace(second, low=1 - second.high, high=1 - second.low), second
    seen = enumerate(known)
    return tuple(answer.of(j).interval(level, method) if told else None for j, told in seen)


def as_number(count: Any) -> int | float:
    """A count as JSON has it: a sum of weights need not be whole.

    >>> as_number(Fraction(3)), as_number(Fraction(5, 2))
    (3, 2.5)
    """
    return int(count) if count == int(count) else float(count)
