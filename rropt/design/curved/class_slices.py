"""A-optimality by classes: one D and e for all cells of s = q.r, one slice of the box for each s.

`class_relaxation` asks that f(r) = (q.r)(y.r) - r'Xr be convex on the box, which costs the more the
more shares differ, and it loses all digits where gamma is near one. Here patterns are 1 + (g - 1) x
with x in {0, 1}^k. The covariance of the estimates is V / (g - 1)^2 with V1 = 0, the tangents are
V / (g - 1)^2 + qq', and what prices have to cover is, up to a factor,

    f(x) = s (s a + b.x) - |Vx|^2,    t = q.x,  s = 1 + (g - 1) t,    the sum of b zero:

the bound is (2 tr V - a) / (g - 1)^2. For X = V^2 and P = D - X - N - (qe' + eq') / 2, N >= 0,

    f(x) >= s^2 a + (s b + t e - D).x + x'Px    on {0, 1},

and only P has to be semidefinite: e takes away what lies along q. Without N shares as 1/j of 1000
truths lack 7e-4 of the bound. In floats, 2 tr V - a is made largest, X >= V^2, such that the least
of this over a slice of the box is not negative, for some s: with multipliers n of the slice, l and
h of the sides of the box, that is c >= l'P^-1 l for a vector and a number that are linear in all of
them. One P for all slices makes it one matrix,

    (P, L; L', C) >= 0   with the vectors as columns of L and the numbers on the diagonal of C,

since C = L'P^-1 L can be completed: a tenth of the time that a matrix a slice takes. Then P stays,
every end of a cell has the u at which its slice is least, and the prices come from a linear program
with all that the proof `cells` asks of them, in x. What is found is said of r at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rropt.design.curved.class_relaxation import ClassCoordinates, Relaxed
from rropt.design.curved.slice_program import SliceProgram, complement

SLICES, FEWEST, MOST = 11, 18, 33
"""A unit of ln gamma. At 26 classes of shares as 1/j the bound is 8e-4 lower with 12 slices at
epsilon 1, 2.5e-3 with 20 at epsilon 3; more only take longer."""

ENDS, FEWEST_ENDS, MOST_ENDS = 300, 240, 900
"""A unit of ln gamma. What cells lose falls with the square of their width: 14 classes of 1000
shares as 1/j lose 6.5e-4 of the bound at epsilon 2 with 240, and 9e-5 with 600. More are too many
for checkers, and take longer."""

LOST = 2e-4
"""The share of the bound of the semidefinite program that cells may lose before there are more of
them: 240 lose 1.6e-2 of 100 geometric shares at epsilon 1/10, 900 lose 1.3e-3."""

LIGHTEST = 1e-6
"""Slices have at least this share of the weight of the heaviest."""

TOLERANCE = 1e-6
"""Of the semidefinite program: the linear program mends the rest."""

PRODUCT_BITS = 32
"""Of the entries of N, as of the largest of D."""

LARGER = 1e-9
"""D is raised by this share of its largest entry beyond what makes P semidefinite in floats."""


@dataclass(frozen=True)
class Slices(ClassCoordinates):
    """Classes, the level, and the largest s of a row of the table."""

    gamma: float
    unit: float
    """Of the entries of V / (g - 1)^2: about the trace a truth."""

    def best(self) -> tuple[Relaxed, SliceMoments]:
        """Tangents, D, e, N, prices and cells, and about what the best table is."""
        x, moments = self._solved()
        V, D, e = x["V"], x["D"], x["e"]
        products = self._short(x["N"], D)
        whole = V @ V + products * np.outer(self._roots, self._roots)
        P = self._left(whole, D, e)
        D = D + max(0.0, -float(np.linalg.eigvalsh(P)[0])) + LARGER * D.max()
        P = self._left(whole, D, e)
        ends = self._ends()
        (a, b), cells = self._celled(P, x, D, e, ends)
        lost = (a - x["a"]) / x["a"]
        if lost > LOST and len(ends) < MOST_ENDS:
            number = min(MOST_ENDS, round(len(ends) * (lost / LOST) ** 0.5))
            (a, b), cells = self._celled(P, x, D, e, np.geomspace(1, self.gamma, number))
        return self._of_patterns(V, D, e, products, (a, b), cells), moments

    def _celled(
        self, P: np.ndarray, x: dict[str, Any], D: np.ndarray, e: np.ndarray, ends: np.ndarray
    ) -> tuple[tuple[float, np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Prices, and the places, multipliers and points of cells with these ends."""
        places = (ends - 1) / self._rise
        points = np.array([self._lowest(P, x["a"], x["b"], D, e, t) for t in places])
        a, b, multipliers = self._priced(P, D, e, places, points)
        return (a, b), (places, multipliers, points)

    @property
    def _rise(self) -> float:
        return self.gamma - 1

    def _of_patterns(
        self,
        V: np.ndarray,
        D: np.ndarray,
        e: np.ndarray,
        products: np.ndarray,
        prices: tuple[float, np.ndarray],
        cells: tuple[np.ndarray, np.ndarray, np.ndarray],
    ) -> Relaxed:
        """What holds of r = 1 + (g - 1) x: with w = 2 V q / (g - 1)^2 + |q|^2 q the slope of r'Xr
        along q, prices are w + ((g - 1) a q + b) / (g - 1)^3 and e / (g - 1)^4 - w takes its place.
        """
        rise, q = self._rise, self._weights
        a, b = prices
        places, multipliers, points = cells
        along = 2 * V @ q / rise**2 + (q @ q) * q
        ends = zip(
            1 + rise * places,
            (rise * multipliers - self._roots @ e) / rise**4,
            1 + rise * points,
            strict=True,
        )
        return Relaxed(
            V / rise**2 + np.outer(q, q),
            D / rise**4,
            (along + (rise * a * q + b) / rise**3) / self._roots,
            (e / rise**4 - along) / self._roots,
            list(ends),
            products / rise**4,
        )

    def _short(self, products: np.ndarray, D: np.ndarray) -> np.ndarray:
        """N of truths in few digits; none is negative."""
        pairs = np.outer(self._roots, self._roots)
        grid = 2.0 ** (np.floor(np.log2(D.max())) - PRODUCT_BITS)
        found: np.ndarray = np.floor(np.maximum(products / pairs, 0.0) / grid) * grid
        return found

    def _levels(self) -> np.ndarray:
        """Of s, from one to gamma."""
        return self._spaced(SLICES, FEWEST, MOST)

    def _ends(self) -> np.ndarray:
        """Of cells, from one to gamma."""
        return self._spaced(ENDS, FEWEST_ENDS, MOST_ENDS)

    def _spaced(self, of_unit: int, fewest: int, most: int) -> np.ndarray:
        number = round(of_unit * np.log(self.gamma))
        return np.geomspace(1, self.gamma, min(max(number, fewest), most))

    def _left(self, form: np.ndarray, D: np.ndarray, e: np.ndarray) -> np.ndarray:
        """P in coordinates, e in them as well."""
        cross = np.outer(self._weights, e)
        found: np.ndarray = np.diag(D) - form - (cross + cross.T) / 2
        return found

    # --- the semidefinite program -----------------------------------------------------------------

    def _solved(self) -> tuple[dict[str, Any], SliceMoments]:
        """Of the program: V, D, a, and b, e and N in coordinates; and what is dual to it."""
        import clarabel
        from scipy import sparse

        unit = self.unit * self._rise**2
        program = SliceProgram(self._roots, self._weights, self.gamma, self._levels(), unit)
        blocks, kinds = program.constraints()
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        for name in ("tol_gap_abs", "tol_gap_rel", "tol_feas"):
            setattr(settings, name, TOLERANCE)
        size = program.size
        found = clarabel.DefaultSolver(
            sparse.csc_matrix((size, size)),
            program.cost(),
            sparse.csc_matrix(np.vstack([matrix for matrix, _ in blocks])),
            np.concatenate([right for _, right in blocks]),
            kinds,
            settings,
        ).solve()
        x = np.array(found.x)
        if not np.isfinite(x).all() or x[program.places["D"]].max() <= 0:
            raise ArithmeticError("the semidefinite program of the slices was not solved")
        D, e = (x[program.places[name]] * unit**2 for name in "De")
        b = program.basis @ x[program.places["b"]] * unit
        V = program.basis @ program.symmetric(x, "V") @ program.basis.T * unit
        a, N = float(x[program.places["a"]][0]) * unit, program.symmetric(x, "N") * unit**2
        parts = {"V": V, "D": D, "a": a, "b": b, "e": e, "N": N}
        return parts, SliceMoments.of(np.array(found.z), self._roots, len(program.levels))

    # --- cells ------------------------------------------------------------------------------------

    def _lowest(
        self, P: np.ndarray, a: float, b: np.ndarray, D: np.ndarray, e: np.ndarray, t: float
    ) -> Any:
        """The u of the box with q.u = t at which f is least."""
        import clarabel
        from scipy import sparse

        c, R, unit = len(self.sizes), self._roots, D.max()
        s = 1 + self._rise * t
        line = (s * (b + self._rise * a * self._weights) + t * e - R * D) / unit
        rows = np.vstack([self._weights[None], np.eye(c), -np.eye(c)])
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        found = clarabel.DefaultSolver(
            sparse.csc_matrix(np.triu(2 * P / unit)),
            line,
            sparse.csc_matrix(rows),
            np.concatenate([[t], R, np.zeros(c)]),
            [clarabel.ZeroConeT(1), clarabel.NonnegativeConeT(2 * c)],
            settings,
        ).solve()
        return np.clip(np.array(found.x) / R, 0, 1)

    def _priced(
        self, P: np.ndarray, D: np.ndarray, e: np.ndarray, places: np.ndarray, points: np.ndarray
    ) -> tuple[float, np.ndarray, np.ndarray]:
        """The least a, with b and mu of each end, for which phi leaves room for all bends.

        In r the price of a row is a + ((g - 1) a q + b).x, with no square of s. Depths stand for
        min(0, h) at an end in a class; a, b, mu and depths are in units of D.
        """
        from scipy import sparse
        from scipy.optimize import linprog

        c, n, R, rise = len(self.sizes), self._n, self._roots, self._rise
        unit, count, levels = float(D.max()), len(places), 1 + rise * places
        basis = complement(R)
        q = self._weights
        u = points * R
        Pu = u @ P
        rests = ((places[:, None] * e + 2 * Pu) / R - D).ravel() / unit
        firsts = -(Pu * u).sum(axis=1) / unit
        steps, apart = np.diff(places), np.diff(u, axis=0)
        squares = (apart @ P * apart).sum(axis=1) / unit
        by_price = np.column_stack([rise * q / R, basis / R[:, None]])
        of_prices = sparse.kron(levels[:, None], by_price)
        of_ends = sparse.kron(sparse.identity(count), (q / R)[:, None])
        heights = sparse.hstack([-of_prices, of_ends, sparse.identity(count * c)])
        paid = np.zeros((count, c))
        paid[:, 0] = levels
        deep = sparse.kron(sparse.identity(count), n)
        phi = sparse.hstack([sparse.csr_matrix(paid), sparse.diags(places), deep]).tocsr()
        bends = sparse.diags([-steps, steps], [0, 1], shape=(count - 1, count))
        bends = sparse.hstack(
            [sparse.csr_matrix((count - 1, c)), bends, sparse.csr_matrix((count - 1, count * c))]
        )
        low, high = bends - 4 * phi[:-1], bends - 4 * phi[1:]
        found = linprog(
            np.concatenate([[1.0], np.zeros(c - 1 + count + count * c)]),
            A_ub=sparse.vstack([heights, -phi, low, high]).tocsr(),
            b_ub=np.concatenate(
                [rests, firsts, squares + 4 * firsts[:-1], squares + 4 * firsts[1:]]
            ),
            bounds=[(None, None)] * (c + count) + [(None, 0.0)] * (count * c),
            method="highs-ipm",
        )
        if found.x is None:
            raise ArithmeticError("the linear program of the cells was not solved")
        return found.x[0] * unit, basis @ found.x[1:c] * unit, found.x[c : c + count] * unit


