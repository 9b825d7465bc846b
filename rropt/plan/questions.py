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
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimate.inverse import exact_left_inverse, left_inverse
from rropt.exact import InputError, gamma_from_epsilon, prior_vector, probability, whole

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
        return _proportion_variance(channel, probability(self.prior, "prior"))

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        planned, null = probability(self.prior, "prior"), probability(self.null, "null")
        if planned == null:
            raise InputError(f"null must differ from the prior, got {null} for both")
        spreads = sqrt(_proportion_variance(channel, null)), sqrt(self.variance(channel))
        return _normal_power(float(planned - null), spreads, n, alpha, sides)

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
        spreads = sqrt(self._added(channel, pooled, pooled)), sqrt(self.variance(channel))
        return _normal_power(float(first - second), spreads, n, alpha, sides)

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
        a, b = _proportion_variance(channel, first), _proportion_variance(channel, second)
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
        return max(_variances(channel, _planned(channel, self.prior, "prior")))

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        shares = [
            np.array([float(p) for p in channel.report_distribution(_planned(channel, d, name))])
            for d, name in ((self.prior, "prior"), (self.null, "null"))
        ]
        return _chi_square_power(shares[0], shares[1], n, alpha)

    def family(self, epsilon: Any) -> Channel:
        return k_randomized_response(self.numbers, epsilon)

    @property
    def numbers(self) -> int:
        return len(prior_vector(self.prior, "prior"))

    @property
    def has_hypothesis(self) -> bool:
        return self.null is not None


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
        from rropt.bits import marginal_variances

        variances = marginal_variances(self._channels(channel), self._cells(self.prior), 1)
        return Fraction(float(variances.max()))

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        from rropt.bits import report_marginal

        channels = self._channels(channel)
        planned, null = (report_marginal(channels, self._cells(d)) for d in (self.prior, self.null))
        return _chi_square_power(planned, null, n, alpha)

    def family(self, epsilon: Any) -> Channel:
        whole_answer = gamma_from_epsilon(epsilon).epsilon_bounds()[0]
        return k_randomized_response(2, whole_answer / self._count())

    @property
    def numbers(self) -> int:
        return 2 ** self._count()

    @property
    def has_hypothesis(self) -> bool:
        return self.null is not None

    def _count(self) -> int:
        count = whole(self.bits, "bits", 1)
        if count > MAX_PLANNED_BITS:
            raise InputError(f"bits must be at most {MAX_PLANNED_BITS}, got {count}")
        return count

    def _channels(self, channel: Channel) -> list[Channel]:
        return [channel] * self._count()

    def _cells(self, distribution: Sequence[Any] | None) -> np.ndarray:
        if distribution is None:
            return np.full(self.numbers, 1 / self.numbers)
        if len(distribution) != self.numbers:
            raise InputError(
                f"prior and null must have {self.numbers} cells, got {len(distribution)}"
            )
        return np.array([float(p) for p in prior_vector(distribution, "prior")])


def k_randomized_response(categories: int, epsilon: Any) -> Channel:
    """The k-ary randomized response at a rational gamma just below e^epsilon.

    >>> k_randomized_response(3, "ln(2)").rows[0]
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    """
    gamma = gamma_from_epsilon(epsilon).lo
    total = gamma + categories - 1
    span = range(categories)
    return Channel.from_rows([[(gamma if i == j else 1) / total for j in span] for i in span])


def _proportion_variance(channel: Channel, share: Fraction) -> Fraction:
    """n times the variance of the efficient unbiased estimate of a share: `holohan/cor-1`."""
    if channel.shape[1] != 2:
        raise InputError(
            f"channel must have two truths for a proportion, got {channel.shape[1]}; "
            "give a prior for each of them"
        )
    return _variances(channel, (1 - share, share))[1]


def _variances(channel: Channel, planned: tuple[Fraction, ...]) -> list[Fraction]:
    """n times the variance of each proportion: `sum_i L_ji^2 P(report i) - pi_j^2`."""
    reference = _positive(planned)
    inverse = exact_left_inverse(channel, reference)
    if inverse is None:
        rounded = left_inverse(channel, reference).tolist()
        inverse = tuple(tuple(Fraction(x) for x in row) for row in rounded)
    shares = channel.report_distribution(planned)
    moments = [sum(x * x * p for x, p in zip(row, shares, strict=True)) for row in inverse]
    return [Fraction(moment) - p**2 for moment, p in zip(moments, planned, strict=True)]


def _planned(channel: Channel, distribution: Any, name: str) -> tuple[Fraction, ...]:
    planned = prior_vector(distribution, name)
    if len(planned) != channel.shape[1]:
        raise InputError(f"{name} must have {channel.shape[1]} entries, got {len(planned)}")
    return planned


def _positive(planned: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The planned truth, or uniform where it leaves a category empty: weights must be positive."""
    return planned if all(planned) else (Fraction(1, len(planned)),) * len(planned)


def _normal_power(
    effect: float, spreads: tuple[float, float], n: int, alpha: Fraction, sides: int
) -> float:
    """P(|Z| beyond the critical value), which the spread under the hypothesis sets."""
    normal = NormalDist()
    critical = normal.inv_cdf(1 - float(alpha) / sides) * spreads[0]
    distance = abs(effect) * sqrt(n)
    if spreads[1] == 0:
        return float(distance > critical)
    near = normal.cdf((distance - critical) / spreads[1])
    return near + (normal.cdf((-distance - critical) / spreads[1]) if sides == 2 else 0.0)


def _chi_square_power(planned: np.ndarray, null: np.ndarray, n: int, alpha: Fraction) -> float:
    """Pearson's test on the reports: non-central chi-square."""
    from scipy.special import chdtri, chndtr

    if (planned[null == 0] > 0).any():
        return 1.0
    cells = null > 0
    shift = float(((planned - null)[cells] ** 2 / null[cells]).sum())
    if shift == 0:
        raise InputError("null must give other report probabilities than the prior")
    freedom = int(cells.sum()) - 1
    return 1 - float(chndtr(float(chdtri(freedom, float(alpha))), freedom, n * shift))
