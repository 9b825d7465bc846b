"""The path of one contrast over all runs of neighbours at once.

A run of truths from a to b - 1 is an edge from a to b between the k + 1 places beside them. With V
the sums of the first entries of a tangent t, V_0 = V_k = 0, it tells t.r = V_b - V_a, and the flat
part of its charge is such a difference too. So what is added up over the k (k + 1) / 2 runs, the
information T and the products in Newton's equations, is the Laplacian of a graph:

    sum_r x_r (V_b - V_a)^2 = V'LV,   L_ab = -x_ab,   L_aa the sum of x at a.

With f_r = (0, .., -1, .., 1, .., 0) the flat part of a run, b_r = (f_r, mean of r), the contrast d
of the places, T V = d and g_r = V.f_r / (q.r) a step of the path is

    s / w dw = mu / w - y.b + (q.r) g^2 - b.dy - g f.u,   T u = 2 sum g f dw,

    sum (w + dw) b = (0, ..., 0, 1):

2 k - 1 equations in u and dy, once dw is put into the others.

**Why runs are enough.** Whatever the numbers x_r of the reports of a table and the weights w_r of
its low chances, truth j has the chances w_r (1 + (g - 1) h_j(r)), h_j between zero and one, with

    sum_r w_r h_j(r)   the same for all truths,     sum_r w_r x_r h_j(r)   growing with c_j,

and its variance is least where h_j is one on an interval of numbers and zero beside it. Intervals
of the same mass lie further right where their mean is larger: in the order of the contrast, the
truths that are high at a number are neighbours. So of the 2^k patterns k (k + 1) / 2 are enough,
and those of a best table are a path: along the numbers one truth after the other becomes high, and
one after the other low.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from rropt.design.engine.path import PathPoint, RatioFound, Steps, follow, in_use, scaled_solution
from rropt.design.engine.pool import (
    NONE,
    Array,
    Charges,
    CubePool,
    Features,
    Keys,
    Quotient,
    direction_of,
    tangent_basis,
    worst_of,
)
from rropt.design.engine.ratio_question import RatioQuestion
from rropt.design.engine.saddle import Curvature, Expansion
from rropt.design.problem import Problem
from rropt.exact.bounds import simple_below

SIMPLE_ABOVE = 64
LARGEST_DENOMINATOR = 10**8
"""Of the number that stands for gamma in tables of more entries than SIMPLE_ABOVE: e^epsilon has 42
signs, half of all numbers of a pattern are it, and 256 entries at equal shares had 7 MB."""


@dataclass(frozen=True)
class WindowPool(CubePool):
    """Runs of neighbours among truths in ascending order of a contrast.

    A run from a to b - 1 has the number a (k + 1) + b.
    """

    @property
    def least_level(self) -> Fraction:
        """The least ratio that all tables may keep to between two truths."""
        return self.gamma

    @cached_property
    def useless(self) -> Keys:
        """Numbers of no run, and of that of all truths."""
        ends = np.arange(self.truths + 1)
        empty = np.flatnonzero(ends <= ends[:, None])
        return np.append(empty, self.truths)

    @cached_property
    def runs(self) -> Keys:
        """All runs but the whole."""
        return np.setdiff1d(np.arange((self.truths + 1) ** 2), self.useless)

    def _runs(self, size: int) -> list[int]:
        """Shorter ones at both ends."""
        k = self.truths
        ends = [(max(first, 0), min(first + size, k)) for first in range(1 - size, k)]
        return [first * (k + 1) + last for first, last in ends if last - first < k]

    def worst(
        self,
        quotients: Sequence[Quotient],
        charges: Charges,
        least: float,
        most: int,
        known: Keys = NONE,
    ) -> tuple[Keys, Array]:
        known = np.append(known, self.useless)
        shortfalls = self._shortfalls(quotients, charges)
        return worst_of(shortfalls, least, most, known)

    def _shortfalls(self, quotients: Sequence[Quotient], charges: Charges) -> Array:
        """Of all runs, by their numbers."""
        (part,) = quotients
        paid, slopes = self._paid(charges)
        means = float(1 / self.gamma) * part.bottom.sum() + _sums(self.unit * part.bottom)
        means[self.useless] = 1.0
        return _sums(direction_of(part.top)) ** 2 / means - paid - _sums(slopes)

    def parts(self, key: int) -> tuple[Fraction, ...]:
        first, last = divmod(int(key), self.truths + 1)
        return tuple(Fraction(int(first <= j < last)) for j in range(self.truths))

    def _bits(self, keys: Keys) -> Array:
        first, last = np.divmod(np.asarray(keys)[:, None], self.truths + 1)
        places = np.arange(self.truths)
        return ((first <= places) & (places < last)).astype(float)


def _sums(values: Array) -> Array:
    """Over all runs, by their numbers."""
    ends = np.append(0.0, np.cumsum(values))
    found: Array = (ends - ends[:, None]).ravel()
    return found


ABOVE = 1.2
"""Times the price of a mean that covers all runs: where the path begins."""

GAPS = (1e-10, 1e-12, 1e-14)
"""Shares of f, as the sum of w s over all runs, at which runs in use are refined. Of 34 hard
questions, at gamma 1e9 and 1e14 with shares of 1e-13, 16 keep a gap above 1e-12, without the first
share 21."""


def window_search(pool: WindowPool, question: RatioQuestion) -> Iterator[RatioFound]:
    """The path over all runs: those in use near its end."""
    program = WindowProgram(pool, question)
    at = program.features
    point = program.begin()
    for gap in GAPS:
        value = program.expand(at, point.weights, point.theta).value
        mu = gap * value / len(point.keys)
        point = follow(at, program, point, mu, program.pose).point
        yield program.in_use(point)


@dataclass(frozen=True)
class RunFeatures(Features):
    """All runs: rows and flat parts would be k^3 numbers, so rows are empty and the rest sparse."""

    @cached_property
    def balance(self) -> Any:
        from scipy.sparse import hstack

        return hstack([self.flat, self.means[:, None]], "csr")


@dataclass(frozen=True)
class WindowProgram:
    """A saddle function without anything that is worst, and the equations of its steps."""

    pool: WindowPool
    question: RatioQuestion
    worst: int = 0

    @cached_property
    def ends(self) -> tuple[Array, Array]:
        """Where runs begin and end."""
        return np.divmod(self.pool.runs, self.pool.truths + 1)

    @cached_property
    def chances(self) -> Array:
        """q.r of each run."""
        ((point,),) = self.question.points
        first, last = self.ends
        sums = np.append(0.0, np.cumsum(point.chances))
        return float(1 / self.pool.gamma) * sums[-1] + self.pool.unit * (sums[last] - sums[first])

    @cached_property
    def direction(self) -> Array:
        """The contrast c of places: d.V = c.t."""
        (contrast,) = self.question.contrasts
        return -np.diff(np.array(contrast, dtype=float)) / np.sqrt(self.question.size)

    @cached_property
    def features(self) -> RunFeatures:
        from scipy.sparse import csr_array

        first, last = self.ends
        count = len(first)
        runs = np.arange(count)
        signs = np.repeat([1.0, -1.0], count)
        places = (np.tile(runs, 2), np.append(last, first))
        flat = csr_array((signs, places), (count, self.pool.truths + 1))[:, 1:-1]
        means = float(1 / self.pool.gamma) + self.pool.unit * (last - first) / self.pool.truths
        return RunFeatures(np.zeros((count, 0)), flat, means, np.zeros((count, 0)))

    def begin(self) -> PathPoint:
        """Equal weights, and a price for the mean alone."""
        at = self.features
        weights = np.full(len(at.means), 1 / at.means.sum())
        none = np.zeros(0)
        worth = self.expand(at, weights, none).worth
        price = ABOVE * float((worth / at.means).max())
        spare = price * at.means - worth
        charges = Charges(np.append(np.zeros(self.pool.truths - 1), price), none)
        mu = float((weights * spare).mean())
        return PathPoint(self.pool.runs, weights, spare, charges, none, none, none, 0.0, mu)

    def expand(self, at: Features, weights: Array, theta: Array) -> Expansion:
        """f = d'T^-1 d."""
        told = self.told(weights)
        value = float(self.direction @ told.tangent)
        return Expansion(value, told.seen**2 * self.chances, theta, [], [], _unasked)

    def told(self, weights: Array) -> RunsTold:
        """What runs of these weights tell."""
        information = self.laplacian(weights / self.chances)
        tangent = np.linalg.solve(information, self.direction)
        return RunsTold(information, tangent, self.features.flat @ tangent / self.chances)

    def laplacian(self, sizes: Array) -> Array:
        """Of the graph with these sizes of edges, without the first and the last place."""
        count = self.pool.truths + 1
        edges = np.zeros((count, count))
        edges[self.ends] = -sizes
        edges += edges.T
        edges[np.diag_indices(count)] = -edges.sum(axis=0)
        return edges[1:-1, 1:-1]

    def moments(self, sizes: Array) -> Array:
        """sum of size bb' over all runs."""
        means = self.features.means
        beside = self.features.flat.T @ (sizes * means)
        corner = sizes @ means**2
        return np.block([[self.laplacian(sizes), beside[:, None]], [beside, corner]])

    def pose(self, at: Features, there: Expansion, point: PathPoint, mu: float) -> RunEquations:
        """The equations of a step towards mu."""
        return RunEquations(self, point, mu)

    def in_use(self, point: PathPoint) -> RatioFound:
        """Those that have weight, in the coordinates of the pool."""
        kept = in_use(point)
        used = point.take(kept)
        basis = tangent_basis(self.pool.truths)
        ((place,),) = self.question.points
        *sums, mean = point.charges.balance
        charges = Charges(np.append(basis.T @ _entries(sums), mean), point.charges.excess)
        found = self.expand(self.features, point.weights, point.theta)
        tangent = basis.T @ _entries(self.told(point.weights).tangent)
        at = replace(
            found, worth=found.worth[kept], quotients=[place.quotient(np.outer(tangent, tangent))]
        )
        features = self.pool.features(used.keys)
        return RatioFound(replace(used, charges=charges), features, at, (tangent,))


