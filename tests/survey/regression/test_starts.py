"""Where fits begin: cuts against brute force, starts that follow the data, the highest maxima."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import numpy as np
import pandas
import pytest
from scipy.optimize import minimize, minimize_scalar
from scipy.stats import binom

from rropt import ItemCount
from rropt.survey.regression import regress
from rropt.survey.regression.starts import (
    PARTITIONS,
    best_cuts,
    has_one_maximum,
    starts_of,
)
from tests.survey.regression.survey_data import THREE, WARNER, at, rows_of, simulated, top

SLOPES = [[-0.3, 0.6], [-0.5, -0.4]]

REACHED = {1: -51.7417, 2: -48.6121, 3: -49.7108, 4: -51.8155, 7: -53.7071, 9: -48.6121}
"""By a thousand random starts, of which one in a hundred came so high: by seeds of 50 reports."""


def likelihood(table=THREE, rows=50, seed=1):
    slopes = SLOPES[: len(table) - 1]
    frame = simulated(table, slopes, rows, seed).frame
    return regress("report ~ x", frame, rows_of(table)).fitted.likelihood


def worth(along, told, cuts):
    """What rows tell where each is of the part that its number lies in."""
    parts = (along[:, None] > cuts).sum(axis=1)
    return told[np.arange(len(along)), parts].sum()


@pytest.mark.parametrize("parts", [2, 3, 4])
def test_no_cuts_are_better(parts):
    random = np.random.default_rng(parts)
    along, told = random.normal(size=9), random.normal(size=(9, parts))
    places = [-9.0, *((np.sort(along)[1:] + np.sort(along)[:-1]) / 2), 9.0]
    best = max(
        worth(along, told, np.array(cuts))
        for cuts in combinations_with_replacement(places, parts - 1)
    )
    cuts = best_cuts(along, told)
    assert list(cuts) == sorted(cuts)
    inside = np.where(cuts == along.min(), -9.0, cuts)
    assert worth(along, told, inside) == pytest.approx(best)


def test_a_part_may_be_empty():
    told = np.array([[0.0, 0.0, 1.0], [0.0, -1.0, 1.0]])
    assert best_cuts(np.array([1.0, 2.0]), told).tolist() == [1.0, 1.0]


@pytest.mark.everything
def test_starts_are_always_the_same_and_only_where_maxima_are_many():
    survey = likelihood()
    _, _, *found = starts_of(survey)
    assert len(found) in (PARTITIONS, PARTITIONS + 1)
    assert np.array_equal(found, starts_of(survey)[2:])
    assert len(starts_of(likelihood(rows=1000))) < PARTITIONS


@pytest.mark.everything
def test_direct_answers_have_one_maximum():
    """Of any number of truths, by reports that tell them; not where one of them has another cause.

    Concave along every line: the second differences of the log-likelihood are negative.
    """
    random = np.random.default_rng(6)
    direct = likelihood(np.eye(3)[[1, 0, 2]])
    (start,) = starts_of(direct)
    assert has_one_maximum(direct)
    first, *others = np.bincount(direct.reports)[[1, 0, 2]]  # of truths, as the table is read
    assert start.reshape(2, 2)[:, 0] == pytest.approx(np.log(others) - np.log(first), abs=1e-6)
    assert start.reshape(2, 2)[:, 1] == pytest.approx(0, abs=1e-6)
    for _ in range(50):
        middle, step = random.normal(size=(2, 4))
        below, here, above = (at(direct, middle + part * step).value for part in (-1, 0, 1))
        assert above - 2 * here + below < 0
    nearly = np.array([[1.0, 0.0, 0.001], [0.0, 1.0, 0.0], [0.0, 0.0, 0.999]])
    assert not has_one_maximum(likelihood(nearly)) and len(starts_of(likelihood(nearly))) > 1


@pytest.mark.everything
def test_two_truths_have_higher_maxima_than_the_nearest_too():
    """From zero and from constant shares Newton's method ends 1.2 and 2.7 below."""
    for seed, least in ((3, 1.2), (13, 2.7)):
        found = likelihood(WARNER, seed=seed)
        plain = top(found, np.zeros(2)).evaluation.value
        frame = simulated(WARNER, SLOPES[:1], 50, seed).frame
        assert regress("report ~ x", frame, rows_of(WARNER)).llf > plain + least


