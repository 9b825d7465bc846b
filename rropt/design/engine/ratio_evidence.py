"""What a certificate of variances says but for its prices: tangents and estimators, exactly.

For every vector v and every private table c'J^-1 c >= 2 c.v - sum_r w_r (v.r)^2 / (q.r). With
v = t + (c.q) q, the entries of t adding up to zero,

    (v.r)^2 / (q.r) = (t.r)^2 / (q.r) + (2 (c.q) t + (c.q)^2 q).r:

the path prices the flat part, and the linear part is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import prod, sqrt
from typing import Any, cast

import numpy as np

from rropt.design.curved.gradient_frame import at_prior
from rropt.design.curved.linearise import Information
from rropt.design.engine.clamped_rows import Squares
from rropt.design.engine.path import RatioFound
from rropt.design.engine.pool import Array, ExactPool
from rropt.design.engine.power_pool import PowerPool
from rropt.design.engine.ratio_question import RatioQuestion, distribution
from rropt.design.engine.repair import ExactTable, NumberedTable
from rropt.design.engine.unbiased_table import unbiased_table
from rropt.design.worst.worst_certificate import worst_value
from rropt.exact import Table
from rropt.exact.bounds import dyadic_near, short
from rropt.exact.convert import dot
from rropt.exact.entries import scaled
from rropt.exact.linear_algebra import products
from rropt.patterns.extreme import rows_of
from rropt.utility.curved import VarianceOverInterval
from rropt.utility.worst_case import WorstCase
from rropt.utility.worst_case_value import worst_prior

Vector = tuple[Fraction, ...]

TANGENT_BITS = 52
"""Of a tangent: one off by the share e costs the share e^2 of the bound."""


@dataclass(frozen=True)
class ScenarioEvidence:
    """A scenario: its prior, share and offset, estimators and tangents."""

    prior: Vector
    share: Fraction
    offset: Fraction
    estimators: list[list[Fraction]]
    tangents: list[Vector]
    corner: Fraction
    gain: Fraction
    """sum of 2 c.v."""

    def record(self) -> dict[str, Any]:
        """As the certificate has it."""
        return at_prior(self.prior, self.estimators, self.tangents, self.share, self.offset)

    def squares(self) -> Squares:
        """What prices must cover."""
        return self.share, self.tangents, self.prior

    def along(self, factor: Fraction) -> ScenarioEvidence:
        """With tangents so many times as long."""
        tangents = [scaled(v, factor) for v in self.tangents]
        return replace(self, tangents=tangents, gain=factor * self.gain)

    def linear_part(self) -> list[Fraction]:
        """sum (2 m t + m^2 q), m the sum of a tangent."""
        total = [Fraction(0)] * len(self.prior)
        for v in self.tangents:
            m = sum(v, Fraction(0))
            for j, (x, q) in enumerate(zip(v, self.prior, strict=True)):
                # With t = x - m q.
                total[j] += self.share * m * (2 * x - m * q)
        return total

    def flat_tangents(self) -> Array:
        """t of each tangent times the root of the share, in doubles."""
        rows = []
        root = sqrt(self.share)
        for v in self.tangents:
            m = sum(v, Fraction(0))
            rows.append([root * float(x - m * q) for x, q in zip(v, self.prior, strict=True)])
        return np.array(rows)


@dataclass(frozen=True)
class Evidence:
    """What a certificate says but for the prices."""

    statement: dict[str, Any]
    places: list[ScenarioEvidence]
    least: Callable[[], Fraction | None]
    """At most what the table does, worked out where it is asked for: of 100 truths in a second."""

    value: Fraction

    def along(self, factor: Fraction) -> Evidence:
        """With tangents so many times as long."""
        return replace(self, places=[place.along(factor) for place in self.places])

    def bound(self, paid: Fraction) -> Fraction:
        """What prices prove that add up to so much."""
        if self.statement["name"] == "d-optimal":
            (place,) = self.places
            k = len(place.prior)
            return k * (k / paid) ** k * volume(place.tangents)
        proved = -paid
        for place in self.places:
            proved += place.share * (place.gain - place.corner - place.offset)
        if self.statement["name"] == "e-optimal":
            # Squares of the contrasts add up to tr V.
            return proved / sum(x * x for x in chain.from_iterable(self.statement["contrasts"]))
        return proved

    def proved(self, paid: Fraction) -> tuple[Fraction, Fraction]:
        """The bound in short numbers, and the gap."""
        bound = short(self.bound(paid), up=False)
        return bound, self.value - bound


@dataclass(frozen=True)
class JudgedTable:
    """A table, and the search by whose tangents and prices it is judged."""

    question: RatioQuestion
    found: RatioFound
    table: ExactTable
    best: ExactTable
    """The table of the search."""

    @property
    def is_best(self) -> bool:
        return self.table is self.best

    @property
    def contrasts(self) -> tuple[Vector, ...]:
        return self.question.contrasts

    @cached_property
    def scenarios(self) -> list[tuple[Vector, Fraction, Fraction]]:
        """Priors, shares and offsets; the worst prior and worst shares are those of the path."""
        question = self.question
        found = self.found
        objective = question.objective
        if question.is_open:
            return [(distribution(found.point.theta), Fraction(1), Fraction(0))]
        shares = [scenario.weight for scenario in objective.scenarios]
        if objective.robust == "minimax":
            shares = list(distribution(found.point.theta))
        given = zip(objective.scenarios, shares, strict=True)
        return [(scenario.prior, share, scenario.offset) for scenario, share in given]

    @property
    def prior(self) -> Vector:
        """Of the only scenario."""
        ((prior, _, _),) = self.scenarios
        return prior

    def own_prior(self, prior: Vector) -> Vector:
        """Where a table that is given does worst."""
        objective = self.question.objective
        if not isinstance(objective, WorstCase) or objective.prior is not None:
            return prior
        rows = [list(map(float, r)) for r in rows_of(self.table.weights, self.table.patterns)]
        return distribution(worst_prior(objective, np.array(rows)))

    def information(self, prior: Vector) -> Information:
        """J of the table at a prior."""
        return Information.of(self.table.patterns, self.table.weights, prior)


def variance_evidence(judged: JudgedTable) -> Evidence:
    """Of sums of variances, at one prior, on average or at worst."""
    objective = judged.question.objective
    places = []
    for number, (prior, share, offset) in enumerate(judged.scenarios):
        places.append(_place(judged, number, prior, share, offset))
    if isinstance(objective, VarianceOverInterval):
        places = _worst_first(judged, objective, places)
    exact = _value(judged, places)
    value = short(exact)
    # With as many reports as truths no other numbers are unbiased: nothing is lost by these.
    if value == exact and len(judged.table.patterns) == objective.truths:
        return Evidence(objective.statement(), places, lambda: value, value)
    return Evidence(objective.statement(), places, lambda: _least(judged, places, value), value)


def _place(
    judged: JudgedTable, number: int, prior: Vector, share: Fraction, offset: Fraction
) -> ScenarioEvidence:
    """A scenario of variances."""
    question = judged.question
    contrasts = judged.contrasts
    tangents = []
    for c, t in zip(contrasts, _flat_tangents(judged, number), strict=True):
        # Of any mean, if need be a rounded one, the bound is off by the square of the rounding.
        mean = short(dot(c, prior))
        v = tuple(x + mean * q for x, q in zip(t, prior, strict=True))
        tangents.append(_possible(question, v, prior))
    estimators = judged.table.estimators(contrasts, _near(judged, tangents, prior))
    gain = gain_of(contrasts, tangents)
    corner = corner_of(question, prior)
    return ScenarioEvidence(prior, share, offset, estimators, tangents, corner, gain)


def _near(judged: JudgedTable, tangents: Sequence[Vector], prior: Vector) -> Array:
    """The numbers of the reports in doubles."""
    if judged.is_best:
        return _numbers(judged, tangents, prior)
    return best_numbers(judged.table, judged.contrasts, judged.own_prior(prior))


def gain_of(contrasts: Sequence[Vector], tangents: Sequence[Vector]) -> Fraction:
    """sum of 2 c.v."""
    products = [dot(c, v) for c, v in zip(contrasts, tangents, strict=True)]
    return 2 * sum(products, Fraction(0))


def _possible(question: RatioQuestion, v: Vector, prior: Vector) -> Vector:
    """Zero at truths that a report of chance zero may show: there v'Jv would have no end.

    Of the worst prior under powers a truth without a share has no part of tangents.
    """
    if question.is_open and isinstance(question.pool, PowerPool):
        return tuple(x if q else Fraction(0) for x, q in zip(v, prior, strict=True))
    costless = question.pool.costless(prior)
    if not len(costless):
        return v
    shown = question.pool.features(costless).rows.max(axis=0).tolist()
    return tuple(Fraction(0) if hidden else x for x, hidden in zip(v, shown, strict=True))


def _worst_first(
    judged: JudgedTable, objective: VarianceOverInterval, places: list[ScenarioEvidence]
) -> list[ScenarioEvidence]:
    """The place first whose estimator shows what the table does: its own worst prevalence.

    If prices do not count it, its share is zero.
    """
    table = judged.table
    p = worst_prevalence(rows_of(table.weights, table.patterns), objective.low, objective.high)
    prior = (1 - p, p)
    known = [place for place in places if place.prior == prior]
    if known:
        return [*known, *(place for place in places if place is not known[0])]
    estimators = table.estimators(judged.contrasts, best_numbers(table, judged.contrasts, prior))
    first = replace(places[0], prior=prior, share=Fraction(0), estimators=estimators)
    return [first, *places]


def slope(rows: Table, prevalence: Fraction) -> Fraction:
    """I'(pi), I the information of one report of a table about the share of the second truth."""
    total = Fraction(0)
    for no, yes in rows:
        total -= (yes - no) ** 3 / ((1 - prevalence) * no + prevalence * yes) ** 2
    return total


