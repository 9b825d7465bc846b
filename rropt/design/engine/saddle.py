"""Criteria of the ratios as saddle functions: least in the weights, greatest in what is worst.

A pattern tells of a scenario by vectors z, one a point: B'r / sqrt(q.r) at a prior q, or
D'r sqrt(omega) / sqrt(p.r) at a point of a model. With T = sum_r w_r z z' and X = T^-1

| criterion | f(T) | what a pattern is worth, h_r = -df/dw_r | second derivative |
|---|---|---|---|
| trace | tr EX | z'Vz, V = XEX | 2 (z'X z~)(z'V z~) |
| determinant | -log det T | z'Xz | (z'X z~)^2 |

Second derivatives are U U', U_r a list of products of two coordinates of z. What is worst is a
distribution theta on a simplex: shares of scenarios, or the prior q itself, in which f is concave
(T^-1 adds up like resistances, of which q.r are the sizes). Its derivatives are those of the
weights: with rho_r = r / (q.r),

    f_q = sum w h rho,   f_wq = h rho - U U'(w rho),   f_qq = (w rho)'UU'(w rho) - 2 rho'(w h)rho.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from rropt.design.engine.pool import Array, Features, Quotient, tangent_basis

FAINT = 1e-6
"""Pairs of coordinates of a smaller share are left out of U, in U U' its square: of one contrast
all but k of the k (k - 1) / 2 are, and the search of 18 truths takes a third of the time."""


@dataclass(frozen=True)
class Terms:
    """f, what each pattern is worth, the form of which that worth is the value, and X.

    U has a column for each pair i <= j of coordinates of the turned z, z_i z_j times its scale.
    """

    value: float
    worth: Array
    form: Array
    inverse: Array
    turned: Sequence[Array]
    scales: Array

    @cached_property
    def root(self) -> Array:
        """U, the largest array of a step: a search along a line asks for f and worth alone."""
        i, j = np.nonzero(np.triu(self.scales > FAINT * self.scales.max(initial=0.0)))
        return sum(z[:, i] * z[:, j] for z in self.turned) * self.scales[i, j]


class InformationCriterion(Protocol):
    """A function of T."""

    def terms(self, vectors: Sequence[Array], weights: Array) -> Terms:
        """f with its derivatives in the weights; `vectors` has one array a point."""


@dataclass(frozen=True)
class TraceCriterion:
    """tr E T^-1."""

    matrix: Array

    def terms(self, vectors: Sequence[Array], weights: Array) -> Terms:
        """In coordinates in which X is the identity and V is diagonal."""
        outer = _inverse_root(vectors, weights)
        sizes, turn = np.linalg.eigh(outer.T @ self.matrix @ outer)
        sizes = np.maximum(sizes, 0.0)  # E has no negative part: what is below zero is rounding
        coordinates = outer @ turn
        turned = [z @ coordinates for z in vectors]
        worth = sum((z * z) @ sizes for z in turned)
        # 2 (z.z')(z.D z') is a sum over pairs of coordinates; i < j stands for both orders.
        scales = np.sqrt(2 * np.add.outer(sizes, sizes))
        np.fill_diagonal(scales, np.sqrt(2 * sizes))
        form = (coordinates * sizes) @ coordinates.T
        return Terms(float(sizes.sum()), worth, form, outer @ outer.T, turned, scales)


@dataclass(frozen=True)
class LogDeterminant:
    """-log det T."""

    def terms(self, vectors: Sequence[Array], weights: Array) -> Terms:
        outer = _inverse_root(vectors, weights)
        turned = [z @ outer for z in vectors]
        worth = sum((z * z).sum(axis=1) for z in turned)
        # (z.z')^2 is a sum over pairs of coordinates; i < j stands for both orders.
        scales = np.where(np.eye(outer.shape[1]) > 0, 1.0, np.sqrt(2.0))
        # outer is the inverse of a triangular root of T: its diagonal gives det X.
        value = 2 * float(np.log(np.abs(np.diagonal(outer))).sum())
        inverse = outer @ outer.T
        return Terms(value, worth, inverse, inverse, turned, scales)


def _inverse_root(vectors: Sequence[Array], weights: Array) -> Array:
    """P with P P' = T^-1."""
    information = sum((z.T * weights) @ z for z in vectors)
    lower = np.linalg.cholesky(information)
    return np.linalg.inv(lower).T


@dataclass(frozen=True)
class ReportingPoint:
    """Where reports are given: the chances of the truths, and how flat parts become vectors."""

    chances: Array
    slopes: Array
    """One row a coordinate of a flat part; the identity at a prior."""

    def vectors(self, at: Features) -> Array:
        """z of each pattern."""
        means = at.rows @ self.chances
        return at.flat @ self.slopes / np.sqrt(np.maximum(means, 1e-300))[:, None]

    def quotient(self, form: Array) -> Quotient:
        """z'Xz of a pattern."""
        outer = tangent_basis(len(self.chances)) @ self.slopes
        return Quotient(self.chances, outer @ form @ outer.T)


def prior_point(prior: Array) -> ReportingPoint:
    """A prior, of whose shares nothing but differences are asked."""
    return ReportingPoint(prior, np.eye(len(prior) - 1))


Scenario = Sequence[ReportingPoint]
"""The points at which reports are given together."""


