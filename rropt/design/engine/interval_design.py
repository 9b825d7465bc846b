"""The table whose largest variance over an interval of prevalences is least (two truths).

An unbiased estimator has a variance that is a concave parabola in the prevalence: the best one at
the worst prevalence of a table shows what the table does over the whole interval. The bound comes
from a few prevalences with dual shares; the worst prevalence of each table joins them until value
and bound meet.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rropt.certificate import Certificate
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.engine.ratio_evidence import worst_prevalence
from rropt.design.problem import Problem
from rropt.exact import Table

MOST_ROUNDS = 12

TIGHT = Fraction(1, 10**9)
"""A relative gap below this ends the rounds."""


def solve_interval(problem: Problem) -> Certificate:
    """The certified design, by adding the worst prevalence of each candidate."""
    best = found = ratio_optimum(problem)
    for _ in range(MOST_ROUNDS):
        if found.certified.relative_gap < best.certified.relative_gap:
            best = found
        objective = problem.objective
        worst = worst_prevalence(_rows(found.certificate), objective.low, objective.high)
        if best.certified.relative_gap < TIGHT or worst in objective.seen:
            break
        problem = replace(problem, objective=objective.with_prevalence(worst))
        found = ratio_optimum(problem)
    return best.certificate


def _rows(certificate: Certificate) -> Table:
    """The table of a certificate."""
    data = certificate.data
    pairs = zip(data["weights"], data["patterns"], strict=True)
    return tuple(tuple(Fraction(w) * Fraction(x) for x in r) for w, r in pairs)
