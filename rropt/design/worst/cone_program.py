"""The program of a fixed group over given patterns, in doubles.

With weights w, numbers v (a row a contrast) and contrasts c, minimise the maximum over q of

    sum_r w_r |v_r|^2 q.r - sum_j q_j |c_j|^2    with    sum_r w_r r = 1,    sum_r w_r v_r r' = c.

Its dual

    maximise 2 sum p.c - sum y - delta.z - sum_j q_j |c_j|^2
    with  (y.r + z.e_r)(q.r) >= |p r|^2 for all r,    q >= 0,    sum q = 1

is a program over cones. e_r are the excesses [r_a - g r_b]_+ of the pairs with a delta.

What a fixed group loses at a high level is small beside its numbers: at truth j it is the sum of
w_r r_j |v_r - c_j|^2. So all is told from places: c_j of a truth, x_r of a pattern near its number
v_r. With p_j = s_j + c_j q_j and y_j = t_j + 2 c_j s_j + |c_j|^2 q_j the bound is
- sum t - delta.z, and a report of v by a pattern is charged

    Q |v - x_r|^2 - 2 P (v - x_r) + T,

    Q = q.r,    P = sum_j r_j (s_j + (c_j - x_r) q_j),
    T = z.e_r + sum_j r_j (t_j + 2 (c_j - x_r) s_j + |c_j - x_r|^2 q_j):

the cones are | (2 P / d, T / d^2 - Q) | <= T / d^2 + Q, where d^2 is about as large as T. Their
multipliers are w and w (v - x_r). All of t and z are in units of what one truth a report costs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.lp.cones import Cones, cone_optimum

Array = NDArray[np.float64]

TOLERANCE = 1e-10
"""Clarabel's: 1e-11 ends in insufficient progress at 41 numbers, 1e-8 leaves gaps of 1e-6."""

NEARLY = 1 - 1e-12
"""A share of the largest entry below it is another level."""

MOST_TOLD = 0.5
"""Level 2: at 1.001 the density of 15 numbers had a gap of 1e-4 where it has 3e-9; the same basis
at 10^9 makes 8e-7 of four numbers 1e-4."""

LITTLE = 1e-3
RECENTRED = 2
FAR = 1e6
"""Where less than this share of a square is lost, from epsilon 8 on, the program is told anew so
often from the numbers of the reports; those beyond FAR are noise."""


@dataclass(frozen=True)
class GroupGoal:
    """Contrasts (a row each), and the shares of the group; None for the worst one."""

    contrasts: Array
    shares: Array | None = None


@dataclass(frozen=True)
class ConeSolution:
    """Prices y, slopes p (a row a contrast), the least favourable q, z; weights and w v."""

    constants: Array
    slopes: Array
    squares: Array
    pair_prices: Array
    rests: Array
    """t."""

    shifts: Array
    """s, a row a contrast."""

    weights: Array
    products: Array
    shares: Array
    """What each pattern carries of the value, about: weights small beside others may be needed."""

    @property
    def values(self) -> Array:
        """The numbers of the reports, a row a contrast."""
        return self.products / np.maximum(self.weights, 1e-300)


def solve_cones(
    rows: Array, surplus: Array, deltas: Array, goal: GroupGoal, table: Array | None = None
) -> ConeSolution:
    """The optimum over the patterns in `rows`; `surplus` has their excesses, a column a pair.

    A table that is known says about how much the group loses.
    """
    tops = rows.max(axis=1)
    rows = rows / tops[:, None]
    surplus = surplus / tops[:, None]
    unit = least_lost(rows, goal.contrasts, table)
    cones = PatternCones.of(rows, surplus, goal.contrasts, unit)
    found = _solved(cones, deltas, goal.shares)
    for _ in range(RECENTRED if unit < LITTLE * float((goal.contrasts**2).max()) else 0):
        cones = cones.at(found.values, found.squares)
        found = _solved(cones, deltas, goal.shares)
    return replace(found, weights=found.weights / tops, products=found.products / tops)


def _solved(cones: PatternCones, deltas: Array, shares: Array | None) -> ConeSolution:
    """The optimum told from these centres."""
    import scipy.sparse as sparse

    places = cones.places
    unit = cones.unit
    (number, truths) = places.shape
    pairs = len(deltas)
    parts = [truths, number * truths, truths, pairs]
    size = sum(parts)
    cost = np.concatenate([np.ones(truths), np.zeros(size - truths - pairs), deltas])
    at_q = slice(parts[0] + parts[1], size - pairs)
    identity = sparse.identity(size, format="csr")
    if shares is None:
        equal = sparse.csr_matrix(identity[at_q].sum(axis=0))
        right = np.ones(1)
        signs = -identity[at_q.start :]
    else:
        equal = identity[at_q]
        right = shares
        signs = -identity[at_q.stop :]
    blocks = [equal, signs, -cones.matrix()]
    bounds = np.concatenate([right, np.zeros(signs.shape[0] + blocks[2].shape[0])])
    sizes = Cones(len(right), signs.shape[0], second_order=[number + 2] * len(cones.rows))
    rows = sparse.vstack(blocks, format="csc")
    basis = sparse.block_diag(
        [mean_and_moves(cones.rows)] * (number + 2) + [sparse.identity(pairs)]
    )
    found = cone_optimum(basis.T @ cost, rows @ basis, bounds, sizes, TOLERANCE)
    t, s, q, z = np.split(basis @ np.array(found.x), np.cumsum(parts)[:-1])
    t = unit * t
    s = np.sqrt(unit) * s.reshape(number, truths)
    q = np.maximum(q, 0.0) / np.maximum(q, 0.0).sum()  # exactly so, before y and p are told from it
    multipliers = np.array(found.z)[len(right) + signs.shape[0] :].reshape(-1, number + 2)
    weights, products = cones.table(multipliers)
    return ConeSolution(
        constants=t + (2 * places * s + places**2 * q).sum(axis=0),
        slopes=s + places * q,
        squares=q,
        pair_prices=unit * z,
        rests=t,
        shifts=s,
        weights=weights,
        products=products,
        shares=weights * cones.sizes**2 / unit,
    )


