"""Ends of a profile-likelihood interval of one coefficient.

    { b : 2 (l(fit) - max over the others of l with this one at b) <= a quantile of the ratio }

The lack of likelihood is followed outwards from the fit until it passes the quantile, and the
crossing is found by Brent's method. A side on which it never passes is infinite. A coefficient
that is itself infinite has one crossing, which is sought from zero.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rropt.regression.fitted import Fitted, restricted_maximum

FARTHEST = 1e6
"""In units of the first step; beyond it the side is called infinite."""

CLOSE = 1e-8
"""An end is found to this share of a step, which is about two standard errors."""


def profile_ends(fitted: Fitted, place: int, wanted: float) -> tuple[float, float]:
    """Where the likelihood ratio is as wanted; infinite where the likelihood stays high."""

    def lack(value: float) -> float:
        found = restricted_maximum(fitted, {place: value})
        return 2 * (fitted.loglik - found.evaluation.value) - wanted

    sign = float(fitted.at_infinity[place])
    if sign:
        finite = _crossing_from_zero(lack, sign, _unit(fitted, place))
        return (finite, math.inf) if sign > 0 else (-math.inf, finite)
    centre = float(fitted.theta[place])
    step = _first_step(fitted, place)
    return _outwards(lack, centre, -step), _outwards(lack, centre, step)


def _outwards(lack: Callable[[float], float], inner: float, step: float) -> float:
    """The first value beyond `inner`, where nothing is lacking, at which something is."""
    from scipy.optimize import brentq

    limit = FARTHEST * abs(step)
    outer = inner + step
    while lack(outer) < 0:
        inner = outer
        step *= 2
        outer = inner + step
        if abs(step) > limit:
            return math.copysign(math.inf, step)
    low, high = sorted((inner, outer))
    return float(brentq(lack, low, high, xtol=CLOSE * abs(step)))


def _crossing_from_zero(lack: Callable[[float], float], sign: float, unit: float) -> float:
    """The end of the half line on which an infinite coefficient lies."""
    if lack(0.0) < 0:
        return _outwards(lack, 0.0, -sign * unit)
    return _outwards(lambda value: -lack(value), 0.0, sign * unit)


def _unit(fitted: Fitted, place: int) -> float:
    """The change of the coefficient that moves some linear predictor by one."""
    return 1 / fitted.likelihood.reach(np.eye(len(fitted.theta))[place])


def _first_step(fitted: Fitted, place: int) -> float:
    curvature = -float(fitted.maximum.evaluation.hessian[place, place])
    return 2 / math.sqrt(curvature) if curvature > 0 else _unit(fitted, place)
