"""The best table for coefficients of a model, certified by estimators, tangents and prices.

An estimator z of a contrast c has sum_x w_x sum_i z_xi D_x'r_i = c exactly: all but a few of its
numbers are those of the best one, rounded, and the few are solved for. For a determinant the
contrasts are the rows of L^-1 with L L' = I^-1, so that C I^-1 C' is all but the identity and the
product of its diagonal, by which the value is shown, all but its determinant; the tangents are the
columns of a triangular root of I^-1. What is exact rests on what each report tells at each point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain
from math import prod
from typing import Any

import numpy as np

from rropt.certificate import Certificate
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.curved.gradient_frame import gradient_frame
from rropt.design.curved.linearise import BITS
from rropt.design.deployed.deploy import deployed, in_words
from rropt.design.engine.clamped_rows import (
    ClampedRows,
    Squares,
    WithoutDelta,
    is_clamped,
    refuse_useless,
    telling,
    too_large,
)
from rropt.design.engine.path import RatioFound
from rropt.design.engine.pool import Array, Quotient, most_independent
from rropt.design.engine.posed import Posed, tightest
from rropt.design.engine.ratio_design import path_end, path_ends
from rropt.design.engine.ratio_prices import prices_of
from rropt.design.engine.ratio_question import ModelQuestion, distribution
from rropt.design.engine.repair import WEIGHT_BITS, ExactTable, given_table
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.exact import InputError, log_bounds
from rropt.exact.bounds import dyadic_near, short
from rropt.exact.convert import dot
from rropt.exact.entries import entrywise
from rropt.exact.linear_algebra import pivot_columns, products
from rropt.exact.short_numbers import short_numbers
from rropt.one_thread import on_one_thread
from rropt.patterns.extreme import rows_of
from rropt.utility.for_model import MINIMAX, ForModel, ModelGuess
from rropt.utility.response_models import Matrix, Vector


@on_one_thread
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
        if problem.objective.worth(table).is_infinite:
            raise InputError(
                f"denominator must be larger: the table over 1/{total} near the optimum identifies "
                "too little"
            )
        posed = optimum.posed
        rows = given_table(table.rows)
        certificate = model_certificate(posed.problem, posed.question, optimum.found, rows)
    refuse_more(problem, table.shape[0])
    return Answer.certified(problem, certificate, table, notes)


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
    table = posed.table or posed.searched(found.point, WEIGHT_BITS)
    return _of_table(posed, found, table)


def _of_table(posed: Posed[ModelQuestion], found: RatioFound, table: ExactTable) -> _ModelOptimum:
    certificate = model_certificate(posed.problem, posed.question, found, table)
    return _ModelOptimum(posed, found, certificate)


def _optimum(problem: Problem) -> _ModelOptimum:
    """The certified optimum."""
    if is_clamped(problem):
        refuse_useless(problem)
        allowed, private = WithoutDelta.of(problem).answered(_optimum)
        best = allowed.posed.searched(allowed.found.point, WEIGHT_BITS)
        posed = replace(private.posed, problem=problem)
        found = _of_table(posed, private.found, telling(problem, best))
        if not posed.question.is_determinant and Fraction(found.certificate.data["bound"]) <= 0:
            raise too_large(problem)
        return found
    pose = partial(ModelQuestion, problem.objective)
    end = tightest(problem, pose, path_end, path_ends, _certified)
    if end is None:
        raise InputError(
            f"{problem.objective.label} could not be certified here: privacy or the points are too "
            "extreme for the floating-point search"
        )
    return end


LOG_BITS = 96
"""A log-determinant is stated to so many bits."""


@dataclass(frozen=True)
class GuessEvidence:
    """What shows the value and the bound at one guess."""

    guess: ModelGuess
    weight: Fraction
    contrasts: Matrix
    estimators: list[list[list[Fraction]]]
    moments: list[Fraction]
    tangents: list[Vector]

    def record(self) -> dict[str, Any]:
        """As the certificate has it."""
        return {
            "weight": self.weight,
            "points": [[p.weight, p.probabilities, p.derivatives] for p in self.guess.points],
            "contrasts": self.contrasts,
            "estimators": self.estimators,
            "tangents": self.tangents,
        }

    def quotients(self, unit: float) -> list[Quotient]:
        """What the tangents make of a pattern, a quotient a point."""
        tangents = np.array(self.tangents, dtype=float)
        found = []
        for at in self.guess.points:
            slopes = np.array(at.derivatives, dtype=float) @ tangents.T
            top = float(self.weight * at.weight) * unit**2 * slopes @ slopes.T
            found.append(Quotient(np.array([float(p) for p in at.probabilities]), top))
        return found

    def squares(self) -> Iterator[Squares]:
        """The same, exactly."""
        for at in self.guess.points:
            vectors = products(self.tangents, at.derivatives)
            yield self.weight * at.weight, vectors, at.probabilities

    @property
    def gains(self) -> Fraction:
        """sum of 2 c.v."""
        pairs = zip(self.contrasts, self.tangents, strict=True)
        return 2 * sum((dot(c, v) for c, v in pairs), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """What the estimators show of the sum of variances."""
        return sum(self.moments, Fraction(0))

    @property
    def determinant(self) -> Fraction:
        """What they show of det I."""
        triangle = enumerate(zip(self.contrasts, self.moments, strict=True))
        return prod((c[i] ** 2 / m for i, (c, m) in triangle), start=Fraction(1))

    @property
    def volume(self) -> Fraction:
        """det X of the tangents."""
        return prod((v[i] ** 2 for i, v in enumerate(self.tangents)), start=Fraction(1))


def model_certificate(
    problem: Problem, question: ModelQuestion, found: RatioFound, table: ExactTable
) -> Certificate:
    """The certificate of a table by the tangents and prices of the optimum that was found."""
    objective = question.objective
    evidence = _evidence(question, found, rows_of(table.weights, table.patterns))
    value = _value(objective, evidence)
    scenarios = [at.record() for at in evidence]
    frame = gradient_frame(problem, table, objective.statement(), scenarios, value, "extremes")

    def proved(paid: Fraction) -> tuple[Fraction, Fraction]:
        bound = _bound(objective, evidence, paid)
        return bound, bound - value if objective.is_determinant else value - bound

    quotients = []
    for at in evidence:
        quotients += at.quotients(question.pool.unit)
    charges = found.point.charges.times(1 / question.scale)
    clamped = ClampedRows.of_squares(problem, chain.from_iterable(at.squares() for at in evidence))
    prices = prices_of(question.pool, charges, quotients, clamped)
    return prices.issued(frame, [Fraction(0)] * objective.truths, proved)


def _evidence(
    question: ModelQuestion, found: RatioFound, rows: Sequence[Vector]
) -> list[GuessEvidence]:
    objective = question.objective
    weights = [guess.weight for guess in objective.guesses]
    if objective.over == MINIMAX:
        weights = list(distribution(found.point.theta))
    known = []
    for number, (guess, weight) in enumerate(zip(objective.guesses, weights, strict=True)):
        seen = ReportsAtPoints.of(guess, rows)
        contrasts = objective.contrasts
        if objective.is_determinant:
            contrasts = seen.triangular_contrasts()
        estimators = seen.estimators(contrasts)
        moments = [seen.moment(z) for z in estimators]
        split = [[z[i : i + len(rows)] for i in range(0, len(z), len(rows))] for z in estimators]
        tangents = _tangents(question, found, number)
        known.append(GuessEvidence(guess, weight, contrasts, split, moments, tangents))
    return known


def _tangents(question: ModelQuestion, found: RatioFound, number: int) -> list[Vector]:
    """I^-1 c of each contrast; of a determinant v_i with sum v v' = I^-1, zero after i."""
    outer = question.coordinates / question.pool.unit
    inverse = found.at.inverses[number]
    if found.tangents:
        columns = outer @ found.tangents[number][:, None]
        columns *= np.sqrt(question.size) / question.pool.unit
    elif question.objective.is_determinant:
        columns = _upper_root(outer @ inverse @ outer.T)
    else:
        columns = outer @ inverse @ question.flat_contrasts.T / question.pool.unit
    return list(entrywise(lambda x: dyadic_near(x, abs(x), BITS), columns.T.tolist()))


