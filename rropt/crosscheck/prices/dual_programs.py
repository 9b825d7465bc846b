"""The duals: prices y of truths and z of budgets, at which no direction is worth more than it pays.

The charge of a direction r is y.r + sum_p z_p e_p(r); prices cost sum y + sum_p z_p d_p.

| what is best | dual program |
|---|---|
| a sum over reports | least cost with charge >= u(r) |
| variances sum_c c'I^-1 c | largest 2 sum_c c.u_c - cost, sum_c (u_c.s)^2 / (t q.r) <= charge |
| the worst shares | the same with q a variable, minus what a respondent brings along |
| -ln det I | largest ln det X + n - cost, tr X M(r) <= charge |
| the largest eigenvalue | 1 / (least cost with tr X M(r) <= charge, tr X = 1) |
| the worst determinant | primal, as the numeric route has the dual |

Each answers with the weights that the constraints of the directions have as multipliers, which are
those of a best table, and with what a direction is worth, so that others can be looked for.

Where two truths have a continuum of directions, prices must cover all of them: the program over a
pool of directions is solved; the directions that are worth more than they pay join it, and so do
the orders of zero-concentrated privacy that its table breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linprog, minimize_scalar

from rropt.crosscheck.found import NotPosed, solved
from rropt.crosscheck.prices.priced_rows import FARTHEST, USED, Array, PricedRows, RenyiBudgets


@dataclass(frozen=True)
class Priced:
    """An optimum with its witness on both sides."""

    value: float
    weights: Array
    """Of the directions in a best table."""

    y: Array
    z: Array
    worth: Callable[[Array], Array]
    """u of directions, at the tangent of the optimum."""

    def excess(self, other: PricedRows) -> Array:
        """By how much directions are worth more than they pay."""
        return np.asarray(self.worth(other.rows) - other.rows @ self.y - other.spent @ self.z)


@dataclass(frozen=True)
class VarianceTerm:
    """One scenario: (omega, pi, D) of its points, its weight, and what is known beforehand."""

    points: Sequence[tuple[float, Array, Array]]
    weight: float
    known: float

    def scores(self, rows: Array) -> list[Array]:
        """D'r sqrt(omega / pi.r) of every direction, for each point."""
        return [rows @ D * np.sqrt(omega / (rows @ pi))[:, None] for omega, pi, D in self.points]

    def information(self, rows: Array) -> Array:
        """M(r), flattened, one a row."""
        total = 0.0
        for score in self.scores(rows):
            total = total + np.einsum("ri,rj->rij", score, score)
        return np.asarray(total).reshape(len(rows), -1)


class PricedProgram:
    """y and z as variables, with the charge of all directions and the cost."""

    def __init__(self, priced: PricedRows) -> None:
        import cvxpy as cp

        self.priced = priced
        self.y = cp.Variable(priced.truths)
        self.cost = cp.sum(self.y)
        self.charge = priced.rows @ self.y
        self.z = None
        if len(priced.most):  # cvxpy 1.8 has no variable without entries
            self.z = cp.Variable(len(priced.most), nonneg=True)
            self.cost += priced.most @ self.z
            self.charge += priced.spent @ self.z

    def maximised(
        self,
        goal: Any,
        charged: Any,
        constraints: list[Any],
        worth: Callable[[Array], Array],
    ) -> Priced:
        """The largest goal - cost at which every direction pays what it is charged for."""
        import cvxpy as cp

        covered = charged <= self.charge
        program = cp.Problem(cp.Maximize(goal - self.cost), [covered, *constraints])
        value = solved(program)
        weights = np.maximum(np.asarray(covered.dual_value, dtype=float), 0.0)
        z = np.zeros(0) if self.z is None else _known(self.z)
        return Priced(value, weights, _known(self.y), z, worth)


def _known(variable: Any) -> Array:
    """Its value at the optimum."""
    return np.asarray(variable.value, dtype=float)


def best_sum(utility: Callable[[Array], Array], priced: PricedRows) -> Priced:
    """Least sum y + z.d with y.r + z.e(r) >= u(r), by HiGHS through scipy."""
    k = priced.truths
    known = utility(priced.rows)
    found = linprog(
        np.concatenate([np.ones(k), priced.most]),
        A_ub=-np.hstack([priced.rows, priced.spent]),
        b_ub=-known,
        # Columns sum to one exactly: prices of truths have either sign, and budgets only cost.
        bounds=[(None, None)] * k + [(0.0, None)] * len(priced.most),
        method="highs",
        options={"primal_feasibility_tolerance": TIGHT, "dual_feasibility_tolerance": TIGHT},
    )
    if found.status:
        raise NotPosed(f"HiGHS says: {found.message}"[:80])
    return Priced(found.fun, -found.ineqlin.marginals, found.x[:k], found.x[k:], utility)


