"""Probabilities of the truths at stated covariates, and average marginal effects, with intervals.

Both are differentiable functions of the coefficients, so their variance is g' V g with the
gradient g (the delta method). Intervals of probabilities are taken on the scale of their logit,
where they stay between zero and one. With random intercepts they are those of people of any group,
averaged over the intercepts: a group in the middle is told apart more by covariates than people are
(of a standard deviation of 2 by half as much again).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.exact import InputError
from rropt.survey.regression.links import Array, slopes
from rropt.survey.regression.model_data import as_pandas
from rropt.survey.regression.model_formula import Covariates, model_matrix, spoken, variables_of
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood
from rropt.survey.regression.random_intercepts import FARTHEST
from rropt.survey.sandwich import wald_quantile

if TYPE_CHECKING:
    from rropt.survey.regression.regression import Regression

STEP = 1e-4
"""Of a column's standard deviation: the central difference is right to its square, 1e-8."""

INTERCEPTS = np.linspace(-FARTHEST, FARTHEST, 129)
"""By the trapezoid rule: where groups differ by a standard deviation of 6 it is right to 1e-11."""


@dataclass(frozen=True)
class OutcomePredictor:
    """Probabilities of a randomized outcome from the data's columns."""

    likelihood: OutcomeLikelihood
    covariates: Covariates
    right: str
    frame: Any
    truths: tuple[str, ...]
    grouped: bool = False
    """Whether groups have random intercepts, whose standard deviation is the last coefficient."""

    def predict(self, fit: Regression, data: Any, level: float) -> Any:
        """One row for each row of the data, called as in the index of its frame, and each truth."""
        import pandas

        frame = as_pandas(data)
        matrix = self._matrix(frame)
        told = list(self._told(fit.fitted.theta, matrix))
        probabilities = np.sum([part for _, part, _ in told], axis=0)
        reach = wald_quantile(level, fit.freedom)
        names = data.index if isinstance(data, pandas.DataFrame) else range(len(frame))
        rows = []
        for row, name in enumerate(names):
            one = [
                self._gradient(m[..., [row]], rows[[row]], len(fit.names)) for rows, _, m in told
            ]
            spread = _spreads(np.asarray(sum(one)), fit.covariance)
            for j, truth in enumerate(self.truths):
                found = _probability_row(float(probabilities[j, row]), float(spread[j]), reach)
                rows.append({"row": name, "truth": truth, **found})
        return pandas.DataFrame(rows)

    def effects(self, fit: Regression, level: float) -> Any:
        """The mean change of each probability with each column of the formula."""
        import pandas

        rows = []
        for column in variables_of(self.right, self.frame):
            for name, parts in self._comparisons(column):
                rows += self._effect_rows(fit, column, name, parts, level)
        return pandas.DataFrame(rows)

    def _comparisons(self, column: str) -> list[tuple[str, list[tuple[float, Any]]]]:
        """What is compared: a name, and frames with the coefficients of their averages."""
        values = self.frame[column]
        if values.dtype.kind in "fiu" and f"C({column}" not in self.right.replace(" ", ""):
            step = STEP * (float(values.std()) or 1.0)
            above = self.frame.assign(**{column: values + step})
            below = self.frame.assign(**{column: values - step})
            return [("slope", [(0.5 / step, above), (-0.5 / step, below)])]
        levels = sorted(values.unique(), key=str)
        first = self.frame.assign(**{column: levels[0]})
        return [
            (f"{level} - {levels[0]}", [(1.0, self.frame.assign(**{column: level})), (-1.0, first)])
            for level in levels[1:]
        ]

    def _effect_rows(
        self,
        fit: Regression,
        column: str,
        name: str,
        parts: list[tuple[float, Any]],
        level: float,
    ) -> list[dict[str, Any]]:
        value, gradient = np.zeros(1), np.zeros(1)
        for weight, frame in parts:
            mean, moved = self._average(fit, frame)
            value = value + weight * mean
            gradient = gradient + weight * moved
        spread = _spreads(gradient, fit.covariance)
        half = wald_quantile(level, fit.freedom) * spread
        return [
            {
                "column": spoken(column),
                "change": name,
                "truth": truth,
                "effect": float(value[j]),
                "stderr": float(spread[j]),
                "low": float(value[j] - half[j]),
                "high": float(value[j] + half[j]),
            }
            for j, truth in enumerate(self.truths)
        ]

    def _average(self, fit: Regression, frame: Any) -> tuple[Array, Array]:
        """The weighted mean of the probabilities over rows, and its gradient in the parameters."""
        matrix = self._matrix(frame)
        shares = self.likelihood.weights / self.likelihood.weights.sum()
        value, gradient = np.zeros(1), np.zeros(1)
        for rows, part, moved in self._told(fit.fitted.theta, matrix):
            value = value + part @ shares
            gradient = gradient + self._gradient(moved * shares, rows, len(fit.names))
        return value, gradient

    def _told(self, theta: Array, matrix: Array) -> Iterator[tuple[Array, Array, Array]]:
        """For each intercept, or without them once, the covariates with it, and its part of the
        probabilities and of their slopes in the linear predictors."""
        intercepts = INTERCEPTS if self.grouped else np.zeros(1)
        parts = np.exp(-(intercepts**2) / 2)
        link = self.likelihood.link
        for u, part in zip(intercepts, parts / parts.sum(), strict=True):
            at = np.insert(matrix, matrix.shape[1], u, axis=1) if self.grouped else matrix
            eta = replace(self.likelihood, covariates=at).eta(theta)
            yield at, part * link.probabilities(eta), part * slopes(link, eta)

    def _gradient(self, moved: Array, matrix: Array, size: int) -> Array:
        """Of sums over rows: for truth j in block b the sum of slope[j, b] x."""
        blocks = moved @ matrix
        gradient = np.zeros((len(self.truths), size))
        # Coefficients of truths are the first; those of lying do not move their shares.
        gradient[:, : blocks[0].size] = blocks.reshape(len(self.truths), -1)
        return gradient

    def _matrix(self, frame: Any) -> Array:
        names = variables_of(self.right, frame)
        if frame[names].isna().any(axis=None):
            raise InputError("data must have no missing values to predict from")
        return model_matrix(self.covariates.spec, self.right, frame)[0]


def _spreads(gradient: Array, covariance: Array) -> Array:
    return np.sqrt(np.einsum("jp,pq,jq->j", gradient, covariance, gradient).clip(min=0))


def _probability_row(value: float, spread: float, reach: float) -> dict[str, float]:
    """A probability with its interval on the logit scale; on its own scale outside (0, 1).

    It reaches so many standard errors.
    """
    from scipy.special import expit, logit

    if 0 < value < 1:
        # d logit p = dp / (p (1 - p)).
        half = reach * spread / (value * (1 - value))
        low = float(expit(logit(value) - half))
        high = float(expit(logit(value) + half))
    else:
        low = value - reach * spread
        high = value + reach * spread
    return {"probability": value, "stderr": spread, "low": low, "high": high}
