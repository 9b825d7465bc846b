"""Outcomes of a survey whose truth is known, against scipy's multinomial chances."""

import numpy as np
import pytest
from scipy.stats import binom, multinomial

from rropt.channel import Channel
from rropt.estimating.survey_outcomes import drawn, likely_outcomes
from rropt.planning.survey_power import planned_model

THREE = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/4", "5/8"]])
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


def test_drawn_outcomes_keep_the_number_of_reports_of_each_group():
    truth = np.array([0.95, 0.05, 0.9, 0.1])
    model = planned_model((REVEALING, REVEALING), (300, 100), truth)
    outcomes = drawn(model, truth, 4000, np.random.default_rng(0))
    assert (outcomes[:, :2].sum(axis=1) == 300).all() and (outcomes[:, 2:].sum(axis=1) == 100).all()
    assert outcomes.mean(axis=0) == pytest.approx([288, 12, 92, 8], abs=0.3)


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
