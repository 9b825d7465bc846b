"""Tests that some coefficients have given values.

| method | statistic                                           | needs                           |
|--------|-----------------------------------------------------|---------------------------------|
| lr     | 2 (l(fit) - l(fit with the values held))            | a second fit                    |
| wald   | d' V^-1 d, d = estimate - value                      | the covariance V of the fit     |
| score  | U' A^-1 U at the restricted fit, A expected          | the restricted fit only         |

Each is compared with chi squared on as many degrees of freedom as there are values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rropt.exact import InputError
from rropt.regression.fitted import Fitted, restricted_maximum
from rropt.regression.links import Array

METHODS = ("lr", "wald", "score")


@dataclass(frozen=True)
class CoefficientTest:
    """A test's statistic, its degrees of freedom, and its p-value."""

    statistic: float
    degrees: int
    p_value: float
    method: str

    def __str__(self) -> str:
        return f"{self.method}: chi2({self.degrees}) = {self.statistic:.4f}, p = {self.p_value:.4g}"


def coefficient_test(
    fitted: Fitted, fixed: dict[int, float], method: str, covariance: Array, errors: str
) -> CoefficientTest:
    """The test that the parameters in `fixed` have these values."""
    from scipy.special import chdtrc

    if method not in METHODS:
        raise InputError(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    if errors == "sandwich" and method != "wald":
        raise InputError(f"method must be wald for sandwich errors, got {method}")
    statistic = {"lr": _ratio, "wald": _wald, "score": _score}[method](fitted, fixed, covariance)
    return CoefficientTest(statistic, len(fixed), float(chdtrc(len(fixed), statistic)), method)


def _ratio(fitted: Fitted, fixed: dict[int, float], _: Array) -> float:
    restricted = restricted_maximum(fitted, fixed)
    return max(0.0, 2 * (fitted.loglik - restricted.evaluation.value))


def _wald(fitted: Fitted, fixed: dict[int, float], covariance: Array) -> float:
    places = list(fixed)
    away = fitted.theta[places] - np.array(list(fixed.values()))
    block = covariance[np.ix_(places, places)]
    if not np.isfinite(block).all():
        return math.nan
    return float(away @ np.linalg.solve(block, away))


def _score(fitted: Fitted, fixed: dict[int, float], _: Array) -> float:
    restricted = restricted_maximum(fitted, fixed)
    gradient = restricted.evaluation.gradient
    information = fitted.likelihood.expected_information(restricted.theta)
    return float(gradient @ np.linalg.solve(information, gradient))
