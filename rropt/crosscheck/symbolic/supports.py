"""Extreme directions and the best support among them, in exact rationals.

All choices of k - 1 planes are met; the direction is the vector of their minors. The linear program
over the directions is solved by the simplex method with Bland's rule, on a tableau of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from operator import attrgetter
from typing import Any

import sympy as sp
from sympy import QQ

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.symbolic.exact_limits import (
    ZERO,
    Budget,
    ExactLimits,
    Form,
    GammaPower,
    rational,
)
from rropt.exact.entries import entrywise, two_valued

MOST_MEETINGS = 2_000
"""Of planes: 560 for four truths under one number, and a millisecond for ten of them."""

MOST_TRUTHS = 4

MOST_PIVOTS = 500

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Direction:
    """An extreme direction at the rational point, and the planes that meet in it."""

    near: Row
    planes: tuple[Form, ...]
    sign: int

    @property
    def expressions(self) -> tuple[sp.Expr, ...]:
        """Its entries in g."""
        matrix = entrywise(attrgetter("expression"), self.planes)
        return tuple(sp.expand(self.sign * entry) for entry in minors(matrix))


def directions(limits: ExactLimits) -> list[Direction]:
    """All extreme directions, each once.

    >>> from types import SimpleNamespace
    >>> from rropt.crosscheck.symbolic.exact_limits import exact_limits
    >>> from rropt.privacy import LocalDP
    >>> asked = SimpleNamespace(privacy=LocalDP("1/2"), truths=2)
    >>> sorted((one.expressions for one in directions(exact_limits(asked))), key=str)
    [(1, g), (g, 1)]
    """
    k = limits.truths
    planes = _planes(limits)
    if k > MOST_TRUTHS or comb(len(planes), k - 1) > MOST_MEETINGS:
        raise NotPosed(f"{len(planes)} planes on {k} truths have too many meetings")

    def at_the_point(form: Form) -> list[Any]:
        return [entry.near(limits.point) for entry in form]

    near = {form: at_the_point(form) for form in planes}
    hard = list(map(at_the_point, limits.hard))
    found: dict[Row, Direction] = {}
    for chosen in combinations(planes, k - 1):
        ray = minors([near[form] for form in chosen])
        sign = _sign(ray)
        if not sign:
            continue
        row = tuple(sign * entry for entry in ray)
        if all(_dot(form, row) <= 0 for form in hard):
            top = max(row)
            # Where more than k - 1 planes meet, several choices give one direction.
            found.setdefault(tuple(x / top for x in row), Direction(row, chosen, sign))
    # A truth that may be told alone is a direction whatever the inequalities say.
    for truth in limits.free:
        planes_of_one = tuple(_axis(k, j) for j in range(k) if j != truth)
        row = tuple(QQ(int(j == truth)) for j in range(k))
        plain = list(map(at_the_point, planes_of_one))
        sign = _sign(minors(plain))
        found.setdefault(row, Direction(row, planes_of_one, sign))
    return list(found.values())


def _planes(limits: ExactLimits) -> list[Form]:
    forms = [_axis(limits.truths, j) for j in range(limits.truths)]
    forms += limits.hard
    for budget in limits.budgets:
        forms += budget.forms
    return list(dict.fromkeys(forms))


def _axis(truths: int, truth: int) -> Form:
    return tuple(GammaPower(Fraction(1)) if j == truth else ZERO for j in range(truths))


def _sign(ray: Sequence[Any]) -> int:
    """1 or -1 where all entries have one sign; 0 for a ray that is none."""
    if all(x >= 0 for x in ray):
        return 1 if any(ray) else 0
    return -1 if all(x <= 0 for x in ray) else 0


def minors(matrix: Sequence[Sequence[Any]]) -> list[Any]:
    """The vector on which all k - 1 rows vanish: (-1)^j times the determinant without column j."""
    found = []
    for j in range(len(matrix) + 1):
        kept = [[*row[:j], *row[j + 1 :]] for row in matrix]
        found.append((-1) ** j * determinant(kept))
    return found


def determinant(matrix: Sequence[Sequence[Any]]) -> Any:
    """By the first row.

    >>> determinant([[1, 2], [3, 4]])
    -2
    """
    if len(matrix) == 1:
        return matrix[0][0]
    total: Any = 0
    for j, entry in enumerate(matrix[0]):
        if entry:
            rest = [[*row[:j], *row[j + 1 :]] for row in matrix[1:]]
            total += (-1) ** j * entry * determinant(rest)
    return total


def _dot(form: Sequence[Any], row: Sequence[Any]) -> Any:
    return sum((a * x for a, x in zip(form, row, strict=True)), QQ(0))


@dataclass(frozen=True)
class RayProgram:
    """Maximise costs.w over columns . w = right, w >= 0; after the directions come slacks."""

    columns: tuple[tuple[Any, ...], ...]
    right: tuple[Any, ...]

    @property
    def rows(self) -> int:
        return len(self.right)


def program(limits: ExactLimits, rays: Sequence[Direction]) -> RayProgram:
    """Every truth has a report, and budgets are kept."""
    size = limits.truths + len(limits.budgets)
    columns = []
    for ray in rays:
        spent = [_spent(budget, ray, limits) for budget in limits.budgets]
        columns.append((*ray.near, *spent))
    for n in range(len(limits.budgets)):
        columns.append(tuple(QQ(int(i == limits.truths + n)) for i in range(size)))
    right = [QQ(1)] * limits.truths + [rational(budget.most) for budget in limits.budgets]
    return RayProgram(tuple(columns), tuple(right))


def is_free(limits: ExactLimits, ray: Direction) -> bool:
    """Whether it tells a truth that may be told alone."""
    held = [j for j, x in enumerate(ray.near) if x]
    return len(held) == 1 and held[0] in limits.free


def _spent(budget: Budget, ray: Direction, limits: ExactLimits) -> Any:
    if is_free(limits, ray):
        return QQ(0)
    total = QQ(0)
    for cost, form in zip(budget.costs, budget.forms, strict=True):
        over = _dot([entry.near(limits.point) for entry in form], ray.near)
        total += rational(cost) * max(over, QQ(0))
    return total


def spent_expression(budget: Budget, ray: Direction, limits: ExactLimits) -> sp.Expr:
    """The same in g; which of the forms count is decided at the point."""
    total = sp.Integer(0)
    if is_free(limits, ray):
        return total
    for cost, form in zip(budget.costs, budget.forms, strict=True):
        if _dot([entry.near(limits.point) for entry in form], ray.near) > 0:
            entries = zip(form, ray.expressions, strict=True)
            total += sp.Rational(cost.numerator, cost.denominator) * sum(
                entry.expression * x for entry, x in entries
            )
    return total


def best_basis(posed: RayProgram, costs: Sequence[Any]) -> list[int]:
    """The columns of an optimal basis, by the two phases of the simplex method.

    >>> one, two = (QQ(1), QQ(0)), (QQ(0), QQ(1))
    >>> both = (QQ(1, 2), QQ(1, 2))
    >>> 2 in best_basis(RayProgram((one, two, both), (QQ(1), QQ(1))), [QQ(1), QQ(1), QQ(3)])
    True
    """
    count = len(posed.columns)
    rows = posed.rows
    tableau = []
    for i, entries in enumerate(zip(*posed.columns, strict=True)):
        artificial = two_valued({i}, rows, QQ(1), QQ(0))
        tableau.append([*entries, *artificial, posed.right[i]])
    # No right side is negative, so that the artificial columns are a first basis.
    basis = list(range(count, count + rows))
    _climb(tableau, basis, [QQ(0)] * count + [QQ(-1)] * rows, count + rows)
    _drive_out(tableau, basis, count)
    if any(tableau[i][-1] for i, j in enumerate(basis) if j >= count):
        raise NotPosed("no table is private")
    # Artificial columns may no longer enter.
    _climb(tableau, basis, [*costs, *([QQ(0)] * (count - len(costs))), *([QQ(0)] * rows)], count)
    return sorted(j for j in basis if j < count)


def _climb(tableau: list[list[Any]], basis: list[int], costs: Sequence[Any], width: int) -> None:
    """Bland's rule: the first column that gains, the first row that blocks; it ends."""
    for _ in range(MOST_PIVOTS):
        prices = [costs[j] for j in basis]
        entering = next((j for j in range(width) if _gain(tableau, prices, costs, j) > 0), None)
        if entering is None:
            return
        blocking = [
            (row[-1] / row[entering], basis[i], i)
            for i, row in enumerate(tableau)
            if row[entering] > 0
        ]
        if not blocking:
            raise NotPosed("the objective has no largest value")
        # Of rows that block equally soon the one of the first column.
        _pivot(tableau, basis, min(blocking)[2], entering)
    raise NotPosed("the simplex method takes too many steps")


