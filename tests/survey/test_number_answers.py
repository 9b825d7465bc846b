"""Which way a design for a mean answers numbers, and that other designs have none."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.data.number_sampler import CutMechanism, ListedNumbers, ShiftedTable, ShiftedWindows
from rropt.survey.number_answers import number_sampler

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("mean", "kind"),
    [
        (rr.Mean([0, 1, 2]), ListedNumbers),
        (rr.Mean(low=0, high=2, points=5), ShiftedTable),
        (rr.Mean(low=0, high=2), CutMechanism),
    ],
)
def test_lists_grids_and_intervals_have_ways_of_their_own(mean: rr.Mean, kind: type) -> None:
    sampler = number_sampler(rr.optimal(rr.LocalDP(1), mean))
    assert isinstance(sampler, kind)


def test_windows_have_all_chances_and_the_mean_at_each_place() -> None:
    """1/unit times the weights, and gamma times those inside: exactly one, and the number."""
    windows = number_sampler(rr.optimal(rr.LocalDP(2), rr.Mean(low=0, high=2)))
    assert isinstance(windows, ShiftedWindows)
    assert windows.points[0] == 0 and windows.points[-1] == 2
    for place in (0, 17, len(windows.points) // 2):
        *_, upper, lower = windows.chances(place)
        total, mean = upper + lower, 2 * upper
        for first, last, weight, told in windows.windows:
            level = windows.gamma if first <= place <= last else 1
            total += windows.unit * weight * level
            mean += windows.unit * weight * level * Fraction(told)
        assert total == 1 and mean == windows.points[place]


def test_other_designs_have_none() -> None:
    assert number_sampler(rr.optimal(rr.LocalDP(1), rr.Trace(3))) is None
    assert number_sampler(Channel.identity(2)) is None
