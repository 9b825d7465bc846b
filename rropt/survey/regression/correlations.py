"""Correlations of what stands behind reports, with each other and with open answers, by moments.

With L C = I (`estimating/identification.py`) and numbers v of the truths, s = v' L e_r of a report
r has the mean of v given the truth, and t = (v^2)' L e_r that of its square. An open answer x has
s = x and t = x^2. Reports of a person are drawn independently, so that

    cov(a, b) = E (s_a - m_a)(s_b - m_b),   var(a) = E t_a - m_a^2,   r = cov / (var var)^(1/2)

are estimated by their averages (Kraemer 1980; Fox and Tracy 1984). Both c = cov and
S = (var var)^(1/2) are smooth functions of averages: their joint variance is the sandwich of their
influences, which gives the standard error, and the interval

    { rho in [-1, 1] : d^2 <= z^2 (Var(d) + R |d| / (4 n)) },   d = c - rho S,

of which the test that r = 0 is one point; with clusters z is the quantile of Student's t. The last
term is what the variance may be more at rho, as of a mean (`estimating/estimated_mean.py`): few
people miss rare products and their variance together, R is the farthest that can be on the side of
rho. Without it 100 people of whom a tenth has each of two traits rejected r = 0 in 0.30 at epsilon
8, with it in 0.02, with half as much in 0.10; 50 people of whom half has each in 0.05. In surveys
of 300 people through Warner's table (3/4), r = 0.7, the interval held r with a chance of 0.946,
Fisher's transformation of it with 0.914.

Two yes/no questions are tested by the likelihood ratio of independence, where people count once: of
200 people of whom a twentieth has each trait the averages rejected r = 0 in 0.102 at epsilon 3, the
ratio in 0.043. The interval then has r = 0 wherever this test does not reject it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.channel import Channel
from rropt.data.entry_rules import Codes, EntryRules, Stated, Words
from rropt.data.frame_columns import library_of
from rropt.data.respondents import SurveyColumns
from rropt.exact import InputError, Number, exact
from rropt.survey.asked_designs import columns_named, is_several
from rropt.survey.identification import identified, left_inverse
from rropt.survey.pooled_designs import SeveralItems
from rropt.survey.quantiles import confidence_level
from rropt.survey.regression.links import Array
from rropt.survey.regression.model_data import (
    Records,
    Reported,
    records_of,
)
from rropt.survey.regression.model_formula import numbers, spoken, written
from rropt.survey.results import Results
from rropt.survey.sandwich import students, wald_quantile, wald_tail
from rropt.survey.unbiased_linear import efficient_prior

if TYPE_CHECKING:
    import pandas


RARER = 1 / 4
"""Of the variance that a rare product, were it so much more frequent, would add at rho."""


@dataclass(frozen=True)
class Scores:
    """Of each row a number with the mean of the truth, and one with the mean of its square; the
    ends of the first; of two truths their table, and the places of the reports in it."""

    first: Array
    second: Array
    ends: Array
    answered: tuple[Channel, np.ndarray] | None


@dataclass(frozen=True)
class Moments:
    """The estimated covariance c of a pair, its scale S, the influences of rows on both, and how
    far a product can be below and above c."""

    product: float
    scale: float
    influences: Array
    reach: Array


@dataclass(frozen=True, eq=False, repr=False)
class Correlations(Results):
    """Pearson's correlation of each pair of `columns`; of two yes/no questions it is phi.

    `products` are the covariances c, `scales` the products S of standard deviations, `spread` is
    the covariance of all c and S, on so many degrees of `freedom`, `reaches` say how much more it
    may be; `joint` has the tables of two yes/no questions and how often each pair of their reports
    came; `people` answered, with `remarks`.

    >>> import rropt as rr
    >>> data = {"a": [0, 1, 1, 0], "b": [1, 2, 3, 4]}
    >>> found = rr.correlations({"a": rr.Channel.identity(2)}, data, ["a", "b"])
    >>> found.matrix.round(3).to_numpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """

    columns: tuple[str, ...]
    products: Array
    """c of each pair."""

    scales: Array
    """S of each pair; nan where a variance is not estimated above zero."""

    spread: Array
    """The covariance of all c, then all S."""

    reaches: Array
    """R / (4 n) below and above each c, a row a pair."""

    people: int
    remarks: tuple[str, ...]
    joint: tuple[tuple[SeveralItems, tuple[int, ...]] | None, ...]
    """Of each pair of yes/no questions their tables and how often each pair of reports came."""

    freedom: float = math.inf
    """Clusters minus strata, on which the covariance rests; infinite without clusters."""

    frames: str = field(default="pandas", kw_only=True)

    value_word = "correlation"

    @property
    def nobs(self) -> int:
        """Number of rows."""
        return self.people

    @property
    def names(self) -> tuple[str, ...]:
        """The pairs of columns."""
        return tuple(f"{a}, {b}" for a, b in combinations(self.columns, 2))

    @property
    def headline(self) -> tuple[str, ...]:
        """Of how many people."""
        return (
            f"Correlations of true answers, by moments; n = {self.nobs}{students(self.freedom)}",
        )

    @property
    def values(self) -> Array:
        """The correlations; unbiased averages may give one beyond 1, which is not clipped."""
        return self.products / self.scales

    @property
    def covariance(self) -> Array:
        """Of the correlations, by the delta method."""
        pairs = len(self.products)
        # d r = (d c - r d S) / S.
        slopes = np.hstack([np.eye(pairs), -np.diag(self.values)]) / self.scales[:, None]
        known = np.isfinite(self.values)
        found = np.full((pairs, pairs), math.nan)
        used = np.concatenate([known, known])
        inner = slopes[np.ix_(known, used)] @ self.spread[np.ix_(used, used)]
        found[np.ix_(known, known)] = inner @ slopes[np.ix_(known, used)].T
        return found

    @property
    def matrix(self) -> pandas.DataFrame:
        """The correlations as a square table."""
        import pandas

        size = len(self.columns)
        square = np.eye(size)
        for value, (i, j) in zip(self.values, combinations(range(size), 2), strict=True):
            square[i, j] = square[j, i] = value
        return pandas.DataFrame(square, index=self.columns, columns=self.columns)

    def all_limits(self, level: Number) -> list[tuple[float, float]]:
        return [self.limits(place, level) for place in range(len(self.names))]

    def limits(self, place: int, level: Number) -> tuple[float, float]:
        """The ends of the interval; -1 and 1 where the scale may be zero at the level."""
        product, scale = self.products[place], self.scales[place]
        if math.isnan(scale):
            return math.nan, math.nan
        pairs = len(self.products)
        ((a, b), (_, d)) = self.spread[place::pairs, place::pairs]
        squared = wald_quantile(confidence_level(level), self.freedom) ** 2
        bend = scale * scale - squared * d
        # Then S may be zero at the level, and no rho is excluded by being far out.
        if bend <= 0:
            return -1.0, 1.0
        ends = []
        for side, more in zip((-1, 1), squared * self.reaches[place], strict=True):
            # Beyond c / S the inequality is bend rho^2 - 2 middle rho + rest <= 0.
            middle = product * scale - squared * b + side * more * scale / 2
            rest = product * product - squared * a + side * more * product
            end = (middle + side * math.sqrt(max(middle**2 - bend * rest, 0.0))) / bend
            ends.append(min(max(end, -1.0), 1.0))
        low, high = ends
        if self.p_value(place) >= 1 - float(confidence_level(level)):
            return min(low, 0.0), max(high, 0.0)
        return low, high

    @cached_property
    def independent(self) -> tuple[float | None, ...]:
        """The p-values of the tests that the truths of yes/no questions are independent."""
        return tuple(
            None if pair is None else pair[0].independence_test(pair[1]).p_value
            for pair in self.joint
        )

    def p_value(self, place: int) -> float:
        """Of c = 0: it needs no scale."""
        known = self.independent[place]
        if known is not None:
            return known
        variance = self.spread[place, place]
        if not variance > 0:
            return math.nan
        away = self.products[place]
        variance += abs(away) * self.reaches[place][int(away < 0)]
        return wald_tail(away**2 / variance, 1, self.freedom)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which variances are not above zero, and which correlations lie beyond 1."""
        beyond = [
            f"the correlation of {name} is beyond 1: there are too few reports for it"
            for name, value in zip(self.names, self.values, strict=True)
            if abs(value) > 1
        ]
        return (*self.remarks, *beyond)

    def __repr__(self) -> str:
        pairs = zip(self.names, self.values, self.bse, strict=True)
        told = "; ".join(f"{name}: {value:.4g} +- {error:.2g}" for name, value, error in pairs)
        return f"{self.headline[0]} ({told})"


