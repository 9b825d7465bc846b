"""Levels: which pairs of truths a criterion binds, and by how much.

A matrix G bounds every report i: P(i | a) <= g_ab P(i | b), up to a total mass delta_ab of the
reports. Where g_ab is irrational two rationals enclose it, entry by entry: tables obey the lower
one, bounds on every table hold for the upper one.

The pairs without a delta bind along paths, g_ab <= g_ac g_cb, so they are *closed*: replaced by
their cheapest product. Pairs with a delta are no part of that, for theirs would add up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any, cast

from rropt.exact import Gamma, gamma_from_value, over_common_denominator, text
from rropt.exact.entries import entrywise, picked, scaled, unit
from rropt.patterns.alcoved import alcoved_patterns, from_root, tree_patterns
from rropt.patterns.extreme import Pattern, evaluate, extreme_patterns
from rropt.patterns.planes import arrangement_patterns
from rropt.privacy.bound_forms import LOW, BoundForm, Key

OO = math.inf
"""No bound between two truths."""

CLOSE = 1e-9
"""Logarithms in doubles this far apart are so beyond all rounding; the others are compared exactly.
"""

Entry = Fraction | float
"""A rational, or OO."""

Matrix = tuple[tuple[Entry, ...], ...]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Levels:
    """A matrix lo <= G <= hi with closed pure pairs, and the delta of each pair."""

    lo: Matrix
    hi: Matrix
    deltas: tuple[tuple[Fraction, ...], ...]
    epsilon: Fraction | None = None
    """The rational epsilon of entries exp(epsilon d), where there is one."""

    distances_squared: tuple[tuple[Fraction, ...], ...] | None = None
    """d^2, entry by entry, beside `epsilon`."""

    singles: tuple[int, ...] = ()
    """Truths of which alone a report may be without any bound."""

    has_orders = False
    rho = None

    @property
    def truths(self) -> int:
        return len(self.lo)

    @property
    def is_exact(self) -> bool:
        """Whether every entry is a known rational, or OO."""
        return self.lo == self.hi

    @property
    def width(self) -> Fraction:
        """The largest distance between the ends of an entry."""
        pairs = ((self.lo[a][b], self.hi[a][b]) for a, b in self.bound_pairs)
        return max((Fraction(hi) - Fraction(lo) for lo, hi in pairs), default=Fraction(0))

    def of_truths(self, kept: Sequence[int]) -> Levels:
        """Of some truths alone."""
        lo, hi = (tuple(picked(matrix[a], kept) for a in kept) for matrix in (self.lo, self.hi))
        return Levels(lo, hi, tuple(picked(self.deltas[a], kept) for a in kept))

    def at_lower_end(self) -> Levels:
        """The rational levels that tables obey, for tables and bounds alike."""
        return Levels(self.lo, self.lo, self.deltas, singles=self.singles)

    @property
    def is_pure(self) -> bool:
        """Whether no pair has a delta."""
        return not self.approximate

    @cached_property
    def is_everywhere(self) -> bool:
        """Whether levels bound every truth beside every other, without a delta."""
        k = self.truths
        return self.is_pure and not self.singles and len(self.bound_pairs) == k * (k - 1)

    @cached_property
    def bound_pairs(self) -> tuple[Pair, ...]:
        """The ordered pairs with a finite bound."""
        pairs = permutations(range(self.truths), 2)
        return tuple((a, b) for a, b in pairs if self.hi[a][b] != OO)

    @cached_property
    def approximate(self) -> dict[Key, Fraction]:
        """The pairs with a delta above zero."""
        if not any(map(any, self.deltas)):
            return {}
        found: dict[Key, Fraction] = {(a, b): self.deltas[a][b] for a, b in self.bound_pairs}
        return {pair: delta for pair, delta in found.items() if delta}

    @cached_property
    def one_sided(self) -> tuple[tuple[int, ...], Gamma]:
        """The truths that one number protects from all others, and the number; no truths where
        levels are of another form.

        Reports of one other truth alone, beside reports that are bound for all truths, are no less:
        any row that protects some truths from all others is made of these.

        >>> zero = (Fraction(0),) * 2
        >>> Levels(((1, 3), (OO, 1)), ((1, 3), (OO, 1)), (zero, zero)).one_sided[0]
        (0,)
        >>> Levels(((1, 3), (3, 1)), ((1, 3), (3, 1)), (zero, zero), singles=(1,)).one_sided[0]
        (0,)
        """
        # One entry a row guesses the form, which is compared with all entries below.
        bound = tuple(a for a, row in enumerate(self.hi) if row[a - 1] is not OO)
        protected = tuple(a for a in bound if a not in self.singles)
        if not protected or self.truths == 1 or not self.is_pure:
            return (), NO_LEVEL
        if self.singles and len(bound) < self.truths:
            return (), NO_LEVEL
        first = protected[0]
        other = protected[0] - 1
        lo, hi = (cast(Fraction, matrix[first][other]) for matrix in (self.lo, self.hi))
        found = Gamma(lo, hi, self.epsilon if lo < hi else None)
        squares = self.distances_squared
        is_number = lo == hi or (squares is not None and squares[first][other] == 1)
        rows = one_sided_rows(self.truths, bound, found)
        is_one_sided = is_number and (self.lo, self.hi) == rows
        return (protected, found) if is_one_sided else ((), NO_LEVEL)

    def pure(self, matrix: Matrix) -> Matrix:
        """`matrix` (lo or hi) on the pure pairs, OO on all others.

        >>> two = Levels(((1, 3), (2, 1)), ((1, 3), (2, 1)), ((0, 1), (0, 0)))
        >>> two.pure(two.lo)
        ((1, inf), (2, 1))
        """
        found = list(map(list, matrix))
        for a, b in self.approximate:
            found[a][b] = OO
        return tuple(map(tuple, found))

    def at(self, end: int) -> Matrix:
        """The matrix of the lower or the upper ends."""
        return self.lo if end == LOW else self.hi

    def excess(self, end: int, pair: Key, row: Sequence[Fraction]) -> Fraction:
        """[r_a - g_ab r_b]_+ for the lower or the upper ends."""
        a, b = pair
        return max(row[a] - Fraction(self.at(end)[a][b]) * row[b], Fraction(0))

    def excesses(self, end: int, row: Sequence[Fraction]) -> dict[Key, Fraction]:
        """What a row takes of each delta that it takes something of."""
        whole, unit = over_common_denominator(row)
        found: dict[Key, Fraction] = {}
        for (a, b), (top, bottom) in self._ratios[end].items():
            over = bottom * whole[a] - top * whole[b]
            if over > 0:
                found[a, b] = Fraction(over, bottom * unit)
        return found

    @cached_property
    def _ratios(self) -> tuple[dict[Pair, tuple[int, int]], ...]:
        """The levels of pairs with a delta as numerators and denominators, for either end."""
        pairs = [pair for pair in self.bound_pairs if pair in self.approximate]
        low = {(a, b): _ratio(self.lo[a][b]) for a, b in pairs}
        high = {(a, b): _ratio(self.hi[a][b]) for a, b in pairs}
        return low, high

    def allowed(self, end: int) -> dict[Key, Fraction]:
        """The deltas of the pairs that have one, whichever the end."""
        return self.approximate

    def patterns(self, end: int) -> list[Pattern]:
        """The extreme patterns for the lower or the upper ends.

        >>> levels = Levels(((1, 3), (2, 1)), ((1, 3), (2, 1)), ((0, 0), (0, 0)))
        >>> [tuple(map(str, pattern)) for pattern in levels.patterns(LOW)]
        [('1', '2'), ('3', '1')]
        """
        matrix = self.at(end)
        if self.uniform is not None and matrix[0][1] > 1:
            ends = list(extreme_patterns(self.truths, self.uniform[2]))
            if self.is_pure:
                ends.sort(key=lambda exponents: exponents[::-1])  # the first truth runs fastest
            return [evaluate(exponents, Fraction(matrix[0][1])) for exponents in ends]
        if self.singles:
            alone = [unit(self.truths, truth) for truth in self.singles]
            return sorted({*alcoved_patterns(matrix), *alone})
        if self.is_pure:
            # Levels of one leave the constant row alone.
            if max(map(max, matrix)) <= 1:
                return [(Fraction(1),) * self.truths]
            pairs = self.tree(end)
            return tree_patterns(matrix, pairs) if pairs else alcoved_patterns(matrix)
        return arrangement_patterns(matrix, self.pure(matrix))

    @cached_property
    def of_cut_rows(self) -> tuple[Levels, Levels]:
        """Levels without a delta: those that tables may have, and those of rows whose entries are
        cut to the levels of all pairs, larger where these do not follow from each other, g_ab >
        g_ac g_cb.
        """
        zero = ((Fraction(0),) * self.truths,) * self.truths
        above = [list(row) for row in self.hi]
        # Where truth c is cut to g_cb of truth b, another may be g_ab.
        for c, b in self.approximate:
            for a in range(self.truths):
                if a not in (b, c):
                    above[a][c] = max(above[a][c], self.hi[a][b] / self.hi[c][b])
        ends = closed(self.lo, zero), closed(tuple(map(tuple, above)), zero)
        return Levels(ends[0], ends[0], zero), Levels(ends[1], ends[1], zero)

    def tree(self, end: int) -> tuple[Pair, ...]:
        """The pairs, each both ways, from which all bounds follow, where these are a tree.

        >>> Levels(((1, 3), (2, 1)), ((1, 3), (2, 1)), ((0, 0), (0, 0))).tree(LOW)
        ((0, 1), (1, 0))
        """
        return self._trees[end]

    @cached_property
    def _trees(self) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
        return self._tree_of(self.lo), self._tree_of(self.hi)

    def _tree_of(self, matrix: Matrix) -> tuple[Pair, ...]:
        if self.singles or not self.is_pure:
            return ()
        pairs = essential(matrix)
        return pairs if is_tree(pairs, self.truths) else ()

    def is_infinite(self, row: Sequence[Fraction]) -> bool:
        """No row breaks a level alone that it does not break as a pattern."""
        return False

    def bound_forms(self, end: int) -> list[BoundForm]:
        """r_a - g_ab r_b for the lower (0) or the upper (1) ends, without those that follow."""
        return list(self._bound_forms[end])

    @cached_property
    def _bound_forms(self) -> tuple[tuple[BoundForm, ...], tuple[BoundForm, ...]]:
        return self._forms_of(self.lo), self._forms_of(self.hi)

    def _forms_of(self, matrix: Matrix) -> tuple[BoundForm, ...]:
        one = Fraction(1)
        found = []
        for a, b in (*essential(self.pure(matrix)), *self.approximate):
            terms = (a, one), (b, -Fraction(matrix[a][b]))
            found.append(BoundForm((a, b), (a, b), one, terms, self.approximate.get((a, b))))
        return tuple(found)

    def is_free(self, row: Sequence[Fraction]) -> bool:
        """Whether a row belongs to one of the singles alone."""
        support = [truth for truth, x in enumerate(row) if x]
        return len(support) == 1 and support[0] in self.singles

    def spent(self, rows: Sequence[Sequence[Fraction]]) -> dict[Pair, Fraction]:
        """sum over the rows of [r_a - lo_ab r_b]_+ for each bound pair."""
        rows = [row for row in rows if not self.is_free(row)] if self.singles else rows
        whole = [over_common_denominator(row) for row in rows]
        unit = math.lcm(*(below for _, below in whole))
        table = [scaled(row, unit // below) for row, below in whole]
        return {
            (a, b): _excess(table, a, b, Fraction(self.lo[a][b])) / unit
            for a, b in self.bound_pairs
        }

    def obeyed_by(self, rows: Sequence[Sequence[Fraction]]) -> bool:
        """Whether a table (one row a report) keeps every bound for `lo`, decided exactly."""
        return all(spent <= self.deltas[a][b] for (a, b), spent in self.spent(rows).items())

    def shown_of(self, rows: Sequence[Sequence[Fraction]]) -> Levels:
        """The same: whether a table obeys a matrix needs no evidence."""
        return self

    def record(self) -> dict[str, Any]:
        """The matrix; its upper ends, epsilon and squared distances where it is irrational.

        >>> Levels(((1, 3), (OO, 1)), ((1, 3), (OO, 1)), ((0, 0), (0, 0))).record()
        {'gamma': [['1', '3'], ['oo', '1']], 'delta': '0'}
        """
        deltas: Any = [list(map(text, row)) for row in self.deltas]
        record = {"gamma": matrix_json(self.lo), "delta": "0" if self.is_pure else deltas}
        if self.singles:
            record["singles"] = list(self.singles)
        if self.is_exact:
            return record
        record["above"] = matrix_json(self.hi)
        if self.epsilon is not None and self.distances_squared is not None:
            record["epsilon"] = text(self.epsilon)
            record["distances_squared"] = _squares(self.lo, self.distances_squared)
        return record

    @cached_property
    def uniform(self) -> tuple[Fraction, Fraction, Fraction] | None:
        """(lo, hi, delta) where all pairs have the same; None otherwise."""
        if self.singles:
            return None
        if not all(map(_is_even, (self.lo, self.hi, self.deltas))):
            return None
        lo = self.lo[0][1]
        hi = self.hi[0][1]
        delta = self.deltas[0][1]
        return None if hi == OO else (Fraction(lo), Fraction(hi), delta)


NO_LEVEL = gamma_from_value(1)


def _is_even(matrix: Matrix) -> bool:
    """Whether all entries but the diagonal are equal; the same object is met at once."""
    entry = matrix[0][1]
    rest = len(matrix) - 1
    return all(row.count(entry) - (row[a] == entry) == rest for a, row in enumerate(matrix))


def one_sided_rows(truths: int, protected: Iterable[int], gamma: Gamma) -> tuple[Matrix, Matrix]:
    """Both ends of gamma for a protected truth and any other one, OO for truths that are not.

    >>> one_sided_rows(2, [1], gamma_from_value(3))[0]
    ((Fraction(1, 1), inf), (Fraction(3, 1), Fraction(1, 1)))
    """
    chosen = set(protected)
    one = Fraction(1)

    def rows(level: Fraction) -> Matrix:
        every: dict[bool, tuple[Entry, ...]] = {
            True: (level,) * truths,
            False: (OO,) * truths,
        }
        found = ((a, every[a in chosen]) for a in range(truths))
        return tuple((*row[:a], one, *row[a + 1 :]) for a, row in found)

    return rows(gamma.lo), rows(gamma.hi)


def matrix_json(matrix: Matrix) -> list[list[str]]:
    """Rationals as strings, "oo" for no bound.

    >>> matrix_json(((Fraction(1), OO), (Fraction(3, 2), Fraction(1))))
    [['1', 'oo'], ['3/2', '1']]
    """
    return [list(map(_entry_text, row)) for row in matrix]


def _entry_text(g: Entry) -> str:
    return "oo" if g == OO else text(Fraction(g))


def _squares(matrix: Matrix, squares: tuple[tuple[Fraction, ...], ...]) -> list[list[str]]:
    shown = entrywise(lambda g, square: "oo" if g == OO else text(square), matrix, squares)
    return list(map(list, shown))


def _ratio(level: Entry) -> tuple[int, int]:
    return Fraction(level).as_integer_ratio()


def _excess(rows: Sequence[Sequence[int]], a: int, b: int, gamma: Fraction) -> Fraction:
    top, bottom = gamma.as_integer_ratio()
    over = (bottom * row[a] - top * row[b] for row in rows)
    return Fraction(sum(x for x in over if x > 0), bottom)


def closed(matrix: Matrix, deltas: Sequence[Sequence[Fraction]]) -> Matrix:
    """The matrix with each pure entry replaced by the cheapest product along pure pairs.

    >>> zero = ((0, 0, 0),) * 3
    >>> closed(((1, 2, 9), (OO, 1, 3), (OO, OO, 1)), zero)[0]
    (1, 2, 6)
    """
    k = range(len(matrix))
    paths = list(map(list, entrywise(lambda g, delta: OO if delta else g, matrix, deltas)))
    logs = _logarithms(paths)
    # In Floyd and Warshall's order: after c, paths through all middles up to c are cheapest.
    for c in k:
        for a in k:
            if a == c or paths[a][c] == OO:
                continue
            limits = logs[a]
            # Rounding may hide that a path is shorter: what is in doubt is compared exactly.
            first = logs[a][c] - CLOSE
            for b in [b for b in k if first + logs[c][b] < limits[b]]:
                path = paths[a][c] * paths[c][b]
                if b not in (a, c) and path < paths[a][b]:
                    paths[a][b] = path
                    limits[b] = _logarithm(path)
    return entrywise(lambda g, delta, path: g if delta else path, matrix, deltas, paths)


def _logarithms(matrix: Sequence[Sequence[Fraction | float]]) -> list[list[float]]:
    """In doubles: they say which products are worth an exact comparison."""
    return [list(map(_logarithm, row)) for row in matrix]


def _logarithm(level: Fraction | float) -> float:
    if level == OO:
        return math.inf
    numerator, denominator = Fraction(level).as_integer_ratio()
    return math.log(numerator) - math.log(denominator)


def essential(matrix: Matrix) -> tuple[Pair, ...]:
    """The pairs of a closed matrix from whose bounds all others follow.

    >>> essential(((1, 2, 4), (2, 1, 2), (4, 2, 1)))
    ((0, 1), (1, 0), (1, 2), (2, 1))
    """
    k = len(matrix)
    logs = _logarithms(matrix)
    columns = list(zip(*logs, strict=True))
    found = []
    for a in range(k):
        for b in range(k):
            if a != b and matrix[a][b] < OO:
                limit = logs[a][b] + CLOSE
                both = zip(logs[a], columns[b], strict=True)
                near = [c for c, (first, second) in enumerate(both) if first + second < limit]
                if not _follows(matrix, a, b, near):
                    found.append((a, b))
    return tuple(found)


def is_tree(pairs: Sequence[Pair], truths: int) -> bool:
    """Whether pairs, each both ways, connect all truths and no two of them twice.

    >>> is_tree([(0, 1), (1, 0), (1, 2), (2, 1)], 3), is_tree([(0, 1), (1, 2), (2, 0), (1, 0)], 3)
    (True, False)
    """
    both_ways = {(b, a) for a, b in pairs} == {*pairs}
    return both_ways and len(pairs) == 2 * (truths - 1) == 2 * len(from_root(pairs))


def _follows(matrix: Matrix, a: int, b: int, middles: Sequence[int]) -> bool:
    """Whether g_ab is the product of two bounds above one; bounds of one are kept."""
    for c in middles:
        first = matrix[a][c]
        second = matrix[c][b]
        if (
            c not in (a, b)
            and 1 < first < OO
            and 1 < second < OO
            and first * second <= matrix[a][b]
        ):
            return True
    return False