def least_variances(
    terms: Sequence[VarianceTerm], contrasts: Array, minimax: bool, priced: PricedRows
) -> Priced:
    """The average or the worst of the variances in several scenarios."""
    import cvxpy as cp

    prices = PricedProgram(priced)
    given = np.array([term.weight for term in terms])
    shares = cp.Variable(len(terms), nonneg=True)
    constraints = [cp.sum(shares) == 1 if minimax else shares == given]
    tangents = [cp.Variable(contrasts.shape) for _ in terms]
    gain = -shares @ np.array([term.known for term in terms])
    charged: Any = 0.0
    for n, (term, tangent) in enumerate(zip(terms, tangents, strict=True)):
        seen = cp.vstack([tangent @ score.T for score in term.scores(priced.rows)])
        # (u.s)^2 / t is convex in u and t together: shares are chosen along with tangents.
        needed, cone = _over(seen, shares[n] * np.ones(len(priced.rows)))
        constraints.append(cone)
        charged = charged + needed
        gain = gain + 2 * cp.sum(cp.multiply(contrasts, tangent))

    def worth(rows: Array) -> Array:
        total = np.zeros(len(rows))
        for term, tangent, share in zip(terms, tangents, _known(shares), strict=True):
            for score in term.scores(rows):
                total += ((score @ _known(tangent).T) ** 2).sum(axis=1) / max(share, TINY)
        return total

    return prices.maximised(gain, charged, constraints, worth)


TIGHT = 1e-9
"""Of HiGHS: at its own 1e-7 directions are found missing that are not; at 1e-10 it may give up."""

TINY = 1e-12
"""A scenario with less than this share has a tangent of nothing."""


def worst_shares(
    contrasts: Array, group: bool, ends: tuple[Array, Array] | None, priced: PricedRows
) -> Priced:
    """The variances at the worst q, of all or between two, in a group or in a population."""
    import cvxpy as cp

    prices = PricedProgram(priced)
    q = cp.Variable(priced.truths, nonneg=True)
    constraints = [cp.sum(q) == 1]
    if ends is not None:
        # Intervals are asked for of two truths, of which the box is the interval.
        constraints += [q >= np.minimum(*ends), q <= np.maximum(*ends)]
    tangent = cp.Variable(contrasts.shape)
    # A square over q.r is convex in the tangent and in q together.
    needed, cone = _over(tangent @ priced.rows.T, priced.rows @ q)
    # What a variance is less than a second moment: c_j^2 for each member, or |C q|^2 for all.
    brought = (contrasts**2).sum(axis=0) @ q if group else cp.sum_squares(contrasts @ q)
    gain = 2 * cp.sum(cp.multiply(contrasts, tangent)) - brought

    def worth(rows: Array) -> Array:
        return np.asarray(((rows @ _known(tangent).T) ** 2).sum(axis=1) / (rows @ _known(q)))

    return prices.maximised(gain, needed, [*constraints, cone], worth)


def _over(tops: Any, below: Any) -> tuple[Any, Any]:
    """s with |column of tops|^2 <= s below, for every direction."""
    import cvxpy as cp

    count = tops.shape[1]
    needed = cp.Variable(count, nonneg=True)
    difference = cp.reshape(needed - below, (1, count), order="C")
    return needed, cp.SOC(needed + below, cp.vstack([2 * tops, difference]), axis=0)


def least_log_determinant(terms: Sequence[VarianceTerm], priced: PricedRows) -> Priced:
    """The average of -ln det I over scenarios."""
    import cvxpy as cp

    prices = PricedProgram(priced)
    size = terms[0].points[0][2].shape[1]
    gain: Any = 0.0
    charged: Any = 0.0
    tangents = []
    for term in terms:
        X = cp.Variable((size, size), PSD=True)
        tangents.append(X)
        # -ln det I is the largest ln det X + n - tr X I, reached at X = I^-1.
        gain = gain + term.weight * (cp.log_det(X) + size)
        charged = charged + term.weight * (term.information(priced.rows) @ cp.vec(X, order="C"))

    def worth(rows: Array) -> Array:
        total = np.zeros(len(rows))
        for term, X in zip(terms, tangents, strict=True):
            total += term.weight * (term.information(rows) @ _known(X).ravel())
        return total

    return prices.maximised(gain, charged, [], worth)


def least_eigenvalue(term: VarianceTerm, priced: PricedRows) -> Priced:
    """Minus the largest least eigenvalue of I."""
    import cvxpy as cp

    prices = PricedProgram(priced)
    size = term.points[0][2].shape[1]
    # The least eigenvalue of I is the least tr X I over X >= 0 of trace one.
    X = cp.Variable((size, size), PSD=True)
    charged = term.information(priced.rows) @ cp.vec(X, order="C")

    def worth(rows: Array) -> Array:
        return np.asarray(term.information(rows) @ _known(X).ravel())

    return prices.maximised(0.0, charged, [cp.trace(X) == 1], worth)


