"""Utilities are read by their names, with exactly their fields; a table is worth what it is."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.private_table import table_of
from rropt.checker.ratios import square
from rropt.checker.utilities import UTILITIES, read_utility, verify_value, worth
from rropt.checker.verdict import Doubts, Malformed, Refuted
from tests.checker.test_divergences import NAMES


@pytest.mark.parametrize("name", sorted(set(UTILITIES) - {"trace"} - set(NAMES)))
def test_a_name_alone_is_no_utility(name):
    with pytest.raises(Malformed):
        read_utility({"name": name}, [1, 1])


def test_what_tells_all_truths_apart_has_no_classes():
    assert read_utility({"name": "trace"}, [1, 2])
    with pytest.raises(Malformed):
        read_utility({"name": "le-cam", "pair": [0, 1]}, [1, 2])


WARNER = table_of([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
RATIO = square([F(-1), F(1)], [F(1), F(1)])
"""(r_1 - r_0)^2 / (r_0 + r_1)."""


def test_what_a_table_is_worth():
    """(1/2)^2 of both rows of Warner."""
    assert worth(RATIO, WARNER) == (F(1, 2), F(1, 2))


HAIR = F(1, 10**30)


@pytest.mark.parametrize("stated", [(F(1, 2) + HAIR, F(1)), (F(0), F(1, 2) - HAIR)])
def test_a_stated_value_is_not_beside_what_a_table_is_worth(stated):
    with pytest.raises(Refuted):
        verify_value(RATIO, WARNER, stated, Doubts())


def test_a_value_is_stated_exactly_or_enclosed():
    doubts = Doubts()
    verify_value(RATIO, WARNER, (F(1, 2), F(1, 2)), doubts)
    verify_value(RATIO, WARNER, (F(1, 2) - HAIR, F(1, 2) + HAIR), doubts)
    assert not doubts.reasons


def test_what_enclosures_do_not_decide_is_a_doubt():
    """A mutual information stated as the middle of its enclosure."""
    doubts = Doubts()
    information, _ = read_utility({"name": "mutual-information", "prior": [F(1, 2)] * 2}, [1, 1])
    middle = sum(worth(information, WARNER)) / 2
    verify_value(information, WARNER, (middle, middle), doubts)
    assert len(doubts.reasons) == 2
