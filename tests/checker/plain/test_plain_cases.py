"""Kind `cases` as a specification: cards, boxes, chains and actions by hand, and near misses."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_cases import (
    cases,
    choices,
    meeting,
    of_rows,
    planes,
    subsets,
    vertices,
)
from rropt.checker.plain.plain_prices import actions_of, best
from rropt.checker.plain.plain_privacy import demands
from tests.certificates import changed
from tests.checker.test_cases_box import BASE
from tests.checker.test_cases_card import CARD, PURE, card

PRIVACY = {"gamma": "3", "delta": "1/10"}
TRACE = {
    "proof": "chain",
    "privacy": PRIVACY,
    "truths": 2,
    "utility": {"name": "trace"},
    "reports": 3,
    "table": [["31/40", "9/40"], ["9/40", "31/40"]],
    "value": "31/20",
    "bound": "31/20",
    "gap": "0",
}
"""The trace is 1 + the total variation, at most 2 (g + d) / (1 + g) = 31/20."""

PRICES = {"prices": ["3/4", "3/4", "0"], "cover": {"proof": "actions"}}
ACTIONS = {
    "proof": "actions",
    "privacy": {"gamma": "3", "delta": "0"},
    "truths": 3,
    "utility": {"name": "trace"},
    "reports": 2,
    "table": [["3/4", "1/4", "1/4"], ["1/4", "3/4", "3/4"]],
    "sets": [{"actions": [0, 1], **PRICES}],
    "value": "3/2",
    "bound": "3/2",
    "gap": "0",
}
"""2 g / (1 + g): two truths are told apart, the third reports as one of them."""

WARNER = card({"gamma": "3", "delta": "0"}, F(3, 4), F(3, 4), [(F(3, 4), F(3, 4))])


def test_cards_by_hand():
    """Warner's at gamma 3; levels 3 and 3/2; one under two levels at u = 4/7."""
    assert cases(WARNER)
    assert cases(card(PURE, F(3, 7), F(6, 7), [(F(3, 7), F(6, 7))], universal=True))
    value = str((F(4, 7) + F(1, 4)) * (F(4, 7) + F(3, 4)))
    assert cases(changed(CARD, value=value, bound=value, gap="0"))


@pytest.mark.parametrize(
    "parts",
    [
        {"value": "1", "gap": "0"},
        {"gap": "1"},
        {"bound": "1/2", "gap": str(F(WARNER["value"]) - F(1, 2))},
        {"privacy": {"gamma": "2", "delta": "0"}},
        {"privacy": {"gamma": "4", "delta": "0"}},
        {"table": [["1/2", "1/2"], ["1/2", "1/2"]]},
        {"table": [["3/4", "1/4"], ["1/4", "1/2"]]},
    ],
)
def test_near_misses_of_a_card_are_not_proved(parts):
    assert not cases(changed(WARNER, **parts))


def test_a_warner_card_is_symmetric():
    other = card(PURE, F(3, 7), F(6, 7), [(F(3, 7), F(6, 7))])
    assert not cases(changed(other, device="warner"))


@pytest.mark.everything
@pytest.mark.parametrize("reports", [2, 3])
def test_a_chain_by_hand(reports):
    assert cases(TRACE | {"reports": reports})
    split = [["1/10", "0"], ["27/40", "9/40"], ["9/40", "31/40"]]
    assert cases(TRACE | {"table": split, "reports": reports}) == (reports == 3)


@pytest.mark.everything
def test_a_matrix_by_hand():
    """Both deltas 0, g_01 = 3 and g_10 = 2: (x, y) with x = 3 y and 1 - y = 2 (1 - x)."""
    table = [["3/5", "1/5"], ["2/5", "4/5"]]
    privacy = {"gamma": [["1", "3"], ["2", "1"]], "delta": "0"}
    right = TRACE | {"privacy": privacy, "table": table, "value": "7/5", "bound": "7/5"}
    assert cases(right)
    tighter = {"gamma": [["1", "3"], ["19/10", "1"]], "delta": "0"}
    assert not cases(right | {"privacy": tighter})
    wider = {"gamma": [["1", "3"], ["21/10", "1"]], "delta": "0"}
    assert not cases(right | {"privacy": wider})


@pytest.mark.everything
@pytest.mark.parametrize(
    "parts",
    [
        {"bound": "3/2", "gap": "-1/20"},
        {"gap": "1/20"},
        {"value": "8/5", "bound": "8/5"},
        {"privacy": {"gamma": "3", "delta": "1/9"}},
        {"privacy": {"gamma": "3", "delta": "1/11"}},
        {"table": [["1/4", "1/4"]] * 4},
        {"table": [["31/40", "9/40"], ["9/40", "3/4"]]},
        {"reports": 1},
    ],
)
def test_near_misses_of_a_chain_are_not_proved(parts):
    assert not cases(TRACE | parts)


