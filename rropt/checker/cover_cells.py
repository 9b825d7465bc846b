"""Coverage of u(r) = r'Xr / (q.r), one number g and no delta, however many types of patterns there
are: by what holds at the ends of cells of s = q.r in [1, g].

X does not tell truths of a class apart. Let D be a diagonal matrix, e a vector, and N a symmetric
matrix without negative entries (zero where it is not given), all constant in classes, 1 the ones
vector. Let A_1, A_2, ... be sets of classes (none where they are not given) with weights w_i >= 0,
A_i also for the vector that is 1 at their truths and 0 elsewhere, W = sum w_i A_i A_i', and
P = D - X - N - W - (qe' + eq') / 2.

Theorem. Prices y cover u if P is positive semidefinite and [1, g] is cut into cells, every end s of
which has a number mu, a vector u, constant in classes, a number tau_i a set, and nu >= 0, such that
no phi is negative, with v_i = 1'A_i + (g - 1) tau_i, d_i from tau_i to the nearest whole number,

    phi = mu s + g sum D_j - 1'N1 - u'Pu + sum_i w_i ((g - 1)^2 d_i^2 - v_i^2)
          + nu (k + f (g - 1)) + sum_j min(h_j, g h_j),
    h_j = s (y_j + e_j) - (g + 1) D_j + 2 (N1)_j + 2 sum_i w_i v_i A_ij + 2 (Pu)_j - nu - mu q_j,

if all nu are zero or s y.r >= r'Xr for each row with fewer than f truths at g, and for the ends a
and b of a cell 4 phi is at both of them at least the *bend*

    (mu_b - mu_a) (b - a) - (u_b - u_a)'P(u_b - u_a).

Proof. Every private row is a mixture of rows r in {1, g}^k, u is convex and y.r linear: let r be
such a row, and s = q.r, which lies in [1, g] since the shares q_j >= 0 add up to one, say at
c b + (1 - c) a. Now

    r_j^2 = (g + 1) r_j - g, since (r_j - 1) (r_j - g) = 0,
    r'Nr >= 2 (N1).r - 1'N1, since (r_i - 1) (r_j - 1) >= 0 for all i and j,
    (A_i.r)^2 >= 2 v_i A_i.r - v_i^2 + (g - 1)^2 d_i^2, since A_i.r - v_i = (g - 1) (m - tau_i) for
    the number m of truths of A_i with r_j = g, which is whole,
    r'Xr = r'Dr - r'Nr - r'Wr - s e.r - r'Pr, and r'Pr >= 2 u'Pr - u'Pu from (r - u)'P(r - u) >= 0.

So s y.r - r'Xr is at least

    s (y + e).r - (g + 1) D.r + g sum D_j + 2 (N1).r - 1'N1 + 2 u'Pr - u'Pu
    + sum_i w_i (2 v_i A_i.r - v_i^2 + (g - 1)^2 d_i^2)

for any u and tau, and mu (s - q.r), which is zero, may be added for any mu. A row that was not
looked at by itself has f truths at g or more, so that 1.r >= k + f (g - 1): nu times what is over
may be taken off. Of u, mu and nu take c of those at b and 1 - c of those at a, as s is mixed, and
of the last line that mixture itself: then all but u'Pu and mu s is the mixture of what stands there
for b and for a, where it is at least phi. The products lose c (1 - c) of the bend, at most a
quarter.

P does not tell truths of a class apart either: it is semidefinite if it is so on differences in
classes, where it is D_c less the own of X, and on what is constant in them (`class_forms`).

Where some classes B are covered by pairs (`cover_pairs`) the rows are those that are 1 on B. Then
s ends at 1 + (g - 1) times the shares of all others, rows with few truths at g have them there, and
for points u that are 1 on B as well, P need be semidefinite only on vectors that are zero there, as
r - u is, and r_j h_j is h_j for j in B.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from operator import add
from typing import Any

from .charge import Charge, Cover
from .class_forms import ClassForm, ClassRatio, read_rounded
from .cleared import cleared, cleared_rows
from .fields import (
    Vector,
    count,
    exact_dot,
    exact_sum,
    listed,
    places,
    rational,
    rationals,
    record,
    symmetric,
)
from .pages import page
from .privacy import pure_number
from .verdict import Doubts, Size, need, well_formed

UNCOVERED = "the prices do not cover a cell"
INDEFINITE = "diagonal and slopes leave no semidefinite form"

MAX_FORM = 1 << 40
"""Steps of the elimination of P, whose numbers are as long as all entries before it together."""

MAX_SHORT_FORM = 1 << 22
"""The cube of classes, where P is rounded down."""

MAX_CELL_SQUARES = 1 << 39
"""Squares of classes at the ends of cells, with products that take the square of their length."""


FEW, MAX_FEW = 2, 32
"""Rows with fewer truths at g are looked at by themselves, where a file does not say how few."""

STEPS_OF_ROW, MAX_FEW_WORK = 32, 1 << 32
"""Such a row takes as long as so many additions beside those of its classes."""


@dataclass(frozen=True)
class End:
    """Of a cell, or of two: s with its mu, its u, the tau of each count, and its nu."""

    place: Fraction
    multiplier: Fraction
    point: Vector
    turns: Vector
    several: Fraction


@dataclass(frozen=True)
class Count:
    """Of the truths at g in some classes: the classes, the weight of its square, and how many
    truths they have."""

    classes: frozenset[int]
    weight: Fraction
    truths: int


@dataclass(frozen=True)
class CoverByCells:
    """D, e, N, counts and the ends of cells for the form X at the shares q."""

    high: Fraction
    prices: Vector
    form: ClassForm
    prior: Vector
    diagonal: Vector
    slopes: Vector
    products: Sequence[Vector]
    counts: Sequence[Count]
    ends: Sequence[End]
    few: int
    """Rows with fewer truths at g are looked at by themselves, if an end has a nu."""

    is_rounded: bool
    """Whether P is rounded down before its elimination."""

    apart: frozenset[int]
    """The classes of B."""

    pairs: Cover | None
    """That B is covered by pairs."""

    def verify(self, doubts: Doubts) -> None:
        """P >= 0, and phi at all ends from 1 to the largest s of a row."""
        if self.pairs:
            self.pairs(doubts)
        self._need_semidefinite()
        if any(end.several for end in self.ends):  # nu speaks of rows with many truths at g
            self._need_few_covered()
        need(self.ends[0].place == 1, "the cells do not begin at one")
        left = [self._phi(end) for end in self.ends]
        need(min(left) >= 0, UNCOVERED)
        for (a, low), (b, high) in pairwise(zip(self.ends, left, strict=True)):
            need(a.place <= b.place, "the cells do not ascend")
            need(4 * min(low, high) >= self._bend(a, b), UNCOVERED)
        masses = self.form.weighed(self.prior)
        most = 1 + (self.high - 1) * exact_sum([masses[c] for c in self._others])
        need(self.ends[-1].place == most, "the cells do not end at the level")

    @cached_property
    def _others(self) -> list[int]:
        """The classes that are not in B."""
        return [c for c in range(len(self.prices)) if c not in self.apart]

    def _need_semidefinite(self) -> None:
        """P, as a form, on vectors that are zero on B."""
        sizes, q, e, D = self.form.sizes, self.prior, self.slopes, self.diagonal
        # N, W and qe' + eq' are constant in blocks: of P only D and X have an own.
        own = [D[c] - self.form.own[c] if sizes[c] > 1 else Fraction(0) for c in self._others]
        means: list[list[Fraction]] = []
        for c in self._others:
            row = self._whole.means[c]
            line = [-row[d] - (q[c] * e[d] + e[c] * q[d]) / 2 for d in self._others]
            line[len(means)] += D[c] / sizes[c]
            means.append(line)
        left = ClassForm([sizes[c] for c in self._others], own, means)
        if self.is_rounded:
            left = page(".short_forms").rounded_down(left)
        left.need_semidefinite(INDEFINITE)

    def _need_few_covered(self) -> None:
        """s y.r >= r'Xr for the rows with fewer truths at g, none in B, up to the order in classes.

        In r = 1 + (g - 1) x another truth of class c adds c of a list to r'Xr, and as much to each
        entry of that list whichever truths were at g before.
        """
        X, rise, sizes = self.form, self.high - 1, self.form.sizes
        ones = [Fraction(1)] * len(sizes)
        alone, beside = X.entries()
        pairs = zip(alone, X.image(ones), strict=True)
        adds = [2 * rise * along + rise**2 * x for x, along in pairs]
        twice = [[2 * rise**2 * x for x in row] for row in beside]
        (first, *steps), unit = cleared_rows([[X.at(ones), *adds], *twice])
        masses, of_masses = cleared([1, *[rise * q for q in self.prior]])
        paid, of_paid = cleared(
            [exact_sum(X.weighed(self.prices)), *[rise * y for y in self.prices]]
        )
        below = of_masses * of_paid
        # Truths at g that may still join, the class of the last and how many of it are at g.
        left = [(self.few - 1, 0, 0, masses[0], paid[0], first[0], first[1:])]
        while left:
            more, last, held, s, charge, worth, rises = left.pop()
            need(s * charge * unit >= worth * below, UNCOVERED)
            for c in self._others if more else ():
                if c < last:
                    continue
                number = held + 1 if c == last else 1
                if number <= sizes[c]:
                    # After the last one that may join nothing is added.
                    higher = list(map(add, rises, steps[c])) if more > 1 else rises
                    at = s + masses[1 + c], charge + paid[1 + c], worth + rises[c]
                    left.append((more - 1, c, number, *at, higher))

    @cached_property
    def _whole(self) -> ClassForm:
        """X + N + W."""
        means = [
            [x + y for x, y in zip(row, more, strict=True)]
            for row, more in zip(self.form.means, self.products, strict=True)
        ]
        for some in self.counts:
            for c, d in product(some.classes, repeat=2):
                means[c][d] += some.weight  # A_i A_i' is constant there: own stays
        return replace(self.form, means=means)

    @cached_property
    def _at_ones(self) -> Vector:
        """N1."""
        return [exact_sum(self.form.weighed(row)) for row in self.products]

    def _image(self, u: Vector) -> tuple[Vector, Fraction, Fraction]:
        """Du - (X + N + W)u, e.u and q.u, of Pu = Du - (X + N + W)u - (q.u) e / 2 - (e.u) q / 2."""
        weighed = self.form.weighed(u)
        pairs = zip(self.diagonal, u, self._whole.image(u), strict=True)
        curved = [d * x - y for d, x, y in pairs]
        return curved, exact_dot(self.slopes, weighed), exact_dot(self.prior, weighed)

    def _square(self, u: Vector) -> Fraction:
        """u'Pu."""
        curved, e_u, q_u = self._image(u)
        return exact_dot(self.form.weighed(u), curved) - q_u * e_u

    def _bend(self, a: End, b: End) -> Fraction:
        """(mu_b - mu_a) (b - a) - (u_b - u_a)'P(u_b - u_a)."""
        apart = [y - x for x, y in zip(a.point, b.point, strict=True)]
        return (b.multiplier - a.multiplier) * (b.place - a.place) - self._square(apart)

    def _phi(self, end: End) -> Fraction:
        """phi at this end."""
        curved, e_u, q_u = self._image(end.point)
        # 2 (Pu)_j is 2 x - e_j q.u - q_j e.u: the last joins mu q_j in the tilt.
        tilt, steep = e_u + end.multiplier, self.high + 1
        least, others = [], set(self._others)
        lines, gained = self._counted(end)
        tangents = [x + z + v for x, z, v in zip(curved, self._at_ones, lines, strict=True)]
        rows = zip(tangents, self.prices, self.slopes, self.diagonal, self.prior, strict=True)
        for c, (x, y, e, d, q) in enumerate(rows):
            h = end.place * (y + e) + 2 * x - e * q_u - steep * d - end.several - tilt * q
            least.append((min(h, self.high * h) if c in others else h) + self.high * d)
        least = [x - z for x, z in zip(least, self._at_ones, strict=True)]
        sums = exact_sum(self.form.weighed(least))
        many = sum(self.form.sizes) + self.few * (self.high - 1)
        rest = gained - self._square(end.point)
        return end.multiplier * end.place + end.several * many + sums + rest

    def _counted(self, end: End) -> tuple[list[Fraction], Fraction]:
        """Of each class sum_i w_i v_i A_ij, and sum_i w_i ((g - 1)^2 d_i^2 - v_i^2)."""
        rise = self.high - 1
        weighed, gains = [], [Fraction(0)]
        for some, turn in zip(self.counts, end.turns, strict=True):
            place = some.truths + rise * turn
            weighed.append(some.weight * place)
            # Midway between two whole numbers either of them has the distance 1/2.
            gains.append(some.weight * (rise * (turn - round(turn))) ** 2 - weighed[-1] * place)
        whole, unit = cleared(weighed)
        lines = [Fraction(sum(whole[i] for i in some), unit) for some in self._counts_of_classes]
        return lines, exact_sum(gains)

    @cached_property
    def _counts_of_classes(self) -> list[list[int]]:
        """Which counts each class is in."""
        every = range(len(self.prices))
        return [[i for i, some in enumerate(self.counts) if c in some.classes] for c in every]


