"""Lines, and quadratic forms, below what the rows of a simplex are charged beyond their worth.

The charge and the utility are sums of phi(r) = y f(x / y), f(t) = t^a or t ln t, x and y linear
forms of r, beside what is linear. With the line L(r) = f'(t) x - (t f'(t) - f(t)) y that touches f
at t, and is nowhere above it (lines touch at ratios t of few digits), by Taylor

    phi - L = (x - t y)^2 G,    G(x, y) = integral of (1 - s) f''((1 - s) t + s x / y) ds / y

from 0 to 1. G falls where y grows, and where x grows for a <= 2; it grows with x for a >= 2.

Theorem. On the rows sum s_i v_i of a simplex, s_i >= 0 with sum 1, let l be what is linear in the
charge, with all lines, less the same of the utility, and g_n at most G at the largest y_n of the
vertices and the largest x_n, for a > 2 the least; for those of the utility, a = 1 or 2, at least G
at the least y_n and x_n. If the form

    sum s_i s_j M_ij,  M_ij = (l(v_i) + l(v_j)) / 2 + sum +- z_n g_n e_n(v_i) e_n(v_j), e = x - t y,

is nowhere negative for s >= 0, the charge of no row of the simplex is below its worth.

Where f'' is convex (a <= 2 or a >= 3), with T = x / y,

    f''((2 t + T) / 3) / 2  <=  y G  <=  f''(t) / 3 + f''(T) / 6      (Jensen; the chord),

where it is concave the other way round; for t ln t also y G <= 1 / t.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

from .cleared import dot
from .renyi import LINE_BITS, line, rounded_down
from .verdict import need

FARTHEST, POWER = 24, 768
"""A t lies between 2^-24 and 2^24, and t^a between 2^-768 and 2^768: lines of all orders have
numbers as long. Up to 2^12 a Hellinger divergence under zCDP of 8 lost a hundredth."""


class Priced(NamedTuple):
    """The forms x, y of a power as whole numbers, its order, and its price over a unit."""

    left: list[int]
    right: list[int]
    order: Fraction
    price: int

    def at(self, vertex: Sequence[int]) -> tuple[int, int]:
        """(x, y)."""
        return dot(self.left, vertex), dot(self.right, vertex)


@dataclass(frozen=True)
class Lines:
    """(f'(t), t f'(t) - f(t)) times 2^LINE_BITS by order and t, rounded so that lines are lower."""

    known: dict[tuple[int, int, int, int], tuple[int, int]]
    most: int

    def at(self, order: Fraction, t: Fraction) -> tuple[int, int]:
        """A line that was asked for before is no other one."""
        key = *order.as_integer_ratio(), *t.as_integer_ratio()
        if key not in self.known:
            need(len(self.known) < self.most, "a simplex needs another line")
            self.known[key] = line(order, t)
        return self.known[key]

    def second(self, order: Fraction, t: Fraction) -> int:
        """f''(t) = (a - 1) f'(t) / t, for order 1 1 / t, rounded down; 0 where t is."""
        if not t:
            return 0
        if order == 1:
            return rounded_down(1 / t)
        slope, _ = self.at(order, t)
        return int((order - 1) * slope / t)  # not negative: int rounds down


def farthest(order: Fraction) -> int:
    """The exponent of the largest t.

    >>> farthest(Fraction(3, 2)), farthest(Fraction(40)), farthest(Fraction(64))
    (24, 19, 12)
    """
    return min(FARTHEST, int(POWER / order))


def short_ratio(x: int, y: int, order: Fraction, digits: int) -> Fraction:
    """x / y to so many binary digits, rounded down; not too near to 0, nor too large.

    >>> order = Fraction(64)
    >>> short_ratio(1, 3, order, 12), short_ratio(1, 0, order, 12), short_ratio(1, 9999, order, 12)
    (Fraction(1365, 4096), Fraction(4096, 1), Fraction(1, 4096))
    """
    far = farthest(order)
    if x >= y << far:
        return Fraction(1 << far)
    if x << far <= y:
        return Fraction(1, 1 << far)
    return short_quotient(x, y, digits)


