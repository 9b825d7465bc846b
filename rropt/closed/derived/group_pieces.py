"""The least worst variance of a mean of a few numbers, along gamma, where it has formulas.

At a few rational levels the solution of the equations is found to many digits and read as
fractions; a rational function of low degree through them is a guess. It is the solution where it
solves the equations identically, and the table is optimal where all weights, shares and slacks are
positive: from roots to roots. What has no such formula is left undecided: `rropt.optimal` certifies
it level by level.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile
from operator import mul
from typing import Any

import sympy as sp

from rropt.closed.derived import region_cover
from rropt.closed.derived.envelope import Envelope
from rropt.closed.derived.group_system import (
    CentredNumbers,
    GroupUnknowns,
    active_truths,
    solved,
    starts,
)
from rropt.closed.derived.group_table import GroupTable, completion
from rropt.closed.derived.region_cover import Cover, WorkBudget
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.validity import Box, NotValid, Range, oriented, region
from rropt.closed.symbols import gamma
from rropt.exact import dyadic
from rropt.exact.entries import picked
from rropt.exact.linear_algebra import null_space

FARTHEST_OF_GROUPS = Fraction(2**7)
"""Beyond, the unknowns of the equations differ by 1e20, and nothing is looked for."""

SHARES = tuple(Fraction(n, 997) for n in (11, 29, 67, 131, 211, 307, 409, 563, 757, 941))
"""Where formulas are looked for in a part of the line: closer at its start, off round numbers."""


@dataclass(frozen=True)
class GroupPiece(SymbolicBasis):
    """A table with formulas, and the least favourable group."""

    group: tuple[sp.Expr, ...] = ()

    def lines(self) -> list[str]:
        """The least favourable group, and the table."""
        return [f"shares of the least favourable group {self.group}", *super().lines()]

    def record(self) -> dict[str, Any]:
        """The same as strings."""
        return super().record() | {"group": [str(share) for share in self.group]}


@dataclass(frozen=True)
class GroupPieces:
    """The numbers of the truths, and the tables that are known on a range of gamma."""

    line: Range
    work: WorkBudget
    numbers: CentredNumbers
    tables: dict[Any, GroupTable] = field(default_factory=dict, compare=False)
    formulas: dict[Any, GroupPiece | None] = field(default_factory=dict, compare=False)
    """Of the tables that were looked at; None where the solution is not rational in gamma."""

    places: dict[Fraction, GroupTable | None] = field(default_factory=dict, compare=False)

    def found(self) -> tuple[tuple[GroupPiece, ...], Cover]:
        """The formulas that are found, and what of the line they cover."""
        while True:
            pieces = self._pieces
            cover = region_cover.covered(Box((self.line,)), pieces, self.work)
            if cover.proved or self.work.is_spent:
                return pieces, cover
            # Points in each part of the line that no formula covers, until none is new.
            for level in self._uncovered(cover):
                table = self.solution(level) if level <= FARTHEST_OF_GROUPS else None
                if table is not None and table.table not in self.formulas:
                    self.formulas[table.table] = self.piece(table, level)
            if len(self._pieces) == len(pieces):
                return pieces, cover

    @property
    def _pieces(self) -> tuple[GroupPiece, ...]:
        return tuple(piece for piece in self.formulas.values() if piece is not None)

    def _uncovered(self, cover: Cover) -> Iterator[Fraction]:
        _, lo, hi = self.line
        between = region_cover.stretches(cover.roots, lo, hi)
        for (left, right), cell in zip(between, cover.cells, strict=True):
            if cell.region is None:
                end = max(FARTHEST_OF_GROUPS, 2 * left) if right is None else right
                yield from (left + (end - left) * share for share in SHARES)

    def envelope(self, pieces: Sequence[Any]) -> Envelope | None:
        """None: a piece is no table elsewhere."""
        return None

    def solution(self, x: Fraction) -> GroupTable | None:
        """What is found at a level, else what is known near it and still seems to be optimal."""
        if x not in self.places:
            self.places[x] = self._searched(x) or self._kept(x)
        return self.places[x]

    def _kept(self, x: Fraction) -> GroupTable | None:
        near = sorted(self.tables.values(), key=lambda table: table.distance(x))
        return next((table for table in near if table.seems_optimal(x)), None)

    def _searched(self, level: Fraction) -> GroupTable | None:
        """The table that seems to be best at a level."""
        whole = self.numbers.whole
        unit = self.numbers.unit
        for active in active_truths(whole, unit, level):
            rest = [n for n in range(len(whole)) if n not in active]
            for system, start in starts(picked(whole, active), unit, level):
                x = system.unknowns(start)
                parts = [completion(n, whole[n], unit, float(level) - 1, x) for n in rest]
                complete = tuple(part for part in parts if part is not None)
                # A truth without a completion may be worse off than those that are paid.
                if len(complete) < len(rest):
                    continue
                found = GroupTable(system, active, complete)
                known = self.tables.setdefault(found.table, found)
                known.samples.append((level, start))
                return known
        return None

    def piece(self, table: GroupTable, level: Fraction) -> GroupPiece | None:
        """The formulas of a table that is best at a level, where their signs say that they hold."""
        x = rational_solution(table, level)
        if x is None:
            return None
        h = FIELD.gens[0] - 1
        point = {gamma: level}
        try:
            where = region(map(FIELD.to_sympy, table.signs(h, x)), Box((self.line,)), point)
        except NotValid:
            return None

        def shown(found: Any) -> sp.Expr:
            if isinstance(found, int):
                return gamma if found else sp.Integer(1)
            return oriented(sp.factor(FIELD.to_sympy(found)), point)

        numbers = self.numbers
        patterns = []
        rows = zip(table.rows(h, x), x.reports, x.weights, strict=True)
        for likelihoods, u, weight in rows:
            reported = (u * numbers.half + h * numbers.middle) / h
            pattern = tuple(shown(likelihoods[n]) for n in numbers.places)
            patterns.append((pattern, f"report {shown(reported)}", shown(weight)))
        shares = dict(zip(table.active, map(shown, x.squares), strict=True))
        return GroupPiece(
            value=shown(x.value * numbers.half**2 / h**2),
            patterns=tuple(patterns),
            prices=(),
            pair_prices=(),
            region=where,
            point=point,
            # Of truths with one number the first has the share of all.
            group=tuple(shares.pop(n, sp.Integer(0)) for n in numbers.places),
        )


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
    # One level without fractions is enough: a rational function has them at all levels.
    known = list(takewhile(bool, (_fractions(table, level) for level in levels)))
    if len(known) < LEVELS:
        return None
    places = [level - 1 for level in levels]
    found = [_through(places, values) for values in zip(*known, strict=True)]
    if any(part is None for part in found):
        return None
    unknowns = table.system.unknowns(found)
    left = table.system.residuals(FIELD.gens[0] - 1, unknowns)
    return unknowns if all(part == 0 for part in left) else None


def _spread(level: Fraction) -> list[Fraction]:
    """Short fractions around a level: the equations are solved beyond where they are optimal."""
    step = Fraction(1, math.ceil(8 * LEVELS / (level - 1)))
    start = Fraction(math.floor(level / step)) * step
    return [start + (i - LEVELS // 2) * step for i in range(LEVELS)]


def _fractions(table: GroupTable, level: Fraction) -> list[Fraction]:
    """The solution at a level; empty where it is not read as fractions."""
    solution = solved(table.system, level - 1, table.start(level), DIGITS_BITS)
    found = []
    for x in solution or ():
        exact = dyadic(x)
        near = exact.limit_denominator(MOST_DENOMINATOR)
        # Every number has such a fraction within 1e-120, but by chance none within 1e-180.
        if abs(exact - near) * MOST_DENOMINATOR**3 > 1:
            return []
        found.append(near)
    return found


def _through(places: Sequence[Fraction], values: Sequence[Fraction]) -> Any:
    """The rational function of that degree in h through all points; None if there is none."""
    h = FIELD.gens[0] - 1
    degrees = range(MOST_DEGREE_OF_SOLUTION + 1)
    rows = []
    for x, y in zip(places, values, strict=True):
        # above(x) - y below(x) = 0 is linear in the coefficients of both.
        powers = [x**i for i in degrees]
        rows.append([*powers, *(-y * power for power in powers)])
    unknown = null_space(rows, 2 * len(degrees))
    if not unknown:
        return None
    # Quotients of this degree that agree at so many levels are one: any solution will do.
    powers = [h**i for i in degrees]
    above = sum(map(mul, powers, unknown[0]))
    return above / sum(map(mul, powers, unknown[0][len(degrees) :]))
