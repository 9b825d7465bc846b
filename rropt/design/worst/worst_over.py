"""A worst case over tables with a denominator: rounded, with an estimator of its own.

The table is one that is good over 1/N at the least favourable prior of the exact optimum; its
estimator is the best one at its own worst prior, made exactly unbiased. The prices stay.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from rropt.certificate import issue
from rropt.design.answer import Answer
from rropt.design.curved.curved_design import curved_design
from rropt.design.engine.ratio_design import RatioOptimum, certified_table, ratio_optimum
from rropt.design.engine.ratio_evidence import best_numbers
from rropt.design.engine.ratio_question import distribution
from rropt.design.engine.repair import given_table
from rropt.design.problem import Problem
from rropt.design.worst.worst_certificate import worst_value
from rropt.exact.bounds import short
from rropt.exact.certified_number import CertifiedNumber
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


def worst_over(answer: Answer, total: int) -> Answer:
    """The answer with a table over 1/N."""
    objective: WorstCase = answer.problem.objective
    data = answer.certificate.data
    prior = [Fraction(q) for q in data["scenarios"][0]["prior"]]
    inside = distribution(np.maximum([float(q) for q in prior], LEAST_SHARE).tolist())
    criterion: Curved = AOptimal(inside)
    if objective.contrast is not None:
        criterion = COptimal(inside, objective.contrast)
    rounded = curved_design(replace(answer.problem, objective=criterion), total).channel
    shares = worst_prior(objective, rounded.to_numpy())
    given = given_table(rounded.rows)
    inner = tuple(distribution(shares.tolist()))
    table = given.unbiased(objective.contrasts, best_numbers(given, objective.contrasts, inner))
    value = short(worst_value(objective, table.second_moments(), prior))
    scenario = data["scenarios"][0] | {"estimators": table.estimators}
    changed = {
        "scenarios": [scenario],
        "patterns": table.patterns,
        "weights": table.weights,
        "value": value,
        "gap": value - Fraction(data["bound"]),
    }
    kept = {name: entry for name, entry in data.items() if name not in ("format", "universal")}
    note = f"table over 1/{total}: rounded"
    return replace(
        answer,
        value=CertifiedNumber.of(value),
        certificate=issue(kept | changed),
        table=rounded,
        remarks=(note, *answer.remarks),
    )
