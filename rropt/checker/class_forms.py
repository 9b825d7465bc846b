"""Symmetric matrices that do not tell the truths of a class apart, by few numbers.

The truths fall into classes of n_c. Let X be symmetric, and unchanged when truths of a class change
places: in the block of a class it has one entry on the diagonal and one beside it, in the block of
two classes it has one. Let *own*_c be the difference of the first two (0 for a class of one truth),
and *means*_cd the mean entry of a block.

X takes a vector that sums to zero in class c, and is zero elsewhere, to own_c times itself, and one
that is constant in classes, x_c in class c, to one that is so as well, sum_d means_cd n_d x_d in
class c. With the sums s_c of r over the classes hence

    r'Xr   = sum_c own_c (sum_{j in c} r_j^2 - s_c^2 / n_c) + sum_cd means_cd s_c s_d
    (XY)   : own is the product, means_cd is sum_e means_ce n_e means'_ed
    tr X   = sum_c (n_c - 1) own_c + sum_c n_c means_cc
    det X  = prod_c own_c^(n_c - 1) n_c * det means
    X^-1   : own is 1 / own, means is N^-1 means^-1 N^-1 with N the diagonal matrix of the n_c

and X is positive semidefinite exactly when every own_c >= 0 and the matrix of means is.

Where a certificate says so (`rounded`), a form is *rounded down* to X': every own and mean entry to
the multiple of h = 2^-256 below it, and then means_cc is less by m h for m classes. X - X' is
positive semidefinite: own was cut, and of sum_cd means_cd s_c s_d at least -h (sum |s_c|)^2, which
is at least -m h sum s_c^2 by Cauchy and Schwarz. So X' >= 0 shows X >= 0, and where J' > 0 is below
J, J'^-1 is above J^-1: what is shown of a trace or a largest eigenvalue of J'^-1 as an upper bound
holds for J^-1.

What an elimination leaves of such a form, means_de - means_dc means_ce / means_cc, is rounded down
as well, so that no number is longer than those at the start. It is the lower the lower the form is:
x'Mx is least over x_c where x_c is eliminated, and of a lower form the least is lower. So no pivot
is overstated, and of the matrix (M, I; I, 0) at most -M^-1 is left once M has been eliminated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from .cleared import cleared, cleared_rows
from .convex_utility import ConvexUtility
from .fields import Ends, Vector, Vectors, exact_dot, exact_sum, matrix, rationals, record
from .private_table import Row, along
from .semidefinite import pivots
from .verdict import need, well_formed

GRID = 1 << 256
"""Of forms that are rounded down."""

MAX_ROUNDED = 1 << 80
"""Below which their entries are, so that they are short."""

LARGE = "a form that is rounded down has a large entry"

Powers = list[tuple[Fraction, int]]


@dataclass(frozen=True)
class ClassForm:
    """A symmetric matrix by its `own` and its `means`."""

    sizes: list[int]
    own: Vector
    means: Vectors

    def times(self, other: ClassForm) -> Vectors:
        """The means of the product."""
        weighed = [self.weighed(row) for row in self.means]
        columns = list(zip(*other.means, strict=True))
        return [[exact_dot(row, column) for column in columns] for row in weighed]

    def between(self, middle: ClassForm) -> ClassForm:
        """X Y X, Y the middle."""
        own = [x * y * x for x, y in zip(self.own, middle.own, strict=True)]
        left = ClassForm(self.sizes, own, self.times(middle))
        return ClassForm(self.sizes, own, left.times(self))

    def square(self) -> ClassForm:
        """X X."""
        return ClassForm(self.sizes, [x * x for x in self.own], self.times(self))

    def trace(self) -> Fraction:
        """The sum of the diagonal."""
        apart = [(n - 1) * x for n, x in zip(self.sizes, self.own, strict=True)]
        constant = [
            n * row[c] for c, (n, row) in enumerate(zip(self.sizes, self.means, strict=True))
        ]
        return exact_sum([*apart, *constant])

    def trace_with(self, other: ClassForm) -> Fraction:
        """The trace of the product."""
        own = [x * y for x, y in zip(self.own, other.own, strict=True)]
        return ClassForm(self.sizes, own, self.times(other)).trace()

    def image(self, x: Vector) -> list[Fraction]:
        """Xx for a vector that is constant in classes."""
        sums = self.weighed(x)
        return [exact_dot(row, sums) for row in self.means]

    def at(self, x: Vector) -> Fraction:
        """x'Xx for a vector that is constant in classes."""
        return exact_dot(self.weighed(x), self.image(x))

    def need_semidefinite(self, reason: str) -> None:
        """Refuse any other."""
        diagonal = [*self.own, *self._diagonal(reason)]
        need(min(diagonal) >= 0, reason)

    def is_definite(self) -> bool:
        """Whether it is positive definite; its determinant may be a power of a thousand factors."""
        # The own of one truth is 0 by convention, and no eigenvalue.
        own = [x for n, x in zip(self.sizes, self.own, strict=True) if n > 1]
        diagonal = self._diagonal("not semidefinite")
        return min([*own, *diagonal]) > 0

    def factors(self) -> Powers:
        """What the determinant of a positive semidefinite matrix is the product of."""
        apart = [(x, n - 1) for n, x in zip(self.sizes, self.own, strict=True)]
        constant = [*map(Fraction, self.sizes), *self._diagonal("not semidefinite")]
        return [*apart, *((x, 1) for x in constant)]

    def _diagonal(self, reason: str) -> list[Fraction]:
        """The means as L'DL: the diagonal of D."""
        whole, unit = cleared_rows(self.means)
        return [Fraction(top, below * unit) for top, below in pivots(whole, reason)]

    def inverse(self) -> ClassForm:
        """The inverse of a positive definite matrix."""
        own = [1 / x if n > 1 else x for n, x in zip(self.sizes, self.own, strict=True)]
        found = inverse(self.means)
        means = [
            [x / (n * m) for x, m in zip(row, self.sizes, strict=True)]
            for row, n in zip(found, self.sizes, strict=True)
        ]
        return ClassForm(self.sizes, own, means)

    def alike(self, own: Vector, means: Vectors) -> ClassForm:
        """Another form of these classes, rounded down where this one is."""
        return ClassForm(self.sizes, own, means)

    def rounded_down(self) -> ShortForm:
        """A form below this one, with short numbers."""
        own = [_floor(x) for x in self.own]
        return ClassForm(self.sizes, own, [[_floor(x) for x in row] for row in self.means]).less(1)

    def less(self, number: int) -> ShortForm:
        """Less m h on the diagonal of the means, for each of so many forms that are rounded; refuse
        what is still long.
        """
        step = Fraction(number * len(self.sizes), GRID)
        means = [list(row) for row in self.means]
        for c, row in enumerate(means):
            row[c] -= step
        largest = max(abs(x) for entries in (self.own, *means) for x in entries)
        need(largest < MAX_ROUNDED, LARGE)
        return ShortForm(self.sizes, self.own, means)

    def weighed(self, x: Sequence[Fraction]) -> list[Fraction]:
        """n_c x_c."""
        return [n * entry for n, entry in zip(self.sizes, x, strict=True)]


