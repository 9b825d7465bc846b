"""What is to be learnt: one proportion, a difference of two groups (see also strata, categories).

Each question says, for a channel, the variance of its estimate times n at the planned truth, the
power against its hypothesis, and which channel an epsilon stands for. With more than one number to
estimate (categories, cells of a marginal) the variance is the largest one; a margin holds for each
of them alone, as the intervals of `estimate` do, or for all of them together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rropt.channel import Channel
from rropt.exact import InputError, Number, probability
from rropt.planning.accuracy import (
    excluded_share,
    k_randomized_response,
    normal_power,
    proportion_variance,
    root,
    seen_once,
)
from rropt.planning.expected_margin import share_half_width, sum_half_width
from rropt.planning.planned_estimates import PlannedEstimates, planned_estimates
from rropt.planning.survey_power import PlannedTest, planned_model, value_decisions


class Question(ABC):
    """What a plan needs to know about the quantity to be estimated."""

    @abstractmethod
    def variance(self, channel: Channel) -> Fraction:
        """n times the (largest) variance of the estimate at the planned truth.

        Exact where the inverse is; otherwise the exact value of a double.
        """

    @abstractmethod
    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        """The probability that the hypothesis is rejected at the planned truth."""

    @abstractmethod
    def family(self, epsilon: Number) -> Channel:
        """The channel that an epsilon stands for."""

    def half_width(self, channel: Channel, n: int, level: Fraction, method: str) -> float | None:
        """Of the interval that `estimate` reports at the expected counts; None: no likelihood."""
        return None

    def planned_test(
        self, channel: Channel, n: int, alpha: Fraction, sides: int
    ) -> PlannedTest | None:
        """The test that `estimate` runs; None: only the limit is known."""
        return None

    def planned_estimates(self, channel: Channel, n: int) -> PlannedEstimates | None:
        """What `estimate` reports by likelihood; None: it does not."""
        return None

    @property
    def numbers(self) -> int:
        """How many numbers a margin is about."""
        return 1

    def covariance(self, channel: Channel) -> np.ndarray:
        """That of these numbers, up to a factor."""
        return np.ones((1, 1))

    @property
    def widest(self) -> Fraction | None:
        """Half of what the quantity can vary; no margin is as wide. None: no end is known."""
        return Fraction(1, 2)

    @property
    def has_hypothesis(self) -> bool:
        """Whether there is a hypothesis to have power against."""
        return True

    @property
    def has_sides(self) -> bool:
        """Whether its test can be one-sided."""
        return True


@dataclass(frozen=True)
class Proportion(Question):
    """The share of the second truth, planned at `prior`; `null` is the hypothesis for a power.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> Proportion("1/4").variance(warner)
    Fraction(15, 16)
    """

    prior: Number
    null: Number | None = None

    def variance(self, channel: Channel) -> Fraction:
        return proportion_variance(channel, probability(self.prior, "prior"))

    def half_width(self, channel: Channel, n: int, level: Fraction, method: str) -> float | None:
        share = probability(self.prior, "prior")
        return share_half_width(channel, (1 - share, share), n, level, method)

    def planned_test(
        self, channel: Channel, n: int, alpha: Fraction, sides: int
    ) -> PlannedTest | None:
        planned, null = self._compared()
        truth = np.array([float(1 - planned), float(planned)])
        hypothesis = np.array([float(1 - null), float(null)])
        model = planned_model((channel,), (n,), truth)
        return value_decisions(model, truth, hypothesis, np.array([0.0, 1.0]), alpha, sides)

    def planned_estimates(self, channel: Channel, n: int) -> PlannedEstimates:
        share = float(probability(self.prior, "prior"))
        return planned_estimates(channel, [share], [n], [1.0])

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        planned, null = self._compared()
        spreads = root(proportion_variance(channel, null)), root(self.variance(channel))
        if spreads[0] == 0:
            return seen_once(excluded_share(channel, planned, null), n)
        return normal_power(float(planned - null), spreads, n, alpha, sides)

    def family(self, epsilon: Number) -> Channel:
        return k_randomized_response(2, epsilon)

    @property
    def has_hypothesis(self) -> bool:
        return self.null is not None

    def _compared(self) -> tuple[Fraction, Fraction]:
        if self.null is None:
            raise InputError("null must be given with a power: the proportion of the hypothesis")
        planned, null = probability(self.prior, "prior"), probability(self.null, "null")
        if planned == null:
            raise InputError(f"null must differ from the prior, got {null} for both")
        return planned, null


@dataclass(frozen=True)
class TwoGroups(Question):
    """The difference of two groups' proportions; `share` of the n reports are the first group's.

    The hypothesis is that both have the pooled proportion.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> TwoGroups("1/4", "1/4").variance(warner)
    Fraction(15, 4)
    """

    first: Number
    second: Number
    share: Number = "1/2"

    def variance(self, channel: Channel) -> Fraction:
        first, second = self._proportions()
        return self._added(channel, first, second)

    def half_width(self, channel: Channel, n: int, level: Fraction, method: str) -> float | None:
        truths = [(1 - share, share) for share in self._proportions()]
        sizes = self._share() * n, (1 - self._share()) * n
        return sum_half_width(channel, truths, sizes, (Fraction(1), Fraction(-1)), level, method)

    def planned_test(
        self, channel: Channel, n: int, alpha: Fraction, sides: int
    ) -> PlannedTest | None:
        first, second = self._proportions()
        pooled = float(self._share() * first + (1 - self._share()) * second)
        planned, null = self.planned_estimates(channel, n), np.array([1 - pooled, pooled] * 2)
        contrast = planned.contrasts[0]
        return value_decisions(planned.model, planned.truth, null, contrast, alpha, sides)

    def planned_estimates(self, channel: Channel, n: int) -> PlannedEstimates:
        first = max(1, min(n - 1, round(self._share() * n)))
        sizes = first, max(1, n - first)
        return planned_estimates(channel, [float(p) for p in self._proportions()], sizes, [1, -1])

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        first, second = self._proportions()
        if first == second:
            raise InputError(f"first and second must differ for a power, got {first} for both")
        share = self._share()
        pooled = share * first + (1 - share) * second
        spreads = root(self._added(channel, pooled, pooled)), root(self.variance(channel))
        return normal_power(float(first - second), spreads, n, alpha, sides)

    def family(self, epsilon: Number) -> Channel:
        return k_randomized_response(2, epsilon)

    @property
    def widest(self) -> Fraction:
        return Fraction(1)

    @property
    def has_hypothesis(self) -> bool:
        first, second = self._proportions()
        return first != second

    def _proportions(self) -> tuple[Fraction, Fraction]:
        return probability(self.first, "first"), probability(self.second, "second")

    def _share(self) -> Fraction:
        share = probability(self.share, "share")
        if share in (0, 1):
            raise InputError(f"share must lie strictly between 0 and 1, got {share}")
        return share

    def _added(self, channel: Channel, first: Fraction, second: Fraction) -> Fraction:
        share = self._share()
        a, b = proportion_variance(channel, first), proportion_variance(channel, second)
        return a / share + b / (1 - share)
