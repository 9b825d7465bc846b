"""What a certificate of a curved design rests on, but for its prices.

With J = sum_r w_r r r' / (pi.r) the best unbiased estimator of c.pi has the variance c'J^-1 c -
(c.pi)^2. Estimators in exact numbers show what the table does. For every vector v and every table

    c'J'^-1 c >= 2 c.v - sum_r w_r (v.r)^2 / (pi.r),

with equality at v = J^-1 c: such tangents, with prices for their squares, show what no table does.
For the determinant X = sum s v v' is J^-1, and det J' <= (tr X J' / k)^k / det X for every J', with
the product of s v_ii^2 for det X where v is triangular; W = sum s c c', which is J, for the value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod, sqrt
from typing import Any

from rropt.design.curved.iterate import Iterate
from rropt.design.curved.linearise import Information, dyadic
from rropt.design.curved.unbiased import covariance, second_moments, short, unbiased
from rropt.exact.convert import dot
from rropt.patterns.extreme import Pattern
from rropt.utility.curved import Curved, Matrix, Scenario, Vector, identity_matrix

WeightedPatterns = tuple[list[Pattern], list[Fraction]]
"""Patterns and their weights."""

RAISE = Fraction(1, 2**44)
"""The share by which a largest eigenvalue found in doubles is raised."""

FAINT = 1e-9
"""Parts of the dual of an eigenvalue below this length are left out."""


@dataclass(frozen=True)
class Tangents:
    """A scenario: estimators of `seen` for the value, tangents at `contrasts` for the bound."""

    scenario: Scenario
    at: Information
    estimators: list[Vector]
    contrasts: list[Vector]
    tangents: list[Vector]
    scales: list[Fraction]

    @staticmethod
    def of(
        at: Information, best: Information, scenario: Scenario, seen: Any, contrasts: Any = None
    ) -> Tangents:
        """Estimators of a table, tangents at the `best` one; the contrasts are those seen."""
        contrasts = list(seen if contrasts is None else contrasts)
        tangents = [best.tangent(c) for c in contrasts]
        scales = [Fraction(1)] * len(contrasts)
        return Tangents(scenario, at, unbiased(at, list(seen)), contrasts, tangents, scales)

    def record(self) -> dict[str, Any]:
        """As the certificate has it."""
        return {
            "prior": self.scenario.prior,
            "weight": self.scenario.weight,
            "offset": self.scenario.offset,
            "estimators": self.estimators,
            "tangents": self.tangents,
        }

    def corner(self) -> Fraction:
        """sum (c.pi)^2 over the contrasts."""
        return sum((dot(c, self.scenario.prior) ** 2 for c in self.contrasts), Fraction(0))

    def variance(self) -> Fraction:
        """The variances of the estimators, summed, less the offset."""
        moments = second_moments(self.at, self.estimators)
        return sum(moments, -self.corner() - self.scenario.offset)

    def volume(self, vectors: list[Vector]) -> Fraction:
        """The determinant of sum s x x' for triangular x."""
        triangle = enumerate(zip(self.scales, vectors, strict=True))
        return prod((s * x[i] ** 2 for i, (s, x) in triangle), start=Fraction(1))

    def gain(self) -> Fraction:
        """sum (2 c.v - (c.pi)^2) less the offset: what the bound is before the prices."""
        slopes = (dot(c, v) for c, v in zip(self.contrasts, self.tangents, strict=True))
        return 2 * sum(slopes, Fraction(0)) - self.corner() - self.scenario.offset


@dataclass(frozen=True)
class Evidence:
    """What a certificate says but for the prices."""

    objective: dict[str, Any]
    places: list[Tangents]
    least: Fraction
    """At most the value of the table."""

    value: Fraction
    """At least the value of the table."""

    def bound(self, most: Fraction) -> Fraction:
        """What prices prove that add up to `most`."""
        if self.objective["name"] == "d-optimal":
            (place,) = self.places
            k = len(place.scales)
            return k * (k / most) ** k * place.volume(place.tangents)
        proved = sum((p.scenario.weight * p.gain() for p in self.places), Fraction(0)) - most
        if self.objective["name"] == "e-optimal":
            return proved / sum(x * x for d in self.objective["contrasts"] for x in d)
        return proved


