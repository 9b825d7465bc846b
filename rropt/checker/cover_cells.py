"""Coverage of u(r) = r'Xr / (q.r), one number g and no delta, however many types of patterns there
are: by what holds at the ends of cells of s = q.r in [1, g].

X does not tell truths of a class apart. Let D be a diagonal matrix and e a vector, both constant in
classes, and P = D - X - (qe' + eq') / 2.

Theorem. Prices y cover u if P is positive semidefinite and [1, g] is cut into cells, every end s of
which has a number mu and a vector u, constant in classes, such that no phi is negative,

    phi = mu s + g sum D_j - u'Pu + sum_j min(h_j, g h_j),
    h_j = s (y_j + e_j) - (g + 1) D_j + 2 (Pu)_j - mu q_j,

and for the ends a and b of a cell 4 phi is at both of them at least the *bend*

    (mu_b - mu_a) (b - a) - (u_b - u_a)'P(u_b - u_a).

Proof. Every private row is a mixture of rows r in {1, g}^k, u is convex and y.r linear: let r be
such a row, and s = q.r, which lies in [1, g] since the shares q_j >= 0 add up to one, say at
c b + (1 - c) a. Now

    r_j^2 = (g + 1) r_j - g, since (r_j - 1) (r_j - g) = 0,
    r'Xr = r'Dr - s e.r - r'Pr, and r'Pr >= 2 u'Pr - u'Pu from (r - u)'P(r - u) >= 0.

So s y.r - r'Xr is at least s (y + e).r - (g + 1) D.r + g sum D_j + 2 u'Pr - u'Pu, for any u, and
mu (s - q.r), which is zero, may be added for any mu. With u and mu mixed as s is, c of those at b
to 1 - c of those at a, all of this but u'Pu and mu s is the mixture of what stands there for b and
for a, where it is at least phi. The products lose c (1 - c) of the bend, at most a quarter.

P >= 0. Let q_j = p_c + d_j in class c, with the sum of d_j zero there (`shares`), and let B be P
with the means p in place of q. For a, constant in classes, and w, summing to zero in each,

    (a + w)'P(a + w) = a'Ba + sum_c own_c |w_c|^2 - (e.a) (d.w), own that of D - X;

the least over w is a'(B - kappa ee')a with kappa = sum_c |d_c|^2 / (4 own_c). So P >= 0 exactly if
no own_c is negative, or zero where d_c and e are not, and B - kappa ee' >= 0. A larger kappa takes
more away: it is rounded up to 128 bits, lest it be as long as all classes together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from .charge import Charge
from .class_forms import ClassForm, ClassRatio
from .cleared import Vector, cleared, exact_dot, exact_sum
from .fields import listed, rational, rationals, record
from .levels import pure_number
from .limits import Size
from .shares import Shares
from .verdict import Doubts, need, well_formed

UNCOVERED = "the prices do not cover a cell"
INDEFINITE = "diagonal and slopes leave no semidefinite form"

KAPPA_BITS = 128

MAX_FORM = 1 << 40
"""Steps of the elimination of P, whose numbers are as long as all entries before it together."""

MAX_TRUTHS_OF_CELLS = 1 << 21
"""Truths at the ends of cells: two million take the browser two seconds."""

MAX_CELL_SQUARES = 1 << 39
"""The same with long numbers, whose products take the square of their length."""


@dataclass(frozen=True)
class End:
    """Of a cell, or of two: s with its mu and u."""

    place: Fraction
    multiplier: Fraction
    point: Vector


@dataclass(frozen=True)
class CoverByCells:
    """D, e and the ends of cells for the form X at the shares q."""

    high: Fraction
    prices: Vector
    form: ClassForm
    shares: Shares
    diagonal: Vector
    slopes: Vector
    ends: Sequence[End]

    def verify(self, doubts: Doubts) -> None:
        """P >= 0, and phi at all ends from 1 to g."""
        self._need_semidefinite()
        need(self.ends[0].place == 1, "the cells do not begin at one")
        left = [self._phi(end) for end in self.ends]
        need(min(left) >= 0, UNCOVERED)
        for (a, low), (b, high) in pairwise(zip(self.ends, left, strict=True)):
            need(a.place <= b.place, "the cells do not ascend")
            need(4 * min(low, high) >= self._bend(a, b), UNCOVERED)
        need(self.ends[-1].place == self.high, "the cells do not end at the level")

    def _need_semidefinite(self) -> None:
        """B - kappa ee' and own, as one form."""
        sizes, q, e = self.form.sizes, self.shares.means, self.slopes
        own = []
        for n, entry, x in zip(sizes, self.diagonal, self.form.own, strict=True):
            own.append(entry - x if n > 1 else Fraction(0))
        kappa = self._kappa(own)
        means = []
        for c, row in enumerate(self.form.means):
            line = []
            for d, x in enumerate(row):
                line.append(-x - (q[c] * e[d] + e[c] * q[d]) / 2 - kappa * e[c] * e[d])
            line[c] += self.diagonal[c] / sizes[c]
            means.append(line)
        ClassForm(sizes, own, means).need_semidefinite(INDEFINITE)

    def _kappa(self, own: Vector) -> Fraction:
        """sum |d_c|^2 / (4 own_c), or somewhat more."""
        if not any(self.slopes):
            return Fraction(0)
        parts = []
        for spread, x in zip(self.shares.spreads(), own, strict=True):
            if spread:
                need(x > 0, INDEFINITE)
                parts.append(spread / (4 * x))
        return rounded_up(exact_sum(parts))

    def _image(self, u: Vector) -> tuple[Vector, Fraction, Fraction]:
        """Du - Xu, e.u and q.u: (Pu)_j = D_c u_c - (Xu)_c - e_c (q.u) / 2 - q_j (e.u) / 2."""
        weighed = self.form.weighed(u)
        pairs = zip(self.diagonal, u, self.form.image(u), strict=True)
        curved = [d * x - y for d, x, y in pairs]
        return curved, exact_dot(self.slopes, weighed), exact_dot(self.shares.means, weighed)

    def _square(self, u: Vector) -> Fraction:
        """u'Pu."""
        curved, e_u, q_u = self._image(u)
        return exact_dot(self.form.weighed(u), curved) - q_u * e_u

    def _bend(self, a: End, b: End) -> Fraction:
        """(mu_b - mu_a) (b - a) - (u_b - u_a)'P(u_b - u_a)."""
        apart = [y - x for x, y in zip(a.point, b.point, strict=True)]
        return (b.multiplier - a.multiplier) * (b.place - a.place) - self._square(apart)

    def _phi(self, end: End) -> Fraction:
        """phi at this end, its sum in whole numbers: h_j is that of class c less tilt q_j."""
        curved, e_u, q_u = self._image(end.point)
        heights = []
        for x, y, e, d in zip(curved, self.prices, self.slopes, self.diagonal, strict=True):
            heights.append(end.place * (y + e) + 2 * x - e * q_u - (self.high + 1) * d)
        (*whole, tilt), unit = cleared([*heights, e_u + end.multiplier])
        runs, below = self._runs
        top, bottom = self.high.as_integer_ratio()
        total = 0
        for height, own in zip(whole, runs, strict=True):
            level = below * height
            for share, number in own:
                h = level - tilt * share
                total += number * h * (top if h < 0 else bottom)
        constant = self.high * exact_sum(self.form.weighed(self.diagonal))
        least = constant + Fraction(total, unit * below * bottom)
        return end.multiplier * end.place + least - self._square(end.point)

    @cached_property
    def _runs(self) -> tuple[list[list[tuple[int, int]]], int]:
        return self.shares.runs()