@dataclass(frozen=True)
class Curvature:
    """Second derivatives: U in the weights, f_qq = `bend` in theta, f_wq = `mixed` in both."""

    root: Array
    bend: Array
    mixed: Array


@dataclass(frozen=True)
class Expansion:
    """f at weights and theta with its derivatives; `quotients` say what any pattern is worth."""

    value: float
    worth: Array
    slopes: Array
    quotients: list[Quotient]
    inverses: list[Array]
    """X of each scenario."""

    bent: Callable[[], Curvature]

    @cached_property
    def curvature(self) -> Curvature:
        """Second derivatives, made when a step asks for them."""
        return self.bent()


class Saddle(Protocol):
    """A function of the weights, of which least is best, and of theta, of which greatest is worst.

    `worst` is how many entries theta has: none where nothing is open.
    """

    @property
    def worst(self) -> int:
        """How many entries theta has."""

    def expand(self, at: Features, weights: Array, theta: Array) -> Expansion:
        """f with its derivatives."""


@dataclass(frozen=True)
class ScenarioMean:
    """The average over scenarios at stated shares; of one scenario, its criterion."""

    criteria: Sequence[InformationCriterion]
    scenarios: Sequence[Scenario]
    shares: Sequence[float]
    worst: int = 0

    def expand(self, at: Features, weights: Array, theta: Array) -> Expansion:
        found = _scenario_terms(self.criteria, self.scenarios, at, weights)
        return Expansion(
            sum(share * terms.value for share, terms in zip(self.shares, found, strict=True)),
            np.column_stack([terms.worth for terms in found]) @ np.array(self.shares),
            np.zeros(0),
            _quotients(self.scenarios, self.shares, found),
            [terms.inverse for terms in found],
            lambda: Curvature(
                _joined_roots(self.shares, found), np.zeros((0, 0)), np.zeros((len(weights), 0))
            ),
        )


@dataclass(frozen=True)
class ScenarioMaximum:
    """The largest of scenarios, each less its offset: theta are their shares."""

    criteria: Sequence[InformationCriterion]
    scenarios: Sequence[Scenario]
    offsets: Array

    @property
    def worst(self) -> int:
        return len(self.scenarios)

    def expand(self, at: Features, weights: Array, theta: Array) -> Expansion:
        found = _scenario_terms(self.criteria, self.scenarios, at, weights)
        values = np.array([terms.value for terms in found]) - self.offsets
        worths = np.column_stack([terms.worth for terms in found])
        return Expansion(
            float(theta @ values),
            worths @ theta,
            values,
            _quotients(self.scenarios, theta, found),
            [terms.inverse for terms in found],
            lambda: Curvature(
                _joined_roots(theta, found), np.zeros((len(theta), len(theta))), -worths
            ),
        )


@dataclass(frozen=True)
class WorstPrior:
    """The worst prior: theta is the prior itself.

    For fixed groups `grouped` contrasts c, in the units of f, add sum (c.q)^2 - q.(c c).
    """

    criterion: InformationCriterion
    worst: int
    grouped: Array | None = None

    def expand(self, at: Features, weights: Array, theta: Array) -> Expansion:
        point = prior_point(theta)
        terms = self.criterion.terms([point.vectors(at)], weights)
        shares = at.rows / (at.rows @ theta)[:, None]
        value = terms.value
        slopes = shares.T @ (weights * terms.worth)
        if self.grouped is not None:
            means = self.grouped @ theta
            squares = (self.grouped**2).sum(axis=0)
            value += float(means @ means - squares @ theta)
            slopes = slopes + 2 * self.grouped.T @ means - squares
        return Expansion(
            value,
            terms.worth,
            slopes,
            [point.quotient(terms.form)],
            [terms.inverse],
            lambda: self._curvature(terms, shares, weights),
        )

    def _curvature(self, terms: Terms, shares: Array, weights: Array) -> Curvature:
        """The formulas of the page, with rho = shares."""
        pulled = terms.root.T @ (weights[:, None] * shares)
        bend = pulled.T @ pulled - 2 * (shares.T * (weights * terms.worth)) @ shares
        if self.grouped is not None:
            bend = bend + 2 * self.grouped.T @ self.grouped
        mixed = terms.worth[:, None] * shares - terms.root @ pulled
        return Curvature(terms.root, bend, mixed)


def _scenario_terms(
    criteria: Sequence[InformationCriterion],
    scenarios: Sequence[Scenario],
    at: Features,
    weights: Array,
) -> list[Terms]:
    found = []
    for criterion, points in zip(criteria, scenarios, strict=True):
        found.append(criterion.terms([point.vectors(at) for point in points], weights))
    return found


def _joined_roots(shares: Sequence[float] | Array, found: Sequence[Terms]) -> Array:
    # U U' is averaged: each U has the root of its share.
    roots = [np.sqrt(share) * terms.root for share, terms in zip(shares, found, strict=True)]
    return np.hstack(roots)


def _quotients(
    scenarios: Sequence[Scenario], shares: Sequence[float] | Array, found: Sequence[Terms]
) -> list[Quotient]:
    quotients = []
    for points, share, terms in zip(scenarios, shares, found, strict=True):
        for point in points:
            quotients.append(point.quotient(share * terms.form))
    return quotients
