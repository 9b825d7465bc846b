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
from operator import mul
from typing import NamedTuple

from .cleared import cleared, cleared_rows
from .fields import Vector
from .renyi import LINE_BITS, line
from .verdict import need

FARTHEST, POWER = 24, 768
"""A t lies between 2^-24 and 2^24, and t^a between 2^-768 and 2^768: lines of all orders have
numbers as long. Up to 2^12 a Hellinger divergence under zCDP of 8 lost a hundredth."""


class Order(NamedTuple):
    """An order a = top / bottom, and the exponent of the largest t."""

    top: int
    bottom: int
    farthest: int

    @classmethod
    def of(cls, a: Fraction) -> Order:
        """Told once, in whole numbers: a simplex asks for it a hundred times.

        >>> [Order.of(Fraction(a)).farthest for a in ("3/2", "40", "64")]
        [24, 19, 12]
        """
        return cls(*a.as_integer_ratio(), min(FARTHEST, int(POWER / a)))

    def compare(self, a: int) -> int:
        """Positive where it is larger."""
        return self.top - a * self.bottom


def dot(x: Sequence[int], y: Sequence[int]) -> int:
    """x.y of two vectors that are known to have one length."""
    return sum(map(mul, x, y))


class Span(NamedTuple):
    """The values of a linear form at the vertices of a simplex."""

    values: tuple[int, ...]
    total: int
    least: int
    most: int

    @classmethod
    def of(cls, values: tuple[int, ...]) -> Span:
        """Added up once: several powers have the form."""
        return cls(values, sum(values), min(values), max(values))


class Priced(NamedTuple):
    """The places of the forms x, y of a power, its order, and its price over a unit."""

    left: int
    right: int
    order: Order
    price: int


class Squares(NamedTuple):
    """The places of a form y and of the rows of M for r'Mr / y.r, and its price over a unit."""

    mean: int
    rows: list[int]
    price: int


Ratio = tuple[int, int]
"""A number by two whole ones; a t is in lowest terms, the second a power of two."""


@dataclass(frozen=True)
class Lines:
    """(f'(t), t f'(t) - f(t)) times 2^LINE_BITS by order and t, rounded so that lines are lower."""

    known: dict[tuple[int, ...], tuple[int, int]]
    most: int

    def at(self, order: Order, t: Ratio) -> tuple[int, int]:
        """A line that was asked for before is no other one."""
        key = (*order, *t)
        if key not in self.known:
            need(len(self.known) < self.most, "a simplex needs another line")
            self.known[key] = line(Fraction(order.top, order.bottom), Fraction(*t))
        return self.known[key]

    def second(self, order: Order, t: Ratio) -> int:
        """f''(t) = (a - 1) f'(t) / t, for order 1 1 / t, rounded down; 0 where t is."""
        top, bottom = t
        if not top:
            return 0
        if not order.compare(1):
            return (bottom << LINE_BITS) // top
        slope, _ = self.at(order, t)
        return order.compare(1) * slope * bottom // (order.bottom * top)


def short_ratio(x: int, y: int, order: Order, digits: int) -> Ratio:
    """x / y to so many binary digits, rounded down; not too near to 0, nor too large.

    >>> order = Order.of(Fraction(64))
    >>> short_ratio(1, 3, order, 12), short_ratio(1, 0, order, 12), short_ratio(1, 9999, order, 12)
    ((1365, 4096), (4096, 1), (1, 4096))
    """
    far = order.farthest
    if x >= y << far:
        return 1 << far, 1
    if x << far <= y:
        return 1, 1 << far
    return short(x, y, digits)


FORM_BITS = 128
"""Entries of a form are rounded down so that the largest has so many bits, whenever a variable is
eliminated: they would be twice as long, 2^18 bits for the last of twelve truths."""

SQUARE_BITS = 62
"""Of the largest entry of the matrix of squares: those of models had thousands. With its neighbours
it is one word of a computer."""

BEYOND = 4
"""At ratios 2^4 times the largest t, and from there on, a power is taken for straight."""

DIGITS_OF_BEND = 10
"""Beside those of the order: more change a curvature by less than a thousandth. With all that lines
have a mean of a fixed group at order 3/2 and epsilon 8 took a third more lines."""

ABOVE = 2
"""A logarithm, rounded down to a multiple of 2^-80, is less by less than two of them."""

Matrix = list[list[int]]
Vertex = tuple[int, ...]