def worst_prevalence(rows: Table, low: Fraction, high: Fraction) -> Fraction:
    """Where I is least, to about 2^-40 of the interval, by bisection of its increasing slope."""
    if slope(rows, low) >= 0:
        return low
    if slope(rows, high) <= 0:
        return high
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if slope(rows, middle) > 0 else (middle, high)
    # Where I is least an error costs its square: the prevalence may be short.
    return ((low + high) / 2).limit_denominator(2**44)


def corner_of(question: RatioQuestion, prior: Vector) -> Fraction:
    """What is subtracted from second moments: a(q)."""
    total = Fraction(0)
    for c in question.contrasts:
        total += dot([x * x for x in c], prior) if question.is_grouped else dot(c, prior) ** 2
    return total


def _flat_tangents(judged: JudgedTable, number: int) -> list[list[Fraction]]:
    """t = B T^-1 B'c of each contrast in one of the scenarios, in short numbers of sum zero."""
    question = judged.question
    inner = inner_tangents(question, judged.found, number)
    return in_short_numbers(question.basis @ inner / question.pool.unit**2)


def mended_table(question: RatioQuestion, found: RatioFound, level: Fraction) -> NumberedTable:
    """An exact table of one contrast near what was found, with numbers of its reports.

    - level: the smallest ratio that privacy allows between two truths
    """
    (contrast,) = question.contrasts
    ((_, (point,)),) = question.places(found.point.theta)
    pool = cast(ExactPool, question.pool)
    middle = (max(contrast) + min(contrast)) / 2
    half = (max(contrast) - min(contrast)) / 2
    features = found.features
    told = features.flat @ inner_tangents(question, found, 0)[:, 0] / pool.unit
    mean = float(np.array(contrast, dtype=float) @ point.chances) - float(middle)
    numbers = (told / (features.rows @ point.chances) + mean) / float(half)
    patterns = [pool.pattern(key) for key in found.point.keys]
    weights = found.point.weights / np.array([pool.scale(key) for key in found.point.keys])
    scaled = tuple((c - middle) / half for c in contrast)
    rows = np.array(patterns, dtype=float).T
    weights = weights * (1 + _least_changes(rows * weights, np.ones(len(rows))))
    numbers = numbers + _least_changes(rows * weights, np.array(scaled, dtype=float), numbers)
    table = unbiased_table(patterns, weights, numbers, scaled, level)
    (own,) = table.estimators
    whole = [[middle + half * x for x in own]]
    kept = table.patterns
    return NumberedTable(kept, table.weights, 0, Fraction(1), kept, table.weights, [], whole)


