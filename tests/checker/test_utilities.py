"""What pages of utilities share."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.utilities import at, pair_of, seen_by
from rropt.checker.verdict import Malformed


def test_what_forms_see():
    assert seen_by([[0, F(1, 2), 0], [0, 0, 0], [0, -1, 3]]) == {1, 2}
    assert at(3, {1: F(2)}) == [0, 2, 0]


def test_a_pair_is_of_two_truths_that_there_are():
    assert pair_of({"name": "le-cam", "pair": [2, 0]}, 3) == (2, 0)
    for pair in ([1, 1], [0, 3], [0], [0, 1, 2], "01", None):
        with pytest.raises(Malformed):
            pair_of({"name": "le-cam", "pair": pair}, 3)
    with pytest.raises(Malformed):
        pair_of({"name": "le-cam", "pair": [0, 1], "prior": []}, 3)