@dataclass(frozen=True)
class ShortForm(ClassForm):
    """A form that is rounded down, as is what an elimination leaves of it."""

    def alike(self, own: Vector, means: Vectors) -> ClassForm:
        return super().alike(own, means).rounded_down()

    def _diagonal(self, reason: str) -> list[Fraction]:
        """At most that of the form; as far as no entry is negative."""
        rows, found = self._steps, []
        while rows:
            pivot, *first = rows[0]
            found.append(Fraction(pivot, GRID))
            if pivot < 0:
                break
            need(pivot or not any(first), reason)
            rows = _left(rows) if pivot else [row[1:] for row in rows[1:]]
            need(max((abs(x) for row in rows for x in row), default=0) < MAX_ROUNDED * GRID, LARGE)
        return found

    def inverse(self) -> ClassForm:
        """A form above the inverse of a positive definite one."""
        m = len(self.sizes)
        unit = [[GRID * (c == d) for d in range(m)] for c in range(m)]
        rows = [row + line for row, line in zip(self._steps, unit, strict=True)]
        rows += [line + [0] * m for line in unit]
        for _ in range(m):
            need(rows[0][0] > 0, "the information is not definite where it is rounded down")
            rows = _left(rows)
        own = [1 / x if n > 1 else x for n, x in zip(self.sizes, self.own, strict=True)]
        means = [
            [Fraction(-x, GRID * n * other) for x, other in zip(row, self.sizes, strict=True)]
            for row, n in zip(rows, self.sizes, strict=True)
        ]
        return ClassForm(self.sizes, own, means)

    @property
    def _steps(self) -> list[list[int]]:
        """The means in units of h."""
        return [[x.numerator * (GRID // x.denominator) for x in row] for row in self.means]


def _left(rows: list[list[int]]) -> list[list[int]]:
    """What the elimination of the first of these leaves, rounded down; its pivot is positive."""
    pivot, *first = rows[0]
    found = []
    for c, (x, (_, *row)) in enumerate(zip(first, rows[1:], strict=True)):
        # y - x z / pivot, to the multiple of h below it.
        line = [y + -x * z // pivot for y, z in zip(row, first, strict=True)]
        line[c] -= len(first)
        found.append(line)
    return found


def product_is_at_least_one(powers: Powers) -> bool:
    """Whether the product of these powers of numbers, none negative, is; without lowest terms."""
    top = prod(x.numerator**n for x, n in powers)
    return top >= prod(x.denominator**n for x, n in powers)


def _floor(x: Fraction) -> Fraction:
    """The multiple of 2^-256 below it."""
    return Fraction(x.numerator * GRID // x.denominator, GRID)


def inverse(square: Vectors) -> Vectors:
    """The inverse of a positive definite matrix, by elimination in whole numbers (Bareiss), in
    place: where a column has been cleared that of the inverse is written.
    """
    whole, unit = cleared_rows(square)
    rows = [list(row) for row in whole]
    before = 1
    for j, first in enumerate(rows):
        pivot = first[j]  # a leading minor, which is positive
        for i, row in enumerate(rows):
            if i != j:
                pairs = zip(row, first, strict=True)
                rows[i] = [(pivot * x - row[j] * y) // before for x, y in pairs]
                rows[i][j] = -row[j]
        first[j] = before
        before = pivot
    return [[Fraction(x * unit, before) for x in row] for row in rows]


def information(rows: Sequence[Row], unit: int, prior: Vector, sizes: list[int]) -> ClassForm:
    """sum_i r_i r_i' / (q.r_i), each row on average over its rearrangements."""
    own: list[list[Fraction]] = [[] for _ in sizes]
    means: list[list[list[Fraction]]] = [[[] for _ in sizes] for _ in sizes]
    for squares, sums, chance in _told(rows, unit, prior, sizes):
        for c, n in enumerate(sizes):
            if n > 1:
                # The mean of r r' over rearrangements: an entry of its diagonal less one beside it.
                apart = n * squares[c] - sums[c] ** 2
                own[c].append(apart / (n * (n - 1) * chance))
            for d, m in enumerate(sizes):
                means[c][d].append(sums[c] * sums[d] / (n * m * chance))
    return ClassForm(
        sizes, [exact_sum(x) for x in own], [[exact_sum(x) for x in line] for line in means]
    )


def information_below(rows: Sequence[Row], unit: int, prior: Vector, sizes: list[int]) -> ShortForm:
    """The same, what each row adds rounded down: in whole numbers, multiples of h."""
    own, means, number = [0] * len(sizes), [[0] * len(sizes) for _ in sizes], 0
    for squares, sums, chance in _told(rows, unit, prior, sizes):
        number += 1
        above, below = chance.denominator * GRID, chance.numerator
        for c, n in enumerate(sizes):
            if n > 1:
                own[c] += (n * squares[c] - sums[c] ** 2) * above // (n * (n - 1) * below)
            for d, m in enumerate(sizes[: c + 1]):  # symmetric: one half
                means[c][d] += sums[c] * sums[d] * above // (n * m * below)
    of_own = [Fraction(x, GRID) for x in own]
    whole = [[means[max(c, d)][min(c, d)] for d in range(len(sizes))] for c in range(len(sizes))]
    return ClassForm(sizes, of_own, [[Fraction(x, GRID) for x in row] for row in whole]).less(
        number
    )


Told = tuple[list[int], list[int], Fraction]
"""Of a row: the sums of squares and the sums over the classes, and its chance."""


def _told(rows: Sequence[Row], unit: int, prior: Vector, sizes: list[int]) -> Iterator[Told]:
    """Of the rows that are not zero."""
    masses, below = cleared(prior)
    for row in rows:
        squares, sums = _powers(row, sizes)
        if any(sums):
            chance = Fraction(along(masses, row) * unit, below)
            need(chance, "the information is infinite")
            yield squares, sums, chance


def _powers(row: Row, sizes: list[int]) -> tuple[list[int], list[int]]:
    """The sums of squares and the sums of a row over the classes."""
    squares, sums = [0] * len(sizes), [0] * len(sizes)
    for truth, value, number in row:
        squares[truth] += value * value * number
        sums[truth] += value * number
    return squares, sums


class ClassRatio(ConvexUtility):
    """The utility r'Xr / (q.r), convex for a positive semidefinite X."""

    def __init__(self, form: ClassForm, prior: Vector) -> None:
        self.form = form
        self.prior = prior
        self.sizes = form.sizes
        self._forms: list[Vector] = [prior, form.own, *form.means]
        # In whole numbers: own (r.r - s^2 / n) is own / n times n r.r - s^2.
        parts = [x / n for x, n in zip(form.own, form.sizes, strict=True)]
        whole, _ = cleared_rows([prior, parts, *form.means])
        self._masses, self._own, *self._means = whole

    @property
    def forms(self) -> list[Vector]:
        return self._forms

    def ends(self, row: Row) -> Ends:
        """The unit of the form is that of the prior."""
        squares, sums = _powers(row, self.sizes)
        top = 0
        for c, n in enumerate(self.sizes):
            top += self._own[c] * (n * squares[c] - sums[c] ** 2)
            top += sums[c] * sum(x * s for x, s in zip(self._means[c], sums, strict=True))
        mass = along(self._masses, row)
        need(mass or not top, "the utility is infinite")
        u = Fraction(top, mass) if mass else Fraction(0)
        return u, u


def read_class_form(value: Any, sizes: list[int]) -> ClassForm:
    """An object with `own` and `means`."""
    given = record(value, "own means")
    own = rationals(given["own"], len(sizes))
    alone = all(not x for x, n in zip(own, sizes, strict=True) if n == 1)
    well_formed(alone, "a class of one truth has no own")
    means = matrix(given["means"], len(sizes), len(sizes))
    well_formed(means == [list(column) for column in zip(*means, strict=True)], "not symmetric")
    return ClassForm(sizes, own, means)


def read_rounded(given: dict[str, Any]) -> bool:
    """The field `rounded` of a certificate or a cover: whether its form is rounded down."""
    well_formed(given.get("rounded", "down") == "down", "a form is rounded down")
    return "rounded" in given
