"""The distribution of the likelihood ratio at one truth, against enumeration by scipy."""

import numpy as np
import pytest
from scipy.stats import binom, chi2, multinomial

from rropt.channel import Channel
from rropt.estimating import likelihood_estimate
from rropt.estimating.calibrated_limits import value_reference
from tests.estimating.test_survey_outcomes import compositions

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
THREE = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/4", "5/8"]])


def test_two_reports_are_binomial():
    model = likelihood_estimate(WARNER, [30, 10]).model
    reference = value_reference(model, np.array([0.0, 1.0]), 0.2)
    assert reference.exact and reference.chances.sum() == pytest.approx(1)
    hits = np.arange(41)
    best = np.clip(hits / 40, 0.25, 0.75)
    drops = -2 * (binom.logpmf(hits, 40, 0.35) - binom.logpmf(hits, 40, best))
    expected = binom.pmf(hits, 40, 0.35)[drops >= 2.5].sum()
    assert reference.at_least(2.5) == pytest.approx(expected)


def test_three_reports_are_multinomial():
    model = likelihood_estimate(THREE, [10, 5, 5]).model
    reference = value_reference(model, np.array([0.0, 1.0]), 0.3)
    chances = THREE.to_numpy() @ [0.7, 0.3]
    total = multinomial.pmf(compositions(20, 3), 20, chances).sum()
    assert reference.exact and reference.chances.sum() == pytest.approx(total)
    assert len(reference.drops) == 231


def test_drawn_drops_are_nearly_chi_square_where_reports_are_many():
    model = likelihood_estimate(THREE, [4000, 2500, 3500]).model
    reference = value_reference(model, np.array([0.0, 1.0]), 0.5, repetitions=20_000)
    assert not reference.exact
    assert reference.at_least(chi2.ppf(0.95, 1)) == pytest.approx(0.05, abs=0.006)
    assert reference.at_least(1e9) == pytest.approx(1 / 20_001)
