"""The extreme patterns of every sort of levels: those of the specification of the checker."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.checker.plain.plain_privacy import extreme_rows
from rropt.privacy.conditions import HIGH, Conditions
from rropt.privacy.level_record import levels_record
from rropt.privacy.patterns_of_levels import patterns_of

SEVERAL = [(3, "1/10"), (2, "1/5")]
LEVELS = {
    "a matrix": rr.Privacy([[1, 3, 2], [2, 1, 4], [3, 3, 1]]).on(3).levels,
    "no bound": rr.Privacy([[1, "oo", 2], [2, 1, "oo"], ["oo", 3, 1]]).on(3).levels,
    "deltas": rr.Privacy([[1, 3], [2, 1]], [[0, "1/10"], [0, 0]]).on(2).levels,
    "singles": rr.UtilityOptimized([0], "ln(3)").on(3).levels,
    "conditions": rr.Privacy([[1, SEVERAL], [SEVERAL, 1]]).on(2).levels,
}


@pytest.mark.parametrize("name", LEVELS)
def test_patterns_are_those_of_all_choices_of_planes(name: str) -> None:
    levels = LEVELS[name]
    end = HIGH if isinstance(levels, Conditions) else levels.hi
    record = levels_record(levels)
    truths = levels.truths
    wanted = {tuple(x / max(row) for x in row) for row in extreme_rows(record, truths)}
    found = [tuple(x / max(row) for x in row) for row in patterns_of(levels, end)]
    assert set(found) == wanted and len(found) == len(wanted)
