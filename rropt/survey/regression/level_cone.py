"""Where a likelihood does not fall: its maximum is at infinity along a ray, or it has none at all.

Rays are found as directions in which the likelihood does not bend at the fit. Where there are
several their span has many more level directions, a cone,

    K = { d : l(theta + t d) >= l(theta) for all t >= 0 },

and eigenvectors are any of its directions. What K says of a parameter is the sign of its entries:
it is infinite where all have one sign, and not identified where K moves it both ways. The direction
that moves it most is found by linear programs: where one falls, the gradient g at the place where
it begins to fall cuts it off, g . d >= 0, which all of K fulfils if the likelihood is concave.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rropt.lp.highs import SumsBetween, least_costs
from rropt.survey.regression.links import Array
from rropt.survey.regression.newton import Evaluation, Likelihood, Maximum

FAR = 10.0
"""How far a ray is followed, in units of the largest linear predictor: e^-10 of a share is left."""

LEVEL = 1e-5
"""A ray is one of recession if the log-likelihood falls by less than this along it. A bounded
maximum of the same flatness has a standard error above 2,000 on its linear predictor."""

FLAT = 2 * LEVEL / FAR**2
"""The curvature of a direction that would fall by LEVEL."""

ACROSS = 3.0
"""Times the way to the fit, across zero, a direction of the cone is followed: from far out a
likelihood is level for a while on the way back too."""

MOVED = 1e-6
"""The part of the largest that moves a parameter."""

FALLEN = 0.1
"""A gradient is taken where the likelihood has fallen by no more than this, and by LEVEL at least:
further on the reports that fell first are lost, and their gradient with them."""

NARROW = 1e-9
"""Where a likelihood falls within less of the way it has no gradient there: a chance along a line
leaves 0 to 1."""

MOST_CUTS = 100
"""Of one cone: 206 random separations of four coefficients took at most 9. Where a likelihood is
far from concave cuts need not come to an end."""


def level_ways(likelihood: Likelihood, found: Maximum) -> tuple[list[Array], list[Array]]:
    """Rays along which the likelihood does not fall, flattest first, and where it does not bend."""
    reach = likelihood.reach
    units = predictor_units(likelihood, len(found.theta))
    curvature = -found.evaluation.hessian * units[:, None] * units[None, :]
    _, vectors = np.linalg.eigh(curvature)
    rays: list[Array] = []
    straight: list[Array] = []
    # Eigenvalues ascend: the flattest directions come first, the first steep one ends it.
    for column in vectors.T:
        # In parameters again, so long that some linear predictor changes by one.
        direction = column * units
        direction = direction / (reach(direction) or 1.0)
        outwards = 1.0 if float((direction / units) @ (found.theta / units)) >= 0 else -1.0
        sides = np.array([outwards, -outwards])[:, None] * direction
        there = likelihood.at(found.theta + FAR * sides).value
        level = sides[there >= found.evaluation.value - LEVEL]
        if len(level):
            rays.append(level[0])
        elif abs(direction @ found.evaluation.hessian @ direction) < FLAT:
            straight.append(direction)
        else:
            break
    return rays, straight


def predictor_units(likelihood: Likelihood, size: int) -> Array:
    """The change of each parameter that alone moves some linear predictor by one."""
    return np.array([1 / (likelihood.reach(column) or 1.0) for column in np.eye(size)])


def moved(directions: Array, units: Array) -> Array:
    """The sign of each entry of directions, one a row: 0 where it moves next to nothing."""
    parts = directions / units
    largest = np.abs(parts).max(axis=1, keepdims=True)
    return np.where(np.abs(parts) > MOVED * largest, np.sign(parts), 0.0)


class LevelCone:
    """The level directions among the combinations of some rays, by cuts that leave all of them."""

    def __init__(self, likelihood: Likelihood, found: Maximum, rays: list[Array]) -> None:
        self.likelihood = likelihood
        self.found = found
        self.units = predictor_units(likelihood, len(found.theta))
        # In units of linear predictors, as are all directions here.
        self.basis, _ = np.linalg.qr((np.stack(rays) / self.units).T)
        self.cuts: list[Array] = []

    @property
    def flat_alone(self) -> NDArray[np.bool_]:
        """Which parameters go a way of the span where nothing else moves: no row tells of them."""
        return np.asarray(1 - (self.basis**2).sum(axis=1) < MOVED)

    def sides(self) -> NDArray[np.bool_]:
        """Which parameters some level direction raises, and which some lowers: two rows."""
        size = len(self.found.theta)
        known = np.zeros((0, size))
        sought = np.abs(self.basis).max(axis=1) > MOVED
        for place in np.flatnonzero(sought):
            for side in (1.0, -1.0):
                if not (known[:, place] * side > 0).any():
                    known = np.concatenate([known, self._moving(side * np.eye(size)[place])])
        return np.stack([(known > 0).any(axis=0), (known < 0).any(axis=0)])

    def _moving(self, aim: Array) -> Array:
        """The signs of the level direction that goes farthest along an aim, one row or none."""
        while len(self.cuts) <= MOST_CUTS:
            direction = self._farthest(aim)
            signs = moved(direction[None], np.ones(len(aim)))
            if direction @ aim <= MOVED:
                break
            cut = self._cut(np.where(signs[0] != 0, direction, 0.0))
            if cut is None:
                return signs
            if not cut @ direction < 0:  # no concave likelihood: nothing is told
                break
            self.cuts.append(cut)
        return np.zeros((0, len(aim)))

    def _farthest(self, aim: Array) -> Array:
        """Along an aim, within the span, the cuts, and a box."""
        cuts = np.reshape(self.cuts, (len(self.cuts), len(aim)))
        rows = np.concatenate([self.basis, -self.basis, -cuts @ self.basis])
        most = np.concatenate([np.ones(2 * len(aim)), np.zeros(len(cuts))])
        inside = [SumsBetween.at_most(rows, most)]
        solved = least_costs(-aim @ self.basis, inside, (-np.inf, np.inf))
        return np.zeros(len(aim)) if solved is None else self.basis @ solved.numbers

    def _cut(self, direction: Array) -> Array | None:
        """The gradient where the likelihood begins to fall; None where it never does."""
        least = np.abs(direction[direction != 0]).min()
        step = direction * self.units
        reach = self.likelihood.reach
        # So far that the smallest entry alone would lead across zero.
        outer = ACROSS * (FAR + reach(self.found.theta)) / min(least, reach(step))
        there = self._at(outer * step)
        if there.value >= self.found.evaluation.value - LEVEL:
            return None
        inner = 0.0
        while there.value < self.found.evaluation.value - FALLEN and outer - inner > NARROW * outer:
            middle = (inner + outer) / 2
            half = self._at(middle * step)
            if half.value >= self.found.evaluation.value - LEVEL:
                inner = middle
            else:
                outer, there = middle, half
        gradient = self.basis @ (self.basis.T @ (there.gradient * self.units))
        # It is zero where the likelihood has fallen to no chance at all: nothing is told.
        return gradient / (np.abs(gradient).max() or 1.0)

    def _at(self, away: Array) -> Evaluation:
        with np.errstate(all="ignore"):  # so far out a likelihood may have no value
            return self.likelihood.at((self.found.theta + away)[None])[0]