def _upper_root(matrix: Array) -> Array:
    """R with R R' = M, zero below the diagonal.

    >>> _upper_root(np.array([[5.0, 2.0], [2.0, 1.0]])).tolist()
    [[1.0, 2.0], [0.0, 1.0]]
    """
    # Reversed before and after, the lower root is an upper one.
    return np.linalg.cholesky(matrix[::-1, ::-1])[::-1, ::-1]


def _value(objective: ForModel, evidence: Sequence[GuessEvidence]) -> Fraction:
    """What the estimators show of the table."""
    worst = objective.over == MINIMAX
    if not objective.is_determinant:
        own = [at.variance for at in evidence]
        return short(max(own) if worst else _average(evidence, own))
    # Of a determinant of the information more is better: its lower end is shown.
    logs = [log_bounds(at.determinant, LOG_BITS)[0] for at in evidence]
    return short(min(logs) if worst else _average(evidence, logs), up=False)


def _bound(objective: ForModel, evidence: Sequence[GuessEvidence], paid: Fraction) -> Fraction:
    """2 sum c.v less what is paid, or m ln(paid / m) less the logarithms of det X."""
    if not objective.is_determinant:
        return short(_average(evidence, [at.gains for at in evidence]) - paid, up=False)
    m = objective.coefficients
    # From above: what is paid at its upper end, less volumes at their lower ones.
    volumes = [log_bounds(at.volume, LOG_BITS)[0] for at in evidence]
    return short(m * log_bounds(paid / m, LOG_BITS)[1] - _average(evidence, volumes))


