"""Families of closed forms whose members are put together by sympy: curved criteria of two truths,
and at the uniform distribution. Each yields (id, what it is, text). That a question is of the
family, `families` has seen before it loads sympy."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from rropt.closed.derived.guess_subsets import SubsetPieces
from rropt.closed.derived.subset_laws import CRITERIA, subset_law
from rropt.closed.derived.validity import Box
from rropt.closed.symbols import delta, gamma
from rropt.design.problem import Problem
from rropt.exact.convert import rational

Form = tuple[str, str, str]


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
