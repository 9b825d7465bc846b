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

from rropt.exact.convert import dot, fraction
from rropt.exact.linear_algebra import fraction_rows, products, rational_matrix

Square = list[list[Fraction]]


@dataclass(frozen=True)
class BlockForm:
    """A symmetric matrix that does not tell truths of a class apart."""

    sizes: tuple[int, ...]
    own: list[Fraction]
    means: Square

    def inverse(self) -> BlockForm:
        """1 / own, and N^-1 means^-1 N^-1 for the diagonal matrix N of the sizes."""
        found = fraction_rows(rational_matrix(self.means).inv())
        own = [1 / x if n > 1 else x for x, n in zip(self.own, self.sizes, strict=True)]
        for c, n in enumerate(self.sizes):
            for d, m in enumerate(self.sizes):
                found[c][d] /= n * m
        return BlockForm(self.sizes, own, found)

    def times(self, other: BlockForm) -> BlockForm:
        """The product, of matrices with a symmetric one."""
        own = [x * y for x, y in zip(self.own, other.own, strict=True)]
        weighed = list(map(self._weighed, self.means))
        return BlockForm(self.sizes, own, products(weighed, list(zip(*other.means, strict=True))))

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
        sums = self._weighed(x)
        return [dot(row, sums) for row in self.means]

    def along_each(self, vectors: Sequence[Sequence[Fraction]]) -> Square:
        """The same for each of many, by one product: an inverse has entries of 10,000 bits."""
        return products(list(map(self._weighed, vectors)), self.means)

    def _weighed(self, x: Sequence[Fraction]) -> list[Fraction]:
        """The sums over classes of a vector that is constant in them."""
        return [n * entry for n, entry in zip(self.sizes, x, strict=True)]

    def record(self) -> dict[str, Any]:
        """As a certificate has it."""
        return {"own": self.own, "means": self.means}
