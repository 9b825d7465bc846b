"""The corners of two truths: sums of rows of private tables lie above one convex edge.

For a condition sum over rows of sum_n c_n [a_n.r]+ <= d let A_i = c_1 a_1 + ... + c_i a_i, A_0 = 0.
A pair with a level is one of them: [f.r]+ with f = (1, -g) or (-g, 1). In the unit square let K be
the points v, on the diagonal or below it, with

    A_i.v + A_j.((1, 1) - v) <= d        for all i and j of every condition.

The lower edge of K is convex and leads from (0, 0) to (1, 1), by corners c_0, c_1, ..., c_n.

Lemma. Order the rows of a private table by their slope, y / x ascending, and let v_0 = (0, 0), v_1,
..., v_m = (1, 1) be their sums. Every v_i is in K.

Proof. It is not above the diagonal, since slopes ascend. What [a.r]+ adds up to is not more for the
two rows v_i and (1, 1) - v_i than for the rows that they are sums of, so these two are a private
table as well. As A_i.r is at most sum_n c_n [a_n.r]+, it keeps the inequalities of K.

The edge. An inequality h.v <= e of K with h_1 >= 0 holds below a point of the diagonal that keeps
it, and all of the diagonal keeps it if d is nowhere less than A_i.(1, 1). The others say that v is
above a line. So K is what lies between the largest of these lines and the diagonal.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, permutations
from typing import NamedTuple

from .fields import ONE
from .privacy import Privacy
from .verdict import Size, well_formed

MAX_CORNER_LINES = 64
MAX_CORNER_WORK = 1 << 22
"""Quotients of levels, reduced: 4 levels of 13,500 bits took 2 s."""

ZERO = Fraction(0)

Point = tuple[Fraction, Fraction]


class Line(NamedTuple):
    """The points of K lie above slope x + height."""

    slope: Fraction
    height: Fraction

    def at(self, x: Fraction) -> Fraction:
        """Its height at x."""
        return self.slope * x + self.height


def corners_of(privacy: Privacy, size: Size) -> list[Point]:
    """Those of the lower edge of K, if its lines are few."""
    demands = privacy.demands_of_two(1)
    levels = [len(pairs) for pairs, _ in demands]
    lines = sum(n * (n + 1) // 2 for n in levels)
    well_formed(lines <= MAX_CORNER_LINES, "too many levels of two truths")
    size.allow(lines**2 * max(levels, default=1), MAX_CORNER_WORK)
    found: list[Line] = []
    for pairs, most in demands:
        forms = [(c * x, c * y) for c, (x, y) in pairs]
        sums = list(accumulate(forms, plus, initial=(ZERO, ZERO)))
        # Else not even a table that tells nothing is private; with it K holds the diagonal.
        well_formed(all(x + y <= most for x, y in sums), "no table is private")
        found += lines_of(sums, most)
    return corners(found)


def plus(left: Point, right: Point) -> Point:
    """The sum of two vectors."""
    return left[0] + right[0], left[1] + right[1]


def lines_of(sums: Sequence[Point], most: Fraction) -> Iterator[Line]:
    """Where (A_i - A_j).v <= d - A_j.(1, 1) says that v is above a line."""
    for (x, y), (p, q) in permutations(sums, 2):
        if y < q:  # h_1 < 0: a line below v; the others keep what is below the diagonal
            yield Line((x - p) / (q - y), (most - p - q) / (y - q))


def corners(lines: Sequence[Line]) -> list[Point]:
    """Where the largest of all lines bends, from (0, 0) to (1, 1), by lines ever steeper."""
    here = Line(ZERO, ZERO)
    found = [(ZERO, ZERO)]
    while True:
        steeper = [line for line in lines if line.slope > here.slope]
        crossings = [((here.height - up.height) / (up.slope - here.slope), up) for up in steeper]
        # Of lines that cross here at one point the steepest: beyond it the others are lower.
        at, after = min(crossings, key=lambda pair: (pair[0], -pair[1].slope), default=(ONE, here))
        if at >= 1:
            break
        found.append((at, after.at(at)))
        here = after
    found += [(ONE, here.at(ONE)), (ONE, ONE)]
    return [point for n, point in enumerate(found) if not n or point != found[n - 1]]


def fair_point(found: Sequence[Point]) -> Point:
    """Where the edge meets x + y = 1: from corner to corner x + y only grows."""
    (x, y), (s, t) = next(pair for pair in pairwise(found) if sum(pair[1]) >= 1)
    share = (1 - x - y) / (s + t - x - y)
    return x + share * (s - x), y + share * (t - y)
