"""The semidefinite program of `class_slices` for Clarabel: every matrix is linear in one vector.

Patterns are 1 + (g - 1) x, in the coordinates sqrt(n_c) x_c of what is constant in classes, t = q.x
and s = 1 + (g - 1) t. Of each slice, with multipliers n of t, l and h of the sides of the box,

    s^2 a + (s b + t e - D).x + x'Px + n (q.x - t) - l.x - h.(1 - x)

is the form (P, l; l', c) of a column l and an entry c of the matrix (P, L; L', C).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np


@dataclass(frozen=True)
class SliceProgram:
    """V, P, N, the entries of C beside its diagonal, D, a, sqrt(n) b, sqrt(n) e, own v, and n, l
    and h of each slice are one vector; V and b are said in a basis of what sums to zero. V, a and
    b are in this unit, the others in its square."""

    roots: np.ndarray
    weights: np.ndarray
    gamma: float
    levels: np.ndarray
    unit: float

    @cached_property
    def basis(self) -> np.ndarray:
        """Of the vectors that are constant in classes and sum to zero."""
        return complement(self.roots)

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where each part of the vector is."""
        c, slices = len(self.roots), len(self.levels)
        whole = c * (c + 1) // 2
        lengths = {"V": whole - c, "P": whole, "C": slices * (slices - 1) // 2}
        lengths |= {"D": c, "a": 1, "b": c - 1, "e": c, "v": c, "n": slices}
        lengths |= {"N": whole, "l": slices * c, "h": slices * c}
        found, start = {}, 0
        for name, length in lengths.items():
            found[name] = slice(start, start + length)
            start += length
        return found

    @property
    def size(self) -> int:
        """How long the vector is."""
        return self.places["h"].stop

    def cost(self) -> np.ndarray:
        """Minus 2 tr V - a."""
        found = np.zeros(self.size)
        i, j = np.triu_indices(len(self.roots) - 1)
        found[self.places["V"]] = -2.0 * (i == j)
        found[self.places["v"]] = -2.0 * (self.roots**2 - 1)
        found[self.places["a"]] = 1.0
        return found

    def symmetric(self, x: np.ndarray, name: str) -> np.ndarray:
        """The matrix V, P or N."""
        size = len(self.roots) - (name == "V")
        found = np.zeros((size, size))
        found[np.triu_indices(size)] = x[self.places[name]]
        return found + np.triu(found, 1).T

    def constraints(self) -> tuple[list[tuple[np.ndarray, np.ndarray]], list[Any]]:
        """Of Clarabel: A and b with b - A x in each of the cones."""
        import clarabel

        c, slices = len(self.roots), len(self.levels)
        first = self.places["N"].start
        signs = -np.eye(self.size)[first:]
        above = np.eye(2 * c - 1)
        above[:c, :c] = 0
        blocks = [(signs, np.zeros(len(signs)))]
        blocks += self._own_roots()
        blocks.append((-triangle(self._squares()).T, triangle(above)))
        joint = self._joint()
        blocks.append((-triangle(joint).T, np.zeros(triangle(joint).shape[1])))
        kinds = [clarabel.NonnegativeConeT(len(signs))]
        kinds += [clarabel.SecondOrderConeT(3)] * c
        kinds += [clarabel.PSDTriangleConeT(2 * c - 1), clarabel.PSDTriangleConeT(c + slices)]
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
        found = np.zeros((self.size, 2 * c - 1, 2 * c - 1))
        found[:, :c, :c] = -self._entries("P", c, c) - self._entries("N", c, c)
        found[:, :c, c:] = self.basis @ self._entries("V", c - 1, c - 1)
        found[:, c:, :c] = found[:, :c, c:].transpose(0, 2, 1)
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
        """(P, L; L', C)."""
        c, slices = len(self.roots), len(self.levels)
        found = np.zeros((self.size, c + slices, c + slices))
        found[:, :c, :c] = self._entries("P", c, c)
        beside = np.triu_indices(slices, 1)
        places = np.arange(self.places["C"].start, self.places["C"].stop)
        found[places, c + beside[0], c + beside[1]] = 1
        found[places, c + beside[1], c + beside[0]] = 1
        for i, s in enumerate(self.levels):
            line, first = self._slice(i, float(s))
            found[:, :c, c + i] = line / 2
            found[:, c + i, :c] = line / 2
            found[:, c + i, c + i] = first
        return found

    def _slice(self, i: int, s: float) -> tuple[np.ndarray, np.ndarray]:
        """What is linear and what is constant in x where q.x = t."""
        c, R = len(self.roots), self.roots
        start = {name: place.start for name, place in self.places.items()}
        t = (s - 1) / (self.gamma - 1)
        line, first = np.zeros((self.size, c)), np.zeros(self.size)
        line[self.places["b"]] = s * self.basis.T / self.unit
        for d in range(c):
            line[start["e"] + d, d] = t
            line[start["D"] + d, d] = -R[d]
            line[start["l"] + i * c + d, d] = -1
            line[start["h"] + i * c + d, d] = 1
        line[start["n"] + i] = self.weights
        first[start["a"]] = s**2 / self.unit
        first[start["n"] + i] = -t
        first[start["h"] + i * c : start["h"] + (i + 1) * c] = -R
        return line, first


def complement(vector: np.ndarray) -> np.ndarray:
    """Columns that are orthonormal and orthogonal to it.

    >>> columns = complement(np.array([1.0, 1.0, 2.0]))
    >>> columns.shape, bool(abs(columns.sum(axis=0) + columns[2]).max() < 1e-12)
    ((3, 2), True)
    """
    found: np.ndarray = np.linalg.svd(vector[None])[2][1:].T
    return found


def triangle(matrices: np.ndarray) -> np.ndarray:
    """The upper entries column by column, those beside the diagonal times the root of 2.

    >>> triangle(np.array([[1.0, 3.0], [3.0, 2.0]])).round(2).tolist()
    [1.0, 4.24, 2.0]
    """
    column, row = np.tril_indices(matrices.shape[-1])
    scale = np.where(row == column, 1.0, 2**0.5)
    found: np.ndarray = matrices[..., row, column] * scale
    return found
