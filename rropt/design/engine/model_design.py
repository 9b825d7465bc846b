"""The best table for coefficients of a model, in exact numbers and certified."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rropt.certificate import Certificate
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.deployed.deploy import deployed, in_words
from rropt.design.engine.model_certificate import model_certificate
from rropt.design.engine.model_question import ModelQuestion
from rropt.design.engine.path import RatioFound
from rropt.design.engine.ratio_design import (
    BETWEEN_LINES,
    TIGHT,
    bounded,
    kept,
    path_ends,
    pool_of,
    tightest,
)
from rropt.design.engine.renyi_relaxation import refuse_loose, shown_of
from rropt.design.engine.repair import exact_table, given_table
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber


def model_design(problem: Problem, total: int | None) -> Answer:
    """Solve, make exact, certify."""
    if problem.levels is None and problem.gamma.hi == 1 and not problem.delta:
        raise InputError("gamma must be above 1 where delta is 0: every private table is useless")
    lined = bounded(problem, lambda pool: _ends(ModelQuestion(problem.objective, pool)))
    question = ModelQuestion(problem.objective, pool_of(lined))
    optimum = _optimum(lined, question)
    certificate = optimum.certificate
    table = Channel.from_patterns(certificate.data["patterns"], certificate.data["weights"])
    notes: tuple[str, ...] = ()
    if total is not None:
        over = deployed(problem, table.rows, total, reports=problem.outputs)
        notes = (in_words(over, total, table.shape[0]),)
        table = over.table
        shown = shown_of(optimum.problem, table.rows)
        certificate = model_certificate(shown, question, optimum.found, given_table(table.rows))
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

    problem: Problem
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

    def certify(found: RatioFound) -> _ModelOptimum:
        best = exact_table(question.pool, found.point.keys, found.point.weights)
        shown, table = kept(problem, best)
        return _ModelOptimum(shown, found, model_certificate(shown, question, found, table))

    tight = BETWEEN_LINES if problem.cone.has_orders else TIGHT
    found = tightest(_ends(question), certify, lambda answer: answer.relative_gap, tight)
    if found is None:
        raise InputError(
            f"{problem.objective.label} could not be certified here: privacy or the points are too "
            "extreme for the floating-point search"
        )
    refuse_loose(problem, found.relative_gap)
    return found


def _ends(question: ModelQuestion) -> Iterator[RatioFound]:
    """Ends of the path."""
    return path_ends(question, question.pool)
