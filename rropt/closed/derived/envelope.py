"""Whether the optimum is simply the best of its forms, everywhere in the box.

Pieces with many regions may have few values. If on the region of each piece no other value is
better, then the optimum is the largest (for a variance the least) of the values, and it switches
where two of them are equal. Proved as a cover is: by cells on a line, else by z3 and cvc5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any

import sympy as sp

from rropt.closed.derived import region_cover, smt
from rropt.closed.derived.validity import Box, Condition, NotValid, reduced


@dataclass(frozen=True)
class Envelope:
    """`name` (max or min) of the values is the optimum; the answers of the solvers, if asked."""

    name: str
    values: tuple[sp.Expr, ...]
    script: str = ""
    verdicts: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    """Why, where it is known without asking."""


def envelope(box: Box, pieces: Sequence[Any], name: str) -> Envelope | None:
    """The proved statement that the optimum is the max (or min) of the values; None if it is not.

    Nor is it one where a value has a pole inside the box, outside its own region.

    >>> from fractions import Fraction
    >>> from types import SimpleNamespace
    >>> x = sp.Symbol("x")
    >>> from rropt.closed.derived.validity import ValidityRegion
    >>> low = SimpleNamespace(value=sp.Integer(2), region=ValidityRegion((Condition(2 - x),)))
    >>> high = SimpleNamespace(value=x, region=ValidityRegion((Condition(x - 2),)))
    >>> line = Box(((x, Fraction(1), None),))
    >>> envelope(line, [low, high], "max").values, envelope(line, [low, high], "min")
    ((2, x), None)
    """
    values = tuple(dict.fromkeys(piece.value for piece in pieces))
    if len(values) < 2:
        return None
    try:
        better = [list(_not_worse(box, piece.value, values, name)) for piece in pieces]
    except NotValid:
        return None
    if len(box.ranges) == 1:
        return Envelope(name, values) if _on_cells(box, pieces, better) else None
    text = _script(box, pieces, better)
    verdicts = smt.verdicts(text)
    proved = all(answer == "unsat" for _, answer in verdicts)
    return Envelope(name, values, text, verdicts) if proved else None


def switches(box: Box, outer: Envelope) -> Iterator[Condition]:
    """The curves where two values are equal and, on some stretch, better than all others."""
    found: dict[sp.Expr, Condition] = {}
    for i, first in enumerate(outer.values):
        for second in outer.values[i + 1 :]:
            for condition in reduced(second - first, box):
                for factor, _ in sp.factor_list(condition.polynomial, *box.symbols)[1]:
                    if _both_best(box, outer, factor, first):
                        found.setdefault(factor, Condition(factor))
    return iter(found.values())


def _both_best(box: Box, outer: Envelope, curve: sp.Expr, value: sp.Expr) -> bool:
    """Whether no other value is as good on a stretch of the curve; those equal on all of it are."""
    others = [
        other
        for other in outer.values
        if sp.rem(sp.fraction(sp.together(other - value))[0], curve, *box.symbols) != 0
    ]
    conditions = [replace(c, strict=True) for c in _not_worse(box, value, others, outer.name)]
    equal = f"(assert (= {smt.term(curve)} 0.0))"
    rest = [f"(assert {smt.holds(c)})" for c in conditions]
    text = "\n".join([*smt.opening(box), equal, *rest, "(check-sat)"])
    # The curve is only shown: one that is undecided is not left out.
    return smt.answer_of_z3(text) != "unsat"


def _not_worse(
    box: Box, value: sp.Expr, values: Sequence[sp.Expr], name: str
) -> Iterator[Condition]:
    """value >= other (max) or <= other (min), as polynomial conditions."""
    for other in values:
        if other != value:
            difference = value - other
            yield from reduced(difference if name == "max" else -difference, box)


def _on_cells(box: Box, pieces: Sequence[Any], better: Sequence[list[Condition]]) -> bool:
    """Between two roots of all conditions, each region has the better value or is not there."""
    symbol, lo, hi = box.ranges[0]
    stated = (piece.region.conditions for piece in pieces)
    conditions = list(chain.from_iterable((*stated, *better)))
    # Between two roots no sign changes, and at a root closed conditions hold by continuity.
    roots = region_cover.isolated([c.polynomial for c in conditions], symbol, lo, hi)
    points = region_cover.beside(roots, lo, hi)
    for x, (piece, found) in product(points, zip(pieces, better, strict=True)):
        known = {symbol: x}
        if piece.region.holds(known) and not all(c.holds(known) for c in found):
            return False
    return True


def _script(box: Box, pieces: Sequence[Any], better: Sequence[list[Condition]]) -> str:
    lines = smt.opening(box)
    cases = []
    for piece, found in zip(pieces, better, strict=True):
        inside = " ".join(map(smt.holds, piece.region.conditions))
        cases += [f"(and {inside} {smt.fails(condition)})" for condition in found]
    return "\n".join([*lines, f"(assert (or false {' '.join(cases)}))", "(check-sat)"])
