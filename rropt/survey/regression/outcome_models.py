"""Models of an outcome whose predictors have stated truths: log f(y | x), with two derivatives.

| outcome | model | parameters |
|---|---|---|
| a number | y = x.beta + sigma e, e standard normal | beta, log sigma |
| 0 or 1 | the logit in x of P(y = 1) | beta |
| randomized | the logit of its truths, through the table of its reports | a block a truth |

An outcome of 0 and 1 is a randomized one whose table is the identity. In a mixture over truths a
model has every row with each of them: first all rows with the first truth, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from rropt.exact import InputError, one_of
from rropt.survey.regression.links import Array, Derivatives, LogitLink
from rropt.survey.regression.model_data import Records, Reported
from rropt.survey.regression.model_formula import coefficient_names, numbers
from rropt.survey.regression.newton import Which, of_surveys
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood, Tables

EXACT = 1e-9
"""Of the spread of an outcome: a sigma that a search goes below falls without end."""


@dataclass(frozen=True)
class NormalOutcome:
    """y = x.beta + sigma e, e standard normal; the last parameter is log sigma."""

    reports: Array
    """The outcomes, which are told openly; several surveys have each a row of these."""

    covariates: Array

    @property
    def size(self) -> int:
        """Number of parameters."""
        return self.covariates.shape[1] + 1

    def reach(self, direction: Array) -> float:
        """The largest change of a linear predictor along a direction."""
        # In units of the outcome's own spread: dollars and cents are fitted alike.
        unit = float(np.std(self.reports)) or 1.0
        change = np.abs(self.covariates @ direction[:-1]).max() / unit
        return float(max(change, abs(direction[-1])))

    def is_exact(self, theta: Array) -> bool:
        """Whether all numbers are means of their truths: the likelihood grows as sigma falls."""
        return bool(np.exp(theta[self.size - 1]) <= EXACT * np.std(self.reports))

    @cached_property
    def designs(self) -> tuple[Array, Array]:
        """The covariates of the mean, and those of log sigma: rows are the last axis."""
        return np.ascontiguousarray(self.covariates.T), np.ones((1, len(self.covariates)))

    def log_rows(self, thetas: Array, surveys: Which) -> Derivatives:
        """log f and its derivatives in both: no numbers where an outcome is impossible."""
        log_sigma = thetas[:, -1:]
        precision = np.exp(-2 * log_sigma)
        outcome = of_surveys(self.reports, surveys)
        error = outcome - thetas[:, :-1] @ self.designs[0]
        scaled = precision * error * error
        value = -0.5 * scaled - log_sigma - 0.5 * np.log(2 * np.pi)
        # With log sigma sigma^-2 falls by twice itself: the slope is error^2 / sigma^2 - 1.
        slope = np.stack([precision * error, scaled - 1])
        bend = np.empty((2, *slope.shape))
        bend[0, 0] = -precision
        bend[0, 1] = bend[1, 0] = -2 * slope[0]
        bend[1, 1] = -2 * scaled
        return Derivatives(value, slope, bend)

    def numbers(self, random: np.random.Generator) -> Array:
        """Those by which the outcomes of a survey are drawn."""
        return random.normal(size=len(self.covariates))

    def outcomes(self, theta: Array, numbers: Array) -> Array:
        """Those of the model at the parameters by such numbers, of a survey each row."""
        return np.asarray(self.covariates @ theta[:-1] + np.exp(theta[-1]) * numbers)

    def openly(self) -> tuple[()]:
        """Nothing: numbers are told as they are."""
        return ()

    def restricted(self, rows: slice) -> NormalOutcome:
        """That of some rows."""
        return replace(self, reports=self.reports[..., rows], covariates=self.covariates[rows])

    def near(self, covariates: Array) -> Array:
        """Least squares on the expected covariates."""
        beta = np.linalg.lstsq(covariates, self.reports, rcond=None)[0]
        residual = self.reports - covariates @ beta
        return np.append(beta, np.log(residual.std() or 1.0))


OutcomeModel: TypeAlias = NormalOutcome | OutcomeLikelihood
"""The outcome of rows, given the truths of all predictors, which are among the covariates."""


def outcome_model(
    records: Records,
    reported: Sequence[Reported],
    family: str | None,
    matrices: Sequence[Array],
    names: tuple[str, ...],
) -> tuple[tuple[str, ...], OutcomeModel]:
    """The names of the outcome's parameters, and its model with a matrix for each truth.

    `reported` is the outcome's own column of reports, empty for an ordinary outcome.
    """
    if reported:
        if family is not None:
            raise InputError("family must be left out for a randomized outcome")
        (answer,) = reported
        of_truths = coefficient_names(names, answer.truths)
        return of_truths, _in_categories(answer.reports, answer.tables, matrices, records.weights)
    chosen = one_of("normal" if family is None else family, ("normal", "binary"), "family")
    outcome = numbers(records.frame, records.outcome)
    if chosen == "normal":
        # Without residuals the likelihood has no maximum in log sigma.
        if not np.ptp(outcome):
            raise InputError(f"column {records.outcome!r} must vary for a normal outcome")
        repeated = np.tile(outcome, len(matrices))
        return (*names, "log sigma"), NormalOutcome(repeated, np.concatenate(matrices))
    if not np.isin(outcome, (0.0, 1.0)).all():
        raise InputError(f"column {records.outcome!r} must hold 0 and 1 for a binary outcome")
    itself = Tables((np.eye(2),), np.zeros(len(outcome), int))
    return names, _in_categories(outcome.astype(int), itself, matrices, records.weights)


def _in_categories(
    reports: np.ndarray, tables: Tables, matrices: Sequence[Array], weights: Array
) -> OutcomeModel:
    times = len(matrices)
    return OutcomeLikelihood(
        np.concatenate(matrices),
        np.tile(reports, times),
        np.tile(weights, times),
        Tables(tables.arrays, np.tile(tables.used, times)),
        LogitLink(),
    )
