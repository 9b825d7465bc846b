"""One contrast at one level without delta, in a fixed group or at worst: runs of ascending numbers.

Truths with equal numbers are one truth, and the best patterns are runs of neighbours, of which the
engine knows (`window_path`). Where the path of a worst group crawls, at high levels and with many
numbers, cones tell what is lost from the numbers themselves (`worst_solution`).

Between the points of an interval numbers are moved at random to one of their two neighbours, which
adds `spread` to the value. The truths of a density are the means of its shares: prices of a fixed
group of these numbers bound what it does, less what varies within the shares.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from rropt.certificate import Certificate, CertificateError, issue
from rropt.design.curved.contrast_design import of_truths, window_pool
from rropt.design.curved.gradient_frame import at_prior, gradient_frame
from rropt.design.engine.ladder import in_natural_order
from rropt.design.engine.ratio_design import optimum_of
from rropt.design.engine.repair import UnbiasedTable
from rropt.design.levels.merged_truths import class_shares
from rropt.design.problem import Problem
from rropt.design.worst.worst_certificate import corner
from rropt.design.worst.worst_solution import refuse_large, worst_solution
from rropt.exact.entries import entrywise
from rropt.utility.worst_case import GROUP, Mean, WorstCase

TIGHT = Fraction(1, 10**9)
"""A relative gap below this ends the trials."""

MOST_IN_GROUP = 64
"""Numbers of a worst group whose path is followed: of 66 squares at epsilon 7 it ended in ten
seconds without a table, and of 81 numbers at epsilon 6 with a gap of 3e-4; cones leave 5e-6, 1e-9.
"""


def line_certificate(problem: Problem) -> Certificate:
    """By the engine, and by cones where it leaves a gap."""
    objective: WorstCase = problem.objective
    (values,) = objective.contrasts
    points = sorted(set(values))
    classes = list(map(points.index, values))
    shares = None if objective.prior is None else class_shares(classes, objective.prior)
    found = _of_numbers(replace(problem, objective=Mean(points, shares, objective.respondents)))
    if found is None:
        return _by_cones(problem)
    refuse_large(len(found.data["patterns"]) * problem.truths)
    if not objective.interval:
        return of_truths(problem, found, classes, objective.prior)
    priced = _of_numbers(_of_density(problem)) if objective.bins else found
    return _by_cones(problem) if priced is None else _of_interval(problem, found, priced)


def _of_numbers(problem: Problem) -> Certificate | None:
    """Of different numbers in ascending order; None where the engine leaves a gap."""
    objective = problem.objective
    is_worst_group = objective.prior is None and objective.respondents == GROUP
    if is_worst_group and objective.truths > MOST_IN_GROUP:
        return None
    found = optimum_of(problem, window_pool(problem, objective.truths))
    return found.certificate if found is not None and found.relative_gap < TIGHT else None


def _of_density(problem: Problem) -> Problem:
    """About the means of its shares."""
    shares = problem.objective.inner
    means = Mean([share.mean for share in shares], [share.mass for share in shares])
    return replace(problem, objective=means)


def _of_interval(problem: Problem, found: Certificate, priced: Certificate) -> Certificate:
    """The table of its points, with what the shifts add, and prices that bound what it does."""
    objective: Any = problem.objective
    (own,) = found.data["scenarios"]
    table = UnbiasedTable(
        list(entrywise(Fraction, found.data["patterns"])),
        list(map(Fraction, found.data["weights"])),
        list(map(list, entrywise(Fraction, own["estimators"]))),
    )
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


def _by_cones(problem: Problem) -> Certificate:
    """The tightest of the tables with few reports and with more."""
    solution = worst_solution(problem)
    found: list[tuple[Fraction, Certificate]] = []
    refused: Exception = ArithmeticError("nothing was found")
    for kept in solution.trials():
        try:
            certificate = solution.certificate(kept)
        except (ArithmeticError, CertificateError) as error:
            refused = error
            continue
        gap, bound = (Fraction(certificate.data[name]) for name in ("gap", "bound"))
        found.append((gap / bound if bound else gap, certificate))
        if found[-1][0] < TIGHT or problem.objective.interval:
            break  # between points the shifts cost more than any table could mend
    if not found:
        raise refused
    return min(found, key=lambda pair: pair[0])[1]
