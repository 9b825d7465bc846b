"""The certificate of a ratio: evidence, and prices as low as the checker accepts them.

Beyond what patterns were seen to lack, prices are raised by the least share of their sum with which
the certificate is verified.

Variances have their evidence in `ratio_evidence`. For the determinant tangents v and contrasts c
are triangular: with J = sum c c' and X = sum v v' near J^-1, det J' <= (tr X J' / k)^k / det X for
every table. The largest eigenvalue of a covariance is at least tr VC / tr V
for every V >= 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import cast

import numpy as np

from rropt.certificate import Certificate
from rropt.design.curved.gradient_frame import gradient_frame
from rropt.design.curved.linearise import Information
from rropt.design.engine.asked_pool import AskedPool
from rropt.design.engine.clamped_rows import (
    ENOUGH,
    ClampedRows,
    Covering,
    WithoutDelta,
    is_clamped,
)
from rropt.design.engine.path import RatioFound
from rropt.design.engine.pool import Quotient, tangent_basis
from rropt.design.engine.power_pool import PowerPool
from rropt.design.engine.ratio_evidence import (
    TANGENT_BITS,
    Evidence,
    JudgedTable,
    ScenarioEvidence,
    Vector,
    best_numbers,
    gain_of,
    in_short_numbers,
    variance_evidence,
    volume,
)
from rropt.design.engine.ratio_prices import FlatPrices, PowerPrices, prices_of
from rropt.design.engine.ratio_question import RatioQuestion
from rropt.design.engine.repair import ExactTable
from rropt.design.engine.stretches import STRETCHES, Stretches
from rropt.design.problem import Problem
from rropt.exact.bounds import dyadic_near, short
from rropt.exact.convert import dot
from rropt.exact.entries import added, entrywise, identity
from rropt.privacy.levels import Levels


@dataclass(frozen=True)
class Certified:
    """A certificate, its evidence and what it proves (determinants: of themselves)."""

    certificate: Certificate
    evidence: Evidence
    bound: Fraction

    @cached_property
    def value(self) -> tuple[Fraction, Fraction]:
        """What the table is worth."""
        value = self.evidence.value
        known = self.evidence.least()
        # No table is below the bound, and this one may be known to be above more.
        least = self.bound if known is None else max(self.bound, known)
        return min(least, value), value

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
) -> Certified:
    """The certificate of a table, by the tangents and prices of the `best` one that was found."""
    judged = JudgedTable(question, found, table, best)
    known = evidence(judged)
    certificate = _priced(problem, judged, known)
    return Certified(certificate, known, Fraction(certificate.data["bound"]))


def evidence(judged: JudgedTable) -> Evidence:
    """Everything exact but the prices."""
    if judged.question.is_determinant:
        return determinant_evidence(judged)
    if judged.question.is_eigenvalue:
        return eigenvalue_evidence(judged)
    return variance_evidence(judged)


def _priced(problem: Problem, judged: JudgedTable, known: Evidence) -> Certificate:
    """The certificate with prices, raised by the least share that the checker accepts.

    Pairs that pay for clamped rows make tangents too long: of what is paid by the tangents s v, s^2
    times as much, the best s makes the most.
    """
    found = _issued(problem, judged, known, Fraction(1))
    if not is_clamped(problem) or judged.question.is_determinant:
        return found
    priced = {(a, b): Fraction(z) for a, b, z in found.data.get("pair_prices", [])}
    allowed = problem.allowed(priced)
    of_pairs = sum((allowed[pair] * z for pair, z in priced.items()), Fraction(0))
    paid = sum(map(Fraction, found.data["prices"])) + of_pairs
    gain = sum((place.share * place.gain for place in known.places), Fraction(0))
    best = dyadic_near(gain / (2 * paid), 1.0, TANGENT_BITS)
    return found if best > ENOUGH else _issued(problem, judged, known.along(best), best)


def _issued(
    problem: Problem, judged: JudgedTable, known: Evidence, factor: Fraction
) -> Certificate:
    """By tangents that are so many times those of the search."""
    table = judged.table
    parts = [place.linear_part() for place in known.places]
    linear = added(parts)
    scenarios = [place.record() for place in known.places]
    proof = _proof(judged, problem, known)
    frame = gradient_frame(problem, table, known.statement, scenarios, known.value, proof)
    squares = [place.squares() for place in known.places]
    clamped = ClampedRows.of_squares(problem, squares)
    covering: Covering | None = clamped
    if proof == STRETCHES:
        private = problem if clamped is None else WithoutDelta.of(problem).bounds
        covering = Stretches(squares[0], cast(Levels, private.levels))
        if clamped is not None:
            covering = replace(clamped, private=covering)
    prices = _flat_prices(judged, known.places, covering, float(factor) ** 2)
    return prices.issued(frame, linear, known.proved)


def _flat_prices(
    judged: JudgedTable,
    places: Sequence[ScenarioEvidence],
    covering: Covering | None,
    squared: float,
) -> FlatPrices | PowerPrices:
    """The charges of the path in plain units, with what patterns lack for these tangents."""
    question = judged.question
    found = judged.found
    unit = question.pool.unit
    quotients = []
    for place in places:
        t = place.flat_tangents()
        # Those of a pool are in r / unit.
        quotients.append(Quotient(np.array([float(q) for q in place.prior]), unit**2 * t.T @ t))
    scale = 1 / question.scale
    if question.is_eigenvalue:
        # Tangents are d / t, so that charges are divided by the square of t.
        scale = 1 / (found.at.value * unit) ** 2
    charges = found.point.charges.times(scale * squared)
    return prices_of(question.pool, charges, quotients, covering)


def _proof(judged: JudgedTable, problem: Problem, known: Evidence) -> str:
    """At one number all squares over one q.r are a quadratic form, a single one is a line."""
    if isinstance(judged.question.pool, AskedPool):
        return STRETCHES
    if len(known.places) > 1 or problem.levels is not None:
        return "extremes"
    if problem.delta and not is_clamped(problem):
        return "extremes"
    return "line" if len(known.places[0].tangents) == 1 else "form"


RAISE = Fraction(1, 2**44)
"""The share by which a largest eigenvalue found in doubles is raised."""

FAINT, FAINT_UNDER_POWERS = 1e-9, 1e-5
"""Parts of the dual of an eigenvalue below this length are left out, which costs its square. Under
powers each one takes as long to check as a budget: of four truths two were 1e-6 and 1e-9 long."""


def eigenvalue_evidence(judged: JudgedTable) -> Evidence:
    """A value a little above the largest eigenvalue, and a root of value I - Cov.

    The matrix V of the path, a sum of d d', says how much each contrast d counts. Its tangents are
    d / t, t the smallest eigenvalue of T: those are what the charges of the path cover, while
    T^-1 d is off by the root of what V lacks.
    """
    question = judged.question
    prior = judged.prior
    faint = FAINT_UNDER_POWERS if isinstance(question.pool, PowerPool) else FAINT
    contrasts = _counting(judged.found, faint)
    basis = tangent_basis(len(prior))
    flat = np.array(contrasts, dtype=float) @ basis
    columns = basis @ flat.T / (-judged.found.at.value * question.pool.unit**2)
    tangents = []
    for d, t in zip(contrasts, in_short_numbers(columns), strict=True):
        tangents.append(tuple(x + dot(d, prior) * q for x, q in zip(t, prior, strict=True)))
    shares = identity(len(prior))
    estimators = judged.table.estimators(shares, best_numbers(judged.table, shares, prior))
    value, roots = _roots(judged.table.covariance(estimators, prior))
    statement = {"name": "e-optimal", "contrasts": contrasts, "roots": roots}
    gain = gain_of(contrasts, tangents)
    corner = sum((dot(d, prior) ** 2 for d in contrasts), Fraction(0))
    place = _alone(prior, estimators, tangents, corner, gain)
    return Evidence(statement, [place], lambda: value, value)


def _counting(found: RatioFound, faint: float) -> list[Vector]:
    """The contrasts d with V = sum d d', of length about one, without the faint ones."""
    (quotient,) = found.at.quotients
    sizes, vectors = np.linalg.eigh(quotient.top)
    lengths = np.sqrt(np.maximum(sizes, 0.0))
    kept = [column for column in (vectors * lengths).T.tolist() if max(map(abs, column)) > faint]
    return list(entrywise(lambda x: dyadic_near(x, 1.0, TANGENT_BITS), kept))


