"""Zero-concentrated privacy (zCDP): Renyi divergences of every order a > 1 are at most rho a.

For two truths let p and q be the chances of a report, l = ln(p / q) its loss and

    K(s) = ln sum p e^(s l),      s = a - 1 > 0:   the divergence of order a is K(s) / s.

So zCDP says K(s) <= rho (s + s^2) for all s > 0. Theorem. It holds if for some 0 < s_1 < ... < s_n

    (first)  KL <= rho  and  KL + V s_1 / 2 <= rho (1 + s_1),
    (next)   K(s) <= rho (s + s^2 - (s'' - s')^2 / 4)  at both ends of each [s', s''],
    (last)   max l <= rho (1 + s_n),

with KL = sum p l and V the larger of sum p (l - c)^2 and sum p e^(s_1 l) (l - c)^2, c any number.

Proof. First: K(0) = 0, K'(0) = KL, and K'' at u is a variance of l, with masses p e^(u l) / M,
M = sum p e^(u l), so at most N(u) / M with N(u) = sum p e^(u l) (l - c)^2. N is convex in u, so at
most V on [0, s_1]. M is convex, 1 at 0 and grows there by KL >= 0, so at least 1. By Taylor's
formula K(s) <= KL s + V s^2 / 2, and KL + V s / 2 <= rho (1 + s) at both ends of [0, s_1], so
inside. Next: K is convex, so at most its chord; s + s^2 is at least its tangent in the middle,
which at both ends lies (s'' - s')^2 / 4 below; what holds of two lines at both ends holds between.
Last: no divergence exceeds max l.

All of this is said by how many reports have which p and q: pairs of truths that are alike in it are
looked at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

from .exponential import exp_ends
from .fields import Ends, exact_sum, rational, rationals, record
from .logarithm import FEWER_BITS, log_ends
from .private_table import PrivateTable, entries
from .statement import item
from .verdict import Doubts, Size, need, well_formed

STEPS_OF_CHANCES = 4  # to compare two chances of a report with those of others
TOO_MUCH = "the table is not zero-concentrated"


Alike = Collection[Collection[tuple[tuple[int, int], int]]]
"""Of pairs of truths the chances (p, q), over one unit, with how many reports have them."""


def alike_pairs(table: PrivateTable) -> Alike:
    """All pairs, those that are alike once."""
    rows = [entries(row) for row in table.rows]
    found = set()
    for a, b in permutations(range(len(table.sizes)), 2):
        chances = Counter([(row[a], row[b]) for row in rows if row[a]])  # p = 0 adds nothing
        found.add(frozenset(chances.items()))
    return found


@dataclass(frozen=True)
class Concentrated:
    """rho, and the s at which it is shown of the table."""

    rho: Fraction
    points: Sequence[Fraction]

    def logarithms(self, table: PrivateTable, size: Size) -> int:
        """How many logarithms and exponentials that takes; to find it is announced."""
        size.allow(STEPS_OF_CHANCES * len(table.rows) * len(table.sizes) ** 2)
        return sum(map(len, alike_pairs(table))) * (len(self.points) + 2)

    def verify_table(self, table: PrivateTable, doubts: Doubts) -> None:
        """For any two truths."""
        for pair in alike_pairs(table):
            need(all(q for (_, q), _ in pair), "a Renyi divergence is infinite")
            reports = []
            for (p, q), number in pair:
                reports.append(
                    _Report(Fraction(number * p, table.unit), log_ends(Fraction(p, q), FEWER_BITS))
                )
            self._verify_pair(reports, doubts)

    def _verify_pair(self, reports: Sequence[_Report], doubts: Doubts) -> None:
        cumulants = [_cumulant(reports, s) for s in self.points]
        self._verify_first(reports, doubts)
        for (s, at), (t, after) in pairwise(zip(self.points, cumulants, strict=True)):
            lowered = (t - s) ** 2 / 4
            self._at_most(at, s + s * s - lowered, doubts)
            self._at_most(after, t + t * t - lowered, doubts)
        losses = [report.loss for report in reports]
        largest = max(low for low, _ in losses), max(high for _, high in losses)
        self._at_most(largest, 1 + self.points[-1], doubts)

    def _verify_first(self, reports: Sequence[_Report], doubts: Doubts) -> None:
        mean = _sum([report.times(report.loss) for report in reports])
        squares = [report.squared_distance(mean[0]) for report in reports]  # any c; this is near KL
        s = self.points[0]
        tilted = [report.tilted(s) for report in reports]
        plain = [report.times(square) for report, square in zip(reports, squares, strict=True)]
        # No end is negative: products of lower ends are below, of upper ends above.
        moved = [(t[0] * q[0], t[1] * q[1]) for t, q in zip(tilted, squares, strict=True)]
        sums = _sum(plain), _sum(moved)
        spread = max(low for low, _ in sums), max(high for _, high in sums)
        self._at_most(mean, Fraction(1), doubts)
        ends = mean[0] + spread[0] * s / 2, mean[1] + spread[1] * s / 2
        self._at_most(ends, 1 + s, doubts)

    def _at_most(self, ends: Ends, factor: Fraction, doubts: Doubts) -> None:
        """A number between these ends is at most rho times the factor."""
        low, high = ends
        most = self.rho * factor
        doubts.not_negative(most - high, most - low, TOO_MUCH)


@dataclass(frozen=True)
class _Report:
    """The chance of reports under the first truth, and their loss ln(p / q)."""

    chance: Fraction
    loss: Ends

    def times(self, ends: Ends) -> Ends:
        """p times a number."""
        return self.chance * ends[0], self.chance * ends[1]

    def tilted(self, s: Fraction) -> Ends:
        """p e^(s l)."""
        low, high = self.loss
        return self.times(exp_ends(s * low, s * high))

    def squared_distance(self, center: Fraction) -> Ends:
        """(l - c)^2."""
        low = self.loss[0] - center
        high = self.loss[1] - center
        least = Fraction(0) if low < 0 < high else min(low * low, high * high)
        return least, max(low * low, high * high)


def _cumulant(reports: Sequence[_Report], s: Fraction) -> Ends:
    """K(s)."""
    low, high = _sum([report.tilted(s) for report in reports])
    return log_ends(low, FEWER_BITS)[0], log_ends(high, FEWER_BITS)[1]


def _sum(ends: Sequence[Ends]) -> Ends:
    return exact_sum([low for low, _ in ends]), exact_sum([high for _, high in ends])


def read(value: Any, conditions: Sequence[Any]) -> tuple[str, Concentrated]:
    """rho, and conditions that follow from it: of orders a and two truths, with budgets rho a."""
    given = record(value, "rho points")
    rho = rational(given["rho"])
    points = rationals(given["points"])
    well_formed(rho > 0 and points and points[0] > 0, "no rho, or no point at which it is shown")
    well_formed(all(s < t for s, t in pairwise(points)), "the points of rho do not ascend")
    for condition in conditions:
        well_formed(condition.order is not None, "a condition that does not follow from rho")
        follows = condition.budget == rho * condition.order
        well_formed(follows, "a condition that does not follow from rho")
        # No entry is negative: a largest entry that is the sum of all stands alone.
        units = all(max(form) == sum(form) == 1 for form in (condition.left, condition.right))
        well_formed(units, "a condition of rho that is not of two truths")
    return f"(zCDP, rho = {item(rho)})", Concentrated(rho, points)
