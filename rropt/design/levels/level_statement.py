"""The privacy level of a problem, as certificates state it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate import privacy_statement
from rropt.design.problem import Problem
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import Conditions, Key
from rropt.privacy.level_record import levels_record
from rropt.privacy.levels import OO, Entry


def level_record(problem: Problem) -> dict[str, Any]:
    """One number, or the matrix with what its irrational entries enclose."""
    if problem.levels is None:
        return privacy_statement(problem.gamma, problem.delta)
    return levels_record(problem.levels)


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
