"""The largest eigenvalue of the covariance: the path of the ratios with a matrix on it.

With T = sum_r w_r z z' at the prior the smallest eigenvalue t of T is to be as large as can be.
Dually, with one matrix V >= 0 of trace one and charges (y, eta) of balance and budgets,

    minimise  y_mean + sum eta   subject to  y.b_r + eta.e_r >= z'Vz  for every pattern r.

The multipliers of the patterns are the weights. On the path at mu, with P = T - t,

    y.b_r + eta.e_r - z'Vz = s_r,   w_r s_r = mu,   V P = mu,   trace V = 1.

V P is linearised at the matrix W for which W P W = V: with c = (1 - mu trace P^-1) / trace W^2

    V + dV = mu P^-1 + c W^2 - W dT W + (<W^2, dT> / trace W^2) W^2,

so a pattern is worth z'(mu P^-1 + c W^2)z, with the second derivative (z'W z~)^2 less its part
along W^2.

**The last digits** are linear equations, once it is plain what is in use. At the optimum
patterns in use cost exactly what they are worth, y.b_r + eta.e_r = z'Vz, which is linear in V and
the charges and tells them where there are enough (20 different shares: two thousand patterns for
210 unknowns). The weights of all patterns that cost then what they are worth make T u = t u
wherever V tells of u. What equations leave open moves as little as can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from rropt.design.engine.path import (
    FULL,
    HALF,
    INSIDE,
    MOST_ROUNDS,
    TELLING,
    TOLD,
    PathPoint,
    RatioFound,
    missing,
    newton_direction,
)
from rropt.design.engine.pool import Array, Charges, Features, Pool, tangent_basis
from rropt.design.engine.refinement import on_fewer
from rropt.design.engine.saddle import Curvature, Expansion, ReportingPoint

STAGES = (0.3, 0.03, 2e-3, 3e-4, 3e-5, 1e-6, 1e-8, 1e-10, 1e-12)
"""Where patterns are priced. A hundred times finer at once costs rounds, and so do more stages."""

REFINABLE = 1e-8
"""From this stage on it is plain which patterns are in use."""

BROUGHT = 4
"""At most k^2 / BROUGHT patterns come at once: with twice as many 20 different shares, of which
thousands of patterns are tied, take a third longer."""

UNUSED = 1e-6
"""A weight below this multiple of its spare is of no use to the last stages."""

NEWTON_STEPS = 60
NEAR = 0.1
"""A stage begins once no weight would change by more than this share."""

ROUGH = 0.9
"""The same before the last stages, which saves a sixth of the steps: at 1/2 five equal shares with
a delta of 1/100 take twice as long."""


@dataclass(frozen=True)
class MatrixPoint:
    """Where the path is, with V and t."""

    point: PathPoint
    form: Array
    least: float


def eigenvalue_search(pool: Pool, reporting: ReportingPoint) -> Iterator[RatioFound]:
    """The path: what is found at the last stages."""
    where = _begin(pool, reporting)
    for mu in STAGES:
        where = _stage(pool, reporting, where, mu)
        if mu <= REFINABLE:
            point = where.point
            where = replace(where, point=point.take(point.weights > UNUSED * point.spare))
            yield eigenvalue_found(pool.features(where.point.keys), reporting, where)


def _begin(pool: Pool, reporting: ReportingPoint) -> MatrixPoint:
    """The pool's first table, with V and the spares that belong to it at the first stage."""
    keys, weights = pool.start()
    at = pool.features(keys)
    mu = STAGES[0]
    vectors = reporting.vectors(at)
    information = (vectors.T * weights) @ vectors
    side = len(information)
    # So far below all eigenvalues that mu tr P^-1, which is to be tr V = 1, is at most 1.
    least = float(np.linalg.eigvalsh(information)[0]) - side * mu
    form = mu * np.linalg.inv(information - least * np.eye(side))
    # On the path w s = mu and s = y.b - z'Vz, so y solves w (y.b) = w z'Vz + mu.
    right = weights * squares(vectors, form) + mu
    charged = np.linalg.lstsq(at.balance * weights[:, None], right, rcond=None)[0]
    slack = np.maximum(1 - at.excess.T @ weights, 1e-3)
    none = np.zeros(0)
    charges = Charges(charged, mu / slack)
    point = PathPoint(keys, weights, mu / weights, charges, slack, none, none, 0.0, mu)
    return MatrixPoint(point, form, least)


