"""Families of closed forms whose members are put together by sympy: any utility of two truths, and
curved criteria at the uniform distribution. Each yields (id, what it is, text). That a question is
of the family, `families` has seen before it loads sympy."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from rropt.closed.derived.guess_subsets import SubsetPieces
from rropt.closed.derived.subset_laws import CRITERIA, subset_law
from rropt.closed.derived.validity import Box
from rropt.closed.symbolic_utilities import entries, has_expression, tidy, utility
from rropt.closed.symbols import delta, gamma
from rropt.design.problem import Problem
from rropt.exact.convert import rational
from rropt.patterns.extreme import evaluate
from rropt.utility import FDivergence

Form = tuple[str, str, str]


def two_truths(problem: Problem) -> Iterator[Form]:
    """u(1, gamma) and u(gamma, 1) at weight (1 - delta) / (gamma + 1), u(e_0), u(e_1) at delta.

    On two truths this table is at least as good as every private one in Blackwell's order, so it
    is optimal for every utility.
    """
    objective = problem.objective
    level = problem.gamma.lo
    if not has_expression(objective):
        return
    rows = [((0, 1), (1 - delta) / (gamma + 1)), ((1, 0), (1 - delta) / (gamma + 1))]
    if problem.delta:
        rows += [((0, -1), delta), ((-1, 0), delta)]
    if isinstance(objective, FDivergence):
        objective = FDivergence(objective.divergence)
    if not problem.delta:
        rows = [(r, w.subs(delta, 0)) for r, w in rows]
    value = sum(w * utility(objective, entries(r), evaluate(r, level)) for r, w in rows)
    yield "rropt/two-truths", "randomized response, and delta of the truth", str(tidy(value))


def curved_two_truths(problem: Problem) -> Iterator[Form]:
    """Cov = V (1, -1)'(1, -1) with V the variance of the prevalence."""
    objective = problem.objective
    if problem.truths != 2 or problem.gamma.lo == 1:
        return
    spread = rational(objective.scenarios[0].prior[0] * objective.scenarios[0].prior[1])
    response = gamma / (gamma - 1) ** 2 + spread
    # Reports that tell the truth are apart from the others: informations add.
    information = (1 - delta) / response + delta / spread if problem.delta else 1 / response
    # (1, -1)'(1, -1) has the eigenvalue 2.
    if objective.contrast is not None:
        first, second = objective.contrast
        yield _equal(rational((first - second) ** 2) / information)
    elif type(objective) in CRITERIA:
        yield _equal(CRITERIA[type(objective)](information / 2, sp.Integer(2)))


def curved_uniform(problem: Problem) -> Iterator[Form]:
    """Equal shares, pure privacy: reports are the subsets of one size, all eigenvalues equal."""
    law = subset_law(problem.objective)
    if law is None or problem.delta or problem.truths == 2 or problem.gamma.lo == 1:
        return
    sizes = SubsetPieces(law, problem.truths, Box(()))
    yield _equal(law.at(problem.truths, sizes.best_size(problem.gamma.lo)))


def _equal(value: sp.Expr) -> Form:
    return "rropt/equal-eigenvalues", "all contrasts equally precise", str(value)
