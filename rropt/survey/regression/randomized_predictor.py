"""Fits in which randomized answers are predictors of an outcome, ordinary or randomized itself.

The log-likelihood is a mixture over the truths of the predictors,

    l = sum_i w_i log sum_j P[r_i, j] alpha_j(z_i) f(y_i | x_i with truth j)

with j one truth, or one of each of several columns, whose tables multiply. alpha is a multinomial
logit in the covariates z, f of `outcome_models.py`. With posterior shares tau_j, the gradient u_j
and the Hessian H_j of log f_j, the scores are s = sum_j tau_j u_j and (tau - alpha) z, and the
blocks of the Hessian

    sum_j tau_j (H_j + u_j u_j') - s s',   tau_j (u_j - s) z',   (V(tau) - V(alpha)) (x) z z',

V(p) = diag(p) - p p': what is told of the truth, less what was known of it.

Parameters: those of the outcome's model, then the blocks of alpha.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np

from rropt.data.entry_rules import EntryRules
from rropt.data.frame_columns import library_of
from rropt.data.respondents import SurveyColumns
from rropt.exact import InputError
from rropt.survey.regression.fitted import fit_from, mixed
from rropt.survey.regression.level_cone import predictor_units
from rropt.survey.regression.links import Array, LogitLink
from rropt.survey.regression.model_data import Records, Reported, records_of
from rropt.survey.regression.model_formula import (
    covariates_of,
    parsed,
    spoken,
    written,
)
from rropt.survey.regression.newton import (
    Evaluation,
    Likelihood,
    Model,
    Which,
    at_once,
    of_surveys,
    weighted_squares,
)
from rropt.survey.regression.outcome_likelihood import (
    UNCERTAIN,
    OutcomeLikelihood,
    Tables,
    bends_by_parameter,
    by_parameter,
    open_answers,
)
from rropt.survey.regression.outcome_models import NormalOutcome, OutcomeModel, outcome_model
from rropt.survey.regression.regression import FitWords, Regression
from rropt.survey.regression.starts import MOST_SCATTERED

MOST_JOINT = 64
"""Joint truths of all predictors: each is a row of the mixture, and a block of parameters."""


CUTS = 200
"""Starts at cuts of the rows, or far from zero. Of 48 fits of 60 and 150 rows with two randomized
predictors 30 of them left 13 too low, by up to 3.5, 100 left 12, by up to 2.2, 300 left four, by up
to 0.8."""

FAR = (1.0, 2.0, 4.0, 8.0)
"""So far from zero linear predictors begin of an outcome in categories."""

MOST_ROWS, MOST_ROWS_FAR = 10_000, 200
"""Of all cuts: in surveys of 2,000 rows few suffice, and 30 of them took seconds. Of a survey that
has starts far from zero: of 300 rows they led no higher, and took three times as long."""

MOST_SOUGHT = 16
"""With more coefficients a search by halves of the rows takes many seconds."""

UNCERTAIN_OF_NUMBERS = 0.4
"""As UNCERTAIN. Of a predictor by Warner's 3/4 that moves a normal outcome by half of its standard
deviation the error is 0.39 in surveys of 301, where chi-square covers 0.936 to 0.956, and 0.72 in
surveys of 100, where it covers 0.912 to 0.956 and drawn quantiles 0.940 to 0.968. Of an outcome of
0 and 1 it is 0.40 in surveys of 301, where chi-square covers 0.950 to 0.970."""


@dataclass(frozen=True)
class PredictorLikelihood(Likelihood):
    """A model of the outcome given the truth, and the reports about the truth."""

    model: OutcomeModel
    """The outcome of all rows as if the first truth were that of everybody, then of all with the
    second one, and so on; of several surveys of the same rows the outcome has one row a survey."""

    prevalence: Array
    tables: tuple[Tables, ...]
    """Of each column of reports."""

    reports: tuple[np.ndarray, ...]
    """The same; of several surveys one row a survey, as the outcome."""

    weights: Array
    """Of the rows; also of each of several surveys."""

    @cached_property
    def likelihoods(self) -> Array:
        """P[r_i, j], shape (surveys, k, n), j one truth of each column: they are independent."""
        pairs = zip(self.tables, self.reports, strict=True)
        first, *others = (table.likelihoods(np.atleast_2d(told)) for table, told in pairs)
        for other in others:
            first = (first[:, None] * other).reshape(-1, *first.shape[1:])
        return np.ascontiguousarray(np.moveaxis(first, 0, 1))

    @cached_property
    def _logs(self) -> Array:
        """Their logarithms."""
        with np.errstate(divide="ignore"):  # of what no truth leads to
            return np.asarray(np.log(self.likelihoods))

    @property
    def truths(self) -> int:
        """Number of truths, of several columns together."""
        return prod(table.truths for table in self.tables)

    @property
    def size(self) -> int:
        return self.model.size + (self.truths - 1) * self.prevalence.shape[1]

    @property
    def count(self) -> int:
        return len(self.prevalence)

    def of_truth(self, truth: int) -> OutcomeModel:
        """The outcome as if that were the truth of everybody."""
        return self.model.restricted(slice(truth * self.count, (truth + 1) * self.count))

    def reach(self, direction: Array) -> float:
        of_outcome = self.model.reach(direction[: self.model.size])
        return max(of_outcome, self.prevalences.reach(direction[self.model.size :]))

    def at(self, thetas: Array, surveys: Which | None = None) -> Evaluation:
        numbers = self.count * self.truths * self.model.size
        return at_once(self._at, thetas, surveys, numbers)

    def scores(self, thetas: Array, surveys: Which) -> Array:
        return np.swapaxes(self._derivatives(thetas, surveys)[1], 1, 2)

    def expected_information(self, theta: Array) -> Array:
        """Not available: it would average over all outcomes that could be."""
        raise InputError("errors must be observed or sandwich for a randomized predictor")

    @property
    def uncertain(self) -> float:
        """Less where the outcome is a number: it tells truths apart, but by a shape alone."""
        return UNCERTAIN if self.of_truth(0).openly() else UNCERTAIN_OF_NUMBERS

    def drawn(self, models: Sequence[Model], count: int) -> PredictorLikelihood:
        """That of so many surveys of other truths, reports and outcomes from each of the models."""
        drawn = [self._outcomes(*model, count) for model in models]
        outcomes, *reports = map(np.concatenate, zip(*drawn, strict=True))
        model: Any = replace(self.model, reports=np.tile(outcomes, self.truths))
        return replace(self, model=model, reports=tuple(reports))

    def _outcomes(
        self, theta: Array, random: np.random.Generator, count: int
    ) -> tuple[np.ndarray, ...]:
        """Outcomes, and reports of each column, of a survey each row."""
        numbers = []
        for _ in range(count):
            both = self.prevalences.numbers(random), self.model.numbers(random)
            numbers.append((*both, *(random.random(self.count) for _ in self.tables)))
        of_truths, of_outcomes, *of_reports = map(np.stack, zip(*numbers, strict=True))
        truths = self.prevalences.outcomes(theta[self.model.size :], of_truths)
        outcomes = self.model.outcomes(theta[: self.model.size], of_outcomes)
        own = outcomes.reshape(count, self.truths, -1)
        told = np.take_along_axis(own, truths[:, None], axis=1)[:, 0]
        held = np.unravel_index(truths, [table.truths for table in self.tables])
        reports = []
        for table, each, own in zip(self.tables, held, of_reports, strict=True):
            # Nobody gives a report whatever the table asks.
            nobody = np.zeros((table.most, 1, self.count))
            reports.append(table.drawn(np.eye(table.truths)[:, each], nobody, own))
        return told, *reports

    @property
    def is_scattered(self) -> bool:
        """Whether there may be several maxima, and these are few enough to be sought."""
        return self.count <= MOST_SCATTERED and self.size <= MOST_SOUGHT

    def openly(self) -> tuple[tuple[slice, OutcomeLikelihood], ...]:
        """Direct answers about the truths, and about an outcome in categories at each of them."""
        truths = open_answers(self.prevalence, self.truths, LogitLink())
        told = [part for truth in range(self.truths) for part in self.of_truth(truth).openly()]
        return (slice(self.model.size, None), truths), *told

    @cached_property
    def prevalences(self) -> OutcomeLikelihood:
        """The model of the truths: the likelihood as if everybody had told the first openly."""
        count = len(self.prevalence)
        itself = Tables((np.eye(self.truths),), np.zeros(count, int))
        told = np.zeros(count, int)
        return OutcomeLikelihood(self.prevalence, told, self.weights, itself, LogitLink())

    def _at(self, thetas: Array, surveys: Which) -> Evaluation:
        values, scores, hessians = self._derivatives(thetas, surveys)
        known = np.isfinite(hessians).all(axis=(1, 2))
        counted = of_surveys(self.weights, surveys)
        with np.errstate(invalid="ignore"):  # a row without a chance that does not count
            totals = np.where(known, (values * counted).sum(axis=1), -np.inf)
        return Evaluation.possible(totals, scores.sum(axis=2), hessians)

    def _derivatives(self, thetas: Array, surveys: Which) -> tuple[Array, Array, Array]:
        """The logarithms of the chances of rows, their weighted scores, and Hessians.

        Of arrays the first axis is that of surveys, the last one that of rows.
        """
        points, rows = len(thetas), self.count
        found = self.model.log_rows(thetas[:, : self.model.size], surveys)
        alpha = self._prevalences(thetas)
        weights = of_surveys(self.weights, surveys)[:, None]
        columns = self.prevalences.designs[0]
        with np.errstate(all="ignore"):  # an outcome that no truth leads to has no derivatives
            logs = found.value.reshape(points, self.truths, rows)
            values, tau = mixed(logs + np.log(alpha) + of_surveys(self._logs, surveys))
            squares = found.bend + found.slope[:, None] * found.slope
            counted = (tau * weights).reshape(points, -1)
            of_outcome = bends_by_parameter(self.model.designs, squares, counted)
            slopes = by_parameter(self.model.designs, found.slope)
            of_truths = slopes.reshape(points, -1, self.truths, rows) * tau[:, None]
            slope = of_truths.sum(axis=2)
            of_outcome -= slope * weights @ np.swapaxes(slope, 1, 2)
            # The first truth has no parameters of its own.
            tau, alpha = tau[:, 1:], alpha[:, 1:]
            apart = of_truths[:, :, 1:] - slope[:, :, None] * tau[:, None]
            beside = (apart * weights[:, None] @ columns.T).reshape(points, self.model.size, -1)
            told = (tau - alpha) * weights
            scores = (told[:, :, None] * columns).reshape(points, -1, rows)
            spread = alpha[:, :, None] * alpha[:, None] - tau[:, :, None] * tau[:, None]
            spread *= weights[:, None]
            diagonal = np.arange(self.truths - 1)
            spread[:, diagonal, diagonal] += told
            of_shares = self._by_shares(spread)
            hessians = np.block([[of_outcome, beside], [np.swapaxes(beside, 1, 2), of_shares]])
            return values, np.concatenate([slope * weights, scores], axis=1), hessians

    def _by_shares(self, spread: Array) -> Array:
        """The sum over rows of V (x) z z', V of each survey."""
        columns = self.prevalences.designs[0]
        blocks = self.truths - 1
        squares = weighted_squares(columns, columns, spread.reshape(-1, self.count))
        found = squares.reshape(len(spread), blocks, blocks, *squares.shape[1:])
        return np.swapaxes(found, 2, 3).reshape(len(spread), blocks * len(columns), -1)

    def _prevalences(self, thetas: Array) -> Array:
        """alpha, shape (surveys, k, n)."""
        eta = self.prevalences.eta(thetas[:, self.model.size :])
        return np.moveaxis(LogitLink().probabilities(eta), 0, 1)


