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

import numpy as np

from rropt.estimating.hypotheses import HypothesisTest
from rropt.exact import InputError
from rropt.regression.fitted import Fitted, restricted_maximum
from rropt.regression.links import Array

METHODS = ("lr", "wald", "score")


def coefficient_test(
    fitted: Fitted, fixed: dict[int, float], method: str, covariance: Array, errors: str
) -> HypothesisTest:
    """The test that the parameters in `fixed` have these values."""
    from scipy.special import chdtrc

    if method not in METHODS:
        raise InputError(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    if errors == "sandwich" and method != "wald":
        raise InputError(f"method must be wald for sandwich errors, got {method}")
    statistic = {"lr": _ratio, "wald": _wald, "score": _score}[method](fitted, fixed, covariance)
    p_value = float(chdtrc(len(fixed), statistic))
    return HypothesisTest(statistic, p_value, method, len(fixed))


def _ratio(fitted: Fitted, fixed: dict[int, float], _: Array) -> float:
    restricted = restricted_maximum(fitted, fixed)
    return max(0.0, 2 * (fitted.llf - restricted.evaluation.value))


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
