"""How much the rows of a fit tell: what decides whether chi-square is near enough for its ratios.

It is the standard error of the log-odds that the fit gives to its rows, and how unevenly the rows
make up a coefficient.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt

import numpy as np

from rropt.survey.regression.drawn_surveys import (
    FEW_DRAWS,
    drawable_of,
    drawn_surveys,
    plausible,
    with_open_answers,
)
from rropt.survey.regression.fitted import Fitted, inverse
from rropt.survey.regression.links import Array
from rropt.survey.regression.newton import ALONE
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood, by_parameter

UNEVEN = 0.22
"""That of twenty reports of a rare kind. Up to an unevenness of 0.3 of the true model chi-square
covers 0.935 or more of the difference of two groups' log-odds (enumerated: 10 to 1,000 reports
each, six tables, all shares), up to 0.5 only 0.906; where a fit has 0.22 the truth can have it."""


def log_odds_error(fitted: Fitted) -> float:
    """The largest standard error of log-odds against a first category, root mean square of rows.

    Infinite where a coefficient is, or a share leaves the simplex.
    """
    if fitted.at_infinity.any() or fitted.unidentified.any():
        return inf
    covariance = fitted.covariance("observed")
    errors = [
        _error(part, fitted.theta[places], covariance[places, places])
        for places, part in drawable_of(fitted).openly()
    ]
    return max(errors)


def _error(part: OutcomeLikelihood, theta: Array, covariance: Array) -> float:
    told = part.log_rows(theta[None], ALONE)
    if not np.isfinite(told.value).all():
        return inf
    # How the logarithm of the share of each truth moves with the parameters, row by row.
    (slope,) = by_parameter(part.designs, told.slope)
    moved = slope.reshape(part.size, part.tables.truths, -1)
    count = moved.shape[2]
    squares = [rows @ rows.T / count for rows in np.moveaxis(moved[:, 1:] - moved[:, :1], 1, 0)]
    return sqrt(max(*(float((square * covariance).sum()) for square in squares), 0.0))


def unevenness(fitted: Fitted) -> float:
    """Lyapunov's ratio `sum |a_i|^3 / (sum a_i^2)^(3/2)` of rows' parts in a coefficient.

    The largest of all. It is 1 / sqrt(n) of n equal parts, and bounds how far a sum is from normal.
    Of a fit at infinity it is that of surveys drawn from a plausible model.
    """
    if not (fitted.at_infinity.any() or fitted.unidentified.any()):
        return _lyapunov([fitted.scores[None]], fitted.covariance("observed"))
    (truth,) = plausible(fitted, [{}])
    surveys = drawn_surveys(fitted, truth, FEW_DRAWS)
    there = with_open_answers(fitted).at(truth[None], ALONE)
    scores = (some.surveys.scores(some.truths, some.names) for some in surveys)
    return _lyapunov(scores, inverse(-there.hessian[0]))


def _lyapunov(scores: Iterable[Array], covariance: Array) -> float:
    """From the scores of surveys, some at a time: the ratio of their mean sums."""
    sums = []
    for each in scores:
        # To first order row i moves the estimates by the inverse information times its score.
        parts = np.abs(each @ covariance)
        sums.append([(parts**2).sum(axis=-2), (parts**3).sum(axis=-2)])
    squares, cubes = np.mean(np.concatenate(sums, axis=1), axis=1)
    moved = squares > 0
    return float((cubes[moved] / squares[moved] ** 1.5).max(initial=0.0))
