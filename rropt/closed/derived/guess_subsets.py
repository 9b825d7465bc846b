"""The best guess under any prior, for every number of truths: the best subset of truths.

    optimum = delta + (1 - delta) max_A gamma q(A) / (gamma + |A| - 1)

**Table.** With probability delta report the truth; else one of the |A| truths of A: a truth of A
reports itself with gamma/(gamma + |A| - 1) and each other of A with 1/(gamma + |A| - 1), a truth
outside reports each of A with 1/|A|, which lies between the two.

**Prices.** Let A be a best subset, V its ratio. Put y_i = (gamma q_i - V)/(gamma - 1) on A and 0
elsewhere; they add up to V. That A is best says y_i >= 0 on A and gamma q_i <= V outside: dropping
or adding i would give more otherwise. The pairs cost z_ib = y_b/gamma for i in A, y_b q_i/V for i
outside (b in A, b != i), in sum 1 - V. For the guess i take the multipliers f_ib = z_ib:

    y_i - q_i + sum_b f_ib = 0,        y_b - gamma f_ib >= 0,

so the prices cover, and the bound sum y + delta sum z = V + delta (1 - V) is met.

Where truths are alike only the size m of the subset counts: which m on which stretch of gamma.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice, pairwise

import sympy as sp

from rropt.closed.derived import region_cover, smt
from rropt.closed.derived.envelope import Envelope
from rropt.closed.derived.region_cover import Cover, CoverCell, beside
from rropt.closed.derived.subset_laws import SubsetLaw
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.validity import (
    Box,
    Condition,
    Point,
    Range,
    ValidityRegion,
    at,
    oriented,
    region,
)
from rropt.closed.symbols import delta, gamma
from rropt.exact.convert import fraction
from rropt.exact.entries import two_valued
from rropt.patterns.extreme import OUTSIDE, Exponents, ordered_pairs

SPREAD = 2000
"""Points at which best subsets under open masses are looked for first, for they cost less than a
question to z3: 0.1 s for all of them; 300 meet the 15 subsets of four truths in the simplex."""

SOLVED = 3
"""Truths up to which the solvers prove the cover: 1 s for three, 49 s for four."""

EVERY_SUBSET = "each value is that of a table, whatever the parameters"
BEST_SUBSET = (
    "a best subset meets its own conditions: to drop or to add a truth would give more otherwise"
)


@dataclass(frozen=True)
class GuessSubsets:
    """The best subset, with the masses of the truths as numbers or expressions."""

    box: Box
    fixed: Point
    prior: tuple[sp.Expr, ...]

    @cached_property
    def by_number(self) -> bool:
        """Whether all masses are numbers, so that their order is known."""
        return all(mass.is_Rational for mass in self.prior)

    def found(self) -> tuple[tuple[SymbolicBasis, ...], Cover]:
        """The pieces, and why they cover the box."""
        pieces = self.pieces()
        return pieces, self.cover(pieces)

    def pieces(self) -> tuple[SymbolicBasis, ...]:
        """The pieces at these points and, for open masses, all others that are not empty."""
        found: dict[tuple[int, ...], SymbolicBasis] = {}
        for point in self.points():
            subset = self._best_at(point)
            if subset not in found:
                found[subset] = self.derive(point)
        if not self.by_number:
            found.update(self._others(set(found)))
        return tuple(found.values())

    def _others(self, met: set[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], SymbolicBasis]]:
        """Subsets that no spread point met, where z3 finds a point inside their conditions.

        A piece without an inner point is not needed: the others are closed, and dense without it.
        """
        k = len(self.prior)
        for size in range(1, k + 1):
            for subset in set(combinations(range(k), size)) - met:
                conditions = self._conditions(subset, self._value(subset))
                inner = smt.point_inside(self.box, conditions)
                if inner is not None:
                    yield subset, self.derive(inner)

    def points(self) -> Iterator[Point]:
        """One point inside each piece, where the masses are known; else the spread points.

        Truth m + 1 in the order of the masses is guessed above gamma = Q_m / q_(m+1) - m + 1, and
        these numbers grow with m.
        """
        start = next(self.box.points())
        if not self.by_number:
            yield from islice(self.box.points(), SPREAD)
            return
        line = next((entry for entry in self.box.ranges if entry[0] == gamma), None)
        if line is None:
            yield start
            return
        _, lo, hi = line
        inside = {x for x in switches_of(list(map(fraction, self.prior))) if lo < x}
        ends = sorted(x for x in inside if hi is None or x < hi)
        for level in beside([(end, end) for end in ends], lo, hi):
            yield {**start, gamma: level}

    def envelope(self, pieces: Sequence[SymbolicBasis]) -> Envelope | None:
        """The optimum is the largest value because every subset has a table."""
        values = tuple(dict.fromkeys(piece.value for piece in pieces))
        return Envelope("max", values, reason=EVERY_SUBSET) if len(values) > 1 else None

    def cover(self, pieces: Sequence[SymbolicBasis]) -> Cover:
        """By cells on a line, by solvers for few truths; else the theorem above on all subsets."""
        regions = [piece.region for piece in pieces]
        if self.by_number or len(self.prior) <= SOLVED:
            return region_cover.prove(self.box, regions)
        return Cover(BEST_SUBSET)

    def derive(self, point: Point) -> SymbolicBasis:
        """The best subset at a rational point, its table and prices, and where it stays best."""
        subset = self._best_at(point)
        value = self._value(subset)
        prices = self._prices(subset, value)
        patterns = self._patterns(subset)
        pairs = self._pair_prices(subset, value, prices)
        total = delta + (1 - delta) * value
        return SymbolicBasis(
            value=oriented(self._tidy(total), point),
            patterns=tuple((r, name, oriented(self._tidy(w), point)) for r, name, w in patterns),
            prices=tuple(oriented(self._tidy(y), point) for y in prices),
            pair_prices=tuple(oriented(self._tidy(z), point) for z in pairs),
            region=region(self._conditions(subset, value), self.box, point),
            point=point,
        )

    def _best_at(self, point: Point) -> tuple[int, ...]:
        place = {**self.fixed, **point}
        return tuple(best_subset([at(mass, place) for mass in self.prior], place[gamma]))

    def _value(self, subset: Sequence[int]) -> sp.Expr:
        inside = sp.Add(*(self.prior[i] for i in subset))
        return gamma * inside / (gamma + len(subset) - 1)

    def _prices(self, subset: Sequence[int], value: sp.Expr) -> list[sp.Expr]:
        chosen = set(subset)
        return [
            (gamma * mass - value) / (gamma - 1) if i in chosen else sp.Integer(0)
            for i, mass in enumerate(self.prior)
        ]

    def _pair_prices(
        self, subset: Sequence[int], value: sp.Expr, prices: Sequence[sp.Expr]
    ) -> list[sp.Expr]:
        """z_ab in the order of the pairs; none where delta is 0."""
        if self.fixed.get(delta) == 0:
            return []
        chosen = set(subset)
        return [
            prices[b] / gamma if a in chosen else prices[b] * self.prior[a] / value
            for a, b in ordered_pairs(len(self.prior))
        ]

    def _conditions(self, subset: Sequence[int], value: sp.Expr) -> list[sp.Expr]:
        """gamma q_i >= V on A and <= V outside; of known masses the least and the largest do."""
        chosen = set(subset)
        inside = [self.prior[i] for i in subset]
        outside = [mass for i, mass in enumerate(self.prior) if i not in chosen]
        if self.by_number:
            inside = [min(inside)]
            outside = [max(outside)] if outside else []
        low = [gamma * mass - value for mass in inside]
        high = [value - gamma * mass for mass in outside]
        return [self._tidy(condition) for condition in low + high]

    def _patterns(self, subset: Sequence[int]) -> list[tuple[Exponents, str, sp.Expr]]:
        """The rows of the table as patterns: outside A the level gamma with probability 1/|A|."""
        k = len(self.prior)
        size = len(subset)
        chosen = set(subset)
        each = (1 - delta) / (size * (gamma + size - 1))
        found = []
        for i in subset:
            # One such pattern and |A| - 1 of the next give a truth outside 1/|A|.
            raised = tuple(int(j == i or j not in chosen) for j in range(k))
            alone = two_valued({i}, k, 1, 0)
            found.append((raised if size > 1 else (0,) * k, f"guess {i}", self._first(size, each)))
            if 1 < size < k:
                found.append((alone, f"guess {i}", (size - 1) * each))
        if self.fixed.get(delta) != 0:
            for i in range(k):
                shown = tuple(0 if j == i else OUTSIDE for j in range(k))
                found.append((shown, f"guess {i}", delta))
        return found

    def _first(self, size: int, each: sp.Expr) -> sp.Expr:
        """The weight of the first pattern of a row: all truths at gamma are one level, 1."""
        if size == 1:
            return 1 - delta
        return size * each if size == len(self.prior) else each

    def _tidy(self, expression: sp.Expr) -> sp.Expr:
        return sp.factor(expression.subs(self.fixed))


def best_subset(masses: Sequence[Fraction], gamma: Fraction) -> list[int]:
    """The truths i with gamma q_i > V, V the largest gamma q(A)/(gamma + |A| - 1).

    Among the subsets of one size the likeliest truths are best, so k subsets are compared.

    >>> best_subset([Fraction(1, 5), Fraction(1, 2), Fraction(3, 10)], Fraction(2))
    [1, 2]
    """
    order = sorted(range(len(masses)), key=lambda i: -masses[i])
    best = inside = Fraction(0)
    for size, i in enumerate(order, start=1):
        inside += masses[i]
        best = max(best, gamma * inside / (gamma + size - 1))
    return sorted(i for i in order if gamma * masses[i] > best)


def switches_of(masses: Sequence[Fraction]) -> list[Fraction]:
    """The gamma above which the next likeliest truth is guessed too.

    >>> [str(x) for x in switches_of([Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)])]
    ['5/3', '3']
    """
    found = []
    inside = Fraction(0)
    ordered = sorted((mass for mass in masses if mass), reverse=True)
    for size, (mass, following) in enumerate(pairwise(ordered), start=1):
        inside += mass
        found.append(inside / following - size + 1)
    return found


WIDTH = Fraction(1, 10**12)
"""Relative width of the enclosure of a switch: twelve digits are shown."""

FARTHEST = 2**64
"""A switch beyond this gamma is not looked for: epsilon is 44 there."""

COVERED = (
    "each m is best up to one gamma, where it gives way to the one below: proved for every k "
    "(derive_for_every_k)"
)

EVERY_SIZE = "each value is that of a table, whatever gamma"

Ends = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class SubsetPieces:
    """The pieces of a law for one number of truths on a range of gamma."""

    law: SubsetLaw
    truths: int
    box: Box

    @property
    def line(self) -> Range:
        """The range of gamma: the only parameter."""
        return self.box.ranges[0]

    def found(self) -> tuple[tuple[SymbolicBasis, ...], Cover]:
        """The pieces from small gamma to large, and why they cover the range."""
        _, lo, hi = self.line
        switches = [(size, self.switch(size)) for size in range(1, self.law.largest(self.truths))]
        inside = [(m, ends) for m, ends in switches if ends[0] > lo and (not hi or ends[1] < hi)]
        # Larger gamma, smaller subsets: along the line sizes fall.
        roots = [ends for _, ends in sorted(inside, reverse=True)]
        points = beside(roots, lo, hi)
        pieces = tuple(self._piece(point) for point in points)
        cells = tuple(CoverCell(point, i) for i, point in enumerate(points))
        return pieces, Cover(COVERED, tuple(roots), cells, line=self.line)

    def envelope(self, pieces: Sequence[SymbolicBasis]) -> Envelope | None:
        """The optimum is the best of the values because every size has a table."""
        values = tuple(dict.fromkeys(piece.value for piece in pieces))
        if not self.law.best or len(values) == 1:
            return None
        return Envelope(self.law.best, values, reason=EVERY_SIZE)

    def switch(self, size: int) -> Ends:
        """Rationals around the gamma at which size + 1 gives way to size; equal where it is one.

        >>> from rropt.closed.derived.subset_laws import subset_law
        >>> from rropt.utility.at_prior import AOptimal
        >>> law = subset_law(AOptimal(["1/3"] * 3))
        >>> SubsetPieces(law, 5, Box(())).switch(1)[0] < 6**0.5 < 2.4495
        True
        """
        condition = self._enough(size)
        if condition is None:
            return Fraction(1), Fraction(1)
        low = Fraction(1)
        high = Fraction(2)
        # The law says that it fails up to one gamma and holds beyond, so that halving finds it.
        while not condition.holds({gamma: high}):
            low = high
            high = 2 * high
            if high > FARTHEST:
                return low, low
        while high - low > WIDTH * low:
            middle = (low + high) / 2
            low, high = (low, middle) if condition.holds({gamma: middle}) else (middle, high)
        return low, high

    def best_size(self, level: Fraction) -> int:
        """The smallest size that is as good as the next, as all larger ones are: the best one."""
        sizes = range(1, self.truths)
        return sizes[bisect_left(sizes, True, key=lambda size: self._is_enough(size, level))]

    def _is_enough(self, size: int, level: Fraction) -> bool:
        condition = self._enough(size)
        return condition is None or condition.holds({gamma: level})

    def _enough(self, size: int) -> Condition | None:
        """That a size is as good as the next; None where it always is."""
        enough = self.law.enough_at(self.truths, size)
        return None if enough is None else Condition(enough)

    def _piece(self, level: Fraction) -> SymbolicBasis:
        size = self.best_size(level)
        value = self.law.at(self.truths, size)
        patterns = []
        for many, share in self.law.table(self.truths, size):
            weight = sp.factor(share * self.truths / (many * gamma + self.truths - many))
            exponents = (1,) * many + (0,) * (self.truths - many)
            patterns.append((exponents, "", oriented(weight, {gamma: level})))
        return SymbolicBasis(
            value=value,
            patterns=tuple(patterns),
            prices=(value,) if self.law.best == "max" else (),
            pair_prices=(),
            region=ValidityRegion(tuple(self._conditions(size)), self.box),
            point={gamma: level},
            symmetric=True,
        )

    def _conditions(self, size: int) -> Iterator[Condition]:
        """As good as the next size and as the one before, where the range does not say so."""
        enough = self._enough(size)
        if enough is not None:
            yield enough
        before = self._enough(size - 1) if size > 1 else None
        if before is not None:
            yield Condition(-before.polynomial)
