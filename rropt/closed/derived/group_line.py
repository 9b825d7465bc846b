"""The least worst variance of a mean of a few numbers, along gamma.

Each piece is the curve of one system of equations, enclosed on stretches where all weights, shares
and slacks are positive. At a switch a report leaves: its weight in the larger system and its slack
in the smaller one both have a derivative of one sign and opposite signs at the two ends, and the
larger solution without the report lies where the smaller one is unique, so that both vanish at the
same place, and on each side of it one of the two is optimal.

**Truths that the least favourable group has not.** Nothing is paid for them, so that each report
(w_i, v_i) of the table for the others may be as likely on such a truth as it likes, r_i = 1 + E_i
with 0 <= E_i <= h, where its own mean is right and its variance is at most the worst:

    sum w r = 1,   sum w u r = h x,   sum w u^2 r <= h^2 x^2 + h^2 V      (u = h v).

Two reports, a and b, are left free; the others are at an end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from scipy.optimize import linprog

from rropt.closed.derived.group_curve import BITS, GroupCurve, enclosed_curve
from rropt.closed.derived.group_system import (
    GroupSystem,
    GroupUnknowns,
    Mask,
    Start,
    has_right_signs,
    newton,
)
from rropt.exact.convert import ball
from rropt.exact.precision import working_precision

AROUND = 1e-6
"""Radius within which the smaller solution of a switch must be the only one."""


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
        """The solution at a level in doubles, from the nearest that is known."""
        _, near = min(self.samples, key=lambda sample: abs(sample[0] - level))
        return newton(self.system, float(level) - 1, near) or near

    def seems_optimal(self, level: Fraction) -> bool:
        """Whether the signs are right in doubles."""
        at = newton(self.system, float(level) - 1, self.start(level))
        return at is not None and has_right_signs(self.system, float(level) - 1, at)

    def curve(self, lo: Fraction, hi: Fraction, floor: float = 0.0) -> GroupCurve | None:
        """The solution from gamma = lo to hi."""
        return enclosed_curve(self.system, lo - 1, hi - 1, self.start((lo + hi) / 2), floor)

    def proved_on(self, stretch: tuple[Fraction, Fraction]) -> bool:
        found = self.curve(*stretch)
        return found is not None and self.is_optimal(found)

    def is_optimal(self, curve: GroupCurve, but: Any = None) -> bool:
        """Whether everything is positive, but for the weight or the slack of one report."""
        x = curve.unknowns
        reports = zip(self.system.support, x.weights, strict=True)
        positive = [*x.squares, *(weight for mask, weight in reports if mask != but)]
        positive += [curve.slack(mask) for mask in self.system.unused if mask != but]
        for part in self.completed:
            number = ball(part.number)
            positive += part.conditions(curve.h, x, number)
        return all(map(curve.is_positive, positive))

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
    less = small.curve(lo, hi, AROUND)
    if more is None or less is None:
        return False
    if not large.is_optimal(more, mask) or not small.is_optimal(less, mask):
        return False
    if not _is_inside(more, less, mask):
        return False
    weights = []
    slacks = []
    for end in (lo, hi):
        ends = large.curve(end, end), small.curve(end, end)
        if ends[0] is None or ends[1] is None:
            return False
        place = large.system.support.index(mask)
        weights.append(ends[0].ends(ends[0].unknowns.weights[place]))
        slacks.append(ends[1].ends(ends[1].slack(mask)))
    rises = weights[0][1] < 0 < weights[1][0] and slacks[1][1] < 0 < slacks[0][0]
    falls = weights[1][1] < 0 < weights[0][0] and slacks[0][1] < 0 < slacks[1][0]
    if not (rises or falls):
        return False
    # Each vanishes once, and where the weight does, both solutions are one: at one gamma.
    weight_slope = more.derivatives[large.system.support.index(mask)]
    return _keeps_sign(weight_slope) and _keeps_sign(_slack_slope(less, mask))


def _is_inside(more: GroupCurve, less: GroupCurve, mask: Mask) -> bool:
    """Whether the larger solution without its report is where the smaller one is unique."""
    n = len(more.system.support)
    place = more.system.support.index(mask)
    kept = [path for i, path in enumerate(more.paths) if i not in (place, n + place)]
    with working_precision(BITS):
        radius = flint.arb(AROUND)
        for path, unique in zip(kept, less.paths, strict=True):
            ends = more.ends(path - _centre(unique))
            if not all(abs(ball(end)) < radius for end in ends):
                return False
        return True


def _centre(path: Any) -> Any:
    return flint.arb_poly([c.mid() for c in path.coeffs()])


def _slack_slope(curve: GroupCurve, mask: Mask) -> Any:
    """The derivative of (q.r)(y.r) - (p.r)^2 by the chain rule, over balls."""
    with working_precision(BITS):
        reach = ball(curve.half) * flint.arb(0, 1)
        h = ball(curve.middle) + reach
        at = [path(reach) for path in curve.paths]
        moved = zip(at, curve.derivatives, strict=True)
        lines = [flint.arb_poly([x, slope]) for x, slope in moved]
        x = curve.system.unknowns(lines)
        return curve.system.slack(flint.arb_poly([h, flint.arb(1)]), x, mask)[1]


def _keeps_sign(ball: Any) -> bool:
    return bool(ball > 0 or ball < 0)


def centred(numbers: Sequence[Fraction]) -> tuple[Fraction, Fraction, tuple[Fraction, ...]]:
    """Middle, half of the width, and the different numbers in [-1, 1]."""
    points = sorted(set(numbers))
    middle = (points[0] + points[-1]) / 2
    half = (points[-1] - points[0]) / 2
    return middle, half, tuple((point - middle) / half for point in points)


INSIDE = 1e-7
"""Share of h by which a free likelihood is off its ends."""


@dataclass(frozen=True)
class GroupCompletion:
    """Which reports are free and where the others are, for one truth of the number x."""

    truth: int
    number: Fraction
    low: int
    high: int
    """The free reports, that of the smaller number first."""

    mask: Mask
    """Where the others are 1 + h; 0 for the free ones."""

    def parts(self, h: Any, x: GroupUnknowns, number: Any) -> tuple[Any, Any, Any]:
        """(u_b - u_a), and w_a E_a and w_b E_b times it."""
        rest = 1 - sum(x.weights)
        moved = h * number
        for w, u, m in zip(x.weights, x.reports, self.mask, strict=True):
            rest = rest - h * (w * m)
            moved = moved - w * u * (1 + h * m)
        a = x.reports[self.low]
        b = x.reports[self.high]
        # Cramer's rule without its division, so that there are no poles in an enclosure.
        return b - a, rest * b - moved, moved - rest * a

    def conditions(self, h: Any, x: GroupUnknowns, number: Any) -> list[Any]:
        """What is positive where the completion is private and its variance below the worst."""
        spread, first, second = self.parts(h, x, number)
        a = self.low
        b = self.high
        most = [h * x.weights[i] * spread for i in (a, b)]
        moment = h * h * number * number + x.value
        for w, u, m in zip(x.weights, x.reports, self.mask, strict=True):
            moment = moment - w * u * u * (1 + h * m)
        # All conditions are times the spread, which must be positive itself.
        squares = first * x.reports[a] ** 2 + second * x.reports[b] ** 2
        return [
            spread,
            first,
            second,
            most[0] - first,
            most[1] - second,
            moment * spread - squares,
        ]

    def likelihoods(self, h: Any, x: GroupUnknowns, number: Any) -> list[Any]:
        """r_i of the truth, report by report, where division is possible."""
        spread, first, second = self.parts(h, x, number)
        found = [1 + h * m for m in self.mask]
        found[self.low] = 1 + first / (spread * x.weights[self.low])
        found[self.high] = 1 + second / (spread * x.weights[self.high])
        return found


def completion(truth: int, number: Fraction, h: float, x: GroupUnknowns) -> GroupCompletion | None:
    """The completion of least variance, in doubles; None where it is not two free reports."""
    weights = np.array(x.weights)
    reports = np.array(x.reports)
    found = linprog(
        weights * reports**2,
        A_eq=np.vstack([weights, weights * reports]),
        b_eq=[1.0, h * float(number)],
        bounds=[(1.0, 1.0 + h)] * len(weights),
        method="highs-ds",
    )
    if found.x is None or found.fun > (h * float(number)) ** 2 + x.value + INSIDE:
        return None
    share = (found.x - 1) / h
    free = np.flatnonzero((share > INSIDE) & (share < 1 - INSIDE))
    # A vertex of two equations has two entries off their ends, unless it is degenerate.
    if len(free) != 2:
        return None
    low, high = sorted(map(int, free), key=lambda i: reports[i])
    mask = [int(s > 0.5) for s in share]
    mask[low] = mask[high] = 0
    return GroupCompletion(truth, number, low, high, tuple(mask))


def completions(
    numbers: Sequence[Fraction], active: Sequence[int], h: float, x: GroupUnknowns
) -> Iterator[GroupCompletion | None]:
    """Of all truths that are not paid."""
    for truth, number in enumerate(numbers):
        if truth not in active:
            yield completion(truth, number, h, x)
