"""A plan whose epsilon is a promise of the published histogram: how many people for a margin?

Everybody answers by k-ary randomized response at a local level x, and an honest shuffler passes on
how often each report was given. More people estimate better and hide each other better, so of the
central epsilon, the number of people and the goal each is determined by the other two. Where the
number is open, a larger x needs fewer people, n(x), and fewer people at a larger x hide less: the
largest x whose histogram of n(x) reports keeps the promise is found, and the promise certified for
that plan (`rropt.measures.shuffled`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Unpack

from rropt.channel import Channel
from rropt.exact import InputError, Number, probability
from rropt.measures.shuffled import ASSUMED, delta_of, level_for_centre, shuffled
from rropt.measures.shuffled_question import Shuffled
from rropt.survey.planning.cell_questions import Categories
from rropt.survey.planning.open_quantity import PlanOptions, plan
from rropt.survey.planning.plan_rules import Plan
from rropt.survey.planning.questions import Proportion, Question
from rropt.survey.quantities import Quantities


@dataclass(frozen=True)
class ShuffledPlan(Quantities):
    """`plan` is that of the reports at the level `local`; `central` certifies their histogram."""

    plan: Plan
    local: Fraction
    central: Shuffled
    open: str
    curated: int | None
    """How many people a curator needs for the same standard error, who sees the true answers."""

    def to_json(self) -> dict[str, Any]:
        shown = self.plan.to_json()["plan"] | {"epsilon": str(self.central.epsilon.hi)}
        found = {"local_epsilon": str(self.local), "curated": self.curated}
        answer = {self.open: shown[self.open], "open": self.open, "plan": shown}
        return answer | {"shuffled": found | self.central.to_json()}

    @property
    def title(self) -> str:
        """What was left open."""
        return f"Plan of shuffled reports: {self.open}"

    @property
    def known(self) -> dict[str, Any]:
        """The plan, and both levels."""
        levels = {"epsilon": float(self.central.epsilon.hi), "local epsilon": float(self.local)}
        curated = {} if self.curated is None else {"curated": self.curated}
        return self.plan.known | {"open": self.open} | levels | curated

    def __str__(self) -> str:
        first, *reached = str(replace(self.plan, open="n", epsilon=None)).splitlines()
        if self.open != "n":
            answer = {"epsilon": float(self.central.epsilon.hi)}.get(self.open)
            first = f"{self.open}: {answer or getattr(self.plan, self.open):g}"
        lines = [first, *reached, f"local level: epsilon = {float(self.local):g}"]
        if self.curated is not None:
            lines.append(
                f"a curator who sees true answers needs {self.curated} people, "
                "with geometric noise at this central epsilon"
            )
        return "\n".join([*lines, str(self.central), ASSUMED])


def plan_shuffled(
    question: Question,
    *,
    delta: Number,
    epsilon: Number | None = None,
    **options: Unpack[PlanOptions],
) -> ShuffledPlan:
    """Complete a plan with the central level (epsilon, delta); one of epsilon, n, goal is open.

    >>> found = plan_shuffled(Proportion("1/5"), delta="1e-6", epsilon="1/2", margin="0.05")
    >>> found.plan.n < plan(Proportion("1/5"), epsilon="1/2", margin="0.05").n / 5
    True
    """
    if not isinstance(question, Proportion | Categories):
        raise InputError("question must be a Proportion or Categories where reports are shuffled")
    asked = delta_of(delta)
    if epsilon is None:
        found = plan(question, **options)
        central = shuffled(found.channel, found.n, asked)
        return _complete(question, found, found.epsilon or Fraction(0), central, "epsilon")

    def crowd_at(level: Fraction) -> tuple[Channel, int]:
        found = plan(question, epsilon=level, **options)
        return found.channel, found.n

    level = level_for_centre(crowd_at, asked, epsilon)
    found = plan(question, epsilon=level.local, **options)
    return _complete(question, found, level.local, level.central, found.open)


def _complete(
    question: Question, found: Plan, local: Fraction, central: Shuffled, opened: str
) -> ShuffledPlan:
    curated = None
    if isinstance(question, Proportion):
        share = float(probability(question.prior, "prior"))
        curated = people_of_curator(share, float(central.epsilon.hi), found.stderr)
    return ShuffledPlan(found, local, central, opened, curated)


def people_of_curator(share: float, epsilon: float, stderr: float) -> int | None:
    """The least n with p (1 - p) / n + 2 a / (1 - a)^2 / n^2 <= s^2, a = e^-epsilon.

    >>> people_of_curator(0.5, 1.0, 0.05)
    107
    """
    if epsilon == 0:
        return None
    noise = 2 * math.exp(-epsilon) / math.expm1(-epsilon) ** 2
    drawn = share * (1 - share)
    # The positive root of s^2 n^2 - p (1 - p) n - noise.
    return math.ceil((drawn + math.sqrt(drawn**2 + 4 * noise * stderr**2)) / (2 * stderr**2))
