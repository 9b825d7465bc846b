"""Random intercepts of groups: the likelihood of reports whose groups differ in ways nobody saw.

    l = sum_g log of the integral over u of prod_(i in g) L_i(eta_i + sigma u) phi(u) du

by the trapezoid rule, which converges geometrically for analytic integrands that fall off on both
sides (Trefethen and Weideman 2014); Gauss and Hermite's rule does not, as a likelihood of
randomized reports never falls to zero and its integrand is no single peak. The points u_gq of a
group span all of its integrand that counts, at a pilot of the parameters, so many that every second
of them give the same; with the points held the derivatives are exact,

    score_g = sum_q tau_gq s_gq,   Hessian_g = sum_q tau_gq (H_gq + s_gq s_gq') - score_g score_g',

tau_gq the share of point q in the integral of the group. `fit_intercepts` places the points again
at the fit until both agree. Parameters: those of the outcome's model, then sigma, whose sign has no
meaning.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rropt.exact import InputError
from rropt.survey.regression.fitted import Fitted, fit_from, mixed
from rropt.survey.regression.links import Array, Derivatives
from rropt.survey.regression.newton import ALONE, ROWS_AT_ONCE, Evaluation, Likelihood, Which
from rropt.survey.regression.outcome_likelihood import (
    OutcomeLikelihood,
    bends_by_parameter,
    by_parameter,
)
from rropt.survey.sandwich import Sampling

POINTS = 61
"""Of a group at least: with sigma 2 and 40 members of each of six groups 61 points leave 1e-9 of
the log-likelihood, 41 leave 1e-5 and 31 leave 3e-4."""

SAME = 1e-7
"""Points are twice as close until the log-likelihood moves by less. With sigma 6 and 13 members
61 points leave 0.03, by which a coefficient moved by a tenth of its standard error."""

MOST_POINTS = 1921
MOST_NODES = 20_000_000
"""Rows times points, which need memory: where sigma grows without end no points are enough."""

FARTHEST = 8.0
"""No intercept beyond so many standard deviations counts: their density there is e^-32."""

COARSE = 65
"""Points by which it is looked which intercepts of a group count."""

DEPTH = 30.0
"""How far below its top the logarithm of an integrand is followed."""

START = 0.5
"""A standard deviation of intercepts to begin with: at zero the likelihood has no slope in it."""

MOST_PLACEMENTS = 20
PLACED = 1e-7
"""Points are placed again until the fit moves by less."""


@dataclass(frozen=True)
class GroupedLikelihood(Likelihood):
    """Rows of groups with a common unseen intercept, at fixed points of quadrature."""

    rows: OutcomeLikelihood
    groups: np.ndarray
    """The group of each row, whole numbers from 0 in ascending order."""

    points: Array
    """u_gq, shape (groups, points)."""

    log_weights: Array
    """Of each point, the density of u in it."""

    @property
    def size(self) -> int:
        return self.rows.size + 1

    @property
    def count(self) -> int:
        return len(self.points)

    def reach(self, direction: Array) -> float:
        farthest = float(np.abs(self.points).max())
        return self.rows.reach(direction[:-1]) + abs(float(direction[-1])) * farthest

    def at(self, thetas: Array, surveys: Which | None = None) -> Evaluation:
        found = [self._derivatives(theta) for theta in thetas]
        values, scores, hessians = map(np.array, zip(*found, strict=True))
        return Evaluation.possible(values, scores.sum(axis=1), hessians)

    def scores(self, thetas: Array, surveys: Which) -> Array:
        return np.stack([self._derivatives(theta)[1] for theta in thetas])

    def _derivatives(self, theta: Array) -> tuple[float, Array, Array]:
        """Value, scores and Hessian; the value is no number where a report is impossible."""
        told = [nodes.log_rows(theta[None], ALONE) for nodes in self._nodes()]
        values, tau = mixed(self._summed(told) + self.log_weights)
        ends = np.cumsum([rows.value.size for rows in told])
        shares = np.split(tau[self.groups].T.ravel(), ends[:-1])
        hessian = np.zeros((self.size, self.size))
        slopes = []
        for nodes, rows, share in zip(self._nodes(), told, shares, strict=True):
            slopes.append(self._by_group(by_parameter(nodes.designs, rows.slope)))
            hessian += bends_by_parameter(nodes.designs, rows.bend, share[None])[0]
        # Of each group at each of its points.
        gradients = np.moveaxis(np.concatenate(slopes, axis=2), 0, 2)
        weighted = gradients * tau[:, :, None]
        scores = weighted.sum(axis=1)
        one_a_row = (-1, self.size)
        hessian += weighted.reshape(one_a_row).T @ gradients.reshape(one_a_row)
        return float(values.sum()), scores, hessian - scores.T @ scores

    def expected_information(self, theta: Array) -> Array:
        """Not available: it would average over all reports of all members of a group."""
        raise InputError("errors must be observed or sandwich with random intercepts")

    def adapted(self, theta: Array) -> GroupedLikelihood:
        """The same with the points where the integrands are at these parameters."""
        ends = np.full(self.count, FARTHEST)
        wide = self.placed(-ends, ends, COARSE)
        logs = wide._logs(theta)
        counts = logs >= logs.max(axis=1, keepdims=True) - DEPTH
        # One step further on either side: the integrand fell below DEPTH somewhere between.
        step = wide.points[0, 1] - wide.points[0, 0]
        low = wide.points[0, counts.argmax(axis=1)] - step
        high = wide.points[0, COARSE - 1 - counts[:, ::-1].argmax(axis=1)] + step
        most = min(MOST_POINTS, MOST_NODES // self.rows.count)
        count = POINTS
        while 2 * count - 1 <= most:
            logs = self.placed(low, high, 2 * count - 1)._logs(theta)
            fine, _ = mixed(logs)
            coarse, _ = mixed(logs[:, ::2] + np.log(2))
            if abs((fine - coarse).sum()) < SAME:
                break
            count = 2 * count - 1
        return self.placed(low, high, count)

    def placed(self, low: Array, high: Array, count: int) -> GroupedLikelihood:
        """The same with so many points of each group between two ends."""
        points = np.linspace(low, high, count, axis=1)
        # Every weight of the trapezoid rule is the step, as nothing is left at the ends.
        density = -0.5 * points**2 - 0.5 * np.log(2 * np.pi)
        steps = points[:, [1]] - points[:, [0]]
        return replace(self, points=points, log_weights=density + np.log(steps))

    def _logs(self, theta: Array) -> Array:
        """The logarithm of each group's integrand at its points; -oo for no likelihood."""
        told = [nodes.log_rows(theta[None], ALONE) for nodes in self._nodes()]
        found = self._summed(told) + self.log_weights
        return np.where(np.isfinite(found), found, -np.inf)

    def _nodes(self) -> Iterator[OutcomeLikelihood]:
        """The rows at one point of their groups after the other, as many as fit in a cache.

        They are as if the intercepts of all groups were known: u is one more covariate.
        """
        together = max(1, ROWS_AT_ONCE // self.rows.count)
        for start in range(0, self.points.shape[1], together):
            known = self.points[self.groups, start : start + together]
            rows = self.rows
            if known.shape[1] > 1:
                rows = rows.restricted(np.tile(np.arange(rows.count), known.shape[1]))
            covariates = np.column_stack([rows.covariates, known.T.ravel()])
            yield replace(rows, covariates=covariates)

    def _summed(self, told: list[Derivatives]) -> Array:
        """The logarithm of each group's chance at each of its points."""
        return np.concatenate([self._by_group(rows.value)[0] for rows in told], axis=1)

    def _by_group(self, numbers: Array) -> Array:
        """Sums over the rows of each group at each of some points."""
        begins = np.searchsorted(self.groups, np.arange(self.count))
        rows = numbers.reshape(-1, numbers.shape[-1] // self.rows.count, self.rows.count)
        return np.swapaxes(np.add.reduceat(rows, begins, axis=2), 1, 2)


def spanning(fitted: Fitted) -> Fitted:
    """The same fit at points that span all intercepts, as close as its own.

    Where coefficients are held far from it, other intercepts count than those that count at it.
    """
    likelihood: Any = fitted.likelihood
    step = np.abs(likelihood.points[:, 1] - likelihood.points[:, 0]).min()
    most = min(MOST_POINTS, MOST_NODES // likelihood.rows.count)
    ends = np.full(likelihood.count, FARTHEST)
    wide = likelihood.placed(-ends, ends, min(most, math.ceil(2 * FARTHEST / step) + 1))
    # Without differences between groups no slope leads to any.
    begun = np.append(fitted.theta[:-1], START)
    return replace(fit_from(wide, [fitted.theta], fitted.sampled), beside=(begun,))


def grouped(rows: OutcomeLikelihood, groups: np.ndarray) -> GroupedLikelihood:
    """The likelihood with a random intercept of each group; `adapted` places its points."""
    if rows.blocks != 1 or rows.lying:
        raise InputError("groups must be left out for more than two truths, and with noncompliance")
    if not (rows.weights == 1).all():
        raise InputError("groups must be left out with weights")
    count = int(groups.max()) + 1
    if count < 2:
        raise InputError("groups must be at least two for random intercepts, got one")
    nowhere = np.zeros((count, POINTS))
    order = np.argsort(groups, kind="stable")
    return GroupedLikelihood(rows.restricted(order), groups[order], nowhere, nowhere)


def fit_intercepts(likelihood: GroupedLikelihood, plain: Fitted) -> Fitted:
    """The maximum, its points placed where they are wanted at the maximum itself.

    Groups are independent, people of one are not: the sandwich is that of so many clusters.
    """
    theta = np.append(plain.theta, START)
    groups = np.arange(likelihood.count)
    sampled = Sampling(np.zeros_like(groups), clusters=groups)
    for _ in range(MOST_PLACEMENTS):
        likelihood = likelihood.adapted(theta)
        found = fit_from(likelihood, [theta], sampled)
        # (u, sigma) and (-u, -sigma) are one model.
        reached = np.append(found.theta[:-1], abs(found.theta[-1]))
        moved = np.abs(reached - theta).max()
        theta = reached
        if moved < PLACED:
            break
    return replace(found, maximum=replace(found.maximum, theta=theta))
