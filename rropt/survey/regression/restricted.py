"""A fit with some of its parameters held: the highest maximum, tests, ends of profile intervals.

| method | statistic                                           | needs                           |
|--------|-----------------------------------------------------|---------------------------------|
| lr     | 2 (l(fit) - l(fit with the values held))            | a second fit                    |
| wald   | d' V^-1 d, d = estimate - value                     | the covariance V of the fit     |
| score  | U' A^-1 U at the restricted fit, A expected         | the restricted fit only         |

Each is compared with chi squared on as many degrees of freedom as there are values, `wald` of a
sandwich of clusters with F.

Where the fit has lower maxima, what is held has several too, and others: it is sought from the
starts of the fit and from where these led, there and as far out as the held values are. A profile
asks for many values of one parameter. There only the maxima that are known are followed, and where
an end is found all starts tell whether they know the highest.

The ends of a profile interval are those of

    { b : 2 (l(fit) - max over the others of l with this one at b) <= a quantile of the ratio }

Where the likelihood is nearly quadratic, Newton's method solves for the end and the other
coefficients at once (Venzon and Moolgavkar 1988): its equations are the value of the likelihood and
the scores of the others, and it starts on the tangent of the profile. Elsewhere the lack of
likelihood is followed outwards from the fit until it passes the quantile, and the crossing is found
by Brent's method. A side on which it never passes is infinite. A coefficient that is itself
infinite has one crossing, which is sought from zero.

The likelihood may rise again beyond a crossing. Wherever compatible values are, so is a maximum, of
which the fit knows the lower ones: the end is sought from the outermost that is compatible. Of 52
surveys of 50 reports about a predictor of a number six had an end from the fit that left one out,
of twelve of three truths five.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rropt.exact import InputError
from rropt.survey.line_search import bisected, bracket_beyond, crossing
from rropt.survey.quantities import HypothesisTest
from rropt.survey.regression.fitted import APART, Fitted, by_halves
from rropt.survey.regression.level_cone import FLAT
from rropt.survey.regression.links import Array
from rropt.survey.regression.newton import Maximum, maximise
from rropt.survey.sandwich import wald_tail

FROM_CLIMBED = 60
"""Of lower maxima, and of the points that the starts of a fit led to, so many are taken."""

UNEVEN_STEPS = 1.5
"""By so many logarithms the steps of a start are longer or shorter, at random. Of 72 values held in
nine surveys of 50 reports of three truths seven were too low, by up to 2.2, where the value was put
into the 120 highest starts; from kept cuts with even steps two of these seven, by 0.2."""

SHARP = 1e-9
"""A step that promises so little of 1 + |value| is the last to a maximum on the way to an end: it
has eight digits, and by all of them the ends of four truths took a fifth longer."""

POLISHED = 24
"""After a rough ascent so many are followed to their maxima."""


def restricted_maximum(fitted: Fitted, fixed: dict[int, float]) -> Maximum:
    """The highest maximum with some parameters held that the starts of the fit lead to."""
    plain = followed_maximum(fitted, fixed)
    if not fitted.lower:
        return plain
    free = free_beside(fitted, fixed)
    led = np.stack([point for _, point in fitted.lower])
    led = np.concatenate([led, fitted.climbed])[:FROM_CLIMBED]
    led = held_at(np.concatenate([led, _farther(led, fixed)]), fixed)
    reached = by_halves(
        fitted.likelihood, np.concatenate([_with_cuts_kept(fitted.starts, fixed), led]), free
    )
    other = maximise(fitted.likelihood, reached[:POLISHED], free).highest
    return max(plain, other, key=lambda found: found.evaluation.value)


def _with_cuts_kept(starts: Array, fixed: dict[int, float]) -> Array:
    """The points that steps lead to, with the held values.

    Where some steps raise what is held and others lower it, these are made longer and those shorter
    until it is: the cuts of the rows stay. To put the value in would cut the rows elsewhere.
    """
    steps = starts * np.exp(
        UNEVEN_STEPS * np.random.default_rng(0).normal(size=(*starts.shape[:2], 1))
    )
    for place, value in fixed.items():
        raised = np.maximum(steps[:, :, place], 0).sum(axis=1)
        lowered = np.maximum(-steps[:, :, place], 0).sum(axis=1)
        balanced = (raised > 0) & (lowered > 0)
        # The positive f with raised f - lowered / f = value, by the sum that does not cancel.
        root = np.sqrt(value**2 + 4 * raised * lowered)
        with np.errstate(invalid="ignore", divide="ignore"):  # where nothing can be balanced
            found = (value + root) / (2 * raised) if value > 0 else 2 * lowered / (root - value)
        factors = np.where(balanced, found, 1.0)
        steps = steps * factors[:, None, None] ** np.sign(steps[:, :, [place]])
    return held_at(steps.sum(axis=1), fixed)


def followed_maximum(
    fitted: Fitted, fixed: dict[int, float], known: Sequence[Array] = ()
) -> Maximum:
    """The highest that the fit, zero and known points lead to, with some parameters held.

    From a single maximum at infinity also what is so far out on its rays that the held values turn
    no row: a point from which all rows are turned lies on a plain. Of several maxima the far ones
    are not known by these rays alone, and an end that they led to was false.
    """
    known = [*fitted.beside, *known]
    points = np.stack([np.zeros_like(fitted.theta), fitted.theta, *known])
    points = np.concatenate([points, _farther(points[2:], fixed)])
    if fitted.rays and not fitted.lower:
        away = held_at(fitted.theta[None], fixed)[0] - fitted.theta
        length = 2 * fitted.likelihood.reach(away)
        points = np.concatenate([points, fitted.theta + length * np.stack(fitted.rays)])
    free = free_beside(fitted, fixed)
    return maximise(fitted.likelihood, held_at(points, fixed), free, SHARP).highest


def ratio_of(fitted: Fitted, fixed: dict[int, float]) -> float:
    """2 (l(fit) - l(fit with some parameters held at given values))."""
    return ratio_from(fitted, restricted_maximum(fitted, fixed))


def ratio_from(fitted: Fitted, restricted: Maximum) -> float:
    """The same from the maximum with the values held."""
    return 2 * (fitted.llf - float(restricted.evaluation.value))


def free_beside(fitted: Fitted, fixed: Iterable[int]) -> NDArray[np.bool_]:
    """Which parameters are not held."""
    return ~np.isin(np.arange(len(fitted.theta)), list(fixed))


def held_at(points: Array, fixed: dict[int, float]) -> Array:
    """The points, one a row, with the held values."""
    moved = points.copy()
    moved[:, list(fixed)] = list(fixed.values())
    return moved


def _farther(points: Array, fixed: dict[int, float]) -> Array:
    """As far out on the rays of points, one a row, as the held values are.

    Where coefficients far out cut the rows, their ratios keep the cut.
    """
    lengths = np.abs(points[:, list(fixed)]).max(axis=1, initial=0.0)
    wanted = max(map(abs, fixed.values()))
    return points[lengths > 0] * (wanted / lengths[lengths > 0])[:, None]


METHODS = ("lr", "wald", "score")


def coefficient_test(
    fitted: Fitted,
    fixed: dict[int, float],
    method: str,
    covariance: Array,
    errors: str,
    effect: float = 1.0,
) -> HypothesisTest:
    """The test that the parameters in `fixed` have these values.

    `effect` is by what a likelihood ratio is larger than chi-square, of weights or clusters.
    """
    if method not in METHODS:
        raise InputError(f"method must be one of calibrated, {', '.join(METHODS)}, got {method!r}")
    if errors == "sandwich" and method == "score":
        raise InputError("method must be wald or lr for sandwich errors, got score")
    found = {"lr": _ratio, "wald": _wald, "score": _score}[method](fitted, fixed, covariance)
    freedom = fitted.freedom(errors)
    said = method if freedom == math.inf else f"{method}, F"
    said += "" if effect == 1 else ", scaled by the design effect"
    p_value = wald_tail(found / effect, len(fixed), freedom)
    return HypothesisTest(found / effect, p_value, said, len(fixed))


def _ratio(fitted: Fitted, fixed: dict[int, float], _: Array) -> float:
    return max(0.0, ratio_of(fitted, fixed))


def _wald(fitted: Fitted, fixed: dict[int, float], covariance: Array) -> float:
    places = list(fixed)
    away = fitted.theta[places] - np.array(list(fixed.values()))
    errors = np.sqrt(np.diag(covariance)[places])
    if not (errors > 0).all():
        return math.nan
    correlations = covariance[np.ix_(places, places)] / np.outer(errors, errors)
    # Clusters whose sums are alike do not tell how some combination varies.
    if np.linalg.matrix_rank(correlations, hermitian=True) < len(places):
        return math.nan
    return float(away / errors @ np.linalg.solve(correlations, away / errors))


def _score(fitted: Fitted, fixed: dict[int, float], _: Array) -> float:
    restricted = restricted_maximum(fitted, fixed)
    # At the restricted maximum only the held parameters have a score.
    gradient = restricted.evaluation.gradient
    information = fitted.likelihood.expected_information(restricted.theta)
    return float(gradient @ np.linalg.solve(information, gradient))


FARTHEST = 1e3
"""In units of the first step; beyond it the side is called infinite, as on a plain where a maximum
at infinity lies. By 1e6 ends of 100 reports of three truths were -65,690 and -150,433, where rows
are cut otherwise by chance, and their search took four times as long."""

NEWTON_STEPS = 12
"""Of Newton's method for an end: it takes four or five where the likelihood is nearly quadratic."""