def correlations(
    design: Any,
    data: Any,
    columns: Sequence[str] | None = None,
    *,
    weights: str | None = None,
    clusters: str | None = None,
    strata: str | None = None,
    missing: Stated = "refuse",
    na: Words | None = None,
    codes: Codes | None = None,
) -> Correlations:
    """Pearson's correlations of true answers, of which reports or open answers were given.

    `design` is {column: design}, or one by which all columns were reported; truths are numbers by
    their labels, and of two others the first is 0 and the second 1. `data` are a data frame, a
    dictionary of columns, or a file of them. `columns` are those whose correlations are asked for,
    by default all with a design; those without one are open numbers. `weights`, `clusters` and
    `strata` are columns of the sampling design; `missing`, `na` and `codes` are as in `regress`.

    >>> import rropt as rr
    >>> card = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> data = {"smokes": [0, 0, 1, 1] * 100, "age": [20, 40, 50, 30] * 100}
    >>> correlations({"smokes": card}, data, ["smokes", "age"])
    Correlations of true answers, by moments; n = 400 (smokes, age: 0.8944 +- 0.072)
    """
    named, randomized = _columns(design, columns)
    first, *others = (f"`{name}`" for name in named)
    sampled = SurveyColumns(weights=weights, clusters=clusters, strata=strata)
    rules = EntryRules.of(missing, na, codes)
    formula = f"{first} ~ {' + '.join(others)}"
    records = records_of(formula, data, design, sampled, rules, randomized=randomized)
    answers = {answer.column: answer for answer in records.reported}
    scores = [_scores(records, name, answers.get(written(name))) for name in named]
    share = records.weights / records.weights.sum()
    pairs = list(combinations(scores, 2))
    moments = [_moments(a, b, share) for a, b in pairs]
    influences = np.stack([moment.influences for moment in moments], axis=1)
    counts_once = records.sampled.is_one_by_one and (records.weights == 1).all()
    spread = records.sampled.variance(influences.reshape(-1, len(share)).T)
    return Correlations(
        named,
        np.array([moment.product for moment in moments]),
        np.array([moment.scale for moment in moments]),
        spread,
        np.array([moment.reach for moment in moments]) * float(share @ share) * RARER,
        len(share),
        (*_unknown(named, scores, share), *records.notes),
        tuple(_joint(a, b) if counts_once else None for a, b in pairs),
        records.sampled.freedom,
        frames=library_of(data),
    )


