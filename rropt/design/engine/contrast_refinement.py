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
from typing import Protocol

import numpy as np

from rropt.design.engine.path import PathPoint, RatioFound
from rropt.design.engine.pool import Array, Charges, Features, Quotient
from rropt.design.engine.refinement import DEPENDENT, FAILED, SOLVED, STEPS
from rropt.design.engine.saddle import (
    Expansion,
    ReportingPoint,
    Saddle,
    Scenario,
    ScenarioMaximum,
    prior_point,
)

IN_USE = (1.0, 1e-3)
"""Multiples of its spare that the weight of a pattern in use exceeds, one after the other."""


def contrast_refined(question: ContrastQuestion, found: RatioFound) -> Iterator[RatioFound]:
    """The optimum on the patterns in use, where Newton's method ends."""
    direction = question.direction
    if direction is None:
        return
    tangents = tuple(inverse @ direction for inverse in found.at.inverses)
    for share in IN_USE:
        used = found.point.weights > share * found.point.spare
        start = RatioFound(found.point.take(used), found.features.take(used), found.at, tangents)
        solved = _newton(question, direction, start)
        if solved is not None:
            yield solved


def _newton(question: ContrastQuestion, direction: Array, found: RatioFound) -> RatioFound | None:
    point = found.point
    spent = point.charges.excess > point.slack
    open_ = point.theta > point.theta_spare
    charges = Charges(point.charges.balance, np.where(spent, point.charges.excess, 0.0))
    point = replace(point, charges=charges)  # theta 0 would leave some reports without a mean
    tangents, off = found.tangents, np.inf
    with np.errstate(all="ignore"):
        for _ in range(STEPS):
            equations = ContrastEquations(question, direction, found.features, point, tangents)
            try:
                off, changed, tangents = equations.step(spent, open_)
            except np.linalg.LinAlgError:
                return None
            if min(changed.weights.min(), changed.theta.min(initial=0.0)) < 0:
                return None
            point = changed
            if off < SOLVED:
                break
    if not off < FAILED:
        return None
    last = ContrastEquations(question, direction, found.features, point, tangents)
    return RatioFound(point, found.features, last.expansion(found.at), tangents)


@dataclass(frozen=True)
class ToldScenario:
    """A scenario of some share: z of every pattern at each of its points, and g = z.v."""

    share: float
    vectors: Array
    seen: Array

    @property
    def squares(self) -> Array:
        """The sum of g^2 over the points."""
        found: Array = (self.seen**2).sum(axis=0)
        return found

    @property
    def pulls(self) -> Array:
        """The sum of g z."""
        found: Array = np.einsum("pr,prs->rs", self.seen, self.vectors)
        return found


class ContrastQuestion(Protocol):
    """What is asked about one contrast."""

    @property
    def direction(self) -> Array | None:
        """The contrast in the units of f; None of several."""

    @property
    def is_open(self) -> bool:
        """Whether theta is the prior itself."""

    @property
    def saddle(self) -> Saddle:
        """f."""

    @property
    def points(self) -> list[list[ReportingPoint]]:
        """Where reports are given, in each scenario."""

    @property
    def shares(self) -> list[float]:
        """The shares of scenarios over which f is the mean."""

    @property
    def offsets(self) -> Array:
        """What is subtracted from scenarios of which the largest counts."""

    @property
    def grouped(self) -> Array | None:
        """Contrasts of a fixed group in the units of f."""


