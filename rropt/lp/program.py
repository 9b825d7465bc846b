"""The program in computational form: integers, one logical variable for each row.

    minimise c.x   subject to   A x + s = b,   x >= 0,   s_i = 0 (equality) or s_i >= 0 (inequality)

Each row is cleared of its denominators, and so are the costs; the scales are kept, so that prices
can be returned for the rows as they were given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from rropt.exact import InputError, exact

Column = tuple[tuple[int, int], ...]  # the non-zero entries (row, integer) of a column


@dataclass(frozen=True)
class Program:
    """Integers and scales; column `len(columns) + i` is the logical variable of row i."""

    columns: tuple[Column, ...]
    rhs: tuple[int, ...]
    costs: tuple[int, ...]
    equalities: int
    row_scales: tuple[int, ...]
    cost_scale: int

    @property
    def size(self) -> int:
        """Number of structural variables."""
        return len(self.columns)

    @cached_property
    def row_sizes(self) -> list[int]:
        """The largest entry of each row, by which floats see it divided."""
        sizes = [abs(b) for b in self.rhs]
        for column in self.columns:
            for i, a in column:
                sizes[i] = max(sizes[i], abs(a))
        return [size or 1 for size in sizes]

    def column(self, j: int) -> Column:
        """Column j of [A I]."""
        return self.columns[j] if j < self.size else ((j - self.size, 1),)

    def is_fixed(self, j: int) -> bool:
        """Is j the logical variable of an equality, which must be zero?"""
        return self.size <= j < self.size + self.equalities


def pose(c: Sequence, A_eq: Sequence, b_eq: Sequence, A_ub: Sequence, b_ub: Sequence) -> Program:
    """Clear the denominators of a minimisation.

    >>> pose([1, 0], [["1/2", 1]], [1], [], []).columns
    (((0, 1),), ((0, 2),))
    """
    _check_shapes(c, A_eq, b_eq, A_ub, b_ub)
    columns: list[dict[int, Fraction]] = [{} for _ in c]
    for i, row in enumerate([*A_eq, *A_ub]):
        for j, a in enumerate(row):
            if a:
                columns[j][i] = fraction(a)
    rhs = [fraction(b) for b in (*b_eq, *b_ub)]
    return pose_columns([fraction(x) for x in c], columns, rhs, len(A_eq))


def pose_columns(
    costs: Sequence[Fraction],
    columns: Sequence[Mapping[int, Fraction]],
    rhs: Sequence[Fraction],
    equalities: int,
) -> Program:
    """The same from sparse columns {row: entry}; the first rows are the equalities.

    >>> pose_columns([Fraction(1)], [{0: Fraction(1, 2)}], [Fraction(1, 3)], 1).rhs
    (2,)
    """
    scales = [b.denominator for b in rhs]
    for column in columns:
        for i, a in column.items():
            if scales[i] % a.denominator:
                scales[i] = lcm(scales[i], a.denominator)
    cost_scale = lcm(1, *(x.denominator for x in costs))
    whole = []
    for column in columns:
        whole.append(tuple((i, _over(a, scales[i])) for i, a in column.items()))
    return Program(
        tuple(whole),
        tuple(map(_over, rhs, scales)),
        tuple(_over(x, cost_scale) for x in costs),
        equalities,
        tuple(scales),
        cost_scale,
    )


def _over(x: Fraction, unit: int) -> int:
    """x times a multiple of its denominator: as a product of fractions it would be reduced."""
    return x.numerator * (unit // x.denominator)


def _check_shapes(
    c: Sequence, A_eq: Sequence, b_eq: Sequence, A_ub: Sequence, b_ub: Sequence
) -> None:
    for name, A, b in (("A_eq", A_eq, b_eq), ("A_ub", A_ub, b_ub)):
        if len(A) != len(b):
            raise InputError(f"{name} must have one row per right side, got {len(A)} and {len(b)}")
        for i, row in enumerate(A):
            if len(row) != len(c):
                raise InputError(
                    f"{name} must have one column per cost ({len(c)}), got {len(row)} in row {i}"
                )


def fraction(x: Any) -> Fraction:
    """An exact number as a Fraction; a float is refused, because here it is never meant.

    >>> fraction("0.1"), fraction(2)
    (Fraction(1, 10), Fraction(2, 1))
    """
    if isinstance(x, (int, Fraction)):
        return Fraction(x)
    if isinstance(x, float):
        raise InputError(f"a linear program must have exact numbers, got the float {x!r}")
    return exact(x, "an entry of a linear program")