def _least_changes(columns: Array, wanted: Array, old: Array | float = 1.0) -> Array:
    """The shortest change of what is old after which the columns times it are as wanted."""
    lack = wanted - (columns * old).sum(axis=1)
    found: Array = np.linalg.lstsq(columns, lack)[0]
    return found


def inner_tangents(question: RatioQuestion, found: RatioFound, number: int) -> Array:
    """T^-1 B'c of each contrast in one of the scenarios."""
    if found.tangents:
        tangents: Array = found.tangents[number][:, None] * np.sqrt(question.size)
        return tangents
    inner: Array = found.at.inverses[number] @ question.flat_contrasts.T
    return inner


def in_short_numbers(columns: Array) -> list[list[Fraction]]:
    """Each column, with the sum zero."""
    size = float(np.abs(columns).max())
    found_rows = []
    for column in columns.T.tolist():
        rounded = [dyadic_near(x, size, TANGENT_BITS) for x in column]
        largest = max(range(len(rounded)), key=lambda j: abs(rounded[j]))
        # Where what the sum is off by is the least share of an entry.
        rounded[largest] -= sum(rounded)
        found_rows.append(rounded)
    return found_rows


def _numbers(judged: JudgedTable, tangents: Sequence[Vector], prior: Vector) -> Array:
    """x = (v.r) / (q.r) for each tangent and report, in doubles.

    Reports that nobody gives cost nothing: they take what the others lack of being unbiased.
    """
    table = judged.table
    # Sums of products are exact: where patterns are nearly alike doubles would lose them.
    (means,) = np.array(products([prior], table.patterns), dtype=float)
    given = means > 0
    tops = np.array(products(tangents, table.patterns), dtype=float)
    numbers = np.zeros(tops.shape)
    numbers[:, given] = tops[:, given] / means[given]
    rows = np.array(rows_of(table.weights, table.patterns), dtype=float)
    lack = np.array(judged.contrasts, dtype=float) - numbers @ rows
    numbers[:, ~given] = np.linalg.lstsq(rows[~given].T, lack.T)[0].T
    return numbers