def fit_predictor(
    formula: str,
    data: Any,
    design: Any,
    randomized: Sequence[str],
    family: str | None,
    prevalence: str | None,
    columns: SurveyColumns,
    rules: EntryRules,
    errors: str,
) -> Regression:
    """The fit of `outcome ~ randomized + others`, the randomized columns through their tables."""
    records = records_of(formula, data, design, columns, rules, prevalence or None, randomized)
    outcome = [each for each in records.reported if each.column == written(records.outcome)]
    answers = [each for each in records.reported if each not in outcome]
    if not answers:
        raise InputError("randomized must name a predictor: it may be left out for the outcome")
    truths = _joint_truths(answers)
    matrices, names = _matrices(records, answers, truths)
    own, model = outcome_model(records, outcome, family, matrices, names)
    shares = covariates_of(records.terms or _without(records.right, answers), records.frame)
    likelihood = PredictorLikelihood(
        model,
        shares.matrix,
        tuple(answer.tables for answer in answers),
        tuple(answer.reports for answer in answers),
        records.weights,
    )
    starts = _starts(likelihood)
    fitted = fit_from(likelihood, starts, records.sampled, likelihood.is_scattered)
    if isinstance(model, NormalOutcome) and model.is_exact(fitted.theta):
        raise InputError(
            f"column {records.outcome!r} must vary among respondents of one truth for a normal "
            "outcome: a number for each truth fits it exactly, and no likelihood is the largest"
        )
    words = FitWords(
        formula,
        _said(answers, outcome, family),
        (*own, *_prevalence_names(shares.names, truths)),
        len(records.frame),
        (*(note for answer in records.reported for note in answer.notes), *records.notes),
    )
    return Regression(fitted, errors, words, frames=library_of(data))


