"""The information that a table has about the shares of its truths, and criteria of it, in balls.

    J = sum_r r r' / (q.r)        at shares q, over the reports r that come at these shares
    Cov = J^-1 - q q'             of the best unbiased estimates from one respondent

A ball encloses every step, so that the ends of a criterion are proved; what a table does not tell
apart is decided by ranks of rational matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.exact.bounds import dyadic
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.convert import ball, dot
from rropt.exact.entries import entrywise, identity
from rropt.exact.linear_algebra import null_space, pivot_columns, products
from rropt.exact.precision import working_precision
from rropt.utility.objective import INFINITE

if TYPE_CHECKING:
    import flint

Vector = Sequence[Fraction]

FIRST_BITS = 128
"""Enough at levels to 10^6 on eight truths; doubled until a matrix is inverted."""

LAST_BITS = 2**14
"""Below it every regular matrix that was tried is inverted: levels to e^30 on twelve truths."""

NARROW = 2.0**-40
"""Relative width at which an enclosure is narrow enough to be shown."""


def enclosed(compute: Callable[[], flint.arb]) -> CertifiedNumber:
    """The exact ends of a ball that is computed with growing precision until it is narrow."""
    bits = FIRST_BITS
    while True:
        with working_precision(bits):
            try:
                found = compute()
            except ZeroDivisionError:
                found = None
            if found is not None and _is_narrow(found):
                return CertifiedNumber(dyadic(found.lower()), dyadic(found.upper()))
        bits *= 2
        if bits > LAST_BITS:
            raise ArithmeticError("no precision encloses this criterion")


def _is_narrow(found: flint.arb) -> bool:
    if not found.is_finite():
        return False
    return float(found.rad()) <= NARROW * max(abs(float(found.mid())), NARROW)


@dataclass(frozen=True)
class TableInformation:
    """A table at some shares, in coordinates in which its information is regular.

    Reports that never come at these shares tell the truths of share zero apart at no cost: what
    they tell is divided out. Of what remains `pivots` are coordinates that are independent.
    """

    rows: list[list[Fraction]]
    """Reports that come, in the coordinates of the quotient."""

    seen: list[Fraction]
    """q.r, the chance of each of these reports."""

    quotient: list[list[Fraction]]
    """Columns of the map from truths to coordinates."""

    pivots: list[int]

    @staticmethod
    def of(table: Iterable[Vector], shares: Vector) -> TableInformation:
        rows = [row for row in table if any(row)]
        seen = [dot(shares, row) for row in rows]
        free = [row for row, chance in zip(rows, seen, strict=True) if not chance]
        quotient = null_space(free, len(shares))
        come = [row for row, chance in zip(rows, seen, strict=True) if chance]
        moved = products(come, quotient)
        return TableInformation(moved, [c for c in seen if c], quotient, pivot_columns(moved))

    @staticmethod
    def of_scores(scores: Sequence[Vector], chances: Sequence[Fraction]) -> TableInformation:
        """sum s s' / chance, of scores about the coefficients of a model."""
        width = len(scores[0])
        rows = [list(score) for score in scores]
        return TableInformation(rows, list(chances), null_space([], width), pivot_columns(rows))

    def tells(self, contrast: Vector) -> bool:
        """Whether the contrast has an unbiased estimate: it lies in the span of the reports.

        >>> flat = TableInformation.of([[Fraction(1, 2)] * 2] * 2, [Fraction(1, 2)] * 2)
        >>> flat.tells([1, 1]), flat.tells([0, 1])
        (True, False)
        """
        moved = self._moved(contrast)
        return len(pivot_columns([*self.rows, moved])) == len(self.pivots)

    def matrix(self) -> flint.arb_mat:
        """J in the pivots."""
        from flint import arb_mat

        size = len(self.pivots)
        total = arb_mat(size, size)
        for row, chance in zip(self.rows, self.seen, strict=True):
            column = arb_mat(size, 1, [ball(row[p]) for p in self.pivots])
            total += column * column.transpose() * ball(1 / chance)
        return total

    def variances(self, contrasts: Iterable[Vector]) -> flint.arb:
        """sum c'J^-1 c, second moments about zero."""
        inverse = self.matrix().inv()
        places = [self.placed(contrast) for contrast in contrasts]
        squares = [(place.transpose() * inverse * place)[0, 0] for place in places]
        return sum(squares, ball(0))

    def placed(self, contrast: Vector) -> flint.arb_mat:
        """A contrast in the pivots."""
        from flint import arb_mat

        moved = self._moved(contrast)
        return arb_mat(len(self.pivots), 1, [ball(moved[p]) for p in self.pivots])

    def _moved(self, contrast: Vector) -> list[Fraction]:
        return [dot(contrast, column) for column in self.quotient]

    @property
    def identifies(self) -> bool:
        """Whether every contrast has an unbiased estimate."""
        return len(self.pivots) == len(self.quotient)


