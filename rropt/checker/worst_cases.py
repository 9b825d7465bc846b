"""Variances over several priors: their average with weights, or the largest of them; in fixed
groups and over all priors (`groups`); and over an interval of shares.

For the share p of truth 1 of two the variance is the parabola m_0 + (m_1 - m_0) p - p^2, m_j the
second moment at truth j: largest at (m_1 - m_0)/2, or at the end of the interval next to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any

from .fields import ONE, Vector, Vectors, exact_dot
from .groups import subtracted, worst
from .objectives import Objective
from .pages import named
from .scenarios import AVERAGE, MINIMAX, Scenario, moments_at_truths
from .statement import GROUPS, item, said
from .verdict import well_formed

SEVERAL = [AVERAGE, MINIMAX]
"""Over what there are several scenarios, and offsets."""


@dataclass(frozen=True)
class OverPriors(Objective):
    """An average or a maximum, as `over` says."""

    over: str = ""

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        """Any number of them, with any offsets; one where nothing is said."""
        if not self.over:
            super().check_scenarios(scenarios)

    def own(self, scenarios: list[Scenario]) -> Fraction:
        own = [at.own for at in scenarios]
        return max(own) if self.over == MINIMAX else averaged(scenarios, own)

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        """An average is at most the maximum, so one bound serves both."""
        return averaged(scenarios, [at.proved for at in scenarios]) - paid

    def sentence(self, scenarios: list[Scenario]) -> str:
        return over_scenarios(self.over, self.words, scenarios)


@dataclass(frozen=True)
class WorstPrevalence(OverPriors):
    """The variance of a share at the worst prevalence of an interval."""

    low: Fraction = Fraction(0)
    high: Fraction = ONE

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        well_formed(0 <= self.low <= self.high <= 1, "no interval of shares")
        well_formed(not any(at.offset for at in scenarios), "an interval has no offset")
        inside = all(self.low <= at.prior[1] <= self.high for at in scenarios)
        well_formed(inside, "a prior is outside the interval")

    def own(self, scenarios: list[Scenario]) -> Fraction:
        a, b = moments_at_truths(scenarios[0])
        worst = min(max((b - a) / 2, self.low), self.high)
        return a + (b - a) * worst - worst**2

    def sentence(self, scenarios: list[Scenario]) -> str:
        ends = f"from {item(self.low)} to {item(self.high)}"
        return f"a maximum over the shares of truth 1 {ends} of {self.words}"


@dataclass(frozen=True)
class OverGroups(Objective):
    """In a fixed group, in the worst one, or in the worst population, as `over` says."""

    over: str = ""

    def corner(self, contrasts: Vectors, prior: Vector) -> Fraction:
        return subtracted(self.over, contrasts, prior)

    def own(self, scenarios: list[Scenario]) -> Fraction:
        return worst(self.over, scenarios[0])

    def sentence(self, scenarios: list[Scenario]) -> str:
        return said(self.over, self.words, scenarios[0].prior)


def read_over(words: str, contrasts: Vectors, over: Any) -> Objective:
    """Contrasts over priors, or in groups."""
    made = OverPriors if over in SEVERAL else OverGroups
    return made(words, contrasts, over=named(over, [*SEVERAL, *GROUPS]))


def averaged(scenarios: list[Scenario], numbers: Vector) -> Fraction:
    """The mean with the weights of the scenarios."""
    return exact_dot([at.weight for at in scenarios], numbers)


def over_scenarios(over: str, words: str, scenarios: Sequence[Scenario]) -> str:
    """The objective with its priors, and with their weights and offsets where there are any."""
    names = ["prior", "weight"] if over == AVERAGE else ["prior"]
    names += ["offset"] if any(at.offset for at in scenarios) else []
    if names == ["prior"]:
        where = f"the priors {item([at.prior for at in scenarios])}"
    else:
        places = [attrgetter(*names)(at) for at in scenarios]
        where = f"({', '.join(names)}) in {item(places)}"
    less = " less the offset" if "offset" in names else ""
    whole = "an average" if over == AVERAGE else "a maximum"
    return f"{whole} over {where} of {words}{less}"
