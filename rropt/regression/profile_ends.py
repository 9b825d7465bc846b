"""Ends of profile intervals: where a likelihood ratio passes a quantile.

The ends of a profile interval are those of

    { b : 2 (l(fit) - max over the others of l with this one at b) <= a quantile of the ratio }

Where the likelihood is nearly quadratic, Newton's method solves for the end and the other
coefficients at once (Venzon and Moolgavkar 1988): its equations are the value of the likelihood and
the scores of the others, and it starts on the tangent of the profile. Elsewhere the lack of
likelihood is followed outwards from the fit until it passes the quantile, and the crossing is found
by Brent's method. A side on which it never passes is infinite. A coefficient that is itself
infinite has one crossing, which is sought from zero.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from rropt.estimating.line_search import bracket_beyond, crossing
from rropt.regression.fitted import APART, Fitted
from rropt.regression.links import Array
from rropt.regression.restricted import followed_maximum, ratio_from, restricted_maximum

FARTHEST = 1e6
"""In units of the first step; beyond it the side is called infinite."""

NEWTON_STEPS = 12
"""Of Newton's method for an end: it takes four or five where the likelihood is nearly quadratic."""

NEAR = 1.5
"""An end is taken from Newton's method if the quadratic's is not further from the fit, or nearer,
by more than this factor: beyond, there may be another crossing before it."""

SOLVED = 1e-7
"""In standard errors: the step after a step of this size is one of its square."""

CLOSE = 1e-8
"""An end is found to this share of a step, which is about two standard errors."""

MOST_MOVES = 20
"""Of an end, outwards, where all starts lead higher than the known maxima: two or three are."""


def profile_end(fitted: Fitted, place: int, wanted: float, side: float) -> float:
    """Where the likelihood ratio is as wanted below (side -1) or above the fit (1).

    Infinite where the likelihood stays high. Between the fit and an end the maxima that are known
    are followed; at the end all starts of the fit tell whether they know the highest there.
    """
    if side == fitted.at_infinity[place] or fitted.free[place]:
        return side * math.inf
    known: list[Array] = []
    end = _newton_end(fitted, place, wanted, side)
    if end is None:
        end = _crossing_end(fitted, place, wanted, side, known)
    for _ in range(MOST_MOVES if fitted.lower else 0):
        if math.isinf(end):
            break
        found = restricted_maximum(fitted, {place: end})
        if ratio_from(fitted, found) > wanted - 2 * APART:
            break
        known.append(found.theta)
        end = _crossing_end(fitted, place, wanted, side, known)
    return end


def _crossing_end(
    fitted: Fitted, place: int, wanted: float, side: float, known: Sequence[Array]
) -> float:
    """The end by the maxima that the fit, zero and known points lead to."""

    def lack(value: float) -> float:
        return ratio_from(fitted, followed_maximum(fitted, {place: value}, known)) - wanted

    sign = float(fitted.at_infinity[place])
    if sign:
        return _crossing_from_zero(lack, sign, fitted, place)
    return _outwards(lack, float(fitted.theta[place]), side * _first_step(fitted, place))


def _newton_end(fitted: Fitted, place: int, wanted: float, side: float) -> float | None:
    """The end by Newton's method; None where it does not come near the quadratic's."""
    # Along a ray there is no quadratic to come near.
    if fitted.rays:
        return None
    covariance = fitted.covariance("observed")
    variances = np.diag(covariance)
    if not (variances > 0).all():
        return None
    errors = np.sqrt(variances)
    far = math.sqrt(wanted) * errors[place]
    # Along the profile the others move by their covariance with this one over its variance.
    theta = fitted.theta + side * far * covariance[:, place] / covariance[place, place]
    for _ in range(NEWTON_STEPS):
        with np.errstate(all="ignore"):  # a step too far has no finite value, and ends the search
            here = fitted.likelihood.at(theta[None])[0]
        # The others' scores vanish; in this one's place the likelihood has its wanted value.
        equations = here.gradient.copy()
        equations[place] = here.value - (fitted.llf - wanted / 2)
        slopes = here.hessian.copy()
        slopes[place] = here.gradient
        if not (np.isfinite(equations).all() and _falls(here.hessian, place)):
            return None
        try:
            step = np.linalg.solve(slopes, -equations)
        except np.linalg.LinAlgError:  # the profile is level there, as beyond all rows that tell
            return None
        theta = theta + step
        if not 1 / NEAR <= side * (theta[place] - fitted.theta[place]) / far <= NEAR:
            return None
        if np.abs(step / errors).max() < SOLVED:
            return float(theta[place])
    return None


def _falls(hessian: Array, place: int) -> bool:
    """Whether the likelihood is concave in the other coefficients and slopes determine a step."""
    others = np.arange(len(hessian)) != place
    return bool(np.linalg.eigvalsh(hessian[np.ix_(others, others)]).max(initial=-1.0) < 0)


def _outwards(lack: Callable[[float], float], inner: float, step: float) -> float:
    """The first value beyond `inner`, where nothing is lacking, at which something is."""
    inside, outer = bracket_beyond(lambda b: lack(b) < 0, inner, step, FARTHEST * abs(step))
    if math.isinf(outer):
        return outer
    return crossing(lack, inside, outer, CLOSE * abs(outer - inside))


def _crossing_from_zero(
    lack: Callable[[float], float], sign: float, fitted: Fitted, place: int
) -> float:
    """The end of the half line on which an infinite coefficient lies."""
    length = unit(fitted, place)
    # Zero is compatible, so that the end is on its other side.
    if lack(0.0) < 0:
        return _outwards(lack, 0.0, -sign * length)
    end = _outwards(lambda value: -lack(value), 0.0, sign * length)
    # Far out some value is compatible. Where none is found the maxima are not, and nothing is told.
    return -end if math.isinf(end) else end


def unit(fitted: Fitted, place: int) -> float:
    """The change of the coefficient that moves some linear predictor by one."""
    return 1 / fitted.likelihood.reach(np.eye(len(fitted.theta))[place])


def _first_step(fitted: Fitted, place: int) -> float:
    curvature = -float(fitted.maximum.evaluation.hessian[place, place])
    return 2 / math.sqrt(curvature) if curvature > 0 else unit(fitted, place)
