"""The same problems as convex programs that read like the page, solved by cvxpy.

The second route of every linear design: independent of the pattern search, of the exact solve and
of HiGHS (cvxpy calls Clarabel). Its answer is compared, never used.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rropt.crosscheck.meeting_planes import meeting_rays, spent
from rropt.design.problem import Problem, linear_utility
from rropt.patterns.extreme import evaluate, excess, extreme_patterns, ordered_pairs
from rropt.privacy.float_limits import float_limits
from rropt.utility import Guess, Trace
from rropt.utility.curved import Curved
from rropt.utility.decision_rows import actions_of

if TYPE_CHECKING:
    import cvxpy

    from rropt.design.curved.pattern_pool import Pool


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


def under_levels(problem: Problem) -> cvxpy.Problem:
    """One report an action under a matrix of levels or conditions: maximise sum_xj c_xj p_xj.

    sum_x sum_n c_n [a_n.p_x]+ <= d for each level or condition; a report of one truth alone is one
    more variable for each truth that may be told alone.
    """
    import cvxpy as cp
    import numpy as np

    levels: Any = problem.levels
    gains = np.array([[float(c) for c in row] for row in actions_of(linear_utility(problem)) or ()])
    table = cp.Variable(gains.shape, nonneg=True)
    alone = cp.Variable(problem.truths, nonneg=True)
    shut = [j for j in range(problem.truths) if j not in levels.singles]
    constraints = [cp.sum(table, axis=0) + alone == 1, *(alone[j] == 0 for j in shut)]
    for limit in float_limits(levels):
        told = sum(c * cp.sum(cp.pos(table @ np.array(form))) for c, form in limit.forms)
        constraints.append(told <= limit.most)
    return cp.Problem(
        cp.Maximize(cp.sum(cp.multiply(gains, table)) + gains.max(axis=0) @ alone), constraints
    )


def over_rays(problem: Problem) -> cvxpy.Problem:
    """Maximise sum_r w_r u(r) over the rays in which the planes of the levels meet."""
    import cvxpy as cp

    rays = meeting_rays(problem.levels)
    if rays is None:
        raise ArithmeticError("the planes of the levels are too many")
    mass = cp.Variable(len(rays), nonneg=True)
    constraints = [rays.T @ mass == 1]
    for limit in float_limits(problem.levels):
        if limit.most:
            constraints.append(spent(rays, limit) @ mass <= limit.most)
    return cp.Problem(cp.Maximize(linear_utility(problem).floats(rays) @ mass), constraints)


def solve_under_levels(problem: Problem) -> float:
    """The optimum of the whole table, of decisions; of the rays' weights, of other objectives."""
    import cvxpy as cp

    objective = problem.objective
    if isinstance(objective, Curved):
        return solve(problem)
    decides = actions_of(linear_utility(problem)) is not None
    posed = under_levels(problem) if decides else over_rays(problem)
    return float(posed.solve(solver=cp.CLARABEL))


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


def curved(problem: Problem) -> cvxpy.Problem:
    """Minimise a criterion of Cov = B T^-1 B', T = sum_r w_r (B'r)(B'r)' / (pi.r)."""
    import cvxpy as cp
    import numpy as np

    from rropt.design.curved.pattern_pool import pool_from
    from rropt.design.levels.level_source import source_of

    objective = problem.objective
    pool = pool_from(source_of(problem), objective.scenarios)
    columns = pool.columns
    mass = cp.Variable(len(pool.rows), nonneg=True)
    target = np.append(np.zeros(problem.truths - 1), 1.0)
    constraints = [columns.balance.T @ mass == target]
    if columns.excess is not None:
        constraints.append(columns.excess.T @ mass <= pool.allowed)
    values = [_criterion(objective, pool, mass, i) for i in range(len(objective.scenarios))]
    if objective.robust == "minimax":
        shifts = [float(scenario.offset) for scenario in objective.scenarios]
        return cp.Problem(
            cp.Minimize(cp.max(cp.hstack([v - o for v, o in zip(values, shifts, strict=True)]))),
            constraints,
        )
    shares = [float(scenario.weight) for scenario in objective.scenarios]
    total = sum(share * value for share, value in zip(shares, values, strict=True))
    return cp.Problem(cp.Minimize(total), constraints)


