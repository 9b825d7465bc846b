"""The identity behind a sum of squares, as linear equations and as a semidefinite program.

    target = sum_f f z'Q_f z + sum_i p_i equality_i,    Q_f positive semidefinite,

f a product of constraints, z polynomials. The unknowns are the entries (i, j), i <= j, of the Q_f,
column by column, then the coefficients of the p_i.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np

Factors = tuple[int, ...]


@dataclass(frozen=True)
class Block:
    """f z'Qz: the indices of the factors of f, f itself, and z."""

    factors: Factors
    value: Any
    basis: tuple[Any, ...]

    @property
    def places(self) -> list[tuple[int, int]]:
        """The entries of Q, in the order of the unknowns."""
        return [(i, j) for j in range(len(self.basis)) for i in range(j + 1)]

    @property
    def columns(self) -> list[Any]:
        """What each entry of Q is multiplied by."""
        twice = ((i, j, 1 if i == j else 2) for i, j in self.places)
        return [self.value * self.basis[i] * self.basis[j] * n for i, j, n in twice]

    def matrix(self, entries: Sequence[float]) -> np.ndarray:
        """Q from its entries."""
        made = np.zeros((len(self.basis), len(self.basis)))
        for (i, j), entry in zip(self.places, entries, strict=True):
            made[i, j] = entry
            made[j, i] = entry
        return made


@dataclass(frozen=True)
class Multiple:
    """A monomial times an equality, with a coefficient of either sign."""

    equality: int
    monomial: Any
    value: Any


@dataclass(frozen=True)
class GramProgram:
    """One identity."""

    target: Any
    blocks: tuple[Block, ...]
    multiples: tuple[Multiple, ...]

    @property
    def unknowns(self) -> int:
        """How many there are."""
        return sum(len(block.places) for block in self.blocks) + len(self.multiples)

    @cached_property
    def columns(self) -> list[Any]:
        """The polynomial of each unknown."""
        entries = [column for block in self.blocks for column in block.columns]
        return [*entries, *(multiple.value for multiple in self.multiples)]

    @cached_property
    def monomials(self) -> list[Any]:
        """One equation each."""
        return sorted(set(self.target).union(*self.columns))

    def split(self, unknowns: Sequence[Any]) -> list[Sequence[Any]]:
        """The unknowns of each block, then those of the multiples."""
        ends = [0]
        for block in self.blocks:
            ends.append(ends[-1] + len(block.places))
        return [unknowns[a:b] for a, b in pairwise([*ends, len(unknowns)])]

    def centre(self) -> tuple[float, list[np.ndarray]] | None:
        """The largest t <= 1 such that all Q_f - t are positive semidefinite, and such Q_f; None
        where the solver finds none."""
        import clarabel
        from scipy import sparse

        count = len(self.columns)
        equations, right = self._equations()
        parts = [sparse.csr_matrix(([1.0], ([0], [count])), shape=(1, count + 1)), equations]
        cones = [clarabel.NonnegativeConeT(1), clarabel.ZeroConeT(len(right))]
        start = 0
        for block in self.blocks:
            parts.append(_above(block, start, count))
            cones.append(clarabel.PSDTriangleConeT(len(block.basis)))
            start += len(block.places)
        sides = np.concatenate([[1.0], right, np.zeros(start)])
        cost = np.zeros(count + 1)
        cost[count] = -1.0
        none = sparse.csc_matrix((count + 1, count + 1))
        rows = sparse.vstack(parts, format="csc")
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        found = clarabel.DefaultSolver(none, cost, rows, sides, cones, settings).solve()
        if "Solved" not in str(found.status):
            return None
        entries = self.split(list(found.x)[:count])
        pairs = zip(self.blocks, entries, strict=False)
        return float(found.x[count]), [block.matrix(own) for block, own in pairs]

    def _equations(self) -> tuple[Any, np.ndarray]:
        """Equal coefficients of every monomial, with a column for t."""
        from scipy import sparse

        place = {m: i for i, m in enumerate(self.monomials)}
        shape = (len(place), len(self.columns) + 1)
        rows = sparse.lil_matrix(shape)
        for j, column in enumerate(self.columns):
            for m, c in column.items():
                rows[place[m], j] = float(c)
        right = np.zeros(len(place))
        for m, c in self.target.items():
            right[place[m]] = float(c)
        return rows.tocsr(), right


def _above(block: Block, start: int, count: int) -> Any:
    """t I - Q, as the solver stacks a triangle: entries off the diagonal times sqrt 2."""
    from scipy import sparse

    rows = sparse.lil_matrix((len(block.places), count + 1))
    for row, (i, j) in enumerate(block.places):
        rows[row, start + row] = -1.0 if i == j else -sqrt(2)
        if i == j:
            rows[row, count] = 1.0
    return rows.tocsr()
