"""Brute force: what many random private tables are worth bounds an optimum from one side.

Each is drawn towards the uniform table until it is private. The criterion of a table is taken from
its definition: Cov = J^-1 - q q', J = P' D^-1 P with D the chances of the reports.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rropt.crosscheck.found import Found, NotPosed
from rropt.crosscheck.numeric.limits import Array, Limits, limits_of
from rropt.crosscheck.numeric.programs import tangent_basis
from rropt.crosscheck.numeric.route import SUMS
from rropt.utility import Loss, Utility, Variance, Warner
from rropt.utility.curved import Curved
from rropt.utility.worst_case import WorstCase

TABLES = 24
HALVINGS = 30
MOST_TRUTHS = 4

ROUNDING = 1e-9
"""Of a criterion in doubles, relative."""

KEPT = 1e-13
"""Rounding of the sums that privacy compares."""


def random_tables(problem: Any) -> Found:
    """The best of some random tables, as a bound from one side."""
    objective = problem.objective
    known = isinstance(objective, Curved) and objective.scenarios
    if isinstance(objective, (WorstCase, Warner)) or not (known or type(objective) in SUMS):
        raise NotPosed("the criterion of a table is not evaluated here")
    if problem.truths > MOST_TRUTHS or problem.outputs is not None:
        raise NotPosed("random tables are for few truths and any number of reports")
    number, table = _best(problem, limits_of(problem))
    if not math.isfinite(number):
        raise NotPosed("no random table says anything")
    slack = ROUNDING * (1 + abs(number))
    if is_least(objective):
        return Found(-math.inf, number + slack, number, None, table)
    return Found(number - slack, math.inf, number, None, table)


def _best(problem: Any, limits: Limits) -> tuple[float, Any]:
    generator = np.random.default_rng(20)
    k = problem.truths
    sign = 1 if is_least(problem.objective) else -1
    best = math.inf
    table = None
    for number in range(TABLES):
        more = int(generator.integers(0, 3))
        drawn = generator.dirichlet(np.full(k + more, 0.4), size=k).T
        # The first comes from the truth itself, which random tables do not come near.
        private = _private(limits, np.eye(k) if number == 0 else drawn)
        value = sign * value_of(problem.objective, private)
        if value < best:
            best = value
            table = private
    return sign * best, None if table is None else table.tolist()


def _private(limits: Limits, table: Array) -> Array:
    """As far from the uniform table as privacy allows."""
    lo = 0.0
    hi = 1.0
    # Private tables are a convex set that holds this one: on the line to a table they come first.
    flat = table.mean(axis=1, keepdims=True)
    for _ in range(HALVINGS):
        share = (lo + hi) / 2
        mixed = flat + share * (table - flat)
        if limits.kept_by(mixed, KEPT) and limits.sharper(mixed) is None:
            lo = share
        else:
            hi = share
    return np.asarray(flat + lo * (table - flat))


def is_least(objective: Any) -> bool:
    """Variances and losses are minimised, utilities maximised."""
    return isinstance(objective, (Variance, Loss)) or not isinstance(objective, Utility)


def value_of(objective: Any, table: Array) -> float:
    """The utility or the criterion of a table, in the units in which a design reports it."""
    if isinstance(objective, Utility):
        total = float(SUMS[type(objective)](objective, table).sum())
        if isinstance(objective, Variance):
            return 1 / total if total > 0 else math.inf
        return -total if isinstance(objective, Loss) else total
    values = [_at_prior(objective, table, scenario.prior) for scenario in objective.scenarios]
    offsets = [float(scenario.offset) for scenario in objective.scenarios]
    if objective.robust == "minimax":
        return max(v - offset for v, offset in zip(values, offsets, strict=True))
    shares = [float(scenario.weight) for scenario in objective.scenarios]
    return float(sum(s * v for s, v in zip(shares, values, strict=True)))


def _at_prior(objective: Any, table: Array, prior: Any) -> float:
    pi = np.array([float(p) for p in prior])
    information = table.T @ (table / (table @ pi)[:, None])
    try:
        covariance = np.linalg.inv(information) - np.outer(pi, pi)
    except np.linalg.LinAlgError:
        # Truths that no reports tell apart have no unbiased estimator.
        return math.inf
    if objective.name == "d-optimal":
        # Shares add up to one: the covariance has a determinant on their differences only.
        basis = tangent_basis(len(pi))
        return float(np.linalg.slogdet(basis.T @ covariance @ basis)[1])
    if objective.name == "e-optimal":
        return float(np.linalg.eigvalsh(covariance)[-1])
    if objective.contrast is not None:
        c = np.array([float(x) for x in objective.contrast])
        return float(c @ covariance @ c)
    return float(np.trace(covariance))
