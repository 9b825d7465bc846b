"""The pseudo-determinant of a covariance, Cov = J^-1 - q q' of the matrix J of a table at a prior
q, by vectors: prices and tangents show what no table can do, if both are triangular.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from .fields import ONE, Vectors, exact_dot, listed, matrix, rational, record
from .objectives import Objective, place_of
from .private_table import PrivateTable
from .scenarios import Scenario, moments_at_truths
from .statement import OF_SHARES
from .verdict import Size, need, well_formed


@dataclass(frozen=True)
class Determinant(Objective):
    """k det J^-1: by the mean of eigenvalues (tr W J^-1 / k)^k >= det W det J^-1 for W > 0.

    W = sum s c c' and X = sum s v v' of triangular c and v: det W and det X are the products of
    s c_ii^2 and of s v_ii^2. Prices show tr X J' <= paid, hence det J' <= (paid / k)^k / det X.

    J^-1 is at most the matrix of second moments of any unbiased estimators, linear in the prior q:
    at the worst prior tr W J^-1 is at most the largest sum_s s m_sj over truths j.
    """

    is_worst: bool = False

    def volume(self, vectors: Vectors) -> Fraction:
        """prod s x_ii^2."""
        diagonal = [x[i] for i, x in enumerate(vectors)]
        factors = (s * x * x for s, x in zip(self.scales, diagonal, strict=True))
        return prod(factors, start=ONE)

    def own(self, scenarios: list[Scenario]) -> Fraction:
        (at,) = scenarios
        for i, (c, v) in enumerate(zip(self.contrasts, at.tangents, strict=True)):
            triangular = c[i] and v[i] and not any(c[i + 1 :]) and not any(v[:i])
            need(triangular, "the contrasts or the tangents are not triangular")
        k = len(self.scales)
        mean = self.spent(at) / k
        return k * mean**k / self.volume(self.contrasts)

    def spent(self, at: Scenario) -> Fraction:
        """At least tr W J^-1, by any unbiased estimators."""
        if self.is_worst:
            return max(moments_at_truths(at, self.scales))
        return exact_dot(self.scales, at.moments)

    def sentence(self, scenarios: list[Scenario]) -> str:
        if self.is_worst:
            return f"a maximum over all priors of {self.words}"
        return super().sentence(scenarios)

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        need(paid > 0, "the prices add up to nothing")
        k = len(self.scales)
        return k * (k / paid) ** k * self.volume(scenarios[0].tangents)


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    record(value, "name contrasts scales", "over")
    contrasts = matrix(value["contrasts"], truths, truths)
    scales = [rational(scale) for scale in listed(value["scales"], truths)]
    well_formed(min(scales) > 0, "a scale is not positive")
    size.allow(truths**3)
    words = f"a product of the non-zero eigenvalues {OF_SHARES}"
    well_formed(value.get("over", "worst-population") == "worst-population", "over what?")
    return Determinant(words, contrasts, scales=scales, is_worst="over" in value)


def read_place(
    value: Any, scenarios: list[Any], table: PrivateTable, size: Size
) -> tuple[Any, ...]:
    """At a prior, or at the worst."""
    return place_of(read(value, len(table.sizes), size), scenarios, table, size)
