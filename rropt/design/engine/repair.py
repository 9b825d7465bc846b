"""From weights in doubles to an exact private table with exactly unbiased estimators.

Patterns are base + rise m. With weights w = u / W, W = base sum u + rise, the columns of a table
add up to one when sum_r u_r m_r = 1, and numbers x = W xi are unbiased for a contrast c when

    sum_r h_r m_r = (c - base sum h) / rise,     h = xi u:

on {1, g}^k equations in zeros and ones, whose solutions are short. All u and xi but those of k
independent patterns are rounded to short dyadic numbers, the others solved for; of a table at its
optimum the loss is the square of the rounding. The patterns that carry the estimators are others
than those that carry the weights, where there are enough: a number is a quotient by its weight.

Many numbers without large primes have a short common denominator. The numbers of the reports that
are solved for are quotients by the weights of these reports. Of k weights of 34 bits the common
multiple has 34 k bits; of products of ten primes, each at most MOST times, and of powers of two it
has 180 bits however many there are. Between a number and its double there are 6^10 of them times
powers of two, so that some is within 2^-25 of any number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import log2, prod
from operator import mul
from typing import Any

import numpy as np

from rropt.design.engine.pool import Array, ExactPool, Keys, most_independent
from rropt.exact.bounds import dyadic_near
from rropt.exact.convert import dot
from rropt.exact.entries import entrywise, picked
from rropt.exact.linear_algebra import fraction_rows, products, rational_matrix
from rropt.exact.short_numbers import short_numbers
from rropt.patterns.extreme import Pattern, rows_of

Vector = tuple[Fraction, ...]

WEIGHT_BITS = 34
"""Of a rounded weight: 2^-34 costs 3e-21 of the value."""

LINEAR_BITS = 44
"""Where a rounded weight costs its rounding, not the square: with 60, numbers of 22 reports that
are solved for have a common denominator of 1.2 times the length, and gaps are not smaller."""

BUDGET_BITS = 60
"""Where budgets are spent a rounded weight costs its rounding, not its square."""

NUMBER_BITS = 48
"""Of a rounded number of a report."""

FAR = 2**20
"""Numbers beyond so many times the mean are of reports that are hardly given: the grid is that of
the others. A report of weight 1e-17, which costs nothing, had the number 1e17, by whose grid the
others were rounded to multiples of 300: a variance of 360 for 3.96."""

SPARE = 4
"""For each number of a report that a given table needs to be unbiased so many others that make its
numbers short: with two digits for each one of its entries."""

MANY_TRUTHS = 100
"""Above it the common denominator of rounded weights is too long for a checker: 3,400 bits. Smooth
weights have a shorter one; each of them is longer and takes three thousandths of a second."""

SLACK = Fraction(1, 2**64)
"""What is taken from a table for a budget is a multiple of it."""

SPARING = 1 + 1e-6
"""Of what a table takes beyond a budget so much is spared: what is solved for is rounded."""

DEPENDENT = 1e-9
"""A pivot below this share of the largest pattern is rounding."""

LEFT = (3, 7, 13, 19, 29)
RIGHT = (5, 11, 17, 23, 31)
"""The primes, dealt out so that both halves have products of like sizes."""

MOST = 5
"""Of each prime: with 9 the nearest product is 160 times nearer, but 161 numbers over an interval
at epsilon 9 had a common denominator of 2,857 bits, and were refused."""


@dataclass(frozen=True)
class UnbiasedTable:
    """Patterns, weights, and for each contrast the numbers of the reports."""

    patterns: list[Pattern]
    weights: list[Fraction]
    estimators: list[list[Fraction]]

    @staticmethod
    def of_certificate(data: Mapping[str, Any]) -> UnbiasedTable:
        """That of a certificate of one scenario."""
        (place,) = data["scenarios"]
        return UnbiasedTable(
            list(entrywise(Fraction, data["patterns"])),
            list(map(Fraction, data["weights"])),
            list(map(list, entrywise(Fraction, place["estimators"]))),
        )

    def second_moments(self) -> list[Fraction]:
        """sum_i x_i^2 P(i|j) of all contrasts together, truth by truth."""
        squares = [dot(column, column) for column in zip(*self.estimators, strict=True)]
        masses = [w * s for w, s in zip(self.weights, squares, strict=True)]
        return products([masses], _columns(self.patterns))[0]


@dataclass(frozen=True)
class ExactTable:
    """Weighted patterns, each base + rise m, and u with w = u / (base sum u + rise)."""

    patterns: list[Pattern]
    weights: list[Fraction]
    base: int
    rise: Fraction
    parts: list[Vector]
    units: list[Fraction]
    carried: list[int]
    """The patterns whose weights were solved for."""

    @property
    def whole(self) -> Fraction:
        """W."""
        return self.base * sum(self.units, Fraction(0)) + self.rise

    def estimators(self, contrasts: Sequence[Vector], near: Array) -> list[list[Fraction]]:
        """Numbers of the reports, a list a contrast: unbiased, and near those in doubles."""
        if not self.carried:
            rows = rows_of(self.weights, self.patterns)
            return short_numbers(rows, contrasts, near.tolist(), self._heaviest())
        regular = Regular.of(self.parts, self._pivots())
        whole = self.whole
        numbers = near / float(whole)
        # Short numbers for all but the pivots, which are solved for: unbiased without a remainder.
        free = []
        for row in numbers.tolist():
            size = min(max(map(abs, row)), FAR * self._mean_size(row))
            xi = [dyadic_near(x, size, NUMBER_BITS) for x in row]
            for n in regular.chosen:
                xi[n] = Fraction(0)
            free.append(xi)
        found = []
        for xi, carried in zip(free, self._carrying(contrasts, free, regular), strict=True):
            for n, h in zip(regular.chosen, carried, strict=True):
                xi[n] = h / self.units[n]
            found.append([whole * x for x in xi])
        return found

    def _mean_size(self, numbers: Sequence[float]) -> float:
        """The mean of |x| over reports as often as they are given."""
        masses = np.array([float(unit) for unit in self.units])
        return float(masses @ np.abs(numbers) / masses.sum())

    def _carrying(
        self, contrasts: Sequence[Vector], free: list[list[Fraction]], regular: Regular
    ) -> list[list[Fraction]]:
        """The products h of the pivots that make the numbers of each contrast unbiased."""
        sizes = [list(map(mul, xi, self.units)) for xi in free]
        wanted = [[Fraction(1)] * len(self.parts[0])]
        for c, own, seen in zip(
            contrasts, sizes, products(sizes, _columns(self.parts)), strict=True
        ):
            base = self.base * sum(own, Fraction(0))
            wanted.append([(x - base) / self.rise - y for x, y in zip(c, seen, strict=True)])
        ones, *alone = regular.solved(wanted)
        # Patterns are base + rise m: a rank-one change of the equations in m (Sherman, Morrison).
        share = Fraction(self.base) / self.rise
        found = []
        for own in alone:
            more = share * sum(own) / (1 + share * sum(ones))
            found.append([x - more * y for x, y in zip(own, ones, strict=True)])
        return found

    def _pivots(self) -> list[int]:
        """Independent patterns, those whose weights are short before those that were solved for."""
        carried = set(self.carried)
        short = [n for n in range(len(self.parts)) if n not in carried]
        ordered = independent(self.parts, self.units, short)
        return independent(self.parts, self.units, [*carried], ordered)

    def _heaviest(self) -> list[int]:
        """Independent patterns, and the heaviest of the others."""
        pivots = self._pivots()
        masses = [float(w * sum(row)) for w, row in zip(self.weights, self.patterns, strict=True)]
        order = sorted(range(len(masses)), key=masses.__getitem__, reverse=True)
        others = [n for n in order if n not in pivots]
        return pivots + others[: SPARE * len(pivots)]

    def unbiased(self, contrasts: Sequence[Vector], near: Array) -> UnbiasedTable:
        """The table with numbers of its reports: unbiased, and near those in doubles."""
        return UnbiasedTable(self.patterns, self.weights, self.estimators(contrasts, near))

    def second_moments(self, estimators: list[list[Fraction]]) -> list[Fraction]:
        """sum_i x_i^2 P(i|j) of all estimators together, truth by truth."""
        return UnbiasedTable(self.patterns, self.weights, estimators).second_moments()

    def moments(
        self, estimators: Sequence[Sequence[Fraction]], prior: Sequence[Fraction]
    ) -> list[Fraction]:
        """sum_i x_i^2 q.P_i of each estimator."""
        (means,) = products([prior], self.patterns)
        seen = [w * mean for w, mean in zip(self.weights, means, strict=True)]
        squares = entrywise(lambda x: x * x, estimators)
        return [moment for (moment,) in products(squares, [seen])]

    def covariance(
        self, estimators: Sequence[Sequence[Fraction]], prior: Sequence[Fraction]
    ) -> list[list[Fraction]]:
        """At a prior, of unbiased estimators of its entries."""
        (means,) = products([prior], self.patterns)
        seen = [w * mean for w, mean in zip(self.weights, means, strict=True)]
        heavy = [list(map(mul, row, seen)) for row in estimators]
        moments = products(heavy, estimators)
        found = []
        for p, row in zip(prior, moments, strict=True):
            found.append([x - p * q for x, q in zip(row, prior, strict=True)])
        return found


@dataclass(frozen=True)
class NumberedTable(ExactTable):
    """A table whose reports have their numbers already."""

    numbers: list[list[Fraction]]

    def estimators(self, contrasts: Sequence[Vector], near: Array) -> list[list[Fraction]]:
        return self.numbers


def given_table(rows: Sequence[Pattern]) -> ExactTable:
    """A table that is given row by row.

    Rows of which none has a zero are w (1 + rise m), so that near gamma = 1 they are told apart by
    m, which is of size one.
    """
    patterns = [tuple(row) for row in rows]
    ones = [Fraction(1)] * len(patterns)
    least = [min(row) for row in patterns]
    lost = 1 - sum(least, Fraction(0))
    if not all(least) or not lost:
        return ExactTable(patterns, ones, 0, Fraction(1), patterns, ones, [])
    highs = [max(row) / low for row, low in zip(patterns, least, strict=True)]
    rise = max(highs) - 1
    parts = []
    for row, low in zip(patterns, least, strict=True):
        parts.append(tuple((x / low - 1) / rise for x in row))
    units = [low * rise / lost for low in least]
    return ExactTable(patterns, ones, 1, rise, parts, units, [])


def exact_table(pool: ExactPool, keys: Keys, sizes: Array, bits: int = WEIGHT_BITS) -> ExactTable:
    """The table of these patterns with weights near those of their features."""
    weights = sizes / np.array([pool.scale(key) for key in keys])
    kept = [n for n in np.argsort(-weights, kind="stable") if weights[n] > 0]
    return table_near(pool, keys[kept], weights[kept], bits)


def table_near(pool: ExactPool, keys: Keys, weights: Array, bits: int = WEIGHT_BITS) -> ExactTable:
    """The table of these patterns, in their order, with weights near these."""
    parts = [pool.parts(key) for key in keys]
    patterns = [pool.pattern(key) for key in keys]
    if not len(pool.deltas):
        return table_of_parts(patterns, parts, pool.split(), weights, bits)
    table = table_of_parts(patterns, parts, pool.split(), weights, BUDGET_BITS)
    share = float(_beyond_budgets(pool, table)) * SPARING
    if share:
        # Where the heaviest reports, which are solved for, take nothing the others take less.
        table = table_of_parts(patterns, parts, pool.split(), weights * (1 - share), BUDGET_BITS)
    return _within_budgets(pool, table)


def table_of_runs(masks: Array, gamma: Fraction, weights: Array) -> ExactTable:
    """The table of the patterns that are gamma on a mask and 1 elsewhere."""
    parts = list(entrywise(lambda high: Fraction(int(high)), masks))
    patterns = list(entrywise(lambda high: gamma if high else Fraction(1), masks))
    return table_of_parts(patterns, parts, (1, gamma - 1), weights)


def table_of_parts(
    patterns: list[Pattern],
    parts: list[Vector],
    split: tuple[int, Fraction],
    weights: Array,
    bits: int = WEIGHT_BITS,
) -> ExactTable:
    """The table of patterns base + rise m with weights near these."""
    base, rise = split
    doubles = np.array(parts, dtype=float)
    units = weights / float((weights @ doubles).mean()) if base else weights
    exact, carried = _solved_units(parts, units, bits)
    whole = base * sum(exact, Fraction(0)) + rise
    return ExactTable(patterns, [u / whole for u in exact], base, rise, parts, exact, carried)


def _solved_units(
    parts: Sequence[Vector], units: Array, bits: int
) -> tuple[list[Fraction], list[int]]:
    """u with sum u m = 1, those of the heaviest independent patterns solved for."""
    found = [dyadic_near(u, u, bits) for u in units.tolist()]
    regular = Regular.of(parts, independent(parts, found, range(len(parts))))
    if len(regular.chosen) > MANY_TRUTHS:
        found = [smooth(u) for u in units.tolist()]
    for n in regular.chosen:
        found[n] = Fraction(0)
    (seen,) = products([found], _columns(parts))
    (solved,) = regular.solved([[1 - x for x in seen]])
    for n, u in zip(regular.chosen, solved, strict=True):
        found[n] = u
    if min(found) <= 0:
        raise ArithmeticError("the rounded weights are no table")
    return found, regular.chosen


@dataclass(frozen=True)
class Regular:
    """Independent patterns, and as many truths on which they stay so.

    What one contrast needs may leave some truths alike: their equations follow from the others.
    """

    chosen: list[int]
    truths: list[int]
    matrix: Any
    columns: list[Vector]

    @staticmethod
    def of(parts: Sequence[Vector], chosen: list[int]) -> Regular:
        """Of these patterns."""
        truths = sorted(most_independent(_to_one([parts[n] for n in chosen]).T, len(chosen))[0])
        columns = [parts[n] for n in chosen]
        matrix = rational_matrix(picked(column, truths) for column in columns).transpose()
        return Regular(chosen, truths, matrix, columns)

    def solved(self, wanted: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
        """Factors of the patterns with each of these sums."""
        right = rational_matrix(picked(sums, self.truths) for sums in wanted).transpose()
        found = fraction_rows(self.matrix.solve(right).transpose())
        left_out = [j for j in range(len(self.columns[0])) if j not in self.truths]
        entries = list(zip(*self.columns, strict=True))
        follows = products(found, picked(entries, left_out))
        for sums, seen in zip(wanted, follows, strict=True):
            if tuple(seen) != picked(sums, left_out):
                raise ArithmeticError("the equations that are left out do not follow")
        return found


def _columns(rows: Sequence[Sequence[Fraction]]) -> list[tuple[Fraction, ...]]:
    return list(zip(*rows, strict=True))


def _to_one(patterns: Sequence[Vector]) -> Array:
    """Each divided by its largest entry, in doubles; a row of zeros stays."""
    rows = np.array(patterns, dtype=float)
    tops = rows.max(axis=1, keepdims=True)
    return rows / np.where(tops > 0, tops, 1.0)


def independent(
    parts: Sequence[Vector],
    units: Sequence[Fraction],
    among: Sequence[int],
    first: Sequence[int] = (),
) -> list[int]:
    """Patterns that span as much as they can with the `first` ones, the heaviest ones.

    >>> one, zero = Fraction(1), Fraction(0)
    >>> independent([(one, zero), (one, zero), (zero, one)], [one, one / 2, one], [0, 1, 2])
    [0, 2]
    """
    chosen = list(first)
    if not len(among) or len(chosen) == len(parts[0]):
        return chosen
    masses = [float(units[n]) * max(map(float, parts[n])) for n in among]
    heavy = _to_one([parts[n] for n in among]) * np.sqrt(masses)[:, None]
    largest = np.linalg.norm(heavy, axis=1).max()
    if chosen:
        basis = np.linalg.qr(_to_one([parts[n] for n in chosen]).T)[0]
        heavy -= heavy @ basis @ basis.T
    order, sizes = most_independent(heavy, len(parts[0]) - len(chosen))
    rank = int((np.array(sizes) > DEPENDENT * max(largest, 1e-300)).sum())
    return chosen + [among[n] for n in sorted(order[:rank])]


def _beyond_budgets(pool: ExactPool, table: ExactTable) -> Fraction:
    """The share by which a table must take less, so that it exceeds no budget."""
    share = Fraction(0)
    spent = pool.spent(table.patterns, table.weights)
    for used, delta in zip(spent, pool.deltas, strict=True):
        if used > delta:
            # Rounded up: (1 - share) used is then at most delta.
            share = max(share, -((used - delta) / used // -SLACK) * SLACK)
    return share


def _within_budgets(pool: ExactPool, table: ExactTable) -> ExactTable:
    """The table with a little of it replaced by a report on nothing, if it exceeds a budget.

    That part joins the heaviest report, which takes no more of any budget for it.
    """
    share = _beyond_budgets(pool, table)
    if not share:
        return table
    weights = [(1 - share) * w for w in table.weights]
    patterns = list(table.patterns)
    heavy = max(range(len(weights)), key=weights.__getitem__)
    more = share / weights[heavy]
    patterns[heavy] = tuple(x + more for x in patterns[heavy])
    return ExactTable(patterns, weights, 0, Fraction(1), patterns, weights, table.carried)


@cache
def _half(primes: tuple[int, ...]) -> tuple[Array, list[int]]:
    """All products by the part of their binary logarithm after the point, in order."""
    numbers = []
    for powers in product(range(MOST + 1), repeat=len(primes)):
        numbers.append(prod(p**e for p, e in zip(primes, powers, strict=True)))
    parts = np.array([log2(n) % 1.0 for n in numbers])
    order = np.argsort(parts)
    return parts[order], [numbers[n] for n in order]


def smooth(value: float) -> Fraction:
    """A product of these primes and a power of two near a positive number.

    >>> round(float(smooth(1 / 3) * 3), 7), round(float(smooth(7e-5) / Fraction(7, 10**5)), 7)
    (1.0, 1.0)
    """
    left, left_numbers = _half(LEFT)
    right, right_numbers = _half(RIGHT)
    wanted = (log2(value) - left) % 1.0
    above = np.searchsorted(right, wanted) % len(right)
    # Place -1 is the last: parts of logarithms lie on a circle.
    distances = np.array([_around(right[above - side] - wanted) for side in (0, 1)])
    side, place = np.unravel_index(int(distances.argmin()), distances.shape)
    whole = left_numbers[place] * right_numbers[above[place] - side]
    return whole * Fraction(2) ** round(log2(value) - log2(whole))


def _around(distances: Array) -> Array:
    """On a circle of length one."""
    return np.abs(distances - np.round(distances))
