"""One contrast at one level, in a fixed group or at worst: runs of ascending numbers.

Truths with equal numbers are one truth, and the best patterns are runs of neighbours, of which the
engine knows (`window_path`). Where the path of a worst group crawls, at high levels and with many
numbers, cones tell what is lost from the numbers themselves (`fixed_group`).

Between the points of an interval numbers are moved at random to one of their two neighbours, which
adds `spread` to the value. The truths of a density are the means of its shares: prices of a fixed
group of these numbers bound what it does, less what varies within the shares.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from rropt.certificate import Certificate, issue
from rropt.design.curved.contrast_design import of_truths
from rropt.design.curved.few_numbers import numbers_with_delta
from rropt.design.curved.gradient_frame import at_prior, gradient_frame
from rropt.design.engine.clamped_rows import is_clamped
from rropt.design.engine.ladder import in_natural_order
from rropt.design.engine.ratio_design import optimum_of
from rropt.design.engine.repair import UnbiasedTable
from rropt.design.engine.window_path import window_pool
from rropt.design.levels.merged_truths import class_shares
from rropt.design.problem import Problem
from rropt.design.worst.fixed_group import group_by_windows, refuse_large
from rropt.design.worst.worst_certificate import corner
from rropt.exact.entries import entrywise
from rropt.utility.worst_case import GROUP, Mean, WorstCase

TIGHT = Fraction(1, 10**9)
"""A relative gap below this ends the trials."""

BETWEEN_POINTS = Fraction(1, 10**6)
"""The same of points of an interval: shifts between them cost more than a table could mend."""

MOST_IN_GROUP = 64
"""Numbers of a worst group whose path is followed: of 66 squares at epsilon 7 it ended in ten
seconds without a table, and of 81 numbers at epsilon 6 with a gap of 3e-4; cones leave 5e-6, 1e-9.
"""


def is_line_with_delta(problem: Problem) -> bool:
    """Whether one contrast is asked for at one level with a delta, and some truths are alike or all
    are too many for a list of patterns."""
    objective: WorstCase = problem.objective
    if objective.contrast is None or objective.interval or problem.levels or not problem.delta:
        return False
    return is_clamped(problem) or len({*objective.contrast}) < problem.truths


def line_certificate(problem: Problem) -> Certificate:
    """That of the different numbers, written for all truths."""
    objective: WorstCase = problem.objective
    (values,) = objective.contrasts
    points = sorted(set(values))
    classes = list(map(points.index, values))
    shares = None if objective.prior is None else class_shares(classes, objective.prior)
    of_points = replace(problem, objective=Mean(points, shares, objective.respondents))
    enough = BETWEEN_POINTS if objective.interval else TIGHT
    found = _of_numbers(of_points, enough)
    refuse_large(len(found.data["patterns"]) * problem.truths)
    if not objective.interval:
        return of_truths(problem, found, classes, objective.prior)
    priced = _of_numbers(_of_density(problem), enough) if objective.bins else found
    return _of_interval(problem, found, priced)


def _of_numbers(problem: Problem, enough: Fraction) -> Certificate:
    """Of different numbers in ascending order, by the engine, and by cones where it leaves a gap;
    a table of theirs whose relative gap is enough ends the search."""
    objective = problem.objective
    if problem.delta:
        return numbers_with_delta(problem)
    is_worst_group = objective.prior is None and objective.respondents == GROUP
    if not is_worst_group or objective.truths <= MOST_IN_GROUP:
        found = optimum_of(problem, window_pool(problem, objective.truths))
        if found is not None and found.relative_gap < TIGHT:
            return found.certificate
    if objective.respondents != GROUP:
        raise ArithmeticError("the path of a population left a gap")
    return group_by_windows(problem, enough)


def _of_density(problem: Problem) -> Problem:
    """About the means of its shares."""
    shares = problem.objective.inner
    means = Mean([share.mean for share in shares], [share.mass for share in shares])
    return replace(problem, objective=means)


def _of_interval(problem: Problem, found: Certificate, priced: Certificate) -> Certificate:
    """The table of its points, with what the shifts add, and prices that bound what it does."""
    objective: Any = problem.objective
    table = UnbiasedTable.of_certificate(found.data)
    (place,) = priced.data["scenarios"]
    prior, *slopes = entrywise(Fraction, [place["prior"], *place["tangents"]])
    value = Fraction(found.data["value"]) + objective.spread
    bound = Fraction(priced.data["bound"])
    if objective.bins:
        means = _of_density(problem).objective
        bound += corner(means, means.prior) - objective.density.mean_square
    at = at_prior(prior, table.estimators, slopes)
    frame = gradient_frame(problem, table, objective.statement(), [at], value, "line")
    prices = list(map(Fraction, priced.data["prices"]))
    return issue(in_natural_order(frame | {"prices": prices, "bound": bound, "gap": value - bound}))