def variance(
    table: Iterable[Vector], shares: Vector, contrasts: Sequence[Vector], taken: Fraction
) -> CertifiedNumber:
    """sum c'J^-1 c less what is `taken` of it; infinite where a contrast is not told.

    >>> warner = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    >>> share = [Fraction(0), Fraction(1)]
    >>> found = variance(warner, [Fraction(3, 4), Fraction(1, 4)], [share], Fraction(1, 16))
    >>> found.lo <= Fraction(15, 16) <= found.hi
    True
    """
    information = TableInformation.of(table, shares)
    if not all(information.tells(contrast) for contrast in contrasts):
        return INFINITE
    return enclosed(lambda: information.variances(contrasts) - ball(taken))


def log_determinant(table: Iterable[Vector], shares: Vector) -> CertifiedNumber:
    """The log-determinant of Cov on the tangent space of the simplex: ln(k / det J)."""
    information = TableInformation.of(table, shares)
    if not information.identifies:
        return INFINITE
    return enclosed(lambda: (ball(len(shares)) / information.matrix().det()).log())


def largest_eigenvalue(table: Iterable[Vector], shares: Vector) -> CertifiedNumber:
    """Of Cov: above a Rayleigh quotient, below a multiple of I from which Cov can be taken."""
    information = TableInformation.of(table, shares)
    if not information.identifies:
        return INFINITE
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        with working_precision(bits):
            try:
                covariance = information.matrix().inv() - outer(shares)
                found = eigenvalue_ends(covariance)
            except ZeroDivisionError:
                found = None
        if found is not None:
            return CertifiedNumber(*found)
        bits *= 2
    raise ArithmeticError("no precision encloses this criterion")


def outer(shares: Vector) -> flint.arb_mat:
    from flint import arb_mat

    column = arb_mat(len(shares), 1, [ball(q) for q in shares])
    return column * column.transpose()


RAISED = Fraction(1, 2**36)
"""The share by which an eigenvalue found in doubles is raised before it is proved to bound."""


def eigenvalue_ends(matrix: flint.arb_mat) -> tuple[Fraction, Fraction] | None:
    """Around the largest eigenvalue of a symmetric matrix of balls; None where they are too wide.

    >>> import flint
    >>> low, high = eigenvalue_ends(flint.arb_mat(2, 2, [2, 1, 1, 2]))
    >>> low <= 3 <= high and high - low < Fraction(1, 10**9)
    True
    """
    import numpy as np
    from flint import arb_mat

    size = matrix.nrows()
    middle = np.array(matrix.mid().tolist(), dtype=float)
    values, vectors = np.linalg.eigh((middle + middle.T) / 2)
    direction = arb_mat(size, 1, [ball(Fraction(x)) for x in vectors[:, -1].tolist()])
    quotient = (direction.transpose() * matrix * direction)[0, 0] / squared_norm(direction)
    most = Fraction(float(values[-1])) * (1 + RAISED)
    rest = identity_ball(size) * ball(most) - matrix
    if not quotient.is_finite() or not is_positive_definite(rest):
        return None
    return dyadic(quotient.lower()), most


def squared_norm(column: flint.arb_mat) -> flint.arb:
    return (column.transpose() * column)[0, 0]


def identity_ball(size: int) -> flint.arb_mat:
    from flint import arb_mat

    return arb_mat(entrywise(ball, identity(size)))


def is_positive_definite(matrix: flint.arb_mat) -> bool:
    """By elimination in balls: every pivot is proved to be positive."""
    size = matrix.nrows()
    left = matrix.tolist()
    for p in range(size):
        if not left[p][p] > 0:
            return False
        for i in range(p + 1, size):
            ratio = left[i][p] / left[p][p]
            for j in range(p + 1, size):
                left[i][j] -= ratio * left[p][j]
    return True
