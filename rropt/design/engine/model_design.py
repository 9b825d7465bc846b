"""The best table for coefficients of a model, in exact numbers and certified."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.certificate import Certificate
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.deployed.deploy import deployed, in_words
from rropt.design.engine.model_certificate import model_certificate
from rropt.design.engine.model_question import ModelQuestion
from rropt.design.engine.path import RatioFound
from rropt.design.engine.ratio_design import path_ends, pool_of, tightest
from rropt.design.engine.repair import exact_table, given_table
from rropt.design.levels.universal_table import universal_table
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber


def model_design(problem: Problem, total: int | None) -> Answer:
    """Solve, make exact, certify."""
    if problem.levels is None and problem.gamma.hi == 1 and not problem.delta:
        raise InputError("gamma must be above 1 where delta is 0: every private table is useless")
    question = ModelQuestion(problem.objective, pool_of(problem))
    optimum = _optimum(problem, question)
    certificate = optimum.certificate
    table = Channel.from_patterns(certificate.data["patterns"], certificate.data["weights"])
    notes: tuple[str, ...] = ()
    if total is not None:
        over = deployed(problem, table.rows, total, reports=problem.outputs)
        notes = (in_words(over, total, table.shape[0]),)
        table = over.table
        certificate = model_certificate(problem, question, optimum.found, given_table(table.rows))
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

    found: RatioFound
    certificate: Certificate

    @property
    def relative_gap(self) -> Fraction:
        """The gap as a share of the variance; of a logarithm it is one of the determinant."""
        data = self.certificate.data
        gap = Fraction(data["gap"])
        return gap if data["objective"] == "determinant" else gap / abs(Fraction(data["bound"]))


def _optimum(problem: Problem, question: ModelQuestion) -> _ModelOptimum:
    """The certified optimum."""
    best = universal_table(problem)

    def certify(found: RatioFound) -> _ModelOptimum:
        if best is None:
            table = exact_table(question.pool, found.point.keys, found.point.weights)
        else:
            table = given_table(best)
        return _ModelOptimum(found, model_certificate(problem, question, found, table))

    ends = path_ends(question, question.pool)
    found = tightest(ends, certify, lambda answer: answer.relative_gap)
    if found is None:
        raise InputError(
            f"{problem.objective.label} could not be certified here: privacy or the points are too "
            "extreme for the floating-point search"
        )
    return found
