"""A form from a curved design whose table is square: then the columns fix the weights.

With k patterns in {1, gamma}^k and X v = 1 (see tables.py) the table P is a function of gamma
alone, and Cov = P^-1 diag(P pi) P^-T - pi pi'.
"""

from __future__ import annotations

from collections.abc import Iterator

import flint
import sympy as sp
from sympy.polys.matrices import DomainMatrix

from rropt.closed.recalled.pure_tables import rows_of_pure_table
from rropt.closed.symbols import gamma
from rropt.design.answer import Answer
from rropt.exact.convert import rational
from rropt.utility.curved import Curved

MOST_TRUTHS = 5


def from_square_table(design: Answer) -> Iterator[sp.Expr]:
    """The criterion of the table for every gamma: A-, c- and D-optimal designs."""
    problem, objective = design.problem, design.problem.objective
    if not isinstance(objective, Curved) or objective.robust or problem.delta:
        return
    if problem.truths > MOST_TRUTHS or problem.gamma.lo == 1 or objective.name == "e-optimal":
        return
    rows = [x for x, _ in rows_of_pure_table(design)]
    table = _table(rows) if len(rows) == problem.truths else None
    if table is not None:
        yield _criterion(objective, _covariance(objective, table))


def _table(rows: list[tuple[int, ...]]) -> DomainMatrix | None:
    """P with w_r = v_r / (V + gamma - 1); None where X is singular."""
    k = len(rows)
    high = flint.fmpq_mat(k, k, [rows[r][j] for j in range(k) for r in range(k)])
    try:
        v = high.solve(flint.fmpq_mat(k, 1, [1] * k))
    except ZeroDivisionError:
        return None
    shares = [sp.Rational(int(v[i, 0].p), int(v[i, 0].q)) for i in range(k)]
    total = sum(shares, gamma - 1)
    return _matrix(
        [[w * gamma**x / total for x in row] for w, row in zip(shares, rows, strict=True)]
    )


def _covariance(objective: Curved, table: DomainMatrix) -> DomainMatrix:
    pi = _matrix([[rational(p)] for p in objective.scenarios[0].prior])
    seen = (table * pi).to_Matrix()
    inverse = table.inv()
    spread = _matrix(sp.diag(*seen).tolist())
    return inverse * spread * inverse.transpose() - pi * pi.transpose()


def _criterion(objective: Curved, covariance: DomainMatrix) -> sp.Expr:
    """The trace, a quadratic form, or the log-determinant on the vectors with sum zero.

    Cov 1 = 0, so its determinant there is that of Cov + 11'/k.
    """
    cov, k = covariance.to_Matrix(), covariance.shape[0]
    if objective.name == "d-optimal":
        ones = _matrix([[sp.Rational(1, k)] * k] * k)
        total = covariance + ones
        return sp.log(sp.factor(total.domain.to_sympy(total.det())))
    if objective.contrast is not None:
        c = sp.Matrix([rational(x) for x in objective.contrast])
        return sp.factor((c.T * cov * c)[0, 0])
    return sp.factor(cov.trace())


def _matrix(rows: list[list[sp.Expr]]) -> DomainMatrix:
    field = sp.QQ.frac_field(gamma)
    converted = [[field.from_sympy(sp.sympify(e)) for e in row] for row in rows]
    return DomainMatrix(converted, (len(rows), len(rows[0])), field)
