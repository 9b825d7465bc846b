"""The program over patterns with its parameters left as symbols.

    maximise sum w u   with   sum_r w_r r_j = 1,   sum_r w_r [r_a - gamma r_b]_+ <= delta.

For symmetric utilities the rows are one for the columns and one for the pairs, over pattern types.
At a rational point the exact simplex finds an optimal basis B; its weights B^-1 b, prices c B^-1
and value are rational functions, valid where weights, pair prices and all reduced costs are
non-negative.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import mul
from typing import Any

import sympy as sp
from sympy.polys.matrices import DomainMatrix

from rropt import lp
from rropt.closed.derived.validity import Box, Point, ValidityRegion, at, oriented, region
from rropt.closed.formula import WITHOUT_EPSILON, Formula
from rropt.closed.symbolic_utilities import (
    Entries,
    entries,
    in_field,
    is_rational,
    listed,
    pieces,
    tidy,
)
from rropt.closed.symbols import delta, gamma
from rropt.design.problem import Problem
from rropt.exact.convert import fraction, rational
from rropt.exact.entries import entrywise
from rropt.patterns.extreme import (
    OUTSIDE,
    Exponents,
    extreme_patterns,
    ordered_pairs,
    pattern_types,
)
from rropt.utility import FDivergence

Prior = tuple[sp.Expr, ...] | None

BITS = 160
"""Of an enclosure of an irrational value: three times a double."""


@dataclass(frozen=True)
class Column:
    """One pattern (or type) with one piece of its utility."""

    pattern: Exponents | Entries
    piece: str
    gain: sp.Expr
    rows: tuple[sp.Expr, ...]


@dataclass(frozen=True)
class SymbolicBasis:
    """Weights, prices and value of an optimal basis as functions, and where they are optimal."""

    value: sp.Expr
    patterns: tuple[tuple[Exponents | Entries, str, sp.Expr], ...]
    """(exponents of gamma or entries in other parameters, piece of the utility, weight)."""

    prices: tuple[sp.Expr, ...]
    pair_prices: tuple[sp.Expr, ...]
    region: ValidityRegion
    point: Point
    symmetric: bool = False

    def enclosure(self, place: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
        """Rationals around the value at a point of the region; equal where it is rational."""
        return Formula(str(self.value)).enclosure(place, WITHOUT_EPSILON, BITS)

    def lines(self) -> list[str]:
        """The table and its prices in words."""
        orders = "all orders of " if self.symmetric else ""
        lines = [
            f"weight {weight} on {orders}{entries(r)}" + (f", {name}" if name else "")
            for r, name, weight in self.patterns
        ]
        if self.symmetric and self.prices:
            size = len(self.patterns[0][0])
            lines.append(f"price {sp.factor(self.prices[0] / size)} for each truth")
            each = [sp.factor(z / (size * (size - 1))) for z in self.pair_prices]
            return lines + [f"price {z} for each pair" for z in each]
        lines += [f"price y{j} = {y}" for j, y in enumerate(self.prices)]
        return lines + [f"price z{a}{b} = {z}" for (a, b), z in self._prices_of_pairs()]

    def record(self) -> dict[str, Any]:
        """The same as strings."""
        table = [
            {"pattern": list(map(str, entries(r))), "piece": name, "weight": str(weight)}
            for r, name, weight in self.patterns
        ]
        return {
            "table": table,
            "all_orders": self.symmetric,
            "prices": [str(y) for y in self.prices],
            "pair_prices": {f"{a},{b}": str(z) for (a, b), z in self._prices_of_pairs()},
        }

    def _prices_of_pairs(self) -> list[tuple[tuple[int, int], sp.Expr]]:
        """The prices that are not zero, by their pairs of truths."""
        pairs = zip(ordered_pairs(len(self.prices)), self.pair_prices, strict=False)
        return [(pair, z) for pair, z in pairs if z != 0]


@dataclass(frozen=True)
class Solved:
    """A basis B of columns and logical variables with B^-1, exactly inverted."""

    basis: tuple[int, ...]
    inverse: DomainMatrix
    gains: tuple[sp.Expr, ...]
    rhs: tuple[sp.Expr, ...]

    @cached_property
    def weights(self) -> list[sp.Expr]:
        """B^-1 b."""
        field = self.inverse.domain
        return list(map(sp.factor, listed(self.inverse * in_field([[b] for b in self.rhs], field))))

    @cached_property
    def rational_prices(self) -> DomainMatrix | None:
        """c B^-1 in the field, where all gains of the basis are."""
        field = self.inverse.domain
        if not all(map(is_rational, self.gains)):
            return None
        return in_field([self.gains], field) * self.inverse

    @cached_property
    def prices(self) -> list[sp.Expr]:
        """c B^-1."""
        if self.rational_prices is None:
            return [tidy(y) for y in sp.Matrix([self.gains]) * self.inverse.to_Matrix()]
        return list(map(sp.factor, listed(self.rational_prices)))

    @cached_property
    def value(self) -> sp.Expr:
        """c B^-1 b."""
        return tidy(sum(g * w for g, w in zip(self.gains, self.weights, strict=True)))


@dataclass(frozen=True)
class SymbolicProgram:
    """Columns, right sides; the first `equalities` rows are equalities."""

    columns: tuple[Column, ...]
    rhs: tuple[sp.Expr, ...]
    equalities: int
    symmetric: bool
    box: Box

    @cached_property
    def field(self) -> Any:
        return sp.QQ.frac_field(*self.box.symbols)

    @cached_property
    def rational(self) -> bool:
        """Whether all utilities are rational functions."""
        return all(is_rational(column.gain) for column in self.columns)

    def derive(self, point: Point) -> SymbolicBasis:
        """The optimal basis at a rational point, with the region where it stays optimal."""
        solved = self.solve(point)
        where = region(self.conditions(solved), self.box, point)
        return self.basis_of(solved, where, point)

    def at(self, point: Point) -> SymbolicProgram:
        """The program itself, which is the same at every point of its box."""
        return self

    def conditions(self, solved: Solved) -> list[sp.Expr]:
        """What is non-negative where a basis is optimal: weights, pair prices, reduced costs."""
        slacks = solved.prices[self.equalities :]
        return [*self._signs(solved), *slacks, *self.reduced_costs(solved)]

    def _signs(self, solved: Solved) -> list[sp.Expr]:
        """Weights are non-negative; the logical variable of an equality is also non-positive."""
        fixed = range(len(self.columns), len(self.columns) + self.equalities)
        pairs = zip(solved.basis, solved.weights, strict=True)
        return [*solved.weights, *(-x for j, x in pairs if j in fixed)]

    def basis_of(self, solved: Solved, where: ValidityRegion, point: Point) -> SymbolicBasis:
        """What a solved basis says, without the parts that are zero."""
        size = len(self.columns)
        pairs = zip(solved.basis, solved.weights, strict=True)
        used = [(self.columns[j], w) for j, w in pairs if j < size and w != 0]
        return SymbolicBasis(
            value=oriented(solved.value, point),
            patterns=tuple((c.pattern, c.piece, oriented(w, point)) for c, w in used),
            prices=tuple(oriented(y, point) for y in solved.prices[: self.equalities]),
            pair_prices=tuple(oriented(z, point) for z in solved.prices[self.equalities :]),
            region=where,
            point=point,
            symmetric=self.symmetric,
        )

    def solve(self, point: Point) -> Solved:
        """The optimal basis at a rational point, solved with the parameters as symbols."""
        return self.solved(self.optimal_basis(point))

    def solved(self, basis: tuple[int, ...]) -> Solved:
        """A basis, inverted with the parameters as symbols."""
        size = len(self.columns)
        matrix = in_field([self._column(j) for j in basis], self.field).transpose()
        inverse = matrix.inv()
        # All formulas of a piece rest on this inverse: it is not taken on trust.
        if matrix * inverse != DomainMatrix.eye(len(basis), self.field).to_dense():
            raise ArithmeticError("the symbolic inverse of the basis is wrong")
        zero = sp.Integer(0)
        gains = tuple(self.columns[j].gain if j < size else zero for j in basis)
        return Solved(basis, inverse, gains, self.rhs)

    def optimal_basis(self, point: Point) -> tuple[int, ...]:
        """The columns of an optimal basis at a rational point."""
        listed = zip(*(column.rows for column in self.columns), strict=True)
        table = entrywise(lambda entry: at(entry, point), listed)
        rhs = [at(b, point) for b in self.rhs]
        solution = lp.maximize(
            [_gain(column.gain, point) for column in self.columns],
            table[: self.equalities],
            rhs[: self.equalities],
            table[self.equalities :],
            rhs[self.equalities :],
        )
        return solution.basis

    def _column(self, j: int) -> list[sp.Expr]:
        if j < len(self.columns):
            return list(self.columns[j].rows)
        row = j - len(self.columns)
        return [sp.Integer(int(i == row)) for i in range(len(self.rhs))]

    def reduced_costs(self, solved: Solved) -> list[sp.Expr]:
        """y . A_j - c_j for the columns outside the basis."""
        used = set(solved.basis)
        outside = [j for j in range(len(self.columns)) if j not in used]
        prices = solved.rational_prices
        if prices is not None and self.rational:
            table, gains = self._columns_in_field
            costs = listed(prices * table - gains)
            return [costs[j] for j in outside]
        columns = [self.columns[j] for j in outside]
        return [sum(map(mul, solved.prices, c.rows)) - c.gain for c in columns]

    @cached_property
    def _columns_in_field(self) -> tuple[DomainMatrix, DomainMatrix]:
        """A and c of rational utilities."""
        table = in_field([column.rows for column in self.columns], self.field).transpose()
        return table, in_field([[column.gain for column in self.columns]], self.field)

    def slacks(self, solved: Solved) -> dict[int, sp.Expr]:
        """The reduced costs that are not zero everywhere, by their columns."""
        used = set(solved.basis)
        outside = (j for j in range(len(self.columns)) if j not in used)
        costs = map(tidy, self.reduced_costs(solved))
        return {j: cost for j, cost in zip(outside, costs, strict=True) if cost != 0}


def program(problem: Problem, box: Box, fixed: Point, prior: Prior = None) -> SymbolicProgram:
    """The parametric program of a problem; a `prior` in parameters is in place of its own."""
    objective: Any = problem.objective
    if isinstance(objective, FDivergence) and problem.truths > 2:
        # Other truths may answer as one of the pair, so that two are the whole problem.
        pair = FDivergence(objective.divergence)
        return program(replace(problem, objective=pair), box, fixed, prior)
    k = problem.truths
    approximate = bool(fixed.get(delta, Fraction(1)))
    symmetric = objective.symmetric and prior is None
    listed = _types(k, approximate) if symmetric else extreme_patterns(k, Fraction(approximate))
    columns = []
    for exponents in listed:
        rows = _rows(exponents, approximate)
        if symmetric:
            # All orders of a type are as likely: rows are means over truths, and over pairs.
            rows = [sp.Add(*some) / len(some) for some in (rows[:k], rows[k:]) if some]
        known = tuple(row.subs(fixed) for row in rows)
        for piece, gain in pieces(objective, exponents, prior):
            columns.append(Column(exponents, piece, gain.subs(fixed), known))
    equalities = 1 if symmetric else k
    pairs = len(columns[0].rows) - equalities
    rhs = (sp.Integer(1),) * equalities + (delta.subs(fixed),) * pairs
    return SymbolicProgram(tuple(columns), rhs, equalities, symmetric, box)


def _gain(gain: sp.Expr, point: Point) -> Fraction:
    """The utility at the point; near enough to find a basis where it is irrational."""
    known = gain.xreplace({x: rational(value) for x, value in point.items()})
    return fraction(known) if known.is_Rational else fraction(sp.Rational(str(known.evalf(40))))


def _types(truths: int, approximate: bool) -> Iterator[Exponents]:
    """One pattern of each type."""
    for runs in pattern_types(truths, Fraction(approximate)):
        yield tuple(chain.from_iterable([level] * count for level, count in runs))


def _rows(pattern: Exponents, approximate: bool) -> list[sp.Expr]:
    """r_j of all truths, and with a delta [r_a - gamma r_b]_+ of all pairs."""
    pairs = ordered_pairs(len(pattern)) if approximate else []
    return [*entries(pattern), *(_excess(pattern, a, b) for a, b in pairs)]


def _excess(pattern: Exponents, a: int, b: int) -> sp.Expr:
    """[r_a - gamma r_b]_+ for gamma > 1."""
    high = pattern[a]
    low = pattern[b]
    # For gamma > 1 powers are in the order of their exponents.
    if high == OUTSIDE or (low != OUTSIDE and high <= low + 1):
        return sp.Integer(0)
    return gamma**high - (0 if low == OUTSIDE else gamma ** (low + 1))
