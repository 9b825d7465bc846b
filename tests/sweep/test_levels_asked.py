"""The level of a cell is that of the criterion that a user would write."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.sweep.levels_asked import privacy_of

LN2 = {"epsilon": "ln(2)"}


@pytest.mark.parametrize(
    "asked, criterion",
    [
        (LN2, rr.LocalDP("ln(2)")),
        (LN2 | {"metric": "none", "delta": "1/9"}, rr.LocalDP("ln(2)", "1/9")),
        ({"gamma": "2", "protect": "1"}, rr.OneSided([1], "ln(2)")),
        (LN2 | {"sensitive": "0,2"}, rr.UtilityOptimized([0, 2], "ln(2)")),
        (LN2 | {"metric": "path"}, rr.MetricDP.path("ln(2)")),
        (LN2 | {"metric": "0,1,3;1,0,1;3,1,0"}, rr.MetricDP.path("ln(2)")),
        (
            {"privacy": "1,2,4;2,1,2;4,2,1", "delta": "1/10"},
            rr.Privacy([[1, 2, 4], [2, 1, 2], [4, 2, 1]], "1/10"),
        ),
    ],
)
def test_the_criterion_of_a_cell(asked, criterion):
    found, wanted = privacy_of(asked).on(3), criterion.on(3)
    assert getattr(found, "levels", found) == getattr(wanted, "levels", wanted)


def test_two_kinds_are_refused():
    with pytest.raises(InputError, match="protect must not be given together with metric"):
        privacy_of(LN2 | {"metric": "path", "protect": "1"})
