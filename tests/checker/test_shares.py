"""Shares of truths in classes, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.shares import Shares, read_shares
from rropt.checker.verdict import Malformed

UNEVEN = Shares([2, 1], [F(3, 8), F(1, 4)], [[F(1, 2), F(1, 4)], [F(1, 4)]])


def test_squares_and_spreads():
    assert UNEVEN.squares == F(1, 4) + F(1, 16) + F(1, 16)
    assert UNEVEN.spreads() == [F(1, 32), F(0)]
    even = Shares([2, 1], [F(3, 8), F(1, 4)])
    assert even.squares == 2 * F(9, 64) + F(1, 16) and even.spreads() == [F(0), F(0)]


def test_runs_are_over_one_unit():
    runs, unit = UNEVEN.runs()
    assert [[F(share, unit) for share, _ in own] for own in runs] == UNEVEN.lists
    assert Shares([2, 1], [F(3, 8), F(1, 4)]).runs() == ([[(3, 2)], [(2, 1)]], 8)


def test_words():
    assert UNEVEN.words == " at prior (1/2, 1/4, 1/4)"
    assert Shares([2, 1], [F(3, 8), F(1, 4)]).words == " at prior (2 x 3/8, 1/4)"


@pytest.mark.parametrize(
    "shares",
    [
        [[F(1, 2), F(1, 8)], [F(1, 4)]],
        [[F(5, 4), F(-1, 2)], [F(1, 4)]],
        [[F(3, 4)], [F(1, 4)]],
        [[F(1, 2), F(1, 4)]],
    ],
)
def test_shares_have_the_mean_of_their_class(shares):
    prior = [F(3, 8), F(1, 4)]
    assert read_shares({"prior": prior, "shares": UNEVEN.lists}, [2, 1]) == UNEVEN
    with pytest.raises(Malformed):
        read_shares({"prior": prior, "shares": shares}, [2, 1])
