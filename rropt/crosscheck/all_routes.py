"""The routes to an optimum that are compared: each takes a design and answers, or says why not.

| route | how |
|---|---|
| published | the closed form of the literature, at the parameters |
| symbolic | sympy from the statement alone: a support is found in exact numbers and solved |
| numeric | convex programs that read like the papers, cvxpy and Clarabel |
| random tables | many private tables: a bound from one side |

Routes in doubles apply where doubles tell the level from gamma = 1, and a delta from none.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rropt.closed.recalled.published import known_at_once, parameters
from rropt.crosscheck import random_tables
from rropt.crosscheck.found import LEAST, RELATIVE, Found, NotPosed, near
from rropt.crosscheck.numeric.route import numeric
from rropt.crosscheck.symbolic.symbolic_route import symbolic
from rropt.design.answer import Answer
from rropt.design.problem import Problem
from rropt.design.report_counts import has_fewer_reports
from rropt.exact import text

BITS = 256

NEAREST_GAMMA = 1 + Fraction(1, 50)
LEAST_DELTA = Fraction(1, 1000)
"""Nearer to gamma = 1, or to delta = 0, the solvers' own tolerances are as large as the optimum."""

MOST_TRUTHS = 10
"""Of a program that is posed beside a design, in a tenth of a second."""

MOST_OF_FORMULAS = 100
"""Truths whose inequalities, k (k - 1) forms of k numbers, are written out in two seconds."""

OF_LATTICES = 5e-6
"""Relative accuracy under a Renyi budget: directions beyond e^9 are left out, 8e-7 in 25 cases."""

MOST_GAMMA = 10**6
"""Doubles solve programs with larger levels to fewer than six digits."""


def published(design: Answer) -> Found:
    """The form of the literature whose conditions hold."""
    problem = design.problem
    if problem.levels is not None:
        raise NotPosed("forms of the literature are about one number")
    if has_fewer_reports(problem):
        raise NotPosed("no form of the literature is about so few reports")
    for known in known_at_once(problem):
        form = known.formula
        lo, hi = form.enclosure(parameters(problem), problem.gamma, BITS)
        exact = text(lo) if lo == hi and len(text(lo)) < 80 else str(form)
        return Found(lo, hi, float(lo + hi) / 2, exact, known.id)
    raise NotPosed("the literature has no form for it")


def by_programs(design: Answer) -> Found:
    """The numeric route with the accuracy of doubles."""
    _require_resolved(design.problem)
    if design.problem.truths > MOST_TRUTHS:
        raise NotPosed(f"programs are posed for at most {MOST_TRUTHS} truths")
    problem = design.problem
    return near(numeric(problem), _accuracy(problem), "Clarabel", _least(problem))


def _least(problem: Problem) -> float:
    """Logarithms, gains and losses may be near 0 by chance; the others have units of their own."""
    objective = problem.objective
    if objective.name in ("d-optimal", "for-model", "gain", "loss"):
        return LEAST
    if objective.name == "mean":
        # What the truths of the group vary by themselves is taken off a sum of its size.
        return LEAST * max(float(c) ** 2 for contrast in objective.contrasts for c in contrast)
    return LEAST**2


def _accuracy(problem: Problem) -> float:
    return OF_LATTICES if getattr(problem.levels, "has_orders", False) else RELATIVE


def by_tables(design: Answer) -> Found:
    """What private tables reach."""
    _require_resolved(design.problem)
    return random_tables.random_tables(design.problem)


def by_formulas(design: Answer) -> Found:
    """The symbolic route, whatever the level."""
    if design.problem.truths > MOST_OF_FORMULAS:
        raise NotPosed(f"formulas are posed for at most {MOST_OF_FORMULAS} truths")
    return symbolic(design.problem)


ROUTES: dict[str, Callable[[Answer], Found]] = {
    "published": published,
    "symbolic": by_formulas,
    "numeric": by_programs,
    "random tables": by_tables,
}


def _require_resolved(problem: Problem) -> None:
    """Doubles must tell levels from 1 and from none, and deltas from 0."""
    if not all(_is_resolved(*level) for level in _levels(problem)):
        raise NotPosed("doubles do not resolve levels so near to 1, so near to 0, or so large")


def _is_resolved(gamma: Any, delta: Any) -> bool:
    return (gamma == 1 or NEAREST_GAMMA <= gamma <= MOST_GAMMA) and not 0 < delta < LEAST_DELTA


def _levels(problem: Problem) -> list[tuple[Any, Any]]:
    levels: Any = problem.levels
    if levels is None:
        return [(problem.gamma.lo, problem.delta)]
    if hasattr(levels, "listed"):
        listed = (condition for condition in levels.listed if condition.order is None)
        return [(1, condition.most[0]) for condition in listed]
    return [(levels.lo[a][b], levels.deltas[a][b]) for a, b in levels.bound_pairs]