@dataclass(frozen=True)
class SliceMoments:
    """What is dual to (P, L; L', C): of each slice the weight of its rows and the mean number of
    high truths, and a root of the covariance within slices, both over sqrt n."""

    weights: np.ndarray
    means: np.ndarray
    spread: np.ndarray
    roots: np.ndarray

    @staticmethod
    def of(dual: np.ndarray, roots: np.ndarray, slices: int) -> SliceMoments:
        """From the end of all multipliers."""
        c = len(roots)
        width = c + slices
        column, row = np.tril_indices(width)
        joint = np.zeros((width, width))
        entries = dual[-len(column) :] / np.where(row == column, 1.0, 2**0.5)
        joint[row, column] = joint[column, row] = entries
        weights = np.maximum(np.diag(joint)[c:], LIGHTEST * np.diag(joint)[c:].max())
        means = joint[:c, c:] / weights
        pooled = (joint[:c, :c] - (means * weights) @ means.T) / weights.sum()
        values, vectors = np.linalg.eigh(pooled)
        spread = vectors * np.sqrt(np.maximum(values, 0.0))
        return SliceMoments(weights, means.T, spread, roots)

    def drawn(self, number: int) -> np.ndarray:
        """Types, as a table would have them: half of them from slices of any weight."""
        rng = np.random.default_rng(0)
        even = self.weights > 10 * LIGHTEST * self.weights.max()
        chances = self.weights / self.weights.sum() + even / even.sum()
        slices = rng.choice(len(even), number, p=chances / chances.sum())
        noise = rng.standard_normal((number, len(self.roots))) @ self.spread.T
        counts = self.roots * (self.means[slices] + noise)
        low = np.floor(counts)
        whole = low + (rng.random(counts.shape) < counts - low)
        return np.clip(whole, 0, np.rint(self.roots**2)).astype(int)
