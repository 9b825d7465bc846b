"""Kind `vertices` as a specification: cards by hand, and near misses."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_vertices import added, meeting, subsets, vertices
from tests.certificates import changed
from tests.checker.test_kind_vertices import CARD, PURE, card

WARNER = card({"gamma": "3", "delta": "0"}, F(3, 4), F(3, 4), [(F(3, 4), F(3, 4))])


def test_cards_by_hand():
    """Warner's at gamma 3; levels 3 and 3/2; one under two levels at u = 4/7."""
    assert vertices(WARNER)
    assert vertices(card(PURE, F(3, 7), F(6, 7), [(F(3, 7), F(6, 7))], universal=True))
    value = str((F(4, 7) + F(1, 4)) * (F(4, 7) + F(3, 4)))
    assert vertices(changed(CARD, values=[value], value=value, bound=value, gap="0"))


@pytest.mark.parametrize(
    "parts",
    [
        {"vertices": [], "values": []},
        {"vertices": [["3/4", "3/4"]] * 2, "values": [WARNER["value"]] * 2},
        {"vertices": [["4/5", "3/4"]]},
        {"values": ["1"]},
        {"value": "1", "gap": "0"},
        {"gap": "1"},
        {"privacy": {"gamma": "2", "delta": "0"}},
        {"privacy": {"gamma": "4", "delta": "0"}},
        {"table": [["1/2", "1/2"], ["1/2", "1/2"]]},
        {"table": [["3/4", "1/4"], ["1/4", "1/2"]]},
    ],
)
def test_near_misses_are_not_proved(parts):
    assert not vertices(changed(WARNER, **parts))


def test_a_warner_card_is_symmetric():
    other = card(PURE, F(3, 7), F(6, 7), [(F(3, 7), F(6, 7))])
    assert not vertices(changed(other, device="warner"))


def test_lines_and_sums():
    one, zero = F(1), F(0)
    assert meeting([one, one, F(3)], [one, -one, one]) == {(F(2), F(1))}
    assert meeting([one, one, F(3)], [F(2), F(2), one]) == set()
    terms = [(F(2), [one, zero]), (F(3), [zero, one])]
    assert len(list(subsets(terms))) == 4
    assert added(terms) == (2, 3) and added([]) == (0, 0)
