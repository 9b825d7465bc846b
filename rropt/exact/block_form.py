"""Symmetric matrices that do not tell the truths of a class apart, in exact numbers.

A `BlockForm` is `own` times what sums to zero in a class, and has the mean entry means_cd in the
block of classes c and d: products, inverses, traces and determinants are those of few numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from rropt.exact.convert import fmpq, fraction
from rropt.exact.linear_algebra import rational_matrix

Square = list[list[Fraction]]


@dataclass(frozen=True)
class BlockForm:
    """A symmetric matrix that does not tell truths of a class apart."""

    sizes: tuple[int, ...]
    own: list[Fraction]
    means: Square

    def inverse(self) -> BlockForm:
        """1 / own, and N^-1 means^-1 N^-1 for the diagonal matrix N of the sizes."""

        found = rational_matrix(self.means).inv()
        own = [1 / x if n > 1 else x for x, n in zip(self.own, self.sizes, strict=True)]
        means = [
            [fraction(found[c, d]) / (n * m) for d, m in enumerate(self.sizes)]
            for c, n in enumerate(self.sizes)
        ]
        return BlockForm(self.sizes, own, means)

    def times(self, other: BlockForm) -> BlockForm:
        """The product, of matrices with a symmetric one."""
        own = [x * y for x, y in zip(self.own, other.own, strict=True)]
        weighed = [[x * n for x, n in zip(row, self.sizes, strict=True)] for row in self.means]
        columns = list(zip(*other.means, strict=True))
        means = [[dot(row, column) for column in columns] for row in weighed]
        return BlockForm(self.sizes, own, means)

    def trace(self) -> Fraction:
        """The sum of the diagonal."""
        entries = zip(self.sizes, self.own, strict=True)
        apart = sum(((n - 1) * x for n, x in entries), Fraction(0))
        return apart + dot(self.sizes, [row[c] for c, row in enumerate(self.means)])

    def determinant(self) -> Fraction:
        """prod own^(n - 1) n det means."""

        powers = [n * x ** (n - 1) for n, x in zip(self.sizes, self.own, strict=True)]
        return prod(powers) * fraction(rational_matrix(self.means).det())

    def along(self, x: Sequence[Fraction]) -> list[Fraction]:
        """The matrix times a vector that is constant in classes."""
        sums = [n * entry for n, entry in zip(self.sizes, x, strict=True)]
        return [dot(row, sums) for row in self.means]

    def along_each(self, vectors: Sequence[Sequence[Fraction]]) -> Square:
        """The same for each of many, by one product: an inverse has entries of 10,000 bits."""
        from flint import fmpq_mat

        sums = [[fmpq(n * entry) for n, entry in zip(self.sizes, x, strict=True)] for x in vectors]
        means = rational_matrix(self.means)
        found = fmpq_mat(sums) * means
        places = range(len(self.sizes))
        return [[fraction(found[i, c]) for c in places] for i in range(len(sums))]

    def record(self) -> dict[str, Any]:
        """As a certificate has it."""
        return {"own": self.own, "means": self.means}


def dot(left: Sequence[Any], right: Sequence[Any]) -> Fraction:
    """The sum of the products."""
    return sum((x * y for x, y in zip(left, right, strict=True)), Fraction(0))
