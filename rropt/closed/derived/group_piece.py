"""One piece of the least worst variance of a mean: formulas, or equations with enclosures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from rropt.closed.derived.box import Box, Range, oriented
from rropt.closed.derived.group_curve import GroupCurve
from rropt.closed.derived.group_formulas import FIELD, element, rational_solution
from rropt.closed.derived.group_line import GroupTable, centred
from rropt.closed.derived.group_system import GroupUnknowns
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.validity import Condition, NotValid, ValidityRegion, region
from rropt.closed.symbols import gamma
from rropt.exact.convert import rational

SHOWN_DIGITS = 9
"""Of what has no formula, at one level."""


@dataclass(frozen=True)
class GroupPiece(SymbolicBasis):
    """A table with numbers, and the least favourable group."""

    group: tuple[sp.Expr, ...] = ()
    table: GroupTable | None = None
    """Where there are no formulas: what has the equations."""

    half: Fraction = Fraction(1)

    def enclosure(self, level: Fraction) -> tuple[Fraction, Fraction]:
        """Rationals around the value at a level, from the equations."""
        curve = None if self.table is None else self.table.curve(level, level)
        if curve is None:
            raise ArithmeticError("the equations are not solved here")
        scale = (self.half / (level - 1)) ** 2
        lo, hi = curve.ends(curve.unknowns.value)
        return lo * scale, hi * scale


def piece_in_formulas(
    table: GroupTable, values: Sequence[Fraction], line: Range, level: Fraction
) -> GroupPiece | None:
    """The formulas of a table that is best at a level, and where their signs say that they hold."""
    x = rational_solution(table, level)
    if x is None:
        return None
    h = FIELD.gens[0] - 1
    signs = [*x.weights, *x.squares, *(table.system.slack(h, x, m) for m in table.system.unused)]
    for part in table.completed:
        signs += part.conditions(h, x, element(part.number))
    point = {gamma: level}
    try:
        where = region([FIELD.to_sympy(sign) for sign in signs], Box((line,)), point)
    except NotValid:
        return None
    _, half, _ = centred(values)

    def shown(found: Any) -> sp.Expr:
        return oriented(sp.factor(FIELD.to_sympy(found)), point)

    rows = _entries(table, h, x, element)
    value = shown(x.value * element(half**2) / h**2)
    return GroupPiece(
        value=value,
        patterns=_patterns(table, values, x, rows, h, shown),
        prices=(),
        pair_prices=(),
        region=where,
        point=point,
        group=_group(table, values, [shown(q) for q in x.squares]),
    )


def piece_in_equations(
    table: GroupTable,
    values: Sequence[Fraction],
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
    _, half, _ = centred(values)
    h = level - 1
    x = _middles(curve)

    def shown(found: Any) -> sp.Expr:
        return sp.Float(rational(Fraction(found)), SHOWN_DIGITS)

    inside = (Condition(gamma - rational(lo)), Condition(rational(hi) - gamma))
    return GroupPiece(
        value=sp.Symbol(f"V{number}"),
        patterns=_patterns(table, values, x, _entries(table, h, x, Fraction), h, shown),
        prices=(),
        pair_prices=(),
        region=ValidityRegion(inside, Box((line,))),
        point={gamma: level},
        group=_group(table, values, [shown(q) for q in x.squares]),
        table=table,
        half=half,
    )


def _middles(curve: GroupCurve) -> GroupUnknowns:
    ends = [curve.ends(path) for path in curve.paths]
    return curve.system.unknowns([(lo + hi) / 2 for lo, hi in ends])


def _entries(table: GroupTable, h: Any, x: GroupUnknowns, of: Any) -> list[dict[int, Any]]:
    """Report by report, the likelihoods of the truths without a share that are not 1 or gamma."""
    found: list[dict[int, Any]] = [{} for _ in table.system.support]
    for part in table.completed:
        likelihoods = part.likelihoods(h, x, of(part.number))
        for i, likelihood in enumerate(likelihoods):
            found[i][part.truth] = part.mask[i] if i not in (part.low, part.high) else likelihood
    return found


def _patterns(
    table: GroupTable,
    values: Sequence[Fraction],
    x: GroupUnknowns,
    rows: list[dict[int, Any]],
    h: Any,
    shown: Any,
) -> tuple:
    """(entries on the truths of the problem, the number that is reported, weight)."""
    middle, half, points = centred(values)
    classes = [points.index((value - middle) / half) for value in values]
    found = []
    for i, mask in enumerate(table.system.support):
        own: dict[int, Any] = dict(zip(table.active, mask, strict=True))
        entries = {place: _entry(part, shown) for place, part in (own | rows[i]).items()}
        reported = x.reports[i] / h * _like(half, h) + _like(middle, h)
        pattern = tuple(entries[c] for c in classes)
        found.append((pattern, f"report {shown(reported)}", shown(x.weights[i])))
    return tuple(found)


def _entry(part: Any, shown: Any) -> Any:
    """An exponent of gamma, or a likelihood between."""
    if isinstance(part, int):
        return gamma if part else sp.Integer(1)
    return shown(part)


def _like(x: Fraction, h: Any) -> Any:
    return x if isinstance(h, Fraction) else element(x)


def _group(
    table: GroupTable, values: Sequence[Fraction], shares: Sequence[sp.Expr]
) -> tuple[sp.Expr, ...]:
    """The shares of the truths; of truths with one number the first has them."""
    middle, half, points = centred(values)
    known = dict(zip(table.active, shares, strict=True))
    given: set[int] = set()
    found = []
    for value in values:
        place = points.index((value - middle) / half)
        found.append(sp.Integer(0) if place in given else known.get(place, sp.Integer(0)))
        given.add(place)
    return tuple(found)
