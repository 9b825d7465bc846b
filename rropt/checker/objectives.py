"""What kind gradient makes of the variances of unbiased estimators: a class an objective.

`value_of_table` says whether the estimators show that the table does at least as well as a value,
`bound` what the tangents and prices (which add up to `paid`) prove of every private table. Of each
scenario: own = sum of second moments - corner, what its estimators do; proved = sum of gains -
corner, which is at most what any estimator does plus the utility that prices pay for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, ClassVar

from .cleared import Vector, exact_dot, exact_sum
from .private_table import PrivateTable, entries
from .statement import item
from .utilities import ConvexUtility, Ratios
from .verdict import need, well_formed

Vectors = list[list[Fraction]]
ONE = Fraction(1)
AVERAGE, MINIMAX = "average", "minimax"


@dataclass(frozen=True)
class Scenario:
    """A prior q, the q.r_i, sum_i x_i^2 q.r_i of each estimator, 2 c.v of each tangent."""

    prior: list[Fraction]
    weight: Fraction
    offset: Fraction
    estimators: Vectors
    tangents: Vectors
    means: list[Fraction]
    moments: list[Fraction]
    gains: list[Fraction]
    corner: Fraction

    @property
    def own(self) -> Fraction:
        """What its estimators do."""
        return exact_sum(self.moments) - self.corner - self.offset

    @property
    def proved(self) -> Fraction:
        """What its tangents prove, before the prices."""
        return exact_sum(self.gains) - self.corner - self.offset


@dataclass(frozen=True)
class Objective:
    """The sum of the variances of the contrasts, averaged over priors or at the worst of them."""

    words: str
    contrasts: Vectors
    over: str = ""

    needs_one_number: ClassVar[bool] = False
    """Whether it speaks of numbers for which a matrix of levels has no row."""

    @property
    def seen(self) -> Vectors:
        """The vectors that the estimators estimate."""
        return self.contrasts

    @property
    def scales(self) -> list[Fraction]:
        """What the utility of each tangent is multiplied by."""
        return [ONE] * len(self.contrasts)

    def corner(self, prior: list[Fraction]) -> Fraction:
        """What is subtracted from second moments: sum (c.q)^2."""
        return exact_sum([exact_dot(c, prior) ** 2 for c in self.contrasts])

    def utility(self, scenarios: list[Scenario]) -> ConvexUtility:
        """u(r) = sum of weight * scale * (v.r)^2 / (q.r) over scenarios and tangents."""
        parts: list[tuple[Vector, list[Vector], list[Fraction]]] = []
        for at in scenarios:
            scales = [at.weight * scale for scale in self.scales]
            parts.append((at.prior, list(at.tangents), scales))
        return Ratios(parts)

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        """Several priors, and offsets, belong to an average or a maximum."""
        alone = len(scenarios) == 1 and not scenarios[0].offset
        well_formed(alone or self.over, "several priors need an average or a maximum")

    def steps_of_value(self, truths: int, rows: int) -> int:
        """What `value_of_table` takes beyond the moments of each estimator."""
        return 0

    def value_of_table(
        self, table: PrivateTable, scenarios: list[Scenario], value: Fraction
    ) -> bool:
        """value >= the average, or the largest, of what the estimators do."""
        own = [at.own for at in scenarios]
        if self.over == MINIMAX:
            return value >= max(own)
        return value >= exact_dot([at.weight for at in scenarios], own)

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        """An average is at most the maximum, so one bound serves both."""
        weights = [at.weight for at in scenarios]
        return exact_dot(weights, [at.proved for at in scenarios]) - paid

    def mechanisms(self, truths: int) -> str:
        """What the bound speaks about."""
        return f"mechanism on {truths} truths"

    def deployed(self, table: str) -> str:
        """How the table is used."""
        return table

    def sentence(self, scenarios: list[Scenario]) -> str:
        """The objective with its priors."""
        if not self.over:
            return f"{self.words} at prior {item(scenarios[0].prior)}"
        offsets = any(at.offset for at in scenarios)
        less = " less the offset" if offsets else ""
        if self.over == AVERAGE:
            names = "(prior, weight, offset)" if offsets else "(prior, weight)"
            places: list[Any] = [[at.prior, at.weight] for at in scenarios]
            whole = "an average"
        else:
            names = "(prior, offset)" if offsets else "the priors"
            places = [[at.prior] if offsets else at.prior for at in scenarios]
            whole = "a maximum"
        if offsets:
            places = [[*p, at.offset] for p, at in zip(places, scenarios, strict=True)]
        where = f"in {item(places)}" if names != "the priors" else item(places)
        return f"{whole} over {names} {where} of {self.words}{less}"


@dataclass(frozen=True)
class WorstPrevalence(Objective):
    """The variance of a share at the worst prevalence of an interval.

    That of one estimator is A + (B - A) p - p^2, a concave parabola: largest at (B - A)/2, or at
    the end of the interval that is next to it.
    """

    low: Fraction = Fraction(0)
    high: Fraction = ONE

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        well_formed(0 <= self.low <= self.high <= 1, "no interval of shares")
        well_formed(not any(at.offset for at in scenarios), "an interval has no offset")
        inside = all(self.low <= at.prior[1] <= self.high for at in scenarios)
        well_formed(inside, "a prior is outside the interval")

    def value_of_table(
        self, table: PrivateTable, scenarios: list[Scenario], value: Fraction
    ) -> bool:
        squares = [x * x for x in scenarios[0].estimators[0]]
        columns = zip(*map(entries, table.rows), strict=True)
        a, b = (exact_dot(squares, [Fraction(x, table.unit) for x in col]) for col in columns)
        worst = min(max((b - a) / 2, self.low), self.high)
        return value >= a + (b - a) * worst - worst**2

    def sentence(self, scenarios: list[Scenario]) -> str:
        ends = f"from {item(self.low)} to {item(self.high)}"
        return f"a maximum over the shares of truth 1 {ends} of {self.words}"


@dataclass(frozen=True)
class Eigenvalue(Objective):
    """The largest eigenvalue of Cov is at least sum d'Cov d / sum d'd.

    It is at most the value when value I - Cov - sum f f' has dominant diagonal entries.
    """

    units: Sequence[list[Fraction]] = ()
    roots: Sequence[list[Fraction]] = ()

    @property
    def seen(self) -> Vectors:
        return list(self.units)

    def value_of_table(
        self, table: PrivateTable, scenarios: list[Scenario], value: Fraction
    ) -> bool:
        (at,) = scenarios
        for i, row in enumerate(self._rest(at, value)):
            if 2 * row[i] < exact_sum([abs(x) for x in row]):
                return False
        return True

    def _rest(self, at: Scenario, value: Fraction) -> Vectors:
        """value I - Cov - sum f f'."""
        found = []
        for i, (x, p) in enumerate(zip(at.estimators, at.prior, strict=True)):
            weighted = [s * m for s, m in zip(x, at.means, strict=True)]
            row = []
            for j, (y, q) in enumerate(zip(at.estimators, at.prior, strict=True)):
                squares = [f[i] * f[j] for f in self.roots]
                row.append(value * (i == j) - exact_dot(weighted, y) + p * q - exact_sum(squares))
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
    """

    sizes: Sequence[Fraction] = ()

    @property
    def scales(self) -> list[Fraction]:
        return list(self.sizes)

    def volume(self, vectors: Vectors) -> Fraction:
        """prod s x_ii^2."""
        diagonal = [x[i] for i, x in enumerate(vectors)]
        factors = (s * x * x for s, x in zip(self.sizes, diagonal, strict=True))
        return prod(factors, start=ONE)

    def value_of_table(
        self, table: PrivateTable, scenarios: list[Scenario], value: Fraction
    ) -> bool:
        (at,) = scenarios
        for i, (c, v) in enumerate(zip(self.contrasts, at.tangents, strict=True)):
            triangular = c[i] and v[i] and not any(c[i + 1 :]) and not any(v[:i])
            need(triangular, "the contrasts or the tangents are not triangular")
        k = len(self.sizes)
        mean = self.spent(table, at) / k
        return value >= k * mean**k / self.volume(self.contrasts)

    def spent(self, table: PrivateTable, at: Scenario) -> Fraction:
        """At least tr W J^-1, by any unbiased estimators."""
        return exact_dot(self.scales, at.moments)

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        need(paid > 0, "the prices add up to nothing")
        k = len(self.sizes)
        return k * (k / paid) ** k * self.volume(scenarios[0].tangents)
