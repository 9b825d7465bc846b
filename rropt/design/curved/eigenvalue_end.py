"""The end of the path of a largest eigenvalue, where doubles lose it.

At mu the matrix S = T - t I is of size mu on the span of some eigenvectors Q of T and known to
within the rounding errors of T, and so its multiplier V = mu S^-1 to few digits. But at the optimum
S vanishes there, V = QWQ' lives there, and only some patterns are in use. With b = Q'a for those,

    sum_r w_r b b' = t I,   A w = (0, ..., 0, 1),   excess(w) = 1 where it has a price,
    b'Wb = charge of r,     tr W = 1:

Newton's method on these equations has all digits. The other eigenvectors P, with eigenvalues
l > t, turn Q by P diag(t - l)^-1 P'dT Q, which changes a'Va by 2 sum_s (c'diag(t - l)^-1 c~)(b'Wb~)
dw_s with c = P'a; where S vanishes altogether the equations are linear.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rropt.design.curved.interior_point import InteriorPoint, InteriorProgram

if TYPE_CHECKING:
    import numpy as np

STEPS = 3

SOLVED = 1e-9
"""Before the last step the equations are off by less than this."""

DEPENDENT = 1e-10
"""Singular values below this share of the largest are none."""

STRICT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
"""The strictest that HiGHS takes."""


def polished(
    program: InteriorProgram, point: InteriorPoint, V: np.ndarray
) -> tuple[InteriorPoint, np.ndarray]:
    """The point, all of whose patterns are in use, and V: after a few steps of Newton's method."""
    import numpy as np

    if not len(point.weights):
        raise ArithmeticError("no pattern is in use yet")
    mu = (point.weights * point.spare).max()
    rank = int((np.linalg.eigvalsh(V) ** 2 > mu).sum())
    for _ in range(STEPS):
        point, V, off = _step(program, point, V, rank)
    if off > SOLVED or np.linalg.eigvalsh(V)[-rank] < 0 or point.weights.min() < 0:
        raise ArithmeticError("the patterns in use do not make an optimum")
    return point, V


def corner(
    program: InteriorProgram, point: InteriorPoint, V: np.ndarray
) -> tuple[InteriorPoint, np.ndarray]:
    """A vertex of the optima and its multipliers, where S vanishes altogether: a linear program.

    There many patterns are nearly in use, and the weights do not tell which are.
    """
    import numpy as np
    from scipy.optimize import linprog

    mu = (point.weights * point.spare).max()
    if np.linalg.eigvalsh(V)[0] ** 2 < mu or program.excess.shape[1]:
        raise ArithmeticError("the program at the end of the path is not linear")
    (a,) = program.tangent
    i, j = np.triu_indices(a.shape[1])
    unit, zeros = (i == j).astype(float), np.zeros(program.balance.shape[1])
    table = np.hstack([a[:, i] * a[:, j], program.balance])
    system = np.column_stack([table.T, -np.append(unit, zeros)])
    target = np.append(np.zeros(len(system) - 1), 1.0)
    cost = np.append(np.zeros(len(a)), -1.0)
    found = linprog(cost, A_eq=system, b_eq=target, method="highs-ds", options=STRICT)
    if found.x is None:
        raise ArithmeticError("the linear program at the end of the path was not solved")
    duals = found.eqlin.marginals
    if np.linalg.eigvalsh(_matrix(duals[: len(i)], unit, len(V)))[0] < 0:
        duals = _nearest(table, unit, V[i, j] * (2 - unit), found.x[-1])
    weights = found.x[:-1]
    spare, prices = np.full(len(weights), mu), -duals[len(i) :]
    point = replace(point, weights=weights, spare=spare, prices=prices)
    return point, _matrix(duals[: len(i)], unit, len(V))


def _matrix(entries: np.ndarray, unit: np.ndarray, size: int) -> np.ndarray:
    """The symmetric W with b'Wb = sum of entry_ij b_i b_j over i <= j; `unit` is 1 where i = j."""
    import numpy as np

    i, j = np.triu_indices(size)
    W = np.empty((size, size))
    W[i, j] = W[j, i] = entries / (2 - unit)
    return W


def _nearest(table: np.ndarray, unit: np.ndarray, entries: np.ndarray, t: float) -> np.ndarray:
    """The optimal multipliers nearest to these of the path: at a vertex W need not be positive."""
    import numpy as np
    from scipy.optimize import linprog

    size, rest = len(unit), table.shape[1] - len(unit)
    near = np.hstack([np.eye(size), np.zeros((size, rest)), -np.ones((size, 1))])
    far = near * np.append(-np.ones(size + rest), 1.0)
    below = np.vstack([np.column_stack([table, np.zeros(len(table))]), near, far])
    equal = np.zeros((2, size + rest + 1))
    equal[0, :size], equal[1, -2] = unit, 1.0
    cost = np.append(np.zeros(size + rest), 1.0)
    limits = np.concatenate([np.zeros(len(table)), entries, -entries])
    found = linprog(
        cost,
        A_ub=below,
        b_ub=limits,
        A_eq=equal,
        b_eq=[1.0, -t],
        bounds=(None, None),
        method="highs-ds",
        options=STRICT,
    )
    if found.x is None:
        raise ArithmeticError("no multipliers were found at the end of the path")
    return found.x[:-1]


def _step(
    program: InteriorProgram, point: InteriorPoint, V: np.ndarray, rank: int
) -> tuple[InteriorPoint, np.ndarray, float]:
    """A step, and by how much the equations were off before it."""
    import numpy as np

    (a,), w, tight = program.tangent, point.weights, point.pair_prices > point.slack
    values, vectors = np.linalg.eigh((a.T * w) @ a)
    t, (Q, P) = values[0], np.split(vectors, [rank], axis=1)
    i, j = np.triu_indices(Q.shape[1])
    b, c, W, unit = a @ Q, a @ P, Q.T @ V @ Q, (i == j).astype(float)
    table = np.hstack([b[:, i] * b[:, j], program.balance, program.excess[:, tight]])
    n, rows = table.shape
    duals = np.concatenate([W[i, j] * (2 - unit), -point.prices, -point.pair_prices[tight]])
    target, border = np.zeros(rows), np.zeros(rows)
    target[len(i) + program.balance.shape[1] - 1 :], border[: len(i)] = 1.0, unit

    system = np.zeros((n + rows + 1,) * 2)
    system[:n, :n] = 2 * (c / (t - values[rank:]) @ c.T) * (b @ W @ b.T)
    system[:n, n:-1], system[n:-1, :n] = table, table.T
    system[n:-1, -1] = system[-1, n:-1] = -border
    off = np.concatenate([-table @ duals, target + border * t - table.T @ w, [border @ duals - 1]])
    sizes = np.append(w, np.ones(rows + 1))
    change = sizes * np.linalg.lstsq(system * sizes, off, rcond=DEPENDENT)[0]

    weights, duals = w + change[:n], duals + change[n:-1]
    W = _matrix(duals[: len(i)], unit, rank)
    pair_prices = np.zeros_like(point.pair_prices)
    prices, pair_prices[tight] = np.split(-duals[len(i) :], [program.balance.shape[1]])
    point = replace(point, weights=weights, prices=prices, pair_prices=pair_prices)
    return point, Q @ W @ Q.T, float(np.abs(off).max())
