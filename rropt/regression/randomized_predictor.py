"""Fits in which the randomized answer is a predictor of an ordinary outcome."""

from __future__ import annotations

from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.entry_rules import EntryRules
from rropt.estimating.results import library_of
from rropt.exact import InputError
from rropt.regression.fitted import Groups, fit_from
from rropt.regression.links import Array
from rropt.regression.model_data import (
    RecordColumns,
    as_pandas,
    channels_of,
    codes_of,
    complete_rows,
    covariates_of,
    labels_in,
    numbers,
    parsed,
    report_indices,
    require_column,
    split_formula,
    tables_of,
    used_tables,
    variables_of,
    weights_of,
)
from rropt.regression.predictor_likelihood import (
    BinaryOutcome,
    NormalOutcome,
    PredictorLikelihood,
)
from rropt.regression.regression import FitWords, Regression
from rropt.regression.spoken_names import in_written_names, spoken, written

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
    frame = as_pandas(data)
    outcome, right = split_formula(formula, list(frame.columns))
    channels, named = channels_of(design, columns.design)
    require_column(frame, randomized)
    randomized = written(randomized)
    if randomized not in variables_of(right, frame):
        raise InputError(
            f"formula must have {spoken(randomized)!r} on its right side, got {formula!r}"
        )
    labels = labels_in(channels, randomized, named, columns.design, rules)
    frame, dropped = complete_rows(frame, right, columns.named(outcome, randomized), labels, rules)
    used = used_tables(frame, columns.design, named)
    reports = report_indices(frame[randomized], used, channels, randomized, rules)
    matrices, names = _matrices(right, frame, randomized, channels[0])
    others = in_written_names(prevalence or "", list(frame.columns))
    shares = covariates_of(others or _without(right, randomized), frame)
    likelihood = PredictorLikelihood(
        _outcome(frame, outcome, family),
        matrices,
        shares.matrix,
        tables_of(channels, used).likelihoods(reports),
        weights_of(frame, columns.weights),
        FAMILIES[family](),
    )
    groups = Groups(codes_of(frame, columns.clusters), codes_of(frame, columns.strata))
    fitted = fit_from(likelihood, _starts(likelihood), groups)
    notes = (f"{dropped} rows with missing values were left out",) if dropped else ()
    model = f"{family} outcome; {spoken(randomized)} is known through the table of its reports"
    all_names = _names(names, likelihood, shares.names, channels[0])
    words = FitWords(formula, model, all_names, len(frame), notes, library_of(data))
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
