"""The log-likelihood of an ordinary outcome with a randomized predictor: a mixture over its truths.

    l = sum_i w_i log sum_j P[r_i, j] alpha_j(z_i) f(y_i | x_i with truth j)

alpha is a multinomial logit in the covariates z, f is normal with mean x.beta and deviation sigma,
or a yes/no outcome with logit x.beta. With posterior shares tau_j and the gradient u_j of
log alpha_j + log f_j, the score is s = sum_j tau_j u_j and the Hessian is
sum_j tau_j (H_j + u_j u_j') - s s'.

Parameters: beta, then log sigma if the outcome is normal, then the blocks of alpha.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from rropt.exact import InputError
from rropt.regression.links import Array, LogitLink
from rropt.regression.newton import Evaluation


@dataclass(frozen=True)
class OutcomeRows:
    """log f at each row with its first two derivatives in (beta, more)."""

    value: Array
    slope: Array
    bend: Array
    """The weighted sum over rows of the second derivatives."""


class OutcomeFamily(Protocol):
    """A model of the outcome given the covariates."""

    @property
    def more(self) -> tuple[str, ...]:
        """Names of parameters beside the coefficients."""

    def rows(self, outcome: Array, matrix: Array, theta: Array, weights: Array) -> OutcomeRows:
        """log f and its derivatives, the second ones summed with the weights."""


class NormalOutcome:
    """y = x.beta + sigma e, e standard normal; the last parameter is log sigma."""

    more = ("log sigma",)

    def rows(self, outcome: Array, matrix: Array, theta: Array, weights: Array) -> OutcomeRows:
        log_sigma = theta[-1]
        precision = np.exp(-2 * log_sigma)
        error = outcome - matrix @ theta[:-1]
        scaled = precision * error * error
        value = -0.5 * scaled - log_sigma - 0.5 * np.log(2 * np.pi)
        slope = np.column_stack([matrix * (precision * error)[:, None], scaled - 1])
        edge = -2 * precision * (matrix.T @ (weights * error))
        bend = np.zeros((len(theta), len(theta)))
        bend[:-1, :-1] = -precision * (matrix.T @ (matrix * weights[:, None]))
        bend[:-1, -1] = edge
        bend[-1, :-1] = edge
        bend[-1, -1] = -2 * float(weights @ scaled)
        return OutcomeRows(value, slope, bend)


class BinaryOutcome:
    """P(y = 1) = 1 / (1 + e^-x.beta)."""

    more: tuple[str, ...] = ()

    def rows(self, outcome: Array, matrix: Array, theta: Array, weights: Array) -> OutcomeRows:
        eta = matrix @ theta
        share = 1 / (1 + np.exp(-eta))
        value = outcome * eta - np.logaddexp(0, eta)
        slope = matrix * (outcome - share)[:, None]
        bend = -(matrix.T @ (matrix * (weights * share * (1 - share))[:, None]))
        return OutcomeRows(value, slope, bend)


@dataclass(frozen=True)
class PredictorLikelihood:
    """An outcome, its covariates with each truth put in, and the reports about the truth."""

    outcome: Array
    matrices: tuple[Array, ...]
    """One for each truth: the model matrix as if that were the truth of everybody."""

    prevalence: Array
    likelihoods: Array
    """P[r_i, j], shape (n, k)."""

    weights: Array
    family: OutcomeFamily

    @property
    def size(self) -> int:
        """Number of parameters."""
        return self.outcome_size + (len(self.matrices) - 1) * self.prevalence.shape[1]

    @property
    def outcome_size(self) -> int:
        """Parameters of the outcome's model."""
        return self.matrices[0].shape[1] + len(self.family.more)

    def reach(self, direction: Array) -> float:
        """The largest change of a linear predictor along a direction."""
        width = self.matrices[0].shape[1]
        changes = [np.abs(matrix @ direction[:width]).max() for matrix in self.matrices]
        changes.append(np.abs(direction[width : self.outcome_size]).max(initial=0.0))
        changes.append(np.abs(self._prevalence_eta(direction)).max())
        return float(max(changes))

    def at(self, theta: Array) -> Evaluation:
        """Value, row scores and Hessian at the parameters."""
        alpha = LogitLink().probabilities(self._prevalence_eta(theta))
        own = theta[: self.outcome_size]
        unit = np.ones(len(self.outcome))
        logs = np.stack(
            [self.family.rows(self.outcome, x, own, unit).value for x in self.matrices], axis=1
        )
        with np.errstate(divide="ignore"):
            joint = logs + np.log(alpha) + np.log(self.likelihoods)
        top = joint.max(axis=1, keepdims=True)
        if not np.isfinite(top).all():
            return Evaluation.impossible(self.size)
        raised = np.exp(joint - top)
        total = raised.sum(axis=1, keepdims=True)
        value = float(self.weights @ (top + np.log(total))[:, 0])
        return self._derivatives(value, raised / total, alpha, own)

    def _derivatives(self, value: float, tau: Array, alpha: Array, own: Array) -> Evaluation:
        scores = np.zeros((len(self.outcome), self.size))
        hessian = np.zeros((self.size, self.size))
        for j, matrix in enumerate(self.matrices):
            share = self.weights * tau[:, j]
            rows = self.family.rows(self.outcome, matrix, own, share)
            gradient = np.column_stack([rows.slope, self._prevalence_slope(alpha, j)])
            scores += gradient * tau[:, [j]]
            hessian += gradient.T @ (gradient * share[:, None])
            hessian[: self.outcome_size, : self.outcome_size] += rows.bend
        hessian -= scores.T @ (scores * self.weights[:, None])
        start = self.outcome_size
        hessian[start:, start:] += self._prevalence_bend(alpha)
        return Evaluation(value, scores * self.weights[:, None], hessian)

    def expected_information(self, theta: Array) -> Array:
        """Not available: it would average over all outcomes that could be."""
        raise InputError("errors must be observed or sandwich for a randomized predictor")

    def _prevalence_eta(self, theta: Array) -> Array:
        blocks = theta[self.outcome_size :].reshape(-1, self.prevalence.shape[1])
        return self.prevalence @ blocks.T

    def _prevalence_slope(self, alpha: Array, truth: int) -> Array:
        """The gradient of log alpha_j in its parameters."""
        away = -alpha[:, 1:].copy()
        if truth:
            away[:, truth - 1] += 1
        blocks = away[:, :, None] * self.prevalence[:, None, :]
        return blocks.reshape(len(away), -1)

    def _prevalence_bend(self, alpha: Array) -> Array:
        width = self.prevalence.shape[1]
        kept = alpha[:, 1:]
        count = kept.shape[1]
        found = np.empty((count * width, count * width))
        for b in range(count):
            for c in range(count):
                curve = kept[:, b] * (kept[:, c] - (b == c)) * self.weights
                block = self.prevalence.T @ (self.prevalence * curve[:, None])
                found[b * width : (b + 1) * width, c * width : (c + 1) * width] = block
        return found