class Bend(NamedTuple):
    """The line at t and y G for all rows of a simplex, times 2^LINE_BITS."""

    t: Ratio
    line: tuple[int, int]
    curvature: int
    below: int
    """The y that the curvature is divided by."""


def bend_below(x: Span, y: Span, order: Order, lines: Lines, digits: int) -> Bend:
    """For a power in the charge."""
    total = y.total if y.least else len(y.values) * y.most
    t = short_ratio(x.total, total, order, digits)
    touching = lines.at(order, t)
    if not y.most:  # y is 0 at every row of the simplex
        return Bend(t, touching, 0, 1)
    end = x.most if order.compare(2) < 0 else x.least, y.most
    return Bend(t, touching, _least_curvature(order, t, end, lines, digits), y.most)


def _least_curvature(order: Order, t: Ratio, end: Ratio, lines: Lines, digits: int) -> int:
    """At most y G where x / y is at its end."""
    beyond_two = order.compare(2)
    if not beyond_two:
        return 1 << LINE_BITS
    digits = min(digits, DIGITS_OF_BEND + (order.top // order.bottom).bit_length())
    if beyond_two > 0 > order.compare(3):
        return lines.second(order, t) // 3 + lines.second(order, short(*end, digits)) // 6
    (top, bottom), (x, y) = t, end
    middle = short(2 * top * y + x * bottom, 3 * bottom * y, digits)
    if beyond_two < 0:
        # Here f'' falls: the argument is made no less than it was before it was cut to digits.
        top, bottom = middle
        middle = lowest(top * ((1 << digits) + 4), digits + bottom.bit_length() - 1)
    top, bottom = middle
    is_far = top >= bottom << order.farthest + BEYOND
    return 0 if is_far else lines.second(order, middle) // 2


def bend_above(x: Span, y: Span, order: Order, lines: Lines, digits: int) -> Bend | None:
    """For an entropy in the utility; None where a y is 0."""
    least = y.least
    if not least:  # 1 / y has no bound there
        return None
    t = short_ratio(x.total, y.total, order, digits)
    slope, _ = lines.at(order, t)
    top, bottom = t
    above, below = bottom, top
    first = x.least
    # 1 / (3 t) + y / (6 x) is less than 1 / t where t y < 4 x.
    if top * least < 4 * first * bottom:
        above, below = 2 * bottom * first + least * top, 6 * top * first
    # Below the worth a height is rounded up, above it down: a greater one would lower the line.
    height = (top << LINE_BITS) // bottom
    return Bend(t, (slope + ABOVE, height), -((-above << LINE_BITS) // below), least)  # rounded up


def short(x: int, y: int, digits: int) -> Ratio:
    """x / y, which is not negative, to so many binary digits, rounded down.

    >>> short(100, 3, 4), short(1, 3, 4), short(0, 1, 4)
    ((32, 1), (5, 16), (0, 1))
    """
    places = digits + 1 + max(0, y.bit_length() - x.bit_length())
    whole = (x << places) // y
    rest = max(0, whole.bit_length() - digits)
    return lowest(whole >> rest, places - rest)


def lowest(top: int, places: int) -> Ratio:
    """top / 2^places in lowest terms.

    >>> lowest(12, 3), lowest(3, -2), lowest(0, 5)
    ((3, 2), (12, 1), (0, 1))
    """
    twos = (top & -top).bit_length() - 1 if top else places
    less = min(twos, places)
    return (top >> less, 1 << places - less) if places > 0 else (top << -places, 1)


@dataclass(frozen=True)
class Powers:
    """The powers of the charge, and the entropies or squares of the utility, over one unit."""

    forms: Sequence[Sequence[int]]
    charged: list[Priced]
    entropies: list[Priced]
    squares: list[Squares]
    known: dict[Vertex, list[int]] = field(default_factory=dict)
    """The values of all forms at a vertex."""

    def spans(self, simplex: Sequence[Vertex]) -> list[Span]:
        """Of all forms."""
        for vertex in simplex:
            if vertex not in self.known:
                self.known[vertex] = [dot(form, vertex) for form in self.forms]
        return list(map(Span.of, zip(*[self.known[vertex] for vertex in simplex], strict=True)))

    def are_covered(
        self,
        simplex: Sequence[Vertex],
        spans: Sequence[Span],
        linear: Sequence[int],
        lines: Lines,
        digits: int,
    ) -> bool:
        """Whether a form shows that no row is charged below its worth."""
        form = Form.of(linear)
        for part in self.squares:
            mean = spans[part.mean]
            if not mean.least:  # 1 / y has no bound there
                return False
            rows = [spans[n] for n in part.rows]
            form.subtract(simplex, rows, mean, part.price)
        for power in self.entropies:
            x, y = spans[power.left], spans[power.right]
            above = bend_above(x, y, power.order, lines, digits)
            if above is None:
                return False
            form.add(x, y, -power.price, above)
        for power in self.charged:
            x, y = spans[power.left], spans[power.right]
            form.add(x, y, power.price, bend_below(x, y, power.order, lines, digits))
        return is_copositive(form.matrix())


@dataclass(frozen=True)
class Form:
    """What is linear at the vertices, and the squares of what is not, on the diagonal and below."""

    sums: list[int]
    squares: Matrix

    @classmethod
    def of(cls, sums: Sequence[int]) -> Form:
        """Without squares."""
        return cls(list(sums), [[0] * (i + 1) for i in range(len(sums))])

    def add(self, x: Span, y: Span, price: int, bend: Bend) -> None:
        """The price times the line and the square."""
        slope, height = [price * each for each in bend.line]
        top, bottom = bend.t
        for i, (a, b) in enumerate(zip(x.values, y.values, strict=True)):
            self.sums[i] += slope * a - height * b
        if not bend.curvature:
            return
        beside = [bottom * a - top * b for a, b in zip(x.values, y.values, strict=True)]
        weight, places = quotient(price * bend.curvature, bottom * bottom * bend.below)
        for i, a in enumerate(beside):
            weighed = weight * a
            row = self.squares[i]
            self.squares[i] = [
                c + (weighed * b >> places) for c, b in zip(row, beside, strict=False)
            ]

    def subtract(
        self, simplex: Sequence[Vertex], rows: Sequence[Span], mean: Span, price: int
    ) -> None:
        """z r'Mr / y.r about R = sum of v over sum of y.v, the sums over the vertices, by

        r'Mr / y.r = 2 R'Mr - R'MR y.r + (r - R y.r)'M (r - R y.r) / y.r,

        of which the last is largest at the least y.

        - rows: of M
        - mean: y
        """
        total = mean.total
        centre = [sum(entries) for entries in zip(*simplex, strict=True)]
        of_centre = [row.total for row in rows]
        whole = dot(centre, of_centre)
        factor = price << LINE_BITS
        weight, places = quotient(-factor, total**2 * mean.least)
        besides: list[list[int]] = []
        for i, (vertex, y) in enumerate(zip(simplex, mean.values, strict=True)):
            told = dot(vertex, of_centre)
            self.sums[i] += factor * (y * whole - 2 * total * told) // total**2
            besides.append([total * a - y * b for a, b in zip(vertex, centre, strict=True)])
            of_vertex = [row.values[i] for row in rows]
            beside = [total * a - y * b for a, b in zip(of_vertex, of_centre, strict=True)]
            row = self.squares[i]
            self.squares[i] = [
                c + (weight * dot(beside, b) >> places) for c, b in zip(row, besides, strict=True)
            ]

    def matrix(self) -> Matrix:
        """2 M, rounded down."""
        vertices = range(len(self.sums))
        whole = [
            [self.sums[i] + self.sums[j] + 2 * self.squares[max(i, j)][min(i, j)] for j in vertices]
            for i in vertices
        ]
        return shortened(whole)


def quotient(top: int, bottom: int) -> tuple[int, int]:
    """A whole n, and the places p, with n / 2^p next below top / bottom: as many digits as top has.

    >>> quotient(100, 3), quotient(-100, 3)
    ((133, 2), (-134, 2))
    """
    places = bottom.bit_length()
    return (top << places) // bottom, places


def rounded_up(vectors: Sequence[Vector], scales: Vector) -> tuple[Matrix, Fraction]:
    """A whole M and a step with r'Mr step >= sum s (t.r)^2 at all r, a power of two.

    A symmetric matrix of k rows whose entries are below one adds at most k r.r.
    """
    rows, below = cleared_rows(vectors)
    prices, unit = cleared(scales)
    columns = list(zip(*rows, strict=True))
    whole = [[dot(list(map(mul, prices, x)), y) for y in columns] for x in columns]
    unit *= below * below
    largest = max(max(map(abs, row)) for row in whole)
    step = Fraction(2) ** (largest.bit_length() - unit.bit_length() - SQUARE_BITS)
    top, bottom = (1 / (unit * step)).as_integer_ratio()
    more = len(columns)
    matrix = [
        [x * top // bottom + more * (i == j) for j, x in enumerate(row)]
        for i, row in enumerate(whole)
    ]
    return matrix, step


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