def evidence(
    objective: Curved,
    found: Iterate,
    table: WeightedPatterns,
    best: WeightedPatterns,
) -> Evidence:
    """Everything exact but the prices: the value of a table, the bound by tangents at the best."""
    scenarios = objective.scenarios
    if objective.robust == "minimax":
        shares = dual_shares(found)
        scenarios = tuple(
            replace(scenario, weight=share)
            for scenario, share in zip(scenarios, shares, strict=True)
        )
    tables = [Information.of(*table, s.prior) for s in scenarios]
    optima = tables if best is table else [Information.of(*best, s.prior) for s in scenarios]
    if objective.name == "d-optimal":
        return _determinant(tables[0], optima[0], scenarios[0])
    if objective.name == "e-optimal":
        return _eigenvalue(tables[0], optima[0], scenarios[0], _dual(found))
    return _variances(objective, tables, optima, scenarios)


def _variances(
    objective: Curved,
    tables: list[Information],
    optima: list[Information],
    scenarios: tuple[Scenario, ...],
) -> Evidence:
    """The trace of the covariance or the variance of a contrast, of one prior or of several."""
    alone = objective.contrast
    contrasts = identity_matrix(objective.truths) if alone is None else (alone,)
    parts = zip(tables, optima, scenarios, strict=True)
    places = [Tangents.of(at, best, scenario, contrasts) for at, best, scenario in parts]
    values = [place.variance() for place in places]
    traces = [at.trace(objective.criterion())[0] for at in tables]
    least = [trace - s.offset for trace, s in zip(traces, scenarios, strict=True)]
    if objective.robust == "minimax":
        ends = max(least), max(values)
    else:
        shares = [s.weight for s in scenarios]
        ends = dot(shares, least), dot(shares, values)
    value = short(ends[1])
    known = value == ends[1] and all(at.is_square for at in tables)
    return Evidence(
        objective.statement(), places, value if known else short(ends[0], up=False), value
    )


def _determinant(at: Information, best: Information, scenario: Scenario) -> Evidence:
    """k det J^-1 <= k (T / k)^k / det W with T = sum s x_r^2 w_r (pi.r).

    The scales are those of the best table, for the bound; W has its own by longer contrasts.
    """
    scales, contrasts, tangents = best.factor()
    if at is not best:
        own, contrasts, _ = at.factor()
        stretch = [Fraction(sqrt(s / t)) for s, t in zip(own, scales, strict=True)]
        rows = zip(stretch, contrasts, strict=True)
        contrasts = [tuple(x * entry for entry in c) for x, c in rows]
    estimators = unbiased(at, contrasts)
    place = Tangents(scenario, at, estimators, contrasts, tangents, scales)
    mean = short(dot(scales, second_moments(at, estimators)) / len(scales))
    value = short(len(scales) * mean ** len(scales) / place.volume(contrasts))
    statement = {"name": "d-optimal", "contrasts": contrasts, "scales": scales}
    return Evidence(statement, [place], short(at.determinant()[0], up=False), value)


def _eigenvalue(
    at: Information, best: Information, scenario: Scenario, dual: list[Vector]
) -> Evidence:
    """A value a little above the largest eigenvalue, and a root of value I - Cov."""
    place = Tangents.of(at, best, scenario, identity_matrix(len(scenario.prior)), dual)
    value, roots = _roots(covariance(at, place.estimators))
    statement = {"name": "e-optimal", "contrasts": dual, "roots": roots}
    return Evidence(statement, [place], value, value)


def _roots(C: Matrix) -> tuple[Fraction, list[Vector]]:
    """Vectors f such that value I - C - sum f f' is nearly a small multiple of I."""
    import numpy as np

    values, vectors = np.linalg.eigh(np.array(C, dtype=float))
    roots = vectors * np.sqrt(values[-1] - values)
    value = short(Fraction(float(values[-1])) * (1 + RAISE))
    return value, [tuple(map(Fraction, column)) for column in roots[:, :-1].T.tolist()]


def _dual(found: Iterate) -> list[Vector]:
    """The dual matrix of the largest eigenvalue as a sum of d d'."""
    import numpy as np

    values, vectors = np.linalg.eigh(found.forms[0][1])
    root = found.pool.basis @ (vectors * np.sqrt(np.maximum(values, 0.0)))
    root /= np.sqrt((root**2).sum())
    return [tuple(map(Fraction, d)) for d in root.T.tolist() if max(map(abs, d)) > FAINT]


def dual_shares(found: Iterate) -> list[Fraction]:
    """The dual weights of the scenarios, rounded so that they sum to one exactly."""
    exact = [dyadic(max(share, 0.0), 1.0) for share, _ in found.forms]
    exact[exact.index(max(exact))] += 1 - sum(exact)
    return exact
