"""The privacy level of a problem, as certificates state it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate import privacy_statement
from rropt.design.levels.universal_table import is_universal
from rropt.design.problem import Problem
from rropt.privacy.conditions import Conditions, Key


def level_record(problem: Problem, rows: Iterable[Sequence[Fraction]] = ()) -> dict[str, Any]:
    """One number, the matrix with what its irrational entries enclose, or the conditions.

    - rows: the table, of which zero-concentrated privacy is shown
    """
    if problem.levels is None:
        return privacy_statement(problem.gamma, problem.delta)
    levels = problem.levels
    if isinstance(levels, Conditions) and levels.rho is not None:
        table = tuple(rows)
        levels = levels.shown_of(table) if table else levels
    return levels.record()


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
