"""Forms of classes that are rounded down, so that their numbers are short.

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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .class_forms import ClassForm, told
from .fields import Vector, Vectors
from .private_table import Row
from .verdict import need

GRID = 1 << 256
"""Of forms that are rounded down."""

MAX_ROUNDED = 1 << 80
"""Below which their entries are, so that they are short."""

LARGE = "a form that is rounded down has a large entry"


@dataclass(frozen=True)
class ShortForm(ClassForm):
    """A form that is rounded down, as is what an elimination leaves of it."""

    def alike(self, own: Vector, means: Vectors) -> ClassForm:
        return rounded_down(super().alike(own, means))

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


def rounded_down(form: ClassForm) -> ShortForm:
    """A form below this one, with short numbers."""
    own = [_floor(x) for x in form.own]
    return lowered(ClassForm(form.sizes, own, [[_floor(x) for x in row] for row in form.means]), 1)


def lowered(form: ClassForm, number: int) -> ShortForm:
    """Less m h on the diagonal of the means, for each of so many forms that are rounded; refuse
    what is still long.
    """
    step = Fraction(number * len(form.sizes), GRID)
    means = [list(row) for row in form.means]
    for c, row in enumerate(means):
        row[c] -= step
    largest = max(abs(x) for entries in (form.own, *means) for x in entries)
    need(largest < MAX_ROUNDED, LARGE)
    return ShortForm(form.sizes, form.own, means)


def _floor(x: Fraction) -> Fraction:
    """The multiple of 2^-256 below it."""
    return Fraction(x.numerator * GRID // x.denominator, GRID)


def information_below(rows: Sequence[Row], unit: int, prior: Vector, sizes: list[int]) -> ShortForm:
    """The information of rows, what each adds rounded down: in whole numbers, multiples of h."""
    own, means, number = [0] * len(sizes), [[0] * len(sizes) for _ in sizes], 0
    for squares, sums, chance in told(rows, unit, prior, sizes):
        number += 1
        above, below = chance.denominator * GRID, chance.numerator
        for c, n in enumerate(sizes):
            if n > 1:
                own[c] += (n * squares[c] - sums[c] ** 2) * above // (n * (n - 1) * below)
            for d, m in enumerate(sizes[: c + 1]):  # symmetric: one half
                means[c][d] += sums[c] * sums[d] * above // (n * m * below)
    of_own = [Fraction(x, GRID) for x in own]
    whole = [[means[max(c, d)][min(c, d)] for d in range(len(sizes))] for c in range(len(sizes))]
    form = ClassForm(sizes, of_own, [[Fraction(x, GRID) for x in row] for row in whole])
    return lowered(form, number)
