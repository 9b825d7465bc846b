"""Whether a plan keeps its promises, by surveys drawn apart from those that it was made with.

In each drawn survey the estimates are computed and the test is run: the part in which an estimate
is within the margin (of several the one that is so least often, or all of them together, as
planned), and the part in which the hypothesis is rejected.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from rropt.exact import InputError, whole
from rropt.exact.renamed import renamed
from rropt.survey.planning.open_quantity import sides_of
from rropt.survey.planning.plan_rules import MOST_SURVEYED, Plan
from rropt.survey.planning.questions import Question
from rropt.survey.quantiles import confidence_level
from rropt.survey.quantities import Quantities

SEED = 1
"""Other than that of the powers that are drawn for a plan."""

MOST_SURVEYS = 10**7


@dataclass(frozen=True)
class SimulatedSurveys(Quantities):
    """The parts of the surveys that held the margin and that rejected; None: not promised."""

    surveys: int
    margin_held: float | None
    power: float | None

    def to_json(self) -> dict[str, float | None]:
        """How many surveys, and the parts of them."""
        return asdict(self)

    title = "Simulated surveys"

    @property
    def known(self) -> dict[str, Any]:
        """How many there are, and the parts of them that are known."""
        parts = {"within the margin": self.margin_held, "rejected": self.power}
        told = {name: part for name, part in parts.items() if part is not None}
        return {"surveys": self.surveys, **told}

    def error(self, part: float) -> float:
        """Two standard errors of a part."""
        return 2 * sqrt(part * (1 - part) / self.surveys)

    def __str__(self) -> str:
        _, *parts = self.known.items()
        said = [f"{name} in {part:.4f} (+- {self.error(part):.4f})" for name, part in parts]
        return f"{self.surveys} simulated surveys: {', '.join(said) or 'nothing to look at'}"


@renamed(sides="alternative")
def simulated_surveys(
    question: Question,
    plan: Plan,
    surveys: Any = 200_000,
    level: Any = "0.95",
    alternative: str = "two-sided",
) -> SimulatedSurveys:
    """The promises of a plan in so many drawn surveys, always the same ones.

    >>> from rropt.survey.planning import Proportion, plan
    >>> question = Proportion("1/5", "1/10")
    >>> simulated_surveys(question, plan(question, epsilon="ln(3)", n=1000), 1000).surveys
    1000
    """
    count = whole(surveys, "surveys", 1)
    if count > MOST_SURVEYS or plan.n > MOST_SURVEYED:
        raise InputError(
            f"surveys must be at most {MOST_SURVEYS} of at most {MOST_SURVEYED} reports, "
            f"got {count} of {plan.n}"
        )
    estimates = question.planned_estimates(plan.channel, plan.n)
    power = None
    if question.has_hypothesis:
        alpha = 1 - confidence_level(level)
        test = question.planned_test(plan.channel, plan.n, alpha, sides_of(alternative))
        power = None if test is None else test.drawn_power(count, SEED).value
    held = None
    if estimates is not None:
        held = estimates.held_margins(plan.margin, count, SEED, plan.simultaneous)
    return SimulatedSurveys(count, held, power)
