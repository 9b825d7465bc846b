"""The log-likelihood of a randomized outcome, its row scores and its Hessian.

With eta_b = x . theta_b and c_j = P[y, j] for the report y that was given,

    l = sum_i w_i log L_i,   L = sum_j pi_j(eta) ((1 - a_j xi) c_j + a_j xi [y is the safe report]).

A share xi = 1 / (1 + e^-zeta), zeta = z . phi, of those who may lie (a_j = 1) give the safe report
whatever the table asks of them. Where everybody may they are cheaters (Clark and Desharnais 1998;
Moshagen, Musch and Erdfelder 2012); where only the holders of one truth may, xi is 1 - t of the
stochastic lie detector. Without liars xi is zero.

Parameters: theta_1, theta_2, ... (one block of coefficients for each truth but the first), then
phi if lying is modelled. Each row has one linear predictor a block: the same derivatives serve all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rropt.regression.fitted import Evaluation
from rropt.regression.links import Array, Chances, Link


@dataclass(frozen=True)
class Tables:
    """The tables in use, as arrays of reports x truths, and which of them each row answered by."""

    arrays: tuple[Array, ...]
    used: np.ndarray
    safe: tuple[int | None, ...]
    """The report that a liar gives, in each table; None where lying is not modelled."""

    @property
    def truths(self) -> int:
        return self.arrays[0].shape[1]

    def likelihoods(self, reports: np.ndarray) -> Array:
        """P[y, .] of each row, by the table that it answered by."""
        found = np.empty((len(reports), self.truths))
        for number, table in enumerate(self.arrays):
            rows = self.used == number
            found[rows] = table[reports[rows]]
        return found

    def safe_rows(self, reports: np.ndarray) -> Array:
        """1 where the report is the safe one of its table, 0 elsewhere."""
        safe = np.array([-1 if place is None else place for place in self.safe])
        return (safe[self.used] == reports).astype(float)


@dataclass(frozen=True)
class Lying:
    """The covariates of the share of liars, and a_j: 1 for truths whose holders may lie."""

    covariates: Array
    liable: Array


@dataclass(frozen=True)
class OutcomeLikelihood:
    """Covariates, reports (as indices into the row's table), weights, the link, and liars."""

    covariates: Array
    reports: np.ndarray
    weights: Array
    tables: Tables
    link: Link
    lying: Lying | None = None

    @property
    def blocks(self) -> int:
        """Number of linear predictors of truths: of a logit one for each truth but the first."""
        return self.link.blocks(self.tables.truths)

    @property
    def designs(self) -> tuple[Array, ...]:
        """The covariates of each linear predictor: those of truths, then that of lying."""
        of_truths = (self.covariates,) * self.blocks
        return of_truths if self.lying is None else (*of_truths, self.lying.covariates)

    @property
    def size(self) -> int:
        """Number of parameters."""
        return sum(matrix.shape[1] for matrix in self.designs)

    def eta(self, theta: Array, covariates: Array | None = None) -> Array:
        """Linear predictors of the truths, shape (n, blocks)."""
        rows = self.covariates if covariates is None else covariates
        width = rows.shape[1]
        return rows @ theta[: self.blocks * width].reshape(self.blocks, width).T

    def lying_share(self, theta: Array) -> Array:
        """xi of each row."""
        covariates = self.designs[-1]
        return np.asarray(1 / (1 + np.exp(-(covariates @ theta[-covariates.shape[1] :]))))

    def reach(self, direction: Array) -> float:
        """The largest change of a linear predictor along a direction."""
        found = np.abs(self.eta(direction)).max(initial=0.0)
        if self.lying is not None:
            covariates = self.lying.covariates
            along = covariates @ direction[-covariates.shape[1] :]
            found = max(found, np.abs(along).max(initial=0.0))
        return float(found)

    def at(self, theta: Array) -> Evaluation:
        """Value, row scores and Hessian at the parameters."""
        rows = self.log_rows(theta)
        if rows is None:
            return Evaluation.impossible(self.size)
        return Evaluation(
            float(self.weights @ np.log(rows.chance)),
            self.by_parameter(rows.slope) * self.weights[:, None],
            self.hessian(rows.bend, self.weights),
        )

    def log_rows(self, theta: Array) -> LogRows | None:
        """The chance of each row's report, and two derivatives of its logarithm."""
        return log_rows(self._chances(theta, self._likelihoods, self._safe_rows))

    def expected_information(self, theta: Array) -> Array:
        """The sum over rows of w_i sum_r (dL_r)(dL_r)' / L_r, over all reports that could be."""
        total = np.zeros((self.size, self.size))
        for number, table in enumerate(self.tables.arrays):
            rows = self.tables.used == number
            if not rows.any():
                continue
            part = self._restricted(rows)
            for report, likelihoods in enumerate(table):
                same = np.broadcast_to(likelihoods, (int(rows.sum()), table.shape[1]))
                safe = np.full(len(same), float(report == self.tables.safe[number]))
                total += part._one_report(part._chances(theta, same, safe))
        return total

    def drawn(self, theta: Array, random: np.random.Generator) -> OutcomeLikelihood:
        """The likelihood of other reports, drawn from the model at the parameters."""
        shares = self.link.probabilities(self.eta(theta))
        reports = np.empty_like(self.reports)
        for number, table in enumerate(self.tables.arrays):
            rows = self.tables.used == number
            below = (shares[rows] @ table.T).cumsum(axis=1)[:, :-1]
            reports[rows] = (below < random.random((len(below), 1))).sum(axis=1)
        return replace(self, reports=reports)

    def by_parameter(self, slope: Array) -> Array:
        """Row scores in the parameters from those in the linear predictors."""
        blocks = [matrix * slope[:, [b]] for b, matrix in enumerate(self.designs)]
        return np.concatenate(blocks, axis=1)

    def hessian(self, bend: Array, weights: Array) -> Array:
        """The weighted sum over rows of second derivatives in the parameters."""
        found = np.empty((self.size, self.size))
        weighted = bend * weights[:, None, None]
        ends = np.cumsum([0, *(matrix.shape[1] for matrix in self.designs)])
        for b, left in enumerate(self.designs):
            for c, right in enumerate(self.designs[: b + 1]):
                block = left.T @ (right * weighted[:, b, [c]])
                found[ends[b] : ends[b + 1], ends[c] : ends[c + 1]] = block
                found[ends[c] : ends[c + 1], ends[b] : ends[b + 1]] = block.T
        return found

    def _chances(self, theta: Array, likelihoods: Array, safe: Array) -> Chances:
        """The chance of a report in each row, with derivatives in all linear predictors."""
        eta = self.eta(theta)
        if self.lying is None:
            return self.link.chances(eta, likelihoods)
        share = self.lying_share(theta)
        away = self.lying.liable * (safe[:, None] - likelihoods)
        told = self.link.chances(eta, likelihoods + share[:, None] * away)
        moved = self.link.chances(eta, away)
        first = share * (1 - share)
        slope = np.concatenate([told.slope, (first * moved.value)[:, None]], axis=1)
        bend = np.empty((*slope.shape, slope.shape[1]))
        bend[:, :-1, :-1] = told.bend
        bend[:, :-1, -1] = first[:, None] * moved.slope
        bend[:, -1, :-1] = bend[:, :-1, -1]
        bend[:, -1, -1] = first * (1 - 2 * share) * moved.value
        return Chances(told.value, slope, bend)

    def _one_report(self, chances: Chances) -> Array:
        possible = chances.value > 0
        scores = self.by_parameter(chances.slope)[possible]
        scale = self.weights[possible] / chances.value[possible]
        return (scores * scale[:, None]).T @ scores

    def _restricted(self, rows: np.ndarray) -> OutcomeLikelihood:
        lying = self.lying
        return replace(
            self,
            covariates=self.covariates[rows],
            reports=self.reports[rows],
            weights=self.weights[rows],
            tables=replace(self.tables, used=self.tables.used[rows]),
            lying=lying and replace(lying, covariates=lying.covariates[rows]),
        )

    @cached_property
    def _likelihoods(self) -> Array:
        return self.tables.likelihoods(self.reports)

    @cached_property
    def _safe_rows(self) -> Array:
        return self.tables.safe_rows(self.reports)


@dataclass(frozen=True)
class LogRows:
    """Chances of reports, and the derivatives of their logarithms in the linear predictors."""

    chance: Array
    slope: Array
    bend: Array


def log_rows(chances: Chances) -> LogRows | None:
    """Derivatives of log L from those of L; None where a report that was given is impossible."""
    value = chances.value
    if not (value > 0).all():
        return None
    slope = chances.slope / value[:, None]
    bend = chances.bend / value[:, None, None] - slope[:, :, None] * slope[:, None, :]
    return LogRows(value, slope, bend)


def coefficient_names(covariates: tuple[str, ...], truths: tuple[str, ...]) -> tuple[str, ...]:
    """Names of the coefficients of the truths but the first, in their order."""
    labels = truths[1:]
    if len(labels) == 1:
        return covariates
    return tuple(f"{name}[{label}]" for label in labels for name in covariates)
