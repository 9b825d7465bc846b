"""`regress`: from a formula, data and a design to a fitted model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rropt.data.entry_rules import Codes, EntryRules, ReadingOptions, Stated, Words
from rropt.data.frame_columns import library_of
from rropt.data.respondents import SurveyColumns
from rropt.elapsed import shows_elapsed
from rropt.exact import InputError, Number
from rropt.exact.renamed import renamed
from rropt.survey.asked_designs import columns_named
from rropt.survey.item_counts import ItemCount
from rropt.survey.pooled_designs import report_place
from rropt.survey.regression.fitted import Fitted, fit_from
from rropt.survey.regression.links import (
    Array,
    BetaBinomialLink,
    BinomialLink,
    Link,
    LogitLink,
    TraitLink,
    link_named,
)
from rropt.survey.regression.model_data import (
    Records,
    Reported,
    records_of,
)
from rropt.survey.regression.model_formula import coefficient_names, covariates_of
from rropt.survey.regression.newton import TINY_IS_ZERO
from rropt.survey.regression.outcome_likelihood import Lying, OutcomeLikelihood, Tables
from rropt.survey.regression.predictions import OutcomePredictor
from rropt.survey.regression.random_intercepts import fit_intercepts, grouped
from rropt.survey.regression.randomized_predictor import fit_predictor
from rropt.survey.regression.regression import REMINDER, FitWords, Regression
from rropt.survey.regression.starts import is_scattered, starts_of

FITTED = {"logit": "log-odds", "probit": "probit", "linear": "chance"}
"""What of a truth is linear in the covariates, by the link."""

COUNTS_TELL = (
    "privacy: in the treatment group a count of none or of all items reveals the sensitive one"
)

TRAIT = ("no", "yes")
"""The truths of item counts: whether the sensitive item is true."""

TRAIT_ITSELF = Tables((np.eye(2),), np.zeros(0, int))
"""Predictions of item counts are of the trait, whose linear predictor is the first one."""

MOST_TRUTHS = 40
"""Each has a linear predictor of its own: all intervals of 40 take minutes, and the second
derivatives of 200 in each row a gigabyte."""


class RegressionOptions(ReadingOptions, total=False):
    """What `regress` takes beside the formula, the data and the design."""

    link: str
    randomized: str | Sequence[str] | None
    family: str | None
    prevalence: str | None
    design_column: str | None
    weights: str | None
    clusters: str | None
    strata: str | None
    population: Number | Mapping[str, Number] | None
    groups: str | None
    noncompliance: str | None
    liars: str | Sequence[str] | None
    lying: str | None
    errors: str | None


@renamed(safe="noncompliance")
@shows_elapsed
@TINY_IS_ZERO
def regress(
    formula: str,
    data: Any,
    design: Any,
    *,
    link: str = "logit",
    randomized: str | Sequence[str] | None = None,
    family: str | None = None,
    prevalence: str | None = None,
    design_column: str | None = None,
    weights: str | None = None,
    clusters: str | None = None,
    strata: str | None = None,
    population: Number | Mapping[str, Number] | None = None,
    groups: str | None = None,
    noncompliance: str | None = None,
    liars: str | Sequence[str] | None = None,
    lying: str | None = None,
    errors: str | None = None,
    missing: Stated = "refuse",
    na: Words | None = None,
    codes: Codes | None = None,
) -> Regression:
    """Regression with a randomized answer, by maximum likelihood through the design's table.

    The answer is the outcome (`smokes ~ age`), or, with `randomized`, a predictor of an ordinary
    outcome (`wage ~ smokes + age`). The first truth is the baseline. Several answers may be
    predictors, and the outcome a randomized one beside them (`smokes ~ drinks + age`, both named):
    their truths have a joint distribution, which is estimated with the coefficients.

    | option | what it is |
    |---|---|
    | `data` | a data frame, a dictionary of columns, or a file of them |
    | `design` | a design, a device, a channel or rows; of several {value: design} |
    | | of several columns one for all, or {column: design}; or `rr.ItemCount` for item counts |
    | `design_column` | the column that says which of several designs a row answered by |
    | `link` | logit (any number of truths), probit or linear (two truths) |
    | `randomized` | the column of reports that is a predictor, or several columns |
    | `family` | of an ordinary outcome then: normal (the default) or binary |
    | `prevalence` | terms of the logit of the predictor's own distribution: by default the others |
    | `weights` | a column of sampling weights: pseudo-likelihood, sandwich errors; |
    | | of weight 0 are rows that were asked, and are no part of the fit |
    | `clusters`, `strata` | columns of the sampling design: sandwich errors by them; by clusters |
    | | Student's t and F, with clusters minus strata degrees of freedom |
    | `population` | how many clusters (people, where there are none) there are to ask, or of each |
    | | stratum: of a finite population whom one asks is less random |
    | `groups` | a column whose values have random intercepts, for two truths |
    | `noncompliance` | the report that a share of people gives whatever is asked: it is estimated |
    | `liars` | truths whose holders may do so: by default all, cheaters; one for a lie detector |
    | | of item counts: ceiling, floor or both, the holders whose count would reveal them |
    | `lying` | terms of the logit of their share: by default it is constant |
    | `errors` | from the observed information (the default), the expected one, or sandwich |
    | `missing` | refuse rows with missing values (the default), or drop them with a note |
    | `na` | words for a missing value besides blanks: by default NA, NaN, null and their like |
    | `codes` | what the data write for a label: {"0": "no", "1": "yes"} |

    The result has what statsmodels' have: `params`, `bse`, `pvalues`, `cov_params()`, `conf_int()`,
    `llf`, `nobs`, `aic`, `bic`, `summary`, `predict`; `interval(name)` by profile likelihood
    (`profile`; `wald` where errors are sandwich; `calibrated` by drawn surveys where reports tell
    little), or by the `method` of these that is asked for; `test` by lr, calibrated, wald or score;
    `effects`, `plot`, `to_frame`, `to_latex`, `to_json`.

    >>> import rropt as rr
    >>> from fractions import Fraction
    >>> warner = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["no", "yes"])
    >>> data = {"report": [0, 1] * 40 + [0] * 20, "x": [0.0, 1.0] * 50}
    >>> fit = regress("report ~ x", data, warner)
    >>> list(fit.params.index)
    ['Intercept', 'x']
    """
    columns = SurveyColumns(
        design_column=design_column,
        weights=weights,
        strata=strata,
        clusters=clusters,
        groups=groups,
    )
    chosen = _errors(errors, columns, population)
    rules = EntryRules.of(missing, na, codes)
    plain = noncompliance is None and groups is None and link == "logit"
    honest = noncompliance is None and groups is None and randomized is None
    # What a table draws is known where people follow it, and only the outcome is randomized.
    if population is not None and not (honest and not isinstance(design, ItemCount)):
        raise InputError(
            "population must be left out with noncompliance, groups, randomized or item counts"
        )
    if randomized is not None:
        _require_plain(plain, "a randomized predictor")
        _silent(noncompliance, liars, lying)
        named = columns_named(randomized, "randomized")
        return fit_predictor(
            formula, data, design, named, family, prevalence, columns, rules, chosen
        )
    if family is not None or prevalence is not None:
        raise InputError("randomized must be given with family or prevalence: they are of it")
    if isinstance(design, ItemCount):
        _require_plain(plain, "item counts")
        silent = _silent_of_counts(design, columns, liars, lying)
    else:
        silent = _silent(noncompliance, liars, lying)
    terms = (lying or "1") if silent else None
    tables = design.tables if isinstance(design, ItemCount) else design
    records = records_of(formula, data, tables, columns, rules, terms)
    records = replace(records, sampled=records.sampled.within(population))
    return _of_outcome(formula, records, design, link, silent, chosen, library_of(data))


def _of_outcome(
    formula: str,
    records: Records,
    design: Any,
    link: str,
    silent: Sequence[Silent],
    errors: str,
    library: str,
) -> Regression:
    """The fit of a randomized answer or of item counts; frames go out as those of a library."""
    (answer,) = records.reported
    if len(answer.truths) > MOST_TRUTHS:
        raise InputError(
            f"design must have at most {MOST_TRUTHS} truths for a regression, got "
            f"{len(answer.truths)}: shares by group are estimated at any number (`rropt estimate "
            "--by`)"
        )
    if isinstance(design, ItemCount) and len(np.unique(answer.tables.used)) < 2:
        raise InputError("design_column must hold both groups of item counts, got one")
    covariates = covariates_of(records.right, records.frame)
    if isinstance(design, ItemCount):
        model = _of_counts(design, covariates.names)
    else:
        model = _plain(answer, link, covariates.names)
    shares, kinds = _lying(records, answer, silent)
    likelihood = OutcomeLikelihood(
        covariates.matrix, answer.reports, records.weights, answer.tables, model.link, kinds
    )
    deviations = () if records.groups is None else ("sd of groups",)
    told = model.predicted(likelihood)
    predictor = OutcomePredictor(
        told, covariates, records.right, records.frame, model.truths, bool(deviations)
    )
    # Item counts tell the trait by how counts are distributed, which is what their model says.
    hidden = () if isinstance(design, ItemCount) else answer.notes
    words = FitWords(
        formula,
        model.said,
        (*model.names, *shares, *deviations),
        len(answer.reports),
        (*hidden, *records.notes),
        len(deviations),
        model.privacy,
    )
    return Regression(_fit(likelihood, records), errors, words, predictor, frames=library)


def _require_plain(plain: bool, what: str) -> None:
    if not plain:
        raise InputError(f"noncompliance, groups and link must be left out for {what}")


@dataclass(frozen=True)
class ModelOfOutcome:
    """The link of an outcome, the truths that are of interest, names of coefficients, words."""

    link: Link
    truths: tuple[str, ...]
    names: tuple[str, ...]
    said: str
    privacy: str = REMINDER

    def predicted(self, likelihood: OutcomeLikelihood) -> OutcomeLikelihood:
        """That of the truths of interest alone, as predictions take it."""
        if not isinstance(self.link, TraitLink):
            return likelihood
        return replace(likelihood, tables=TRAIT_ITSELF, link=LogitLink(), lying=())


def _plain(answer: Reported, link: str, covariates: tuple[str, ...]) -> ModelOfOutcome:
    """Of a randomized answer."""
    baseline, *others = answer.truths
    count = len(answer.channels)
    tables = "the table" if count == 1 else f"the {count} tables"
    known = link_named(link, len(answer.truths))
    said = f"{FITTED[link]} of {', '.join(others)} (baseline {baseline})"
    return ModelOfOutcome(
        known,
        answer.truths,
        coefficient_names(covariates, answer.truths),
        f"{said} through {tables} of the reports",
    )


def _of_counts(counted: ItemCount, covariates: tuple[str, ...]) -> ModelOfOutcome:
    """Of a sensitive item among others that are counted."""
    of_items = tuple(f"items: {name}" for name in covariates)
    counts: LogitLink | BinomialLink = BinomialLink(counted.items)
    others = "binomial counts"
    if counted.counts == "beta-binomial":
        counts, others = BetaBinomialLink(counted.items), "beta-binomial counts"
        of_items = (*of_items, "items: logit of their correlation")
    if counted.counts == "any":
        counts, others = LogitLink(), "any distribution"
        of_items = coefficient_names(of_items, tuple(map(str, range(counted.items + 1))))
    said = f"log-odds of the sensitive item, with {others} of {counted.items} others"
    return ModelOfOutcome(TraitLink(counts), TRAIT, (*covariates, *of_items), said, COUNTS_TELL)


Silent = tuple[str, str, str | Sequence[str] | None]
"""A kind of liars: what it is called, the report that they give whatever is asked, and the truths
that they may have; None: any."""


def _silent(
    noncompliance: str | None, liars: str | Sequence[str] | None, lying: str | None
) -> tuple[Silent, ...]:
    """Who gives the safe report of a randomized answer."""
    if noncompliance is not None:
        return (("lying", noncompliance, liars),)
    if liars is not None or lying is not None:
        raise InputError(
            "noncompliance must be given with liars or lying: the report that they give"
        )
    return ()


def _silent_of_counts(
    counted: ItemCount,
    columns: SurveyColumns,
    liars: str | Sequence[str] | None,
    lying: str | None,
) -> tuple[Silent, ...]:
    """Who lies about a count, and what they report; of both ends each has its own share."""
    if columns.design_column is None:
        raise InputError("design_column must name the column of the groups for item counts")
    if liars is None:
        if lying is not None:
            raise InputError("liars must be given with lying: ceiling, floor or both")
        return ()
    ends = columns_named(liars, "liars")
    kinds = []
    for end in ends:
        truth, report = counted.liable(end)
        kinds.append((f"lying at the {end}" if len(ends) > 1 else "lying", report, truth))
    return tuple(kinds)


def _lying(
    records: Records, answer: Reported, silent: Sequence[Silent]
) -> tuple[tuple[str, ...], tuple[Lying, ...]]:
    """The names of the coefficients of each kind's share, and the kinds in the likelihood."""
    if records.terms is None:
        return (), ()
    shares = covariates_of(records.terms, records.frame)
    names = tuple(f"{kind}: {name}" for kind, _, _ in silent for name in shares.names)
    kinds = []
    for _, report, liars in silent:
        safe = tuple(report_place(channel, report) for channel in answer.channels)
        kinds.append(Lying(shares.matrix, liable(answer.truths, liars), safe))
    return names, tuple(kinds)


