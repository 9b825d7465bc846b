"""What is to be learnt about a whole distribution: k categories, or the cells of n bits."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import log
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.channel.balanced_supports import BalancedSupports
from rropt.channel.class_supports import ClassSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.exact import (
    InputError,
    Number,
    Numbers,
    gamma_from_epsilon,
    of_size,
    prior_vector,
    whole,
)
from rropt.survey.identification import identified
from rropt.survey.planning.questions import Question
from rropt.survey.planning.survey_power import (
    PlannedEstimates,
    PlannedTest,
    chi_square_power,
    distribution_decisions,
    k_randomized_response,
    least_deviation,
    planned_model,
    truth_variances,
)

MAX_PLANNED_BITS = 20

MOST_DRAWN_BITS = 3
"""A power for 8 cells takes a second; for more bits the chi-square of many cells is taken."""


MOST_CHANCES = 20
"""Shares whose supports are counted, those of the widest margins: 10 ms."""

MOST_BITS_TOGETHER = 6
"""Margins of 64 cells that hold together take a second."""


class WholeDistribution(Question):
    """All shares of a distribution, tested by Pearson's statistic against another distribution."""

    prior: Numbers | None
    null: Numbers | None
    has_sides = False

    @abstractmethod
    def _reported(self, channel: Channel, distribution: Any, name: str) -> np.ndarray:
        """The distribution of the reports."""

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        if self.null is None:
            raise InputError("null must be given with a power: the distribution of the hypothesis")
        if isinstance(channel, ImplicitChannel):
            raise InputError("a power must be planned with a table that is written out")
        planned = self._reported(channel, self.prior, "prior")
        return chi_square_power(planned, self._reported(channel, self.null, "null"), n, alpha)


@dataclass(frozen=True)
class Categories(WholeDistribution):
    """The whole distribution over k truths, planned at `prior`; `null` is a distribution.

    >>> Categories(["1/2", "1/4", "1/4"]).variance(Channel.identity(3))
    Fraction(1, 4)
    """

    prior: Numbers
    null: Numbers | None = None

    def __post_init__(self) -> None:
        for name, given in (("prior", self.prior), ("null", self.null)):
            if given is not None and not isinstance(given, Mapping):
                prior_vector(given, name)

    def variance(self, channel: Channel) -> Fraction:
        if isinstance(channel, ImplicitChannel):
            return max(_variances(channel, channel.checked_prior(self.prior)))
        return max(truth_variances(channel, channel.checked_prior(self.prior)))

    def held_margin(
        self, channel: Channel, n: int, level: Fraction, simultaneous: bool = False
    ) -> float:
        """By the counts of supports that hold a truth, which are binomial; with classes of truths
        all together by Bernstein's inequality, as `estimate` reports them."""
        supports = channel.supports if isinstance(channel, ImplicitChannel) else None
        if isinstance(supports, ClassSupports) and simultaneous:
            variances = np.array(_variances(channel, channel.checked_prior(self.prior)), float)
            return bernstein_margin(variances, supports.widths, n, float(1 - level))
        if not isinstance(supports, BalancedSupports):
            return 0.0
        spread = float(supports.spread)
        shares = np.array(channel.checked_prior(self.prior), float)
        chances = np.unique(float(supports.other) + spread * shares)
        widest = chances[np.argsort(chances * (1 - chances))][-MOST_CHANCES:]
        counts = max(least_deviation(n, chance, float(level)) for chance in widest.tolist())
        return counts / (n * spread)

    def planned_test(
        self, channel: Channel, n: int, alpha: Fraction, sides: int
    ) -> PlannedTest | None:
        planned = self._estimates(channel, n)
        stated: Any = self.null
        null = np.array([float(p) for p in channel.checked_prior(stated, "null")])
        freedom = identified(channel).rank - 1
        return distribution_decisions(planned.model, planned.truth, null, freedom, alpha)

    def planned_estimates(
        self, channel: Channel, n: int, smooth: bool = False
    ) -> PlannedEstimates | None:
        return None if isinstance(channel, ImplicitChannel) else self._estimates(channel, n)

    def _estimates(self, channel: Channel, n: int) -> PlannedEstimates:
        """Of a table that is written out."""
        planned = channel.checked_prior(self.prior)
        truth = np.array([float(p) for p in planned])
        # Two shares mirror each other: one is enough.
        shares = np.eye(len(truth))[int(len(truth) == 2) :]
        return PlannedEstimates(planned_model((channel,), (n,), truth), truth, shares)

    @property
    def truths(self) -> int:
        return self.numbers

    @cached_property
    def numbers(self) -> int:
        return len(prior_vector(self.prior, "prior"))

    def covariance(self, channel: Channel) -> np.ndarray:
        planned = self._estimates(channel, 1)
        return planned.model.expected_covariance(planned.truth)

    def _reported(self, channel: Channel, distribution: Any, name: str) -> np.ndarray:
        planned = channel.checked_prior(distribution, name)
        return np.array([float(p) for p in channel.report_distribution(planned)])


