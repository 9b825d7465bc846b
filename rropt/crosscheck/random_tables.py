"""Brute force: what many random private tables are worth bounds an optimum from one side.

Each is drawn towards the uniform table until it is private, and the objective itself says what it
is worth.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.crosscheck.found import Found, NotPosed
from rropt.crosscheck.numeric.limits import Array, Limits, limits_of
from rropt.design.report_counts import is_card

TABLES = 12
"""The worst prior of a table takes 30 ms to be found."""

HALVINGS = 30
MOST_TRUTHS = 4

ROUNDING = Fraction(1, 10**9)
"""Of a criterion, relative: a table is private but for the rounding of doubles."""

KEPT = 1e-13
"""Rounding of the sums that privacy compares."""

GRID = 2**40
"""Entries are multiples of 1 / GRID, which doubles hold exactly."""


def random_tables(problem: Any) -> Found:
    """The best of some random tables, as a bound from one side."""
    objective = problem.objective
    if objective.everywhere or objective.bins:
        raise NotPosed("a whole interval of numbers has no table of finitely many rows")
    if problem.truths > MOST_TRUTHS or problem.outputs is not None or is_card(problem):
        raise NotPosed("random tables are for few truths and any number of reports")
    sign = -1 if objective.is_minimised else 1
    worths = ((objective.worth(table) * sign, table) for table in _drawn(problem))
    told = [(worth, table) for worth, table in worths if worth.lo != -math.inf]
    if not told:
        raise NotPosed("no random table says anything")
    best, table = max(told, key=lambda one: one[0].lo)
    slack = ROUNDING * (1 + abs(best.lo))
    if objective.is_minimised:
        return Found(-math.inf, slack - best.lo, -float(best.lo), None, table)
    return Found(best.lo - slack, math.inf, float(best.lo), None, table)


def _drawn(problem: Any) -> Iterator[Channel]:
    """Private tables, the first from the truth itself, which random ones do not come near."""
    generator = np.random.default_rng(20)
    k = problem.truths
    limits = limits_of(problem)
    yield _exactly(_private(limits, np.eye(k)))
    for _ in range(1, TABLES):
        more = int(generator.integers(0, 3))
        drawn = generator.dirichlet(np.full(k + more, 0.4), size=k).T
        yield _exactly(_private(limits, drawn))


def _exactly(table: Array) -> Channel:
    """The table in multiples of 1 / GRID; what a column lacks is put to its largest entry."""
    columns = []
    for column in table.T:
        counts = [round(x * GRID) for x in column.tolist()]
        counts[int(column.argmax())] += GRID - sum(counts)
        columns.append([Fraction(count, GRID) for count in counts])
    return Channel.from_rows(list(zip(*columns, strict=True)))


def _private(limits: Limits, table: Array) -> Array:
    """As far from the uniform table as privacy allows."""
    lo = 0.0
    hi = 1.0
    # Private tables are a convex set that holds this one: on the line to a table they come first.
    flat = table.mean(axis=1, keepdims=True)
    for _ in range(HALVINGS):
        share = (lo + hi) / 2
        mixed = flat + share * (table - flat)
        if limits.kept_by(mixed, KEPT) and limits.sharper(mixed) is None:
            lo = share
        else:
            hi = share
    return np.asarray(flat + lo * (table - flat))
