"""A float interior point for the garblings of P: it only suggests, nothing rests on it.

Around a C with C P = A, divided by the mass of each report of A to h, the question "is there a
C >= 0 whose columns add up to one" is the program

    maximise t   subject to   (s_i + t) B = h_i B,   s >= 0,
                              sum_i mass_i (s_i + t - h_i)_u = total_u,

with B the rows of P in coordinates of a basis of them and u the rows outside that basis, whose
columns lack `total`: C goes to mass_i (s_i + t). The prices z of the last equations and the reduced
costs l of s are a decision problem: with n a dependence n P = 0 of row u on the basis, l_i n = z_u.
The limit is strictly complementary: an entry of C that can be positive is large in s, one that must
be zero is large in l.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rropt.lp.highs import interior_minimum

CLOSED = 1e-7  # a smaller gap of the method is not believed
CLEAR = 0.3  # a sign is believed when it exceeds this part of the gap
Array = Any


@dataclass(frozen=True)
class Room:
    """The data of the program."""

    h: Array
    B: Array
    others: list[int]
    mass: Array
    total: Array

    def program(self) -> tuple[Any, Array]:
        """The equations of s and t."""
        from scipy.sparse import csc_array, eye_array, hstack, kron, vstack

        reports, rows = self.h.shape
        outside = np.eye(rows)[self.others]
        own = kron(eye_array(reports), csc_array(self.B.T))
        shared = kron(csc_array(self.mass[None, :]), csc_array(outside))
        left = csc_array(vstack([own, shared]))
        right = left @ self.h.ravel()
        right[own.shape[0] :] += self.total
        # t counts as often as all entries of s together.
        return csc_array(hstack([left, csc_array(left.sum(axis=1)[:, None])])), right


@dataclass(frozen=True)
class GarblingPoint:
    """Where the method ends: s = slack, l = weight."""

    t: float
    slack: Array
    weight: Array
    z: Array
    gap: float

    @property
    def is_inside(self) -> bool:
        """Does t look positive?"""
        return self.t > CLEAR * self.gap

    @property
    def is_outside(self) -> bool:
        """Does the largest t look negative?"""
        return self.t + self.gap < -CLEAR * self.gap

    @property
    def support(self) -> Array:
        """A guess which entries are positive in some C: all if t is, else those with s > l."""
        return self.is_inside | (self.slack > self.weight)


def interior_point(room: Room) -> GarblingPoint | None:
    """The limit of the central path, as far as doubles go; None where the solver gives up."""
    matrix, right = room.program()
    costs = np.zeros(matrix.shape[1])
    costs[-1] = -1
    least = np.zeros(len(costs))
    least[-1] = -np.inf
    found = interior_minimum(costs, matrix, (least, np.full(len(costs), np.inf)), (right, right))
    if found is None:
        return None
    numbers, prices, reduced = found
    slack = np.maximum(numbers[:-1].reshape(room.h.shape), 0)
    weight = np.maximum(reduced[:-1].reshape(room.h.shape) / room.mass[:, None], 0)
    gap = float(room.mass @ (slack * weight).sum(axis=1))
    z = -prices[len(prices) - len(room.others) :]
    return GarblingPoint(float(numbers[-1]), slack, weight, z, max(gap, CLOSED))
