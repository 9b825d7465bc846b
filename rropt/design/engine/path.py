"""The master of the ratios: a primal-dual path in the weights, patterns brought in as it goes.

Least over weights w and greatest over a distribution theta is f(w, theta) subject to

    sum_r w_r b_r = (0, ..., 0, 1),     sum_r w_r e_r <= 1,     w >= 0.

On the path at mu, with charges y for the balance b_r and z for the excesses e_r,

    y.b_r + z.e_r - h_r = s_r,   w_r s_r = mu,   z (1 - sum w e) = mu,
    f_theta = lambda - p,        theta p = mu,

and prices (y, z) cover all patterns that are known; what they do not cover is brought in. Newton's
method asks for the relative changes of weights and of theta: so scaled the equations are of size
one however small a weight is. U U' with more patterns than columns of U is inverted by Woodbury.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from rropt.design.engine.pool import Array, Charges, Features, Keys, Pool
from rropt.design.engine.saddle import Curvature, Expansion, Saddle

STAGES = (0.1, 3e-3, 1e-5, 1e-8, 1e-11, 1e-13)
"""Where patterns are priced. Many come at the first two, where a solve takes five steps; with finer
first stages the path crawls along patterns that are alike (16 truths: 540 steps for 130)."""

TOLD = 1e-11
"""Shortfalls below it are rounding."""

TELLING = 0.1
"""Shortfalls above this multiple of mu bring a pattern in."""

DROPPED = 1e-4
"""Below this mu patterns leave; at larger ones a pattern that left comes back."""

UNUSED = 1e-2
"""A weight below this multiple of its spare is not in use."""

SINGULAR = 1e-7
"""Singular values below it are those of patterns that fade with mu."""

NEWTON_STEPS = 200
"""A solve that ends before mu is there drops patterns that are needed, and they all come back: 20
different shares, A-optimal, take 2,150 steps if a solve ends after 60, 510 if after 200."""

STUCK = 1e-3
MOST_IN_VAIN = 10
"""After so many steps that are so short products are made mu again: at the worst group of 20
numbers in no order on a path steps fell to 1e-11, and nothing was found. After four that takes a
third of the time, but the worst group of 40 numbers at epsilon 3 is left with a gap of 1e-4."""

MOST_ROUNDS = 40

FULL = 0.9
HALF = 0.5
"""A step as long as FULL lets mu fall tenfold, one as long as HALF to 0.4 of it."""

INSIDE = 0.95
"""The share of the way to the boundary that a step may go."""

NEAR = 1e-2
"""On the path once no weight would change by more than this share."""

ROUGH = 0.5
"""The same where patterns still come and go: to price them takes less than the steps from here to
NEAR, without which 10 different shares take 71 steps for 90."""

HALVINGS = 8
WORSE = 2.0
ROUNDING = 1e-9
"""A step is halved so often while the equations of the path are off by WORSE times as much: at 1
most steps are a sixtieth of Newton's (20 different shares: 510 steps in all for 320), at 5
their table had too many reports for a certificate."""

MISSED = 1e-2
"""The share of U'(dw / w) that may be missing in the equations without the patterns, which lose
digits as mu falls: with 20 different shares a step by them takes 10 ms for 100."""

AGAIN = 4
"""How often they are solved for what is left: of 5,488 patterns each time leaves a twentieth. All
equations at once, where even so too much is left, take three seconds."""

Steps = tuple[Array, Array, Array]


class StepEquations(Protocol):
    """The equations of a step."""

    def solved(self) -> Steps:
        """The changes dw/w, U' of them, and the others."""


Pose = Callable[[Features, Expansion, "PathPoint", float], StepEquations]
"""The equations of a step at a point towards mu."""

MOST_BESIDE = 1e-6
"""What the columns of a table may lack of one."""


