"""Sums of variances by name: what is left out or said twice is malformed."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.contrasts import READERS
from rropt.checker.objectives import Objective
from rropt.checker.variance_objectives import read
from rropt.checker.verdict import Malformed, Size
from rropt.checker.worst_cases import OverGroups

ROOM = Size(10, 64)
GIVEN = {
    "a-optimal": {},
    "c-optimal": {"contrasts": [[F(1), F(-1)]]},
    "mean": {"values": [F(0), F(5)]},
    "variance": {"contrasts": [[F(0), F(1)]]},
}


@pytest.mark.parametrize("name", READERS)
def test_each_is_at_a_prior_or_over_several_or_of_a_group(name: str) -> None:
    value = {"name": name} | GIVEN[name]
    assert type(read(value, 2, ROOM)) is Objective
    assert read(value | {"over": "minimax"}, 2, ROOM).over == "minimax"
    assert type(read(value | {"over": "group"}, 2, ROOM)) is OverGroups
    for wrong in ({"over": "density"}, {"roots": []}, {"": "0"}):
        with pytest.raises(Malformed):
            read(value | wrong, 2, ROOM)
