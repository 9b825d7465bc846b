"""A matrix of levels, or conditions, as certificates state them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.exact import text
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import OO, Levels
from rropt.privacy.matrices import matrix_json


def levels_record(levels: Levels | Conditions) -> dict[str, Any]:
    """The matrix; its upper ends, epsilon and squared distances where it is irrational.

    >>> from rropt.privacy import Privacy
    >>> levels_record(Privacy([[1, 3], ["oo", 1]]).levels)
    {'gamma': [['1', '3'], ['oo', '1']], 'delta': '0'}
    """
    if isinstance(levels, Conditions):
        return levels.record()
    record: dict[str, Any] = {"gamma": matrix_json(levels.lo), "delta": _deltas(levels)}
    if levels.singles:
        record["singles"] = list(levels.singles)
    if levels.is_exact:
        return record
    record["above"] = matrix_json(levels.hi)
    if levels.epsilon is not None and levels.distances_squared is not None:
        record["epsilon"] = text(levels.epsilon)
        record["distances_squared"] = _squares(levels, levels.distances_squared)
    return record


def _deltas(levels: Levels) -> Any:
    if levels.is_pure:
        return "0"
    return [[text(delta) for delta in row] for row in levels.deltas]


def _squares(levels: Levels, squares: tuple[tuple[Fraction, ...], ...]) -> list[list[str]]:
    pairs = (zip(*rows, strict=True) for rows in zip(levels.lo, squares, strict=True))
    return [["oo" if g == OO else text(square) for g, square in row] for row in pairs]