def _average(evidence: Sequence[GuessEvidence], values: Sequence[Fraction]) -> Fraction:
    return dot([at.weight for at in evidence], values)


@dataclass(frozen=True)
class ReportsAtPoints:
    """What each report at each point tells: columns w_x D_x'r_i, masses w_x p_x.r_i."""

    columns: list[Vector]
    masses: list[Fraction]

    @staticmethod
    def of(guess: ModelGuess, rows: Sequence[Vector]) -> ReportsAtPoints:
        columns: list[Vector] = []
        masses = []
        for at in guess.points:
            for row in rows:
                slopes = (dot(column, row) for column in zip(*at.derivatives, strict=True))
                columns.append(tuple(at.weight * slope for slope in slopes))
                masses.append(at.weight * dot(at.probabilities, row))
        return ReportsAtPoints(columns, masses)

    @property
    def _lengths(self) -> Array:
        return np.sqrt(np.array([float(mass) or 1.0 for mass in self.masses]))

    @property
    def _matrix(self) -> Array:
        """Columns divided by the roots of their masses: I is this times its transpose."""
        return np.array(self.columns, dtype=float).T / self._lengths

    def triangular_contrasts(self) -> Matrix:
        """The rows of L^-1, L L' = I^-1: of zeros after the diagonal."""
        matrix = self._matrix
        scales = np.sqrt((matrix**2).sum(axis=1))
        if not scales.all():
            raise InputError("denominator must be larger: the table over it identifies too little")
        # Coefficients may be of any size: their information has ones on its diagonal.
        scaled = matrix / scales[:, None]
        try:
            lower = np.linalg.cholesky(np.linalg.inv(scaled @ scaled.T))
        except np.linalg.LinAlgError:
            raise InputError(
                "denominator must be larger: the table over it identifies too little"
            ) from None
        rows = np.linalg.inv(lower) * scales
        return entrywise(lambda x: dyadic_near(x, abs(x), BITS), np.tril(rows).tolist())

    def estimators(self, contrasts: Matrix) -> list[list[Fraction]]:
        """Unbiased numbers near z = (D v).r / (p.r) with I v = c; some of them are solved for."""
        matrix = self._matrix
        scales = np.linalg.norm(matrix, axis=1)[:, None]
        scales = np.where(scales > 0, scales, 1.0)
        wanted = np.array(contrasts, dtype=float).T / scales
        near = np.linalg.lstsq(matrix / scales, wanted, rcond=1e-11)[0].T / self._lengths
        # The reports that tell most, and most different things, first.
        order, _ = most_independent((matrix / scales).T, len(self.columns))
        ordered = [self.columns[n] for n in order]
        solved = [order[n] for n in pivot_columns(list(zip(*ordered, strict=True)))]
        with suppress(ArithmeticError):
            if solved:
                return short_numbers(self.columns, contrasts, near.tolist(), solved)
        raise InputError("coefficients must be ones that the best table tells something about")

    def moment(self, z: Sequence[Fraction]) -> Fraction:
        """sum_x w_x sum_i z_xi^2 p_x.r_i."""
        pairs = zip(z, self.masses, strict=True)
        return sum((x * x * mass for x, mass in pairs), Fraction(0))
