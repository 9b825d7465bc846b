"""`regress`: from a formula, data and a design to a fitted model."""

from __future__ import annotations

from typing import Any

import numpy as np

from rropt.exact import InputError
from rropt.regression.fitted import Groups, fit_from
from rropt.regression.links import Array, link_named
from rropt.regression.model_data import RecordColumns, Records, as_pandas, records_of, split_formula
from rropt.regression.outcome_likelihood import OutcomeLikelihood
from rropt.regression.predictions import OutcomePredictor
from rropt.regression.randomized_predictor import fit_predictor
from rropt.regression.regression import FitWords, Regression

EM_STEPS = 100
"""For the start only: the shares of the truths without covariates, near enough."""


SCATTERED = 24
SPREADS = (2.0, 5.0, 10.0, 20.0)
"""In units that move some linear predictor by one. Of 120 surveys of 200 reports of three truths
(kept with probability 0.6) 15 have their maximum far from those that plain starts reach; a
scattered start finds it once in seven."""

MOST_SCATTERED = 2000
"""With more reports the likelihood has been seen with one maximum only."""


def regress(
    formula: str,
    data: Any,
    design: Any,
    *,
    link: str = "logit",
    randomized: str | None = None,
    family: str = "normal",
    prevalence: str | None = None,
    design_column: str | None = None,
    weights: str | None = None,
    clusters: str | None = None,
    strata: str | None = None,
    safe: str | None = None,
    errors: str | None = None,
    missing: str = "refuse",
) -> Regression:
    """Regression with a randomized answer, by maximum likelihood through the design's table.

    The answer is the outcome (`smokes ~ age`), or, with `randomized`, a predictor of an ordinary
    outcome (`wage ~ smokes + age`). The first truth is the baseline.

    | option | what it is |
    |---|---|
    | `design` | a design, a device, a channel or rows; of several {value: design} |
    | `design_column` | the column that says which of several designs a row answered by |
    | `link` | logit (any number of truths), probit or linear (two truths) |
    | `randomized` | the column of reports that is a predictor |
    | `family` | of the outcome then: normal or binary |
    | `prevalence` | terms of the logit of the predictor's own distribution: by default the others |
    | `weights` | a column of sampling weights: pseudo-likelihood, sandwich errors |
    | `clusters`, `strata` | columns of the sampling design: sandwich errors by them |
    | `safe` | the report that a share of respondents gives whatever is asked: it is estimated |
    | `errors` | from the observed information (the default), the expected one, or sandwich |
    | `missing` | refuse rows with missing values (the default), or drop them with a note |

    The result has `coefficients`, `stderr`, `loglik`, `covariance`, `aic`, `bic`; `interval(name)`
    by profile likelihood (`profile`; for at most 300 reports `calibrated` by drawn surveys; `wald`
    where errors are sandwich), or by the `method` of these that is asked for; `test` by lr, wald or
    score; `predict`, `effects`, `plot`, `summary`, `to_frame`, `to_latex`, `to_json`.

    >>> import rropt as rr
    >>> from fractions import Fraction
    >>> warner = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["no", "yes"])
    >>> data = {"report": [0, 1] * 40 + [0] * 20, "x": [0.0, 1.0] * 50}
    >>> fit = regress("report ~ x", data, warner)
    >>> sorted(fit.coefficients)
    ['Intercept', 'x']
    """
    columns = RecordColumns(design_column, weights, clusters, strata)
    chosen = _errors(errors, columns)
    if randomized is not None:
        if safe is not None or link != "logit":
            raise InputError("safe and link must be left out for a randomized predictor")
        return fit_predictor(
            formula, data, design, randomized, family, prevalence, columns, missing, chosen
        )
    records = records_of(formula, data, design, columns, missing, safe)
    likelihood = OutcomeLikelihood(
        records.covariates.matrix,
        records.reports,
        records.weights,
        records.tables,
        link_named(link, len(records.truths)),
        safe is not None,
    )
    groups = Groups(records.clusters, records.strata)
    fitted = fit_from(likelihood, _starts(likelihood), groups)
    right = split_formula(formula)[1]
    frame = as_pandas(data)
    predictor = OutcomePredictor(likelihood, records.covariates, right, frame, records.truths)
    words = FitWords(formula, _model(records, link), len(records.reports), _notes(records, link))
    return Regression(fitted, coefficient_names(records, likelihood), chosen, words, predictor)