def _unasked() -> Curvature:
    """U of all runs is as large as their flat parts, and no step asks for it."""
    raise NotImplementedError


def _entries(sums: Sequence[float] | Array) -> Array:
    """Of which these are the sums, without the first one and the last, which are zero."""
    return np.diff(np.concatenate([[0.0], sums, [0.0]]))


@dataclass(frozen=True)
class RunsTold:
    """T, the tangent V, and g of each run."""

    information: Array
    tangent: Array
    seen: Array


@dataclass(frozen=True)
class RunEquations:
    """The equations of a step at a point towards mu."""

    program: WindowProgram
    point: PathPoint
    mu: float

    def solved(self) -> Steps:
        """The changes dw / w, u and dy."""
        program, point = self.program, self.point
        at = program.features
        weights, prices = point.weights, point.charges.balance
        told = program.told(weights)
        room = weights / point.spare
        left = room * (told.seen**2 * program.chances - at.balance @ prices + self.mu / weights)
        across = program.moments(room * told.seen)[:-1]
        bends = told.information / 2 + program.laplacian(room * told.seen**2)
        system = np.block([[bends, across], [across.T, program.moments(room)]])
        right = np.append(at.flat.T @ (told.seen * left), at.balance.T @ (weights + left))
        right[-1] -= 1
        found = scaled_solution(system, right)
        bent, others = np.split(found, [len(bends)])
        changes = left - room * (told.seen * (at.flat @ bent) + at.balance @ others)
        return changes / weights, bent, others


def window_pool(problem: Problem, entries: int) -> WindowPool:
    """The runs among so many different entries, at a short level if they are many."""
    level = problem.gamma.lo
    if entries > SIMPLE_ABOVE:
        level = simple_below(level, LARGEST_DENOMINATOR)
    return WindowPool(entries, level)
