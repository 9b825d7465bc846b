"""The last digits of the largest eigenvalue: linear equations, once it is plain what is in use.

At the optimum patterns in use cost exactly what they are worth, y.b_r + eta.e_r = z'Vz, which is
linear in V and the charges and tells them where there are enough (20 different shares: two
thousand patterns for 210 unknowns). The weights of all patterns that cost then what they are worth
make T u = t u wherever V tells of u. What equations leave open moves as little as can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rropt.design.engine.eigenvalue_master import (
    STAGES,
    MatrixPoint,
    eigenvalue_found,
    squares,
)
from rropt.design.engine.path import RatioFound
from rropt.design.engine.pool import Array, Charges, Features, tangent_basis
from rropt.design.engine.refinement import on_fewer
from rropt.design.engine.saddle import ReportingPoint

EXACT = 1e-9
"""A pattern that costs so little more than it is worth, which is about one, is in use: rounding is
1e-14 where equations tell what it costs, and what is not in use costs 1e-5 more and above."""


def eigenvalue_refined(reporting: ReportingPoint, found: RatioFound) -> Iterator[RatioFound]:
    """On as few patterns as can be; at the end of the path its own on few."""
    whole = _refined(reporting, found)
    yield _fewer(whole, reporting)
    # What is not refined covers at any stage, and is off by so much.
    if found.point.mu == STAGES[-1]:
        yield _fewer(found, reporting)


def _refined(reporting: ReportingPoint, found: RatioFound) -> RatioFound:
    """Charges by the patterns that are sure to be in use, weights of all that are then.

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
    sure = point.weights > point.spare
    priced = point.charges.excess > point.slack
    charges = Charges(point.charges.balance, np.where(priced, point.charges.excess, 0.0))
    close = at.take(sure)
    form, charges = _exact_prices(close, vectors[sure], form, charges, turn[:, :untold])
    cost = at.balance @ charges.balance + at.excess @ charges.excess
    used = cost - squares(vectors, form) < EXACT
    at = at.take(used)
    weights = _exact_weights(at, vectors[used] @ turn[:, untold:], point.weights[used], priced)
    moved = replace(point.take(used), weights=weights, charges=charges)
    return eigenvalue_found(at, reporting, MatrixPoint(moved, form, 0.0))


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
