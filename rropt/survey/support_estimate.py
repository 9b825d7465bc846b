"""Shares of many truths from reports that name some of them, in closed form.

A support holds a truth with the chance p if it is one's own and q if it is not, so for N_j of n
supports that hold truth j

    share_j = (N_j / n - q) / (p - q),   Var share_j = m_j (1 - m_j) / (n (p - q)^2),

m_j the expected part of the supports that hold it. N_j is binomial, so that intervals of m_j are
those of any share, and Clopper and Pearson's are guaranteed. With classes of truths a share is the
mean of scores of few values. An interval has the shares s that are so near to it for their own
variance, which is linear in the second moments of the score where nobody and where everybody is of
the truth:

    n (share_j - s)^2 <= z^2 Var_s + c |share_j - s| R_s,    Var_s = (1 - s) M_0 + s M_1 - s^2,

R_s the distance of the farthest score on the side of the estimate. A score that is rare and large
is skewed, for which Cornish and Fisher's quantile has at most c = (z^2 - 1) / 3 (with c = 0 the
interval of a counted share is Wilson's), and Bernstein's inequality, c = z^2 / 3 with
z^2 = 2 ln(2 / missed), holds for thousands of shares at once, where the quantile misses several
times as many as it says. A combination
sum_j c_j share_j is a mean of numbers of the reports, the c_j of their supports added up, and its
variance is theirs: no matrix of k^2 entries is needed. The shares are unbiased whatever they are.

The likeliest distribution needs a search: the chance of a report is a multiple of
1 + (gamma - 1) share(S), share(S) that of its support (of share(S) where only the truth in it has
the report), and with g_j the mean over reports of what that is where all are of truth j, over what
it is, no distribution is likelier by more than n (max_j g_j - 1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from rropt.channel.balanced_supports import BalancedSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.channel.support_family import Supports
from rropt.data.counts import tally_rows
from rropt.data.entry_rules import LEAVES_OUT, EntryRules, Stated
from rropt.data.frame_columns import library_of
from rropt.data.respondents import ReadColumn
from rropt.exact import InputError, exact, of_size, one_of, several, text, whole
from rropt.exact.labelled import entries_of
from rropt.survey.intervals import binomial_ends, score_ends
from rropt.survey.quantiles import chi_square_tail, confidence_level, normal_quantile
from rropt.survey.results import Results
from rropt.survey.simplex_search import nearest_distribution, projected_ascent

if TYPE_CHECKING:
    import pandas

SHOWN = 10
"""Shares in a printed estimate, the largest first."""

METHODS = ("linear", "likelihood")

LINEAR = "shares: unbiased linear estimates, as by every table that is not written"


@dataclass(frozen=True, eq=False, repr=False)
class SupportEstimate(Results):
    """Estimated shares of all truths with their standard errors: one of the family of results.

    Printed tables and pictures show the largest.
    """

    value_word = "share"
    is_tested = False

    channel: ImplicitChannel
    reports: Any = field(repr=False)
    frames: str = field(default="pandas", kw_only=True)
    """The library whose data frames came in, and go out."""

    @property
    def n(self) -> int:
        """Number of reports."""
        return len(self.reports)

    nobs = n

    method = "linear"

    @property
    def truths(self) -> tuple[str, ...]:
        """Their labels."""
        return self.channel.truths

    names = truths

    @property
    def notes(self) -> tuple[str, ...]:
        """That no likelihood was asked, whatever the method."""
        return (LINEAR,)

    @property
    def headline(self) -> tuple[str, ...]:
        """How many shares tables show, and from how many reports they are estimated."""
        return (self._which(SHOWN),)

    def _which(self, number: int) -> str:
        many = len(self.truths)
        return f"the {min(number, many)} largest of {many} shares, from {several(self.n, 'report')}"

    @property
    def shown(self) -> list[int]:
        """The places of the largest shares."""
        return self._largest(SHOWN)

    @cached_property
    def counts(self) -> np.ndarray:
        """In how many supports each truth is."""
        return self.channel.supports.counts(self.reports)

    @cached_property
    def _estimated(self) -> tuple[np.ndarray, np.ndarray]:
        return self.channel.supports.estimated(self.reports)

    @property
    def value(self) -> np.ndarray:
        """The unbiased shares; some may be negative."""
        return self._estimated[0]

    @property
    def stderr(self) -> np.ndarray:
        """Of each share."""
        return self._estimated[1]

    values = value
    each_stderr = stderr

    def conf_int(
        self, level: Any = "0.95", simultaneous: bool = False, guaranteed: bool = False
    ) -> pandas.DataFrame:
        """Columns `lower` and `upper` of each share, within 0 and 1: those of the score, or
        guaranteed ones, which are Clopper and Pearson's and those of all at once; with classes of
        truths those of all at once are Bernstein's, guaranteed ones Maurer and Pontil's. Of all at
        once by Bonferroni's inequality."""
        return self._limits_frame(self.intervals(level, simultaneous, guaranteed))

    def all_limits(self, level: Any) -> list[tuple[float, float]]:
        """The same as pairs."""
        return [(low, high) for low, high in self.intervals(level).tolist()]

    def p_value(self, place: int) -> float:
        """Of the test that nobody is of this truth: by its score, which is of a variance then."""
        nobody, _ = self._second_moments
        value = float(self.value[place])
        if not nobody[place]:
            # Of a truth that nobody else reports one report is enough.
            return float(value == 0)
        least, largest = self.channel.supports.score_ends
        skew = value * float((largest if value > 0 else least)[place]) / 3
        return chi_square_tail((self.n * value**2 + skew) / (nobody[place] + skew), 1)

    @cached_property
    def _second_moments(self) -> tuple[np.ndarray, np.ndarray]:
        """Of each truth's score where nobody and where everybody is of it."""
        return self.channel.supports.second_moments(self.on_simplex())

    def intervals(
        self, level: Any = "0.95", simultaneous: bool = False, guaranteed: bool = False
    ) -> np.ndarray:
        """What `conf_int` has, as an array with a line a share."""
        missed = float(1 - confidence_level(level)) / (len(self.truths) if simultaneous else 1)
        method = self.interval_method(simultaneous, guaranteed)
        if method == "clopper_pearson":
            supports = cast(BalancedSupports, self.channel.supports)
            ends = tuple(map(supports.share_of, _clopper_pearson(self.counts, self.n, missed)))
        elif method == "maurer_pontil":
            width = self._guaranteed(missed)
            ends = self.value - width, self.value + width
        elif method == "bernstein":
            squared = 2 * math.log(2 / missed)
            ends = self._near(squared, squared / 3)
        else:
            squared = normal_quantile(1 - Fraction(missed)) ** 2
            ends = self._near(squared, (squared - 1) / 3)
        return np.stack(ends, axis=1).clip(0, 1)

    def interval_method(self, simultaneous: bool, guaranteed: bool) -> str:
        """What `conf_int` is called."""
        if isinstance(self.channel.supports, BalancedSupports):
            return "clopper_pearson" if simultaneous or guaranteed else "score"
        if guaranteed:
            return "maurer_pontil"
        return "bernstein" if simultaneous else "score"

    def _near(self, squared: float, skew: float) -> tuple[np.ndarray, np.ndarray]:
        """The ends of the shares s at a distance d with n d^2 <= squared Var_s + skew d R_s."""
        nobody, everybody = self._second_moments
        least, largest = self.channel.supports.score_ends
        value = self.value
        slope = everybody - nobody
        variance = nobody + slope * value - value**2
        reaches = largest - value, value - least
        return score_ends(value, self.n, squared, variance, slope - 2 * value, skew, reaches)

    def _guaranteed(self, missed: float) -> np.ndarray:
        """Maurer and Pontil's inequality for means of numbers in a range R, on both sides:
        sqrt(2 V ln(4 / missed) / n) + 7 R ln(4 / missed) / (3 (n - 1)), V the sample variance."""
        if self.n == 1:
            return np.full(len(self.truths), np.inf)
        tail = math.log(4 / missed)
        widest = self.channel.supports.widths * 7 * tail / (3 * (self.n - 1))
        # The sample variance is n / (n - 1) times the mean square that the standard error has.
        found: np.ndarray = self.stderr * math.sqrt(2 * tail * self.n / (self.n - 1)) + widest
        return found

    def to_json(
        self, level: Any = "0.95", simultaneous: bool = False, guaranteed: bool = False
    ) -> dict[str, Any]:
        """All shares with their standard errors, and the intervals of `conf_int`."""
        return {
            "n": self.n,
            "truths": list(self.truths),
            "estimate": self.value.tolist(),
            "stderr": self.stderr.tolist(),
            "intervals": self.intervals(level, simultaneous, guaranteed).tolist(),
            "level": text(exact(level, "level")),
            "simultaneous": simultaneous,
            "method": self.method,
            "interval_method": self.interval_method(simultaneous, guaranteed),
        }

    def summary(
        self,
        level: Any = "0.95",
        simultaneous: bool = False,
        guaranteed: bool = False,
        top: Any = SHOWN,
    ) -> str:
        """The largest shares, so many, with their standard errors and intervals, one a line."""
        ends = self.intervals(level, simultaneous, guaranteed)
        number = whole(top, "top", 1)
        lines = [self._which(number)]
        for label, value, error in self.top(number):
            low, high = ends[self.truths.index(label)]
            lines.append(f"{label:>8}  {value:.4g} +- {error:.2g}   {low:.4g} .. {high:.4g}")
        together = ", all at once" if simultaneous else ""
        named = self.interval_method(simultaneous, guaranteed)
        level_said = text(exact(level, "level"))
        return "\n".join([*lines, *self.notes, f"intervals: level {level_said}{together}, {named}"])

    def combination(self, contrast: Sequence[Any]) -> tuple[float, float]:
        """sum_j c_j share_j and its standard error."""
        worth = of_size(np.array([float(x) for x in contrast]), len(self.truths), "contrast")
        scores = self.channel.supports.scores(self.reports, worth)
        return float(worth @ self.value), float(scores.std() / self.n**0.5)

    @property
    def covariance(self) -> np.ndarray:
        """Of all shares, as an array: of thousands `covariance_of` some is asked."""
        return self.covariance_of(range(len(self.truths)))

    def covariance_of(self, truths: Sequence[int | str]) -> np.ndarray:
        """Of the shares of some truths, by labels or numbers."""
        chosen = [self.place_of(t) for t in truths]
        every = np.eye(len(self.truths), dtype=float)[chosen]
        scores = [self.channel.supports.scores(self.reports, unit) for unit in every]
        found: np.ndarray = np.cov(np.array(scores), bias=True) / self.n
        return found.reshape(len(chosen), len(chosen))

    def on_simplex(self) -> np.ndarray:
        """The nearest distribution: shares lowered alike, and none below zero."""
        return nearest_distribution(self.value)

    def by_likelihood(self) -> SimplexLikelihood:
        """The most likely distribution, with a proved bound on what its log-likelihood misses."""
        return simplex_likelihood(self.channel.supports, self.reports, self.on_simplex())

    def top(self, number: int = SHOWN) -> list[tuple[str, float, float]]:
        """The truths with the largest shares: label, share and standard error."""
        chosen = self._largest(number)
        return [(self.truths[j], float(self.value[j]), float(self.stderr[j])) for j in chosen]

    def _largest(self, number: int) -> list[int]:
        order: list[int] = np.argsort(-self.value, kind="stable")[:number].tolist()
        return order

    def __repr__(self) -> str:
        cells = ", ".join(
            f"{label}: {value:.6g} +- {error:.2g}" for label, value, error in self.top()
        )
        more = ", ..." if len(self.truths) > SHOWN else ""
        return f"Linear estimate from {several(self.n, 'report')} ({cells}{more})"