@pytest.mark.everything
@pytest.mark.parametrize("seed", list(REACHED))
def test_fits_of_few_reports_are_as_high_as_any_that_are_known(seed):
    survey = simulated(THREE, SLOPES, 50, seed)
    fit = regress("report ~ x", survey.frame, rows_of(THREE))
    assert fit.llf >= REACHED[seed] - 1e-3
    assert fit.llf == pytest.approx(-survey.negative(fit.fitted.theta), abs=1e-6)


def test_a_likeliest_cut_between_near_rows_is_found():
    """Rows 97 and 99 of a hundred say yes, which reveals it: the cut is just before row 97, where
    row 98 hides its trait by 1/5. Smooth changes have 0.4 less."""
    x = np.linspace(-1.7, 1.7, 100)
    frame = pandas.DataFrame({"report": np.isin(np.arange(100), (97, 99)).astype(int), "x": x})
    fit = regress("report ~ x", frame, [["1", "1/5"], ["0", "4/5"]])
    assert fit.on_boundary and fit.params["x"] == np.inf
    assert fit.llf == pytest.approx(2 * np.log(0.8) + np.log(0.2), abs=1e-4)


def _of_a_cut(holders, told, treated, covariate):
    """The largest log-likelihood of binomial counts of three, where it is known who has the trait.

    At the supremum those below or above a cut have it, who in the treatment group report one more.
    """
    counts = told - (holders & treated)
    if (counts < 0).any() or (counts > 3).any():
        return -np.inf

    def negative(psi):
        chance = 1 / (1 + np.exp(-psi[0] - psi[1] * covariate))
        return -binom.logpmf(counts, 3, chance).sum()

    return -minimize(negative, np.zeros(2), method="BFGS").fun


@pytest.mark.parametrize("liars", [None, pytest.param("ceiling", marks=pytest.mark.everything)])
def test_item_counts_of_few_rows_are_cut_too(liars):
    """Of 80 rows the likeliest has a cut: from zero and from constant shares it is 0.2 lower."""
    random = np.random.default_rng(5)
    x = random.normal(size=80)
    treated = random.integers(0, 2, 80) == 1
    holders = random.random(80) < 1 / (1 + np.exp(1 - x))
    told = random.binomial(3, 1 / (1 + np.exp(-0.5 * x))) + (holders & treated)
    frame = pandas.DataFrame({"y": told, "x": x, "treated": treated.astype(int)})
    cuts = product(np.sort(x)[:-1], (1, -1))
    best = max(_of_a_cut(side * x > side * cut, told, treated, x) for cut, side in cuts)
    fit = regress("y ~ x", frame, ItemCount(3), design_column="treated", liars=liars)
    plain = top(fit.fitted.likelihood, np.zeros(len(fit.names))).evaluation.value
    assert fit.llf >= best - 1e-4 > plain


TOLD = np.array([[[0.8, 0.3], [0.2, 0.7]], [[0.5, 0.1], [0.5, 0.9]]])
"""Two tables, which tell a share of cheaters."""


def _among_cheaters(holders, reports, version):
    """The largest log-likelihood where it is known who has the trait, and some always say 0."""
    told = TOLD[version, reports, holders.astype(int)]

    def negative(share):
        return -np.log((1 - share) * told + share * (reports == 0)).sum()

    return -minimize_scalar(negative, bounds=(0, 1), method="bounded").fun


@pytest.mark.everything
@pytest.mark.parametrize(("seed", "lower"), [(3, 0.6), (10, 1.5)])
def test_rows_of_few_and_of_many_cheaters_are_cut(seed, lower):
    """From cuts among few cheaters alone fits of 120 reports were this much too low."""
    random = np.random.default_rng(seed)
    x = random.normal(size=120)
    version = random.integers(0, 2, 120)
    holders = x + random.normal(size=120) * 0.5 > 0.3
    reports = (random.random(120) < TOLD[version, 1, holders.astype(int)]).astype(int)
    reports[random.random(120) < 0.4] = 0
    cuts = product(np.append(-np.inf, np.sort(x)[:-1]), (1, -1))
    best = max(_among_cheaters(side * x > side * cut, reports, version) for cut, side in cuts)
    frame = pandas.DataFrame({"y": reports, "x": x, "version": version})
    tables = {number: rows_of(table) for number, table in enumerate(TOLD)}
    fit = regress("y ~ x", frame, tables, design_column="version", noncompliance="0")
    _, constant, *_ = starts_of(fit.fitted.likelihood)
    plain = top(fit.fitted.likelihood, constant).evaluation.value
    assert fit.llf >= best - 1e-4 > plain + lower