def _said(answers: Sequence[Reported], outcome: Sequence[Reported], family: str | None) -> str:
    kind = "randomized" if outcome else family or "normal"
    named = " and ".join(spoken(answer.column) for answer in (*outcome, *answers))
    known = "is known through the table of its reports"
    if len(answers) + len(outcome) > 1:
        known = "are known through the tables of their reports"
    return f"{kind} outcome; {named} {known}"


def _joint_truths(answers: Sequence[Reported]) -> list[tuple[str, ...]]:
    """One truth of each column, the last column changing first."""
    count = prod(len(answer.truths) for answer in answers)
    if count > MOST_JOINT:
        raise InputError(f"randomized must have at most {MOST_JOINT} joint truths, got {count}")
    return list(product(*(answer.truths for answer in answers)))


def _matrices(
    records: Records, answers: Sequence[Reported], truths: Sequence[tuple[str, ...]]
) -> tuple[tuple[Array, ...], tuple[str, ...]]:
    """The model matrix with each joint truth put in for everybody, and its columns' names."""
    frame = records.frame
    # All truths in turn: columns of one that is absent would be refused as dependent.
    cycle = [truths[i % len(truths)] for i in range(len(frame))]
    found = covariates_of(records.right, _with_truths(frame, answers, cycle))
    matrices = []
    for truth in truths:
        everybody = _with_truths(frame, answers, [truth] * len(frame))
        matrices.append(np.asarray(found.spec.get_model_matrix(everybody), float))
    return tuple(matrices), found.names


