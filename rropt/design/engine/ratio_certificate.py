"""The certificate of a ratio: evidence, and prices as low as the checker accepts them.

Beyond what patterns were seen to lack, prices are raised by the least share of their sum with which
the certificate is verified.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rropt.certificate import Certificate
from rropt.design.curved.gradient_frame import gradient_frame
from rropt.design.engine.flat_prices import FlatPrices
from rropt.design.engine.path import RatioFound
from rropt.design.engine.pool import Array, Quotient
from rropt.design.engine.ratio_evidence import (
    Evidence,
    JudgedTable,
    ScenarioEvidence,
    variance_evidence,
)
from rropt.design.engine.ratio_question import RatioQuestion
from rropt.design.engine.repair import ExactTable
from rropt.design.engine.spectral_evidence import determinant_evidence, eigenvalue_evidence
from rropt.design.problem import Problem


@dataclass(frozen=True)
class Certified:
    """A certificate, what its table is worth and what it proves (determinants: of themselves)."""

    certificate: Certificate
    value: tuple[Fraction, Fraction]
    bound: Fraction

    @property
    def relative_gap(self) -> Fraction:
        """The gap as a share of the bound."""
        gap = Fraction(self.certificate.data["gap"])
        bound = abs(Fraction(self.certificate.data["bound"]))
        return gap / bound if bound else gap


def certified(
    problem: Problem,
    question: RatioQuestion,
    found: RatioFound,
    table: ExactTable,
    best: ExactTable,
    numbers: Array | None = None,
) -> Certified:
    """The certificate of a table, by the tangents and prices of the `best` one that was found.

    Of a table that is given good `numbers` of its reports may be known.
    """
    judged = JudgedTable(question, found, table, best, numbers)
    known = evidence(judged)
    certificate = _priced(problem, judged, known)
    bound = Fraction(certificate.data["bound"])
    least = bound if known.least is None else max(bound, known.least)
    return Certified(certificate, (min(least, known.value), known.value), bound)


def evidence(judged: JudgedTable) -> Evidence:
    """Everything exact but the prices."""
    if judged.question.is_determinant:
        return determinant_evidence(judged)
    if judged.question.is_eigenvalue:
        return eigenvalue_evidence(judged)
    return variance_evidence(judged)


def _priced(problem: Problem, judged: JudgedTable, known: Evidence) -> Certificate:
    """The certificate with prices, raised by the least share that the checker accepts."""
    table = judged.table
    linear = [sum(parts) for parts in zip(*(p.linear_part() for p in known.places), strict=True)]
    scenarios = [place.record() for place in known.places]
    proof = _proof(problem, known)
    frame = gradient_frame(problem, table, known.statement, scenarios, known.value, proof)
    return _flat_prices(judged, known.places).issued(frame, linear, known.proved)


def _flat_prices(judged: JudgedTable, places: Sequence[ScenarioEvidence]) -> FlatPrices:
    """The charges of the path in plain units, with what patterns lack for these tangents."""
    question, found = judged.question, judged.found
    unit = question.pool.unit
    quotients = []
    for place in places:
        t = place.flat_tangents()
        quotients.append(Quotient(np.array([float(q) for q in place.prior]), unit**2 * t.T @ t))
    scale = 1 / question.scale
    if question.is_eigenvalue:
        scale = 1 / (found.at.value * unit) ** 2
    return FlatPrices.of(question.pool, found.point.charges.times(scale), quotients)


def _proof(problem: Problem, known: Evidence) -> str:
    """At one number all squares over one q.r are a quadratic form, a single one is a line."""
    if len(known.places) > 1 or problem.levels is not None or problem.delta:
        return "extremes"
    return "line" if len(known.places[0].tangents) == 1 else "form"
