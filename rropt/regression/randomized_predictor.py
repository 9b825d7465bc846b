"""Fits in which the randomized answer is a predictor of an ordinary outcome.

The log-likelihood is a mixture over the truths of the predictor,

    l = sum_i w_i log sum_j P[r_i, j] alpha_j(z_i) f(y_i | x_i with truth j)

alpha is a multinomial logit in the covariates z, f is normal with mean x.beta and deviation sigma,
or a yes/no outcome with logit x.beta. With posterior shares tau_j and the gradient u_j of
log alpha_j + log f_j, the score is s = sum_j tau_j u_j and the Hessian is
sum_j tau_j (H_j + u_j u_j') - s s'.

Parameters: beta, then log sigma if the outcome is normal, then the blocks of alpha.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from rropt.channel import Channel
from rropt.data.entry_rules import EntryRules
from rropt.estimating.results import library_of
from rropt.exact import InputError
from rropt.regression.fitted import Evaluation, fit_from, mixed
from rropt.regression.links import Array, LogitLink
from rropt.regression.model_data import RecordColumns, records_of
from rropt.regression.model_formula import covariates_of, in_written_names, numbers, parsed, written
from rropt.regression.regression import FitWords, Regression


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
        values, tau = mixed(joint)
        if not np.isfinite(values).all():
            return Evaluation.impossible(self.size)
        return self._derivatives(float(self.weights @ values), tau, alpha, own)

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


FAMILIES: dict[str, type[NormalOutcome] | type[BinaryOutcome]] = {
    "normal": NormalOutcome,
    "binary": BinaryOutcome,
}


def fit_predictor(
    formula: str,
    data: Any,
    design: Any,
    randomized: str,
    family: str,
    prevalence: str | None,
    columns: RecordColumns,
    rules: EntryRules,
    errors: str,
) -> Regression:
    """The fit of `outcome ~ randomized + others`, the randomized column through its table."""
    if family not in FAMILIES:
        raise InputError(f"family must be one of {', '.join(FAMILIES)}, got {family!r}")
    records = records_of(formula, data, design, columns, rules, randomized=randomized)
    frame = records.frame
    column = written(randomized)
    matrices, names = _matrices(records.right, frame, column, records.channels[0])
    others = in_written_names(prevalence or "", list(frame.columns))
    shares = covariates_of(others or _without(records.right, column), frame)
    likelihood = PredictorLikelihood(
        _outcome(frame, records.outcome, family),
        matrices,
        shares.matrix,
        records.tables.likelihoods(records.reports),
        records.weights,
        FAMILIES[family](),
    )
    fitted = fit_from(likelihood, _starts(likelihood), records.sampled)
    model = f"{family} outcome; {randomized} is known through the table of its reports"
    all_names = _names(names, likelihood, shares.names, records.channels[0])
    words = FitWords(formula, model, all_names, len(frame), records.notes, library_of(data))
    return Regression(fitted, errors, words)


def _outcome(frame: Any, column: str, family: str) -> Array:
    found = numbers(frame, column)
    if family == "binary" and not np.isin(found, (0.0, 1.0)).all():
        raise InputError(f"column {column!r} must hold 0 and 1 for a binary outcome")
    return found


def _matrices(
    right: str, frame: Any, randomized: str, channel: Channel
) -> tuple[tuple[Array, ...], tuple[str, ...]]:
    """The model matrix with each truth put in for everybody, and the names of its columns."""
    import pandas

    labels = list(channel.truths)
    cycle = [labels[i % len(labels)] for i in range(len(frame))]
    mixed = frame.assign(**{randomized: pandas.Categorical(cycle, categories=labels)})
    found = covariates_of(right, mixed)
    matrices = []
    for label in labels:
        everybody = pandas.Categorical([label] * len(frame), categories=labels)
        matrix = found.spec.get_model_matrix(frame.assign(**{randomized: everybody}))
        matrices.append(np.asarray(matrix, float))
    return tuple(matrices), found.names


def _without(right: str, randomized: str) -> str:
    """The terms of a formula that do not read the randomized column."""
    kept = [
        str(term)
        for term in parsed(right)
        if randomized not in {str(v) for factor in term.factors for v in _variables(factor)}
    ]
    return " + ".join(kept) or "1"


def _variables(factor: Any) -> set[str]:
    return {str(name) for name in parsed(str(factor.expr)).required_variables} or {str(factor.expr)}


def _starts(likelihood: PredictorLikelihood) -> list[Array]:
    """Least squares on the expected covariates, for equal shares and for the reported ones."""
    even = np.full(len(likelihood.matrices), 1 / len(likelihood.matrices))
    return [_start(likelihood, even), np.zeros(likelihood.size)]


def _start(likelihood: PredictorLikelihood, shares: Array) -> Array:
    joint = likelihood.likelihoods * shares
    posterior = joint / joint.sum(axis=1, keepdims=True)
    expected = sum(matrix * posterior[:, [j]] for j, matrix in enumerate(likelihood.matrices))
    theta = np.zeros(likelihood.size)
    if not likelihood.family.more:
        return theta
    beta = np.linalg.lstsq(np.asarray(expected), likelihood.outcome, rcond=None)[0]
    theta[: len(beta)] = beta
    residual = likelihood.outcome - np.asarray(expected) @ beta
    theta[len(beta)] = np.log(residual.std() or 1.0)
    return theta


def _names(
    outcome: tuple[str, ...],
    likelihood: PredictorLikelihood,
    shares: tuple[str, ...],
    channel: Channel,
) -> tuple[str, ...]:
    labels = channel.truths[1:]
    several = len(labels) > 1
    prevalence = [
        f"prevalence: {name}[{label}]" if several else f"prevalence: {name}"
        for label in labels
        for name in shares
    ]
    return (*outcome, *likelihood.family.more, *prevalence)