NEAR = 1.5
"""An end is taken from Newton's method if the quadratic's is not further from the fit, or nearer,
by more than this factor: beyond, there may be another crossing before it."""

SOLVED = 1e-7
"""In standard errors: the step after a step of this size is one of its square."""

CLOSE = 1e-8
"""An end is found to this share of a step, which is about two standard errors."""

ROUGHLY = 1 / 64
"""To this share of a bracket an end is found that all starts may yet lead beyond."""

MOST_MOVES = 20
"""Of an end, outwards, where all starts lead higher than the known maxima: two or three are."""


SIDES = (-1.0, 1.0)
"""Below and above the fit."""


def profile_limits(fitted: Fitted, place: int, wanted: float) -> tuple[float, float]:
    """Where the likelihood ratio is as wanted on both sides of the fit."""
    low, high = (profile_end(fitted, place, wanted, side) for side in SIDES)
    return low, high


def profile_end(fitted: Fitted, place: int, wanted: float, side: float) -> float:
    """Where the likelihood ratio is as wanted below (side -1) or above the fit (1).

    Infinite where the likelihood stays high. Between the fit and an end the maxima that are known
    are followed; at the end all starts of the fit tell whether they know the highest there.
    """
    if side == fitted.at_infinity[place] or fitted.free[place]:
        return side * math.inf
    search = EndSearch(fitted, place, wanted, side, [])
    end = _newton_end(fitted, place, wanted, side)
    rival = search.outermost_rival()
    if rival is not None and (end is None or side * (rival[place] - end) > 0):
        search.known.append(rival)
        return search.crossing_beyond(float(rival[place]))
    if end is None:
        return search.crossing_beyond(None)
    return search.crossing_beyond(end) if search.is_higher(end) else end


