"""Blackwell's order as convex programs: one table from another, and a report taken apart.

| question | program |
|---|---|
| is A = C P? | the least largest entry of abs(A - C P) over C >= 0 whose columns sum to one |
| is A admissible? | the most by which two parts b, a - b of a report a, of equal masses, differ |
|   | while the table with both parts in its place is as private |

A table is inadmissible if and only if one of its reports can be taken apart: then the table with
the parts is better. All other tables that are better have such parts, joined.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rropt.crosscheck.found import NotPosed, solved
from rropt.crosscheck.numeric.limits import Array, Limits

if TYPE_CHECKING:
    import cvxpy

CLOSE = 1e-7
APART = 1e-6
"""A distance below the first is none, above the second is one; Clarabel stops at 1e-8 of entries
that are at most one, and what is between is not told."""

MOST_PARTS = 200
"""Reports times truths: some seconds."""


def told(distance: float, shown: float = math.inf) -> bool | None:
    """Whether a distance is nothing; None where doubles cannot tell.

    Nor do they tell it from one that is `shown` to be no less than so much, of their own size.
    """
    if distance < CLOSE:
        return True if shown > 2 * CLOSE else None
    return False if distance > APART else None


def residual(A: Array, P: Array) -> float:
    """The least largest entry of |A - C P|.

    >>> warner = np.array([[0.75, 0.25], [0.25, 0.75]])
    >>> round(residual(np.eye(2), warner), 6), round(residual(warner, np.eye(2)), 6)
    (0.25, 0.0)
    """
    import cvxpy as cp

    again = cp.Variable((len(A), len(P)), nonneg=True)
    distance = cp.max(cp.abs(A - again @ P))
    return max(0.0, solved(cp.Problem(cp.Minimize(distance), [cp.sum(again, axis=0) == 1])))


def unevenness(table: Array, limits: Limits) -> float:
    """The most by which halves of a report differ, as a share of it.

    >>> from types import SimpleNamespace
    >>> from rropt.crosscheck.numeric.limits import limits_of
    >>> from rropt.privacy import LocalDP
    >>> warner = np.array([[0.75, 0.25], [0.25, 0.75]])
    >>> for level in ("ln(3)", "ln(5)"):
    ...     limits = limits_of(SimpleNamespace(privacy=LocalDP(level), truths=2))
    ...     print(round(unevenness(warner, limits), 6))
    0.0
    0.083333
    """
    if limits.free:
        raise NotPosed("a report that reveals a truth keeps no inequality")
    table = table[table.sum(axis=1) > 0]
    if table.size > MOST_PARTS:
        raise NotPosed(f"the table has more than {MOST_PARTS} entries")
    return max(_of_report(table, i, limits) for i in range(len(table)))


def _of_report(table: Array, place: int, limits: Limits) -> float:
    """Over the truths at which a half differs from half of the report."""
    import cvxpy as cp

    row = table[place]
    mass = float(row.sum())
    others = np.delete(table, place, axis=0)
    truths = len(row)
    # Row j is the half, as a share of the report, with as much of truth j as privacy allows it.
    halves = cp.Variable((truths, truths), nonneg=True)
    kept: list[cvxpy.Constraint] = [cp.sum(halves, axis=1) == 1 / 2]
    kept.append(halves <= np.tile(row / mass, (truths, 1)))
    for j in range(truths):
        half = mass * cp.reshape(halves[j], (1, truths), order="C")
        whole = cp.vstack([half, row[None] - half, others])
        kept += limits.on_table(whole)
    # Even halves have a trace of 1/2; the programs of all truths are one, as they share nothing.
    best = solved(cp.Problem(cp.Maximize(cp.trace(halves)), kept))
    return max(0.0, best - 0.5)
