"""A worst case over tables with a denominator: rounded, with an estimator of its own.

The table is one that is good over 1/N at the least favourable prior of the exact optimum; its
estimator is the best one at its own worst prior, made exactly unbiased. The prices stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from rropt.certificate import Certificate, issue
from rropt.design.curved.curved_design import curved_design
from rropt.design.engine.ratio_design import RatioOptimum, certified_table, ratio_optimum
from rropt.design.engine.ratio_evidence import best_numbers
from rropt.design.engine.ratio_question import distribution
from rropt.design.engine.repair import UnbiasedTable, given_table
from rropt.design.problem import Problem
from rropt.design.worst.worst_certificate import worst_value
from rropt.exact.bounds import short
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal
from rropt.utility.curved import Curved
from rropt.utility.worst_case import WorstCase
from rropt.utility.worst_case_value import worst_prior

LEAST_SHARE = 1e-6
"""Of a truth at the prior for which a table is rounded: a design at a prior needs them all."""


def determinant_over(problem: Problem, total: int) -> RatioOptimum:
    """The optimum with a table over 1/N for the worst log-determinant."""
    optimum = ratio_optimum(problem)
    inside = distribution(np.maximum(optimum.found.point.theta, LEAST_SHARE).tolist())
    near = replace(problem, objective=DOptimal(inside))
    return certified_table(optimum, curved_design(near, total).channel.rows, total)


def worst_over(problem: Problem, exact: Certificate, total: int) -> Certificate:
    """The certificate with a table over 1/N in place of the exact one."""
    data = exact.data
    prior = [Fraction(q) for q in data["scenarios"][0]["prior"]]
    table = table_over(problem, prior, total)
    value = short(worst_value(problem.objective, table.second_moments(), prior))
    changed = {
        "scenarios": [data["scenarios"][0] | {"estimators": table.estimators}],
        "patterns": table.patterns,
        "weights": table.weights,
        "value": value,
        "gap": value - Fraction(data["bound"]),
    }
    kept = {name: entry for name, entry in data.items() if name not in ("format", "universal")}
    return issue(kept | changed)


def table_over(problem: Problem, prior: Sequence[Fraction], total: int) -> UnbiasedTable:
    """A table over 1/N that is good at a prior, with numbers that are best at its own worst one."""
    objective: WorstCase = problem.objective
    inside = distribution(np.maximum([float(q) for q in prior], LEAST_SHARE).tolist())
    criterion: Curved = AOptimal(inside)
    if objective.contrast is not None:
        criterion = COptimal(inside, objective.contrast)
    rounded = curved_design(replace(problem, objective=criterion), total).channel
    given = given_table(rounded.rows)
    shares = tuple(distribution(worst_prior(objective, rounded.to_numpy()).tolist()))
    numbers = best_numbers(given, objective.contrasts, shares)
    return given.unbiased(objective.contrasts, numbers)
