"""The distribution of the likelihood ratio at one truth, and of the reports, against scipy."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, chi2, hypergeom, multinomial

from rropt.channel import Channel
from rropt.survey import likelihood_estimate
from rropt.survey.planning.survey_power import planned_model
from rropt.survey.ratio_hypothesis import value_held
from rropt.survey.reference_drops import drawn, likely_outcomes, outcomes_of_group

REVEALING = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])


def compositions(total, parts):
    """All ways to split a number into ordered parts of at least 0, one a row."""
    if parts == 1:
        return np.array([[float(total)]])
    rests = [(first, compositions(total - first, parts - 1)) for first in range(total + 1)]
    return np.concatenate([np.insert(rest, 0, first, axis=1) for first, rest in rests])


def test_compositions_are_all_outcomes():
    found = compositions(7, 3)
    assert len(found) == 36 and (found.sum(axis=1) == 7).all()
    assert len({tuple(row) for row in found}) == 36


def test_weighted_surveys_have_no_list():
    truth = np.array([0.5, 0.5])
    model = planned_model((THREE,), (7.5,), truth)
    assert likely_outcomes(model, truth, 1000) is None


def test_a_chance_that_is_rounded_beyond_one_is_one():
    """Its standard deviation was the root of a negative number, of which numpy warned."""
    with np.errstate(invalid="raise"):
        outcomes, logarithms = outcomes_of_group(30, np.array([1 + 2**-52, 1e-300]), 1000)
    assert outcomes.tolist() == [[30, 0]] and logarithms == pytest.approx(0)


def test_counts_that_are_too_many_are_not_listed():
    """Of 10^15 reports some 10^8 are likely: a plan took 2 s and 1.6 GB for none of them."""
    tracemalloc.start()
    try:
        assert outcomes_of_group(10**15, np.array([0.5, 0.5]), 10**6) is None
        assert tracemalloc.get_traced_memory()[1] < 10**5
    finally:
        tracemalloc.stop()
    assert len(outcomes_of_group(10**6, np.array([0.5, 0.5]), 10**5)[0]) > 5000


def test_drawn_outcomes_keep_the_number_of_reports_of_each_group():
    truth = np.array([0.95, 0.05, 0.9, 0.1])
    model = planned_model((REVEALING, REVEALING), (300, 100), truth)
    outcomes = drawn(model, truth, 4000, np.random.default_rng(0))
    assert (outcomes[:, :2].sum(axis=1) == 300).all() and (outcomes[:, 2:].sum(axis=1) == 100).all()
    assert outcomes.mean(axis=0) == pytest.approx([288, 12, 92, 8], abs=0.3)


def test_drawn_outcomes_of_a_finite_population_are_hypergeometric():
    """5 of 30 people have it, 12 are asked, and 1/5 of those who have it say no."""
    model = replace(planned_model((REVEALING,), (12,), np.array([5 / 6, 1 / 6])), part=0.4)
    outcomes = drawn(model, np.array([5 / 6, 1 / 6]), 20_000, np.random.default_rng(0))
    said = sum(hypergeom.pmf(x, 30, 5, 12) * binom.pmf(np.arange(6), x, 0.8) for x in range(6))
    assert np.bincount(outcomes[:, 1].astype(int), minlength=6) / 20_000 == pytest.approx(
        said, abs=0.012
    )
    assert abs(said - binom.pmf(np.arange(6), 12, 2 / 15)).max() > 0.03
    assert likely_outcomes(model, np.array([5 / 6, 1 / 6]), 1000) is None


@pytest.mark.everything
@pytest.mark.parametrize(("share", "n"), [(0.3, 200), (0.01, 3000), (0.0, 50), (1e-6, 10)])
def test_three_reports(share, n):
    truth = np.array([1 - share, share])
    outcomes, chances = likely_outcomes(planned_model((THREE,), (n,), truth), truth, 200_000)
    assert chances.sum() == pytest.approx(1, abs=1e-8)
    assert chances == pytest.approx(multinomial.pmf(outcomes, n, THREE.to_numpy() @ truth))
    assert len(np.unique(outcomes, axis=0)) == len(outcomes)


def test_two_groups():
    truth = np.array([0.95, 0.05, 0.9, 0.1])
    model = planned_model((REVEALING, REVEALING), (300, 100), truth)
    outcomes, chances = likely_outcomes(model, truth, 200_000)
    expected = binom.pmf(outcomes[:, 1], 300, 0.04) * binom.pmf(outcomes[:, 3], 100, 0.08)
    assert chances == pytest.approx(expected)
    assert chances.sum() == pytest.approx(1, abs=1e-8)
    assert (outcomes[:, :2].sum(axis=1) == 300).all()
    assert likely_outcomes(model, truth, 500) is None


WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
THREE = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/4", "5/8"]])


def test_two_reports_are_binomial():
    model = likelihood_estimate(WARNER, [30, 10]).model
    reference = value_held(model, np.array([0.0, 1.0]), 0.2).reference(100)
    assert reference.exact and reference.chances.sum() == pytest.approx(1)
    hits = np.arange(41)
    best = np.clip(hits / 40, 0.25, 0.75)
    drops = -2 * (binom.logpmf(hits, 40, 0.35) - binom.logpmf(hits, 40, best))
    expected = binom.pmf(hits, 40, 0.35)[drops >= 2.5].sum()
    assert reference.at_least(2.5) == pytest.approx(expected)


def test_three_reports_are_multinomial():
    model = likelihood_estimate(THREE, [10, 5, 5]).model
    reference = value_held(model, np.array([0.0, 1.0]), 0.3).reference(100)
    chances = THREE.to_numpy() @ [0.7, 0.3]
    total = multinomial.pmf(compositions(20, 3), 20, chances).sum()
    assert reference.exact and reference.chances.sum() == pytest.approx(total)
    assert len(reference.drops) == 231


def test_drawn_drops_are_nearly_chi_square_where_reports_are_many():
    model = likelihood_estimate(THREE, [4000, 2500, 3500]).model
    reference = value_held(model, np.array([0.0, 1.0]), 0.5).reference(20_000)
    assert not reference.exact
    assert reference.at_least(chi2.ppf(0.95, 1)) == pytest.approx(0.05, abs=0.006)
    assert reference.at_least(1e9) == pytest.approx(1 / 20_001)
