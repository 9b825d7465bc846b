"""One piece of the least worst variance of a mean: formulas, or equations with enclosures.

Is the solution of the equations rational in gamma? At a few rational levels the solution is found
to many digits and read as fractions; a rational function of low degree through them is a guess. It
is the solution where it solves the equations identically.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from operator import mul
from typing import Any

import sympy as sp

from rropt.closed.derived.group_line import GroupTable
from rropt.closed.derived.group_system import CentredNumbers, GroupUnknowns, solved
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.validity import (
    Box,
    Condition,
    NotValid,
    Range,
    ValidityRegion,
    oriented,
    region,
)
from rropt.closed.symbols import gamma
from rropt.exact import dyadic, text
from rropt.exact.convert import rational
from rropt.exact.linear_algebra import null_space

SHOWN_DIGITS = 9
"""Of what has no formula, at one level."""

DIGITS_OF_VALUE = 12
"""Of the value there, whose enclosure is as narrow."""


@dataclass(frozen=True)
class GroupPiece(SymbolicBasis):
    """A table with numbers, and the least favourable group."""

    group: tuple[sp.Expr, ...] = ()
    table: GroupTable | None = None
    """Where there are no formulas: what has the equations."""

    half: Fraction = Fraction(1)

    def enclosure(self, place: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
        """Rationals around the value at a level: of its formula, or from the equations."""
        if self.table is None:
            return super().enclosure(place)
        level = place["gamma"]
        curve = self.table.curve(level, level)
        if curve is None:
            raise ArithmeticError("the equations are not solved here")
        scale = (self.half / (level - 1)) ** 2
        lo, hi = curve.ends(curve.unknowns.value)
        return lo * scale, hi * scale

    def _shown(self) -> tuple[Fraction, tuple[Fraction, Fraction]]:
        """The level at which equations are shown, and the value there."""
        level = self.point[gamma]
        return level, self.enclosure({"gamma": level})

    def lines(self) -> list[str]:
        """The least favourable group; where there are only equations, the level that is shown."""
        lines = [f"shares of the least favourable group {self.group}", *super().lines()]
        if self.table is None:
            return lines
        level, (lo, hi) = self._shown()
        value = sp.Float(rational((lo + hi) / 2), DIGITS_OF_VALUE)
        shown = f"at gamma = {text(level)} it is {value}, and"
        return [f"with equations, no formula: {shown}", *lines]

    def record(self) -> dict[str, Any]:
        """The same as strings."""
        found = super().record() | {"group": [str(share) for share in self.group]}
        if self.table is None:
            return found
        level, ends = self._shown()
        return found | {"shown_at": {"gamma": text(level), "value": list(map(text, ends))}}


def piece_in_formulas(
    table: GroupTable, numbers: CentredNumbers, line: Range, level: Fraction
) -> GroupPiece | None:
    """The formulas of a table that is best at a level, and where their signs say that they hold."""
    x = rational_solution(table, level)
    if x is None:
        return None
    h = FIELD.gens[0] - 1
    point = {gamma: level}
    try:
        where = region(map(FIELD.to_sympy, table.signs(h, x)), Box((line,)), point)
    except NotValid:
        return None

    def shown(found: Any) -> sp.Expr:
        return oriented(sp.factor(FIELD.to_sympy(found)), point)

    value = shown(x.value * numbers.half**2 / h**2)
    return _piece(table, numbers, (h, x), shown, value=value, region=where, point=point)


def piece_in_equations(
    table: GroupTable,
    numbers: CentredNumbers,
    line: Range,
    stretch: tuple[Fraction, Fraction],
    number: int,
) -> GroupPiece:
    """Of a table that is proved on a stretch: the value is a name, the rest is at its middle."""
    lo, hi = stretch
    middle = ((lo + hi) / 2).limit_denominator(100)
    level = middle if lo <= middle <= hi else (lo + hi) / 2
    curve = table.curve(level, level)
    if curve is None:
        raise ArithmeticError("the equations are not solved at a level where they were")
    ends = [curve.ends(path) for path in curve.paths]
    x = curve.system.unknowns([(low + high) / 2 for low, high in ends])

    def shown(found: Any) -> sp.Expr:
        return sp.Float(rational(Fraction(found)), SHOWN_DIGITS)

    inside = (Condition(gamma - rational(lo)), Condition(rational(hi) - gamma))
    return _piece(
        table,
        numbers,
        (level - 1, x),
        shown,
        value=sp.Symbol(f"V{number}"),
        region=ValidityRegion(inside, Box((line,))),
        point={gamma: level},
        table=table,
        half=numbers.half,
    )


def _piece(
    found: GroupTable,
    numbers: CentredNumbers,
    solution: tuple[Any, GroupUnknowns],
    shown: Callable[[Any], sp.Expr],
    **rest: Any,
) -> GroupPiece:
    """The patterns and the group of a table that was found.

    - solution: h and the unknowns, formulas or numbers
    - shown: what is said of a formula or a number
    - rest: the fields that are different where there are no formulas
    """
    h, x = solution
    patterns = []
    rows = zip(found.rows(h, x), x.reports, x.weights, strict=True)
    for likelihoods, u, weight in rows:
        entries = {n: _entry(r, shown) for n, r in likelihoods.items()}
        reported = (u * numbers.half + h * numbers.middle) / h
        pattern = tuple(entries[n] for n in numbers.places)
        patterns.append((pattern, f"report {shown(reported)}", shown(weight)))
    shares = dict(zip(found.active, map(shown, x.squares), strict=True))
    # Of truths with one number the first has the share of all.
    group = tuple(shares.pop(n, sp.Integer(0)) for n in numbers.places)
    return GroupPiece(patterns=tuple(patterns), prices=(), pair_prices=(), group=group, **rest)


def _entry(likelihood: Any, shown: Callable[[Any], sp.Expr]) -> sp.Expr:
    """1 or gamma, or a likelihood between."""
    if isinstance(likelihood, int):
        return gamma if likelihood else sp.Integer(1)
    return shown(likelihood)


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
    for x in [] if solution is None else solution[0]:
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