@dataclass(frozen=True)
class ContrastEquations:
    """The conditions of the optimum at a point and tangents."""

    question: ContrastQuestion
    direction: Array
    at: Features
    point: PathPoint
    tangents: tuple[Array, ...]

    @property
    def places(self) -> list[tuple[float, Scenario]]:
        """The share of each scenario, and where its reports are given."""
        question, theta = self.question, self.point.theta
        if question.is_open:
            return [(1.0, [prior_point(theta)])]
        if isinstance(question.saddle, ScenarioMaximum):
            return list(zip(theta.tolist(), question.points, strict=True))
        return list(zip(question.shares, question.points, strict=True))

    @cached_property
    def told(self) -> list[ToldScenario]:
        """What the patterns tell of each scenario."""
        found = []
        for (share, points), v in zip(self.places, self.tangents, strict=True):
            vectors = np.array([point.vectors(self.at) for point in points])
            found.append(ToldScenario(share, vectors, vectors @ v))
        return found

    @property
    def worth(self) -> Array:
        found: Array = np.array([told.share * told.squares for told in self.told]).sum(axis=0)
        return found

    def expansion(self, old: Expansion) -> Expansion:
        """With the worth of every pattern by these tangents."""
        quotients: list[Quotient] = []
        for (share, points), v in zip(self.places, self.tangents, strict=True):
            quotients += [point.quotient(share * np.outer(v, v)) for point in points]
        return replace(old, worth=self.worth, quotients=quotients)

    def step(self, spent: Array, open_: Array) -> tuple[float, PathPoint, tuple[Array, ...]]:
        """By how much the conditions were off; point and tangents after the shortest full step."""
        at, point = self.at, self.point
        weights, theta = point.weights, point.theta[open_]
        balance, excess = at.balance, at.excess[:, spent]
        target = np.zeros(balance.shape[1])
        target[-1] = 1.0
        charge = balance @ point.charges.balance + at.excess @ point.charges.excess
        rows, wide = BlockEquations(), weights[:, None]
        rows.add("w", weights * (self.worth - charge), {"y": wide * balance, "z": wide * excess})
        rows.add("y", target - balance.T @ weights, {"w": (wide * balance).T})
        rows.add("z", 1 - excess.T @ weights, {"w": (wide * excess).T})
        self._tangent_rows(rows)
        if len(theta):
            self._theta_rows(rows, open_)
        off, changes = rows.solved()
        balanced = point.charges.balance + changes["y"]
        prices, shares = point.charges.excess.copy(), point.theta.copy()
        prices[spent] += changes["z"]
        level = point.level
        if len(theta):
            shares[open_] *= 1 + changes["theta"]
            level += float(changes["level"].sum())
        moved = replace(
            point,
            weights=weights * (1 + changes["w"]),
            charges=Charges(balanced, prices),
            theta=shares,
            level=level,
        )
        tangents = [v + changes[f"v{n}"] for n, v in enumerate(self.tangents)]
        return off, moved, tuple(tangents)

    def _tangent_rows(self, rows: BlockEquations) -> None:
        """T v = c, times -2 alpha: the worth of patterns changes with v as T v with the weights."""
        weights = self.point.weights
        for n, told in enumerate(self.told):
            information = np.einsum("prs,r,prt->st", told.vectors, weights, told.vectors)
            lack = self.direction - information @ self.tangents[n]
            slopes = -2 * told.share * weights[:, None] * told.pulls
            rows.add(f"v{n}", -2 * told.share * lack, {f"v{n}": -2 * told.share * information})
            rows.couple("w", f"v{n}", slopes)

    def _theta_rows(self, rows: BlockEquations, open_: Array) -> None:
        point, weights = self.point, self.point.weights
        theta = point.theta[open_]
        slopes = self._slopes()[open_]
        rows.add("theta", theta * (point.level - slopes), {})
        rows.add("level", np.array([point.theta.sum() - 1]), {})
        rows.couple("theta", "level", -theta[:, None])
        if not self.question.is_open:
            squares = np.column_stack([told.squares for told in self.told])[:, open_]
            rows.couple("w", "theta", -weights[:, None] * squares * theta)
            return
        (told,) = self.told
        shares = self.at.rows[:, open_] / (self.at.rows @ point.theta)[:, None] * theta
        heavy = weights * told.squares
        rows.couple("w", "theta", heavy[:, None] * shares)
        rows.couple("v0", "theta", 2 * (told.pulls.T * weights) @ shares)
        rows.add_to("theta", "theta", -2 * (shares.T * heavy) @ shares)
        grouped = self.question.grouped
        if grouped is not None:
            inner = grouped[:, open_] * theta
            rows.add_to("theta", "theta", 2 * inner.T @ inner)

    def _slopes(self) -> Array:
        """f_theta."""
        weights, question = self.point.weights, self.question
        if not question.is_open:
            found = []
            for told, v in zip(self.told, self.tangents, strict=True):
                found.append(2 * float(self.direction @ v) - float(told.squares @ weights))
            lower: Array = np.array(found) - question.offsets
            return lower
        shares = self.at.rows / (self.at.rows @ self.point.theta)[:, None]
        slopes: Array = shares.T @ (weights * self.worth)
        if question.grouped is not None:
            means = question.grouped @ self.point.theta
            slopes = slopes + 2 * question.grouped.T @ means - (question.grouped**2).sum(axis=0)
        return slopes


class BlockEquations:
    """Equations block by block: right sides by name, and blocks by row and column."""

    def __init__(self) -> None:
        self.right: dict[str, Array] = {}
        self.blocks: dict[tuple[str, str], Array] = {}

    def add(self, name: str, right: Array, blocks: dict[str, Array]) -> None:
        self.right[name] = right
        for other, block in blocks.items():
            self.blocks[name, other] = block

    def couple(self, row: str, column: str, block: Array) -> None:
        """A block and its mirror."""
        self.blocks[row, column] = block
        self.blocks[column, row] = block.T

    def add_to(self, row: str, column: str, block: Array) -> None:
        old = self.blocks.get((row, column))
        self.blocks[row, column] = block if old is None else old + block

    def solved(self) -> tuple[float, dict[str, Array]]:
        """By how much the equations were off, and the shortest solution."""
        names = list(self.right)
        ends = np.cumsum([0, *(len(self.right[name]) for name in names)])
        places = {name: slice(ends[n], ends[n + 1]) for n, name in enumerate(names)}
        system = np.zeros((ends[-1], ends[-1]))
        for (row, column), block in self.blocks.items():
            system[places[row], places[column]] = block
        right = np.concatenate([self.right[name] for name in names])
        scale = 1 / np.sqrt(np.maximum(np.abs(system).max(axis=1), 1e-300))
        scaled = system * scale[:, None] * scale
        if not np.isfinite(scaled).all():
            raise np.linalg.LinAlgError("the equations have overflowed")
        solution = scale * np.linalg.lstsq(scaled, scale * right, rcond=DEPENDENT)[0]
        changes = {name: solution[place] for name, place in places.items()}
        return float(np.abs(scale * right).max()), changes
