"""The likeliest distribution of many truths: against scipy, and its bound against other shares."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.channel.balanced_supports import BalancedSupports, SubsetSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.channel.named_supports import HadamardSupports, UnarySupports
from rropt.data.implicit_draws import ExactDice
from rropt.estimating import estimate
from rropt.estimating.simplex_likelihood import CLOSE
from rropt.estimating.support_estimate import SupportEstimate

FAMILIES = [
    SubsetSupports(6, F(5), 2),
    HadamardSupports(6, F(5)),
    UnarySupports.of(6, F(3, 4), F(1, 4)),
]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_it_is_that_of_the_written_table(family: BalancedSupports) -> None:
    channel, rng = ImplicitChannel(family), np.random.default_rng(1)
    truths = rng.choice(6, 800, p=[0.5, 0.3, 0.2, 0, 0, 0])
    reports = family.drawn(truths, ExactDice(rng.bytes))
    found = SupportEstimate(channel, reports).by_likelihood()
    table = channel.table
    texts = family.written(reports)
    likeliest = estimate(table, [texts.count(label) for label in table.reports])
    rows = np.log(table.to_numpy() @ np.array([found.value, likeliest.value]).T)
    logs = np.array([texts.count(label) for label in table.reports]) @ rows
    assert 0 <= found.missed <= CLOSE and found.value.sum() == pytest.approx(1)
    assert logs[1] - logs[0] <= found.missed + 1e-9
    assert found.value == pytest.approx(np.array(likeliest.value, float), abs=0.02)
