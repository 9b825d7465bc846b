"""The privacy level of a problem, as certificates state it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate import privacy_statement
from rropt.design.problem import Problem
from rropt.exact import text
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import Conditions, Key
from rropt.privacy.levels import OO, Entry, Levels
from rropt.privacy.matrices import matrix_json


def level_record(problem: Problem) -> dict[str, Any]:
    """One number, or the matrix with what its irrational entries enclose."""
    if problem.levels is None:
        return privacy_statement(problem.gamma, problem.delta)
    return levels_record(problem.levels)


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


def priced_pairs(priced: Sequence[tuple[Key, Fraction]]) -> dict[str, Any]:
    """The field of prices of pairs of truths (a, b), or of conditions (n,); none for no price.

    >>> priced_pairs([((0, 1), Fraction(1, 3))])
    {'pair_prices': [[0, 1, Fraction(1, 3)]]}
    """
    if not priced:
        return {}
    name = "pair_prices" if len(priced[0][0]) == 2 else "condition_prices"
    return {name: [[*key, z] for key, z in priced]}


def universal_field(problem: Problem, rows: Sequence[Sequence[Fraction]]) -> dict[str, Any]:
    """Two truths without a delta: two patterns span the cone, and a table of those is universal.

    Every private table A is then C P for some channel C: P is best for every objective at once.
    """
    ends = two_patterns(problem)
    if ends is None or not all(_along(row, ends) for row in rows):
        return {}
    return {"universal": True}


def two_patterns(problem: Problem) -> tuple[Pattern, Pattern] | None:
    """The two extreme patterns of two truths without a delta; None for any other level."""
    if problem.truths != 2:
        return None
    if problem.levels is None:
        gamma, delta = problem.gamma.lo, problem.delta
        return None if delta or gamma == 1 else ((gamma, Fraction(1)), (Fraction(1), gamma))
    if isinstance(problem.levels, Conditions) or problem.levels.singles:
        return None
    if not problem.levels.is_pure:
        return None
    first, second = problem.levels.lo[0][1], problem.levels.lo[1][0]
    return _end(first), _end(second)[::-1]


def _end(level: Entry) -> Pattern:
    """(g, 1), or (1, 0) for no bound."""
    if level == OO:
        return Fraction(1), Fraction(0)
    return Fraction(level), Fraction(1)


def _along(row: Sequence[Fraction], ends: Sequence[Pattern]) -> bool:
    return any(row[0] * end[1] == row[1] * end[0] for end in ends)


def _deltas(levels: Levels) -> Any:
    if levels.is_pure:
        return "0"
    return [[text(delta) for delta in row] for row in levels.deltas]


def _squares(levels: Levels, squares: tuple[tuple[Fraction, ...], ...]) -> list[list[str]]:
    pairs = (zip(*rows, strict=True) for rows in zip(levels.lo, squares, strict=True))
    return [["oo" if g == OO else text(square) for g, square in row] for row in pairs]
