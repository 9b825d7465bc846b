"""What is to be learnt: one proportion, a difference of two groups, k categories, n bits.

Each question says, for a channel, the variance of its estimate times n at the planned truth, the
power against its hypothesis, and which channel an epsilon stands for. With more than one number to
estimate (categories, cells of a marginal) the variance is the largest one, and a margin holds for
all of them at once (Bonferroni).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.exact import InputError, exact_vector, prior_vector, probability
from rropt.planning.accuracy import (
    excluded_share,
    k_randomized_response,
    normal_power,
    proportion_variance,
    root,
    seen_once,
)
from rropt.planning.expected_margin import share_half_width, sum_half_width
from rropt.planning.survey_power import Power, planned_model, value_power


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
    def family(self, epsilon: Any) -> Channel:
        """The channel that an epsilon stands for."""

    def half_width(self, channel: Channel, n: int, level: Fraction, method: str) -> float | None:
        """Of the interval that `estimate` reports at the expected counts; None: no likelihood."""
        return None

    def test_power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> Power | None:
        """Of the test that `estimate` runs, enumerated or drawn; None: only the limit is known."""
        return None

    @property
    def numbers(self) -> int:
        """How many numbers a margin holds for at once."""
        return 1

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

    prior: Any
    null: Any = None

    def variance(self, channel: Channel) -> Fraction:
        return proportion_variance(channel, probability(self.prior, "prior"))

    def half_width(self, channel: Channel, n: int, level: Fraction, method: str) -> float | None:
        share = probability(self.prior, "prior")
        return share_half_width(channel, (1 - share, share), n, level, method)

    def test_power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> Power | None:
        planned, null = self._compared()
        truth = np.array([float(1 - planned), float(planned)])
        hypothesis = np.array([float(1 - null), float(null)])
        model = planned_model((channel,), (n,), truth)
        return value_power(model, truth, hypothesis, np.array([0.0, 1.0]), alpha, sides)

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        planned, null = self._compared()
        spreads = root(proportion_variance(channel, null)), root(self.variance(channel))
        if spreads[0] == 0:
            return seen_once(excluded_share(channel, planned, null), n)
        return normal_power(float(planned - null), spreads, n, alpha, sides)

    def family(self, epsilon: Any) -> Channel:
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

    first: Any
    second: Any
    share: Any = "1/2"

    def variance(self, channel: Channel) -> Fraction:
        first, second = self._proportions()
        return self._added(channel, first, second)

    def half_width(self, channel: Channel, n: int, level: Fraction, method: str) -> float | None:
        truths = [(1 - share, share) for share in self._proportions()]
        sizes = self._share() * n, (1 - self._share()) * n
        return sum_half_width(channel, truths, sizes, (Fraction(1), Fraction(-1)), level, method)

    def test_power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> Power | None:
        first, second = self._proportions()
        share = self._share()
        larger = max(1, min(n - 1, round(share * n)))
        truth = np.array([float(x) for x in (1 - first, first, 1 - second, second)])
        pooled = float(share * first + (1 - share) * second)
        model = planned_model((channel, channel), (larger, max(1, n - larger)), truth)
        contrast, null = np.array([0.0, 1.0, 0.0, -1.0]), np.array([1 - pooled, pooled] * 2)
        return value_power(model, truth, null, contrast, alpha, sides)

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        first, second = self._proportions()
        if first == second:
            raise InputError(f"first and second must differ for a power, got {first} for both")
        share = self._share()
        pooled = share * first + (1 - share) * second
        spreads = root(self._added(channel, pooled, pooled)), root(self.variance(channel))
        return normal_power(float(first - second), spreads, n, alpha, sides)

    def family(self, epsilon: Any) -> Channel:
        return k_randomized_response(2, epsilon)

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


@dataclass(frozen=True)
class Strata(Question):
    """A population's proportion from strata: `weights` are their shares of the population.

    `shares` are the parts of the n reports that each stratum gives: in proportion unless given.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> Strata(["1/4", "1/4"], ["1/2", "1/2"]).variance(warner)
    Fraction(15, 16)
    """

    priors: Any
    weights: Any
    shares: Any = None

    def variance(self, channel: Channel) -> Fraction:
        strata = zip(self._proportions(), self._weights(), self._shares(), strict=True)
        parts = [w**2 * proportion_variance(channel, p) / share for p, w, share in strata if w]
        return sum(parts, Fraction(0))

    def half_width(self, channel: Channel, n: int, level: Fraction, method: str) -> float | None:
        truths = [(1 - share, share) for share in self._proportions()]
        sizes = [share * n for share in self._shares()]
        return sum_half_width(channel, truths, sizes, self._weights(), level, method)

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        raise InputError("power must be of a proportion, groups or categories, not of strata")

    def family(self, epsilon: Any) -> Channel:
        return k_randomized_response(2, epsilon)

    @property
    def has_hypothesis(self) -> bool:
        return False

    @property
    def has_sides(self) -> bool:
        return False

    def _proportions(self) -> list[Fraction]:
        return [probability(p, "priors") for p in exact_vector(self.priors, "priors")]

    def _weights(self) -> tuple[Fraction, ...]:
        weights = prior_vector(self.weights, "weights")
        if len(weights) != len(self._proportions()):
            raise InputError(f"weights must be one a stratum, got {len(weights)}")
        return weights

    def _shares(self) -> tuple[Fraction, ...]:
        if self.shares is None:
            return self._weights()
        shares = prior_vector(self.shares, "shares", positive=True)
        if len(shares) != len(self._proportions()):
            raise InputError(f"shares must be one a stratum, got {len(shares)}")
        return shares
