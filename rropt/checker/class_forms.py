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

and X is positive semidefinite exactly when every own_c >= 0 and the matrix of means is. A form may
be rounded down (`short_forms`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from .cleared import cleared, cleared_rows
from .convex_utility import ConvexUtility
from .fields import Ends, Vector, Vectors, exact_dot, exact_sum, rationals, record, symmetric
from .private_table import Row, along
from .semidefinite import pivots
from .verdict import need, well_formed

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

    def entries(self) -> tuple[list[Fraction], list[list[Fraction]]]:
        """The one on the diagonal at a truth of each class, and those of two different truths."""
        beside = [list(row) for row in self.means]
        for c, (x, n) in enumerate(zip(self.own, self.sizes, strict=True)):
            beside[c][c] -= x / n  # the mean of a block has n of its n^2 entries on the diagonal
        alone = [row[c] + x for c, (row, x) in enumerate(zip(beside, self.own, strict=True))]
        return alone, beside

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

    def weighed(self, x: Sequence[Fraction]) -> list[Fraction]:
        """n_c x_c."""
        return [n * entry for n, entry in zip(self.sizes, x, strict=True)]


def product_is_at_least_one(powers: Powers) -> bool:
    """Whether the product of these powers of numbers, none negative, is; without lowest terms."""
    top = prod(x.numerator**n for x, n in powers)
    return top >= prod(x.denominator**n for x, n in powers)


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
    for squares, sums, chance in told(rows, unit, prior, sizes):
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


Told = tuple[list[int], list[int], Fraction]
"""Of a row: the sums of squares and the sums over the classes, and its chance."""


def told(rows: Sequence[Row], unit: int, prior: Vector, sizes: list[int]) -> Iterator[Told]:
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

    family = "form of classes"
    quotients = 1

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
    return ClassForm(sizes, own, symmetric(given["means"], len(sizes)))


def read_rounded(given: dict[str, Any]) -> bool:
    """The field `rounded` of a certificate or a cover: whether its form is rounded down."""
    well_formed(given.get("rounded", "down") == "down", "a form is rounded down")
    return "rounded" in given
