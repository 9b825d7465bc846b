"""Designs with a linear utility: solve, certify, make deployable, report."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.design.answer import Answer, Value, simplify
from rropt.design.linear import routes
from rropt.design.linear.fewer_reports import admitted, refuse_more
from rropt.design.linear.merge import merge_decisions
from rropt.design.linear.symmetric import can_be_written, lift
from rropt.design.linear.vertex import neighbour
from rropt.design.problem import Optimum, Problem, SymmetricOptimum
from rropt.exact import InputError
from rropt.utility import Trace, Utility, Variance


def linear_design(problem: Problem, total: int | None, near: Answer | None = None) -> Answer:
    """Solve, certify and, if asked, make deployable; `near` may propose a basis."""
    _refuse_boundary_prior(problem)
    if isinstance(problem.objective, Trace) and (problem.gamma.hi > 1 or problem.delta):
        refuse_more(problem, problem.truths)  # known before the work: a report for every truth
    found, notes = neighbour(problem, near) or routes.solve(problem), _notes(problem)
    optimum = admitted(problem, found)
    if total is not None:
        from rropt.design.deployed.deploy import deployable

        optimum, note = deployable(problem, _written(optimum), total)
        optimum, notes = merge_decisions(optimum, problem.objective), (*notes, note)
    if isinstance(optimum, Optimum):
        refuse_more(problem, len(optimum.patterns))
    table = _table(problem, optimum)
    certificate = routes.certificate(problem, optimum)
    value, bound = _reported(problem.objective, certificate.data)
    if total is not None and value == math.inf and certificate.data["bound"] != "0":
        raise InputError(f"denominator must be larger: no useful private table is over {total}")
    return Answer(
        problem=problem,
        value=value,
        bound=bound,
        certificate=certificate,
        table=table,
        orbits=optimum.orbits if isinstance(optimum, SymmetricOptimum) else (),
        remarks=notes,
        optimum=optimum if isinstance(optimum, Optimum) and total is None else None,
    )


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
