"""Levels as certificates state them: the checker reads back what was meant."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.checker.stated_privacy import read_privacy
from rropt.privacy.level_record import levels_record
from rropt.privacy.levels import OO


def exactly(value):
    """Numbers for the strings of a record, as the checker has them."""
    if isinstance(value, str) and value != "oo":
        return F(value)
    if isinstance(value, list):
        return [exactly(entry) for entry in value]
    if isinstance(value, dict):
        return {key: exactly(entry) for key, entry in value.items()}
    return value


CRITERIA = {
    "a matrix": (rr.Privacy([[1, 3], ["oo", 1]]), 2),
    "with deltas": (rr.Privacy([[1, 3], [2, 1]], [[0, "1/10"], [0, 0]]), 2),
    "an irrational metric": (rr.MetricDP.grid(1, 3, "1/2"), 3),
    "one-sided": (rr.OneSided([0], "1/2"), 3),
    "harmless truths": (rr.UtilityOptimized([0], "ln(3)"), 3),
    "several levels": (rr.Privacy([[1, [(3, "1/10"), (2, "1/5")]], [2, 1]]), 2),
}


@pytest.mark.parametrize("name", CRITERIA)
def test_the_checker_reads_the_levels_that_were_meant(name: str) -> None:
    criterion, truths = CRITERIA[name]
    levels = criterion.on(truths).levels
    read = read_privacy(exactly(levels_record(levels)), truths)
    if name == "several levels":
        assert len(read.conditions) == len(levels.listed)
        return
    for mine, theirs in ((levels.lo, read.low), (levels.hi, read.high)):
        assert [[None if g == OO else g for g in row] for row in mine] == theirs
    assert [list(row) for row in levels.deltas] == read.delta
    assert (read.singles, read.epsilon) == (levels.singles, levels.epsilon)


def test_an_exact_matrix_has_no_upper_ends() -> None:
    record = levels_record(rr.Privacy([[1, 3], [2, 1]]).levels)
    assert record == {"gamma": [["1", "3"], ["2", "1"]], "delta": "0"}
    irrational = levels_record(rr.OneSided([0], "1/2").on(2).levels)
    assert irrational["distances_squared"] == [["0", "1"], ["oo", "0"]]
