"""One contrast of different numbers at one level with a delta, by a few of them where it is large.

Every pair of truths pays for a delta (`clamped_rows`), which proves little of many truths. Of a few
all staircases are looked at, or their pairs are few.

**Tables.** A number between two of the few has the mixture of their columns by which it is theirs:
the table stays private, the estimator unbiased, and second moments are mixed alike.

**Bounds.** Of the worst group: that of the few alone. At a prior neighbours are joined to classes:
tangents that are v_A q_j / q_A at the truths j of A bound a contrast as they do that of the means.
Either way truths are merged (`cover_merged` of the checker): the others have their part of the
prices of a class, or none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from rropt.certificate import Certificate, CertificateError, issue
from rropt.design.curved.gradient_frame import at_prior, gradient_frame
from rropt.design.engine.clamped_rows import is_clamped
from rropt.design.engine.ladder import in_natural_order
from rropt.design.engine.ratio_design import optimum_of, ratio_optimum
from rropt.design.engine.repair import UnbiasedTable
from rropt.design.engine.window_path import window_pool
from rropt.design.levels.merged_truths import class_shares, in_parts, member_pairs, member_shares
from rropt.design.problem import Problem
from rropt.exact.bounds import short
from rropt.exact.convert import dot
from rropt.exact.entries import entrywise, picked
from rropt.utility.at_prior import COptimal
from rropt.utility.worst_case import Mean

FEW = (5, 8, 12)
"""Numbers: of five all staircases are looked at, in a tenth of a second."""

CLOSE = Fraction(1, 100)
"""A relative gap below this ends the search."""

MOST_LEFT = Fraction(1, 2)
"""A share of the value that a table without prices of all numbers may leave: at epsilon 8 and delta
1/50 that of a few was fifty times the best."""

LITTLE, MUCH, LONG = Fraction(1, 4), 30, 32
"""By delta k^3, which is about what pairs of all numbers lose: below the first they are tried
before a few; above the second, of more numbers than the third, they are not, which takes seconds.
"""

FAILS = (ArithmeticError, ValueError, CertificateError)


class Told(NamedTuple):
    """A table of all truths with the numbers of its reports, and the variance."""

    table: UnbiasedTable
    value: Fraction


class Priced(NamedTuple):
    """The prior and the tangent, what prices prove, and the fields of the certificate for these."""

    prior: Sequence[Fraction]
    slopes: Sequence[Fraction]
    bound: Fraction
    fields: dict[str, Any]


def numbers_with_delta(problem: Problem) -> Certificate:
    """The certificate of ascending numbers: the best table and the best bound of what is tried."""
    if not is_clamped(problem):
        return ratio_optimum(problem).certificate
    told: list[Told] = []
    priced: list[Priced] = []
    refused: Exception | None = None
    for searched in _searches(problem):
        try:
            told.append(searched.told)
            priced.append(searched.priced)
        except FAILS as error:
            refused = error
        if _is_close(told, priced):
            break
    if refused is not None and not _is_close(told, priced, MOST_LEFT):
        raise refused
    return _certificate(problem, min(told, key=_value), max(priced, key=_bound))


def _searches(problem: Problem) -> list[AllNumbers | FewNumbers]:
    """In the order in which they are tried."""
    truths = problem.truths
    found: list[AllNumbers | FewNumbers] = [FewNumbers(problem, n) for n in FEW if n < truths]
    if problem.gamma.hi == 1:
        return found[:1]  # without the delta no runs tell anything
    lost = problem.delta * truths**3
    if lost < LITTLE or not found:
        return [AllNumbers(problem), *found]
    return found if lost > MUCH and truths > LONG else [*found, AllNumbers(problem)]


def _value(told: Told) -> Fraction:
    return told.value


def _bound(priced: Priced) -> Fraction:
    return priced.bound


def _is_close(told: Sequence[Told], priced: Sequence[Priced], share: Fraction = CLOSE) -> bool:
    """Whether they leave less than a share of the value."""
    if not told or not priced:
        return False
    value, bound = min(map(_value, told)), max(map(_bound, priced))
    return value - bound < share * value


def _certificate(problem: Problem, told: Told, priced: Priced) -> Certificate:
    """Of a table and of prices that need not have been found together."""
    at = at_prior(priced.prior, told.table.estimators, [priced.slopes])
    statement = problem.objective.statement()
    frame = gradient_frame(problem, told.table, statement, [at], told.value, "merged")
    ends = {"bound": priced.bound, "gap": told.value - priced.bound}
    return issue(in_natural_order(frame | priced.fields | ends))


@dataclass(frozen=True)
class AllNumbers:
    """The runs of all numbers, of which every pair pays."""

    problem: Problem

    @cached_property
    def _data(self) -> Mapping[str, Any]:
        return _by_runs(self.problem).data

    @property
    def told(self) -> Told:
        """The table, and what it does."""
        return Told(UnbiasedTable.of_certificate(self._data), Fraction(self._data["value"]))

    @property
    def priced(self) -> Priced:
        """Its prices."""
        data = self._data
        (place,) = data["scenarios"]
        prior, slopes = entrywise(Fraction, [place["prior"], place["tangents"][0]])
        fields = {name: data[name] for name in ("prices", "cover", "pair_prices") if name in data}
        return Priced(prior, slopes, Fraction(data["bound"]), fields)


@dataclass(frozen=True)
class FewNumbers:
    """So many of the numbers of a problem, from the least to the largest."""

    problem: Problem
    number: int

    @cached_property
    def kept(self) -> list[int]:
        """The places of those that are nearest to equally spaced ones."""
        numbers = self._contrast
        step = (numbers[-1] - numbers[0]) / (self.number - 1)
        found = set()
        for n in range(self.number):
            wanted = numbers[0] + n * step
            _, place = min((abs(x - wanted), j) for j, x in enumerate(numbers))
            found.add(place)
        return sorted(found)

    @property
    def told(self) -> Told:
        """The table of the few, whose columns are mixed for the numbers between."""
        table = UnbiasedTable.of_certificate(self._of_kept.data)
        mixed = [tuple(dot(parts, row) for parts in self._mixtures) for row in table.patterns]
        of_all = UnbiasedTable(mixed, table.weights, table.estimators)
        return Told(of_all, short(self._variance(of_all.second_moments())))

    @property
    def priced(self) -> Priced:
        """Prices of the few alone at the worst group, else of classes and their means."""
        prior = self.problem.objective.prior
        if prior is None:
            return self._priced_alone
        classes = _classes(self._contrast, prior, self.number)
        shares = class_shares(classes, prior)
        parts = member_shares(classes, prior)
        means = [Fraction(0)] * len(shares)
        for c, part, x in zip(classes, parts, self._contrast, strict=True):
            means[c] += part * x
        data = self._solved(means, shares).data
        found = _of_truths(data, classes, parts)
        if isinstance(self.problem.objective, COptimal):
            return found
        apart = [x - means[c] for c, x in zip(classes, self._contrast, strict=True)]
        within = dot(prior, [x * x for x in apart])
        return found._replace(bound=found.bound - within)

    @property
    def _priced_alone(self) -> Priced:
        """The others stand in the class of the largest share, of which they are no part."""
        data = self._of_kept.data
        (place,) = data["scenarios"]
        shares = [Fraction(q) for q in place["prior"]]
        largest = shares.index(max(shares))
        known = {j: c for c, j in enumerate(self.kept)}
        classes = [known.get(j, largest) for j in range(self.problem.truths)]
        parts = [Fraction(j in known) for j in range(self.problem.truths)]
        return _of_truths(data, classes, parts)

    @property
    def _contrast(self) -> Sequence[Fraction]:
        contrast: Sequence[Fraction] = self.problem.objective.contrast
        return contrast

    @cached_property
    def _of_kept(self) -> Certificate:
        """Of the few numbers, with what the others give to those beside them for shares."""
        prior = self.problem.objective.prior
        if prior is None:
            return self._solved(picked(self._contrast, self.kept), None)
        shares = [dot(prior, column) for column in zip(*self._mixtures, strict=True)]
        return self._solved(picked(self._contrast, self.kept), shares)

    @cached_property
    def _mixtures(self) -> list[list[Fraction]]:
        """How each number is the mean of the two of the few beside it."""
        numbers, kept = self._contrast, self.kept
        found = []
        for j, x in enumerate(numbers):
            place = max(n for n, at in enumerate(kept) if at <= j)
            parts = [Fraction(0)] * len(kept)
            parts[place] = Fraction(1)
            if j not in kept:
                low, high = numbers[kept[place]], numbers[kept[place + 1]]
                parts[place + 1] = (x - low) / (high - low)
                parts[place] -= parts[place + 1]
            found.append(parts)
        return found

    def _solved(
        self, numbers: Sequence[Fraction], shares: Sequence[Fraction] | None
    ) -> Certificate:
        """The certificate of these numbers."""
        objective = self.problem.objective
        of_numbers: COptimal | Mean
        if isinstance(objective, COptimal) and shares is not None:
            of_numbers = COptimal(shares, numbers)
        else:
            of_numbers = Mean(numbers, shares, objective.respondents)
        problem = replace(self.problem, objective=of_numbers)
        return _by_runs(problem) if is_clamped(problem) else ratio_optimum(problem).certificate

    def _variance(self, moments: Sequence[Fraction]) -> Fraction:
        """What an estimator with these second moments has."""
        objective, numbers = self.problem.objective, self._contrast
        prior = objective.prior
        if isinstance(objective, COptimal):
            return dot(prior, moments) - dot(prior, numbers) ** 2
        each = [moment - x * x for moment, x in zip(moments, numbers, strict=True)]
        return max(each) if prior is None else dot(prior, each)


def _by_runs(problem: Problem) -> Certificate:
    """Of ascending numbers, by runs of neighbours."""
    found = optimum_of(problem, window_pool(problem, problem.truths))
    if found is None:
        raise ArithmeticError("numbers were not certified")
    return found.certificate


def _of_truths(
    data: Mapping[str, Any], classes: Sequence[int], parts: Sequence[Fraction]
) -> Priced:
    """The prices of the certificate of classes, in the parts of their truths."""
    (place,) = data["scenarios"]
    of_classes = (place["prior"], place["tangents"][0], data["prices"])
    prior, slopes, prices = (in_parts(each, classes, parts) for each in of_classes)
    fields = {
        "prices": prices,
        "pair_prices": member_pairs(data.get("pair_prices", []), classes, parts),
        "cover": {"proof": "merged", "classes": classes, "of_classes": data["cover"]},
    }
    return Priced(prior, slopes, Fraction(data["bound"]), fields)


def _classes(numbers: Sequence[Fraction], prior: Sequence[Fraction], number: int) -> list[int]:
    """So many runs of neighbours with the least variance within, in doubles.

    >>> third = Fraction(1, 3)
    >>> _classes([Fraction(0), Fraction(1), Fraction(9)], [third] * 3, 2)
    [0, 0, 1]
    """
    known = [(float(q), float(x)) for q, x in zip(prior, numbers, strict=True)]
    sums = [list(accumulate((q * x**n for q, x in known), initial=0.0)) for n in range(3)]

    def within(start: int, end: int) -> float:
        mass, first, second = (of_power[end] - of_power[start] for of_power in sums)
        return second - first * first / mass if mass else 0.0

    ends = range(1, len(known) + 1)
    best = {end: (within(0, end), [end]) for end in ends}
    for _ in range(number - 1):
        found = {}
        for end in ends:
            starts = [start for start in range(1, end) if start in best]
            if starts:
                found[end] = min((best[s][0] + within(s, end), [*best[s][1], end]) for s in starts)
        best = found
    _, stops = best[len(known)]
    return [bisect_right(stops, j) for j in range(len(known))]