def _joint(a: Scores, b: Scores) -> tuple[SeveralItems, tuple[int, ...]] | None:
    """The tables of two yes/no questions, and how often each pair of reports was given."""
    if a.answered is None or b.answered is None:
        return None
    items = SeveralItems((a.answered[0], b.answered[0]))
    places = zip(a.answered[1].tolist(), b.answered[1].tolist(), strict=True)
    return items, items.counts(Counter(places))


def _columns(design: Any, columns: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All columns, and those of reports."""
    by_column = is_several(design)
    if columns is None and not by_column:
        raise InputError("columns must be named where one design is for all of them")
    named = columns_named(list(design) if columns is None else columns, "columns", least=2)
    randomized = tuple(name for name in named if not by_column or name in design)
    if not randomized:
        raise InputError("design must be of some of the columns, got none of theirs")
    return named, randomized


def _scores(records: Records, name: str, answer: Reported | None) -> Scores:
    if answer is None:
        given = _centred(numbers(records.frame, written(name)))
        values, places = np.unique(given, return_inverse=True)
        answered = (Channel.identity(2), places) if len(values) == 2 else None
        return Scores(given, given * given, _ends(given), answered)
    (channel,) = answer.channels
    if not identified(channel).everything:
        raise InputError(f"design of {spoken(name)!r} must tell all of its truths apart")
    inverse = left_inverse(channel, efficient_prior(channel))
    values = _centred(np.array(_numbers_of(answer)))
    first, second = values @ inverse, values**2 @ inverse
    answered = (channel, answer.reports) if len(answer.truths) == 2 else None
    return Scores(first[answer.reports], second[answer.reports], _ends(first), answered)


def _ends(values: Array) -> Array:
    return np.array([values.min(), values.max()])


def _centred(values: Array) -> Array:
    """Their middle at zero, so that differences of squares keep their digits; equal ones are 0."""
    return np.asarray(values - np.median(values))


def _numbers_of(answer: Reported) -> list[float]:
    """The truths as numbers: their labels, or 0 and 1."""
    try:
        return [float(exact(label, "label")) for label in answer.truths]
    except InputError:
        if len(answer.truths) == 2:
            return [0.0, 1.0]
    truths = ", ".join(answer.truths)
    raise InputError(f"truths of {spoken(answer.column)!r} must be numbers, or two, got {truths}")


def _moments(a: Scores, b: Scores, share: Array) -> Moments:
    """With d = t - 2 m s + m^2, whose mean is the variance, S moves by S/2 sum d / var."""
    moved = [score.first - share @ score.first for score in (a, b)]
    squares = [_squares(score, share) for score in (a, b)]
    variances = [float(share @ square) for square in squares]
    products = moved[0] * moved[1]
    product = float(share @ products)
    first, second = (score.ends - share @ score.first for score in (a, b))
    reach = np.abs(_ends(np.outer(first, second)) - product)
    if min(variances) <= 0:
        return Moments(
            product, math.nan, np.stack([share * (products - product), 0 * share]), reach
        )
    scale = math.sqrt(variances[0] * variances[1])
    scaled = scale / 2 * (squares[0] / variances[0] + squares[1] / variances[1])
    influences = np.stack([share * (products - product), share * (scaled - scale)])
    return Moments(product, scale, influences, reach)


def _squares(score: Scores, share: Array) -> Array:
    centre = float(share @ score.first)
    return score.second - 2 * centre * score.first + centre**2


def _unknown(names: Sequence[str], scores: Sequence[Scores], share: Array) -> list[str]:
    variances = [float(share @ _squares(score, share)) for score in scores]
    return [
        f"the variance of {name} is estimated at {variance:.2g}, not above zero: "
        "its correlations are unknown"
        for name, variance in zip(names, variances, strict=True)
        if variance <= 0
    ]
