"""Designs with a linear utility: solve, certify, make deployable, report."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.design.deployed.deploy import deployable
from rropt.design.design import Design, Routes, Value, ends, simplify
from rropt.design.linear import routes
from rropt.design.linear.fewer_reports import admitted, refuse_more
from rropt.design.linear.merge import merge_decisions
from rropt.design.linear.symmetric import can_be_written, lift
from rropt.design.linear.unique import only_table
from rropt.design.linear.vertex import neighbour
from rropt.design.problem import Optimum, Problem, SymmetricOptimum
from rropt.exact import InputError
from rropt.utility import Utility, Variance

CROSSCHECK_TRUTHS = {False: 10, True: 5}
"""Largest number of truths for which the readable route runs too: pure, and with delta."""

MOST_RANKED = 64
"""Largest number of truths for which the rank of the table is computed."""


def linear_design(
    problem: Problem, total: int | None, crosscheck: bool, near: Design | None = None
) -> Design:
    """Solve, certify and, if asked, make deployable; `near` may propose a basis."""
    _refuse_boundary_prior(problem)
    found, notes = neighbour(problem, near) or routes.solve(problem), _notes(problem)
    optimum = admitted(problem, found)
    if total is not None:
        optimum, note = deployable(problem, _written(optimum), total)
        optimum, notes = merge_decisions(optimum, problem.objective), (*notes, note)
    if isinstance(optimum, Optimum):
        refuse_more(problem, len(optimum.patterns))
    table = _table(problem, optimum)
    certificate = routes.certificate(problem, optimum)
    value, bound = _reported(problem.objective, certificate.data)
    if total is not None and value == math.inf and certificate.data["bound"] != "0":
        raise InputError(f"denominator must be larger: no useful private table is over {total}")
    return Design(
        problem=problem,
        value=value,
        bound=bound,
        certificate=certificate,
        table=table,
        orbits=optimum.orbits if isinstance(optimum, SymmetricOptimum) else (),
        optima=_optima(problem, optimum, table) if total is None else None,
        routes=_routes(problem, bound) if crosscheck else None,
        notes=(*notes, *identification_notes(table)),
    )


def _optima(
    problem: Problem, optimum: Optimum | SymmetricOptimum, table: Channel | None
) -> tuple[Channel, ...] | None:
    if table is None or isinstance(optimum, SymmetricOptimum):
        return None
    return only_table(problem, optimum, table)


def _reported(objective: Utility, data: dict[str, Any]) -> tuple[Value, Value]:
    """Value and bound as the objective reports them: a variance is one over an information."""
    lo, hi = _enclosure(data["value"])
    bound = Fraction(data["bound"])
    if hi == 0 and isinstance(objective, Variance):
        return math.inf, math.inf
    return simplify(objective.report((lo, hi))), simplify(objective.report((bound, bound)))


def _enclosure(value: str | list[str]) -> tuple[Fraction, Fraction]:
    lo, hi = value if isinstance(value, list) else (value, value)
    return Fraction(lo), Fraction(hi)


def identification_notes(table: Channel | None) -> tuple[str, ...]:
    """Whether the reports identify the distribution of the truths: the rank of the table."""
    if table is None or table.shape[1] > MOST_RANKED:
        return ()
    import flint

    rank, k = flint.fmpz_mat([list(row) for row in table.numerators]).rank(), table.shape[1]
    if rank == k:
        return ()
    return (f"this table does not identify the distribution: its rank is {rank} on {k} categories",)


def _table(problem: Problem, optimum: Optimum | SymmetricOptimum) -> Channel | None:
    if isinstance(optimum, SymmetricOptimum):
        if not can_be_written(optimum, problem):
            return None
        optimum = lift(optimum, problem)
    return Channel.from_patterns(optimum.patterns, optimum.weights)


def _written(optimum: Optimum | SymmetricOptimum) -> Optimum:
    if isinstance(optimum, SymmetricOptimum):
        raise InputError("denominator needs a table small enough to be written out")
    return optimum


def _routes(problem: Problem, bound: Value) -> Routes | None:
    """Both floating-point routes, where the readable one is small enough to be posed."""
    useless = problem.gamma.hi == 1 and not problem.delta
    if useless or problem.truths > CROSSCHECK_TRUTHS[bool(problem.delta)]:
        return None
    from rropt.crosscheck.cvxpy_statement import attempt, solve

    found, patterns = attempt(solve, problem), float(ends(bound)[0])
    if found is None or (found <= 0 and isinstance(problem.objective, Variance)):
        return Routes(patterns, None)
    readable = Fraction(found)
    return Routes(patterns, float(problem.objective.report((readable, readable))[0]))


def _notes(problem: Problem) -> tuple[str, ...]:
    if problem.gamma.hi == 1 and not problem.delta:
        return ("gamma = 1 with delta = 0: every private table is useless",)
    if problem.delta == 1:
        return ("delta = 1: everybody may tell the truth",)
    return ()


def _refuse_boundary_prior(problem: Problem) -> None:
    objective = problem.objective
    if isinstance(objective, Variance) and objective.prior in (0, 1):
        raise InputError(
            f"prior must lie strictly between 0 and 1 for any number of outputs, got "
            f"{objective.prior}; outputs = 2 allows the ends"
        )
