"""Coverage of u(r) = r'Xr / (q.r), one number g and no delta, however many types of patterns there
are: by concave functions of s = q.r, each on a cell of [1, g].

X does not tell truths of a class apart. Let D be a diagonal matrix and e a vector, both constant in
classes, and P = D - X - (qe' + eq') / 2.

Theorem. Prices y cover u if P is positive semidefinite and [1, g] is cut into cells, each with a
number mu and a vector u, constant in classes, for which phi is not negative at both ends, where

    phi(s) = mu s + g sum D_j - u'Pu + sum_j min(h_j, g h_j),
    h_j(s) = s (y_j + e_j) - (g + 1) D_j + 2 (Pu)_j - mu q_j.

Proof. Every private row is a mixture of rows r in {1, g}^k, u is convex and y.r linear: let r be
such a row, and s = q.r, which lies in [1, g] since the shares q_j >= 0 add up to one. Now

    r_j^2 = (g + 1) r_j - g, since (r_j - 1) (r_j - g) = 0,
    r'Xr = r'Dr - s e.r - r'Pr, and r'Pr >= 2 u'Pr - u'Pu from (r - u)'P(r - u) >= 0.

So s y.r - r'Xr is at least g sum D_j - u'Pu + sum_j r_j (h_j(s) + mu q_j), in which the sum of
mu q_j r_j is mu s, and r_j h_j >= min(h_j, g h_j): this is phi(s). A least value of functions that
are linear in s is concave, and between two points at which it is not negative it is not, either.

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
class Cell:
    """[..., end], with mu and u; it begins where the one before it ends, the first at 1."""

    end: Fraction
    multiplier: Fraction
    point: Vector


@dataclass(frozen=True)
class Bound:
    """phi of a cell: h_j(s) = s rises_c + rests_c - tilt q_j for the truths j of class c."""

    multiplier: Fraction
    constant: Fraction
    rises: Vector
    rests: Vector
    tilt: Fraction


@dataclass(frozen=True)
class CoverByCells:
    """D, e and the cells for the form X at the shares q."""

    high: Fraction
    prices: Vector
    form: ClassForm
    shares: Shares
    diagonal: Vector
    slopes: Vector
    cells: Sequence[Cell]

    def verify(self, doubts: Doubts) -> None:
        """P >= 0, and phi >= 0 at both ends of cells from 1 to g."""
        self._need_semidefinite()
        begin = Fraction(1)
        for cell in self.cells:
            need(begin <= cell.end, "the cells do not ascend")
            phi = self._bound(cell)
            need(self._at(begin, phi) >= 0, UNCOVERED)
            need(self._at(cell.end, phi) >= 0, UNCOVERED)
            begin = cell.end
        need(begin == self.high, "the cells do not end at the level")

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

    def _bound(self, cell: Cell) -> Bound:
        """(Pu)_j = D_c u_c - (Xu)_c - e_c (q.u) / 2 - q_j (e.u) / 2."""
        u = cell.point
        weighed = self.form.weighed(u)
        e_u = exact_dot(self.slopes, weighed)
        q_u = exact_dot(self.shares.means, weighed)
        image = self.form.image(u)
        curved = [d * x - y for d, x, y in zip(self.diagonal, u, image, strict=True)]
        square = exact_dot(weighed, curved) - q_u * e_u
        rests = []
        for d, e, x in zip(self.diagonal, self.slopes, curved, strict=True):
            rests.append(2 * x - e * q_u - (self.high + 1) * d)
        return Bound(
            multiplier=cell.multiplier,
            constant=self.high * exact_sum(self.form.weighed(self.diagonal)) - square,
            rises=self._rises,
            rests=rests,
            tilt=e_u + cell.multiplier,
        )

    @cached_property
    def _rises(self) -> Vector:
        """y + e."""
        return [y + e for y, e in zip(self.prices, self.slopes, strict=True)]

    @cached_property
    def _runs(self) -> tuple[list[list[tuple[int, int]]], int]:
        return self.shares.runs()

    def _at(self, s: Fraction, phi: Bound) -> Fraction:
        """phi(s), its sum in whole numbers."""
        heights = [s * x + rest for x, rest in zip(phi.rises, phi.rests, strict=True)]
        (*whole, tilt), unit = cleared([*heights, phi.tilt])
        runs, below = self._runs
        top, bottom = self.high.as_integer_ratio()
        total = 0
        for height, own in zip(whole, runs, strict=True):
            level = below * height
            for share, number in own:
                h = level - tilt * share
                total += number * h * (top if h < 0 else bottom)
        return phi.multiplier * s + phi.constant + Fraction(total, unit * below * bottom)


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
    given = record(value, "proof diagonal slopes cells")
    well_formed(isinstance(utility, ClassRatio), "the utility is not a form of classes")
    classes = len(charge.sizes)
    high = pure_number(charge.privacy)
    cells = []
    for entry in listed(given["cells"]):
        end, multiplier, point = listed(entry, 3)
        cells.append(Cell(rational(end), rational(multiplier), rationals(point, classes)))
    well_formed(cells, "there are no cells")
    truths = classes if utility.shares.lists is None else sum(charge.sizes)
    steps = len(cells) * (2 * truths + (classes + 4) ** 2)
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
        cells=cells,
    )