@dataclass(frozen=True)
class PathPoint:
    """Where the path is: patterns, weights and spares, charges, slacks, theta and its spares."""

    keys: Keys
    weights: Array
    spare: Array
    charges: Charges
    slack: Array
    theta: Array
    theta_spare: Array
    level: float
    mu: float

    def take(self, kept: Array) -> PathPoint:
        """Some of the patterns."""
        return replace(
            self, keys=self.keys[kept], weights=self.weights[kept], spare=self.spare[kept]
        )

    def wider(self, fresh: Keys, short: Array) -> PathPoint:
        """With weight on new patterns, which are short by so much: at most the mean of the others,
        from a hundredth of which Newton's method takes two more steps.
        """
        usual = float(self.weights.mean())
        weights = np.minimum(self.mu / np.maximum(short, self.mu), usual)
        return replace(
            self,
            keys=np.append(self.keys, fresh),
            weights=np.append(self.weights, weights),
            spare=np.append(self.spare, self.mu / weights),
        )


@dataclass(frozen=True)
class RatioFound:
    """A point with what f is there."""

    point: PathPoint
    features: Features
    at: Expansion
    tangents: tuple[Array, ...] = ()
    """Where T may be singular, X c of the one contrast in each scenario, found by itself."""

    def take(self, kept: Array) -> RatioFound:
        """Some of the patterns."""
        return replace(self, point=self.point.take(kept), features=self.features.take(kept))

    @property
    def is_table(self) -> bool:
        """Whether columns add up to one: where patterns are too close the last steps lose it."""
        sums = self.point.weights @ self.features.rows
        return bool(np.abs(sums - 1).max() < MOST_BESIDE)


def search(pool: Pool, saddle: Saddle) -> Iterator[RatioFound]:
    """The path: what is found at each stage, from the one on whose table is good to 1e-5."""
    point = begin(pool, saddle)
    for mu in STAGES:
        found = _stage(pool, saddle, point, mu)
        point = found.point
        if mu <= DROPPED:
            used = found.take(in_use(point))
            yield used if used.is_table else found


def begin(pool: Pool, saddle: Saddle) -> PathPoint:
    """The start of the path: the pool's first table, theta even."""
    keys, weights = pool.start()
    return begun(keys, weights, pool.features(keys), saddle)


def begun(keys: Keys, weights: Array, at: Features, saddle: Saddle) -> PathPoint:
    """The same from these patterns with these weights."""
    mu = STAGES[0]
    theta = np.full(saddle.worst, 1 / max(saddle.worst, 1))
    there = saddle.expand(at, weights, theta)
    # On the path w s = mu and s = y.b - h, so y solves w (y.b) = w h + mu, by least squares.
    balance = at.balance * weights[:, None]
    charged = np.linalg.lstsq(balance, weights * there.worth + mu, rcond=None)[0]
    slack = np.maximum(1 - at.excess.T @ weights, 1e-3)
    level = float(there.slopes.mean()) if saddle.worst else 0.0
    charges = Charges(charged, mu / slack)
    return PathPoint(keys, weights, mu / weights, charges, slack, theta, mu / theta, level, mu)


