"""The table over 1/N about two truths that is best for every objective, under any levels.

Its rows are the sides of the lower hull of the points over 1/N that privacy leaves (`lower_edge`).
With fewer reports than the hull has sides, which neighbours a best table adds up depends on the
objective.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

import numpy as np

from rropt.channel import Channel
from rropt.design.cards.few_reports import best_chain_table
from rropt.design.cards.lower_edge import (
    Level,
    WholePoint,
    lowest_points,
    sides,
    whole_corners,
)
from rropt.design.deployed.score_of_table import merit_of
from rropt.design.problem import Problem
from rropt.design.report_counts import levels_at
from rropt.exact import Table
from rropt.privacy.bound_forms import LOW, by_owner
from rropt.utility import Utility


def table_of_two_truths(problem: Problem, total: int, reports: int | None = None) -> Channel | None:
    """The best table over 1/N, with at most so many reports; None where none is known to be.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Variance
    >>> problem = Problem(LocalDP.from_gamma(3, "1/10"), Variance("1/4"))
    >>> table = table_of_two_truths(problem, 20)
    >>> [[int(20 * x) for x in row] for row in table.rows]
    [[2, 0], [12, 4], [2, 2], [4, 12], [0, 2]]
    """
    levels = _levels(problem, total) if problem.truths == 2 else None
    if levels is None:
        return None
    corners = whole_corners(levels, total)
    most = len(corners) - 1 if reports is None else min(reports, len(corners) - 1)
    if most == len(corners) - 1:
        return Channel.from_rows(sides(corners))
    free = problem.cone.singles
    if isinstance(problem.objective, Utility) and not free:
        return Channel.from_rows(best_chain_table(problem.objective, corners, most))
    if most != 2:
        return None
    points = _with_one_alone(problem, free, total) if free else lowest_points(levels, total)
    return Channel.from_rows(_two_rows(problem, points, total))


def _with_one_alone(problem: Problem, free: Collection[int], total: int) -> list[WholePoint]:
    """The first rows of two reports, of which one may be of a truth alone, as many as are left.

    A sum of reports with one of a truth alone is bound by levels that it was not, so the sides of
    the hull are not added up.
    """
    levels = levels_at(problem, LOW)
    points = lowest_points(levels, total)
    if 0 in free:
        points.append((_left(0, levels, total), 0))
    if 1 in free:
        points.append((total, total - _left(1, levels, total)))
    return points


def _levels(problem: Problem, total: int) -> list[Level] | None:
    """What the points of tables keep; None where conditions are more than levels, one each."""
    cone = problem.cone
    owners = by_owner(cone.bound_forms(LOW)).values()
    several = any(len(forms) > 1 and forms[0].most for forms in owners)
    if cone.has_orders or cone.rho is not None or several:
        return None
    levels = levels_at(problem, LOW)
    free = cone.singles
    if len(free) == 2:
        return []
    for truth in free:
        levels = [_alone(truth, level, levels, total) for level in levels]
    return levels


def _alone(truth: int, level: Level, levels: list[Level], total: int) -> Level:
    """What a truth may be told alone is left to it as a delta: all that the other's level allows.

    Of 1 / g r_other <= r_truth the others' reports take N / g at least.
    """
    form, _ = level
    return (form, Fraction(_left(truth, levels, total), total)) if form[truth] > 0 else level


def _left(truth: int, levels: list[Level], total: int) -> int:
    """How many of N a truth may be told alone in."""
    other = 1 - truth
    least = max((form[other] / -form[truth] for form, _ in levels if form[truth] < 0), default=0)
    return total - int(-(-least * total // 1))


def _two_rows(problem: Problem, places: list[WholePoint], total: int) -> Table:
    """The best of all tables of two reports that are not made of others, for any objective."""
    merit = merit_of(problem.objective).sharp()
    points = [point for point in places if point[1] < point[0]]
    tables = np.array([[(x, y), (total - x, total - y)] for x, y in points]) / total
    x, y = (Fraction(n, total) for n in points[merit.values(tables).argmin()])
    return (x, y), (1 - x, 1 - y)