def rounded_up(x: Fraction) -> Fraction:
    """The least multiple of 2^-t that is not below x >= 0, t the bits of the denominator less those
    of the numerator, and 128.

    >>> third = Fraction(1, 3)
    >>> rounded_up(Fraction(3, 8)), 0 < rounded_up(third) - third < Fraction(1, 2**128)
    (Fraction(3, 8), True)
    """
    top, bottom = x.as_integer_ratio()
    digits = KAPPA_BITS + bottom.bit_length() - top.bit_length()
    scale = Fraction(2) ** digits
    ratio = x * scale
    return -(-ratio.numerator // ratio.denominator) / scale


def read_cells(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> CoverByCells:
    """The field `cover` with the proof `cells`."""
    given = record(value, "proof diagonal slopes ends")
    well_formed(isinstance(utility, ClassRatio), "the utility is not a form of classes")
    classes = len(charge.sizes)
    high = pure_number(charge.privacy)
    ends = []
    for entry in listed(given["ends"]):
        place, multiplier, point = listed(entry, 3)
        ends.append(End(rational(place), rational(multiplier), rationals(point, classes)))
    well_formed(len(ends) > 1, "there are no cells")
    truths = classes if utility.shares.lists is None else sum(charge.sizes)
    steps = 2 * len(ends) * (truths + (classes + 4) ** 2)
    size.allow(classes**5 * size.bits, MAX_FORM)
    size.allow_counted(steps, MAX_TRUTHS_OF_CELLS)
    size.allow(steps * size.bits, MAX_CELL_SQUARES)
    return CoverByCells(
        high=high,
        prices=charge.prices,
        form=utility.form,
        shares=utility.shares,
        diagonal=rationals(given["diagonal"], classes),
        slopes=rationals(given["slopes"], classes),
        ends=ends,
    )
