"""The record of a derivation: everything as strings that say the same again."""

from __future__ import annotations

import json

import pytest
import sympy as sp

import rropt as rr

GUESS = rr.Problem(rr.LocalDP("ln(3)"), rr.Guess("1/2,3/10,1/5"))


@pytest.fixture(scope="module")
def record():
    answer = rr.derive(GUESS, (1, "oo"), delta=0)
    return json.loads(json.dumps(answer.to_json()))


def test_ranges_fixed_parameters_and_switches_by_hand(record) -> None:
    """One truth is guessed up to 5/3, two up to 3, then all three."""
    assert record["ranges"] == {"gamma": ["1", "oo"]} and record["fixed"] == {"delta": "0"}
    assert record["proved"] is True and record["undecided"] == []
    assert record["switches"] == ["gamma = 5/3", "gamma = 3"]
    assert record["best_of"] == "max" and record["categories"] == 3


def test_each_piece_is_a_table_that_adds_up_and_prices_that_pay_its_value(record) -> None:
    def read(formula: str) -> sp.Expr:
        return sp.sympify(formula, locals={"gamma": sp.Symbol("gamma")})

    for piece in record["pieces"]:
        total = sp.zeros(1, 3)
        for row in piece["table"]:
            pattern = sp.Matrix([[read(x) for x in row["pattern"]]])
            total += pattern * read(row["weight"])
        assert [sp.cancel(x - 1) for x in total] == [0, 0, 0]
        paid = sum(map(read, piece["prices"]))
        assert sp.cancel(paid - read(piece["value"])) == 0
        assert piece["pair_prices"] == {}


def test_a_card_says_what_is_tight() -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Warner("1/4"))
    found = rr.derive(problem, (1, "oo"), delta=0, prior="1/4").to_json()
    (piece,) = found["pieces"]
    assert piece["card"] == ["gamma/(gamma + 1)"] * 2
    assert len(piece["tight"]) == 1 and "table" not in piece


def test_prices_of_pairs_stand_by_their_pair() -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)", "1/10"), rr.Guess("2/3,1/3"))
    found = rr.derive(problem, 3, delta=(0, "1/9")).to_json()
    pairs = [piece["pair_prices"] for piece in found["pieces"]]
    assert all(set(each) <= {"0,1", "1,0"} for each in pairs) and any(pairs)