@lru_cache(maxsize=1)
def _variances(channel: ImplicitChannel, shares: tuple[Fraction, ...]) -> list[Fraction]:
    """Of very many truths, which every number of reports that is tried has."""
    return channel.variances(shares)


def bernstein_margin(variances: np.ndarray, widths: np.ndarray, n: int, missed: float) -> float:
    """The largest distance d with n d^2 = 2 ln(2 / missed) (Var + range d / 3) of a share."""
    squared = 2 * log(2 / missed)
    half = squared * widths / 6
    return float((half + np.sqrt(half**2 + n * squared * variances)).max()) / n


@dataclass(frozen=True)
class Bits(WholeDistribution):
    """A marginal of k bits, each through the same 2 x 2 channel; `prior` uniform unless given.

    An epsilon is that of the whole answer: each bit gets epsilon / k. `prior` and `null` are
    indexed by cell, the first bit the most significant.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> Bits(1, [0.75, 0.25]).variance(warner)
    Fraction(15, 16)
    """

    bits: Number
    prior: Sequence[Number] | None = None
    null: Sequence[Number] | None = None

    def __post_init__(self) -> None:
        self._count()

    def variance(self, channel: Channel) -> Fraction:
        from rropt.survey.bits import marginal_variances

        variances = marginal_variances(self._channels(channel), self._cells(self.prior), 1)
        return Fraction(float(variances.max()))

    def _reported(self, channel: Channel, distribution: Any, name: str) -> np.ndarray:
        from rropt.survey.bits import report_marginal

        return report_marginal(self._channels(channel), self._cells(distribution, name))

    def planned_test(
        self, channel: Channel, n: int, alpha: Fraction, sides: int
    ) -> PlannedTest | None:
        if self._count() > MOST_DRAWN_BITS:
            return None
        joint = Categories(self._given(self.prior), self._given(self.null))
        return joint.planned_test(channel.bits(self._count()), n, alpha, sides)

    def family(self, epsilon: Number) -> Channel:
        # Bits answer independently, so that their epsilons add up to that of the whole.
        whole_answer = gamma_from_epsilon(epsilon).epsilon_bounds()[0]
        return k_randomized_response(2, whole_answer / self._count())

    @property
    def numbers(self) -> int:
        return 2 ** self._count()

    def covariance(self, channel: Channel) -> np.ndarray:
        count = self._count()
        if count > MOST_BITS_TOGETHER:
            raise InputError(
                f"simultaneous must be asked of at most {MOST_BITS_TOGETHER} bits, got {count}"
            )
        return Categories(self._given(self.prior)).covariance(channel.bits(count))

    def _count(self) -> int:
        return whole(self.bits, "bits", 1, MAX_PLANNED_BITS)

    def _given(self, distribution: Sequence[Any] | None) -> Sequence[Any]:
        return [Fraction(1, self.numbers)] * self.numbers if distribution is None else distribution

    def _channels(self, channel: Channel) -> list[Channel]:
        return [channel] * self._count()

    def _cells(self, distribution: Sequence[Any] | None, name: str = "prior") -> np.ndarray:
        if distribution is None:
            return np.full(self.numbers, 1 / self.numbers)
        of_size(distribution, self.numbers, name, "cells")
        return np.array([float(p) for p in prior_vector(distribution, name)])
