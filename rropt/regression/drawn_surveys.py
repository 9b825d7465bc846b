"""The likelihood ratio of one coefficient in surveys drawn from a plausible model.

Where reports tell little, 2 (max l - max l with the coefficient at its true value) is larger than
chi-square says: of 200 reports through a table that keeps three truths with probability 0.6, its
95% quantile is 5.1 and not 3.84, and intervals by chi-square cover 90%. The quantile in drawn
surveys, with the same covariates and tables, follows it.

What decides is the information: the standard error of the log-odds that the fit gives to its rows.
The surveys are drawn where the likelihood and a little direct knowledge are largest together, as if
one more respondent of each truth had been asked openly: a fit at infinity, or far out, would draw
surveys in which nobody has the trait, and their ratios are small.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, sqrt

import numpy as np

from rropt.regression.fitted import Fitted
from rropt.regression.links import Array
from rropt.regression.newton import maximise
from rropt.regression.outcome_likelihood import OutcomeLikelihood, Tables

DRAWS = 199
"""Surveys: their ordered ratios cut probability into 200 parts. A draw takes about 2 ms."""

UNCERTAIN = 0.5
"""The standard error of log-odds up to which chi-square is near enough. Of Warner's 3/4 at
intercept -2.5 it is 0.56 to 84 in surveys of 400, where chi-square covers 0.907 to 0.924 and drawn
quantiles 0.956; in surveys of 3000 it is 0.26 to 0.52, and chi-square covers 0.956."""

KNOWN = 1.0
"""Respondents of each truth who are thought to have been asked openly, spread over all rows."""


def can_be_drawn(fitted: Fitted) -> bool:
    """Whether the outcome is randomized and each report counts once."""
    likelihood = fitted.likelihood
    if not isinstance(likelihood, OutcomeLikelihood) or likelihood.lying is not None:
        return False
    return bool((likelihood.weights == 1).all())


def wants_draws(fitted: Fitted) -> bool:
    """Whether reports tell so little that chi-square is not near enough."""
    return can_be_drawn(fitted) and log_odds_error(fitted) > UNCERTAIN


def log_odds_error(fitted: Fitted) -> float:
    """The largest standard error of a truth's log-odds against the first, root mean square of rows.

    Infinite where a coefficient is, or a share leaves the simplex.
    """
    likelihood = _outcome(fitted)
    if fitted.at_infinity.any():
        return inf
    eta = likelihood.eta(fitted.theta)
    shares = likelihood.link.probabilities(eta)
    if shares.min() <= 0:
        return inf
    relative = likelihood.link.slopes(eta) / shares[:, :, None]
    slopes = relative[:, 1:] - relative[:, :1]
    spreads = _spreads(likelihood.covariates, fitted.covariance("observed"))
    variances = np.einsum("nbc,ncd,nbd->nb", slopes, spreads, slopes)
    return sqrt(max(float(variances.mean(axis=0).max()), 0.0))


def drawn_quantile(fitted: Fitted, place: int, level: float) -> float:
    """The quantile of the likelihood ratio for one coefficient, a plausible model being true."""
    likelihood = _outcome(fitted)
    truth = plausible(fitted)
    random = np.random.default_rng(place)
    free = np.arange(len(truth)) != place
    ratios = []
    for _ in range(DRAWS):
        drawn = likelihood.drawn(truth, random)
        best = maximise(drawn.at, truth).evaluation.value
        bound = maximise(drawn.at, truth, free).evaluation.value
        ratios.append(2 * (best - bound))
    return float(np.quantile(ratios, level, method="weibull"))


def plausible(fitted: Fitted) -> Array:
    """The coefficients at which the reports and KNOWN open answers of each truth fit best."""
    likelihood = _outcome(fitted)
    tables, rows, truths = likelihood.tables, len(likelihood.reports), likelihood.tables.truths
    openly = len(tables.arrays)
    used = np.append(tables.used, np.full(rows * truths, openly))
    answers = np.repeat(np.arange(truths), rows)
    joined = replace(
        likelihood,
        covariates=np.tile(likelihood.covariates, (truths + 1, 1)),
        reports=np.append(likelihood.reports, answers),
        weights=np.append(likelihood.weights, np.full(rows * truths, KNOWN / rows)),
        tables=Tables((*tables.arrays, np.eye(truths)), used, (*tables.safe, None)),
    )
    constant = np.zeros(likelihood.size)
    if likelihood.link.name == "linear":
        middle = np.full(rows, 0.5)
        constant = np.linalg.lstsq(likelihood.covariates, middle, rcond=None)[0]
    starts = [constant] if fitted.at_infinity.any() else [constant, fitted.theta]
    found = [maximise(joined.at, start) for start in starts]
    return max(found, key=lambda each: each.evaluation.value).theta


def _outcome(fitted: Fitted) -> OutcomeLikelihood:
    if not isinstance(fitted.likelihood, OutcomeLikelihood):
        raise TypeError("surveys are drawn from the likelihood of an outcome")
    return fitted.likelihood


def _spreads(covariates: Array, covariance: Array) -> Array:
    """The covariance of the linear predictors of each row."""
    width = covariates.shape[1]
    blocks = len(covariance) // width
    found = np.empty((len(covariates), blocks, blocks))
    for b in range(blocks):
        for c in range(blocks):
            part = covariance[b * width : (b + 1) * width, c * width : (c + 1) * width]
            found[:, b, c] = ((covariates @ part) * covariates).sum(axis=1)
    return found