def _with_truths(frame: Any, answers: Sequence[Reported], truths: Sequence[tuple[str, ...]]) -> Any:
    """The frame with truths in place of reports."""
    import pandas

    columns = zip(answers, zip(*truths, strict=True), strict=True)
    told = {
        answer.column: pandas.Categorical(values, categories=list(answer.truths))
        for answer, values in columns
    }
    return frame.assign(**told)


def _without(right: str, answers: Sequence[Reported]) -> str:
    """The terms of a formula that read no randomized column."""
    randomized = {answer.column for answer in answers}
    kept = [
        str(term)
        for term in parsed(right)
        if randomized.isdisjoint(str(v) for factor in term.factors for v in _variables(factor))
    ]
    return " + ".join(kept) or "1"


def _variables(factor: Any) -> set[str]:
    return {str(name) for name in parsed(str(factor.expr)).required_variables} or {str(factor.expr)}


def _starts(likelihood: PredictorLikelihood) -> list[Array]:
    """The outcome's model by truths as the reports say alone and as rows are cut, and zero.

    With more than MOST_SCATTERED rows these have never led higher, and cost as much again.
    """
    (told,) = likelihood.likelihoods
    posterior = told.T / told.sum(axis=0)[:, None]
    informed = _near(likelihood, posterior)
    if likelihood.count > MOST_SCATTERED:
        return [informed]
    of_numbers = informed.any()
    starts = [informed, np.zeros(likelihood.size)] if of_numbers else [informed]
    # Of an outcome that everybody has nothing is to be found far from zero.
    few = likelihood.count <= MOST_ROWS_FAR and np.ptp(likelihood.of_truth(0).reports) > 0
    if not likelihood.is_scattered or not (of_numbers or few):
        return starts
    random = np.random.default_rng(0)
    count = min(CUTS, MOST_ROWS // likelihood.count)
    if not of_numbers:
        return [*starts, *_far(likelihood, random, count)]
    each = np.eye(likelihood.truths)
    return [*starts, *(_near(likelihood, each[_cut(likelihood, random)]) for _ in range(count))]


def _far(likelihood: PredictorLikelihood, random: np.random.Generator, count: int) -> Array:
    """Points in all directions from zero, where the truths of all rows are alike: beside it an
    outcome in categories has no way that is the first."""
    units = predictor_units(likelihood, likelihood.size)
    return random.choice(FAR, (count, 1)) * units * random.normal(size=(count, len(units)))


def _near(likelihood: PredictorLikelihood, shares: Array) -> Array:
    """What the outcome's model finds nearly best at such shares of truths, row by row."""
    matrices = likelihood.model.covariates.reshape(likelihood.truths, likelihood.count, -1)
    expected = np.einsum("nj,jnp->np", shares, matrices)
    found = np.zeros(likelihood.size)
    found[: likelihood.model.size] = likelihood.of_truth(0).near(expected)
    return found


def _cut(likelihood: PredictorLikelihood, random: np.random.Generator) -> np.ndarray:
    """A joint truth for each row: each column's is cut anywhere along covariates and outcome."""
    first = likelihood.of_truth(0)
    away = first.reports - first.reports.mean()
    beside = np.column_stack([likelihood.prevalence, first.covariates, away])
    spread = beside.std(axis=0)
    beside /= np.where(spread > 0, spread, 1.0)
    counts = [table.truths for table in likelihood.tables]
    held = []
    for count in counts:
        along = beside @ random.normal(size=beside.shape[1])
        cuts = np.quantile(along, np.sort(random.random(count - 1)))
        held.append(np.searchsorted(cuts, along))
    return np.ravel_multi_index(held, counts)


def _prevalence_names(
    shares: tuple[str, ...], truths: Sequence[tuple[str, ...]]
) -> tuple[str, ...]:
    """Of several truths with the truth in brackets, of several columns with one of each."""
    if len(truths) == 2:
        return tuple(f"prevalence: {name}" for name in shares)
    return tuple(
        f"prevalence: {name}[{', '.join(truth)}]" for truth in truths[1:] for name in shares
    )
