"""A-optimality by classes: one D and e for all cells of s = q.r, one slice of the box for each s.

`class_relaxation` asks that f(r) = (q.r)(y.r) - r'Xr be convex on the box, which costs the more the
more shares differ. Where q.r is s, r'Xr = r'Dr - s e.r - r'Pr with P = D - X - (qe' + eq') / 2, so

    f(r) = r'Pr + (s (y + e) - (g + 1) D).r + g sum D   on {1, g},

and only P has to be semidefinite: e takes away what lies along q. Products (r_i - 1)(r_j - 1) are
not negative, so N >= 0 may be taken off P as well, for 2 N1.r - 1'N1: without it shares as 1/j of
1000 truths lack 7e-4 of the bound. In floats, 2 tr V - sum y is made largest, X >= V^2, such that
the least of this over a slice of the box is not negative, for some s: with multipliers n of the
slice, l and h of the sides of the box, that is c >= l'P^-1 l for a vector and a number that are
linear in all of them. One P for all slices makes it one matrix,

    (P, L; L', C) >= 0   with the vectors as columns of L and the numbers on the diagonal of C,

since C = L'P^-1 L can be completed: a tenth of the time that a matrix a slice takes. Then P stays,
every end of a cell has the u at which its slice is least, and the prices come from a linear program
with all that the proof `cells` asks of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rropt.design.curved.class_relaxation import ClassCoordinates, Relaxed

SLICES, FEWEST, MOST = 11, 18, 33
"""A unit of ln gamma. At 26 classes of shares as 1/j the bound is 8e-4 lower with 12 slices at
epsilon 1, 2.5e-3 with 20 at epsilon 3; more only take longer."""

ENDS, FEWEST_ENDS, MOST_ENDS = 300, 240, 900
"""A unit of ln gamma. What cells lose falls with the square of their width: 14 classes of 1000
shares as 1/j lose 6.5e-4 of the bound at epsilon 2 with 240, and 9e-5 with 600. More are too many
for checkers, and take longer."""

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
    """Of the entries of V: about the trace a truth."""

    def best(self) -> tuple[Relaxed, SliceMoments]:
        """V^2, D, e, N, prices and cells, and about what the best table is."""
        x, moments = self._solved()
        V, D, e = x["V"], x["D"], x["e"]
        form, products = V @ V, self._short(x["N"], D)
        whole = form + products * np.outer(self._roots, self._roots)
        P = self._left(whole, D, e)
        D = D + max(0.0, -float(np.linalg.eigvalsh(P)[0])) + LARGER * D.max()
        P = self._left(whole, D, e)
        places, at_ones = self._ends(), self._roots * (products @ self._n)
        points = np.array([self._lowest(P, x["y"], D, e, at_ones, s) for s in places])
        prices, multipliers = self._priced(P, D, e, at_ones, places, points)
        ends = list(zip(places.tolist(), multipliers.tolist(), points, strict=True))
        return Relaxed(form, D, prices, e / self._roots, ends, products), moments

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

    def _solved(self) -> tuple[dict[str, np.ndarray], SliceMoments]:
        """Of the program: V, D, and y, e and N in coordinates; and what is dual to it."""
        import clarabel
        from scipy import sparse

        program = SliceProgram(self._roots, self._weights, self.gamma, self._levels())
        blocks, kinds = program.constraints()
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        for name in ("tol_gap_abs", "tol_gap_rel", "tol_feas"):
            setattr(settings, name, TOLERANCE)
        size = program.size
        found = clarabel.DefaultSolver(
            sparse.csc_matrix((size, size)),
            program.cost(self.unit),
            sparse.csc_matrix(np.vstack([matrix for matrix, _ in blocks])),
            np.concatenate([right for _, right in blocks]),
            kinds,
            settings,
        ).solve()
        x = np.array(found.x)
        if not np.isfinite(x).all():
            raise ArithmeticError("the semidefinite program of the slices was not solved")
        D, y, e = (x[program.places[name]] * self.unit**2 for name in "Dye")
        N = program.symmetric(x, "N") * self.unit**2
        parts = {"V": program.symmetric(x, "V") * self.unit, "D": D, "y": y, "e": e, "N": N}
        return parts, SliceMoments.of(np.array(found.z), self._roots, len(program.levels))

    # --- cells ------------------------------------------------------------------------------------

    def _lowest(
        self,
        P: np.ndarray,
        y: np.ndarray,
        D: np.ndarray,
        e: np.ndarray,
        at_ones: np.ndarray,
        s: float,
    ) -> Any:
        """The u of the box with q.u = s at which f is least."""
        import clarabel
        from scipy import sparse

        c, g, R = len(self.sizes), self.gamma, self._roots
        unit = D.max()
        line = (s * (y + e) - (g + 1) * R * D + 2 * at_ones) / unit
        rows = np.vstack([self._weights[None], np.eye(c), -np.eye(c)])
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        found = clarabel.DefaultSolver(
            sparse.csc_matrix(np.triu(2 * P / unit)),
            line,
            sparse.csc_matrix(rows),
            np.concatenate([[s], g * R, -R]),
            [clarabel.ZeroConeT(1), clarabel.NonnegativeConeT(2 * c)],
            settings,
        ).solve()
        return np.clip(np.array(found.x) / R, 1, g)

    def _priced(
        self,
        P: np.ndarray,
        D: np.ndarray,
        e: np.ndarray,
        at_ones: np.ndarray,
        places: np.ndarray,
        points: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray]:
        """The least sum of prices, with mu of each end, for which phi leaves room for all bends.

        t stands for min(h, g h) at an end in a class; y, mu and t are in units of D.
        """
        from scipy import sparse
        from scipy.optimize import linprog

        c, g, n, R = len(self.sizes), self.gamma, self._n, self._roots
        unit, count = float(D.max()), len(places)
        u = points * R
        Pu = u @ P
        rests = (places[:, None] * e / R - (g + 1) * D + 2 * (Pu + at_ones) / R).ravel() / unit
        firsts = (g * n @ D - R @ at_ones - (Pu * u).sum(axis=1)) / unit
        steps, apart = np.diff(places), np.diff(u, axis=0)
        squares = (apart @ P * apart).sum(axis=1) / unit
        own, every = sparse.identity(count * c), sparse.identity(count)
        of_prices = sparse.kron(places[:, None], sparse.identity(c))
        of_ends = sparse.kron(every, np.array(self.shares)[:, None])
        heights = sparse.hstack([-of_prices, of_ends, own])
        steeper = sparse.hstack([-g * of_prices, g * of_ends, own])
        phi = sparse.hstack(
            [sparse.csr_matrix((count, c)), sparse.diags(places), sparse.kron(every, n)]
        ).tocsr()
        bends = sparse.diags([-steps, steps], [0, 1], shape=(count - 1, count))
        bends = sparse.hstack(
            [sparse.csr_matrix((count - 1, c)), bends, sparse.csr_matrix((count - 1, count * c))]
        )
        low, high = bends - 4 * phi[:-1], bends - 4 * phi[1:]
        found = linprog(
            np.concatenate([n, np.zeros(count + count * c)]),
            A_ub=sparse.vstack([heights, steeper, -phi, low, high]).tocsr(),
            b_ub=np.concatenate(
                [rests, g * rests, firsts, squares + 4 * firsts[:-1], squares + 4 * firsts[1:]]
            ),
            bounds=(None, None),
            method="highs-ipm",
        )
        if found.x is None:
            raise ArithmeticError("the linear program of the cells was not solved")
        return found.x[:c] * unit, found.x[c : c + count] * unit


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


@dataclass(frozen=True)
class SliceProgram:
    """V, P, N, the entries of C beside its diagonal, D, sqrt(n) y, sqrt(n) e, own v, and n, l and h
    of each slice are one vector; matrices in units of the box are linear in it."""

    roots: np.ndarray
    weights: np.ndarray
    gamma: float
    levels: np.ndarray

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where each part of the vector is."""
        c, slices = len(self.roots), len(self.levels)
        triangle = c * (c + 1) // 2
        lengths = {"V": triangle, "P": triangle, "C": slices * (slices - 1) // 2}
        lengths |= {"D": c, "y": c, "e": c, "v": c, "n": slices}
        lengths |= {"N": triangle, "l": slices * c, "h": slices * c}
        found, start = {}, 0
        for name, length in lengths.items():
            found[name] = slice(start, start + length)
            start += length
        return found

    @property
    def size(self) -> int:
        """How long the vector is."""
        return self.places["h"].stop

    def cost(self, unit: float) -> np.ndarray:
        """Minus 2 tr V - sum y, V in this unit and y in its square."""
        found = np.zeros(self.size)
        i, j = np.triu_indices(len(self.roots))
        found[self.places["V"]] = -2.0 * (i == j)
        found[self.places["v"]] = -2.0 * (self.roots**2 - 1)
        found[self.places["y"]] = unit * self.roots
        return found

    def symmetric(self, x: np.ndarray, name: str) -> np.ndarray:
        """The matrix V, P or N."""
        c = len(self.roots)
        found = np.zeros((c, c))
        found[np.triu_indices(c)] = x[self.places[name]]
        return found + np.triu(found, 1).T

    def constraints(self) -> tuple[list[tuple[np.ndarray, np.ndarray]], list[Any]]:
        """Of Clarabel: A and b with b - A x in each of the cones."""
        import clarabel

        c, slices = len(self.roots), len(self.levels)
        first = self.places["N"].start
        signs = -np.eye(self.size)[first:]
        above = np.eye(2 * c)
        above[:c, :c] = 0
        blocks = [(signs, np.zeros(len(signs)))]
        blocks += self._own_roots()
        blocks.append((-triangle(self._squares()).T, triangle(above)))
        joint = self._joint()
        blocks.append((-triangle(joint).T, np.zeros(triangle(joint).shape[1])))
        kinds = [clarabel.NonnegativeConeT(len(signs))]
        kinds += [clarabel.SecondOrderConeT(3)] * c
        kinds += [clarabel.PSDTriangleConeT(2 * c), clarabel.PSDTriangleConeT(c + slices)]
        return blocks, kinds

    def _own_roots(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """v_c^2 <= D_c: D + 1 is at least the length of (D - 1, 2 v); 0 in a class of one truth."""
        found = []
        for c, root in enumerate(self.roots):
            rows = np.zeros((3, self.size))
            if root > 1:
                rows[:2, self.places["D"].start + c] = -1
            rows[2, self.places["v"].start + c] = -2
            found.append((rows, np.array([1.0, -1.0, 0.0])))
        return found

    def _squares(self) -> np.ndarray:
        """(X, V; V, I) less its constants."""
        c = len(self.roots)
        found = np.zeros((self.size, 2 * c, 2 * c))
        found[:, :c, :c] = -self._entries("P", c, c) - self._entries("N", c, c)
        found[:, :c, c:] = self._entries("V", c, c)
        found[:, c:, :c] = found[:, :c, c:]
        for a in range(c):
            found[self.places["D"].start + a, a, a] = 1
            for row, column in ((a, slice(0, c)), (slice(0, c), a)):
                found[self.places["e"].start + a, row, column] -= self.weights / 2
        return found

    def _entries(self, name: str, size: int, width: int) -> np.ndarray:
        """The symmetric matrix itself, for each entry of the vector."""
        found = np.zeros((self.size, width, width))
        i, j = np.triu_indices(size)
        places = np.arange(self.places[name].start, self.places[name].stop)
        found[places, i, j] = 1
        found[places, j, i] = 1
        return found

    def _joint(self) -> np.ndarray:
        """(P, L; L', C) with z = sqrt n + (g - 1) t."""
        c, slices, g, R = len(self.roots), len(self.levels), self.gamma, self.roots
        P, at_ones = self._entries("P", c, c), self._entries("N", c, c) @ R
        found = np.zeros((self.size, c + slices, c + slices))
        found[:, :c, :c] = (g - 1) ** 2 * P
        beside = np.triu_indices(slices, 1)
        places = np.arange(self.places["C"].start, self.places["C"].stop)
        found[places, c + beside[0], c + beside[1]] = 1
        found[places, c + beside[1], c + beside[0]] = 1
        for i, s in enumerate(self.levels):
            line, first = self._slice(i, float(s))
            line, first = line + 2 * at_ones, first - at_ones @ R
            column = (g - 1) * (P @ R + line / 2)
            found[:, :c, c + i] = column
            found[:, c + i, :c] = column
            found[:, c + i, c + i] = (P @ R) @ R + line @ R + first
        return found

    def _slice(self, i: int, s: float) -> tuple[np.ndarray, np.ndarray]:
        """What is linear and what is constant in z where q.z = s."""
        c, g, R = len(self.roots), self.gamma, self.roots
        start = {name: place.start for name, place in self.places.items()}
        line, first = np.zeros((self.size, c)), np.zeros(self.size)
        for a in range(c):
            line[start["y"] + a, a] = line[start["e"] + a, a] = s
            line[start["D"] + a, a] = -(g + 1) * R[a]
            line[start["l"] + i * c + a, a] = -1
            line[start["h"] + i * c + a, a] = 1
        line[start["n"] + i] = self.weights
        first[self.places["D"]] = g * R**2
        first[start["n"] + i] = -s
        first[start["l"] + i * c : start["l"] + (i + 1) * c] = R
        first[start["h"] + i * c : start["h"] + (i + 1) * c] = -g * R
        return line, first


def triangle(matrices: np.ndarray) -> np.ndarray:
    """The upper entries column by column, those beside the diagonal times the root of 2.

    >>> triangle(np.array([[1.0, 3.0], [3.0, 2.0]])).round(2).tolist()
    [1.0, 4.24, 2.0]
    """
    column, row = np.tril_indices(matrices.shape[-1])
    scale = np.where(row == column, 1.0, 2**0.5)
    found: np.ndarray = matrices[..., row, column] * scale
    return found