def _clopper_pearson(counts: np.ndarray, n: int, missed: float) -> np.ndarray:
    """Where neither tail of a binomial law is below missed / 2."""
    # Counts repeat among thousands of truths: each is inverted once.
    different, places = np.unique(counts, return_inverse=True)
    ends = [binomial_ends(hits, n, missed / 2) for hits in different.tolist()]
    found: np.ndarray = np.array(ends)[places].T
    return found


def estimate_supports(
    channel: ImplicitChannel,
    reports: Any,
    method: str = "linear",
    column: str | None = None,
    missing: Stated = "refuse",
) -> SupportEstimate:
    """From reports as text, one a respondent: a list, an array, a series, a frame or a file.

    >>> from fractions import Fraction
    >>> from rropt.channel.balanced_supports import SubsetSupports
    >>> two = ImplicitChannel(SubsetSupports(2, Fraction(3), 1))
    >>> estimate_supports(two, ["0", "0", "0", "1", "1"]).value.round(2).tolist()
    [0.7, 0.3]
    """
    one_of(method, METHODS, "method")
    given = _answered(reports, column, EntryRules.of(missing))
    read, right = channel.supports.read(given)
    wrong = len(given) - np.count_nonzero(right)
    if wrong or not given:
        raise InputError(
            f"reports must be {channel.supports.form}, got {wrong} of {len(given)} that do not fit"
        )
    return SupportEstimate(channel, read, frames=library_of(reports))


