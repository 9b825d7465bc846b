"""The last digits for one contrast c, whose tables need not tell all truths apart.

There T is singular and its inverse unknown; v with Tv = c is not, for patterns must not be worth
more than they are charged. So the conditions of the optimum are posed in v as well: on the patterns
in use, with g_r = z_r.v for each scenario and shares alpha,

    sum alpha g_r^2 = y.b_r + z.e_r,     T v = c,     sum w b = (0, ..., 0, 1),     sum w e = 1,

(g_r^2 is a sum over the points of a scenario that has several) and f_theta = lambda where theta is
positive; f_theta is 2 c.v - v'Tv of a scenario, or sum_r w_r g_r^2 rho_r of a prior, with
rho_r = r / (q.r).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rropt.design.engine.path import PathPoint, RatioFound
from rropt.design.engine.pool import Array, Quotient
from rropt.design.engine.ratio_question import RatioQuestion
from rropt.design.engine.refinement import BlockEquations, HeldConditions, solved
from rropt.design.engine.saddle import Expansion, ReportingPoint

IN_USE = (1.0, 1e-3)
"""Multiples of its spare that the weight of a pattern in use exceeds, one after the other."""


def contrast_refined(question: RatioQuestion, found: RatioFound) -> Iterator[RatioFound]:
    """The optimum on the patterns in use, where Newton's method ends."""
    direction = question.direction
    if direction is None:
        return
    tangents = found.tangents or tuple(inverse @ direction for inverse in found.at.inverses)
    for share in IN_USE:
        used = found.point.weights > share * found.point.spare
        start = replace(found.take(used), tangents=tangents)
        end = _newton(question, direction, start)
        if end is not None:
            yield end


def _newton(question: RatioQuestion, direction: Array, found: RatioFound) -> RatioFound | None:
    held = HeldConditions.of(found.point)
    end = solved(
        held.begun(found), lambda now: ContrastEquations(question, direction, now).step(held)
    )
    if end is None:
        return None
    return replace(end, at=ContrastEquations(question, direction, end).expansion(found.at))


@dataclass(frozen=True)
class ToldScenario:
    """A scenario of some share: z of every pattern at each of its points, and g = z.v."""

    share: float
    vectors: Array
    seen: Array

    @property
    def squares(self) -> Array:
        """The sum of g^2 over the points."""
        return (self.seen**2).sum(axis=0)

    @property
    def pulls(self) -> Array:
        """The sum of g z."""
        return np.einsum("pr,prs->rs", self.seen, self.vectors)


@dataclass(frozen=True)
class ContrastEquations:
    """The conditions of the optimum at what is found so far."""

    question: RatioQuestion
    direction: Array
    found: RatioFound

    @property
    def point(self) -> PathPoint:
        return self.found.point

    @property
    def tangents(self) -> tuple[Array, ...]:
        return self.found.tangents

    @property
    def places(self) -> list[tuple[float, list[ReportingPoint]]]:
        return self.question.places(self.point.theta)

    @cached_property
    def told(self) -> list[ToldScenario]:
        """What the patterns tell of each scenario."""
        found = []
        for (share, points), v in zip(self.places, self.tangents, strict=True):
            vectors = np.array([point.vectors(self.found.features) for point in points])
            found.append(ToldScenario(share, vectors, vectors @ v))
        return found

    @property
    def worth(self) -> Array:
        return np.array([told.share * told.squares for told in self.told]).sum(axis=0)

    def expansion(self, old: Expansion) -> Expansion:
        """With the worth of every pattern by these tangents."""
        quotients: list[Quotient] = []
        for (share, points), v in zip(self.places, self.tangents, strict=True):
            quotients += [point.quotient(share * np.outer(v, v)) for point in points]
        return replace(old, worth=self.worth, quotients=quotients)

    def step(self, held: HeldConditions) -> tuple[float, RatioFound]:
        """By how much the conditions were off; what is found after the shortest full step."""
        rows = held.equations(self.found, self.worth)
        self._tangent_rows(rows)
        if held.open_.any():
            held.add_theta(rows, self.point, self._slopes())
            self._theta_blocks(rows, held.open_)
        off, changes = rows.solved()
        tangents = tuple(v + changes[f"v{n}"] for n, v in enumerate(self.tangents))
        moved = held.moved(self.point, changes)
        return off, replace(self.found, point=moved, tangents=tangents)

    def _tangent_rows(self, rows: BlockEquations) -> None:
        """T v = c, times -2 alpha: the worth of patterns changes with v as T v with the weights."""
        weights = self.point.weights
        for n, told in enumerate(self.told):
            information = np.einsum("prs,r,prt->st", told.vectors, weights, told.vectors)
            lack = self.direction - information @ self.tangents[n]
            slopes = -2 * told.share * weights[:, None] * told.pulls
            rows.add(f"v{n}", -2 * told.share * lack)
            rows.add_to(f"v{n}", f"v{n}", -2 * told.share * information)
            rows.couple("w", f"v{n}", slopes)

    def _theta_blocks(self, rows: BlockEquations, open_: Array) -> None:
        """How worth, tangents and slopes change with theta."""
        point = self.point
        weights = self.point.weights
        theta = point.theta[open_]
        if not self.question.is_open:
            squares = np.column_stack([told.squares for told in self.told])[:, open_]
            # f of a scenario is 2 c.v - v'Tv, which falls by g^2 where a weight grows.
            rows.couple("w", "theta", -weights[:, None] * squares * theta)
            return
        (told,) = self.told
        shares = (
            self.found.features.rows[:, open_]
            / (self.found.features.rows @ point.theta)[:, None]
            * theta
        )
        heavy = weights * told.squares
        rows.couple("w", "theta", heavy[:, None] * shares)
        rows.couple("v0", "theta", 2 * (told.pulls.T * weights) @ shares)
        # At fixed v alone: what theta changes by way of v is in the block that couples them.
        rows.add_to("theta", "theta", -2 * (shares.T * heavy) @ shares)
        grouped = self.question.grouped
        if grouped is not None:
            inner = grouped[:, open_] * theta
            rows.add_to("theta", "theta", 2 * inner.T @ inner)

    def _slopes(self) -> Array:
        """f_theta."""
        weights = self.point.weights
        question = self.question
        if not question.is_open:
            found = []
            for told, v in zip(self.told, self.tangents, strict=True):
                found.append(2 * float(self.direction @ v) - float(told.squares @ weights))
            return np.array(found) - question.offsets
        shares = self.found.features.rows / (self.found.features.rows @ self.point.theta)[:, None]
        slopes: Array = shares.T @ (weights * self.worth)
        if question.grouped is not None:
            means = question.grouped @ self.point.theta
            slopes = slopes + 2 * question.grouped.T @ means - (question.grouped**2).sum(axis=0)
        return slopes