def _stage(pool: Pool, reporting: ReportingPoint, where: MatrixPoint, mu: float) -> MatrixPoint:
    """The point at mu, with all patterns that it takes."""
    most = pool.truths**2 // BROUGHT + 2
    for _ in range(MOST_ROUNDS):
        at = pool.features(where.point.keys)
        where = _follow(at, reporting, where, mu)
        fresh, short = missing(
            pool, eigenvalue_found(at, reporting, where), max(TELLING * mu, TOLD), most
        )
        if not len(fresh):
            break
        where = replace(where, point=where.point.wider(fresh, short))
    return where


def _follow(at: Features, reporting: ReportingPoint, where: MatrixPoint, mu: float) -> MatrixPoint:
    """Along the path to mu on these patterns."""
    vectors = reporting.vectors(at)
    aim = where.point.mu
    near = ROUGH if mu > REFINABLE else NEAR
    where = _below(vectors, where, aim)
    for _ in range(NEWTON_STEPS):
        length, largest, where = _moved(at, vectors, where, aim)
        if length > FULL and aim == mu and largest < near:
            break
        if length > FULL:
            aim = max(mu, 0.1 * aim)
        elif length > HALF:
            aim = max(mu, 0.4 * aim)
    return replace(where, point=replace(where.point, mu=mu))


def _below(vectors: Array, where: MatrixPoint, mu: float) -> MatrixPoint:
    """With t below all eigenvalues: where patterns left, T is smaller."""
    information = (vectors.T * where.point.weights) @ vectors
    least = float(np.linalg.eigvalsh(information)[0]) - 0.1 * mu
    return replace(where, least=min(where.least, least))


def _moved(
    at: Features, vectors: Array, where: MatrixPoint, mu: float
) -> tuple[float, float, MatrixPoint]:
    """As far along Newton's step as all stays positive; its length, and its largest change."""
    point = where.point
    information = (vectors.T * point.weights) @ vectors
    spare = information - where.least * np.eye(len(information))
    lower_inverse = np.linalg.inv(np.linalg.cholesky(spare))
    inverse = lower_inverse.T @ lower_inverse
    scaling = _scaling(spare, lower_inverse, where.form)
    square = scaling @ scaling
    size = np.trace(square)
    missed = 1 - mu * np.trace(inverse)
    form = mu * inverse + missed / size * square
    axes = np.linalg.eigh(scaling)
    there = _linearised(vectors, axes, form)
    step = newton_direction(at, there, point, mu)
    told = (vectors.T * step.inner[0]) @ vectors
    # From tr V = 1 after the step.
    least = float((missed + (square * told).sum()) / size)
    # The change of P, which is T less t.
    told[np.diag_indices(len(told))] -= least
    change = form - where.form - _bent(axes, step.bent)
    change = (change + change.T) / 2
    length = min(step.longest(point), _matrix_room(spare, told), _matrix_room(where.form, change))
    moved = MatrixPoint(
        step.applied(point, length), where.form + length * change, where.least + length * least
    )
    return length, step.largest, moved


def _scaling(spare: Array, lower_inverse: Array, form: Array) -> Array:
    """W with W P W = V."""
    lower = spare @ lower_inverse.T
    sizes, turn = np.linalg.eigh(lower.T @ form @ lower)
    # W = L'^-1 (L'VL)^(1/2) L^-1 with L L' = P.
    sides = lower_inverse.T @ turn * np.sqrt(np.sqrt(sizes))
    return sides @ sides.T