def _errors(errors: str | None, columns: RecordColumns) -> str:
    grouped = any((columns.weights, columns.clusters, columns.strata))
    if errors is None:
        return "sandwich" if grouped else "observed"
    if grouped and errors != "sandwich":
        raise InputError(f"errors must be sandwich with weights, clusters or strata, got {errors}")
    return errors


def coefficient_names(records: Records, likelihood: OutcomeLikelihood) -> tuple[str, ...]:
    """Names of the parameters in their order."""
    labels = records.truths[1:]
    if len(labels) == 1:
        names = list(records.covariates.names)
    else:
        names = [f"{name}[{label}]" for label in labels for name in records.covariates.names]
    return (*names, "logit cheating") if likelihood.cheating else tuple(names)


def _starts(likelihood: OutcomeLikelihood) -> list[Array]:
    """Zero, and the shares without covariates."""
    if likelihood.link.name == "linear":
        return [_constant(likelihood, np.full(2, 0.5)), _constant(likelihood, _shares(likelihood))]
    near = [np.zeros(likelihood.size), _constant(likelihood, _shares(likelihood))]
    return near + _scattered(likelihood)


def _scattered(likelihood: OutcomeLikelihood) -> list[Array]:
    """Starts far apart, always the same: with few reports the likelihood has several maxima."""
    if likelihood.tables.truths == 2 or len(likelihood.reports) > MOST_SCATTERED:
        return []
    random = np.random.default_rng(0)
    units = np.array([1 / (likelihood.reach(column) or 1.0) for column in np.eye(likelihood.size)])
    lengths = np.tile(SPREADS, SCATTERED // len(SPREADS))
    return [length * units * random.normal(size=likelihood.size) for length in lengths]


def _shares(likelihood: OutcomeLikelihood) -> Array:
    """The maximum-likelihood shares of the truths if covariates told nothing, nearly, by EM."""
    tables = likelihood.tables
    kinds = likelihood.reports + (likelihood.reports.max() + 1) * tables.used
    _, first, places = np.unique(kinds, return_index=True, return_inverse=True)
    rows = tables.likelihoods(likelihood.reports)[first]
    weights = np.bincount(places, likelihood.weights)
    shares = np.full(tables.truths, 1 / tables.truths)
    for _ in range(EM_STEPS):
        joint = rows * shares
        posterior = joint / joint.sum(axis=1, keepdims=True)
        shares = weights @ posterior / weights.sum()
    return shares.clip(1e-3) / shares.clip(1e-3).sum()


def _constant(likelihood: OutcomeLikelihood, shares: Array) -> Array:
    """Coefficients whose linear predictors are nearly those of constant shares."""
    from scipy.special import ndtri

    if likelihood.link.name == "logit":
        eta = np.log(shares[1:] / shares[0])
    else:
        eta = ndtri(shares[1:]) if likelihood.link.name == "probit" else shares[1:]
    wanted = np.broadcast_to(eta, (len(likelihood.reports), len(eta)))
    found = np.linalg.lstsq(likelihood.covariates, wanted, rcond=None)[0].T.ravel()
    if not likelihood.cheating:
        return found
    return np.append(found, -2.0)


def _model(records: Records, link: str) -> str:
    kind = "multinomial logit" if link == "logit" and len(records.truths) > 2 else link
    tables = "" if len(records.channels) == 1 else f" and {len(records.channels)} tables"
    return f"{kind} of {' / '.join(records.truths)} through the table of the reports{tables}"


def _notes(records: Records, link: str) -> tuple[str, ...]:
    notes = []
    if records.dropped:
        notes.append(f"{records.dropped} rows with missing values were left out")
    if len(records.truths) > 2:
        notes.append(f"baseline: {records.truths[0]}")
    return tuple(notes)
