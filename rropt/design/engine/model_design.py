"""The best table for coefficients of a model, in exact numbers and certified."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from rropt.certificate import Certificate
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.deployed.deploy import deployed, in_words
from rropt.design.engine.model_certificate import model_certificate
from rropt.design.engine.model_question import ModelQuestion
from rropt.design.engine.path import RatioFound
from rropt.design.engine.posed import Posed, tightest
from rropt.design.engine.ratio_design import path_ends
from rropt.design.engine.repair import exact_table, given_table
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber


def model_design(problem: Problem, total: int | None) -> Answer:
    """Solve, make exact, certify."""
    if problem.levels is None and problem.gamma.hi == 1 and not problem.delta:
        raise InputError("gamma must be above 1 where delta is 0: every private table is useless")
    optimum = _optimum(problem)
    certificate = optimum.certificate
    table = Channel.from_patterns(certificate.data["patterns"], certificate.data["weights"])
    notes: tuple[str, ...] = ()
    if total is not None:
        over = deployed(problem, table.rows, total, reports=problem.outputs)
        notes = (in_words(over, total, table.shape[0]),)
        table = over.table
        posed, rows = optimum.posed, given_table(table.rows)
        certificate = model_certificate(posed.problem, posed.question, optimum.found, rows)
    refuse_more(problem, table.shape[0])
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(Fraction(certificate.data["value"])),
        bound=CertifiedNumber.of(Fraction(certificate.data["bound"])),
        certificate=certificate,
        table=table,
        remarks=notes,
    )


@dataclass(frozen=True)
class _ModelOptimum:
    """An end of the path with its certificate."""

    posed: Posed[ModelQuestion]
    found: RatioFound
    certificate: Certificate

    @property
    def relative_gap(self) -> Fraction:
        """The gap as a share of the variance; of a logarithm it is one of the determinant."""
        data = self.certificate.data
        gap = Fraction(data["gap"])
        return gap if data["objective"] == "determinant" else gap / abs(Fraction(data["bound"]))


def _certified(posed: Posed[ModelQuestion], found: RatioFound) -> _ModelOptimum:
    """Of the table that is known, or that of the search."""
    pool, point = posed.question.pool, found.point
    table = posed.table or exact_table(pool, point.keys, point.weights)
    certificate = model_certificate(posed.problem, posed.question, found, table)
    return _ModelOptimum(posed, found, certificate)


def _search(question: ModelQuestion) -> Iterator[RatioFound]:
    return path_ends(question, question.pool)


def _optimum(problem: Problem) -> _ModelOptimum:
    """The certified optimum."""
    pose = partial(ModelQuestion, problem.objective)
    found = tightest(problem, pose, _search, _certified)
    if found is None:
        raise InputError(
            f"{problem.objective.label} could not be certified here: privacy or the points are too "
            "extreme for the floating-point search"
        )
    return found
