"""Each form of privacy is read as itself; `universal` may be missing."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker import check
from rropt.checker.conditions import Conditions
from rropt.checker.levels import OneNumber
from rropt.checker.levels_of_pairs import Matrix
from rropt.checker.privacy import read_privacy
from rropt.checker.verdict import Malformed, Size
from tests.certificates import TWO_LEVELS, useless
from tests.checker.test_condition_rays import as_read

THREE, ZERO = F(3), F(0)
PURE = {"gamma": "3", "delta": "0"}


def test_each_form_is_read_as_itself():
    number = read_privacy({"gamma": THREE, "delta": ZERO}, 2, Size(1, 64))
    assert isinstance(number, OneNumber) and number.is_pure and number.high == 3
    rows = [[F(1), THREE], ["oo", F(1)]]
    matrix = read_privacy({"gamma": rows, "delta": ZERO}, 2, Size(1, 64))
    assert isinstance(matrix, Matrix) and matrix.of_pair(0, 1) == (3, 0)
    assert matrix.of_pair(1, 0) == (None, 0)
    listed = read_privacy({"conditions": as_read(TWO_LEVELS)}, 2, Size(1, 64))
    assert isinstance(listed, Conditions) and len(listed.steps) == 4


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"gamma": THREE},
        {"conditions": as_read(TWO_LEVELS), "gamma": THREE},
        {"gamma": THREE, "delta": ZERO, "conditions": []},
    ],
)
def test_what_is_no_privacy(value):
    with pytest.raises(Malformed):
        read_privacy(value, 2, Size(1, 64))


def test_universal_may_be_missing_or_false():
    warner = [["3/4", "1/4"], ["1/4", "3/4"]]
    data = useless(2, PURE, {"name": "trace"}, [F(3, 4)] * 2, {"proof": "actions"})
    data |= {"patterns": warner, "weights": ["1", "1"], "value": "3/2", "gap": "0"}
    said = "every epsilon = ln 3 private mechanism is C P"
    for claim, expected in (
        ({}, False),
        ({"universal": False}, False),
        ({"universal": True}, True),
    ):
        assert (said in check(data | claim).statement) == expected
        assert check(data | claim).verdict == "verified"
    assert check(data | {"universal": None}).verdict == "malformed"
