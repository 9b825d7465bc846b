"""The privacy level of a problem, as certificates state it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate import privacy_statement
from rropt.design.levels.universal_table import is_universal
from rropt.design.problem import Problem
from rropt.privacy.conditions import Key


def level_record(problem: Problem) -> dict[str, Any]:
    """One number, or the matrix with what its irrational entries enclose."""
    if problem.levels is None:
        return privacy_statement(problem.gamma, problem.delta)
    return problem.levels.record()


def priced_pairs(priced: Sequence[tuple[Key, Fraction]]) -> dict[str, Any]:
    """The field of prices of pairs of truths (a, b), or of conditions (n,); none for no price.

    >>> priced_pairs([((0, 1), Fraction(1, 3))])
    {'pair_prices': [[0, 1, Fraction(1, 3)]]}
    """
    if not priced:
        return {}
    name = "pair_prices" if len(priced[0][0]) == 2 else "condition_prices"
    return {name: [[*key, z] for key, z in priced]}


def universal_field(problem: Problem, rows: Iterable[Sequence[Fraction]]) -> dict[str, Any]:
    """Whether every private table A is C P for this table P and a channel C: two truths only.

    P is then best for every objective at once.
    """
    return {"universal": True} if is_universal(problem, rows) else {}
