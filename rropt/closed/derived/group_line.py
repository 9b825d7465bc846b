"""The least worst variance of a mean of a few numbers, along gamma.

Each piece is the curve of one system of equations, enclosed on stretches where all weights, shares
and slacks are positive. At a switch a report leaves: its weight in the larger system and its slack
in the smaller one have opposite signs at the two ends. Where the slack vanishes the smaller
solution with one more report of weight zero solves the larger system, near where that has no other
solution, so that the weight vanishes too; its derivative has one sign, so that both vanish at one
place only, and on each side of it one of the two is optimal.

**Truths that the least favourable group has not.** Nothing is paid for them, so that each report
(w_i, v_i) of the table for the others may be as likely on such a truth as it likes, r_i = 1 + E_i
with 0 <= E_i <= h, where its own mean is right and its variance is at most the worst:

    sum w r = 1,   sum w u r = h x,   sum w u^2 r <= h^2 x^2 + h^2 V      (u = h v).

Two reports, a and b, are left free; the others are at an end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from rropt.closed.derived.group_curve import BITS, GroupCurve, enclosed_curve
from rropt.closed.derived.group_system import (
    GroupSystem,
    GroupUnknowns,
    Mask,
    Start,
    paid,
    seems_optimal,
    start_near,
)
from rropt.exact.convert import ball
from rropt.exact.precision import working_precision
from rropt.lp.highs import SumsBetween, least_costs

AROUND = 1e-6
"""Radius within which the larger solution of a switch must be the only one."""


@dataclass(frozen=True)
class GroupTable:
    """The reports of one solution, and what the truths without a share answer."""

    system: GroupSystem
    active: tuple[int, ...]
    completed: tuple[GroupCompletion, ...]
    samples: list[tuple[Fraction, Start]] = field(default_factory=list, compare=False)

    @property
    def table(self) -> tuple:
        return self.active, self.system.support, self.completed

    def distance(self, level: Fraction) -> Fraction:
        """To the nearest level at which the solution is known."""
        return min(abs(known - level) for known, _ in self.samples)

    def start(self, level: Fraction) -> Start:
        """The known solution that is nearest to a level."""
        return min(self.samples, key=lambda sample: abs(sample[0] - level))[1]

    def seems_optimal(self, level: Fraction) -> bool:
        """Whether the signs are right in doubles."""
        at = start_near(self.system, level, self.start(level))
        return at is not None and seems_optimal(self.system, level, at)

    def signs(self, h: Any, x: GroupUnknowns, but: Mask | None = None) -> list[Any]:
        """What is not negative where the table is optimal, without that of one pattern."""
        found = self.system.signs(h, x, but)
        for part in self.completed:
            found += part.conditions(h, x)
        return found

    def rows(self, h: Any, x: GroupUnknowns) -> list[dict[int, Any]]:
        """Report by report the likelihood of each different number: m, or where it is between."""
        completed = {part.truth: part.likelihoods(h, x) for part in self.completed}
        found = []
        for i, mask in enumerate(self.system.support):
            own: dict[int, Any] = dict(zip(self.active, mask, strict=True))
            found.append(own | {truth: column[i] for truth, column in completed.items()})
        return found

    def curve(self, lo: Fraction, hi: Fraction, floor: float = 0.0) -> GroupCurve | None:
        """The solution from gamma = lo to hi."""
        return enclosed_curve(self.system, lo - 1, hi - 1, self.start((lo + hi) / 2), floor)

    def proved_on(self, stretch: tuple[Fraction, Fraction]) -> bool:
        found = self.curve(*stretch)
        return found is not None and self.is_optimal(found)

    def is_optimal(self, curve: GroupCurve, but: Mask | None = None) -> bool:
        """Whether everything is positive, but for the weight or the slack of one report."""
        return all(map(curve.is_positive, self.signs(curve.h, curve.unknowns, but)))

    def may_share(self, other: GroupTable) -> bool:
        """Whether both are of the same truths and a report apart."""
        if self.active != other.active or self.completed or other.completed:
            return False
        return len(set(self.system.support) ^ set(other.system.support)) == 1

    def shares(self, other: GroupTable, stretch: tuple[Fraction, Fraction]) -> bool:
        """Whether one of two tables, a report apart, is optimal everywhere on a stretch."""
        if not self.may_share(other):
            return False
        own = set(self.system.support)
        others = set(other.system.support)
        (mask,) = own ^ others
        large, small = (self, other) if mask in own else (other, self)
        return _one_leaves(large, small, mask, *stretch)


def _one_leaves(
    large: GroupTable, small: GroupTable, mask: Mask, lo: Fraction, hi: Fraction
) -> bool:
    more = large.curve(lo, hi)
    less = small.curve(lo, hi)
    unique = large.curve(lo, hi, AROUND)
    if more is None or less is None or unique is None:
        return False
    if not large.is_optimal(more, mask) or not small.is_optimal(less, mask):
        return False
    if not _is_inside(less, unique, mask):
        return False
    place = large.system.support.index(mask)
    with working_precision(BITS):
        ends = (-ball(more.half), ball(more.half))
        weights = [more.unknowns.weights[place](t) for t in ends]
        slacks = [less.slack(mask)(t) for t in ends]
        rises = weights[0] < 0 < weights[1] and slacks[1] < 0 < slacks[0]
        falls = weights[1] < 0 < weights[0] and slacks[0] < 0 < slacks[1]
    # The weight vanishes once: so does the slack, whose zeros are solutions without the weight.
    return bool(rises or falls) and not more.derivatives[place].contains(0)


def _is_inside(less: GroupCurve, unique: GroupCurve, mask: Mask) -> bool:
    """Whether the smaller solution and its best number for one more report, of weight zero, are
    where the larger solution is unique.
    """
    place = unique.system.support.index(mask)
    x = less.unknowns
    with working_precision(BITS):
        centres = [flint.arb_poly([c.mid() for c in path.coeffs()]) for path in unique.paths]
        number = centres.pop(len(unique.system.support) + place)
        off = [centres.pop(place)]
        off += [path - centre for path, centre in zip(less.paths, centres, strict=True)]
        # (q.r) times what the number is off: q.r is at least 1.
        off.append(less.system.linear(less.h, x, mask) - paid(x.squares, mask, less.h) * number)
        radius = flint.arb(AROUND)
        return all(less.is_positive(radius - x) and less.is_positive(radius + x) for x in off)


INSIDE = 1e-7
"""Share of h by which a free likelihood is off its ends."""


@dataclass(frozen=True)
class GroupCompletion:
    """Which reports are free and where the others are, for one truth of the number x, in units."""

    truth: int
    number: int
    unit: int
    low: int
    high: int
    """The free reports, that of the smaller number first."""

    mask: Mask
    """Where the others are 1 + h; 0 for the free ones."""

    def _parts(self, h: Any, x: GroupUnknowns) -> tuple[Any, Any, Any]:
        """(u_b - u_a), and w_a E_a and w_b E_b times it, in units."""
        rest = 1 - sum(x.weights)
        moved = h * self.number
        for w, u, m in zip(x.weights, x.reports, self.mask, strict=True):
            rest = rest - h * (w * m)
            moved = moved - self.unit * w * u * (1 + h * m)
        rest = rest * self.unit
        a = x.reports[self.low]
        b = x.reports[self.high]
        # Cramer's rule without its division, so that there are no poles in an enclosure.
        return b - a, rest * b - moved, moved - rest * a

    def conditions(self, h: Any, x: GroupUnknowns) -> list[Any]:
        """What is positive where the completion is private and its variance below the worst."""
        spread, first, second = self._parts(h, x)
        a = self.low
        b = self.high
        most = [self.unit * h * x.weights[i] * spread for i in (a, b)]
        moment = x.value
        for w, u, m in zip(x.weights, x.reports, self.mask, strict=True):
            moment = moment - w * u * u * (1 + h * m)
        moment = moment * self.unit**2 + h * h * self.number**2
        # All conditions are times the spread, which must be positive itself.
        squares = (first * x.reports[a] ** 2 + second * x.reports[b] ** 2) * self.unit
        return [
            spread,
            first,
            second,
            most[0] - first,
            most[1] - second,
            moment * spread - squares,
        ]

    def likelihoods(self, h: Any, x: GroupUnknowns) -> list[Any]:
        """m of the truth, report by report, and r of the free ones, where division is possible."""
        spread, first, second = self._parts(h, x)
        found: list[Any] = list(self.mask)
        found[self.low] = 1 + first / (self.unit * spread * x.weights[self.low])
        found[self.high] = 1 + second / (self.unit * spread * x.weights[self.high])
        return found


def completion(
    truth: int, number: int, unit: int, h: float, x: GroupUnknowns
) -> GroupCompletion | None:
    """The completion of least variance, in doubles; None where it is not two free reports."""
    weights = np.array(x.weights)
    reports = np.array(x.reports)
    mean = h * number / unit
    told = SumsBetween.equal(np.vstack([weights, weights * reports]), np.array([1.0, mean]))
    found = least_costs(weights * reports**2, [told], (1.0, 1.0 + h))
    if found is None or found.value > mean**2 + x.value + INSIDE:
        return None
    share = (found.numbers - 1) / h
    free = np.flatnonzero((share > INSIDE) & (share < 1 - INSIDE))
    # A vertex of two equations has two entries off their ends, unless it is degenerate.
    if len(free) != 2:
        return None
    low, high = sorted(map(int, free), key=lambda i: reports[i])
    mask = [int(s > 0.5) for s in share]
    mask[low] = mask[high] = 0
    return GroupCompletion(truth, number, unit, low, high, tuple(mask))
