"""What is to be learnt: shares of groups added up with weights (of a whole distribution see cells).

Each question says, for a channel, the variance of its estimate times n at the planned truth, the
power against its hypothesis, and which channel an epsilon stands for. With more than one number to
estimate (categories, cells of a marginal) the variance is the largest one; a margin holds for each
of them alone, as the intervals of `estimate` do, or for all of them together.

One proportion, a difference of two groups and a population's strata are one sum,

    theta = sum_g w_g p_g,   n Var = sum_g w_g^2 V(p_g) / s_g,

with p_g the share of the second truth in group g, which gives the part s_g of the n reports.
The reported margin is the half-width of the interval of `estimate` if the reports are as expected.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from rropt.channel import Channel
from rropt.exact import (
    InputError,
    Number,
    Numbers,
    exact_vector,
    of_size,
    prior_vector,
    probability,
)
from rropt.survey.planning.survey_power import (
    PlannedEstimates,
    PlannedTest,
    excluded_share,
    k_randomized_response,
    normal_power,
    planned_model,
    proportion_variance,
    require_two_truths,
    root,
    seen_once,
    value_decisions,
)
from rropt.survey.ratio_hypothesis import value_held


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

    is_of_design: ClassVar[bool] = False
    """Whether it is about one design, which has no table to be planned with."""

    of_interval: ClassVar[tuple[str, str]] = (
        "half-width of the interval",
        "the interval at the expected counts: half-width",
    )
    """What the half-width of a plan is called, and how it is said."""

    @property
    def truths(self) -> int:
        """How many truths a channel for it has."""
        return 2

    def family(self, epsilon: Number) -> Channel:
        """The channel that an epsilon stands for."""
        return k_randomized_response(self.truths, epsilon)

    def held_margin(
        self, channel: Channel, n: int, level: Fraction, simultaneous: bool = False
    ) -> float:
        """Of numbers without such an interval the margin that so many reports keep, each at this
        level, which is that of all together if `simultaneous`; 0 where that of the limit stands."""
        return 0.0

    def planned_test(
        self, channel: Channel, n: int, alpha: Fraction, sides: int
    ) -> PlannedTest | None:
        """The test that `estimate` runs; None: only the limit is known."""
        return None

    def planned_estimates(
        self, channel: Channel, n: int, smooth: bool = False
    ) -> PlannedEstimates | None:
        """What `estimate` reports by likelihood; None: it does not. Groups have whole numbers of
        people, or `smooth` ones, by which intervals change step by step with n."""
        return None

    @property
    def numbers(self) -> int:
        """How many numbers a margin is about."""
        return 1

    @property
    def has_shares(self) -> bool:
        """Whether it is about the shares of all truths, whose margins may hold together."""
        return self.numbers > 1

    def covariance(self, channel: Channel) -> np.ndarray:
        """That of these numbers, up to a factor."""
        return np.ones((1, 1))

    def widest_interval(self, squared: Fraction) -> float | None:
        """The half-width of the interval of one report, at most, by a squared quantile; None where
        the expected counts tell it."""
        return None

    def found_by(self, method: str, held: float) -> str:
        """What a margin is by, where one that is `held` is known."""
        return method

    @property
    def widest(self) -> Fraction | None:
        """Half of what the quantity can vary; no margin is as wide. None: no end is known."""
        return Fraction(1, 2)

    @property
    def has_hypothesis(self) -> bool:
        """Whether there is a hypothesis to have power against."""
        return getattr(self, "null", None) is not None

    @property
    def tested(self) -> Question:
        """The same with the hypothesis that a power is against where none is stated."""
        return self

    has_sides: ClassVar[bool] = True
    """Whether its test can be one-sided."""


@dataclass(frozen=True)
class Group:
    """The planned share of the second truth, its weight in the sum, and its part of the reports."""

    share: Fraction
    weight: Fraction
    part: Fraction


class SumOfShares(Question):
    """A weighted sum of the shares of the second truth in groups."""

    def __post_init__(self) -> None:
        """What is stated is refused at once where it is no share."""
        self.groups()
        if self.null is not None:
            probability(self.null, "null")

    @abstractmethod
    def groups(self) -> Sequence[Group]:
        """The groups as they are planned."""

    null: Number | None = None
    null_is = "the proportion of the hypothesis"
    planned_is = "the prior"

    def null_value(self) -> Fraction:
        """The value of the sum under the hypothesis, another one than the planned."""
        if self.null is None:
            raise InputError(f"null must be given with a power: {self.null_is}")
        null = probability(self.null, "null")
        if null == self.value():
            raise InputError(f"null must differ from {self.planned_is}, got {null} for both")
        return null

    @abstractmethod
    def null_shares(self, channel: Channel, n: int) -> Sequence[Fraction]:
        """The groups' shares under the hypothesis."""

    def sizes(self, n: int) -> list[int]:
        """The reports of each group, one at least."""
        return [max(1, round(group.part * n)) for group in self.groups()]

    def value(self) -> Fraction:
        """The planned value of the sum."""
        return sum((group.weight * group.share for group in self.groups()), Fraction(0))

    def variance(self, channel: Channel) -> Fraction:
        return self._variance_at(channel, [group.share for group in self.groups()])

    def planned_estimates(self, channel: Channel, n: int, smooth: bool = False) -> PlannedEstimates:
        require_two_truths(channel)
        groups = self.groups()
        sizes: Sequence[Any] = [group.part * n for group in groups] if smooth else self.sizes(n)
        truth = np.ravel([(1 - float(group.share), float(group.share)) for group in groups])
        contrast = np.ravel([(0.0, float(group.weight)) for group in groups])
        model = planned_model((channel,) * len(groups), tuple(sizes), truth)
        return PlannedEstimates(model, truth, contrast[None])

    def planned_test(
        self, channel: Channel, n: int, alpha: Fraction, sides: int
    ) -> PlannedTest | None:
        planned = self.planned_estimates(channel, n)
        pairs = [(float(1 - share), float(share)) for share in self.null_shares(channel, n)]
        null = np.array(pairs).ravel()
        contrast = planned.contrasts[0]
        return value_decisions(planned.model, planned.truth, null, contrast, alpha, sides)

    def power(self, channel: Channel, n: int, alpha: Fraction, sides: int) -> float:
        distance = float(self.value() - self.null_value())
        under = self.null_shares(channel, n)
        spreads = root(self._variance_at(channel, under)), root(self.variance(channel))
        if spreads[0] == 0:  # one report that the hypothesis excludes refutes it
            pairs = zip(self.groups(), under, strict=True)
            parts = [float(g.part) * excluded_share(channel, g.share, null) for g, null in pairs]
            return seen_once(sum(parts), n)
        return normal_power(distance, spreads, n, alpha, sides)

    def _variance_at(self, channel: Channel, shares: Sequence[Fraction]) -> Fraction:
        pairs = zip(self.groups(), shares, strict=True)
        parts = [
            g.weight**2 * proportion_variance(channel, p) / g.part for g, p in pairs if g.weight
        ]
        return sum(parts, Fraction(0))