def _answered(reports: Any, column: str | None, rules: EntryRules) -> list[str]:
    """The reports as text, each as often as it occurs, without the missing ones."""
    rules.require(("refuse", "drop"))
    values = entries_of(reports) if column is None else tally_rows(reports, column).entries()
    read = ReadColumn.of("reports", values)
    absent = read.missing(rules)
    lost = np.count_nonzero(absent)
    if lost and rules.missing == "refuse":
        raise InputError(f"reports must not be missing, got {lost} missing {LEAVES_OUT}")
    return list(read.texts()[~absent].tolist())


NEXT_TO_NEVER = 1e-100
"""In place of no chance, of a report that one truth alone has where nobody is of it."""

INSIDE = 1e-3
"""Of equal shares in the start, so that every report has a chance."""

CLOSE = 0.05
"""Of the log-likelihood: the drop at the end of an interval is forty times as large."""


@dataclass(frozen=True)
class SimplexLikelihood:
    """Shares that are nowhere negative and add up to one; no others are likelier by more than
    `missed` in the logarithm."""

    value: np.ndarray = field(repr=False)
    missed: float


def simplex_likelihood(supports: Supports, reports: Any, start: np.ndarray) -> SimplexLikelihood:
    """From a start such as the nearest distribution of the linear estimate."""
    rows, times = supports.distinct(reports)
    parts = times / len(reports)
    floor, rise = supports.entries(rows)

    def climbed(point: np.ndarray) -> tuple[float, np.ndarray]:
        chances = np.maximum(floor + rise * supports.sums(rows, point), NEXT_TO_NEVER)
        weights = parts / chances
        gradient: np.ndarray = weights @ floor + supports.counts(rows, weights * rise)
        return float(parts @ np.log(chances)), gradient

    inside = (start + INSIDE / supports.truths) / (1 + INSIDE)
    found, gap = projected_ascent(climbed, inside, CLOSE / len(reports))
    return SimplexLikelihood(found, max(len(reports) * gap, 0.0))
