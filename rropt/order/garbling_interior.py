"""A float interior point method for the garblings of P: it only suggests, nothing rests on it.

With the pivot rows of P a basis of its row space and H a basis of { n : n P = 0 }, the matrices C
with C P = A are C = C_0 + X H. Divided by the mass of each report of A, the question "is there a
C >= 0 whose columns add up to one" is the program

    maximise t   subject to   s_i = h_i + x_i H - t >= 0,   sum_i mass_i x_i = total,

which couples the reports of A only through the last equations: one small matrix for each report and
one Schur complement make a Newton step. The dual is: l_i H^T = z for all i, sum_iu mass_i l_iu = 1,
l >= 0, minimise t + sum_iu mass_i s_iu l_iu. Its limit is strictly complementary: an entry of C
that can be positive is large in s, one that must be zero is large in l.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

STEPS = 80
CLOSED = 1e-12  # at this gap doubles have no more to say
CLEAR = 0.3  # a sign is believed when it exceeds this part of the gap
SHORT = 0.99  # of the way to the boundary
Array = Any


@dataclass(frozen=True)
class Room:
    """The data of the program."""

    h: Array
    H: Array
    mass: Array
    total: Array


@dataclass(frozen=True)
class GarblingPoint:
    """Where the method is, or stopped: s = slack, l = weight."""

    x: Array
    t: float
    slack: Array
    weight: Array
    z: Array
    gap: float

    @property
    def is_inside(self) -> bool:
        """Does t look positive?"""
        return self.t > CLEAR * self.gap and self.t > 0

    @property
    def is_outside(self) -> bool:
        """Does the largest t look negative?"""
        return self.t + self.gap < -CLEAR * self.gap

    @property
    def supports(self) -> list[Array]:
        """Guesses of the entries that are positive in some C: s > l, and beyond the widest gap."""
        ratio = np.log(self.slack / self.weight)
        ranked = np.sort(ratio, axis=None)
        widest = int(np.argmax(np.diff(ranked), axis=None)) if ranked.size > 1 else 0
        return [ratio > 0, ratio > ranked[widest]]


def interior_point(room: Room, to_end: bool = False) -> GarblingPoint:
    """Follow the central path until the sign of t is clear, or as far as doubles go."""
    point = _start(room)
    with np.errstate(all="ignore"):
        for _ in range(STEPS):
            clear = point.is_inside or point.is_outside
            if point.gap < CLOSED or (clear and not to_end):
                break
            try:
                further = _step(room, point)
            except np.linalg.LinAlgError:
                break
            if further is None:
                break
            point = further
    return point


def _start(room: Room) -> GarblingPoint:
    """Primal feasible with s >= 1, but for the coupling; dual feasible with equal weights."""
    reports, rows = room.h.shape
    x = np.tile(room.total / room.mass.sum(), (reports, 1))
    # With t one below the least slack every slack is at least one: the start is inside.
    slack = room.h + x @ room.H
    t = slack.min() - 1
    weight = np.full((reports, rows), 1 / (rows * room.mass.sum()))
    z = weight[0, 0] * room.H.sum(axis=1)
    return _at(room, GarblingPoint(x, t, slack - t, weight, z, 0.0))


def _at(room: Room, point: GarblingPoint) -> GarblingPoint:
    return replace(point, gap=float(room.mass @ (point.slack * point.weight).sum(axis=1)))


def _step(room: Room, point: GarblingPoint) -> GarblingPoint | None:
    """Mehrotra's predictor and corrector; None where no step is possible."""
    newton = Newton(room, point)
    products = point.slack * point.weight
    average = point.gap / (room.mass.sum() * room.h.shape[1])
    guess = newton.direction(-products)
    ahead = (point.slack + guess.primal * guess.slack) * (point.weight + guess.dual * guess.weight)
    # Mehrotra: the cube of what the predictor leaves of the gap says how much centring is needed.
    shrink = (room.mass @ ahead.sum(axis=1) / point.gap) ** 3
    move = newton.direction(shrink * average - products - guess.slack * guess.weight)
    primal = SHORT * move.primal
    dual = SHORT * move.dual
    # Also where both are no numbers: doubles have come to their end.
    if not max(primal, dual) > 1e-6:
        return None
    return _at(
        room,
        GarblingPoint(
            point.x + primal * move.x,
            point.t + primal * move.t,
            point.slack + primal * move.slack,
            point.weight + dual * move.weight,
            point.z + dual * move.z,
            0.0,
        ),
    )


