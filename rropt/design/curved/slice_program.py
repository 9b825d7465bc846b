"""The semidefinite program of `class_slices` for Clarabel: every matrix is linear in one vector.

Patterns are 1 + (g - 1) x, in the coordinates sqrt(n_c) x_c of what is constant in classes, t = q.x
and s = 1 + (g - 1) t. Of each slice, with multipliers n of t, l and h of the sides of the box,

    s^2 a + (s b + t e - D).x + x'Px + n (q.x - t) - l.x - h.(1 - x) - m (1.x - f)

is the form (P, l; l', c) of a column l and an entry c of a matrix (P, L; L', C): one matrix for
some neighbouring slices, since P is the same for all. With multipliers m of many high truths those
x with few are covered one by one: s (s a + b.x) >= x'Xx, which is linear in what the program seeks.
Where classes are apart slices are of the x that are zero there, and P is asked of the others alone;
what rows with one of their truths, or with it and another, must leave is linear as well.

**Numbers of high truths are whole**, which adds to the program. Let M be how many truths of a set
are high. For every whole d

    M^2 >= (2 d + 1) M - d (d + 1),    since (M - d) (M - d - 1) >= 0,

so that w M^2 may be taken off the form P for these lines, of which every slice mixes its own. The
sets are those of the first classes and of all truths: without them an odd number k of truths lacks
1 / k^2 of the bound at small epsilon, where halves of them are high. Where few are high types are
listed instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import ceil
from typing import Any

import numpy as np

from rropt.design.curved.class_relaxation import Relaxed
from rropt.lp.cones import Cones, listed

TOGETHER = 11
"""Slices of one matrix. With 14 classes and 44 slices four matrices took a sixth of the time of
one, and 44 of one slice each as long as one."""


@dataclass(frozen=True)
class PairRow:
    """What a row with a truth of the first class high is charged, by a and b in coordinates, and
    worth, by an entry of X and the own of that class; or what it and one of the other class are
    beyond what both are alone."""

    first: int
    other: int
    of_a: float
    of_b: np.ndarray
    squares: float
    own: float


def pair_rows(
    roots: np.ndarray, weights: np.ndarray, gamma: float, apart: Sequence[int]
) -> list[PairRow]:
    """Of every class apart, alone and with any class."""
    rise, q, one = gamma - 1, weights / roots, np.diag(1 / roots)
    found = []
    for c in apart:
        s, part = 1 + rise * q[c], 1 / roots[c] ** 2
        found.append(PairRow(c, c, s**2, s * one[c], part, 1 - part))
        for d, root in enumerate(roots):
            if d != c or root > 1:
                of_a, of_b = 2 * rise**2 * q[c] * q[d] - 1, rise * (q[c] * one[d] + q[d] * one[c])
                own = -2 * part if d == c else 0.0
                found.append(PairRow(c, d, of_a, of_b, 2 / (roots[c] * root), own))
    return found


@dataclass(frozen=True)
class SliceProgram:
    """V, P, N, the entries of C beside its diagonal, D, a, sqrt(n) b, sqrt(n) e, own v, and n, l,
    h and m of each slice are one vector; V and b are said in a basis of what sums to zero. V, a and
    b are in this unit, the others in its square."""

    roots: np.ndarray
    weights: np.ndarray
    gamma: float
    levels: np.ndarray
    unit: float
    few: int = 0
    """Rows with fewer high truths are covered one by one, if there are any."""

    apart: Sequence[int] = ()
    """Classes whose truths pairs cover."""

    @cached_property
    def rest(self) -> np.ndarray:
        """The other classes."""
        return np.setdiff1d(np.arange(len(self.roots)), self.apart)

    @cached_property
    def basis(self) -> np.ndarray:
        """Of the vectors that are constant in classes and sum to zero."""
        return complement(self.roots)

    @cached_property
    def groups(self) -> list[np.ndarray]:
        """The places of the levels of each matrix."""
        slices = len(self.levels)
        return np.array_split(np.arange(slices), ceil(slices / TOGETHER))

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where each part of the vector is."""
        c, slices, rest = len(self.roots), len(self.levels), len(self.rest)
        whole = c * (c + 1) // 2
        beside = sum(len(group) * (len(group) - 1) // 2 for group in self.groups)
        lengths = {"V": whole - c, "P": whole, "C": beside}
        lengths |= {"D": c, "a": 1, "b": c - 1, "e": rest, "v": c, "n": slices}
        lengths |= {"N": rest * (rest + 1) // 2, "l": slices * rest, "h": slices * rest}
        lengths["m"] = slices if self.few else 0
        ends = [0, *accumulate(lengths.values())]
        return {name: slice(*pair) for name, pair in zip(lengths, pairwise(ends), strict=True)}

    @property
    def size(self) -> int:
        """How long the vector is."""
        return self.places["m"].stop

    def cost(self) -> np.ndarray:
        """Minus 2 tr V - a."""
        found = np.zeros(self.size)
        i, j = np.triu_indices(len(self.roots) - 1)
        found[self.places["V"]] = -2.0 * (i == j)
        found[self.places["v"]] = -2.0 * (self.roots**2 - 1)
        found[self.places["a"]] = 1.0
        return found

    def symmetric(self, x: np.ndarray, name: str) -> np.ndarray:
        """The matrix V, P, or N of the classes that are not apart."""
        sizes = {"V": len(self.roots) - 1, "P": len(self.roots), "N": len(self.rest)}
        found = np.zeros((sizes[name], sizes[name]))
        found[np.triu_indices(len(found))] = x[self.places[name]]
        return found + np.triu(found, 1).T

    def constraints(self) -> tuple[list[tuple[np.ndarray, np.ndarray]], Cones]:
        """A and b, part by part, with b - A x in the product of these cones."""
        c = len(self.roots)
        first = self.places["N"].start
        signs = -np.vstack([np.eye(self.size)[first:], self._pairs()])
        above = np.eye(2 * c - 1)
        above[:c, :c] = 0
        blocks = [(signs, np.zeros(len(signs)))]
        blocks += self._own_roots()
        blocks.append((-listed(self._squares()).T, listed(above)))
        joints = [listed(joint).T for joint in self._joints()]
        blocks += [(-joint, np.zeros(len(joint))) for joint in joints]
        sizes = [2 * c - 1, *(len(self.rest) + len(group) for group in self.groups)]
        return blocks, Cones(0, len(signs), [3] * c, sizes)

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

    def charged(self, types: np.ndarray) -> np.ndarray:
        """s (s a + b.x) - x'Xx of each type, linear in the vector: one row each."""
        z = types / self.roots
        s = 1 + (self.gamma - 1) * z @ self.weights
        c, places = len(self.roots), self.places
        X = self._squares()[:, :c, :c].reshape(self.size, c * c)
        found: np.ndarray = -(z[:, :, None] * z[:, None]).reshape(len(z), c * c) @ X.T
        # D is the own of X in classes of several truths.
        found[:, places["D"]] -= types * (1 - types / self.roots**2)
        found[:, places["a"]] = (s**2 / self.unit)[:, None]
        found[:, places["b"]] = s[:, None] * (z @ self.basis) / self.unit
        return found

    def _pairs(self) -> np.ndarray:
        """What is left of each of the rows of pairs, at least zero."""
        X, places = self._squares(), self.places
        every = pair_rows(self.roots, self.weights, self.gamma, self.apart)
        found = np.zeros((len(every), self.size))
        for line, row in zip(found, every, strict=True):
            line -= row.squares * X[:, row.first, row.other]
            line[places["D"].start + row.first] -= row.own
            line[places["a"]] = row.of_a / self.unit
            line[places["b"]] = row.of_b @ self.basis / self.unit
        return found

    def _squares(self) -> np.ndarray:
        """(X, V; V, I) less its constants."""
        c, rest = len(self.roots), self.rest
        found = np.zeros((self.size, 2 * c - 1, 2 * c - 1))
        found[:, :c, :c] = -self._entries("P", np.arange(c), c) - self._entries("N", rest, c)
        found[:, :c, c:] = self.basis @ self._entries("V", np.arange(c - 1), c - 1)
        found[:, c:, :c] = found[:, :c, c:].transpose(0, 2, 1)
        for a in range(c):
            if self.roots[a] > 1 or a in rest:  # of one truth apart X is - P
                found[self.places["D"].start + a, a, a] = 1
        for place, a in enumerate(rest, start=self.places["e"].start):
            for row, column in ((a, slice(0, c)), (slice(0, c), a)):
                found[place, row, column] -= self.weights / 2
        return found

    def _entries(self, name: str, of: np.ndarray, width: int) -> np.ndarray:
        """The symmetric matrix of these rows and columns, for each entry of the vector."""
        found = np.zeros((self.size, width, width))
        i, j = (of[side] for side in np.triu_indices(len(of)))
        places = np.arange(self.places[name].start, self.places[name].stop)
        found[places, i, j] = 1
        found[places, j, i] = 1
        return found

    def _joints(self) -> Iterator[np.ndarray]:
        """(P, L; L', C) of each group."""
        c, start = len(self.rest), self.places["C"].start
        every = np.arange(len(self.roots))
        form = self._entries("P", every, len(every))[:, self.rest][:, :, self.rest]
        for group in self.groups:
            found = np.zeros((self.size, c + len(group), c + len(group)))
            found[:, :c, :c] = form
            row, column = np.triu_indices(len(group), 1)
            places = np.arange(start, start + len(row))
            found[places, c + row, c + column] = 1
            found[places, c + column, c + row] = 1
            start += len(row)
            for place, level in enumerate(group, start=c):
                line, first = self._slice(level, float(self.levels[level]))
                found[:, :c, place] = line / 2
                found[:, place, :c] = line / 2
                found[:, place, place] = first
            yield found

    def _slice(self, i: int, s: float) -> tuple[np.ndarray, np.ndarray]:
        """What is linear and what is constant in x where q.x = t."""
        c, R = len(self.rest), self.roots[self.rest]
        start = {name: place.start for name, place in self.places.items()}
        t = (s - 1) / (self.gamma - 1)
        line, first = np.zeros((self.size, c)), np.zeros(self.size)
        line[self.places["b"]] = s * self.basis[self.rest].T / self.unit
        for d, place in enumerate(self.rest):
            line[start["e"] + d, d] = t
            line[start["D"] + place, d] = -R[d]
            line[start["l"] + i * c + d, d] = -1
            line[start["h"] + i * c + d, d] = 1
        line[start["n"] + i] = self.weights[self.rest]
        first[start["a"]] = s**2 / self.unit
        first[start["n"] + i] = -t
        if self.few:
            line[start["m"] + i] = -R
            first[start["m"] + i] = self.few
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


MOST_FIRST = 12
"""Sets of first classes: larger ones had no weight."""

BESIDE = (-1, 0, 1)
"""The d of lines, beside the number of high truths where the form without counts is least."""


@dataclass(frozen=True)
class SliceCounts:
    """Of classes with these roots of sizes: numbers of high truths, one row a level s, about which
    lines are wanted."""

    roots: np.ndarray
    levels: np.ndarray
    numbers: np.ndarray

    @staticmethod
    def beside(relaxed: Relaxed, roots: np.ndarray, gamma: float) -> SliceCounts:
        """About the points of the ends of cells."""
        levels = np.array([s for s, _, _ in relaxed.ends])
        points = np.array([u for _, _, u in relaxed.ends])
        return SliceCounts(roots, levels, (points - 1) / (gamma - 1) * roots**2)

    @cached_property
    def sets(self) -> np.ndarray:
        """One row a set of two truths or more, 1 in its classes."""
        classes = len(self.roots)
        sizes = [*range(1, min(MOST_FIRST, classes - 1) + 1), classes]
        found = np.array([[float(c < size) for c in range(classes)] for size in sizes])
        return found[found @ self.roots**2 > 1.5]

    @cached_property
    def forms(self) -> np.ndarray:
        """The number of high truths of each set, in the coordinates of the program."""
        found: np.ndarray = self.sets * self.roots
        return found

    def lines(self, levels: np.ndarray) -> np.ndarray:
        """The d of each set, level and line."""
        every = self.sets @ self.numbers.T
        means = np.array([np.interp(levels, self.levels, row) for row in every])
        return np.maximum(np.floor(means)[:, :, None] + np.array(BESIDE), 0.0)

    def beside_program(self, matrix: Any, program: SliceProgram) -> tuple[Any, tuple[int, int]]:
        """The constraints of a program with those of counts before them, and how many are equal to
        zero and at least zero. Variables that join are the weights of sets, then of their lines."""
        from scipy import sparse

        equal, above = self._rows(program.levels)
        columns = np.vstack([self._of_squares(program.levels), *self._of_joints(program)])
        rest = matrix.shape[0] - len(columns)
        beside = sparse.vstack(
            [
                sparse.csc_matrix(np.vstack([equal, -above])),
                sparse.csc_matrix((rest, len(above))),
                sparse.csc_matrix(-columns),
            ]
        )
        before = sparse.csc_matrix((len(equal) + len(above), matrix.shape[1]))
        found = sparse.hstack([sparse.vstack([before, matrix]), beside])
        return found.tocsc(), (len(equal), len(above))

    def _rows(self, levels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Zero, and at least zero: the weights of the lines of a slice add up to that of the set,
        and none is negative."""
        shape = self.lines(levels).shape
        sets, size = shape[0], shape[0] + int(np.prod(shape))
        equal = np.zeros((*shape[:2], size))
        for place, (i, level, _) in enumerate(np.ndindex(*shape), start=sets):
            equal[i, level, place] = -1.0
            equal[i, level, i] = 1.0
        return equal.reshape(-1, size), np.eye(size)

    def _of_squares(self, levels: np.ndarray) -> np.ndarray:
        """What the variables add to X, in the matrix (X, V; V, I)."""
        c, sets, width = len(self.roots), len(self.sets), 2 * len(self.roots) - 1
        found = np.zeros((sets + self.lines(levels).size, width, width))
        found[:sets, :c, :c] = -self.forms[:, :, None] * self.forms[:, None]
        return listed(found).T

    def _of_joints(self, program: SliceProgram) -> Iterator[np.ndarray]:
        """What they add to each (P, L; L', C)."""
        every, c, sets = self.lines(program.levels), len(self.roots), len(self.sets)
        places = sets + np.arange(every.size).reshape(every.shape)
        for group in program.groups:
            width = c + len(group)
            found = np.zeros((sets + every.size, width, width))
            for i, n, d in np.ndindex(sets, len(group), every.shape[2]):
                below, place, column = every[i, group[n], d], places[i, group[n], d], c + n
                line = (2 * below + 1) * self.forms[i] / 2
                found[place, :c, column] = found[place, column, :c] = line
                found[place, column, column] = -below * (below + 1)
            yield listed(found).T