def read_cells(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `cells`."""
    given = record(value, "proof diagonal slopes ends", "products counts several few rounded pairs")
    well_formed(isinstance(utility, ClassRatio), "the utility is not a form of classes")
    classes = len(charge.sizes)
    high = pure_number(charge.privacy).high
    counts = [_read_count(entry, charge.sizes) for entry in listed(given.get("counts", []))]
    entries = listed(given["ends"])
    several = _read_several(given, len(entries))
    few = count(given.get("few", FEW))
    well_formed(FEW <= few <= MAX_FEW, f"few truths are {FEW} to {MAX_FEW}")
    rows = zip(entries, several, strict=True)
    ends = [_read_end(entry, classes, counts, nu) for entry, nu in rows]
    well_formed(len(ends) > 1, "there are no cells")
    apart = frozenset(places(given.get("pairs", []), classes))
    well_formed(len(apart) < classes, "no class is left for cells")
    fixed = [end.point[c] for end in ends for c in apart]
    well_formed(all(x == 1 for x in fixed), "a point is not one where pairs cover")
    steps = 2 * (len(ends) + len(counts)) * (classes + 4) * (classes + 4 + 2 * len(counts))
    is_rounded = read_rounded(given)
    if is_rounded:
        size.allow_counted(classes**3, MAX_SHORT_FORM)
    else:
        size.allow(classes**5 * size.bits, MAX_FORM)
    size.allow(steps * size.bits, MAX_CELL_SQUARES)  # products of long numbers take the square
    if any(several):
        others = [n for c, n in enumerate(charge.sizes) if c not in apart]
        size.allow(few_rows(others, few) * (classes + STEPS_OF_ROW), MAX_FEW_WORK)
    return CoverByCells(
        high=high,
        prices=charge.prices,
        form=utility.form,
        prior=utility.prior,
        diagonal=rationals(given["diagonal"], classes),
        slopes=rationals(given["slopes"], classes),
        products=_read_products(given, classes),
        counts=counts,
        ends=ends,
        few=few,
        is_rounded=is_rounded,
        apart=apart,
        pairs=page(".cover_pairs").pairs_among(apart, charge, utility, size) if apart else None,
    ).verify


def few_rows(sizes: Sequence[int], few: int) -> int:
    """How many rows have fewer truths at g, up to the order in classes.

    >>> few_rows([1, 5], 3)  # 00, 10, 01, 11, 02
    5
    """
    ways = [1, *[0] * (few - 1)]  # of so many truths at g in the classes so far
    for n in sizes:
        ways = [sum(ways[max(0, high - n) : high + 1]) for high in range(few)]
    return sum(ways)


def _read_several(given: dict[str, Any], ends: int) -> Vector:
    """The field `several`; zeros where there is none."""
    if "several" not in given:
        return [Fraction(0)] * ends
    found = rationals(given["several"], ends)
    well_formed(min(found, default=Fraction(0)) >= 0, "a price of several truths is negative")
    return found


def _read_end(entry: Any, classes: int, counts: Sequence[Count], several: Fraction) -> End:
    """With numbers of counts where there are any."""
    place, multiplier, point, *turns = listed(entry, 4 if counts else 3)
    return End(
        rational(place),
        rational(multiplier),
        rationals(point, classes),
        rationals(turns[0], len(counts)) if counts else [],
        several,
    )


def _read_count(entry: Any, sizes: Sequence[int]) -> Count:
    """A weight, and classes."""
    weight, classes = listed(entry, 2)
    chosen = frozenset(places(classes, len(sizes)))
    well_formed(rational(weight) >= 0, "a count has a negative weight")
    return Count(chosen, rational(weight), sum(sizes[c] for c in chosen))


def _read_products(given: dict[str, Any], classes: int) -> Sequence[Vector]:
    """The field `products`; zeros where there is none."""
    if "products" not in given:
        return [[Fraction(0)] * classes] * classes
    found = symmetric(given["products"], classes)
    well_formed(min(map(min, found)) >= 0, "a product has a negative multiplier")
    return found
