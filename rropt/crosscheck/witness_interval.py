"""An interval that holds the optimum if a route is right; how exact routes in doubles are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

from rropt.design.answer import Answer
from rropt.design.problem import Problem
from rropt.utility import Variance
from rropt.utility.curved import Curved

CLARABEL, CLARABEL_LEAST = 1e-6, 1e-7
"""Relative and absolute accuracy that is granted to the readable programs."""

HIGHS = 1e-7
SLSQP = 1e-5
SCAN = 1e-7
TABLE = 1e-9

NEAREST_GAMMA, LEAST_DELTA = 1 + Fraction(1, 100), Fraction(1, 1000)
"""Nearer to gamma = 1, or to delta = 0, the solvers' own tolerances are as large as the optimum."""

NEAREST_LINEAR = 1 + Fraction(1, 10**6)
"""The same for linear utilities and pure privacy, in units of the largest of them."""


@dataclass(frozen=True)
class Found:
    """An interval that holds the optimum if the route is right, its best number, its witness."""

    lo: Fraction | float
    hi: Fraction | float
    number: float
    exact: str | None
    witness: Any


def near(number: float, accuracy: float, witness: Any, least: float = 1e-9) -> Found:
    slack = accuracy * abs(number) + least
    return Found(number - slack, number + slack, number, None, witness)


def reported(design: Answer, found: Found) -> Found | None:
    """What was found as a utility, in the units in which the design reports; not for zero."""
    if not isinstance(design.problem.objective, Variance):
        return found
    if found.number <= 0:
        return None
    hi = 1 / found.lo if found.lo > 0 else inf
    return Found(1 / found.hi, hi, 1 / found.number, None, found.witness)


def one_sided(problem: Problem, number: float, table: Any) -> Found:
    """What a private table is worth bounds the optimum from one side."""
    slack = TABLE * (1 + abs(number))
    if isinstance(problem.objective, (Curved, Variance)):
        return Found(-inf, number + slack, number, None, table)
    return Found(number - slack, inf, number, None, table)
