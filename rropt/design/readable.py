"""The same problems as convex programs that read like the page, solved by cvxpy.

The second route of every linear design: independent of the pattern search, of the exact solve and
of HiGHS (cvxpy calls Clarabel). Its answer is compared, never used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.design.problem import Problem, linear_utility
from rropt.patterns import evaluate, excess, extreme_patterns, ordered_pairs
from rropt.utility import Guess, Trace

if TYPE_CHECKING:
    import cvxpy


def statement(problem: Problem) -> cvxpy.Problem:
    """The direct k x k program where the utility is a guess of the truth, else over patterns."""
    if isinstance(problem.objective, (Trace, Guess)) and not problem.delta:
        return direct(problem)
    return over_patterns(problem)


def direct(problem: Problem) -> cvxpy.Problem:
    """Report i means "guess i": maximise sum_i q_i p_ii with m_i <= p_ij <= gamma m_i."""
    import cvxpy as cp

    k, gamma = problem.truths, float(problem.gamma)
    q = [float(entry) for entry in getattr(problem.objective, "prior", [1] * k)]
    table = cp.Variable((k, k))
    least = cp.Variable((k, 1), nonneg=True)
    return cp.Problem(
        cp.Maximize(cp.diag(table) @ q),
        [cp.sum(table, axis=0) == 1, table >= least, table <= gamma * least],
    )


def over_patterns(problem: Problem) -> cvxpy.Problem:
    """Maximise sum_r w_r u(r) over the weights of the extreme patterns."""
    import cvxpy as cp
    import numpy as np

    gamma, k = problem.gamma.lo, problem.truths
    patterns = [evaluate(r, gamma) for r in extreme_patterns(k, problem.delta)]
    R = np.array([[float(entry) for entry in r] for r in patterns])
    size = R.max(axis=1)
    u = linear_utility(problem).floats(R / size[:, None])
    mass = cp.Variable(len(patterns), nonneg=True)
    constraints = [(R / size[:, None]).T @ mass == 1]
    if problem.delta:
        surplus = [excess(r, gamma) for r in patterns]
        E = np.array([[float(row.get(ab, 0)) for row in surplus] for ab in ordered_pairs(k)])
        constraints.append((E / size) @ mass <= float(problem.delta))
    return cp.Problem(cp.Maximize(u @ mass), constraints)


def solve(problem: Problem) -> float:
    """The readable route's optimum."""
    import cvxpy as cp

    return float(statement(problem).solve(solver=cp.CLARABEL))
