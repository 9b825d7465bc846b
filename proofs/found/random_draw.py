"""A random problem of a found statement: its formula, how it is solved, its parameters.

Parameters are small fractions, so that the formulas are exact numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import rropt as rr
from rropt.design.answer import ends
from rropt.privacy import Criterion

Level = Fraction | None
Matrix = Sequence[Sequence[Level]]


@dataclass(frozen=True)
class Draw:
    """A problem, the value that a formula gives it, and how to find what is proved of it."""

    problem: str
    formula: Fraction
    solve: Callable[[], tuple[Fraction, Fraction]]

    def proved(self) -> tuple[Fraction, Fraction]:
        return self.solve()


def best(privacy: Criterion, objective: Any, formula: Fraction, **options: Any) -> Draw:
    """A certified optimum between its table's value and its bound, in either order."""

    def solve() -> tuple[Fraction, Fraction]:
        design = rr.optimal(privacy, objective, **options)
        found = [*ends(design.value), *ends(design.bound)]
        return min(found), max(found)

    return Draw(f"{objective!r} under {privacy!r} {options or ''}", formula, solve)


ROUNDED = Fraction(1, 10**9)
"""A logarithm or a root in floating point, beside certified ends a few 1e-12 apart."""


def rounded(exact: Draw) -> Draw:
    """A draw whose formula is a logarithm or a root."""

    def solve() -> tuple[Fraction, Fraction]:
        low, high = exact.proved()
        return low - ROUNDED, high + ROUNDED

    return Draw(exact.problem, exact.formula, solve)


def beaten(design: Draw) -> Draw:
    """1 where a certified table is better than the formula, else 0."""

    def solve() -> tuple[Fraction, Fraction]:
        better = Fraction(int(design.proved()[1] < design.formula))
        return better, better

    return Draw(design.problem, Fraction(1), solve)


def level(random: Random, most: int = 12) -> Fraction:
    return 1 + Fraction(random.randint(1, 8 * most), random.choice((8, 9, 10)))


def delta(random: Random) -> Fraction:
    return random.choice((Fraction(0), Fraction(random.randint(1, 18), 20)))


def shares(random: Random, k: int, least: int = 1) -> list[Fraction]:
    counts = [random.randint(least, 30) for _ in range(k)]
    return [Fraction(count, sum(counts)) for count in counts]


def text(values: Sequence[Fraction]) -> list[str]:
    return [str(value) for value in values]


def privacy(levels: Matrix, d: Fraction = Fraction(0)) -> Criterion:
    """Levels of pairs, None for no level, and one delta for every pair that has one."""
    rows = [["oo" if g is None else str(g) for g in row] for row in levels]
    if d == 0:
        return rr.Privacy(rows)
    pairs = [
        [str(d) if g is not None and i != j else "0" for j, g in enumerate(row)]
        for i, row in enumerate(levels)
    ]
    return rr.Privacy(rows, pairs)


def one_number(g: Fraction, k: int) -> Matrix:
    return [[Fraction(1) if i == j else g for j in range(k)] for i in range(k)]


def lottery(value: Fraction, whole: int | Fraction, d: Fraction) -> Fraction:
    return d * whole + (1 - d) * value


def solved(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """Gauss in fractions; an IndexError or ZeroDivisionError where there is no one solution."""
    k = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for c in range(k):
        pivot = next(i for i in range(c, k) if rows[i][c])
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [value / rows[c][c] for value in rows[c]]
        for i in range(k):
            if i != c:
                rows[i] = [x - rows[i][c] * y for x, y in zip(rows[i], rows[c], strict=True)]
    return [row[-1] for row in rows]


def sets(k: int) -> list[tuple[int, ...]]:
    return [chosen for size in range(k + 1) for chosen in combinations(range(k), size)]
