"""The certificate of a table for the coefficients of a model: estimators, tangents, prices.

An estimator z of a contrast c has sum_x w_x sum_i z_xi D_x'r_i = c exactly: all but a few of its
numbers are those of the best one, rounded, and the few are solved for. For a determinant the
contrasts are the rows of L^-1 with L L' = I^-1, so that C I^-1 C' is all but the identity and the
product of its diagonal, by which the value is shown, all but its determinant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rropt.certificate import Certificate, CertificateError, issue
from rropt.design.curved.linearise import dyadic
from rropt.design.curved.model_program import ModelOptimum, excesses_of, vectors_of
from rropt.design.curved.reports_at_points import ReportsAtPoints
from rropt.design.curved.unbiased import short
from rropt.design.levels.level_statement import level_record, priced_pairs, universal_field
from rropt.design.problem import Problem
from rropt.exact import InputError, Table, log_bounds
from rropt.exact.convert import dot
from rropt.patterns.extreme import Pattern, rows_of
from rropt.utility.for_model import MINIMAX, ForModel, ModelGuess
from rropt.utility.response_models import Matrix, Vector

if TYPE_CHECKING:
    from rropt.design.curved.pattern_sources import Source

Array = NDArray[np.float64]

INFLATIONS = (0.0, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8)
"""Shares by which prices that cover in doubles are raised until the checker accepts them."""

LOG_BITS = 96
"""A log-determinant is stated to so many bits."""


@dataclass(frozen=True)
class Mixture:
    """Patterns and their weights."""

    patterns: Sequence[Pattern]
    weights: Sequence[Fraction]

    @property
    def rows(self) -> Table:
        """The table, a row a report."""
        return rows_of(self.weights, self.patterns)


@dataclass(frozen=True)
class GuessEvidence:
    """What shows the value and the bound at one guess."""

    weight: Fraction
    contrasts: Matrix
    estimators: list[list[Vector]]
    moments: list[Fraction]
    tangents: list[list[Fraction]]


def model_certificate(
    problem: Problem, source: Source, found: ModelOptimum, mixture: Mixture
) -> Certificate:
    """The first certificate that the checker accepts, with prices raised as little as it takes."""
    objective: ForModel = problem.objective
    evidence = _evidence(objective, found, mixture.rows)
    value = _value(objective, evidence)
    frame = {
        "kind": "model",
        "privacy": level_record(problem),
        "objective": "determinant" if objective.is_determinant else "variance",
        "patterns": mixture.patterns,
        "weights": mixture.weights,
        "guesses": [
            _record(guess, at) for guess, at in zip(objective.guesses, evidence, strict=True)
        ],
        "value": value,
        "cover": {"proof": "extremes"},
    } | universal_field(problem, mixture.rows)
    if objective.over:
        frame["over"] = objective.over
    lift = _lift(objective, source, found, evidence)
    for share in INFLATIONS:
        try:
            priced = _priced(objective, source, found, evidence, (lift, share), value)
            return issue(frame | priced)
        except CertificateError as error:
            refused = error
    raise InputError(f"{objective.label} could not be certified here: {refused}")


def _record(guess: ModelGuess, at: GuessEvidence) -> dict[str, Any]:
    return {
        "weight": at.weight,
        "points": [[p.weight, p.probabilities, p.derivatives] for p in guess.points],
        "contrasts": at.contrasts,
        "estimators": at.estimators,
        "tangents": at.tangents,
    }


def _evidence(
    objective: ForModel, found: ModelOptimum, rows: Sequence[Vector]
) -> list[GuessEvidence]:
    known = []
    weights = _weights(objective, found)
    parts = zip(objective.guesses, weights, found.tangents, strict=True)
    for guess, weight, tangents in parts:
        seen = ReportsAtPoints.of(guess, rows)
        contrasts = objective.contrasts
        if objective.is_determinant:
            contrasts = seen.triangular_contrasts()
        estimators = [seen.estimator(c) for c in contrasts]
        moments = [seen.moment(z) for z in estimators]
        split = [[z[i : i + len(rows)] for i in range(0, len(z), len(rows))] for z in estimators]
        slopes = [[dyadic(x, float(abs(x)) or 1.0) for x in v] for v in tangents.tolist()]
        known.append(GuessEvidence(weight, contrasts, split, moments, slopes))
    return known


def _weights(objective: ForModel, found: ModelOptimum) -> list[Fraction]:
    """The weights that were given; for the worst guess those found, which add up to one."""
    if objective.over != MINIMAX:
        return [guess.weight for guess in objective.guesses]
    weights = [dyadic(float(share), 1.0) for share in found.shares]
    heaviest = weights.index(max(weights))
    weights[heaviest] += 1 - sum(weights, Fraction(0))
    return weights


def _value(objective: ForModel, evidence: list[GuessEvidence]) -> Fraction:
    """What the estimators show of the table."""
    if not objective.is_determinant:
        own = [sum(at.moments, Fraction(0)) for at in evidence]
        return short(_whole(objective, evidence, own, max))
    logs = []
    for at in evidence:
        below = Fraction(1)
        for i, moment in enumerate(at.moments):
            below *= at.contrasts[i][i] ** 2 / moment
        logs.append(log_bounds(below, LOG_BITS)[0])
    return short(_whole(objective, evidence, logs, min), up=False)


def _whole(
    objective: ForModel, evidence: list[GuessEvidence], own: list[Fraction], worst: Any
) -> Fraction:
    if objective.over == MINIMAX:
        found: Fraction = worst(own)
        return found
    return sum((at.weight * x for at, x in zip(evidence, own, strict=True)), Fraction(0))


def _lift(
    objective: ForModel, source: Source, found: ModelOptimum, evidence: list[GuessEvidence]
) -> float:
    """What each truth must pay more, or may pay less, so that every pattern just pays u."""
    rows, moved = source.arrays()
    utility = np.zeros(len(rows))
    for guess, at in zip(objective.guesses, evidence, strict=True):
        tangents = np.array([[float(x) for x in v] for v in at.tangents])
        slopes = vectors_of(guess, rows, moved) @ tangents.T
        utility += float(at.weight) * (slopes**2).sum(axis=(1, 2))
    charge = rows @ found.prices + excesses_of(source, len(rows)) @ found.pair_prices
    return float(((utility - charge) / rows.sum(axis=1)).max())


def _priced(
    objective: ForModel,
    source: Source,
    found: ModelOptimum,
    evidence: list[GuessEvidence],
    raised: tuple[float, float],
    value: Fraction,
) -> dict[str, Any]:
    """Prices raised by a lift and a share of their size, and the bound that they prove."""
    unit = float(abs(found.prices).max())
    lift, share = raised
    prices = [dyadic(float(y) + lift + share * unit, unit) for y in found.prices]
    zs = [dyadic(float(z), unit) for z in found.pair_prices]
    priced = [(key, z) for key, z in zip(source.pairs, zs, strict=True) if z]
    paid = sum(prices, Fraction(0))
    paid += dot(source.deltas, zs)
    bound = _proved(objective, evidence, paid)
    gap = bound - value if objective.is_determinant else value - bound
    record: dict[str, Any] = {"prices": prices, "bound": bound, "gap": gap}
    return record | priced_pairs(priced)


def _proved(objective: ForModel, evidence: list[GuessEvidence], paid: Fraction) -> Fraction:
    """2 sum c.v less what is paid, or m ln(paid / m) less the logarithms of det X."""
    if not objective.is_determinant:
        gains = Fraction(0)
        for at in evidence:
            pairs = zip(at.contrasts, at.tangents, strict=True)
            gains += at.weight * sum((2 * dot(c, v) for c, v in pairs), Fraction(0))
        return short(gains - paid, up=False)
    m = objective.coefficients
    bound = m * log_bounds(paid / m, LOG_BITS)[1]
    for at in evidence:
        volume = Fraction(1)
        for i, v in enumerate(at.tangents):
            volume *= v[i] ** 2
        bound -= at.weight * log_bounds(volume, LOG_BITS)[0]
    return short(bound)