def _criterion(objective: Curved, pool: Pool, mass: cvxpy.Variable, scenario: int) -> Any:
    import cvxpy as cp
    import numpy as np

    tangent = pool.columns.tangent[scenario]
    T = tangent.T @ cp.diag(mass) @ tangent
    unit = pool.scale**2
    if objective.name == "d-optimal":
        return -cp.log_det(T) + tangent.shape[1] * np.log(unit)
    if objective.name == "e-optimal":
        return unit * cp.inv_pos(cp.lambda_min(T))
    if objective.name == "c-optimal":
        contrast = pool.basis.T @ np.array([float(c) for c in objective.contrast or ()])
        return unit * cp.matrix_frac(contrast, T)
    return unit * cp.tr_inv(T)


def attempt(route: Callable[[Problem], float], problem: Problem) -> float | None:
    """What a route finds; None where doubles or the solver do not carry it (gamma of 1e30, say)."""
    import cvxpy as cp

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = route(problem)
    except (cp.error.SolverError, ArithmeticError, TypeError):
        return None
    return found if math.isfinite(found) else None


def solve(problem: Problem) -> float:
    """The readable route's optimum."""
    import cvxpy as cp

    posed = curved(problem) if isinstance(problem.objective, Curved) else statement(problem)
    return float(posed.solve(solver=cp.CLARABEL))


def best_card(problem: Problem) -> float:
    """The two-answer problem by convex programs, in x = u + pi, y = v + 1 - pi, Var = x y.

    A product is not convex, but on a box its convex envelope is the larger of two affine functions
    (McCormick). Between neighbouring vertices (x0, y0), (x1, y1) of the region, x0 <= x1, the box
    [x0, x1] x [y1, y0] touches the region along their edge; there the linear program

        minimise z   with   z >= x0 y + y1 x - x0 y1,   z >= x1 y + y0 x - x1 y0

    bounds the product from below, and the bound is tight because both functions meet x y at the
    two vertices and the edge is straight. Outside the boxes the product is larger.
    """
    import cvxpy as cp

    gamma, delta = float(problem.gamma), float(problem.delta)
    prior = float(problem.objective.prior)
    u, v, z = cp.Variable(nonneg=True), cp.Variable(nonneg=True), cp.Variable()
    far = gamma - 1 + delta
    region = [delta * u + far * v >= 1 - delta, far * u + delta * v >= 1 - delta]
    x, y = u + prior, v + 1 - prior
    corners = []
    for slope in (1e6, 1.0, 1e-6):
        cp.Problem(cp.Minimize(slope * u + v), region).solve(solver=cp.CLARABEL)
        corners.append((float(x.value), float(y.value)))
    best = min(a * b for a, b in corners)
    for (x0, y0), (x1, y1) in pairwise(sorted(corners)):
        envelope = [z >= x0 * y + y1 * x - x0 * y1, z >= x1 * y + y0 * x - x1 * y0]
        box = [x >= x0, x <= x1, y >= y1, y <= y0]
        program = cp.Problem(cp.Minimize(z), [*region, *envelope, *box])
        if x1 - x0 > 1e-6 and y0 - y1 > 1e-6:
            best = min(best, float(program.solve(solver=cp.CLARABEL)))
    return best


def warner_card(problem: Problem) -> float:
    """Warner's device: the largest admissible p, because the variance decreases in p."""
    import cvxpy as cp

    p = cp.Variable()
    gamma, delta = float(problem.gamma), float(problem.delta)
    region = [p <= 1, p <= gamma * (1 - p) + delta]
    best = float(cp.Problem(cp.Maximize(p), region).solve(solver=cp.CLARABEL))
    prior = float(problem.objective.prior)
    return best * (1 - best) / (2 * best - 1) ** 2 + prior * (1 - prior)
