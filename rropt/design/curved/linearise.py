"""What the information of an exact table says at a prior.

At a prior pi the inverse of J = sum_r w_r r r' / (pi.r) is enclosed in balls; the
vectors v = J^-1 c, from which certificates are made, are rounded to numbers of a double's length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import flint

from rropt.exact import dyadic
from rropt.exact.bounds import dyadic_near
from rropt.exact.convert import ball, dot, fmpq
from rropt.exact.entries import scaled, unit
from rropt.exact.precision import working_precision
from rropt.patterns.extreme import Pattern
from rropt.utility.curved import Matrix, Vector

BITS = 56
"""Relative precision of rounded tangents and contrasts."""

ROOT_BITS = 48
CONTRAST_BITS = 100
"""Precision of a factor R R': that of its diagonal costs its square, near gamma = 1 that of R^-1
its double."""

PRECISION = 400
"""Bits of the ball arithmetic that inverts an information matrix."""


@dataclass(frozen=True)
class Information:
    """A table at a prior: its patterns and weights, the means pi.r, and J^-1 in balls."""

    patterns: Sequence[Pattern]
    weights: Sequence[Fraction]
    prior: Vector
    means: tuple[Fraction, ...]
    rows: Any
    """r / (pi.r) in balls."""

    inverse: Any

    @staticmethod
    def of(patterns: Sequence[Pattern], weights: Sequence[Fraction], prior: Vector) -> Information:
        """The table at this prior."""
        means = tuple(dot(prior, r) for r in patterns)
        with working_precision(PRECISION):
            rows = [list(map(ball, r)) for r in patterns]
            seen = flint.arb_mat(list(map(scaled, rows, (1 / ball(m) for m in means))))
            heavy = flint.arb_mat(list(map(scaled, rows, map(ball, weights))))
            inverse = (seen.transpose() * heavy).inv()
        return Information(patterns, weights, prior, means, seen, inverse)

    def trace(self, E: Matrix) -> tuple[Fraction, Fraction]:
        """Both ends of tr(E Cov)."""
        with working_precision(PRECISION):
            total = flint.arb(0)
            for i, (row, p) in enumerate(zip(E, self.prior, strict=True)):
                for j, (entry, q) in enumerate(zip(row, self.prior, strict=True)):
                    if entry:
                        total += ball(entry) * (self.inverse[i, j] - fmpq(p * q))
            return dyadic(total.lower()), dyadic(total.upper())

    def determinant(self) -> tuple[Fraction, Fraction]:
        """Both ends of k det J^-1."""
        with working_precision(PRECISION):
            scaled = len(self.prior) * self.inverse.det()
            return dyadic(scaled.lower()), dyadic(scaled.upper())

    def estimators(self, contrasts: Sequence[Vector]) -> list[list[Fraction]]:
        """x_r = (J^-1 c).r / (pi.r) in doubles for each contrast: the best, nearly unbiased."""
        with working_precision(PRECISION):
            columns = flint.arb_mat([list(map(ball, c)) for c in contrasts])
            best = columns * self.inverse * self.rows.transpose()
        return [list(map(Fraction, map(float, row))) for row in best.tolist()]

    def factor(self) -> tuple[list[Vector], list[Vector]]:
        """c and v with J = sum c c', J^-1 = sum v v', c_i = 0 after i, v_i = 0 before i.

        Of R R' = J^-1, R lower triangular, these are the rows of R^-1 and the columns of R.
        """
        k = len(self.prior)
        with working_precision(PRECISION):
            left = self.inverse.mid()
            tangents = []
            contrasts = []
            lower = flint.arb_mat(k, k)
            for i in range(k):
                size = sqrt(float(left[i, i]))
                root = dyadic_near(size, size, ROOT_BITS)
                column = [left[j, i] / left[i, i] * ball(root) for j in range(k)]
                row = flint.arb_mat([column])
                left = (left - row.transpose() * row * left[i, i] / ball(root * root)).mid()
                for j in range(i, k):
                    lower[j, i] = column[j]
                total = Fraction(float(sum(column[i:], flint.arb(0))))
                tail = summing(list(map(float, column[i:])), total, root)
                tangents.append((Fraction(0),) * i + tail)
            for i, entries in enumerate(lower.inv().tolist()):
                size = float(entries[i])
                kept = entries[: i + 1]
                short = [dyadic_near(dyadic(x.mid()), size, CONTRAST_BITS) for x in kept]
                contrasts.append((*short, *unit(k, i)[i + 1 :]))
        return contrasts, tangents


def summing(doubles: list[float], total: Fraction, first: Fraction | None = None) -> Vector:
    """The doubles, the largest changed so that they add up exactly; the first may be given."""
    entries = [Fraction(x) for x in doubles]
    sizes = [abs(x) for x in entries]
    if first is not None:
        entries[0], sizes[0] = first, Fraction(-1)
    if len(entries) > 1 or first is None:
        entries[sizes.index(max(sizes))] += total - sum(entries)
    return tuple(entries)
