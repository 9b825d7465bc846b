"""What a truth answers that the least favourable group has not, once the others are best served.

Nothing is paid for it, so that each report (w_i, v_i) of the table for the others may be as likely
on it as it likes, r_i = 1 + E_i with 0 <= E_i <= h, where its own mean is right and its variance is
at most the worst:

    sum w r = 1,   sum w u r = h x,   sum w u^2 r <= h^2 x^2 + h^2 V      (u = h v).

Two reports, a and b, are left free; the others are at an end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import linprog

from rropt.closed.derived.group_system import GroupUnknowns, Mask

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
        rest, moved = 1 - sum(x.weights), h * number
        for w, u, m in zip(x.weights, x.reports, self.mask, strict=True):
            rest = rest - h * (w * m)
            moved = moved - w * u * (1 + h * m)
        a, b = x.reports[self.low], x.reports[self.high]
        return b - a, rest * b - moved, moved - rest * a

    def conditions(self, h: Any, x: GroupUnknowns, number: Any) -> list[Any]:
        """What is positive where the completion is private and its variance below the worst."""
        spread, first, second = self.parts(h, x, number)
        a, b = self.low, self.high
        most = [h * x.weights[i] * spread for i in (a, b)]
        moment = h * h * number * number + x.value
        for w, u, m in zip(x.weights, x.reports, self.mask, strict=True):
            moment = moment - w * u * u * (1 + h * m)
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
    weights, reports = np.array(x.weights), np.array(x.reports)
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
