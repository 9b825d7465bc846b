"""The reports about two truths that a best table over 1/N is made of: few, whatever N is.

A report is a pair of whole numbers (n_0, n_1), its chances in N. Privacy cuts the quadrant into
cones by the lines r_a = g r_b of its levels; inside a cone every excess is linear. A pair that is
the sum of two pairs of the same cone may be reported as these two: no excess changes, and a convex
utility of degree one never falls. So only the pairs count that are no such sum: the *Hilbert
basis* of each cone, which the lattice points on the edge of its convex hull are. Neighbours on
that edge have the determinant one, which finds one from the other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm

from rropt.design.problem import Problem
from rropt.privacy.bound_forms import LOW, by_owner

Pair = tuple[int, int]
"""Chances of a report in N, under either truth; or a direction."""

SIDES: tuple[Pair, Pair] = ((1, 0), (0, 1))


@dataclass(frozen=True)
class WholeLimit:
    """sum over reports of sum c [f.n]+ <= most N; where nothing is allowed, each f.n <= 0."""

    forms: tuple[tuple[Fraction, tuple[Fraction, ...]], ...]
    most: Fraction

    def excess(self, n: Pair) -> Fraction:
        """What a report adds."""
        over = ((c, f[0] * n[0] + f[1] * n[1]) for c, f in self.forms)
        return sum((c * x for c, x in over if x > 0), Fraction(0))


def limits_of(problem: Problem) -> list[WholeLimit] | None:
    """What tables about two truths keep; None where that is no list of levels.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Variance
    >>> limits = limits_of(Problem(LocalDP.from_gamma(3, "1/10"), Variance("1/4")))
    >>> limits[0].excess((5, 1)), limits[0].most
    (Fraction(2, 1), Fraction(1, 10))
    """
    cone = problem.cone
    if cone.has_orders or cone.rho is not None:
        return None
    found = []
    for forms in by_owner(cone.bound_forms(LOW)).values():
        each = tuple((form.factor, form.along(2)) for form in forms)
        found.append(WholeLimit(each, forms[0].most or Fraction(0)))
    return found


def whole_reports(limits: Sequence[WholeLimit], total: int) -> list[Pair]:
    """The reports of which a best table over 1 / total is made.

    >>> third = WholeLimit(((Fraction(1), (Fraction(1), Fraction(-3))),), Fraction(0))
    >>> half = WholeLimit(((Fraction(1), (Fraction(-3, 2), Fraction(1))),), Fraction(0))
    >>> whole_reports([third, half], 10)
    [(1, 1), (2, 1), (2, 3), (3, 1)]
    """
    rays = sorted({*SIDES, *_lines(limits)}, key=_slope)
    hard = [limit for limit in limits if not limit.most]
    found = {ray for ray in rays if max(ray) <= total and _keeps(ray, hard)}
    for low, high in pairwise(rays):
        if _keeps((low[0] + high[0], low[1] + high[1]), hard):
            found.update(hilbert_basis(low, high, total))
    return sorted(found)


def two_report_tables(limits: Sequence[WholeLimit], total: int) -> list[tuple[Pair, Pair]]:
    """Of each first chance the private table of two reports that tells most.

    A convex utility is largest at the ends of what privacy allows the second chance, and the two
    reports may change places.

    >>> half = WholeLimit(((Fraction(1), (Fraction(1), Fraction(-2))),), Fraction(0))
    >>> other = WholeLimit(((Fraction(1), (Fraction(-2), Fraction(1))),), Fraction(0))
    >>> two_report_tables([half, other], 3)
    [((1, 2), (2, 1))]
    """
    found = []
    for first in range(total + 1):
        second = _largest_second(limits, total, first)
        if second > first:
            found.append(((first, second), (total - first, total - second)))
    return found


def _largest_second(limits: Sequence[WholeLimit], total: int, first: int) -> int:
    """By halving: the private second chances are those from some on to some other."""

    def is_broken(second: int) -> bool:
        return not _is_private(limits, total, (first, second))

    return first + bisect_left(range(first, total + 1), True, key=is_broken) - 1


def _is_private(limits: Sequence[WholeLimit], total: int, one: Pair) -> bool:
    """Whether a report and its opposite keep every limit."""
    other = total - one[0], total - one[1]
    return all(limit.excess(one) + limit.excess(other) <= limit.most * total for limit in limits)


def _lines(limits: Sequence[WholeLimit]) -> Iterator[Pair]:
    """The directions in which a form is zero inside the quadrant."""
    for limit in limits:
        for _, (f, g) in limit.forms:
            if f * g < 0:
                unit = lcm(f.denominator, g.denominator)
                a, b = abs(int(g * unit)), abs(int(f * unit))
                common = gcd(a, b)
                yield a // common, b // common


def _slope(ray: Pair) -> Fraction:
    """Increases from the first side to the second."""
    return Fraction(ray[1], ray[0] + ray[1])


def _keeps(n: Pair, hard: Sequence[WholeLimit]) -> bool:
    return not any(limit.excess(n) for limit in hard)


def hilbert_basis(low: Pair, high: Pair, total: int) -> list[Pair]:
    """The pairs up to `total` between two directions that are no sum of two others.

    >>> hilbert_basis((3, 1), (1, 1), 10), hilbert_basis((5, 2), (2, 3), 10)
    ([(1, 1), (2, 1), (3, 1)], [(1, 1), (2, 1), (2, 3), (5, 2)])
    """
    start = _shortest(low, high, total)
    if start is None:
        return []
    other_side = [(a, b) for b, a in _walk(start[::-1], low[::-1], total)]
    return sorted([start, *_walk(start, high, total), *other_side])


def _shortest(low: Pair, high: Pair, total: int) -> Pair | None:
    """Of the least sum: no sum of two others, then."""
    for size in range(1, 2 * total + 1):
        least = max(-(-size * high[0] // sum(high)), size - total)
        most = min(size * low[0] // sum(low), total)
        if least <= most:
            return least, size - least
    return None


def _walk(start: Pair, end: Pair, total: int) -> Iterator[Pair]:
    """From one point of the edge to the next, towards a direction; both entries are convex there,
    so that what has left the square does not come back."""
    here = start
    while _cross(here, end):
        a, b = here
        y = pow(a, -1, b) if b > 1 else 1 - b
        x = (a * y - 1) // b if b else 0
        steps = -(_cross((x, y), end) // _cross(here, end))
        here = x + steps * a, y + steps * b
        if max(here) > total:
            return
        yield here


def _cross(n: Pair, m: Pair) -> int:
    return n[0] * m[1] - n[1] * m[0]