def _linearised(vectors: Array, axes: tuple[Array, Array], form: Array) -> Expansion:
    """What patterns are worth after a step in V alone, and how that bends in the weights."""
    sizes, turn = axes
    turned = np.sqrt(sizes)[:, None] * (turn.T @ vectors.T)
    i, j = np.triu_indices(len(sizes))
    none = np.zeros(0)

    def bent() -> Curvature:
        # Row by row: all products at once take ten times as long.
        root = np.vstack([turned[n] * turned[n:] for n in range(len(sizes))])
        root *= np.where(i == j, 1.0, np.sqrt(2.0))[:, None]
        along = np.where(i == j, sizes[i], 0.0) / np.linalg.norm(sizes)
        root -= np.outer(along, along @ root)
        return Curvature(root.T, np.zeros((0, 0)), np.zeros((len(vectors), 0)))

    return Expansion(0.0, squares(vectors, form), none, [], [], bent)


def _bent(axes: tuple[Array, Array], entries: Array) -> Array:
    """W dT W less its part along W^2, from its entries on the axes of W (`_linearised`).

    They are told by the equations themselves: of T where W is 1e5 no digit would be left.
    """
    sizes, turn = axes
    i, j = np.triu_indices(len(sizes))
    inner = np.zeros_like(turn)
    inner[i, j] = inner[j, i] = np.where(i == j, 1.0, np.sqrt(0.5)) * entries
    sides = turn * np.sqrt(sizes)
    whole: Array = sides @ inner @ sides.T
    return whole


def _matrix_room(matrix: Array, step: Array) -> float:
    """How far along a step a matrix stays positive, at most one and nearly."""
    lower_inverse = np.linalg.inv(np.linalg.cholesky(matrix))
    least = float(np.linalg.eigvalsh(lower_inverse @ step @ lower_inverse.T)[0])
    return 1.0 if least >= 0 else min(1.0, INSIDE / -least)


def squares(vectors: Array, form: Array) -> Array:
    """z'Vz of each pattern."""
    return ((vectors @ form) * vectors).sum(axis=1)


def eigenvalue_found(at: Features, reporting: ReportingPoint, where: MatrixPoint) -> RatioFound:
    """As the path would say it."""
    vectors = reporting.vectors(at)
    information = (vectors.T * where.point.weights) @ vectors
    there = Expansion(
        -float(np.linalg.eigvalsh(information)[0]),
        squares(vectors, where.form),
        np.zeros(0),
        [reporting.quotient(where.form)],
        [np.linalg.inv(information)],
        _not_curved,
    )
    return RatioFound(where.point, at, there)


def _not_curved() -> Curvature:
    """The least eigenvalue has no second derivative where it is double, as at most optima."""
    raise ArithmeticError("the least eigenvalue is not smooth")


EXACT = 1e-9
"""A pattern that costs so little more than it is worth, which is about one, is in use: rounding is
1e-14 where equations tell what it costs, and what is not in use costs 1e-5 more and above."""


SURE = 100
"""Multiple of its spare above which a weight is surely in use once mu is below REFINABLE: of 20
different shares at epsilon 1/10, where thousands of patterns are nearly tied, nine of twelve have
all digits at the last stage but one, and with 1 none. At REFINABLE itself 1 has more in use."""


def eigenvalue_refined(reporting: ReportingPoint, found: RatioFound) -> Iterator[RatioFound]:
    """On as few patterns as can be; at the end of the path its own on few."""
    stage = found.point.mu
    for sure_from in (1,) if stage == REFINABLE else (SURE, 1):
        yield _refined(reporting, found, sure_from)
    # What is not refined covers at any stage, and is off by so much.
    if stage == STAGES[-1]:
        yield _fewer(found, reporting)


