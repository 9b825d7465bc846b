"""The listed outcomes are nearly all: their chances are scipy's and sum to one."""

import numpy as np
import pytest
from scipy.stats import binom, multinomial

from rropt.channel import Channel
from rropt.planning.likely_outcomes import likely_outcomes
from rropt.planning.survey_power import planned_model

REVEALING = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
THREE = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/4", "5/8"]])


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
