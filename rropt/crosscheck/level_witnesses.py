"""The routes in doubles under a matrix of levels, or under conditions.

| route | how |
|---|---|
| cvxpy statement | Clarabel: the whole table of a decision, else the weights of the rays |
| pattern program | HiGHS, for curved criteria SLSQP, over the rays in which planes meet |
| brute force | a scan of all cards; else many random private tables |
"""

from __future__ import annotations

from typing import Any

from rropt.crosscheck import enumeration, scipy_program
from rropt.crosscheck.meeting_planes import meeting_rays
from rropt.crosscheck.witness_interval import (
    CLARABEL,
    CLARABEL_LEAST,
    HIGHS,
    LEAST_DELTA,
    NEAREST_GAMMA,
    SCAN,
    SLSQP,
    Found,
    near,
    one_sided,
    reported,
)
from rropt.design.answer import Answer
from rropt.design.asked_reports import is_card
from rropt.design.problem import Problem
from rropt.privacy.conditions import Conditions
from rropt.utility import Utility
from rropt.utility.curved import Curved
from rropt.utility.worst_case import WorstCase

MOST_GAMMA = 10**6
"""Doubles solve programs with larger levels to fewer than six digits."""

MOST_TABLES = 3
"""Truths of the random tables."""


def statement_under_levels(design: Answer) -> Found | None:
    """The readable program."""
    from rropt.crosscheck import cvxpy_statement as statement

    problem = design.problem
    if not has_program(problem):
        return None
    number = statement.attempt(statement.solve_under_levels, problem)
    if number is None:
        return None
    return reported(design, near(number, CLARABEL, "Clarabel", CLARABEL_LEAST))


def rays_under_levels(design: Answer) -> Found | None:
    """The program over all rays."""
    problem = design.problem
    if not has_program(problem) or meeting_rays(problem.levels) is None:
        return None
    if isinstance(problem.objective, Curved):
        answer = scipy_program.smooth_program(problem)
        return None if answer is None else near(*answer[:1], SLSQP, answer[1])
    number, weights = scipy_program.linear_program(problem)
    return reported(design, near(number, HIGHS, weights))


def tables_under_levels(design: Answer) -> Found | None:
    """All cards, or many tables."""
    problem = design.problem
    if is_card(problem):
        number, card = enumeration.scan_level_cards(problem)
        return near(number, SCAN, card)
    if not has_program(problem) or problem.truths > MOST_TABLES:
        return None
    return one_sided(problem, *enumeration.best_random_table(problem))


def has_program(problem: Problem) -> bool:
    """Whether the objective is a sum over rows, or a criterion of one, of any number of reports."""
    if is_card(problem) or problem.outputs is not None or not _is_resolved(problem.levels):
        return False
    objective = problem.objective
    return isinstance(objective, (Utility, Curved)) and not isinstance(objective, WorstCase)


def _is_resolved(levels: Any) -> bool:
    """Whether doubles tell levels from 1 and from none, and deltas from 0."""
    if any(0 < most < LEAST_DELTA for most in levels.approximate.values()):
        return False
    if isinstance(levels, Conditions):
        return not levels.has_orders
    bounds = (levels.lo[a][b] for a, b in levels.bound_pairs)
    return all(g == 1 or NEAREST_GAMMA <= g <= MOST_GAMMA for g in bounds)
