"""The privacy of a problem as certificates state it, and the one table of two truths.

Of two truths every private table is made of one: its rows are the sides of the convex edge under
which no sums of rows of a private table lie (`lower_edge`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from rropt.certificate import privacy_statement
from rropt.design.cards.lower_edge import corners, sides
from rropt.design.problem import Problem
from rropt.design.report_counts import levels_at
from rropt.exact import Table
from rropt.exact.number import masses_by_direction
from rropt.privacy.bound_forms import LOW, by_owner
from rropt.privacy.conditions import Conditions, Key
from rropt.privacy.levels import Levels


def universal_table(problem: Problem) -> Table | None:
    """The table, the rows with the largest r_0 / r_1 first; None where none is known."""
    if problem.truths != 2 or not _is_of_levels(problem.cone):
        return None
    return sides(corners(levels_at(problem, LOW)))


def _is_of_levels(cone: Levels | Conditions) -> bool:
    """Whether every condition is a level of one truth against the other."""
    if cone.singles or cone.has_orders:
        return False
    for forms in by_owner(cone.bound_forms(LOW)).values():
        entries = forms[0].along(2)
        # A sum of levels is no line in the plane of the edge, nor is a form of one sign.
        if len(forms) > 1 or not min(entries) < 0 < max(entries):
            return False
    return True


def is_universal(problem: Problem, rows: Iterable[Sequence[Fraction]]) -> bool:
    """Whether a table has these rows, where proportional ones are one row."""
    best = universal_table(problem)
    return best is not None and masses_by_direction(best) == masses_by_direction(rows)


def level_record(problem: Problem, rows: Iterable[Sequence[Fraction]] = ()) -> dict[str, Any]:
    """One number, the matrix with what its irrational entries enclose, or the conditions.

    - rows: the table, of which zero-concentrated privacy is shown
    """
    if problem.levels is None:
        return privacy_statement(problem.gamma, problem.delta)
    return problem.levels.shown_of(tuple(rows)).record()


def class_level_record(problem: Problem, sizes: Sequence[int]) -> dict[str, Any]:
    """Of truths in classes of these sizes: one number, and which classes it protects if not all.

    >>> from rropt import AOptimal, OneSided
    >>> from rropt.design.problem import resolved
    >>> one_sided = resolved(Problem(OneSided([0, 1], "ln(3)"), AOptimal("uniform", categories=5)))
    >>> class_level_record(one_sided, [2, 3])
    {'gamma': '3', 'delta': '0', 'protected': [0]}
    """
    if problem.levels is None:
        return privacy_statement(problem.gamma, problem.delta)
    protected = set(problem.protected)
    starts = accumulate(sizes, initial=0)
    classes = zip(starts, sizes, strict=False)
    return privacy_statement(problem.number) | {
        "protected": [c for c, (start, _) in enumerate(classes) if start in protected]
    }


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
