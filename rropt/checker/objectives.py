"""What kind gradient makes of variances: a class an objective, here the average and the largest.

`own` is what the estimators show that the table does, `bound` what tangents and prices (which add
up to `paid`) prove of every private table. Of each scenario: own = sum of second moments - corner,
and proved = sum of 2 c.v - corner, which is at most what any estimator does plus the utility that
prices pay for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from .convex_utility import ConvexUtility
from .private_table import PrivateTable
from .ratios import Ratios
from .scenarios import AVERAGE, MINIMAX, ONE, Scenario, read_at_prior, squared_means
from .statement import down, item, up
from .vectors import Vector, Vectors, exact_dot
from .verdict import Doubts, Size, need, well_formed

SEVERAL = [AVERAGE, MINIMAX]
"""Over what there are several scenarios, and offsets."""


@dataclass(frozen=True)
class Objective:
    """The sum of the variances of the contrasts, averaged over scenarios or at the worst."""

    words: str
    contrasts: Vectors
    over: str = ""
    scales: Sequence[Fraction] = ()
    """What the utility of each tangent is multiplied by, if it is."""

    needs_one_number: ClassVar[bool] = False
    """Whether it speaks of numbers for which a matrix of levels has no row."""

    @property
    def seen(self) -> Vectors:
        """The vectors that the estimators estimate."""
        return self.contrasts

    def read_scenario(self, value: Any, table: PrivateTable, size: Size) -> Scenario:
        """A prior with its evidence."""
        return read_at_prior(value, table, size, self.seen, self.contrasts, self.corner)

    def corner(self, prior: Vector) -> Fraction:
        """What is subtracted from second moments: sum (c.q)^2."""
        return squared_means(self.contrasts, prior)

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        """Several scenarios, and offsets, belong to an average or a maximum."""
        alone = len(scenarios) == 1 and not scenarios[0].offset
        well_formed(alone or self.over in SEVERAL, "several scenarios need an average or a maximum")

    def utility(self, scenarios: list[Scenario]) -> ConvexUtility:
        """u(r) = sum of weight * scale * w_x (D_x v.r)^2 / (p_x.r) over scenarios and tangents."""
        parts: list[tuple[Vector, list[Vector], list[Fraction]]] = []
        for scenario in scenarios:
            scales = self.scales or [ONE] * len(scenario.tangents)
            for at in scenario.points:
                share = scenario.weight * at.share
                vectors: list[Vector] = [at.along(v) for v in scenario.tangents]
                parts.append((at.probabilities, vectors, [share * s for s in scales]))
        return Ratios(parts)

    def steps_of_value(self, truths: int, rows: int) -> int:
        """What `verify_value` takes beyond the moments of each estimator."""
        return 0

    def verify_value(self, scenarios: list[Scenario], value: Fraction, doubts: Doubts) -> None:
        """The table does at least as well as the value."""
        need(value >= self.own(scenarios), "the table has a larger value")

    def own(self, scenarios: list[Scenario]) -> Fraction:
        """The average, or the largest, of what the estimators do."""
        own = [at.own for at in scenarios]
        return max(own) if self.over == MINIMAX else averaged(scenarios, own)

    def verify_bound(
        self, scenarios: list[Scenario], paid: Fraction, bound: Fraction, doubts: Doubts
    ) -> None:
        """No table does better than the bound."""
        need(bound <= self.bound(scenarios, paid), "the prices do not prove the bound")

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        """An average is at most the maximum, so one bound serves both."""
        return averaged(scenarios, [at.proved for at in scenarios]) - paid

    def gap(self, value: Fraction, bound: Fraction) -> Fraction:
        """By how much the table may miss the optimum."""
        return value - bound

    def ends(self, value: Fraction, bound: Fraction) -> tuple[str, str]:
        """Beyond what no table is, and what this one has."""
        return f"below {down(bound)}", f"at most {up(value)}"

    def mechanisms(self, truths: int) -> str:
        """What the bound speaks about."""
        return f"mechanism on {truths} truths"

    def deployed(self, table: str) -> str:
        """How the table is used."""
        return table

    def sentence(self, scenarios: list[Scenario]) -> str:
        """The objective with its priors."""
        if self.over:
            return over_scenarios(self.over, self.words, scenarios)
        return f"{self.words} at prior {item(scenarios[0].prior)}"


def averaged(scenarios: list[Scenario], numbers: Vector) -> Fraction:
    """The mean with the weights of the scenarios."""
    return exact_dot([at.weight for at in scenarios], numbers)


def over_scenarios(over: str, words: str, scenarios: Sequence[Scenario]) -> str:
    """The objective with its priors, and with their weights and offsets where there are any."""
    offsets = any(at.offset for at in scenarios)
    less = " less the offset" if offsets else ""
    if over == AVERAGE:
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
    return f"{whole} over {names} {where} of {words}{less}"
