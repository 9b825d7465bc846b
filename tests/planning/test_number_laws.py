"""The laws of reports on all numbers of an interval, against reports that are drawn."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import rropt as rr
from rropt.data.number_sampler import randomize_numbers
from rropt.estimating.number_answers import number_sampler
from rropt.planning.number_laws import law_on_places

DRAWN = 20_000


@pytest.mark.parametrize("epsilon", ["1/2", "6/5", "2"])
def test_reports_have_the_chances_of_drawn_ones(epsilon: str) -> None:
    """Random cuts of both forms and windows: 2 over the root of 20,000 misses one in 1,500."""
    design = rr.optimal(rr.LocalDP(epsilon), rr.Mean(low=-1, high=3))
    reports, numbers, chances = law_on_places(design)
    assert chances.sum(axis=0) == pytest.approx(np.ones(9))
    assert numbers.tolist() == pytest.approx(np.linspace(-1, 3, 9))
    assert reports @ chances == pytest.approx(numbers, abs=0.02)
    step = reports[1] - reports[0]
    places = np.append(reports[::5] + 0.4 * step, np.inf)
    for column in (0, 3, 4):
        drawn = randomize_numbers(
            number_sampler(design), [numbers[column]] * DRAWN, Random(column).randbytes
        )
        told = np.array(drawn, float)
        by_law = np.array([chances[reports <= place, column].sum() for place in places])
        # What is parted among two places reaches one step beyond.
        by_less = np.array([chances[reports <= place - 2 * step, column].sum() for place in places])
        share = (told[:, None] <= places - step).mean(axis=0)
        assert (share <= by_law + 0.015).all() and (share >= by_less - 0.015).all()


@pytest.mark.parametrize("epsilon", ["1/2", "2"])
def test_variances_are_those_that_are_certified(epsilon: str) -> None:
    """At the ends, where they are the largest."""
    design = rr.optimal(rr.LocalDP(epsilon), rr.Mean(low=0, high=1))
    reports, numbers, chances = law_on_places(design)
    variances = ((reports[:, None] - numbers) ** 2 * chances).sum(axis=0)
    assert variances[[0, -1]] == pytest.approx([float(design.value)] * 2, rel=1e-3)
    assert variances.max() < 1.001 * float(design.value)


@pytest.mark.everything
def test_five_people_at_the_ends_hold_their_margin() -> None:
    """At epsilon 4 the normal margin held 0.89 where half of them have each end."""
    design = rr.optimal(rr.LocalDP(4), rr.Mean(low=0, high=1))
    plan, normal = design.plan(n=5), design.plan(n=5, method="normal")
    numbers = np.tile([0.0, 0.0, 1.0, 1.0, 1.0], 8_000)
    drawn = randomize_numbers(number_sampler(design), numbers, Random(5).randbytes)
    away = abs(np.array(drawn, float).reshape(-1, 5).mean(axis=1) - 0.6)
    assert (away <= normal.margin).mean() < 0.9
    assert 0.945 < (away <= plan.margin).mean() < 0.96
    assert plan.method == "enumerated"
    assert design.plan(margin=plan.margin * 1.0001).n == 5
