"""The least epsilon at which any table at all reaches an accuracy, proved from both sides.

The accuracy is a standard error: a margin means that of the normal limit. The interval that a plan
reports can be narrower where reports are few or a share is near its end, and need less.

An optimal table at `epsilon` reaches it, and at `below` the bound of an optimal design, which every
private table obeys, says that none does. For a proportion both are one EPSILON_STEP apart. For k
categories the accuracy is that of the worst proportion, and the certificates are about the sum of
the variances: at `epsilon` the table has its worst variance within the limit, at `below` the proved
mean, and so the worst one of every table, is beyond it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import ceil, sqrt
from typing import Any

from rropt.channel import Channel
from rropt.design.answer import Answer, ends
from rropt.design.solve import solve
from rropt.exact import InputError, probability, several, share, text
from rropt.privacy import LocalDP
from rropt.survey.line_search import least_whole
from rropt.survey.planning.cell_questions import Categories
from rropt.survey.planning.coefficient_question import Coefficient
from rropt.survey.planning.open_quantity import EPSILON_STEP, plan
from rropt.survey.planning.plan_rules import Plan, squared_quantile
from rropt.survey.planning.questions import Proportion, Question
from rropt.survey.quantiles import confidence_level
from rropt.survey.quantities import Quantities
from rropt.utility import Variance
from rropt.utility.at_prior import AOptimal


@dataclass(frozen=True)
class LeastEpsilon(Quantities):
    """`design` is optimal at `epsilon`, `refusal` at `below`, where no table reaches the goal.

    `channel` is the table that reaches it: the design's, or k-ary randomized response where this
    is enough already. `allowed` is the largest variance of one report that the goal allows.
    """

    epsilon: Fraction
    below: Fraction
    channel: Channel
    design: Answer
    refusal: Answer
    allowed: Fraction
    plan: Plan

    def to_json(self) -> dict[str, Any]:
        """The plan with both certificates."""
        plan = replace(self.plan, open="epsilon", epsilon=self.epsilon)
        return plan.to_json() | {
            "below": text(self.below),
            "certificate": self.design.certificate.data,
            "refusal": self.refusal.certificate.data,
        }

    title = "Plan: epsilon"

    @property
    def known(self) -> dict[str, Any]:
        """The plan, and the level that is too low."""
        return self.plan.known | {"open": "epsilon", "epsilon": self.epsilon, "below": self.below}

    def __str__(self) -> str:
        epsilon, below = text(self.epsilon), text(self.below)
        most = sqrt(self.allowed / self.plan.n)
        return "\n".join(
            [
                f"epsilon: {epsilon}",
                f"{several(self.plan.n, 'report')}: margin {self.plan.margin:.6g}, "
                f"standard error {self.plan.stderr:.6g}",
                f"at {epsilon}: {self.design.certificate.check()}",
                f"at {below} no mechanism has a standard error of at most {most:.6g}: "
                f"{self.refusal.certificate.check()}",
            ]
        )


def least_epsilon(
    question: Question,
    n: Any,
    *,
    margin: Any = None,
    stderr: Any = None,
    level: Any = "0.95",
) -> LeastEpsilon:
    """The least epsilon for a normal margin or standard error of shares or of a coefficient.

    >>> found = least_epsilon(Proportion("1/5"), 8740, margin="0.02")
    >>> found.epsilon, found.below, found.design.certificate.check().status
    (Fraction(5493, 5000), Fraction(2197, 2000), 0)
    """
    if not isinstance(question, (Proportion, Categories, Coefficient)):
        raise InputError(
            "optimal must be of one proportion or of categories, or of a coefficient: "
            "--prior or --model without others"
        )
    if isinstance(question, Proportion) and probability(question.prior, "prior") in (0, 1):
        raise InputError(
            f"prior must lie strictly between 0 and 1 for the least epsilon of any mechanism, got "
            f"{question.prior}"
        )
    response = plan(question, n=n, margin=margin, stderr=stderr, level=level, method="normal")
    if response.epsilon is None:
        raise InputError("epsilon must be positive, got none that is left open")
    if stderr is None:
        squared = share(margin, "margin") ** 2 / squared_quantile("normal", confidence_level(level))
    else:
        squared = share(stderr, "stderr") ** 2
    # So much variance of one report the n reports allow.
    goal = response.n * squared
    top = ceil(response.epsilon / EPSILON_STEP)
    objective = _objective(question)

    @cache
    def design_at(steps: int) -> Answer:
        return solve(LocalDP(steps * EPSILON_STEP), objective)

    def reaches(steps: int) -> bool:
        """Whether the largest variance of what is asked is within the goal by an optimal table."""
        return question.variance(design_at(steps).channel) <= goal

    def mean_reaches(steps: int) -> bool:
        """Whether what no private table's variances fall below on average is."""
        return ends(design_at(steps).bound)[0] / question.numbers <= goal

    steps = least_whole(reaches, 0, top)
    refused = steps - 1
    # The certificate is about the mean variance, which is within the goal before the worst is.
    if isinstance(question, Categories):
        refused = least_whole(mean_reaches, 0, steps) - 1
    if refused < 1:
        raise InputError("the goal must need some privacy loss, got one that every epsilon reaches")
    design, refusal = design_at(steps), design_at(refused)
    # At `top` only the response itself may be known to reach the goal.
    channel = design.channel if reaches(steps) else response.channel
    epsilon, below = steps * EPSILON_STEP, refused * EPSILON_STEP
    reached = plan(question, channel=channel, n=n, level=level)
    return LeastEpsilon(epsilon, below, channel, design, refusal, goal, reached)


def _objective(question: Proportion | Categories | Coefficient) -> Any:
    """What the best table of a question is best for."""
    if isinstance(question, Coefficient):
        return question.goal
    if isinstance(question, Proportion):
        return Variance(question.prior)
    return AOptimal(question.prior)