def _roots(covariances: Sequence[Sequence[Fraction]]) -> tuple[Fraction, list[Vector]]:
    """Vectors f such that value I - C - sum f f' is nearly a small multiple of I."""
    values, vectors = np.linalg.eigh(np.array(covariances, dtype=float))
    roots = vectors * np.sqrt(values[-1] - values)
    value = short(Fraction(float(values[-1])) * (1 + RAISE))
    # The last root is zero, as its eigenvalue is the largest.
    return value, [tuple(map(Fraction, column)) for column in roots[:, :-1].T.tolist()]


def determinant_evidence(judged: JudgedTable) -> Evidence:
    """k det J^-1 <= k (M / k)^k / det W with M = sum moment."""
    prior = judged.prior
    best = judged.best
    at = Information.of(best.patterns, best.weights, prior)
    contrasts, tangents = at.factor()
    if not judged.is_best:
        at = judged.information(judged.own_prior(prior))
        contrasts, _ = at.factor()
    near = np.array([list(map(float, row)) for row in at.estimators(contrasts)])
    estimators = judged.table.estimators(contrasts, near)
    place = _alone(prior, estimators, tangents, Fraction(0), Fraction(0))
    k = len(prior)
    mean = short(_second_moment(judged, place) / k)
    value = short(k * mean**k / volume(contrasts))
    statement = {"name": "d-optimal", "contrasts": contrasts, "scales": [Fraction(1)] * k}
    if judged.question.is_open:
        return Evidence(statement | {"over": "worst-population"}, [place], lambda: value, value)
    return Evidence(statement, [place], lambda: short(at.determinant()[0], up=False), value)


def _second_moment(judged: JudgedTable, place: ScenarioEvidence) -> Fraction:
    """sum x_i^2 over reports and estimators, at the prior or at the worst truth."""
    if not judged.question.is_open:
        return sum(judged.table.moments(place.estimators, place.prior), Fraction(0))
    return max(judged.table.second_moments(place.estimators))


def _alone(
    prior: Vector,
    estimators: list[list[Fraction]],
    tangents: list[Vector],
    corner: Fraction,
    gain: Fraction,
) -> ScenarioEvidence:
    """The only scenario."""
    whole = Fraction(1)
    nothing = Fraction(0)
    return ScenarioEvidence(prior, whole, nothing, estimators, tangents, corner, gain)