def liable(truths: tuple[str, ...], liars: str | Sequence[str] | None) -> Array:
    """1 for a truth whose holders may lie.

    >>> liable(("no", "yes"), "yes")
    array([0., 1.])
    """
    if liars is None:
        return np.ones(len(truths))
    named = [liars] if isinstance(liars, str) else list(liars)
    for label in named:
        if label not in truths:
            raise InputError(f"liars must be of {', '.join(truths)}, got {label!r}")
    return np.array([float(truth in named) for truth in truths])


def _fit(likelihood: OutcomeLikelihood, records: Records) -> Fitted:
    """The best fit, with random intercepts where records have groups."""
    sampled = records.sampled
    if records.groups is not None and not sampled.is_one_by_one:
        raise InputError("groups must be left out with clusters or strata")
    plain = fit_from(likelihood, starts_of(likelihood), sampled, is_scattered(likelihood))
    if likelihood.link.name == "linear" and plain.ray_moves[: likelihood.of_truths].any():
        raise InputError(
            "link must be logit or probit for these reports: along a line chances leave 0 to 1, "
            "and the likelihood has no maximum"
        )
    if sampled.parts is not None:
        drawn = likelihood.drawn_variance(plain.theta, sampled.part_of_each)
        return replace(plain, sampled=replace(sampled, drawn=drawn))
    if records.groups is None:
        return plain
    return fit_intercepts(grouped(likelihood, records.groups), plain)


def _errors(errors: str | None, columns: SurveyColumns, population: Any) -> str:
    grouped = columns.sampled or population is not None
    if errors is None:
        return "sandwich" if grouped else "observed"
    if grouped and errors != "sandwich":
        raise InputError(
            f"errors must be sandwich with weights, clusters, strata or a population, got {errors}"
        )
    return errors