def least_lost(rows: Array, contrasts: Array, table: Array | None = None) -> float:
    """What the worst group loses by reports that name one truth each at the level of the patterns,
    or by a table that is known, if that is less.

    >>> round(least_lost(np.array([[1.0, 0.5], [0.5, 1]]), np.array([[0.0, 1]])), 9)
    2.0
    """
    shares = rows / rows.max(axis=1)[:, None]
    low = float(shares[shares < NEARLY].max(initial=0.0))
    naming = low + (1 - low) * np.eye(rows.shape[1])
    # With no low entry but zero patterns are not those of a level.
    tables = [naming / naming[0].sum()] if low else []
    known = [] if table is None else [table]
    return min(_lost(each, contrasts) for each in [*tables, *known])


def mean_and_moves(rows: Array) -> Any:
    """Columns in which what the truths have is told: t, s and q.

    Near level 1 patterns tell truths apart by little, what a report is charged is small beside
    its parts, and the cones were decided by the last digits: there it is told in its mean, and in
    moves from a truth to the next, the larger the less patterns tell.
    """
    import scipy.sparse as sparse

    truths = rows.shape[1]
    told = 1 - float(rows[rows < NEARLY].max(initial=0.0))
    if told > MOST_TOLD:
        return sparse.identity(truths)
    moves = sparse.diags([1 / told, -1 / told], [0, -1], shape=(truths, truths - 1))
    return sparse.hstack([np.full((truths, 1), 1 / truths), moves])


def _lost(table: Array, contrasts: Array) -> float:
    """By the numbers that are best at equal shares."""
    shares = table / table.mean(axis=1)[:, None]
    numbers = contrasts @ np.linalg.inv(shares.T @ table) @ shares.T
    apart = numbers[:, :, None] - contrasts[:, None, :]
    found: Array = (table * (apart**2).sum(axis=0)).sum(axis=0)
    return float(found.max())


@dataclass(frozen=True)
class PatternCones:
    """Patterns and their excesses, how far truths are from each pattern, d, and the unit of t."""

    rows: Array
    surplus: Array
    places: Array
    centres: Array
    squares: Array
    """q, or about as much."""

    unit: float

    @staticmethod
    def of(rows: Array, surplus: Array, places: Array, unit: float) -> PatternCones:
        centres = places @ rows.T / rows.sum(axis=1)
        return PatternCones(rows, surplus, places, centres, np.ones(rows.shape[1]), unit)

    def at(self, values: Array, squares: Array) -> PatternCones:
        """Told from the numbers of the reports: elsewhere T Q - P^2 cancels."""
        known = np.isfinite(values) & (np.abs(values) < FAR)
        return replace(self, centres=np.where(known, values, self.centres), squares=squares)

    @property
    def apart(self) -> Array:
        """a_j - x_r by contrast, pattern and truth."""
        return self.places[:, None, :] - self.centres[:, :, None]

    @property
    def sizes(self) -> Array:
        """d."""
        spread = (self.rows * self.squares * (self.apart**2).sum(axis=0)).sum(axis=1)
        return np.sqrt(self.unit + spread)

    def matrix(self) -> Any:
        """The rows of (T / d^2 + Q, 2 P / d, T / d^2 - Q), pattern by pattern."""
        import scipy.sparse as sparse

        rows = self.rows
        number = len(self.apart)
        scaled = rows / self.sizes[:, None]
        root = np.sqrt(self.unit)
        below = sparse.csr_matrix(rows)
        above = [self.unit * scaled, *(2 * root * scaled * x for x in self.apart)]
        above = [part / self.sizes[:, None] for part in above]
        squares = scaled**2 / np.maximum(rows, 1e-300) * (self.apart**2).sum(axis=0)
        excess = sparse.csr_matrix(self.unit * self.surplus / self.sizes[:, None] ** 2)
        front = [sparse.csr_matrix(part) for part in above]
        blocks = [sparse.hstack([*front, sparse.csr_matrix(squares) + below, excess])]
        none = sparse.csr_matrix(rows.shape)
        gap = sparse.csr_matrix(self.surplus.shape)
        for i, x in enumerate(self.apart):
            slopes = [
                sparse.csr_matrix(2 * root * scaled) if i == j else none for j in range(number)
            ]
            blocks.append(sparse.hstack([none, *slopes, sparse.csr_matrix(2 * scaled * x), gap]))
        blocks.append(sparse.hstack([*front, sparse.csr_matrix(squares) - below, excess]))
        count = len(rows)
        order = np.arange((number + 2) * count).reshape(number + 2, count).T.ravel()
        return sparse.vstack(blocks, format="csr")[order]

    def table(self, multipliers: Array) -> tuple[Array, Array]:
        """The weights, and the weights times the numbers."""
        ends = multipliers[:, 0] + multipliers[:, -1]
        weights = np.maximum(self.unit * ends / self.sizes**2, 0.0)
        inner = self.unit * multipliers[:, 1:-1].T / self.sizes
        return weights, weights * self.centres - inner
