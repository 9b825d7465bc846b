"""One solution of the equations of a group: its reports, and what truths without a share answer.

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

import numpy as np

from rropt.closed.derived.group_system import (
    GroupSystem,
    GroupUnknowns,
    Mask,
    Start,
    seems_optimal,
    start_near,
)
from rropt.lp.highs import SumsBetween, least_costs


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

    def signs(self, h: Any, x: GroupUnknowns) -> list[Any]:
        """What is not negative where the table is optimal."""
        found = self.system.signs(h, x)
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