@dataclass(frozen=True)
class Move:
    """A direction, and how far it stays positive."""

    x: Array
    t: float
    slack: Array
    weight: Array
    z: Array
    primal: float
    dual: float


@dataclass(frozen=True)
class Newton:
    """The linear system at a point, with its matrices H diag(l_i / s_i) H^T factored once."""

    room: Room
    point: GarblingPoint

    @cached_property
    def ratios(self) -> Array:
        return self.point.weight / self.point.slack

    @cached_property
    def factors(self) -> Array:
        """One K_i for each report with K_i K_i^T = (H diag(l_i / s_i) H^T)^-1.

        By a QR of the square root, largest rows first: half the digits are lost otherwise.
        """
        root = np.sqrt(self.ratios)
        order = np.argsort(-root, axis=1)
        rows = np.take_along_axis(root, order, axis=1)[:, :, None] * self.room.H.T[order]
        return np.linalg.inv(np.linalg.qr(rows, mode="r"))

    @cached_property
    def sums(self) -> Array:
        """w_i = H (l_i / s_i), and its image under the inverse."""
        w = self.ratios @ self.room.H.T
        return w, self.apply(w)

    @cached_property
    def coupling(self) -> Array:
        """K with K K^T = (sum_i mass_i K_i K_i^T)^-1, by a QR in the same way."""
        halves = np.sqrt(self.room.mass)[:, None, None] * self.factors.transpose(0, 2, 1)
        rows = halves.reshape(-1, halves.shape[2])
        order = np.argsort(-np.abs(rows).max(axis=1))
        return np.linalg.inv(np.linalg.qr(rows[order], mode="r"))

    def apply(self, rows: Array) -> Array:
        """Each row times the inverse of its report."""
        half = np.einsum("ijk,ij->ik", self.factors, rows)
        return np.einsum("ijk,ik->ij", self.factors, half)

    @cached_property
    def residuals(self) -> tuple[Array, Array, Array, float]:
        """Of the four linear equations: slack, coupling, stationarity in x, in t."""
        room = self.room
        point = self.point
        return (
            room.h + point.x @ room.H - point.t - point.slack,
            room.total - room.mass @ point.x,
            point.z - point.weight @ room.H.T,
            1 - float(room.mass @ point.weight.sum(axis=1)),
        )

    def direction(self, target: Array) -> Move:
        """The Newton direction towards s l + change = s l + target."""
        room = self.room
        point = self.point
        mass = self.room.mass
        off_slack, off_total, off_x, off_t = self.residuals
        w, moved_w = self.sums
        free = target / point.slack - self.ratios * off_slack
        b = free @ room.H.T - off_x
        moved_b = self.apply(b)
        right = np.stack([mass @ moved_b - off_total, mass @ moved_w])
        p, q = (right @ self.coupling) @ self.coupling.T
        constant = mass @ (free.sum(axis=1) - (moved_b * w).sum(axis=1)) + p @ (mass @ moved_w)
        slope = mass @ (self.ratios.sum(axis=1) - (w * moved_w).sum(axis=1)) + q @ (mass @ moved_w)
        t = (off_t - constant) / slope
        z = p + t * q
        x = moved_b + t * moved_w - self.apply(np.broadcast_to(z, w.shape))
        slack = x @ room.H - t + off_slack
        weight = (target - point.weight * slack) / point.slack
        return Move(
            x, t, slack, weight, z, _reach(point.slack, slack), _reach(point.weight, weight)
        )


def _reach(value: Array, change: Array) -> float:
    """The longest step up to 1 at which value + step * change is not negative."""
    falling = change < 0
    return float(min(1.0, np.min(-value[falling] / change[falling], initial=1.0)))
