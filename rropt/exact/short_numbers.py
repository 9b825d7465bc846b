"""Numbers near given ones that meet linear equations exactly, with a short common denominator.

Solved for a few of them, numbers x with sum_n x_n a_n = s have the determinant of these few a_n
below them. But the multiples of a step h that meet r equations, a whole of D bits, are the points
of a lattice of n - r dimensions, some h 2^(D r / (n - r)) apart: more numbers than equations leave
room for short ones. Reduction (Lenstra, Lenstra and Lovasz) finds a basis of it, and the nearest
point by rounding is near enough (Babai).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import sub
from typing import TYPE_CHECKING

from rropt.exact.bounds import dyadic_near, step_of
from rropt.exact.entries import picked, scaled
from rropt.exact.linear_algebra import fraction_rows, pivot_columns, products, rational_matrix
from rropt.exact.number import whole_rows

if TYPE_CHECKING:
    import flint

Vector = Sequence[Fraction]

DIGITS = 48
"""Binary digits that stay as they are: what a number costs is the square of what it is off by."""


def short_numbers(
    columns: Sequence[tuple[Fraction, ...]],
    wanted: Sequence[Vector],
    near: Sequence[Sequence[float]],
    solved: Sequence[int],
) -> list[list[Fraction]]:
    """For each of the sums the numbers x with sum_n x_n columns_n = sums.

    - near: what they are near
    - solved: the places of numbers that may be changed; the others are rounded

    >>> columns = [(Fraction(n), Fraction(7)) for n in (1, 2, 3, 5)]
    >>> (x,) = short_numbers(columns, [[Fraction(1), Fraction(0)]], [[0.1] * 4], range(4))
    >>> sum(x), x[0] + 2 * x[1] + 3 * x[2] + 5 * x[3]
    (Fraction(0, 1), Fraction(1, 1))
    """
    entries = list(zip(*columns, strict=True))
    lattice = _Lattice.of([columns[n] for n in solved])
    found = []
    for sums, doubles in zip(wanted, near, strict=True):
        size = max(map(abs, doubles))
        numbers = [dyadic_near(x, size, lattice.digits) for x in doubles]
        lack = list(map(sub, sums, products([numbers], entries)[0]))
        more = lattice.nearest(lack, step_of(size, lattice.digits))
        for n, x in zip(solved, more, strict=True):
            numbers[n] += x
        if products([numbers], entries)[0] != list(sums):
            raise ArithmeticError("the sums do not follow from those of independent equations")
        found.append(numbers)
    return found


@dataclass(frozen=True)
class _Lattice:
    """Whole numbers y and their products with columns, of which equations that follow are left out.

    - kernel: a short basis of those whose products are zero; no rows if there is none
    - others: what completes it to a basis of all, with `back` of the products of these
    - unit: the denominator of the columns
    - digits: of the multiples that are near enough
    """

    kernel: flint.fmpq_mat
    others: flint.fmpq_mat
    back: flint.fmpq_mat
    equations: list[int]
    unit: int
    digits: int

    @staticmethod
    def of(columns: Sequence[tuple[Fraction, ...]]) -> _Lattice:
        """Of these columns."""
        from flint import fmpz_mat

        equations = pivot_columns(columns)
        rank = len(equations)
        rows, unit = whole_rows([picked(column, equations) for column in columns])
        longest = max(abs(x).bit_length() for row in rows for x in row)
        # So heavy products are zero but for as many as equations: no vector of a short basis of the
        # kernel is longer than its volume times what reduction loses.
        heavy = 1 << (longest * rank + 2 * len(rows))
        beside = [[heavy * x for x in row] for row in rows]
        alone = [[int(n == m) for m in range(len(rows))] for n in range(len(rows))]
        both = [[*left, *right] for left, right in zip(beside, alone, strict=True)]
        basis = [list(map(int, row)) for row in fmpz_mat(both).lll().tolist()]
        kernel = [row[rank:] for row in basis if not any(row[:rank])]
        left = [row for row in basis if any(row[:rank])]
        seen = rational_matrix([Fraction(x, heavy) for x in row[:rank]] for row in left)
        others = rational_matrix(row[rank:] for row in left)
        # Rounding in the lattice moves a number by as much as its basis is long.
        apart = max((abs(x).bit_length() for row in kernel for x in row), default=0)
        short = rational_matrix(kernel)
        return _Lattice(short, others, seen.inv(), equations, unit, DIGITS + apart)

    def nearest(self, products: Vector, step: Fraction) -> list[Fraction]:
        """Multiples of the step near zero with these products."""
        wanted = rational_matrix([scaled(picked(products, self.equations), self.unit / step)])
        found = wanted * self.back * self.others
        if self.kernel.nrows():
            turned = self.kernel.transpose()
            beyond = (self.kernel * turned).solve(self.kernel * found.transpose())
            (nearby,) = fraction_rows(beyond.transpose())
            found -= rational_matrix([list(map(round, nearby))]) * self.kernel
        return list(scaled(fraction_rows(found)[0], step))
