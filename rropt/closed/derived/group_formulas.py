"""Whether the solution of the equations of a group is rational in gamma, and its formulas.

At a few rational levels the solution is found to many digits and read as fractions; a rational
function of low degree through them is a guess. It is the solution where it solves the equations
identically.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any

import flint
import sympy as sp

from rropt.closed.derived.group_curve import point_of
from rropt.closed.derived.group_line import GroupTable
from rropt.closed.derived.group_system import GroupUnknowns
from rropt.closed.symbols import gamma
from rropt.exact import dyadic
from rropt.exact.convert import fmpq, fraction

MOST_DEGREE_OF_SOLUTION = 6
"""In gamma, above and below: three equally spaced numbers have 4."""

LEVELS = 2 * MOST_DEGREE_OF_SOLUTION + 3
"""As many as there are coefficients, and one that could fail."""

DIGITS_BITS = 1024
MOST_DENOMINATOR = 10**60
"""Of a value at a level: a rational solution has 1e20, and a chance reading would need 1e150."""

FIELD = sp.QQ.frac_field(gamma)


def rational_solution(table: GroupTable, level: Fraction) -> GroupUnknowns | None:
    """The unknowns near a level as elements of the field in gamma; None if they are not rational.

    They solve the equations there, for every gamma.
    """
    levels = _spread(level)
    known = list(takewhile(bool, (_fractions(table, level) for level in levels)))
    if len(known) < LEVELS:
        return None
    places = [level - 1 for level in levels]
    found = [_through(places, values) for values in zip(*known, strict=True)]
    if any(part is None for part in found):
        return None
    unknowns = table.system.unknowns(found)
    h = FIELD.gens[0] - 1
    numbers = [element(number) for number in table.system.numbers]
    left = table.system.residuals(h, unknowns, numbers)
    return unknowns if all(part == 0 for part in left) else None


def element(x: Fraction) -> Any:
    """A rational number in the field."""
    return FIELD.convert(sp.QQ(x.numerator, x.denominator))


def _spread(level: Fraction) -> list[Fraction]:
    """Short fractions around a level: the equations are solved beyond where they are optimal."""
    step = Fraction(1, math.ceil(8 * LEVELS / (level - 1)))
    start = Fraction(math.floor(level / step)) * step
    return [start + (i - LEVELS // 2) * step for i in range(LEVELS)]


def _fractions(table: GroupTable, level: Fraction) -> list[Fraction]:
    """The solution at a level; empty where it is not read as fractions."""
    found = []
    for x in point_of(table.system, level - 1, table.start(level), DIGITS_BITS):
        exact = dyadic(x.mid())
        near = exact.limit_denominator(MOST_DENOMINATOR)
        if abs(exact - near) * MOST_DENOMINATOR**3 > 1:
            return []
        found.append(near)
    return found


def _through(places: Sequence[Fraction], values: Sequence[Fraction]) -> Any:
    """The rational function of least degree in h through all points; None if there is none."""
    h = FIELD.gens[0] - 1
    for degree in range(MOST_DEGREE_OF_SOLUTION + 1):
        rows = [
            [*(x**i for i in range(degree + 1)), *(-y * x**i for i in range(degree + 1))]
            for x, y in zip(places, values, strict=True)
        ]
        reduced, rank = flint.fmpq_mat([[fmpq(x) for x in row] for row in rows]).rref()
        if rank == 2 * degree + 2:
            continue
        above, below = _null_vector(reduced, rank, degree)
        parts = [
            sum((element(c) * h**i for i, c in enumerate(p)), FIELD.zero) for p in (above, below)
        ]
        if parts[1] != 0:
            return parts[0] / parts[1]
    return None


def _null_vector(
    reduced: flint.fmpq_mat, rank: int, degree: int
) -> tuple[list[Fraction], list[Fraction]]:
    """Of a matrix in echelon form, the one with the first free column."""
    size = 2 * degree + 2
    pivots = [next(j for j in range(size) if reduced[i, j] != 0) for i in range(rank)]
    free = next(j for j in range(size) if j not in pivots)
    vector = [Fraction(int(j == free)) for j in range(size)]
    for i, j in enumerate(pivots):
        vector[j] = -fraction(reduced[i, free])
    return vector[: degree + 1], vector[degree + 1 :]
