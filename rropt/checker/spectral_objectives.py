"""The largest eigenvalue of a covariance, and its pseudo-determinant, by vectors.

Of the matrix J of a table at a prior q, Cov = J^-1 - q q'; prices and tangents show what no table
can do, as for sums of variances, if the shapes of contrasts and tangents are right.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any

from .fields import listed, matrix, rational, rationals, record
from .objectives import Objective
from .pages import page
from .plain_table import masses, unit_vectors
from .private_table import PrivateTable
from .scenarios import ONE, Scenario, moments_at_truths, numbers_of
from .statement import OF_SHARES
from .vectors import Vectors, exact_dot, exact_sum
from .verdict import Size, need, well_formed


@dataclass(frozen=True)
class Eigenvalue(Objective):
    """The largest eigenvalue of Cov is at least sum d'Cov d / sum d'd.

    It is at most the value when value I - Cov - sum f f' has dominant diagonal entries.
    """

    roots: Vectors = ()

    @property
    def seen(self) -> Vectors:
        return unit_vectors(len(self.contrasts[0]))

    def own(self, scenarios: list[Scenario]) -> Fraction:
        """By Gershgorin: a symmetric matrix with such rows has no negative eigenvalue."""
        rows = self._beside(scenarios[0])
        return max(row[i] - abs(row[i]) + exact_sum([*map(abs, row)]) for i, row in enumerate(rows))

    def _beside(self, at: Scenario) -> list[list[Fraction]]:
        """Cov + sum f f'."""
        chances = masses(at.table, at.prior)
        found = []
        for i, (x, p) in enumerate(zip(numbers_of(at), at.prior, strict=True)):
            weighted = [s * m for s, m in zip(x, chances, strict=True)]
            row = []
            for j, (y, q) in enumerate(zip(numbers_of(at), at.prior, strict=True)):
                squares = [f[i] * f[j] for f in self.roots]
                row.append(exact_dot(weighted, y) - p * q + exact_sum(squares))
            found.append(row)
        return found

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        squares = exact_sum([exact_dot(d, d) for d in self.contrasts])
        return super().bound(scenarios, paid) / squares


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
        of = super().sentence(scenarios)
        return f"a maximum over all priors of {self.words}" if self.is_worst else of

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        need(paid > 0, "the prices add up to nothing")
        k = len(self.scales)
        return k * (k / paid) ** k * self.volume(scenarios[0].tangents)


def read_place(value: Any, given: Any, table: PrivateTable, size: Size) -> tuple[Any, ...]:
    """For `gradient_at_once`, at a prior."""
    well_formed("over" not in value, "not at one prior")
    of = read(value, len(table.sizes), size)
    at = of.read_scenario(given, table, size)
    proved = partial(of.bound, [at])
    return of.sentence([at]), at, of.own([at]), proved, of.scales or [ONE] * len(at.tangents)


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """e-optimal or d-optimal, also at the worst."""
    if value["name"] == "d-optimal":
        return _determinant(value, truths, size)
    if "over" in value:
        worst: Objective = page(".worst_eigenvalue").read(value, truths, size)
        return worst
    record(value, "name contrasts roots")
    contrasts = matrix(value["contrasts"], columns=truths)
    well_formed(any(map(any, contrasts)), "every contrast is zero")
    roots = [rationals(root, truths) for root in listed(value["roots"])]
    size.allow(truths**2 * (1 + len(roots)))
    return Eigenvalue(f"a largest eigenvalue {OF_SHARES}", contrasts, roots=roots)


def _determinant(value: dict[str, Any], truths: int, size: Size) -> Objective:
    record(value, "name contrasts scales", "over")
    contrasts = matrix(value["contrasts"], truths, truths)
    scales = [rational(scale) for scale in listed(value["scales"], truths)]
    well_formed(min(scales) > 0, "a scale is not positive")
    size.allow(truths**3)
    words = f"a product of the non-zero eigenvalues {OF_SHARES}"
    well_formed(value.get("over", "worst-population") == "worst-population", "over what?")
    return Determinant(words, contrasts, scales=scales, is_worst="over" in value)
