"""Numbers of high truths are whole: what that adds to the program of `slice_program`.

Let M be how many truths of a set are high. For every whole d

    M^2 >= (2 d + 1) M - d (d + 1),    since (M - d) (M - d - 1) >= 0,

so that w M^2 may be taken off the form P for these lines, of which every slice mixes its own. The
sets are those of the first classes and of all truths: without them an odd number k of truths lacks
1 / k^2 of the bound at small epsilon, where halves of them are high. Where few are high types are
listed instead (`few_high`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rropt.design.curved.class_relaxation import Relaxed
from rropt.design.curved.slice_program import SliceProgram, triangle

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
        return triangle(found).T

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
            yield triangle(found).T