def _refined(reporting: ReportingPoint, found: RatioFound, sure_from: int) -> RatioFound:
    """Charges by the patterns that are sure to be in use, weights of few that are then.

    Where weights are not unique the axes u of T are not exact, and no V with V u = 0 may fit all
    costs: it is u'Vu that vanishes, which is exact to the square of their error.
    """
    point = found.point
    at = found.features
    vectors = reporting.vectors(at)
    form = _form(found)
    sizes, turn = np.linalg.eigh(form)
    # V P = mu: an axis on which V is below the root of mu is one on which P is above it.
    untold = int((sizes < np.sqrt(point.mu)).sum())
    sure = point.weights > sure_from * point.spare
    priced = point.charges.excess > point.slack
    charges = Charges(point.charges.balance, np.where(priced, point.charges.excess, 0.0))
    close = at.take(sure)
    form, charges = _exact_prices(close, vectors[sure], form, charges, turn[:, :untold])
    cost = at.balance @ charges.balance + at.excess @ charges.excess
    used = cost - squares(vectors, form) < EXACT
    at = at.take(used)
    weights = _exact_weights(at, vectors[used] @ turn[:, untold:], point.weights[used], priced)
    moved = replace(point.take(used), weights=weights, charges=charges)
    return _fewer(eigenvalue_found(at, reporting, MatrixPoint(moved, form, 0.0)), reporting)


def _form(found: RatioFound) -> Array:
    """V of what was found."""
    (quotient,) = found.at.quotients
    basis = tangent_basis(len(quotient.bottom))
    return basis.T @ quotient.top @ basis


def _exact_prices(
    at: Features, vectors: Array, form: Array, charges: Charges, untold: Array
) -> tuple[Array, Charges]:
    """V of trace one with u'Vu = 0 for the axes u of `untold`, and charges: these patterns cost
    what they are worth.
    """
    side = len(form)
    i, j = np.triu_indices(side)
    entries = np.arange(len(i))
    units = np.zeros((len(i), side, side))
    units[entries, i, j] = units[entries, j, i] = 1.0
    priced = charges.excess > 0
    charged = np.hstack([at.balance, at.excess[:, priced]])
    worth = vectors[:, i] * vectors[:, j] * np.where(i == j, 1.0, 2.0)
    faint = (untold.T @ units @ untold).reshape(len(i), -1).T
    kept = np.vstack([(i == j).astype(float), faint])
    none = np.zeros((len(kept), charged.shape[1]))
    equations = np.block([[charged, -worth], [none, kept]])
    cost = at.balance @ charges.balance + at.excess @ charges.excess
    ends = (untold.T @ form @ untold).ravel()
    lacking = [squares(vectors, form) - cost, [1 - np.trace(form)], -ends]
    solved = np.linalg.lstsq(equations, np.concatenate(lacking), rcond=None)[0]
    balance, excess, entries = np.split(solved, [at.balance.shape[1], charged.shape[1]])
    prices = charges.excess.copy()
    prices[priced] = np.maximum(prices[priced] + excess, 0.0)
    change = np.tensordot(entries, units, 1)
    return form + change, Charges(charges.balance + balance, prices)


def _exact_weights(at: Features, seen: Array, weights: Array, priced: Array) -> Array:
    """Weights that keep balance and spend budgets that have a price, and T = t in what is `seen`.

    Changes are relative: a small weight moves little.
    """
    i, j = np.triu_indices(seen.shape[1])
    fixed = np.hstack([at.balance, at.excess[:, priced]])
    rows = np.hstack([fixed, seen[:, i] * seen[:, j]]).T
    t_column = np.concatenate([np.zeros(fixed.shape[1]), -(i == j).astype(float)])
    aims = np.zeros(len(rows))
    # The last of the balance is the mean; budgets with a price are spent in full.
    aims[at.balance.shape[1] - 1 : fixed.shape[1]] = 1.0
    equations = np.column_stack([rows * weights, t_column])
    solved = np.linalg.lstsq(equations, aims - rows @ weights, rcond=None)[0]
    return np.maximum(weights * (1 + solved[:-1]), 0.0)


def _fewer(found: RatioFound, point: ReportingPoint) -> RatioFound:
    """T and all else the same on few patterns."""
    vectors = point.vectors(found.features)
    i, j = np.triu_indices(vectors.shape[1])
    return on_fewer(found, [vectors[:, i] * vectors[:, j]])
