"""Where the fit of a randomized outcome begins: near constant shares, and at partitions of rows.

A likelihood of few reports has many maxima, most of them at infinity: the rows are cut along some
combination of covariates into parts of one truth each, and some cuts suit the reports better than
any smooth change of shares. So fits begin at such cuts. A direction and an order of the truths are
drawn; along the direction the cuts that make the reports likeliest,

    max over t_1 <= ... <= t_(k-1) of sum_i w_i log P[y_i, truth of the part of row i],

are found by dynamic programming for rows that count at random (a Bayesian bootstrap), as otherwise
one direction would have one partition only. Linear predictors that change at the cuts begin there.
With liars P is that of few or many of them by turns, or a share with covariates is cut too.

A start is given by steps, one a row, whose sum it is: of a partition one step for each cut, so that
its cuts stay where each is made longer or shorter.
"""

from __future__ import annotations

import numpy as np

from rropt.survey.regression.links import Array, TraitLink
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood, Tables
from rropt.survey.simplex_search import ascend

START_GAP = 1e-3
"""For a start only: the shares of the truths without covariates, near enough."""

FEW_LIARS = -2.0
"""A start: the logit of one liar in eight."""

LIARS = (-3.0, -1.0, 0.0, 1.5)
"""Logits of their shares by turns; where shares have covariates the last two turns cut them. Of 39
surveys of 50 to 250 reports five fits from few liars alone were too low, by 0.1 to 1.6; from these
shares as constants two were, and with the cuts one."""

PARTITIONS = 200
"""Among each share of liars. Without liars, with halves of the rows (`fitted`), fits of 20
surveys of three and four truths from so many were as high as from 800 without halves or, in two,
higher by 0.2 and 0.5; from none five of ten were too low. Of cheaters whose share has a covariate,
from 100 among each share of them, two of 20 fits were lower, by 0.4 and 0.7."""

MOST_ROWS = 160_000
"""Of all partitions: where there are more rows, cuts that differ have alike likelihoods."""

STEEPNESS = (1.0, 3.0, 9.0, 27.0)
"""How much a linear predictor changes at a cut, on a standard deviation of the direction. Starts of
each kind alone miss maxima that the others reach."""

SHARP = 8.0
"""The linear predictor of the row nearest to a cut: the likeliest partition is a start as it is,
where it is likelier than all changes of STEEPNESS. From these a fit of a hundred rows, of which the
last and the last but two reveal the trait, missed a cut between two near rows by 0.4."""

ROWS_OF_COUNTS = 3000
"""The same of item counts, where a search takes five times as long: in surveys of 30 to 80 rows so
many partitions led to maxima as high as ten times as many, and without any four of nine fits were
too low, by 0.2 to 1.1."""

UNLIKELY = 1e-3
"""In place of no chance: rows that a part makes impossible count in it, but no cut is forbidden."""

WIDE = 12
"""With more coefficients so few starts are nowhere near all maxima, and a fit takes ten times as
long: 10 s for 14 truths and 2000 reports."""

MOST_SCATTERED = 2000
"""With more reports the likelihood has been seen with one maximum only."""


def starts_of(likelihood: OutcomeLikelihood) -> list[Array]:
    """The shares without covariates, and zero and others where there may be several maxima.

    Those of several steps have one in each row.
    """
    # A linear chance must lie between 0 and 1 in all rows, as one half does.
    if likelihood.link.name == "linear":
        return [_constant(likelihood, np.full(2, 0.5)), _constant(likelihood, _shares(likelihood))]
    constant = _constant(likelihood, _shares(likelihood))
    if likelihood.count > MOST_SCATTERED or has_one_maximum(likelihood):
        return [constant]
    near = [np.zeros(likelihood.size), constant]
    return [*near, *partitions(likelihood, constant)] if is_scattered(likelihood) else near


def is_scattered(likelihood: OutcomeLikelihood) -> bool:
    """Whether there may be several maxima, and these are few enough to be sought."""
    few = likelihood.count <= MOST_SCATTERED and likelihood.size <= WIDE
    return few and likelihood.link.name != "linear" and not has_one_maximum(likelihood)


def has_one_maximum(likelihood: OutcomeLikelihood) -> bool:
    """Whether every report tells its truth, of which no link's logarithm has two maxima.

    The log-likelihood is a sum of log pi_j then, concave for a logit and for a probit (Pratt 1981).
    """
    told = all(((table > 0).sum(axis=1) <= 1).all() for table in likelihood.tables.arrays)
    return told and not likelihood.lying and likelihood.link.name in ("logit", "probit")


