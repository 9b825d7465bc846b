"""Optimal designs that are linear programs over patterns: which way each problem is solved."""

from __future__ import annotations

from rropt.certificate import Certificate
from rropt.design.linear import certify
from rropt.design.linear.best_guess import best_guess
from rropt.design.linear.columns import solve_columns
from rropt.design.linear.decisions import solve_decisions
from rropt.design.linear.merge import merge_decisions
from rropt.design.linear.proportional import solve_proportional
from rropt.design.linear.staircase import solve_staircases
from rropt.design.linear.symmetric import MOST_ENTRIES, can_be_written, lift, solve_symmetric
from rropt.design.linear.trivial_levels import identity, useless
from rropt.design.linear.two_truths import applies, solve_pair
from rropt.design.problem import Optimum, Problem, SymmetricOptimum
from rropt.patterns.extreme import MOST_TRUTHS_PURE, MOST_TRUTHS_STAIRCASE
from rropt.utility import Guess, MutualInformation, Trace

WRITTEN_STAIRCASES = 5
"""Up to this many truths the full staircase program is solved, which finds smaller tables."""


def solve(problem: Problem) -> Optimum | SymmetricOptimum:
    """The exact optimum; kept as orbits where a written-out certificate would be too large."""
    if applies(problem):
        return solve_pair(problem, _solve_full)
    if not _by_types(problem):
        return merge_decisions(_solve_full(problem), problem.objective)
    optimum = solve_symmetric(problem)
    most = MOST_TRUTHS_STAIRCASE if problem.delta else MOST_TRUTHS_PURE
    if problem.truths > most or not can_be_written(optimum, problem):
        return optimum
    return merge_decisions(lift(optimum, problem), problem.objective)


def certificate(problem: Problem, optimum: Optimum | SymmetricOptimum) -> Certificate:
    """The issued certificate of an optimum."""
    if isinstance(optimum, SymmetricOptimum):
        return certify.certify_symmetric(problem, optimum)
    return certify.certify(problem, optimum)


def _by_types(problem: Problem) -> bool:
    """Whether equal priors reduce the problem to pattern types, and usefully so."""
    if isinstance(problem.objective, Trace):
        return True
    if not problem.objective.symmetric:
        return False
    if problem.delta:
        return problem.truths > WRITTEN_STAIRCASES
    small = isinstance(problem.objective, Guess) and problem.truths**2 <= MOST_ENTRIES
    return problem.gamma.hi > 1 and not small


def _solve_full(problem: Problem) -> Optimum:
    if problem.delta == 1:
        return identity(problem)
    if problem.delta:
        return solve_staircases(problem)
    if problem.gamma.hi == 1:
        return useless(problem)
    if isinstance(problem.objective, Guess):
        return best_guess(problem.objective.prior, problem.gamma)
    if isinstance(problem.objective, MutualInformation) and problem.truths > MOST_TRUTHS_PURE:
        from rropt.design.linear.class_types import solve_types
        from rropt.design.linear.proportional_mixture import solve_mixture

        return solve_types(problem) or solve_mixture(problem)
    return solve_proportional(problem) or solve_decisions(problem) or solve_columns(problem)