@pytest.mark.everything
def test_vertices_are_private_tables_of_three_rows():
    found = [tuple(map(tuple, t)) for t in vertices(PRIVACY, 3, 2)]
    assert ((F(31, 40), F(9, 40)), (F(9, 40), F(31, 40)), (0, 0)) in found
    for table in found:
        assert [sum(column) for column in zip(*table, strict=True)] == [1, 1]
        told = sum(max(F(0), x - 3 * y) for x, y in table)
        assert min(min(row) for row in table) >= 0 and told <= F(1, 10)


def test_vertices_of_two_rows_about_two_truths():
    """At g = 3, d = 1/10: (0, 0), (1, 1), (0, d), (1 - d, 1), (9/40, 31/40), and swapped."""
    found = {tuple(first) for first, _ in vertices(PRIVACY, 2, 2)}
    low, high, d = F(9, 40), F(31, 40), F(1, 10)
    half = {(F(0), d), (1 - d, F(1)), (low, high)}
    assert found == half | {(b, a) for a, b in half} | {(0, 0), (1, 1)}


def test_planes_of_a_demand_are_one_for_each_choice_of_rows():
    """Two rows about two truths: x - 3 y is 1/10 in the first row, or in the second."""
    demand = demands(PRIVACY, 2, 1)[0]
    assert subsets(2) == [set(), {0}, {1}, {0, 1}]
    wanted = [([1, -3], F(1, 10)), ([-1, 3], F(21, 10))]
    found = planes([demand], 2, 2)
    assert len(found) == 6 and all(plane in found for plane in wanted)
    assert of_rows([(F(2), [F(1), F(-3)], {0, 1})], F(0), 2, 2) == ([0, 0], 4)


def test_a_box_by_hand():
    assert cases(BASE)


@pytest.mark.everything
@pytest.mark.parametrize(
    "parts",
    [
        {"bound": "5/8", "gap": "-1/48"},
        {"gap": "1/48"},
        {"value": "2/3", "bound": "2/3"},
        {"privacy": {"gamma": "2", "delta": "1/10"}},
        {"privacy": {"gamma": "4", "delta": "1/10"}},
        {"table": [["31/40", "9/40", "9/40"], ["9/40", "31/40", "3/4"]]},
        {"reports": 1},
    ],
)
def test_near_misses_of_a_box_are_not_proved(parts):
    assert not cases(BASE | parts)


def test_planes_meet_in_one_point_or_none():
    one, zero = F(1), F(0)
    assert meeting([([one, one], F(3)), ([one, -one], one)]) == [2, 1]
    assert meeting([([one, zero], F(3)), ([F(2), zero], one)]) is None
    listed = [([F(i == j) for j in range(4)], F(i)) for i in range(4)]
    assert meeting(listed) == [0, 1, 2, 3]
    assert meeting([listed[0], listed[0], listed[2], listed[3]]) is None


def test_actions_by_hand():
    assert cases(ACTIONS)


@pytest.mark.parametrize(
    "parts",
    [
        {"reports": 1},
        {"reports": 3},
        {"sets": []},
        {"sets": [{"actions": [0, 1, 2], **PRICES}]},
        {"sets": [{"actions": [1, 2], **PRICES}]},
        {"sets": [{"actions": [0, 1], **PRICES, "prices": ["3/4", "7/10", "0"]}]},
        {"bound": "7/5", "gap": "-1/10"},
        {"value": "8/5", "gap": "-1/10"},
        {"gap": "1/10"},
        {"privacy": {"gamma": "2", "delta": "0"}},
    ],
)
def test_near_misses_of_actions_are_not_proved(parts):
    assert not cases(ACTIONS | parts)


def test_guesses_need_the_most_probable_truths_and_gains_every_choice():
    guess = {"name": "probability-of-a-right-guess", "prior": ["1/8", "1/2", "3/8"]}
    assert list(choices(ACTIONS | {"utility": guess}, 3)) == [(1, 2)]
    gain = {"name": "gain", "prior": ["1/3"] * 3, "gain": [["1"] * 3] * 3}
    assert list(choices(ACTIONS | {"utility": gain}, 3)) == [(0, 1), (0, 2), (1, 2)]
    matrix = {"gamma": [["1"] * 3] * 3, "delta": "0"}
    assert len(list(choices(ACTIONS | {"privacy": matrix}, 3))) == 3


def test_actions_are_in_the_order_of_the_format():
    guess = {"name": "probability-of-a-right-guess", "prior": ["1/4", "3/4"]}
    assert actions_of(guess, 2) == [[F(1, 4), 0], [0, F(3, 4)]]
    apart = actions_of({"name": "total-variation", "pair": [0, 2]}, 3)
    assert apart == [[F(1, 2), 0, F(-1, 2)], [F(-1, 2), 0, F(1, 2)]]
    assert best(apart, [F(1), F(5), F(4)]) == F(3, 2)