FORM_BITS = 128
"""Entries of a form are rounded down so that the largest has so many bits, whenever a variable is
eliminated: they would be twice as long, 2^18 bits for the last of twelve truths."""

BEYOND = 4
"""At ratios 2^4 times the largest t, and from there on, a power is taken for straight."""

DIGITS_OF_BEND = 10
"""Beside those of the order: more change a curvature by less than a thousandth. With all that lines
have a mean of a fixed group at order 3/2 and epsilon 8 took a third more lines."""

PLACES = 40
"""Lines below squares touch at multiples of 2^-40: they are exact."""

ABOVE = 2
"""A logarithm, rounded down to a multiple of 2^-80, is less by less than two of them."""

Matrix = list[list[int]]
Vertex = tuple[int, ...]
Values = Sequence[tuple[int, int]]
"""(x, y) at each vertex."""


class Bend(NamedTuple):
    """The line at t and y G for all rows of a simplex, times 2^LINE_BITS."""

    t: Fraction
    line: tuple[int, int]
    curvature: int
    below: int
    """The y that the curvature is divided by."""


def bend_below(values: Values, order: Fraction, lines: Lines, digits: int) -> Bend:
    """For a power in the charge."""
    xs, ys = zip(*values, strict=True)
    largest = max(ys)
    total = sum(ys) if min(ys) else len(ys) * largest
    t = short_ratio(sum(xs), total, order, digits)
    touching = lines.at(order, t)
    if not largest:  # y is 0 at every row of the simplex
        return Bend(t, touching, 0, 1)
    end = Fraction(max(xs) if order < 2 else min(xs), largest)
    return Bend(t, touching, _least_curvature(order, t, end, lines, digits), largest)


def _least_curvature(order: Fraction, t: Fraction, end: Fraction, lines: Lines, digits: int) -> int:
    """At most y G where x / y is at its end."""
    if order == 2:
        return 1 << LINE_BITS
    digits = min(digits, DIGITS_OF_BEND + int(order).bit_length())
    if 2 < order < 3:
        return lines.second(order, t) // 3 + lines.second(order, short(end, digits)) // 6
    middle = short((2 * t + end) / 3, digits)
    if order < 2:
        # Here f'' falls: the argument is made no less than it was before it was cut to digits.
        middle *= 1 + Fraction(4, 1 << digits)
    return lines.second(order, middle) // 2 if middle < 1 << farthest(order) + BEYOND else 0


