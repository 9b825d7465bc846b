"""What is to be learnt about a population from its strata."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rropt.channel import Channel
from rropt.estimating.profile_limits import likeliest_at
from rropt.estimating.sampled_likelihood import SampledLikelihood
from rropt.exact import (
    InputError,
    Number,
    Numbers,
    exact_vector,
    prior_vector,
    probability,
)
from rropt.planning.accuracy import (
    k_randomized_response,
    normal_power,
    proportion_variance,
    root,
)
from rropt.planning.expected_margin import sum_half_width
from rropt.planning.planned_estimates import PlannedEstimates, planned_estimates
from rropt.planning.questions import Question
from rropt.planning.survey_power import PlannedTest, value_decisions


@dataclass(frozen=True)
class Strata(Question):
    """A population's proportion from strata: `weights` are their shares of the population.

    `shares` are the parts of the n reports that each stratum gives: in proportion unless given.
    `null` is the population's proportion under the hypothesis of a power.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> Strata(["1/4", "1/4"], ["1/2", "1/2"]).variance(warner)
    Fraction(15, 16)
    """

    priors: Numbers
    weights: Numbers
    shares: Numbers | None = None
    null: Number | None = None

    def variance(self, channel: Channel) -> Fraction:
        return self._variance_at(channel, self._proportions())

    def half_width(self, channel: Channel, n: int, level: Fraction, method: str) -> float | None:
        truths = [(1 - share, share) for share in self._proportions()]
        sizes = [share * n for share in self._shares()]
        return sum_half_width(channel, truths, sizes, self._weights(), level, method)

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        null = self._null()
        shares = self._hypothesis(channel, n, null)[1::2]
        under = self._variance_at(channel, [Fraction(float(p)) for p in shares])
        spreads = root(under), root(self.variance(channel))
        return normal_power(float(self._population() - null), spreads, n, alpha, sides)

    def planned_test(
        self, channel: Channel, n: int, alpha: Fraction, sides: int
    ) -> PlannedTest | None:
        planned, null = self.planned_estimates(channel, n), self._null()
        hypothesis = self._hypothesis(channel, n, null)
        contrast = planned.contrasts[0]
        return value_decisions(planned.model, planned.truth, hypothesis, contrast, alpha, sides)

    def planned_estimates(self, channel: Channel, n: int) -> PlannedEstimates:
        shares = [float(p) for p in self._proportions()]
        sizes = [max(1, round(share * n)) for share in self._shares()]
        return planned_estimates(channel, shares, sizes, [float(w) for w in self._weights()])

    def family(self, epsilon: Number) -> Channel:
        return k_randomized_response(2, epsilon)

    @property
    def has_hypothesis(self) -> bool:
        return self.null is not None

    def _hypothesis(self, channel: Channel, n: int, null: Fraction) -> np.ndarray:
        """The likeliest distributions of the strata with the value, from their expected reports."""
        planned = self.planned_estimates(channel, n)
        expected = planned.model.total * planned.model.expected_shares(planned.truth)
        counts = tuple(np.split(expected, len(planned.model.channels)))
        possible = Channel.from_rows([row for row in channel.rows if any(row)])
        channels = (possible,) * len(counts)
        survey = SampledLikelihood(channels, counts, planned.truth)
        return likeliest_at(survey, planned.contrasts[0], float(null))

    def _variance_at(self, channel: Channel, proportions: list[Fraction]) -> Fraction:
        strata = zip(proportions, self._weights(), self._shares(), strict=True)
        parts = [w**2 * proportion_variance(channel, p) / share for p, w, share in strata if w]
        return sum(parts, Fraction(0))

    def _null(self) -> Fraction:
        if self.null is None:
            raise InputError("null must be given with a power: the population's proportion")
        null = probability(self.null, "null")
        if null == self._population():
            raise InputError(f"null must differ from the planned proportion, got {null} for both")
        return null

    def _population(self) -> Fraction:
        """The planned proportion of the population."""
        pairs = zip(self._weights(), self._proportions(), strict=True)
        return sum((w * p for w, p in pairs), Fraction(0))

    def _proportions(self) -> list[Fraction]:
        return [probability(p, "priors") for p in exact_vector(self.priors, "priors")]

    def _weights(self) -> tuple[Fraction, ...]:
        weights = prior_vector(self.weights, "weights")
        if len(weights) != len(self._proportions()):
            raise InputError(f"weights must be one a stratum, got {len(weights)}")
        return weights

    def _shares(self) -> tuple[Fraction, ...]:
        if self.shares is None:
            return prior_vector(self.weights, "weights", positive=True)
        shares = prior_vector(self.shares, "shares", positive=True)
        if len(shares) != len(self._proportions()):
            raise InputError(f"shares must be one a stratum, got {len(shares)}")
        return shares
