"""What kind gradient makes of variances: a class an objective, here their sum in one scenario.

`own` is what the estimators show that the table does, `bound` what tangents and prices (which add
up to `paid`) prove of every private table. Of each scenario: own = sum of second moments - corner,
and proved = sum of 2 c.v - corner, which is at most what any estimator does plus the utility that
prices pay for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from .fields import Vector, Vectors, exact_sum
from .pages import page
from .private_table import PrivateTable
from .scenarios import Scenario, read_at_prior, squared_means
from .statement import down, item, up
from .verdict import Doubts, Size, need, well_formed

if TYPE_CHECKING:
    from .convex_utility import ConvexUtility


@dataclass(frozen=True)
class Objective:
    """The sum of the variances of the contrasts, in one scenario."""

    words: str
    contrasts: Vectors
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

    def corner(self, contrasts: Vectors, prior: Vector) -> Fraction:
        """What is subtracted from second moments: sum (c.q)^2."""
        return squared_means(contrasts, prior)

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        """Several scenarios, and offsets, belong to an average or a maximum."""
        alone = len(scenarios) == 1 and not scenarios[0].offset
        well_formed(alone, "several scenarios need an average or a maximum")

    def utility(self, scenarios: list[Scenario]) -> "ConvexUtility":
        """u(r) = sum of weight * scale * w_x (D_x v.r)^2 / (p_x.r) over scenarios and tangents."""
        found: ConvexUtility = page(".ratios").of_scenarios(scenarios, self.scales)
        return found

    def steps_of_value(self, truths: int, rows: int) -> int:
        """What `verify_value` takes beyond the moments of each estimator."""
        return 0

    def verify_value(self, scenarios: list[Scenario], value: Fraction, doubts: Doubts) -> None:
        """The table does at least as well as the value."""
        need(value >= self.own(scenarios), "the table has a larger value")

    def own(self, scenarios: list[Scenario]) -> Fraction:
        """What the estimators do."""
        return scenarios[0].own

    def verify_bound(
        self, scenarios: list[Scenario], paid: Fraction, bound: Fraction, doubts: Doubts
    ) -> None:
        """No table does better than the bound."""
        need(bound <= self.bound(scenarios, paid), "the prices do not prove the bound")

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        """What tangents and prices prove."""
        return scenarios[0].proved - paid

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
        """The objective with its prior."""
        return f"{self.words} at prior {item(scenarios[0].prior)}"


def read_scenarios(
    objective: Objective, given: Sequence[Any], table: PrivateTable, size: Size
) -> list[Scenario]:
    """What is estimated where, with weights that add up to one."""
    scenarios = [objective.read_scenario(at, table, size) for at in given]
    well_formed(scenarios, "no scenarios")
    weights = [at.weight for at in scenarios]
    well_formed(min(weights) >= 0, "a weight is negative")
    well_formed(exact_sum(weights) == 1, "the weights of the scenarios do not add up to 1")
    objective.check_scenarios(scenarios)
    return scenarios


def place_of(
    objective: Objective, given: Sequence[Any], table: PrivateTable, size: Size
) -> tuple[Any, ...]:
    """For `gradient_at_once`: the words, the scenarios, what their estimators do, what squares of
    tangents are multiplied by, and the bound.
    """
    found = read_scenarios(objective, given, table, size)
    bound = partial(objective.bound, found)
    return objective.sentence(found), found, objective.own(found), objective.scales, bound
