"""A contrast of a survey with weights: its error, its interval and its test."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from typing import Any

import numpy as np

from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.intervals import Interval, confidence_level, normal_cdf, normal_quantile
from rropt.estimating.likelihood_estimate import LikelihoodContrast
from rropt.estimating.profile_limits import drop_at, profile_limits
from rropt.estimating.results import SingleResult
from rropt.exact import InputError, exact

ADJUSTED = "profile likelihood with a design effect"
IMPOSSIBLE = "no distribution has the value"


@dataclass(frozen=True, eq=False)
class SurveyContrast(SingleResult):
    """A contrast of a survey's distribution."""

    plain: LikelihoodContrast
    linearised: np.ndarray
    freedom: float

    @property
    def nobs(self) -> int:
        """Number of people who reported."""
        return self.plain.nobs

    @property
    def value(self) -> float:
        """The value at the likeliest distribution."""
        return self.plain.value

    @property
    def stderr(self) -> float:
        """The linearised standard error."""
        vector = self.plain.vector
        spread = max(float(vector @ self.linearised @ vector), 0.0)
        return float(self.plain.scale) * spread**0.5

    @property
    def design_effect(self) -> float:
        """The variance over that of as many independent reports of equal weight."""
        return (self.stderr / self.plain.stderr) ** 2

    def interval(self, level: Any = "0.95") -> Interval:
        """The profile interval with its cutoff multiplied by the design effect."""
        confidence = confidence_level(level)
        if self.plain.constant:
            return Interval(self.value, self.value, confidence, ADJUSTED)
        cutoff = self.design_effect * _quantile(confidence, self.freedom) ** 2
        lows, highs = profile_limits(self.plain.model, self.plain.vector[None], cutoff)
        scale = float(self.plain.scale)
        return Interval(scale * float(lows[0]), scale * float(highs[0]), confidence, ADJUSTED)

    def test(self, value: Any = 0) -> HypothesisTest:
        """Is it equal to a value? The drop over the design effect is Student's t squared."""
        hypothesis = exact(value, "value")
        low, high = self.plain.exact_range
        if not low <= hypothesis <= high:
            return HypothesisTest(inf, 0.0, IMPOSSIBLE)
        if self.plain.constant:
            return HypothesisTest(0.0, 1.0, "the value is known")
        drop = drop_at(self.plain.model, self.plain.vector, self.plain.scaled(hypothesis))
        effect = self.design_effect
        statistic = drop / effect if effect > 0 else (inf if drop > 0 else 0.0)
        return HypothesisTest(statistic, _tail(statistic, self.freedom), ADJUSTED)


def _quantile(level: Fraction, freedom: float) -> float:
    """Of Student's t, or of the normal distribution."""
    if freedom == inf:
        return normal_quantile(level)
    if freedom < 1:
        raise InputError("clusters must be more than strata for an interval")
    from scipy.special import stdtrit

    return float(stdtrit(freedom, float((1 + level) / 2)))


def _tail(statistic: float, freedom: float) -> float:
    """The chance that Student's t, or a normal variable, squared is larger."""
    root = sqrt(statistic)
    if freedom == inf:
        return 2 * normal_cdf(-root)
    if freedom < 1:
        raise InputError("clusters must be more than strata for a test")
    from scipy.special import stdtr

    return 2 * float(stdtr(freedom, -root))
