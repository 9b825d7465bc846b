"""Groups compared: weighted sums of independent estimates, and ratios of odds.

`theta = sum_h w_h theta_h` with each theta_h estimated from its own reports, through its own
channel if need be. Variances add up as `w_h^2 V_h`; Wilson-type limits add up by squares (each
part's own distance from its estimate to its limit), which is the part's interval for one part.

Odds are compared by the likelihood, with intervals that hold for rare truths too:

    theta = logit x_1 - logit x_2,
    R(theta) = 2 (max l - max { l(x) : the logits differ by theta }),

for two groups of two truths, x_g the share of the second one; the odds ratio is e^theta. The cutoff
of R is moved where the chi-square distribution misses, at the likeliest truth with the value. Where
a group shows none of the truth one end is zero or infinite.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log, nan, sqrt
from typing import Any

import numpy as np

from rropt.exact import InputError, exact_vector, of_size, one_of, positive, several, share_vector
from rropt.survey.calibrated_limits import ProfiledNumber
from rropt.survey.intervals import Functional, interval
from rropt.survey.likelihood_estimate import (
    LikelihoodContrast,
    LikelihoodEstimate,
    sum_of_contrasts,
)
from rropt.survey.line_search import bisected, bracket_beyond, crossing
from rropt.survey.quantiles import (
    chi_square_tail,
)
from rropt.survey.quantities import (
    HypothesisTest,
    Interval,
    excluded,
    normal_test,
    value_in_double,
)
from rropt.survey.ratio_hypothesis import RatioHypothesis, held_to
from rropt.survey.results import SingleResult
from rropt.survey.sampled_likelihood import SampledLikelihood, together

CLOSE = 2e-12
"""Of the z of a test."""

MAX_Z = 1e9
"""A value that is not within so many standard deviations is out of reach of the limits."""


OF_SEVERAL = ("wilson", "wald", "chebyshev")
"""Intervals of weighted sums, whose distribution is no binomial."""


@dataclass(frozen=True)
class Combination(SingleResult):
    """A weighted sum of independently estimated numbers."""

    weights: tuple[float, ...]
    parts: tuple[Functional, ...]

    @property
    def nobs(self) -> int:
        """Number of reports in all parts."""
        return sum(part.n for part in self.parts)

    @property
    def value(self) -> float:
        """The unbiased estimate of the sum."""
        return sum(w * part.value for w, part in self._terms())

    @property
    def stderr(self) -> float:
        """Its estimated standard error."""
        return sqrt(sum((w * part.stderr) ** 2 for w, part in self._terms()))

    @property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest value that any reports give."""
        ends = [sorted(w * x for x in part.range) for w, part in self._terms()]
        return sum(low for low, _ in ends), sum(high for _, high in ends)

    def interval(self, level: Any = "0.95", method: str = "wilson") -> Interval:
        """A confidence interval: wald, wilson (limits added by squares) or chebyshev."""
        return interval(self, level, one_of(method, OF_SEVERAL, "method for several groups"))

    def test(self, value: Any = 0, alternative: str = "two-sided") -> HypothesisTest:
        """Is it equal to a value? The test rejects what the wilson interval leaves out.

        The statistic is the z whose limits, added by squares, reach the value. Of very few reports
        some values that are possible are left out at every level, as the parts' limits end where
        their scores do; the method then says so.

        >>> same = Functional((0.0, 1.0), (5, 5))
        >>> Combination((1.0, -1.0), (same, same)).test().p_value
        1.0
        """
        hypothesis = value_in_double(value)
        distance = self.value - hypothesis
        side = 0 if distance > 0 else 1

        def short(z: float) -> float:
            """How far the limit stays short of the value."""
            return abs(distance) - abs(self.value - self.score_limits(z)[side])

        # The value is the estimate, or closer to it than limits are told apart.
        if short(0.0) <= 0:
            return normal_test(0.0, 1.0, alternative)
        low, high = self.range
        if not low <= hypothesis <= high:
            return excluded(distance, alternative)
        near, far = bracket_beyond(lambda z: short(z) > 0, 0.0, 1.0, MAX_Z)
        if far == inf:
            return excluded(distance, alternative, "the value is beyond the limits of every level")
        z = crossing(short, near, far, CLOSE)
        return normal_test(z if distance > 0 else -z, 1.0, alternative)

    def score_limits(self, z: float) -> tuple[float, float]:
        """Each part's distances to its limits of the score test, added up by squares."""
        down, up = 0.0, 0.0
        for weight, part in self._terms():
            low, high = part.score_limits(z)
            below, above = part.value - low, high - part.value
            # A negative weight turns the part's limits around.
            if weight < 0:
                below, above = above, below
            # Each distance stands for z of the part's own standard errors, whose squares add up.
            down += (weight * below) ** 2
            up += (weight * above) ** 2
        return self.value - sqrt(down), self.value + sqrt(up)

    def _terms(self) -> Iterator[tuple[float, Functional]]:
        return zip(self.weights, self.parts, strict=True)