def _gain(tableau: list[list[Any]], prices: Sequence[Any], costs: Sequence[Any], j: int) -> Any:
    paid = sum((p * row[j] for p, row in zip(prices, tableau, strict=True) if p), QQ(0))
    return costs[j] - paid


def _drive_out(tableau: list[list[Any]], basis: list[int], count: int) -> None:
    """Artificial columns at zero make place for others."""
    for i, j in enumerate(basis):
        if j >= count:
            other = next((c for c in range(count) if tableau[i][c]), None)
            if other is not None and not tableau[i][-1]:
                _pivot(tableau, basis, i, other)


def _pivot(tableau: list[list[Any]], basis: list[int], at: int, entering: int) -> None:
    unit = tableau[at][entering]
    chosen = tableau[at] = [x / unit for x in tableau[at]]
    for i, row in enumerate(tableau):
        factor = row[entering]
        if i != at and factor:
            tableau[i] = [x - factor * y if y else x for x, y in zip(row, chosen, strict=True)]
    basis[at] = entering


def feasible_supports(
    rays: Sequence[Direction], truths: int
) -> Iterator[tuple[list[int], list[Any]]]:
    """Choices of k independent directions of which a table consists, with their weights."""
    from sympy.polys.matrices import DomainMatrix
    from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

    ones = DomainMatrix([[QQ(1)]] * truths, (truths, 1), QQ)
    for chosen in combinations(range(len(rays)), truths):
        square = DomainMatrix(
            [[rays[n].near[j] for n in chosen] for j in range(truths)], (truths, truths), QQ
        )
        try:
            weights = [row[0] for row in square.lu_solve(ones).to_list()]
        except DMNonInvertibleMatrixError:
            continue
        # A table has no report with a negative chance; one of chance 0 leaves a smaller support.
        if min(weights) >= 0:
            yield list(chosen), weights
