"""The log-likelihood of a randomized outcome through the tables of its rows, its row scores and its
Hessian.

With eta_b = x . theta_b and c_j = P[y, j] for the report y that was given,

    l = sum_i w_i log L_i,   L = sum_j pi_j(eta) ((1 - a_j xi) c_j + a_j xi [y is the safe report]).

A share xi = 1 / (1 + e^-zeta), zeta = z . phi, of those who may lie (a_j = 1) give the safe report
whatever the table asks of them. Where everybody may they are cheaters (Clark and Desharnais 1998;
Moshagen, Musch and Erdfelder 2012); where only the holders of one truth may, xi is 1 - t of the
stochastic lie detector. Without liars xi is zero. There may be liars of several kinds, at most one
for each truth, with their own safe reports.

Parameters: theta_1, theta_2, ... (one block of coefficients for each truth but the first), then
phi of each kind of liars. Each row has one linear predictor a block. Of arrays rows are the last
axis, before it surveys, before these truths and linear predictors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rropt.survey.regression.links import Array, Derivatives, Link, LogitLink, logistic
from rropt.survey.regression.newton import (
    ALONE,
    ROWS_AT_ONCE,
    Evaluation,
    Likelihood,
    Model,
    Which,
    at_once,
    nearly_solved,
    of_surveys,
    weighted_squares,
)
from rropt.survey.sandwich import drawn_variance


@dataclass(frozen=True)
class Tables:
    """The tables in use, as arrays of reports x truths, and which of them each row answered by."""

    arrays: tuple[Array, ...]
    used: np.ndarray

    @property
    def truths(self) -> int:
        return self.arrays[0].shape[1]

    @property
    def most(self) -> int:
        """Reports of the table that has most."""
        return max(map(len, self.arrays))

    def likelihoods(self, reports: np.ndarray) -> Array:
        """P[y, j] of each row, by the table that it answered by: truths are the first axis."""
        found = np.empty((self.truths, *reports.shape))
        for number, table in enumerate(self.arrays):
            rows = self.used == number
            found[..., rows] = table.T[:, reports[..., rows]]
        return found

    def drawn(self, shares: Array, silent: Array, numbers: Array) -> np.ndarray:
        """Reports of rows whose truths have these shares, and who are silent by report, by numbers
        between zero and one, table by table: rows are the last axis, surveys may stand before it.
        """
        reports = np.empty(numbers.shape, int)
        for number, table in enumerate(self.arrays):
            rows = self.used == number
            own, numbers = np.split(numbers, [np.count_nonzero(rows)], axis=-1)
            # Those who follow the table, and those who give a report whatever it asks. The last
            # report has what is left: rounding may leave the sum below one.
            told = np.tensordot(table, shares[..., rows], 1) + silent[: len(table), ..., rows]
            below = told[:-1].cumsum(axis=0)
            reports[..., rows] = (below < own).sum(axis=0)
        return reports


@dataclass(frozen=True)
class Lying:
    """Liars of one kind: the covariates of their share, and a_j: 1 where holders of j may lie."""

    covariates: Array
    liable: Array
    safe: tuple[int, ...]
    """The report that they give, in each table."""

    def safe_rows(self, reports: np.ndarray, used: np.ndarray) -> Array:
        """1 where the report is the safe one of its table, 0 elsewhere."""
        return (np.array(self.safe)[used] == reports).astype(float)


KNOWN = 1.0
"""Respondents of each truth who are thought to have been asked openly, spread over all rows."""

UNCERTAIN = 0.5
"""The standard error of log-odds up to which chi-square is near enough. Of Warner's 3/4 at
intercept -2.5 it is 0.56 to 84 in surveys of 400, where chi-square covers 0.907 to 0.924 and drawn
quantiles 0.956; in surveys of 3000 it is 0.26 to 0.52, and chi-square covers 0.956."""

UNCERTAIN_OF_COUNTS = 0.7
"""The same of item counts, whose truths are a trait and a count. Of four items and a trait of two
in five it is 0.6 to 1.1 in surveys of 301, where chi-square covers 0.93 and drawn surveys 0.95, and
1.2 or more in surveys of 100 and 50, where chi-square covers 0.86 and 0.79."""


@dataclass(frozen=True)
class OutcomeLikelihood(Likelihood):
    """Covariates, reports (as indices into the row's table), weights, the link, and liars.

    Of several surveys of the same rows the reports, or the weights, are one row a survey.
    """

    covariates: Array
    reports: np.ndarray
    weights: Array
    tables: Tables
    link: Link
    lying: tuple[Lying, ...] = ()

    @property
    def blocks(self) -> int:
        """Number of linear predictors of truths: of a logit one for each truth but the first."""
        return self.link.blocks(self.tables.truths)

    @cached_property
    def designs(self) -> tuple[Array, ...]:
        """The covariates of each linear predictor: those of truths, then that of lying."""
        flat = self.link.flat
        of_truths = (np.ascontiguousarray(self.covariates.T),) * (self.blocks - flat)
        constants = (np.ones((1, self.count)),) * flat
        of_liars = (np.ascontiguousarray(kind.covariates.T) for kind in self.lying)
        return (*of_truths, *constants, *of_liars)

    @cached_property
    def places(self) -> tuple[slice, ...]:
        """Where the parameters of each linear predictor are."""
        return places_of(self.designs)

    @property
    def size(self) -> int:
        return int(self.places[-1].stop)

    @property
    def count(self) -> int:
        return len(self.covariates)

    @property
    def of_truths(self) -> int:
        """Number of parameters of the truths: those of lying are the last."""
        return int(self.places[self.blocks - 1].stop)

    def etas(self, theta: Array) -> Array:
        """All linear predictors, shape (blocks, n), or (blocks, s, n) at s points."""
        pairs = zip(self.places, self.designs, strict=True)
        return np.stack([theta[..., places] @ matrix for places, matrix in pairs])

    def eta(self, theta: Array) -> Array:
        """Those of the truths."""
        return self.etas(theta)[: self.blocks]

    def reach(self, direction: Array) -> float:
        return float(np.abs(self.etas(direction)).max(initial=0.0))

    def at(self, thetas: Array, surveys: Which | None = None) -> Evaluation:
        if self.count > ROWS_AT_ONCE:
            return Evaluation.summed([part.at(thetas, surveys) for part in self._parts])
        numbers = self.count * max(self.tables.truths, len(self.designs) ** 2)
        return at_once(self._at, thetas, surveys, numbers)

    def scores(self, thetas: Array, surveys: Which) -> Array:
        if self.count > ROWS_AT_ONCE:
            return np.concatenate([part.scores(thetas, surveys) for part in self._parts], axis=1)
        slope = self.log_rows(thetas, surveys).slope * of_surveys(self.weights, surveys)
        return np.swapaxes(by_parameter(self.designs, slope), 1, 2)

    def _at(self, thetas: Array, surveys: Which) -> Evaluation:
        rows = self.log_rows(thetas, surveys)
        with np.errstate(invalid="ignore"):  # an impossible report has no derivatives
            counted = of_surveys(self.weights, surveys)
            slopes = zip(rows.slope * counted, self.designs, strict=True)
            gradients = [slope @ matrix.T for slope, matrix in slopes]
            hessians = bends_by_parameter(self.designs, rows.bend, counted)
            values = (rows.value * counted).sum(axis=1)
        return Evaluation.possible(values, np.concatenate(gradients, axis=1), hessians)

    def log_rows(self, thetas: Array, surveys: Which) -> Derivatives:
        """The logarithm of the chance of each row's report, and two derivatives.

        Each of the surveys has its own point.
        """
        told = np.moveaxis(of_surveys(self._likelihoods, surveys), 1, 0)
        safe = [of_surveys(rows, surveys) for rows in self._safe_rows]
        return log_rows(self.chances(thetas, told, safe), (len(thetas), self.count))

    def expected_information(self, theta: Array) -> Array:
        """The sum over rows of w_i sum_r (dL_r)(dL_r)' / L_r, over all reports that could be."""
        total = np.zeros((self.size, self.size))
        for number, table in enumerate(self.tables.arrays):
            rows = self.tables.used == number
            part = self.restricted(rows)
            for report in range(len(table)):
                asked = replace(part, reports=np.full(part.count, report))
                told = asked.log_rows(theta[None], ALONE)
                (scores,) = by_parameter(asked.designs, told.slope)
                total += (scores * np.exp(told.value[0]) * part.weights) @ scores.T
        return total

    def drawn_variance(self, theta: Array, parts: Array) -> Array:
        """What the tables draw of the sum of scores, each row counted with a part.

        Nobody lies.
        """
        shares = self.link.probabilities(self.eta(theta)).T
        total = np.zeros((self.size, self.size))
        for number, table in enumerate(self.tables.arrays):
            rows = self.tables.used == number
            # As if each row had given each report: one survey a report.
            every = np.arange(len(table))
            told = np.tile(every[:, None], int(rows.sum()))
            asked = replace(self.restricted(rows), reports=told)
            chances = table @ shares[rows].T
            slopes = asked.log_rows(np.tile(theta, (len(table), 1)), every).slope
            scores = np.swapaxes(by_parameter(asked.designs, slopes), 1, 2)
            scores = np.where(chances[:, :, None] > 0, scores, 0.0)
            # A weighted score varies by the square of its weight.
            counted = parts[rows] * asked.weights**2
            total += drawn_variance(table, shares[rows], scores, counted)
        return total

    @property
    def uncertain(self) -> float:
        """The same whatever the link, and another of item counts, whose truths are pairs."""
        return UNCERTAIN_OF_COUNTS if self.link.name == "trait" else UNCERTAIN

    def drawn(self, models: Sequence[Model], count: int) -> OutcomeLikelihood:
        """That of so many surveys of other reports from each of some models."""
        reports = []
        for theta, random in models:
            numbers = np.stack([self.numbers(random) for _ in range(count)])
            reports.append(self.outcomes(theta, numbers))
        return replace(self, reports=np.concatenate(reports))

    def numbers(self, random: np.random.Generator) -> Array:
        """Those by which the reports of a survey are drawn."""
        return random.random(self.count)

    def outcomes(self, theta: Array, numbers: Array) -> np.ndarray:
        """The reports of the model at the parameters by such numbers, of a survey each row."""
        honest = self.link.probabilities(self.eta(theta))
        silent = np.zeros((self.tables.most, self.count))
        told = honest.copy()
        for kind, eta in zip(self.lying, self.etas(theta)[self.blocks :], strict=True):
            # Liars leave the tables: what they tell is the safe report.
            liars = honest * kind.liable[:, None] * logistic(eta)
            told -= liars
            safe = np.array(kind.safe)[self.tables.used]
            silent[safe, np.arange(len(safe))] += liars.sum(axis=0)
        return self.tables.drawn(told[:, None], silent[:, None], numbers)

    def openly(self) -> tuple[tuple[slice, OutcomeLikelihood], ...]:
        """Direct answers about the truths, and about lying, each with the places of its part."""
        truths = open_answers(self.covariates, self.tables.truths, self.link)
        of_liars = [open_answers(kind.covariates, 2, LogitLink()) for kind in self.lying]
        found = zip(self.places[self.blocks :], of_liars, strict=True)
        return (slice(0, self.of_truths), truths), *found

    def constant(self, shares: Array) -> Array:
        """Coefficients of truths whose linear predictors are nearly those of constant shares."""
        eta = self.link.constant(shares)
        free = len(eta) - self.link.flat
        solved = nearly_solved(self.covariates, np.tile(eta[:free], (len(self.covariates), 1)))
        return np.append(solved.T.ravel(), eta[free:])

    def near(self, covariates: Array) -> Array:
        """Zero: all categories are alike."""
        return np.zeros(self.size)

    def chances(self, theta: Array, likelihoods: Array, safe: Sequence[Array]) -> Derivatives:
        """The chance of a report in each row, with derivatives in all linear predictors.

        It is linear in the share of each kind of liars, and without products of these shares.
        Rows of several surveys, each with its own point, stand behind each other.
        """
        etas = self.etas(theta).reshape(len(self.designs), -1)
        eta, of_liars = np.split(etas, [self.blocks])
        likelihoods = likelihoods.reshape(self.tables.truths, -1)
        shares = logistic(of_liars)
        kinds = zip(self.lying, safe, strict=True)
        away = [kind.liable[:, None] * (given.ravel() - likelihoods) for kind, given in kinds]
        told = likelihoods
        for share, moved in zip(shares, away, strict=True):
            told = told + share * moved
        found = self.link.chances(eta, told)
        for share, moved in zip(shares, away, strict=True):
            found = _with_liars(found, share, self.link.chances(eta, moved))
        return found

    @cached_property
    def _parts(self) -> list[OutcomeLikelihood]:
        """So many rows each as can be evaluated together."""
        starts = range(0, self.count, ROWS_AT_ONCE)
        return [self.restricted(slice(start, start + ROWS_AT_ONCE)) for start in starts]

    def restricted(self, rows: np.ndarray | slice) -> OutcomeLikelihood:
        """That of some rows."""
        return replace(
            self,
            covariates=self.covariates[rows],
            reports=self.reports[..., rows],
            weights=self.weights[..., rows],
            tables=replace(self.tables, used=self.tables.used[rows]),
            lying=tuple(replace(kind, covariates=kind.covariates[rows]) for kind in self.lying),
        )

    @cached_property
    def _likelihoods(self) -> Array:
        """P[y, j] of the rows of each survey, shape (surveys, k, n)."""
        return np.moveaxis(self.tables.likelihoods(np.atleast_2d(self.reports)), 0, 1)

    @cached_property
    def _safe_rows(self) -> list[Array]:
        reports = np.atleast_2d(self.reports)
        return [kind.safe_rows(reports, self.tables.used) for kind in self.lying]


def _with_liars(told: Derivatives, share: Array, moved: Derivatives) -> Derivatives:
    """One linear predictor more: the logit of a share of liars, by which chances are `moved`."""
    # d xi / d zeta = xi (1 - xi), which changes by 1 - 2 xi times itself.
    first = share * (1 - share)
    slope = np.concatenate([told.slope, (first * moved.value)[None]])
    bend = np.zeros((len(slope), *slope.shape))
    bend[:-1, :-1] = told.bend
    width = len(moved.slope)
    bend[:width, -1] = first * moved.slope
    bend[-1, :width] = bend[:width, -1]
    bend[-1, -1] = first * (1 - 2 * share) * moved.value
    return Derivatives(told.value, slope, bend)


def open_answers(covariates: Array, truths: int, link: Link) -> OutcomeLikelihood:
    """The likelihood as if KNOWN respondents of each truth, spread over all rows, had told it.

    Of very many rows over ROWS_AT_ONCE, always the same: of a million all took a second.
    """
    if len(covariates) > ROWS_AT_ONCE:
        some = np.random.default_rng(0).choice(len(covariates), ROWS_AT_ONCE, replace=False)
        covariates = covariates[some]
    rows = len(covariates)
    return OutcomeLikelihood(
        np.tile(covariates, (truths, 1)),
        np.repeat(np.arange(truths), rows),
        np.full(rows * truths, KNOWN / rows),
        Tables((np.eye(truths),), np.zeros(rows * truths, int)),
        link,
    )


def places_of(designs: Sequence[Array]) -> tuple[slice, ...]:
    """Where the parameters of each linear predictor are."""
    ends = np.cumsum([0, *map(len, designs)]).tolist()
    return tuple(map(slice, ends[:-1], ends[1:]))


def by_parameter(designs: Sequence[Array], slope: Array) -> Array:
    """Row scores in the parameters from those in the linear predictors, shape (s, p, n)."""
    pairs = zip(slope, designs, strict=True)
    return np.concatenate([each[:, None] * matrix for each, matrix in pairs], axis=1)


def bends_by_parameter(designs: Sequence[Array], bend: Array, weights: Array) -> Array:
    """The weighted sum over rows of second derivatives in the parameters."""
    places = places_of(designs)
    size = places[-1].stop
    found = np.empty((len(weights), size, size))
    weighted = bend * weights
    for b, left in enumerate(designs):
        for c, right in enumerate(designs[: b + 1]):
            block = weighted_squares(left, right, weighted[b, c])
            found[:, places[b], places[c]] = block
            found[:, places[c], places[b]] = np.swapaxes(block, 1, 2)
    return found


def log_rows(chances: Derivatives, shape: tuple[int, ...]) -> Derivatives:
    """Derivatives of log L from those of L, in the shape of the reports.

    What is impossible has none; they are zero, as in a mixture such a row counts for nothing.
    """
    # Over infinity the derivatives of what is impossible are zero.
    chance = np.where(chances.value > 0, chances.value, np.inf)
    with np.errstate(all="ignore"):  # nor has what a linear link makes less than impossible
        slope = chances.slope / chance
        bend = chances.bend / chance - slope[:, None] * slope
        value = np.log(chances.value)
    width = len(slope)
    return Derivatives(
        value.reshape(shape), slope.reshape(width, *shape), bend.reshape(width, width, *shape)
    )