def bend_above(values: Values, order: Fraction, lines: Lines, digits: int) -> Bend | None:
    """For a square or an entropy in the utility; None where a y is 0."""
    xs, ys = zip(*values, strict=True)
    least = min(ys)
    if not least:  # 1 / y has no bound there
        return None
    if order == 2:
        t = Fraction((sum(xs) << PLACES) // sum(ys), 1 << PLACES)
        return Bend(t, (rounded_down(2 * t), rounded_down(t * t)), 1 << LINE_BITS, least)
    t = short_ratio(sum(xs), sum(ys), order, digits)
    slope, _ = lines.at(order, t)
    curvature = 1 / t
    if min(xs):
        curvature = min(curvature, 1 / (3 * t) + Fraction(least, 6 * min(xs)))
    # Below the worth a height is rounded up, above it down: a greater one would lower the line.
    return Bend(t, (slope + ABOVE, rounded_down(t)), -rounded_down(-curvature), least)


def short(x: Fraction, digits: int) -> Fraction:
    """A number that is not negative to so many binary digits, rounded down.

    >>> short(Fraction(100, 3), 4), short(Fraction(1, 3), 4), short(Fraction(0), 4)
    (Fraction(32, 1), Fraction(5, 16), Fraction(0, 1))
    """
    return short_quotient(*x.as_integer_ratio(), digits)


def short_quotient(x: int, y: int, digits: int) -> Fraction:
    """The same of x / y, which need not be in lowest terms."""
    places = digits + 1 + max(0, y.bit_length() - x.bit_length())
    whole = (x << places) // y
    rest = max(0, whole.bit_length() - digits)
    return Fraction(whole >> rest << rest, 1 << places)


@dataclass(frozen=True)
class Powers:
    """The powers of the charge and of the utility, their prices over one unit."""

    charged: list[Priced]
    worth: list[Priced]
    known: dict[Vertex, list[tuple[int, int]]] = field(default_factory=dict)
    """(x, y) of all at a vertex."""

    def values(self, simplex: Sequence[Vertex]) -> list[Values]:
        """Of each power, those of the charge first, at the vertices."""
        for vertex in simplex:
            if vertex not in self.known:
                self.known[vertex] = [x.at(vertex) for x in (*self.charged, *self.worth)]
        return list(zip(*[self.known[vertex] for vertex in simplex], strict=True))

    def are_covered(
        self, values: Sequence[Values], linear: Sequence[int], lines: Lines, digits: int
    ) -> bool:
        """Whether a form shows that no row is charged below its worth."""
        form = Form.of(linear)
        number = len(self.charged)
        for power, pairs in zip(self.worth, values[number:], strict=True):
            above = bend_above(pairs, power.order, lines, digits)
            if above is None:
                return False
            form.add(pairs, -power.price, above)
        for power, pairs in zip(self.charged, values[:number], strict=True):
            form.add(pairs, power.price, bend_below(pairs, power.order, lines, digits))
        return is_copositive(form.matrix())


class Form(NamedTuple):
    """What is linear at the vertices, and the upper half of what is not."""

    sums: list[int]
    squares: Matrix

    @classmethod
    def of(cls, linear: Sequence[int]) -> Form:
        """One that is linear."""
        return cls(list(linear), [[0] * len(linear) for _ in linear])

    def add(self, values: Values, price: int, bend: Bend) -> None:
        """The price times the line and the square, rounded down."""
        slope, height = bend.line
        top, bottom = bend.t.as_integer_ratio()
        beside = [bottom * x - top * y for x, y in values]
        for i, (x, y) in enumerate(values):
            self.sums[i] += price * (slope * x - height * y)
        factor = price * bend.curvature
        below = bottom * bottom * bend.below
        for i, j in combinations_with_replacement(range(len(values)), 2):
            self.squares[i][j] += factor * beside[i] * beside[j] // below

    def matrix(self) -> Matrix:
        """2 M, rounded down."""
        vertices = range(len(self.sums))
        whole = [
            [self.sums[i] + self.sums[j] + 2 * self.squares[min(i, j)][max(i, j)] for j in vertices]
            for i in vertices
        ]
        return shortened(whole)


def shortened(form: Matrix) -> Matrix:
    """In units in which the largest entry has FORM_BITS, rounded down: a form that is lower.

    >>> shortened([[3 << FORM_BITS, -1], [-1, 8]]) == [[3 << FORM_BITS - 2, -1], [-1, 2]]
    True
    """
    longest = max((max(map(abs, row)) for row in form), default=0)
    beyond = max(0, longest.bit_length() - FORM_BITS)
    return [[x >> beyond for x in row] for row in form]


def is_copositive(form: Matrix) -> bool:
    """Whether elimination shows sum s_i s_j M_ij >= 0 for all s >= 0.

    A variable whose row has no negative entry is left out: its terms are not negative. Of the
    others that with the largest M_ii > 0 is: M_ii s'Ms = (M s)_i^2 + what is left.

    >>> is_copositive([[1, -1], [-1, 1]]), is_copositive([[1, 9], [9, 1]])
    (True, True)
    >>> is_copositive([[1, -2], [-2, 1]])
    False
    """
    while form:
        negative = [i for i, row in enumerate(form) if min(row) < 0]
        if len(negative) < len(form):
            form = [[form[i][j] for j in negative] for i in negative]
            continue
        pivot = max(negative, key=lambda i: form[i][i])
        first = form[pivot]
        if first[pivot] <= 0:
            return False
        rest = [i for i in negative if i != pivot]
        form = shortened(
            [[first[pivot] * form[i][j] - first[i] * first[j] for j in rest] for i in rest]
        )
    return True