def weighted_sum(estimates: Iterable[Any], weights: Iterable[Any], contrast: Iterable[Any]) -> Any:
    """`sum_g w_g c . pi_g`, by one likelihood of all groups or as a sum of linear estimates.

    >>> from rropt.channel import Channel
    >>> from rropt.survey import likelihood_estimate
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> groups = [likelihood_estimate(warner, c) for c in ([500, 500], [600, 400])]
    >>> [round(end, 4) for end in weighted_sum(groups, [1, -1], [0, 1]).interval()]
    [0.113, 0.2865]
    """
    groups = tuple(estimates)
    each = "entries, one for each group"
    factors = of_size(exact_vector(weights, "weights"), len(groups), "weights", each)
    if not any(factors):
        raise InputError("weights must not all be zero")
    coefficients = groups[0].checked_contrast(contrast)
    parts = [group.contrast(coefficients) for group in groups]
    if isinstance(parts[0], LikelihoodContrast):
        return sum_of_contrasts(factors, parts)
    return Combination(tuple(map(float, factors)), tuple(parts))


def difference(first: Any, second: Any, contrast: Iterable[Any]) -> Any:
    """The first group's contrast minus the second's; the channels may differ.

    >>> from rropt.channel import Channel
    >>> from rropt.survey import unbiased_estimate
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> treated = unbiased_estimate(warner, [500, 500])
    >>> control = unbiased_estimate(warner, [600, 400])
    >>> round(difference(treated, control, [0, 1]).value, 12)
    0.2
    """
    return weighted_sum((first, second), (1, -1), contrast)


def stratified(strata: Iterable[Any], weights: Iterable[Any], contrast: Iterable[Any]) -> Any:
    """A population's contrast from its strata; `weights` are the strata's population shares.

    >>> from rropt.channel import Channel
    >>> from rropt.survey import unbiased_estimate
    >>> truth = Channel.identity(2)
    >>> town, land = unbiased_estimate(truth, [80, 20]), unbiased_estimate(truth, [30, 70])
    >>> round(stratified([town, land], ["3/4", "1/4"], [0, 1]).value, 12)
    0.325
    """
    return weighted_sum(strata, share_vector(weights, "weights"), contrast)


FARTHEST = 30.0
"""A logarithm of odds, or of their ratio, beyond which shares are as good as zero: e^-30."""

LOGITS = np.concatenate([np.arange(-45, -12), np.linspace(-12, 12, 241), np.arange(13, 46)])
"""Where the likeliest mean of both logits is looked for first."""

ZOOMS, AROUND = 3, np.linspace(-1, 1, 21)
"""Then around the best of them, on a tenth of the width each time: to 1e-4 of a logit."""

NEVER = 1e-300
"""In place of a chance of zero, whose logarithm is no number."""

FINE = 0.002
"""How near the logarithm of an end is found."""


def curve_maxima(model: SampledLikelihood, shares: np.ndarray, theta: float) -> np.ndarray:
    """For shares of reports the likeliest points at which the logits differ by theta.

    >>> from rropt.channel import Channel
    >>> itself = Channel.identity(2)
    >>> counts = np.array([30, 10]), np.array([20, 20])
    >>> model = SampledLikelihood((itself, itself), counts, np.array([0.75, 0.25, 0.5, 0.5]))
    >>> curve_maxima(model, model.observed[None] / model.total, 0.0).round(4).tolist()
    [[0.625, 0.375, 0.625, 0.375]]
    """
    # Through a table the likelihood need not be concave in the mean of logits: hence the grid.
    logs = np.log(np.maximum(_points(theta, LOGITS) @ model.rows.T, NEVER))
    best = LOGITS[(shares @ logs.T).argmax(axis=1)]
    width = 1.0
    for _ in range(ZOOMS):
        tried = best[:, None] + width * AROUND
        chances = np.maximum(_points(theta, tried) @ model.rows.T, NEVER)
        heights = np.einsum("nm,ntm->nt", shares, np.log(chances))
        best = tried[np.arange(len(tried)), heights.argmax(axis=1)]
        width /= 10
    return _points(theta, best)