def best_numbers(table: ExactTable, contrasts: Sequence[Vector], prior: Vector) -> Array:
    """The numbers of the reports that are best at a prior, nearly unbiased."""
    rows = Information.of(table.patterns, table.weights, prior).estimators(contrasts)
    return np.array(rows, dtype=float)


def _value(judged: JudgedTable, places: list[ScenarioEvidence]) -> Fraction:
    """What the estimators show of the table."""
    objective = judged.question.objective
    table = judged.table
    if isinstance(objective, WorstCase):
        (place,) = places
        return worst_value(objective, table.second_moments(place.estimators), place.prior)
    if isinstance(objective, VarianceOverInterval):
        return _over_interval(objective, table, places[0])
    own = []
    for place in places:
        moments = table.moments(place.estimators, place.prior)
        own.append(sum(moments, Fraction(0)) - place.corner - place.offset)
    if objective.robust == "minimax":
        return max(own)
    return dot([place.share for place in places], own)


def _over_interval(
    objective: VarianceOverInterval, table: ExactTable, place: ScenarioEvidence
) -> Fraction:
    """A + (B - A) p - p^2 at its largest in the interval."""
    a, b = table.second_moments(place.estimators)
    # A concave parabola is largest at its top, or at the end that is nearer to it.
    top = min(max((b - a) / 2, objective.low), objective.high)
    return a + (b - a) * top - top**2


def _least(judged: JudgedTable, places: list[ScenarioEvidence], value: Fraction) -> Fraction | None:
    """At most what the table does; None where nothing better is known than the bound."""
    objective = judged.question.objective
    if isinstance(objective, (WorstCase, VarianceOverInterval)):
        return value
    own = []
    for place in places:
        try:
            # The lower end, rounded down below: what the table does at least.
            trace = judged.information(place.prior).trace(objective.criterion())[0]
        except (ZeroDivisionError, ValueError):
            return None
        own.append(trace - place.offset)
    if objective.robust == "minimax":
        return short(max(own), up=False)
    return short(dot([place.share for place in places], own), up=False)


def volume(vectors: Sequence[Vector]) -> Fraction:
    """The determinant of sum x x' for triangular x."""
    return prod((x[i] ** 2 for i, x in enumerate(vectors)), start=Fraction(1))
