"""The likelihood ratio of one coefficient in surveys drawn from the fit.

Where reports are few and much randomized, 2 (max l - max l with the coefficient at its true value)
is larger than chi-square says: of 200 reports through a table that keeps three truths with
probability 0.6, its 95% quantile is 5.1 and not 3.84, and intervals by chi-square cover 90%. The
quantile in surveys drawn from the fit, with the same covariates and tables, follows it.
"""

from __future__ import annotations

import numpy as np

from rropt.regression.fitted import Fitted
from rropt.regression.newton import maximise
from rropt.regression.outcome_likelihood import OutcomeLikelihood

DRAWS = 199
"""Surveys: their ordered ratios cut probability into 200 parts. A draw takes about 2 ms."""

FEW = 300
"""Reports from which chi-square is near enough: of 400 through that table 94% are covered."""


def can_be_drawn(fitted: Fitted) -> bool:
    """Whether the outcome is randomized, each report counts once, and the fit is finite."""
    likelihood = fitted.likelihood
    if not isinstance(likelihood, OutcomeLikelihood) or likelihood.cheating:
        return False
    return bool((likelihood.weights == 1).all()) and not fitted.at_infinity.any()


def wants_draws(fitted: Fitted) -> bool:
    """Whether reports are so few that chi-square is not near enough."""
    return can_be_drawn(fitted) and len(fitted.maximum.evaluation.scores) <= FEW


def drawn_quantile(fitted: Fitted, place: int, level: float) -> float:
    """The quantile of the likelihood ratio for one coefficient, the fit being the truth."""
    likelihood = fitted.likelihood
    if not isinstance(likelihood, OutcomeLikelihood):
        raise TypeError("surveys are drawn from the likelihood of an outcome")
    random = np.random.default_rng(place)
    free = np.arange(len(fitted.theta)) != place
    ratios = []
    for _ in range(DRAWS):
        drawn = likelihood.drawn(fitted.theta, random)
        best = maximise(drawn.at, fitted.theta).evaluation.value
        bound = maximise(drawn.at, fitted.theta, free).evaluation.value
        ratios.append(2 * (best - bound))
    return float(np.quantile(ratios, level, method="weibull"))
