"""Tables under one number in whole numbers, by hand."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.checker import actions_at_once, check, fisher_at_once, information_at_once
from rropt.checker.kind_prices import read_prices
from rropt.checker.number_at_once import ends_of, exact, is_private_table, table
from rropt.checker.parse import parse_certificate
from rropt.checker.verdict import Doubts
from tests.certificates import F, changed
from tests.checker.test_actions_at_once import fields


def read(*numbers):
    """The numbers as a file states them."""
    words = ", ".join(f'"{x}"' for x in numbers)
    return parse_certificate(f'{{"format": "rropt-certificate/2", "x": [{words}]}}')[0]["x"]


def test_a_table_is_weights_times_patterns():
    rows, one = table([read(3, 1), read("1/2", "3/2")], read("1/4", "1/2"))
    assert [[F(x, one) for x in row] for row in rows] == [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]


@pytest.mark.parametrize(
    ("rows", "private"),
    [
        ([[3, 1], [1, 3]], True),
        ([[3, 1], [1, 3], [0, 0]], True),
        ([[7, 2], [1, 6]], False),
        ([[4, 0], [0, 4]], False),
        ([[-1, -1], [5, 5]], False),
        ([[3, 1], [1, 2]], False),
    ],
)
def test_rows_are_private_and_columns_add_up_to_one(rows, private):
    one = sum(row[0] for row in rows)
    (level,) = read(3)
    assert is_private_table(rows, one, level) == private


def test_numbers_are_compared_exactly():
    half, third, sixth = map(exact, read("1/2", "1/3", "1/6"))
    assert half == F(5, 10) and half != F(5 * 10**40 + 1, 10**41)
    assert sixth == half - third != third - half


ONE = rr.LocalDP(1)
DESIGNS = {
    "guess": (actions_at_once, rr.Guess(["1/2", "1/3", "1/6"])),
    "share": (fisher_at_once, rr.Variance("1/4")),
    "information": (information_at_once, rr.MutualInformation(["1/2", "1/3", "1/6"])),
}


@pytest.mark.parametrize("name", DESIGNS)
def test_the_sentence_is_that_of_the_longer_pages(name):
    page, objective = DESIGNS[name]
    data = rr.optimal(ONE, objective).certificate.data
    said = page.proved(*fields(data))
    assert said == check(data).statement == read_prices(*fields(data))(Doubts())
    assert said.startswith("no epsilon = 1 private mechanism on ")
    low, high = map(F, data["privacy"]["gamma"])
    for gamma in ([low * F(99, 100), high], [low, high * F(101, 100)]):
        wider = changed(data, privacy=data["privacy"] | {"gamma": gamma})
        assert page.proved(*fields(wider)) is None
        assert check(wider).verdict == "refuted"
    narrow = changed(data, privacy=data["privacy"] | {"epsilon": "11/10"})
    assert page.proved(*fields(narrow)) is None
    assert check(narrow).verdict == "refuted"


E = ("2718281828/1000000000", "2718281829/1000000000")


def level(low, epsilon, high):
    low, epsilon, high = read(*(F(x) for x in (low, epsilon, high)))
    return ends_of({"gamma": [low, high], "delta": "0", "epsilon": epsilon})


def test_both_ends_enclose_e_to_the_epsilon():
    low, high = map(F, E)
    words = "epsilon = 1", f"epsilon = ln {low}"
    assert level(low, 1, high) == (str(low), str(high), *words)
    assert level(1, 0, 1) == ("1", "1", "epsilon = 0", "epsilon = ln 1")


@pytest.mark.parametrize(
    ("low", "epsilon", "high"),
    [
        (E[1], 1, E[1]),
        (E[0], 1, E[0]),
        (E[0], F(999999999, 10**9), E[1]),
        (F(1, 2), 0, 1),
        (1, 1, -3),
        (1, 1, 0),
        (1, -1, 3),
    ],
)
def test_numbers_that_do_not_enclose_it_are_no_level(low, epsilon, high):
    assert level(low, epsilon, high) is None


@pytest.mark.parametrize(
    "changes",
    [{"gamma": []}, {"gamma": "3"}, {"gamma": [[]]}, {"epsilon": 1}, {"epsilon": None}],
)
def test_other_forms_are_no_level(changes):
    (three,) = read(3)
    given = {"gamma": [three, three], "delta": "0", "epsilon": three}
    assert ends_of(given | changes) is None
    assert ends_of(given | {"gamma": [three] * 3}) is None
