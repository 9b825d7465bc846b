"""The privacy of a problem as certificates state it, and the one table of two truths.

Of two truths every private table is made of one.

For a table A let A(t) be the sum over its rows of [r_0 - t r_1]+, t >= 0: convex, not increasing,
A(0) = 1. A level (0, g, d), the sum of [r_0 - g r_1]+ at most d, bounds A(g) by d, and a level
(1, g, d) bounds A(1/g) by 1 - (1 - d)/g. The largest such function is the lower hull of these
points and (0, 1); it is that of one table, whose rows stand where it bends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

from rropt.certificate import privacy_statement
from rropt.design.problem import Problem
from rropt.exact import Table
from rropt.exact.lower_chain import falling, lower_chain
from rropt.privacy.bound_forms import LOW, by_owner
from rropt.privacy.conditions import Conditions, Key

Place = tuple[Fraction, Fraction]
"""(t, the most that A(t) may be)."""


def universal_table(problem: Problem) -> Table | None:
    """The table, the rows with the largest r_0 / r_1 first; None where none is known."""
    places = _places(problem) if problem.truths == 2 else None
    return None if places is None else table_below(places)


def is_universal(problem: Problem, rows: Iterable[Sequence[Fraction]]) -> bool:
    """Whether a table has these rows, where proportional ones are one row."""
    best = universal_table(problem)
    return best is not None and _merged(best) == _merged(rows)


def table_below(places: Sequence[Place]) -> Table:
    """The rows where the lower hull of the places bends.

    >>> half = Fraction(1, 2)
    >>> [[str(x) for x in row] for row in table_below([(half, half), (2 * half, 0 * half)])]
    [['1', '1']]
    """
    hull = lower_hull(places)
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(hull)]
    slopes = [Fraction(-1), *slopes, Fraction(0)]
    rows = [(hull[-1][1], Fraction(0))]
    for n, (t, _) in reversed(list(enumerate(hull))):
        bend = slopes[n + 1] - slopes[n]
        rows.append((t * bend, bend))
    return tuple(row for row in rows if any(row))


def lower_hull(places: Sequence[Place]) -> list[Place]:
    """The corners of the largest convex function below the places and (0, 1) that never rises."""
    return lower_chain(falling([*places, (Fraction(0), Fraction(1))]))


def _places(problem: Problem) -> list[Place] | None:
    """None unless every condition is a level of one truth against the other."""
    cone = problem.cone
    if cone.singles or cone.has_orders:
        return None
    places = []
    for forms in by_owner(cone.bound_forms(LOW)).values():
        entries = forms[0].along(2)
        if len(forms) > 1 or not min(entries) < 0 < max(entries):
            return None
        truth = entries.index(max(entries))
        share = forms[0].factor * entries[truth]
        most = (forms[0].most or Fraction(0)) / share
        places.append(_place(truth, -entries[1 - truth] / entries[truth], most))
    return places


def _place(truth: int, g: Fraction, delta: Fraction) -> Place:
    """Where a level bounds A, and by what."""
    if truth == 0:
        return g, delta
    return 1 / g, 1 - (1 - delta) / g


def _merged(rows: Iterable[Sequence[Fraction]]) -> dict[Fraction, Fraction]:
    """What the rows of each direction, r_0 / (r_0 + r_1), add up to."""
    found: dict[Fraction, Fraction] = {}
    for row in rows:
        if any(row):
            size = row[0] + row[1]
            direction = row[0] / size
            found[direction] = found.get(direction, Fraction(0)) + size
    return found


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


def class_level_record(problem: Problem, sizes: Sequence[int]) -> dict[str, Any]:
    """Of truths in classes of these sizes: one number, and which classes it protects if not all.

    >>> from rropt import AOptimal, OneSided
    >>> from rropt.design.problem import resolved
    >>> one_sided = resolved(Problem(OneSided([0, 1], "ln(3)"), AOptimal("uniform", categories=5)))
    >>> class_level_record(one_sided, [2, 3])
    {'gamma': '3', 'delta': '0', 'protected': [0]}
    """
    found = privacy_statement(problem.number)
    if problem.levels is None:
        return found
    protected, starts = set(problem.protected), accumulate(sizes, initial=0)
    classes = zip(starts, sizes, strict=False)
    return found | {"protected": [c for c, (start, _) in enumerate(classes) if start in protected]}


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
