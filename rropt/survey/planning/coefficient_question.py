"""What is to be learnt about one coefficient of a regression with randomized answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from rropt.channel import Channel
from rropt.exact import InputError, Number, exact
from rropt.survey.planning.questions import Question
from rropt.survey.planning.survey_power import normal_power
from rropt.survey.regression.links import link_named
from rropt.survey.regression.newton import maximise
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood, Tables
from rropt.utility.for_model import ForModel
from rropt.utility.response_models import LinearProbability, Logit, Probit

LINK_NAMES = {Logit: "logit", Probit: "probit", LinearProbability: "linear"}


@dataclass(frozen=True)
class Coefficient(Question):
    """One coefficient of the model that will be fitted, planned at the guess of its values.

    The variance is the asymptotic one, c'I^-1 c for one respondent. The power is that of the
    likelihood-ratio test of the value `null` (zero, if a power is asked for and nothing is said):
    the root of its statistic is nearly normal around the root of n times its expectation.

    >>> from rropt.utility.response_models import Logit
    >>> goal = ForModel(Logit(alpha="-1", beta="1/2"), [0, 1], ["1/2", "1/2"], coefficients=[1])
    >>> round(float(Coefficient(goal).variance(Channel.identity(2))), 3)
    18.683
    """

    goal: ForModel
    null: Number | None = None

    def __post_init__(self) -> None:
        one = isinstance(self.goal, ForModel) and len(self.goal.contrasts) == 1
        if not one or len(self.goal.guesses) != 1:
            raise InputError(
                "the model of a plan must be of one coefficient at one guess of its values: target "
                'c, "coefficients": [1], and no "over"'
            )

    def variance(self, channel: Channel) -> Fraction:
        if channel.shape[1] != self.goal.truths:
            raise InputError(f"design must have {self.goal.truths} truths, got {channel.shape[1]}")
        variance = self.goal.worth(channel)
        if variance.is_infinite:
            raise InputError("design must have reports that tell something about the coefficient")
        return Fraction(variance.hi)

    @property
    def tested(self) -> Coefficient:
        return self if self.has_hypothesis else replace(self, null=0)

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        null = exact(self.tested.null, "null")
        planned = self._planned()
        if planned == null:
            raise InputError(f"null must differ from the planned coefficient, got {null} for both")
        distance = self._distance(channel, float(null)) * (1 if planned > null else -1)
        return normal_power(distance, (1.0, 1.0), n, alpha, sides)

    def _distance(self, channel: Channel, null: float) -> float:
        """The root of 2 E [l(theta) - max l with the coefficient at `null`] for one respondent.

        Each point of the covariates with each report is a row, weighted by its probability.
        """
        guess = self.goal.guesses[0]
        table = channel.to_numpy()
        places = np.array([[1.0, *map(float, z)] for z in self.goal.places])
        # The chance of each report at each point of the covariates.
        shares = np.array([at.probabilities for at in guess.points], float) @ table.T
        shares *= np.array([[float(at.weight)] for at in guess.points])
        point, report = np.nonzero(shares)
        link = link_named(LINK_NAMES[type(guess.model)], self.goal.truths)
        tables = Tables((table,), np.zeros(len(point), int))
        rows = OutcomeLikelihood(places[point], report, shares[point, report], tables, link)
        theta = np.array(guess.model.theta, float)
        place = self.goal.contrasts[0].index(Fraction(1))
        free = np.arange(len(theta)) != place
        # Through a table there may be several maxima: the guess and zero lead to theirs.
        starts = np.array([np.where(free, theta, null), np.where(free, 0.0, null)])
        best = maximise(rows, starts, free).evaluation.value.max()
        return float(np.sqrt(2 * max(rows.at(theta[None]).value[0] - best, 0.0)))

    @property
    def truths(self) -> int:
        return self.goal.truths

    @property
    def widest(self) -> None:
        return None

    def _planned(self) -> Fraction:
        """The value of the coefficient in the guess."""
        return self.goal.model.theta[self.goal.contrasts[0].index(Fraction(1))]