@dataclass(frozen=True)
class Proportion(SumOfShares):
    """The share of the second truth, planned at `prior`; `null` is the hypothesis for a power.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> Proportion("1/4").variance(warner)
    Fraction(15, 16)
    """

    prior: Number
    null: Number | None = None

    has_shares = True

    def groups(self) -> Sequence[Group]:
        return (Group(probability(self.prior, "prior"), Fraction(1), Fraction(1)),)

    def null_shares(self, channel: Channel, n: int) -> Sequence[Fraction]:
        return (self.null_value(),)


@dataclass(frozen=True)
class TwoGroups(SumOfShares):
    """The difference of two groups' proportions; `share` of the n reports are the first group's.

    The hypothesis is that both have the pooled proportion.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> TwoGroups("1/4", "1/4").variance(warner)
    Fraction(15, 4)
    """

    first: Number
    second: Number
    share: Number = "1/2"

    def groups(self) -> Sequence[Group]:
        share = probability(self.share, "share")
        if share in (0, 1):
            raise InputError(f"share must lie strictly between 0 and 1, got {share}")
        return (
            Group(probability(self.first, "first"), Fraction(1), share),
            Group(probability(self.second, "second"), Fraction(-1), 1 - share),
        )

    def sizes(self, n: int) -> list[int]:
        # Each of both groups needs a report.
        first = max(1, min(n - 1, round(self.groups()[0].part * n)))
        return [first, max(1, n - first)]

    def null_value(self) -> Fraction:
        first, second = self.groups()
        if first.share == second.share:
            raise InputError(f"the two groups must differ for a power, got {first.share} for both")
        return Fraction(0)

    def null_shares(self, channel: Channel, n: int) -> Sequence[Fraction]:
        pooled = sum((group.part * group.share for group in self.groups()), Fraction(0))
        return pooled, pooled

    @property
    def widest(self) -> Fraction:
        return Fraction(1)

    @property
    def has_hypothesis(self) -> bool:
        first, second = self.groups()
        return first.share != second.share


@dataclass(frozen=True)
class Strata(SumOfShares):
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
    null_is = "the population's proportion"
    planned_is = "the planned proportion"

    def groups(self) -> Sequence[Group]:
        proportions = [probability(p, "priors") for p in exact_vector(self.priors, "priors")]
        weights = prior_vector(self.weights, "weights")
        if self.shares is None:
            parts = prior_vector(self.weights, "weights", positive=True)
        else:
            parts = prior_vector(self.shares, "shares", positive=True)
        for name, given in (("weights", weights), ("shares", parts)):
            of_size(given, len(proportions), name, "entries, one for each stratum")
        return [Group(*given) for given in zip(proportions, weights, parts, strict=True)]

    def null_shares(self, channel: Channel, n: int) -> Sequence[Fraction]:
        """The likeliest shares of the strata with the value, from their expected reports."""
        null = self.null_value()
        planned = self.planned_estimates(channel, n)
        point = value_held(planned.model, planned.contrasts[0], float(null)).truth
        # The second truth of each group.
        return [Fraction(share) for share in point[1::2].tolist()]
