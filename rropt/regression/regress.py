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

    The answer is the outcome (`smokes ~ age`), or, with `randomized="smokes"`, a predictor of an
    ordinary outcome (`wage ~ smokes + age`, `family` normal or binary; its own distribution is a
    logit in `prevalence`, by default the other terms). Several tables in one survey: `design` is a
    dictionary {value: design}, and `design_column` says which value each row has. `safe` names the
    report that a share of respondents gives whatever the question: the share is estimated.
    `errors` are observed, expected or sandwich; weights, clusters and strata need the sandwich.

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
    return [np.zeros(likelihood.size), _constant(likelihood, _shares(likelihood))]


def _shares(likelihood: OutcomeLikelihood) -> Array:
    """The maximum-likelihood shares of the truths if covariates told nothing, nearly, by EM."""
    tables = likelihood.tables
    rows = tables.likelihoods(likelihood.reports)
    shares = np.full(tables.truths, 1 / tables.truths)
    for _ in range(EM_STEPS):
        joint = rows * shares
        posterior = joint / joint.sum(axis=1, keepdims=True)
        shares = likelihood.weights @ posterior / likelihood.weights.sum()
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
