"""What is to be learnt about one coefficient of a regression with randomized answers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.design.curved.model_information import model_variance
from rropt.exact import InputError, exact
from rropt.planning.accuracy import k_randomized_response, normal_power, root
from rropt.planning.questions import Question
from rropt.utility.for_model import ForModel


@dataclass(frozen=True)
class Coefficient(Question):
    """One coefficient of the model that will be fitted, planned at the guess of its values.

    The variance is the asymptotic one, c'I^-1 c for one respondent, the power that of Wald's test
    of the value `null` (zero, if a power is asked for and nothing is said).

    >>> from rropt.utility.for_model import Logit
    >>> goal = ForModel(Logit(alpha="-1", beta="1/2"), [0, 1], ["1/2", "1/2"], coefficients=[1])
    >>> round(float(Coefficient(goal).variance(Channel.identity(2))), 3)
    18.683
    """

    goal: ForModel
    null: Any = None

    def __post_init__(self) -> None:
        one = isinstance(self.goal, ForModel) and len(self.goal.contrasts) == 1
        if not one or len(self.goal.guesses) != 1:
            raise InputError("goal must be a ForModel of one coefficient at one guess")

    def variance(self, channel: Channel) -> Fraction:
        if channel.shape[1] != self.goal.truths:
            raise InputError(f"design must have {self.goal.truths} truths, got {channel.shape[1]}")
        return model_variance(self.goal, [row for row in channel.rows if any(row)])

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        null = Fraction(0) if self.null is None else exact(self.null, "null")
        planned = self._planned()
        if planned == null:
            raise InputError(f"null must differ from the planned coefficient, got {null} for both")
        spread = root(self.variance(channel))
        return normal_power(float(planned - null), (spread, spread), n, alpha, sides)

    def family(self, epsilon: Any) -> Channel:
        return k_randomized_response(self.goal.truths, epsilon)

    @property
    def has_hypothesis(self) -> bool:
        return self.null is not None

    def _planned(self) -> Fraction:
        """The value of the coefficient in the guess."""
        return self.goal.model.theta[self.goal.contrasts[0].index(Fraction(1))]
