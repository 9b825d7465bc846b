"""Variances in fixed groups of respondents, and over all priors.

Of an unbiased estimator x of contrasts c with second moments m_j = sum_i x_i^2 P(i|j) at truth j:

* a fixed group has the variance m_j - c_j^2 at truth j, of the reports alone. With shares q that is
  the sum of moments less sum_j q_j c_j^2, linear in q: its maximum is at a truth;
* respondents drawn from q have q.m - (c.q)^2, concave in q: below its tangent at any s, so that it
  is at most max_j m_j - 2 (c.s) c_j + (c.s)^2;
* of the determinant k det J^-1 at any q: J^-1 is at most the matrix of second moments of any
  unbiased estimators, so that tr W J^-1 is at most the largest moment at a truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .cleared import exact_dot, exact_sum
from .objectives import ONE, Determinant, Objective, Scenario
from .private_table import PrivateTable, entries
from .statement import item


@dataclass(frozen=True)
class FixedGroup(Objective):
    """The randomness of the reports alone, of a group with the shares q."""

    def corner(self, prior: list[Fraction]) -> Fraction:
        """sum_j q_j c_j^2."""
        return exact_sum([exact_dot([x * x for x in c], prior) for c in self.contrasts])

    def sentence(self, scenarios: list[Scenario]) -> str:
        return f"{self.words} of a fixed group with shares {item(scenarios[0].prior)}"


@dataclass(frozen=True)
class WorstGroup(FixedGroup):
    """The largest variance at a truth."""

    def value_of_table(
        self, table: PrivateTable, scenarios: list[Scenario], value: Fraction
    ) -> bool:
        moments = second_moments(table, scenarios[0])
        for j, moment in enumerate(moments):
            if value < moment - exact_sum([c[j] ** 2 for c in self.contrasts]):
                return False
        return True

    def sentence(self, scenarios: list[Scenario]) -> str:
        return f"a maximum over all fixed groups of {self.words}"


@dataclass(frozen=True)
class WorstPopulation(Objective):
    """The largest variance over all priors, by the tangent at the stated one."""

    def value_of_table(
        self, table: PrivateTable, scenarios: list[Scenario], value: Fraction
    ) -> bool:
        (at,) = scenarios
        means = [exact_dot(c, at.prior) for c in self.contrasts]
        for j, moment in enumerate(second_moments(table, at)):
            parts = zip(self.contrasts, means, strict=True)
            tangent = [mean * mean - 2 * mean * c[j] for c, mean in parts]
            if value < moment + exact_sum(tangent):
                return False
        return True

    def sentence(self, scenarios: list[Scenario]) -> str:
        return f"a maximum over all priors of {self.words}"


@dataclass(frozen=True)
class WorstDeterminant(Determinant):
    """k det J^-1 at the worst prior: tr W J^-1 is at most sum_j q_j sum_s s m_sj for every q."""

    def spent(self, table: PrivateTable, at: Scenario) -> Fraction:
        return max(second_moments(table, at, self.sizes))

    def sentence(self, scenarios: list[Scenario]) -> str:
        return f"a maximum over all priors of {self.words}"


def second_moments(
    table: PrivateTable, at: Scenario, scales: Sequence[Fraction] | None = None
) -> Iterator[Fraction]:
    """sum_i x_i^2 P(i|j) of all estimators together, truth by truth; each times its scale."""
    scales = [ONE] * len(at.estimators) if scales is None else scales
    columns = zip(*at.estimators, strict=True)
    squares = [exact_dot(scales, [x * x for x in column]) for column in columns]
    for column in zip(*map(entries, table.rows), strict=True):
        yield exact_dot(squares, [Fraction(x, table.unit) for x in column])
