"""Prices of u(r) = sum s (t.r)^2 / (q.r), one q, on {1, g}^k: a quadratic form.

Theorem. Prices y cover u if F(r) = (y.r)(q.r) - sum s (t.r)^2 >= 0 at every r in {1, g}^k with
q.r > 0, and no t.r differs from zero where q.r = 0.

Proof. Every private row is a mixture of such r, u is convex and the charge y.r linear. Where q.r is
positive, F(r) >= 0 says y.r >= u(r).

With r_j = 1 + (g - 1) x_j, x_j in {0, 1} and x_j^2 = x_j, F is c + sum l_j x_j + sum o_ij x_i x_j,
however many t there are. Each product is 0 or 1, so rounding c, l, o down bounds F from below:
whole numbers of at most ROUNDED bits altogether. They are walked through truth by truth, those of
large q first; as x_i x_j <= (x_i + x_j) / 2, with some truths fixed F is at least

    c + sum over the others j of min(0, l_j + sum over the others i of min(0, o_ij) / 2),

and where that is not negative no pattern is looked at. A pattern at which the rounded form is
negative is decided by F itself, so no verdict depends on the rounding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import gcd
from operator import add

from .cleared import cleared_rows
from .fields import Vector
from .verdict import Size, well_formed

ROUNDED = 52
"""Bits of all coefficients together: in doubles twice their sums have the right sign as well."""

LAST_TRUTHS = 8
"""The 256 patterns of so many truths are written out where nothing is left out."""

MAX_FORM_TRUTHS = 64
MAX_NODES = 1 << 18
"""Choices of fixed truths: of 28 truths 230,000 were met, in two seconds."""

FEW_NODES = 1 << 15
"""Of a short page: where its walk fails the pages of the kind repeat it."""

Row = Sequence[int]


@dataclass(frozen=True)
class QuadraticForm:
    """c + l.x + sum over i < j of o_ij x_i x_j in whole numbers, o symmetric."""

    constant: int
    slopes: list[int]
    couplings: list[list[int]]

    @classmethod
    def of(cls, top: int, bottom: int, rows: Sequence[Row]) -> QuadraticForm:
        """(y.r)(q.r) - sum t.r v.r at r = bottom + (top - bottom) x, without a common divisor; the
        rows are y, q, and t and v = s t in turn.
        """
        rise = top - bottom
        pairs = [(-1, t, v) for t, v in zip(rows[::2], rows[1::2], strict=True)]
        pairs[0] = 1, rows[0], rows[1]  # F is the product of y and q less those of the t and v
        k = len(rows[0])
        constant, slopes = 0, [0] * k
        couplings = [[0] * k for _ in range(k)]
        for sign, a, b in pairs:
            whole_a, whole_b = bottom * sum(a), bottom * sum(b)
            constant += sign * whole_a * whole_b
            for i, (x, y) in enumerate(zip(a, b, strict=True)):
                # x_i^2 = x_i: the square of a truth joins its slope.
                slopes[i] += sign * rise * (x * whole_b + y * whole_a + rise * x * y)
                scaled_x, scaled_y = sign * rise * rise * x, sign * rise * rise * y
                own = couplings[i]
                for j in range(i):
                    own[j] += scaled_x * b[j] + scaled_y * a[j]
        for i in range(k):
            for j in range(i):
                couplings[j][i] = couplings[i][j]
        common = gcd(constant, *slopes, *chain.from_iterable(couplings)) or 1
        couplings = [[x // common for x in row] for row in couplings]
        return cls(constant // common, [x // common for x in slopes], couplings)

    def rounded(self) -> QuadraticForm:
        """Each number rounded down, to so many units that all fit."""
        pairs = sum(map(abs, (x for row in self.couplings for x in row))) // 2
        total = abs(self.constant) + sum(map(abs, self.slopes)) + pairs
        lost = max(0, total.bit_length() - ROUNDED)
        couplings = [[x >> lost for x in row] for row in self.couplings]
        return QuadraticForm(self.constant >> lost, [x >> lost for x in self.slopes], couplings)

    def is_negative(self, pattern: list[int]) -> bool:
        """Whether it is at these x."""
        chosen = [j for j, x in enumerate(pattern) if x]
        twice = 2 * self.constant  # each coupling is met from both of its truths
        for i in chosen:
            row = self.couplings[i]
            twice += 2 * self.slopes[i] + sum(row[j] for j in chosen)
        return twice < 0


class Walk:
    """To the patterns at which a rounded form is negative, by at most so many nodes."""

    def __init__(self, form: QuadraticForm, most: int) -> None:
        self.form = form
        self.most = most
        self.nodes = 0
        self.least = []
        """For each number of fixed truths, of each other one the sum of its negative couplings."""
        k = len(form.slopes)
        for fixed in range(k + 1):
            rows = form.couplings[fixed:]
            self.least.append([sum(x for x in row[fixed:] if x < 0) for row in rows])
        self.among_last = [0]
        """What couplings of the last truths add, pattern by pattern."""
        last = max(0, k - LAST_TRUTHS)
        for n in range(last, k):
            more = zip(self.among_last, sums_of_some(form.couplings[n][last:n], 0), strict=True)
            self.among_last += [x + y for x, y in more]

    def patterns(self, fixed: list[int], constant: int, slopes: list[int]) -> Iterator[list[int]]:
        """Those that begin so; `slopes` are those of the other truths."""
        self.nodes += 1
        well_formed(self.nodes <= self.most, "too many extreme patterns")
        below = self.least[len(fixed)]
        # Twice all of it, as each coupling is shared by halves among its two truths.
        drops = [2 * x + y for x, y in zip(slopes, below, strict=True)]
        if 2 * constant + sum(x for x in drops if x < 0) >= 0:
            return
        if len(slopes) <= LAST_TRUTHS:
            values = list(map(add, self.among_last, sums_of_some(slopes, constant)))
            for place, value in enumerate(values if min(values) < 0 else []):
                if value < 0:
                    yield [*fixed, *(place >> n & 1 for n in range(len(slopes)))]
            return
        first, *others = slopes
        couplings = self.form.couplings[len(fixed)][len(fixed) + 1 :]
        raised = [x + y for x, y in zip(others, couplings, strict=True)]
        yield from self.patterns([*fixed, 0], constant, others)
        yield from self.patterns([*fixed, 1], constant + first, raised)


def sums_of_some(numbers: Sequence[int], start: int) -> list[int]:
    """What any of them add to a start: the first is there or not from place to place."""
    found = [start]
    for x in numbers:
        found += [total + x for total in found]
    return found


def is_nowhere_negative(form: QuadraticForm, vectors: int, size: Size, most: int) -> bool:
    """How far it is to a pattern that is not covered is known only by walking there."""
    rounded = form.rounded()
    for pattern in Walk(rounded, most).patterns([], rounded.constant, rounded.slopes):
        size.allow(vectors * len(pattern))
        if form.is_negative(pattern):
            return False
    return True


def is_covered(
    g: Fraction,
    prices: Vector,
    mean: Vector,
    vectors: Sequence[Vector],
    scales: Vector,
    size: Size,
    most: int = MAX_NODES,
) -> bool:
    """Whether prices y cover sum s (t.r)^2 / (q.r) for the mean q, vectors t and scales s."""
    k = len(prices)
    well_formed(k <= MAX_FORM_TRUTHS, "too many truths for a form")
    size.allow(k * k * (1 + len(vectors)))
    # q.r is positive at every pattern: q is not negative, and not zero.
    well_formed(min(mean) >= 0 < max(mean), "no mean")
    order = sorted(range(k), key=lambda j: -mean[j])  # stable: every checker walks the same nodes
    doubled: list[Vector] = []
    for t, s in zip(vectors, scales, strict=True):
        doubled += [t, [s * x for x in t]]
    rows = [[row[j] for j in order] for row in (prices, mean, *doubled)]
    whole, _ = cleared_rows(rows)
    form = QuadraticForm.of(*g.as_integer_ratio(), whole)
    return is_nowhere_negative(form, 2 + len(vectors), size, most)
