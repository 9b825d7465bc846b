"""A point near the centre of the optimal parts and prices, in doubles: it only suggests.

Each report is taken at mass one, so that its parts are shares and its prices are per unit of mass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.order.staircases import Charge
from rropt.patterns.extreme import Pattern, ordered_pairs

Part = tuple[int, Pattern]
Array = Any


@dataclass(frozen=True)
class Centre:
    """The parts that were offered, those that are used, and the prices."""

    offered: tuple[Part, ...]
    used: tuple[Part, ...]
    prices: Array
    charge: Charge


def centre(
    A: Channel, gamma: Fraction, delta: Fraction, parts: Mapping[Part, Array]
) -> Centre | None:
    """The limit of the central path over the given parts; None where the solver gives up.

    The parts come with the shares that each truth has in them.
    """
    m, k = A.shape
    pairs = ordered_pairs(k)
    owners = np.array([i for i, _ in parts])
    shares = np.array(list(parts.values()))
    mass = np.array([float(sum(row)) for row in A.rows])
    high, low = (shares[:, [pair[side] for pair in pairs]] for side in (0, 1))
    over = np.maximum(high - float(gamma) * low, 0) * mass[owners, None]
    worths = (shares**2).sum(axis=1)
    rows = np.zeros((m, k, len(parts)))
    rows[owners, :, range(len(parts))] = shares
    matrix = np.vstack([rows.reshape(m * k, -1), over.T])
    table = np.array([share(row) for row in A.rows])
    rhs = np.concatenate([table.ravel(), np.full(len(pairs), float(delta))])
    found = _interior(matrix, rhs, m * k, -worths * mass[owners])
    if found is None:
        return None
    x, dual = found
    prices = -dual[: m * k].reshape(m, k) / mass[:, None]
    charge = np.maximum(-dual[m * k :], 0)
    slack = (prices[owners] * shares).sum(axis=1) + over @ charge / mass[owners] - worths
    used = tuple(part for part, share, s in zip(parts, x, slack, strict=True) if share > s)
    return Centre(tuple(parts), used, prices, dict(zip(pairs, charge.tolist(), strict=True)))


def share(row: Sequence[Fraction]) -> Array:
    """A row in doubles, adding up to one."""
    top: Fraction = max(row)
    values = np.array([float(x / top) for x in row])
    return values / values.sum()


def _interior(matrix: Array, rhs: Array, equalities: int, costs: Array) -> Any:
    """x >= 0 and the row prices of a minimum, from the interior point method of HiGHS."""
    import highspy
    from scipy.sparse import csc_array

    solver, model, sparse = highspy.Highs(), highspy.HighsLp(), csc_array(matrix)
    for name, value in {"solver": "ipm", "run_crossover": "off", "presolve": "off"}.items():
        solver.setOptionValue(name, value)
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = costs
    model.col_lower_ = np.zeros(len(costs))
    model.col_upper_ = np.full(len(costs), highspy.kHighsInf)
    model.row_upper_ = rhs
    model.row_lower_ = np.where(np.arange(len(rhs)) < equalities, rhs, -highspy.kHighsInf)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = sparse.indptr.astype(np.int32)
    model.a_matrix_.index_ = sparse.indices.astype(np.int32)
    model.a_matrix_.value_ = sparse.data
    solver.passModel(model)
    solver.run()
    solution = solver.getSolution()
    if not (solution.value_valid and solution.dual_valid):
        return None
    found = np.array(solution.col_value), np.array(solution.row_dual)
    return found if all(np.isfinite(part).all() for part in found) else None