def _points(theta: float, means: np.ndarray) -> np.ndarray:
    """Both groups' shares of no and yes, where the means of their logits are these."""
    first, second = np.exp(means + theta / 2), np.exp(means - theta / 2)
    shares = [1 / (1 + first), first / (1 + first), 1 / (1 + second), second / (1 + second)]
    return np.stack(shares, axis=-1)


@dataclass(frozen=True, eq=False)
class OddsRatio(ProfiledNumber):
    """The odds of the second truth in the first group, as a multiple of those in the second.

    Its values are held by their logarithms.
    """

    model: SampledLikelihood

    @property
    def headline(self) -> tuple[str, ...]:
        return (f"The ratio of the odds of two groups, from {several(self.nobs, 'report')}",)

    names = ("odds ratio",)

    @property
    def value(self) -> float:
        """At the likeliest shares; nan where both are zero, or both one."""
        no, yes, other_no, other_yes = self.model.maximum.tolist()
        above, below = yes * other_no, no * other_yes
        if below:
            return float(above / below)
        return inf if above else nan

    @property
    def stderr(self) -> float:
        """By the delta method from the observed information; nan where the ratio is no number."""
        # Of each group the share of the second truth.
        shares = self.model.maximum[[1, 3]]
        variances = np.diag(self.model.observed_covariance)[[1, 3]]
        spread = shares * (1 - shares)
        if not (spread > 0).all():
            return nan
        # d logit = dx / (x (1 - x)), and the ratio moves by its value times that.
        return self.value * sqrt(float((variances / spread**2).sum()))

    @property
    def likeliest(self) -> float:
        """The logarithm; an end where it is infinite, where all fit alike 0."""
        # Next to one doubles are too far apart for e^-30: 1e-13 stands for it.
        shares = np.clip(self.model.maximum[[1, 3]], exp(-FARTHEST), 1 - 1e-13)
        first, second = np.log(shares / (1 - shares)).tolist()
        return min(max(first - second, -FARTHEST), FARTHEST)

    def held(self, value: float) -> RatioHypothesis:
        """The hypothesis that the logarithm of the ratio is this one."""
        return held_to(self.model, lambda shares: curve_maxima(self.model, shares, value))

    def profiled(self, signs: np.ndarray, roots: np.ndarray) -> Iterator[float]:
        """One after the other, as the first ones may do."""
        for sign, root in zip(signs.tolist(), roots.tolist(), strict=True):
            yield self._profiled(sign * FARTHEST, root**2)

    def _profiled(self, outside: float, cutoff: float) -> float:
        """Where R is a cutoff on one side; the end where it stays below."""

        def within(theta: float) -> bool:
            return self.held(theta).drop <= cutoff

        if self.likeliest == outside or within(outside):
            return outside
        return bisected(within, self.likeliest, outside, FINE / 10)[0]

    def near(self, value: float, fine: float) -> float:
        """The same everywhere: logarithms have a unit of their own."""
        return FINE

    def between(self, ends: tuple[float, float], level: Fraction, method: str) -> Interval:
        """The interval of the ratio; zero or infinite at an end of what is looked at."""
        low, high = (inf if end >= FARTHEST else exp(end) * (end > -FARTHEST) for end in ends)
        return Interval(low, high, level, method)

    def test(self, value: Any = 1) -> HypothesisTest:
        """Is it equal to a positive number? By the likelihood ratio, exactly where reports are few.

        The larger of the p-values of the limit and of the reference is given.
        """
        held = self.held(log(positive(value, "value")))
        plain = HypothesisTest(held.drop, chi_square_tail(held.drop, 1), "likelihood ratio")
        return held.guarded(plain)

    def p_value(self, place: int) -> float:
        return self.test(1).p_value


def odds_ratio(estimates: Sequence[LikelihoodEstimate]) -> OddsRatio:
    """The odds of the second truth in one group against another, each by its own channel.

    >>> from rropt.channel import Channel
    >>> from rropt.survey import likelihood_estimate
    >>> itself = Channel.identity(2)
    >>> found = odds_ratio([likelihood_estimate(itself, n) for n in ([30, 10], [20, 20])])
    >>> round(found.value, 6), round(found.stderr, 6)
    (0.333333, 0.161015)
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> found = odds_ratio([likelihood_estimate(warner, n) for n in ([500, 500], [600, 400])])
    >>> round(found.value, 4), [round(end, 2) for end in found.interval()]
    (2.3333, [1.61, 3.45])
    """
    groups = tuple(estimates)
    if len(groups) != 2 or any(group.channel.shape[1] != 2 for group in groups):
        raise InputError("groups must be two, of two truths each, for an odds ratio")
    if not all(group.identified.everything for group in groups):
        raise InputError("groups must have designs that tell the truths apart")
    return OddsRatio(together(group.model for group in groups))