def _stage(pool: Pool, saddle: Saddle, point: PathPoint, mu: float) -> RatioFound:
    """The point at mu, with all patterns that it takes."""
    most = max(2 * pool.truths, pool.truths**2 // 2)
    for turn in range(MOST_ROUNDS):
        found = follow(pool.features(point.keys), saddle, point, mu)
        fresh, short = missing(pool, found, max(TELLING * mu, TOLD), most)
        point = found.point
        if not len(fresh):
            break
        kept = in_use(point)
        if mu <= DROPPED and not turn and tells_all(found, kept):  # later they come and go
            point = point.take(kept)
        point = point.wider(fresh, short)
    return found


def in_use(point: PathPoint) -> Array:
    """Which patterns have weight: at the end of the path weight or spare vanishes."""
    return point.weights > UNUSED * point.spare


def tells_all(found: RatioFound, kept: Array) -> bool:
    """Whether these patterns tell all truths apart.

    What makes one contrast known need not: then T would be singular without the others, and the
    balance would leave no room for their weights.
    """
    at = found.features.take(kept)
    heavy = at.flat * np.sqrt(found.point.weights[kept] / at.means)[:, None]
    return int(np.linalg.matrix_rank(heavy, SINGULAR)) == heavy.shape[1]


def missing(pool: Pool, found: RatioFound, least: float, most: int) -> tuple[Keys, Array]:
    """Patterns that are not known and that fall short by more than `least`, the worst ones."""
    point = found.point
    return pool.worst(found.at.quotients, point.charges, least, most, point.keys)


def follow(
    at: Features, saddle: Saddle, point: PathPoint, mu: float, pose: Pose | None = None
) -> RatioFound:
    """Along the path to mu on these patterns, by these equations of a step if not by all."""
    aim = point.mu
    near = ROUGH if mu > DROPPED else NEAR
    there = saddle.expand(at, point.weights, point.theta)
    in_vain = 0
    for _ in range(NEWTON_STEPS):
        step = newton_direction(at, there, point, aim, pose)
        length, point, there = _moved(at, saddle, point, there, step, aim)
        if length > FULL and aim == mu and step.largest < near:
            break
        in_vain = in_vain + 1 if length < STUCK else 0
        if in_vain == MOST_IN_VAIN:
            point = _centred(point, aim)
            in_vain = 0
        if length > FULL:
            aim = max(mu, 0.1 * aim)
        elif length > HALF:
            aim = max(mu, 0.4 * aim)
    return RatioFound(replace(point, mu=mu), at, there)


def _centred(point: PathPoint, mu: float) -> PathPoint:
    """With products of mu again: where one of a pair has vanished before the other is on the path,
    steps go from one end to the other in vain."""
    return replace(point, spare=mu / point.weights, theta_spare=mu / point.theta)


@dataclass(frozen=True)
class NewtonDirection:
    """A step of everything that must stay positive, and of what need not."""

    inner: tuple[Array, ...]
    """Of weights, spares, prices of budgets, slacks, theta and its spares."""

    balance: Array
    level: float
    largest: float
    """The largest relative change of a weight."""

    bent: Array
    """U'(dw / w): the changes as the second derivative sees them."""

    def longest(self, point: PathPoint) -> float:
        """How far along the step all stays positive, at most one."""
        pairs = zip(_inner(point), self.inner, strict=True)
        return min([1.0, *(_room(values, change) for values, change in pairs)])

    def applied(self, point: PathPoint, length: float) -> PathPoint:
        """The point so far along the step."""
        moved = [x + length * step for x, step in zip(_inner(point), self.inner, strict=True)]
        weights, spare, prices, slack, theta, theta_spare = moved
        charges = Charges(point.charges.balance + length * self.balance, prices)
        level = point.level + length * self.level
        return replace(
            point, weights=weights, spare=spare, charges=charges, slack=slack, theta=theta,
            theta_spare=theta_spare, level=level,
        )  # fmt: skip


def _inner(point: PathPoint) -> tuple[Array, ...]:
    """What must stay positive."""
    prices = point.charges.excess
    return point.weights, point.spare, prices, point.slack, point.theta, point.theta_spare


def newton_direction(
    at: Features, there: Expansion, point: PathPoint, mu: float, pose: Pose | None = None
) -> NewtonDirection:
    """Newton's step towards mu."""
    changes, bent, others = (pose or PathEquations.of)(at, there, point, mu).solved()
    size = len(point.charges.balance)
    budgets = at.excess.shape[1]
    worst = len(point.theta)
    balance, prices, shares, level = np.split(others, np.cumsum([size, budgets, worst]))
    old = point.charges.excess
    # Spares, slacks and theta's spares follow from their products with what moves, linearised.
    inner = (
        point.weights * changes,
        mu / point.weights - point.spare * (1 + changes),
        prices,
        mu / old - point.slack - point.slack / old * prices,
        point.theta * shares,
        mu / point.theta - point.theta_spare * (1 + shares),
    )
    largest = float(np.abs(changes).max())
    return NewtonDirection(inner, balance, float(level.sum()), largest, bent)


def _moved(
    at: Features,
    saddle: Saddle,
    point: PathPoint,
    there: Expansion,
    step: NewtonDirection,
    mu: float,
) -> tuple[float, PathPoint, Expansion]:
    """As far along the step as all stays positive and the equations do not fare worse.

    Where a needed pattern loses nearly all of its weight its worth grows as the inverse square,
    and Newton's method does not come back.
    """
    length = step.longest(point)
    before = _residual(at, there, point, mu)
    for _ in range(HALVINGS):
        moved = step.applied(point, length)
        after = saddle.expand(at, moved.weights, moved.theta)
        if _residual(at, after, moved, mu) <= before * WORSE + ROUNDING:
            break
        length *= 0.5
    return length, moved, after


def _residual(at: Features, there: Expansion, point: PathPoint, mu: float) -> float:
    """How far the equations of the path are from holding."""
    weights = point.weights
    charges = point.charges
    balance = at.balance.T @ weights
    balance[-1] -= 1  # the mean
    parts = [
        at.balance @ charges.balance + at.excess @ charges.excess - there.worth - point.spare,
        balance,
        at.excess.T @ weights + point.slack - 1,
        weights * point.spare - mu,
        charges.excess * point.slack - mu,
        there.slopes - point.level + point.theta_spare,
        point.theta * point.theta_spare - mu,
    ]
    with np.errstate(over="ignore"):  # of a step that is infinitely too long
        return float(np.sqrt(sum(part @ part for part in parts)))


def _room(values: Array, step: Array) -> float:
    """How far along a step the values stay positive, at most one and nearly."""
    falling = step < 0
    if not falling.any():
        return 1.0
    return float(min(1.0, INSIDE * (values[falling] / -step[falling]).min()))


@dataclass(frozen=True)
class PathEquations:
    """[diag + U U', G; G', N] (dw/w, others) = right, others (dy, dz, dtheta/theta, dlambda)."""

    diagonal: Array
    root: Array
    border: Array
    corner: Array
    right: Array
    others: Array

    @staticmethod
    def of(at: Features, there: Expansion, point: PathPoint, mu: float) -> PathEquations:
        """At a point, towards mu."""
        curved = there.curvature
        weights = point.weights
        charges = point.charges
        theta = point.theta
        balance = at.balance
        excess = at.excess
        target = np.zeros(balance.shape[1])
        target[-1] = 1.0
        charge = balance @ charges.balance + excess @ charges.excess
        parts = [balance, excess]
        others = [target - balance.T @ weights, 1 - excess.T @ weights - mu / charges.excess]
        corner = np.concatenate([np.zeros(len(target)), -point.slack / charges.excess])
        whole = np.diag(corner)
        if len(theta):
            parts += [curved.mixed * theta, np.zeros((len(weights), 1))]
            others += [theta * (point.level - there.slopes) - mu, np.array([theta.sum() - 1])]
            whole = _with_theta(whole, curved, point)
        # Rows of weights are multiplied by w: of dw / w the entries keep their size as w vanishes.
        return PathEquations(
            weights * point.spare,
            weights[:, None] * curved.root,
            weights[:, None] * np.hstack(parts),
            whole,
            weights * (there.worth - charge) + mu,
            np.concatenate(others),
        )

    def solved(self) -> Steps:
        """The changes dw/w, U' of them, and the others."""
        count, rank = self.root.shape
        found = self._by_woodbury() if rank + len(self.others) < count else None
        return found or self._whole()

    def _whole(self) -> Steps:
        """U'(dw / w) is an unknown of its own: U U' would lose the digits of the diagonal, mu."""
        count, rank = self.root.shape
        size = count + rank + len(self.others)
        system = np.zeros((size, size))
        system[np.arange(count), np.arange(count)] = self.diagonal
        told = slice(count, count + rank)
        system[:count, told] = self.root
        system[told, :count] = self.root.T
        system[told, told] = -np.eye(rank)
        system[:count, count + rank :] = self.border
        system[count + rank :, :count] = self.border.T
        system[count + rank :, count + rank :] = self.corner
        right = np.concatenate([self.right, np.zeros(rank), self.others])
        found = scaled_solution(system, right)
        changes, bent, others = np.split(found, [count, count + rank])
        return changes, bent, others

    def _by_woodbury(self) -> Steps | None:
        """Without the patterns, of which there are more than of all else; None where too much is
        missing even so.
        """
        light = np.vstack([self.root.T, self.border.T]).T
        light /= np.sqrt(self.diagonal)[:, None]
        rank = self.root.shape[1]
        size = rank + len(self.others)
        own = -np.eye(size)
        own[rank:, rank:] = self.corner
        # The product of a matrix and its own transpose takes half of what other products take.
        system = own - light.T @ light
        found = self._again(light, lambda right: scaled_solution(system, right))
        squares = own.diagonal()
        if found or (own != np.diag(squares)).any():
            return found
        return self._again(light, _triangular(np.vstack([light, np.diag(np.sqrt(-squares))])))

    def _again(self, light: Array, solution: Callable[[Array], Array]) -> Steps | None:
        """The solution without the patterns, again for what is left of the equations."""
        rank = self.root.shape[1]
        roots = np.sqrt(self.diagonal)
        changes, bent, others = np.zeros(len(roots)), np.zeros(rank), np.zeros(len(self.others))
        for _ in range(AGAIN):
            right, *sides = self._left(changes, bent, others)
            right /= roots
            found = solution(np.concatenate(sides) - light.T @ right)
            changes = changes + (right - light @ found) / roots
            bent = bent + found[:rank]
            others = others + found[rank:]
            missed = np.abs(self.root.T @ changes - bent).max(initial=0.0)
            if missed < MISSED * np.abs(bent).max(initial=1e-300):
                return changes, bent, others
        return None

    def _left(self, changes: Array, bent: Array, others: Array) -> Steps:
        """Of the right sides of the equations, at these unknowns."""
        return (
            self.right - self.diagonal * changes - self.root @ bent - self.border @ others,
            bent - self.root.T @ changes,
            self.others - self.border.T @ changes - self.corner @ others,
        )


def _with_theta(corner: Array, curved: Curvature, point: PathPoint) -> Array:
    """The corner with the rows of theta and of its sum."""
    theta = point.theta
    old = len(corner)
    worst = len(point.theta)
    whole = np.zeros((old + worst + 1, old + worst + 1))
    whole[:old, :old] = corner
    inner = slice(old, old + worst)
    whole[inner, inner] = curved.bend * theta[:, None] * theta - np.diag(point.theta_spare * theta)
    whole[inner, -1] = -theta
    whole[-1, inner] = -theta
    return whole


def _triangular(root: Array) -> Callable[[Array], Array]:
    """The solution of equations -R'R x = b, with the digits of R, which R'R has lost.

    Of five thousand rows it takes four times as long, where all equations at once take a second.
    """
    from scipy.linalg import cho_solve

    upper = np.linalg.qr(root, mode="r")
    return lambda right: -np.asarray(cho_solve((upper, False), right, check_finite=False))


def scaled_solution(system: Array, right: Array) -> Array:
    """The solution of symmetric equations with rows and columns scaled to size one."""
    scale = 1 / np.sqrt(np.maximum(np.abs(system).max(axis=1), 1e-300))
    scaled = system * scale[:, None] * scale
    try:
        found: Array = scale * np.linalg.solve(scaled, scale * right)
    except np.linalg.LinAlgError:
        # Directions that no equation determines any more stay where they are.
        found = scale * np.linalg.lstsq(scaled, scale * right, rcond=None)[0]
    return found
