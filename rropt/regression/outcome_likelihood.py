"""The log-likelihood of a randomized outcome, its row scores and its Hessian.

With L0 = sum_j P[y, j] pi_j(eta), eta_b = x . theta_b, and a share xi = 1 / (1 + e^-phi) of
respondents who give the safe report whatever is asked of them,

    l = sum_i w_i log L_i,   L = (1 - xi) L0 + xi [y is the safe report].

Parameters: theta_1, theta_2, ... (one block of coefficients for each truth but the first), then
phi if cheating is modelled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rropt.regression.links import Array, BinaryLink, Chances, LogitLink
from rropt.regression.newton import Evaluation


@dataclass(frozen=True)
class Tables:
    """The tables in use, as arrays of reports x truths, and which of them each row answered by."""

    arrays: tuple[Array, ...]
    used: np.ndarray
    safe: tuple[int | None, ...]
    """The report that a cheater gives, in each table; None where cheating is not modelled."""

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


@dataclass(frozen=True)
class OutcomeLikelihood:
    """Covariates, reports (as indices into the row's table), weights, and the link."""

    covariates: Array
    reports: np.ndarray
    weights: Array
    tables: Tables
    link: LogitLink | BinaryLink
    cheating: bool = False

    @property
    def blocks(self) -> int:
        """Number of linear predictors: truths but the first."""
        return self.tables.truths - 1

    @property
    def size(self) -> int:
        """Number of parameters."""
        return self.blocks * self.covariates.shape[1] + self.cheating

    def eta(self, theta: Array, covariates: Array | None = None) -> Array:
        """Linear predictors, shape (n, k - 1)."""
        rows = self.covariates if covariates is None else covariates
        width = rows.shape[1]
        return rows @ theta[: self.blocks * width].reshape(self.blocks, width).T

    def reach(self, direction: Array) -> float:
        """The largest change of a linear predictor (or of phi) along a direction."""
        along = np.abs(self.eta(direction)).max(initial=0.0)
        return float(max(along, abs(direction[-1]) if self.cheating else 0.0))

    def at(self, theta: Array) -> Evaluation:
        """Value, row scores and Hessian at the parameters."""
        likelihoods = self._likelihoods
        honest = self.link.chances(self.eta(theta), likelihoods)
        rows = self._with_cheating(honest, theta) if self.cheating else _log_rows(honest)
        if rows is None:
            return Evaluation.impossible(self.size)
        return Evaluation(
            float(self.weights @ np.log(rows.chance)),
            self._by_parameter(rows.slope) * self.weights[:, None],
            self._hessian(rows.bend),
        )

    def expected_information(self, theta: Array) -> Array:
        """The sum over rows of w_i sum_r (dL_r)(dL_r)' / L_r, over all reports that could be."""
        total = np.zeros((self.size, self.size))
        eta = self.eta(theta)
        for number, table in enumerate(self.tables.arrays):
            rows = self.tables.used == number
            if not rows.any():
                continue
            part = self._restricted(rows)
            for report, likelihoods in enumerate(table):
                same = np.broadcast_to(likelihoods, (int(rows.sum()), table.shape[1]))
                chances = self.link.chances(eta[rows], same)
                total += part._one_report(chances, theta, report, number)
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

    def _one_report(self, honest: Chances, theta: Array, report: int, number: int) -> Array:
        slope, chance = honest.slope, honest.value
        if self.cheating:
            share = _expit(theta[-1])
            safe = float(report == self.tables.safe[number])
            told = share * (1 - share) * (safe - honest.value)
            slope = np.concatenate([(1 - share) * slope, told[:, None]], axis=1)
            chance = (1 - share) * chance + share * safe
        possible = chance > 0
        scores = self._by_parameter(slope)[possible]
        scale = self.weights[possible] / chance[possible]
        return (scores * scale[:, None]).T @ scores

    def _restricted(self, rows: np.ndarray) -> OutcomeLikelihood:
        tables = Tables(self.tables.arrays, self.tables.used[rows], self.tables.safe)
        return OutcomeLikelihood(
            self.covariates[rows],
            self.reports[rows],
            self.weights[rows],
            tables,
            self.link,
            self.cheating,
        )

    @cached_property
    def _likelihoods(self) -> Array:
        return self.tables.likelihoods(self.reports)

    def _safe_rows(self) -> Array:
        safe = np.array([-1 if s is None else s for s in self.tables.safe])
        return (safe[self.tables.used] == self.reports).astype(float)

    def _with_cheating(self, honest: Chances, theta: Array) -> _LogRows | None:
        share = _expit(theta[-1])
        safe = self._safe_rows()
        moved = share * (1 - share)
        away = safe - honest.value
        chance = (1 - share) * honest.value + share * safe
        slope = np.concatenate([(1 - share) * honest.slope, (moved * away)[:, None]], axis=1)
        size = slope.shape[1]
        bend = np.empty((len(chance), size, size))
        bend[:, :-1, :-1] = (1 - share) * honest.bend
        bend[:, :-1, -1] = -moved * honest.slope
        bend[:, -1, :-1] = -moved * honest.slope
        bend[:, -1, -1] = moved * (1 - 2 * share) * away
        return _log_rows(Chances(chance, slope, bend))

    def _by_parameter(self, slope: Array) -> Array:
        """Row scores in the parameters from those in the predictors (and phi)."""
        blocks = [self.covariates * slope[:, [b]] for b in range(self.blocks)]
        if self.cheating:
            blocks.append(slope[:, self.blocks :])
        return np.concatenate(blocks, axis=1)

    def _hessian(self, bend: Array) -> Array:
        width = self.covariates.shape[1]
        found = np.empty((self.size, self.size))
        weighted = bend * self.weights[:, None, None]
        for b in range(self.blocks):
            for c in range(self.blocks):
                block = self.covariates.T @ (self.covariates * weighted[:, b, [c]])
                found[b * width : (b + 1) * width, c * width : (c + 1) * width] = block
        if self.cheating:
            for b in range(self.blocks):
                edge = self.covariates.T @ weighted[:, b, -1]
                found[b * width : (b + 1) * width, -1] = edge
                found[-1, b * width : (b + 1) * width] = edge
            found[-1, -1] = weighted[:, -1, -1].sum()
        return found


@dataclass(frozen=True)
class _LogRows:
    chance: Array
    slope: Array
    bend: Array


def _log_rows(chances: Chances) -> _LogRows | None:
    """Derivatives of log L from those of L; None where a report that was given is impossible."""
    value = chances.value
    if not (value > 0).all():
        return None
    slope = chances.slope / value[:, None]
    bend = chances.bend / value[:, None, None] - slope[:, :, None] * slope[:, None, :]
    return _LogRows(value, slope, bend)


def _expit(phi: float) -> float:
    return float(1 / (1 + np.exp(-phi)))
