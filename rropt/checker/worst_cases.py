"""Variances in fixed groups of respondents, over all priors, and over all numbers of an interval.

Of an unbiased estimator x of contrasts c with second moments m_j = sum_i x_i^2 P(i|j) at truth j:

* a fixed group has the variance m_j - c_j^2 at truth j, of the reports alone. With shares q that is
  the sum of moments less sum_j q_j c_j^2, linear in q: its maximum is at a truth;
* respondents drawn from q have q.m - (c.q)^2, concave in q: below its tangent at any s, so that it
  is at most max_j m_j - 2 (c.s) c_j + (c.s)^2;
* a number between two neighbours c_j < z < c_j+1 that is rounded to one of them at random, so that
  its mean is z, has the variance L(z) - z^2, L the line through the m_j at c_j and m_j+1 at c_j+1.

What a table cannot do at its truths no mechanism can do on an interval that contains them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from .cleared import exact_dot, exact_sum
from .objectives import Objective, Scenario
from .private_table import PrivateTable, entries
from .statement import item
from .verdict import well_formed


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
class Numbers(WorstGroup):
    """All numbers of an interval, each rounded at random to one of its two neighbours."""

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        super().check_scenarios(scenarios)
        (points,) = self.contrasts
        ascend = all(low < high for low, high in pairwise(points))
        well_formed(ascend, "the numbers do not ascend")

    def value_of_table(
        self, table: PrivateTable, scenarios: list[Scenario], value: Fraction
    ) -> bool:
        (points,) = self.contrasts
        moments = second_moments(table, scenarios[0])
        for left, right in pairwise(zip(points, moments, strict=True)):
            if value < worst_between(left, right):
                return False
        return True

    def mechanisms(self, truths: int) -> str:
        (points,) = self.contrasts
        return f"mechanism on the numbers from {item(points[0])} to {item(points[-1])}"

    def deployed(self, table: str) -> str:
        return f"{table} after rounding at random to a neighbour in {item(self.contrasts[0])}"


def second_moments(table: PrivateTable, at: Scenario) -> Iterator[Fraction]:
    """sum_i x_i^2 P(i|j) of all estimators together, truth by truth."""
    squares = [exact_sum([x * x for x in column]) for column in zip(*at.estimators, strict=True)]
    for column in zip(*map(entries, table.rows), strict=True):
        yield exact_dot(squares, [Fraction(x, table.unit) for x in column])


def worst_between(left: tuple[Fraction, Fraction], right: tuple[Fraction, Fraction]) -> Fraction:
    """The maximum of L(z) - z^2 between two points of the line L.

    >>> worst_between((Fraction(-1), Fraction(2)), (Fraction(1), Fraction(2)))
    Fraction(2, 1)
    """
    slope = (right[1] - left[1]) / (right[0] - left[0])
    worst = min(max(slope / 2, left[0]), right[0])
    return left[1] + slope * (worst - left[0]) - worst * worst