@dataclass(frozen=True)
class EndSearch:
    """The search for an end by the maxima that the fit, zero and `known` points lead to."""

    fitted: Fitted
    place: int
    wanted: float
    side: float
    known: list[Array]

    def lack(self, value: float) -> float:
        """The likelihood ratio of a value, less what is wanted."""
        found = followed_maximum(self.fitted, {self.place: value}, self.known)
        return ratio_from(self.fitted, found) - self.wanted

    def is_within(self, value: float) -> bool:
        """Whether the value is compatible."""
        return self.lack(value) < 0

    def is_higher(self, value: float) -> bool:
        """Whether all starts of a fit with several maxima find it compatible: then they lead to a
        point that was not known, and is from now on."""
        if not self.fitted.lower or len(self.known) == MOST_MOVES:
            return False
        found = restricted_maximum(self.fitted, {self.place: value})
        if ratio_from(self.fitted, found) > self.wanted - 2 * APART:
            return False
        self.known.append(found.theta)
        return True

    @property
    def begin(self) -> float:
        """The fit, or zero of one at infinity."""
        return 0.0 if self.fitted.at_infinity[self.place] else float(self.fitted.theta[self.place])

    def outermost_rival(self) -> Array | None:
        """The lower maximum that is compatible and farthest out on this side, None without any."""
        least = self.fitted.llf - self.wanted / 2
        rivals = [point for value, point in self.fitted.lower if value > least]
        found = max(rivals, key=lambda point: self.side * point[self.place], default=None)
        if found is None or self.side * (found[self.place] - self.begin) <= 0:
            return None
        return found

    def crossing_beyond(self, inner: float | None) -> float:
        """The end beyond a compatible value: None is where the search begins."""
        fitted = self.fitted
        sign = float(fitted.at_infinity[self.place])
        if inner is None and sign and not self.is_within(0.0):
            return self._crossing_from_zero(sign)
        begin = self.begin
        first = self.side * (unit if sign else _first_step)(fitted, self.place)
        inner = begin if inner is None else inner
        while True:
            step = inner - begin or first
            inside, outer = bracket_beyond(self.is_within, inner, step, FARTHEST * abs(first))
            if math.isinf(outer):
                return outer
            # Most are moved on, and are not worth their digits.
            if fitted.lower:
                close = ROUGHLY * abs(outer - inside)
                inside, outer = bisected(self.is_within, inside, outer, close)
            if not self.is_higher(outer):
                return crossing(self.lack, inside, outer, CLOSE * abs(outer - inside))
            inner = outer

    def _crossing_from_zero(self, sign: float) -> float:
        """The end of the half line on which an infinite coefficient lies, zero not being on it."""
        length = unit(self.fitted, self.place)
        inside, outer = bracket_beyond(
            lambda value: not self.is_within(value), 0.0, sign * length, FARTHEST * length
        )
        # Far out some value is compatible. Where none is found the maxima are not, and nothing is
        # told.
        if math.isinf(outer):
            return -outer
        end = crossing(self.lack, inside, outer, CLOSE * abs(outer - inside))
        return self.crossing_beyond(None) if self.is_higher(end) else end


def _newton_end(fitted: Fitted, place: int, wanted: float, side: float) -> float | None:
    """The end by Newton's method; None where it does not come near the quadratic's."""
    # Along a ray there is no quadratic to come near, and from a saddle it leads nowhere.
    if fitted.rays or fitted.beside:
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


def unit(fitted: Fitted, place: int) -> float:
    """The change of the coefficient that moves some linear predictor by one."""
    return 1 / fitted.likelihood.reach(np.eye(len(fitted.theta))[place])


def _first_step(fitted: Fitted, place: int) -> float:
    one = unit(fitted, place)
    curvature = -float(fitted.maximum.evaluation.hessian[place, place]) * one**2
    # On a plateau it is rounding, by which the first step was a billion.
    return 2 * one / math.sqrt(curvature) if curvature > FLAT else one