def partitions(likelihood: OutcomeLikelihood, constant: Array) -> list[Array]:
    """Starts at cuts of the rows by their steps, always the same.

    What no cut changes, as the shares of counts beside a trait, is as in `constant`.
    """
    random = np.random.default_rng(0)
    among_truths = likelihood.lying and not isinstance(likelihood.link, TraitLink)
    liars = LIARS if among_truths else (FEW_LIARS,)
    known = [_parts_among(likelihood, constant, share) for share in liars]
    most = ROWS_OF_COUNTS if isinstance(likelihood.link, TraitLink) else MOST_ROWS
    count = min(PARTITIONS * len(known), most // likelihood.count)
    turns = np.arange(count) // len(STEEPNESS) % len(known)
    logs = np.stack([told for told, _ in known])[turns]
    rest = np.stack([others for _, others in known])[turns]
    along, order, rises = _likeliest(likelihood.covariates, logs, random)
    truths = np.take_along_axis(order, (rises > 0).sum(axis=2), axis=1)
    if len(known) > 1 and any(kind.covariates.shape[1] > 1 for kind in likelihood.lying):
        for place in np.flatnonzero(2 * turns >= len(known)):
            cut = _cut_liars(likelihood, truths[place], random)
            rest[place, likelihood.of_truths :] = cut
    spread = along.std(axis=1)
    steep = np.resize(STEEPNESS, count) / np.where(spread > 0, spread, 1.0)
    found = _with_rises(likelihood, steep[:, None, None] * rises, order, rest)
    steepest = np.arange(len(STEEPNESS) - 1, count, len(STEEPNESS))
    if not len(steepest):
        return [*found]
    told = np.take_along_axis(logs[steepest], truths[steepest, :, None], axis=2)
    best = steepest[[told.sum(axis=(1, 2)).argmax()]]
    nearest = np.abs(rises[best][rises[best] != 0]).min(initial=1.0)
    sharp = _with_rises(likelihood, SHARP / nearest * rises[best], order[best], rest[best])
    # Where a smooth change is likelier it would be followed far, and never to a higher maximum.
    points = np.concatenate([sharp.sum(axis=1), found[steepest].sum(axis=1)])
    as_it_is = likelihood.at(points).value.argmax() == 0
    return [*found, *(sharp if as_it_is else [])]


def _likeliest(
    covariates: Array, logs: Array, random: np.random.Generator
) -> tuple[Array, np.ndarray, Array]:
    """Directions, orders of the parts, and how far each row is beyond each cut, of rows counted at
    random."""
    units = _units(covariates)
    along, order = np.empty(logs.shape[:2]), np.empty(logs.shape[::2], int)
    told = np.empty_like(logs)
    for place, each in enumerate(logs):
        along[place] = covariates @ (units * random.normal(size=len(units)))
        order[place] = random.permutation(logs.shape[2])
        told[place] = each[:, order[place]] * random.exponential(size=(len(each), 1))
    return along, order, along[:, :, None] - best_cuts(along, told)[:, None]


def _units(covariates: Array) -> Array:
    """Of coefficients, in which the largest of each covariate is one."""
    largest = np.abs(covariates).max(axis=0)
    return 1 / np.where(largest > 0, largest, 1.0)  # one that is zero everywhere cuts nothing


def _cut_liars(
    likelihood: OutcomeLikelihood, truths: np.ndarray, random: np.random.Generator
) -> Array:
    """Coefficients of shares of liars that change at the likeliest cuts of rows of these truths."""
    told = likelihood.tables.likelihoods(likelihood.reports)[truths, np.arange(len(truths))]
    found = []
    for kind in likelihood.lying:
        safe = kind.safe_rows(likelihood.reports, likelihood.tables.used)
        both = np.stack([told, np.where(kind.liable[truths] > 0, safe, told)], axis=1)
        counted = likelihood.weights * random.exponential(size=len(told))
        logs = np.log(np.maximum(both, UNLIKELY)) * counted[:, None]
        units = _units(kind.covariates)
        along = kind.covariates @ (units * random.normal(size=len(units)))
        steep = random.choice(STEEPNESS) / (along.std() or 1.0)
        rises = steep * (along - best_cuts(along, logs))
        found.append(np.linalg.lstsq(kind.covariates, rises, rcond=None)[0])
    return np.concatenate(found)


def _parts_among(
    likelihood: OutcomeLikelihood, constant: Array, liars: float
) -> tuple[Array, Array]:
    """What each row tells in each part among so many liars, and what no cut changes."""
    told = _of_parts(likelihood, constant, liars)
    rest = constant.copy()
    rest[: (told.shape[1] - 1) * likelihood.covariates.shape[1]] = 0
    rest[likelihood.of_truths :] = _constant_liars(likelihood, liars)
    return np.log(np.maximum(told, UNLIKELY)) * likelihood.weights[:, None], rest


def _of_parts(likelihood: OutcomeLikelihood, constant: Array, liars: float) -> Array:
    """The chance of each row's report in the parts of the rows: given its truth, or its trait."""
    told = likelihood.tables.likelihoods(likelihood.reports).T
    if not isinstance(likelihood.link, TraitLink):
        for kind in likelihood.lying:
            lying = kind.liable / (1 + np.exp(-liars))
            safe = kind.safe_rows(likelihood.reports, likelihood.tables.used)
            told = told + lying * (safe[:, None] - told)
        return told
    shares = likelihood.link.probabilities(likelihood.eta(constant)).T
    of_traits = (len(told), 2, -1)
    together: Array = (shares * told).reshape(of_traits).sum(axis=2)
    return together / shares.reshape(of_traits).sum(axis=2)


def best_cuts(along: Array, told: Array) -> Array:
    """Where rows in order of a number are best cut, part j giving a row its entry `told[i, j]`.

    Of many numbers each has its own axis in front.

    >>> told = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> best_cuts(np.array([1.0, 2.0, 4.0]), told).tolist()
    [3.0]
    """
    order = np.argsort(along, axis=-1, kind="stable")
    sums = np.take_along_axis(told, order[..., None], axis=-2).cumsum(axis=-2)
    sums = np.concatenate([np.zeros_like(sums[..., :1, :]), sums], axis=-2)
    best, *others = np.moveaxis(sums, -1, 0)
    begins = []
    for column in others:
        # Rows from a begin on give column less column there: the best begin has the largest rest.
        before = best - column
        highest = np.maximum.accumulate(before, axis=-1)
        places = np.where(before >= highest, np.arange(before.shape[-1]), 0)
        begins.append(np.maximum.accumulate(places, axis=-1))
        best = column + highest
    cuts, end = [], np.full((*along.shape[:-1], 1), along.shape[-1])
    for begin in reversed(begins):
        end = np.take_along_axis(begin, end, axis=-1)
        cuts.append(end)
    # A cut before the first row or after the last is at that row.
    ordered = np.take_along_axis(along, order, axis=-1)
    edges = np.concatenate([ordered[..., :1], ordered, ordered[..., -1:]], axis=-1)
    middles = (edges[..., 1:] + edges[..., :-1]) / 2
    return np.take_along_axis(middles, np.concatenate(cuts[::-1], axis=-1), axis=-1)


def _shares(likelihood: OutcomeLikelihood) -> Array:
    """The maximum-likelihood shares of the truths if covariates told nothing, nearly."""
    tables = likelihood.tables
    most = tables.most
    counts = np.bincount(most * tables.used + likelihood.reports, likelihood.weights)
    kinds = np.flatnonzero(counts)
    weights = counts[kinds]
    used, reports = np.divmod(kinds, most)
    rows = Tables(tables.arrays, used).likelihoods(reports).T
    possible = rows.any(axis=1)
    if not possible.any():
        return np.full(tables.truths, 1 / tables.truths)
    shares = ascend(rows[possible], weights[possible], START_GAP)
    return shares.clip(1e-3) / shares.clip(1e-3).sum()


def _constant(likelihood: OutcomeLikelihood, shares: Array) -> Array:
    """Coefficients of nearly constant shares of truths, then those of few liars of each kind."""
    liars = _constant_liars(likelihood, FEW_LIARS)
    return np.concatenate([likelihood.constant(shares), liars])


def _constant_liars(likelihood: OutcomeLikelihood, share: float) -> Array:
    """Coefficients of nearly the same share of liars everywhere, by its logit."""
    wanted = np.full(likelihood.count, share)
    each = [np.linalg.lstsq(kind.covariates, wanted, rcond=None)[0] for kind in likelihood.lying]
    return np.concatenate([np.zeros(0), *each])


def _with_rises(
    likelihood: OutcomeLikelihood, rises: Array, order: np.ndarray, rest: Array
) -> Array:
    """Of each partition steps by which the linear predictor of a part rises over that of the one
    before it.

    One step more has the rest of the parameters, where there is any.
    """
    # Neighbours differ by steep (x - cut): each part's predictor is highest between its cuts.
    places = np.argsort(order, axis=1)
    count, rows, cuts = rises.shape
    # What rises are behind a truth, less those behind the first, which has no predictor.
    behind = (np.arange(cuts) < places[:, :, None]).astype(float)
    passed = (behind - behind[:, :1])[:, 1:]
    wanted = np.moveaxis(rises, 1, 0).reshape(rows, -1)
    solved = np.linalg.lstsq(likelihood.covariates, wanted, rcond=None)[0]
    coefficients = solved.reshape(-1, count, cuts)
    steps = np.einsum("cbj,pcj->cjbp", passed, coefficients).reshape(count, cuts, -1)
    found = np.zeros((count, cuts + 1, rest.shape[1]))
    found[:, :cuts, : steps.shape[2]] = steps
    found[:, cuts] = rest
    return found if rest.any() else found[:, :cuts]
