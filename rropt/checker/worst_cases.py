"""Variances in fixed groups and over all priors (`groups`), and over an interval of shares.

For the share p of truth 1 of two the variance is the parabola m_0 + (m_1 - m_0) p - p^2, m_j the
second moment at truth j: largest at (m_1 - m_0)/2, or at the end of the interval next to it.
"""

from dataclasses import dataclass
from fractions import Fraction

from .groups import said, second_moments, subtracted, worst
from .objectives import Objective
from .scenarios import ONE, Scenario
from .statement import item
from .vectors import Vector
from .verdict import well_formed


@dataclass(frozen=True)
class WorstPrevalence(Objective):
    """The variance of a share at the worst prevalence of an interval."""

    low: Fraction = Fraction(0)
    high: Fraction = ONE

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        well_formed(0 <= self.low <= self.high <= 1, "no interval of shares")
        well_formed(not any(at.offset for at in scenarios), "an interval has no offset")
        inside = all(self.low <= at.prior[1] <= self.high for at in scenarios)
        well_formed(inside, "a prior is outside the interval")

    def own(self, scenarios: list[Scenario]) -> Fraction:
        a, b = second_moments(scenarios[0])
        worst = min(max((b - a) / 2, self.low), self.high)
        return a + (b - a) * worst - worst**2

    def sentence(self, scenarios: list[Scenario]) -> str:
        ends = f"from {item(self.low)} to {item(self.high)}"
        return f"a maximum over the shares of truth 1 {ends} of {self.words}"


@dataclass(frozen=True)
class OverGroups(Objective):
    """In a fixed group, in the worst one, or in the worst population, as `over` says."""

    def corner(self, prior: Vector) -> Fraction:
        return subtracted(self.over, self.contrasts, prior)

    def own(self, scenarios: list[Scenario]) -> Fraction:
        return worst(self.over, scenarios[0])

    def sentence(self, scenarios: list[Scenario]) -> str:
        return said(self.over, self.words, scenarios[0].prior)
