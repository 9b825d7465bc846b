"""A piecewise optimum as JSON-ready data: the ranges, the pieces, the cover, what is undecided."""

from __future__ import annotations

from typing import Any

from rropt.closed.derived.box import Box
from rropt.closed.derived.group_piece import GroupPiece
from rropt.closed.derived.symbolic_cards import Card
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.wording import curves, intervals, known_as
from rropt.closed.symbolic_utilities import entries
from rropt.exact import text
from rropt.patterns.extreme import ordered_pairs


def derivation_record(answer: Any) -> dict[str, Any]:
    """Everything that the text says; numbers and formulas are strings."""
    space = answer.parameters
    return {
        "reported": answer.reported,
        "categories": answer.problem.truths,
        "ranges": _ranges(answer.box),
        "positive": [str(bound) for bound in answer.box.positive],
        "fixed": {str(symbol): text(value) for symbol, value in space.fixed.items()},
        "prior": None if space.prior is None else [str(mass) for mass in space.prior],
        "levels": _matrix(space.levels),
        "pieces": [_piece(answer, piece) for piece in answer.pieces],
        "switches": _switches(answer),
        "best_of": None if answer.envelope is None else answer.envelope.name,
        "reason": answer.reason or None,
        "proved": answer.proved,
        "method": answer.cover.method,
        "solvers": dict(answer.cover.verdicts),
        "undecided_share": None if answer.cover.share is None else text(answer.cover.share),
        "undecided": [_ranges(part) for part in answer.undecided],
    }


def _ranges(box: Box) -> dict[str, list[str]]:
    return {
        str(symbol): [text(lo), "oo" if hi is None else text(hi)] for symbol, lo, hi in box.ranges
    }


def _matrix(levels: Any) -> list[list[str]] | None:
    return None if levels is None else [[str(entry) for entry in row] for row in levels]


def _piece(answer: Any, piece: SymbolicBasis | Card) -> dict[str, Any]:
    """Value, region, table and prices."""
    found: dict[str, Any] = {
        "value": str(piece.value),
        "where": [str(relation) for relation in piece.region.relations],
        "known_as": [id for id, _ in known_as(answer, piece)],
    }
    if isinstance(piece, Card):
        return {**found, "card": [str(p) for p in piece.card], "tight": list(piece.tight)}
    found["table"] = [
        {"pattern": [str(x) for x in entries(r)], "piece": name, "weight": str(weight)}
        for r, name, weight in piece.patterns
    ]
    if isinstance(piece, GroupPiece):
        found |= _group(piece)
    found["all_orders"] = piece.symmetric
    found["prices"] = [str(y) for y in piece.prices]
    pairs = zip(ordered_pairs(len(piece.prices)), piece.pair_prices, strict=False)
    found["pair_prices"] = {f"{a},{b}": str(z) for (a, b), z in pairs if z != 0}
    return found


def _group(piece: GroupPiece) -> dict[str, Any]:
    """The least favourable group; where there is no formula, the level that is shown."""
    found: dict[str, Any] = {"group": [str(share) for share in piece.group]}
    if piece.table is not None:
        (level,) = piece.point.values()
        found["shown_at"] = {"gamma": text(level), "value": list(map(text, piece.enclosure(level)))}
    return found


def _switches(answer: Any) -> list[str]:
    """Where the formula changes: numbers on a line, curves in a box."""
    line = answer.cover.line
    if line is not None:
        return [f"{line[0]} = {lo}" for lo, _, _ in intervals(answer)[1:]]
    if not answer.cover.script:
        return []
    return [f"{curve.lhs} = {curve.rhs}" for curve in curves(answer)]