def worst_group_eigenvalue(priced: PricedRows) -> float:
    """The largest eigenvalue of the covariance for the worst truth of a group.

    With X_j >= 0, sum tr X_j = 1, and Y(r) = sum_j r_j X_j: largest 2 tr U - sum_j e_j'X_j e_j -
    cost with (U r)' Y(r)^-1 (U r) <= charge.
    """
    import cvxpy as cp

    prices = PricedProgram(priced)
    k = priced.truths
    weights = [cp.Variable((k, k), PSD=True) for _ in range(k)]
    U = cp.Variable((k, k))
    constraints = [sum(cp.trace(X) for X in weights) == 1]
    for n, row in enumerate(priced.rows):
        Y = sum(share * X for share, X in zip(row, weights, strict=True))
        side = cp.reshape(U @ row, (k, 1), order="C")
        corner = cp.reshape(prices.charge[n], (1, 1), order="C")
        # The Schur complement of Y: positive exactly where (U r)'Y^-1 (U r) <= charge.
        constraints.append(cp.bmat([[Y, side], [side.T, corner]]) >> 0)
    known = sum(X[j, j] for j, X in enumerate(weights))
    return solved(cp.Problem(cp.Maximize(2 * cp.trace(U) - known - prices.cost), constraints))


def worst_log_determinant(basis: Array, priced: PricedRows) -> float:
    """ln det of the covariance in a basis of the differences, for the worst q of a population.

    ln det C = min over L of |L x|^2 - 2 ln det L - n for L'L = C^-1, so the estimators L x are
    chosen together with L and with the numbers s about which their second moments are taken.
    """
    import cvxpy as cp

    rows = priced.rows
    count = len(rows)
    size = basis.shape[1]
    weights = cp.Variable(count, nonneg=True)
    estimates = cp.Variable((size, count))
    shift = cp.Variable((size, 1))
    L = cp.Variable((size, size), PSD=True)
    moments, cone = _over(estimates, weights)
    unbiased = estimates @ rows == L @ basis.T - shift @ np.ones((1, priced.truths))
    table = [rows.T @ weights == 1]
    if len(priced.most):
        table.append(priced.spent.T @ weights <= priced.most)
    goal = cp.max(rows.T @ moments) - 2 * cp.log_det(L) - size
    return solved(cp.Problem(cp.Minimize(goal), [unbiased, cone, *table]))


FIRST = 121
"""Directions of the first pool, half a unit of the logarithm apart."""

SEEN = 1441
"""Directions that are looked at for the best to join: their worth is smooth between them."""

ROUNDS = 60

COVERED = 1e-7
"""Relative to the optimum: what a direction may be worth more than it pays. The reports have a mass
of two at most, and Clarabel stops at 1e-8."""


def over_all_ratios(program: Callable[[PricedRows], Priced], budgets: RenyiBudgets) -> float:
    """The optimum over all directions, and all orders where privacy bounds all."""
    grid = np.linspace(-FARTHEST, FARTHEST, SEEN)
    pool = np.linspace(-FARTHEST, FARTHEST, FIRST)
    for _ in range(ROUNDS):
        priced = budgets.priced(pool)
        found = program(priced)
        order = budgets.broken(priced.rows * found.weights[:, None])
        new = _not_covered(found, budgets, grid)
        if order is None and not len(new):
            return found.value
        if order is not None:
            budgets = budgets.with_order(order)
        used = pool[found.weights > USED]
        # The coarse grid holds the ratio 0, hence a table that tells nothing and is private.
        pool = np.unique(np.concatenate([used, new, grid[::12]]).round(12))
    raise NotPosed("the directions under a Renyi budget did not settle")


def _not_covered(found: Priced, budgets: RenyiBudgets, grid: Array) -> Array:
    """The tops of what directions are worth more than they pay."""

    def missing(ratio: float) -> float:
        return -float(found.excess(budgets.priced(np.array([ratio])))[0])

    heights = found.excess(budgets.priced(grid))
    inner = heights[1:-1]
    tops = (inner >= heights[:-2]) & (inner >= heights[2:])
    size = abs(found.value)
    near = np.flatnonzero(tops & (inner > -size * NEARLY)) + 1
    new = []
    for n in near:
        ends = (grid[n - 1], grid[n + 1])
        top = minimize_scalar(missing, bounds=ends, method="bounded", options={"xatol": 1e-9})
        if -top.fun > COVERED * size:
            new.append(float(top.x))
    return np.array(new)


NEARLY = 1e-3
"""Relative: a top of the grid so far below zero is below zero between its neighbours too."""
