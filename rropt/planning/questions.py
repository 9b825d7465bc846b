"""What is to be learnt: one proportion, a difference of two groups, k categories, n bits.

Each question says, for a channel, the variance of its estimate times n at the planned truth, the
power against its hypothesis, and which channel an epsilon stands for. With more than one number to
estimate (categories, cells of a marginal) the variance is the largest one, and a margin holds for
all of them at once (Bonferroni).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.exact import InputError, gamma_from_epsilon, prior_vector, probability, whole
from rropt.planning.accuracy import (
    chi_square_power,
    excluded_share,
    k_randomized_response,
    normal_power,
    planned_truth,
    proportion_variance,
    root,
    seen_once,
    truth_variances,
)

MAX_PLANNED_BITS = 20


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

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        if self.null is None:
            raise InputError("null must be given with a power: the proportion of the hypothesis")
        planned, null = probability(self.prior, "prior"), probability(self.null, "null")
        if planned == null:
            raise InputError(f"null must differ from the prior, got {null} for both")
        spreads = root(proportion_variance(channel, null)), root(self.variance(channel))
        if spreads[0] == 0:
            return seen_once(excluded_share(channel, planned, null), n)
        return normal_power(float(planned - null), spreads, n, alpha, sides)

    def family(self, epsilon: Any) -> Channel:
        return k_randomized_response(2, epsilon)

    @property
    def has_hypothesis(self) -> bool:
        return self.null is not None


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
class Categories(Question):
    """The whole distribution over k truths, planned at `prior`; `null` is a distribution.

    >>> Categories(["1/2", "1/4", "1/4"]).variance(Channel.identity(3))
    Fraction(1, 4)
    """

    prior: Any
    null: Any = None

    def variance(self, channel: Channel) -> Fraction:
        return max(truth_variances(channel, planned_truth(channel, self.prior, "prior")))

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        if self.null is None:
            raise InputError("null must be given with a power: the distribution of the hypothesis")
        reported = self._reported(channel, self.prior, "prior")
        return chi_square_power(reported, self._reported(channel, self.null, "null"), n, alpha)

    def family(self, epsilon: Any) -> Channel:
        return k_randomized_response(self.numbers, epsilon)

    @property
    def numbers(self) -> int:
        return len(prior_vector(self.prior, "prior"))

    @property
    def has_hypothesis(self) -> bool:
        return self.null is not None

    @property
    def has_sides(self) -> bool:
        return False

    def _reported(self, channel: Channel, distribution: Any, name: str) -> np.ndarray:
        planned = planned_truth(channel, distribution, name)
        return np.array([float(p) for p in channel.report_distribution(planned)])


@dataclass(frozen=True)
class Bits(Question):
    """A marginal of k bits, each through the same 2 x 2 channel; `prior` uniform unless given.

    An epsilon is that of the whole answer: each bit gets epsilon / k. `prior` and `null` are
    indexed by cell, the first bit the most significant.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> Bits(1, [0.75, 0.25]).variance(warner)
    Fraction(15, 16)
    """

    bits: Any
    prior: Sequence[Any] | None = None
    null: Sequence[Any] | None = None

    def variance(self, channel: Channel) -> Fraction:
        from rropt.estimating.bits import marginal_variances

        variances = marginal_variances(self._channels(channel), self._cells(self.prior), 1)
        return Fraction(float(variances.max()))

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        from rropt.estimating.bits import report_marginal

        if self.null is None:
            raise InputError("null must be given with a power: the hypothesis, one entry a cell")
        channels = self._channels(channel)
        planned = report_marginal(channels, self._cells(self.prior))
        null = report_marginal(channels, self._cells(self.null, "null"))
        return chi_square_power(planned, null, n, alpha)

    def family(self, epsilon: Any) -> Channel:
        whole_answer = gamma_from_epsilon(epsilon).epsilon_bounds()[0]
        return k_randomized_response(2, whole_answer / self._count())

    @property
    def numbers(self) -> int:
        return 2 ** self._count()

    @property
    def has_hypothesis(self) -> bool:
        return self.null is not None

    @property
    def has_sides(self) -> bool:
        return False

    def _count(self) -> int:
        count = whole(self.bits, "bits", 1)
        if count > MAX_PLANNED_BITS:
            raise InputError(f"bits must be at most {MAX_PLANNED_BITS}, got {count}")
        return count

    def _channels(self, channel: Channel) -> list[Channel]:
        return [channel] * self._count()

    def _cells(self, distribution: Sequence[Any] | None, name: str = "prior") -> np.ndarray:
        if distribution is None:
            return np.full(self.numbers, 1 / self.numbers)
        if len(distribution) != self.numbers:
            raise InputError(f"{name} must have {self.numbers} cells, got {len(distribution)}")
        return np.array([float(p) for p in prior_vector(distribution, name)])
