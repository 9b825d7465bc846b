"""rropt measures --population: what all reports, or a summary, say about one person."""

from __future__ import annotations

import json
from fractions import Fraction as F
from math import comb

import pytest

from rropt.cli import main


def asked(capsys, *words):
    assert main(["measures", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_number_of_yes_answers_of_three(capsys):
    """Warner at 3/4, one other of each truth: yes answers 0, 1, 2, 3 by hand."""
    data = asked(capsys, "warner", "--others", "1,1")
    by_hand = {}
    for own in (0, 1):
        chance = [F(1)]
        for p in (F(1, 4), F(3, 4), (F(1, 4), F(3, 4))[own]):
            longer = [F(0), *chance]
            chance = [x * (1 - p) + y * p for x, y in zip([*chance, F(0)], longer, strict=True)]
        by_hand[own] = chance
    rows = {tuple(map(F, row)) for row in data["channel"]}
    assert rows == set(zip(by_hand[0], by_hand[1], strict=True))
    assert data["population"] == {"people": 3, "others": "1,1", "view": "histogram"}


def test_one_level_of_a_crowd_that_all_say_no(capsys):
    """Two binomials of 20 no-sayers and one more: the definition of delta, summed by hand."""
    data = asked(capsys, "warner", "--others", "20,0", "--at-epsilon", "ln(2)")
    least = F(0)
    for first, second in ((F(1, 4), F(3, 4)), (F(3, 4), F(1, 4))):
        total = F(0)
        for yes in range(22):
            mass = [
                comb(20, n) * F(3 ** (20 - n), 4**20) if 0 <= n <= 20 else F(0)
                for n in (yes, yes - 1)
            ]
            one, two = (mass[0] * (1 - p) + mass[1] * p for p in (first, second))
            total += max(F(0), one - 2 * two)
        least = max(least, total)
    assert F(data["delta"]) == least
    worst = asked(capsys, "warner", "--population", "21", "--at-epsilon", "ln(2)")
    assert F(worst["delta"]) >= least and worst["population"]["people"] == 21


def test_cards_that_are_not_put_back_by_name_and_from_a_file(capsys, tmp_path):
    """With 8 of 9 cards known the last one says it all: the list of a census hides nothing."""
    words = ("--others", "4,4", "--view", "list")
    data = asked(capsys, "improved_christofides", *words)
    assert data["measures"]["epsilon"] == "oo"
    path = tmp_path / "cards.json"
    assert (
        main(["device", "improved_christofides", "--counts", "2,1,6", "--json", "-o", str(path)])
        == 0
    )
    capsys.readouterr()
    assert asked(capsys, str(path), *words)["measures"] == data["measures"]


@pytest.mark.everything
def test_numbers_as_labels_and_values_of_ones_own(capsys):
    by_label = asked(capsys, "christofides", "--others", "2,1", "--view", "sum")
    given = asked(capsys, "christofides", "--others", "2,1", "--view", "sum", "--scores", "1,2,3")
    assert by_label == given
    prior = asked(
        capsys, "christofides", "--population", "4", "--view", "sum", "--prior", "3/4,1/4"
    )
    assert prior["population"]["others"] is None and "Bayes risk after" in prior["measures"]


def test_a_line_says_what_is_seen(capsys):
    assert main(["measures", "warner", "--population", "5", "--prior", "1/2,1/2"]) == 0
    assert capsys.readouterr().out.startswith("what the histogram of 5 reports says about one")
    assert main(["measures", "warner", "--population", "5", "--at-epsilon", "1/2"]) == 0
    assert "least is hidden where" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["warner", "--population", "9"], "--others, --prior, or --at-epsilon"),
        (["warner", "--view", "sum"], "--view needs --population"),
        (["warner", "--scores", "0,1"], "--scores needs --population"),
        (["warner", "--others", "3,4", "--view", "sum"], "a number for each report: no, yes"),
        (
            ["warner", "--others", "3,4", "--scores", "0,1"],
            "--scores must be left out",
        ),
        (["warner", "--others", "3"], "others must have 2 counts"),
        (["warner", "--others", "3,x"], "--others must be a whole number"),
        (["warner", "--others", "3,4", "--population", "9"], "the others and one: 8, got 9"),
        (["warner", "kuk", "--others", "3,4"], "takes one FILE"),
        (["warner", "--others", "3,4", "--rounds", "2"], "takes one FILE"),
        (["improved_christofides", "--others", "9,9"], "at most the number of cards 9"),
        (
            ["warner", "--population", "3", "--at-epsilon", "1", "--view", "list"],
            "--view must be histogram or sum where nothing is known",
        ),
    ],
)
def test_refusals(words, said, capsys):
    assert main(["measures", *words]) == 3
    assert said in capsys.readouterr().err


@pytest.mark.everything
def test_rounds_and_questions_together(capsys) -> None:
    words = ("warner", "--population", "40", "--at-delta", "1e-3")
    once = asked(capsys, *words)
    rounds = asked(capsys, *words, "--rounds", "2")
    assert rounds["questions"] == [{"people": 40, "rounds": 2}] and not rounds["checked"]
    assert F(rounds["epsilon"][0]) > F(once["epsilon"][1])
    two = asked(capsys, "warner", *words)
    assert [question["rounds"] for question in two["questions"]] == [1, 1]
    assert two["epsilon"] == rounds["epsilon"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--at-delta", "1e-3", "--others", "19,20"],
            "--others must be left out with several rounds",
        ),
        (
            ["--at-delta", "1e-3", "--certificate", "c.json"],
            "--certificate must be left out with several rounds",
        ),
        (["--at-delta", "1e-3", "--view", "list"], "must be histogram"),
        (["--prior", "1/2,1/2"], "or a level: --at-delta"),
    ],
)
def test_rounds_refused(capsys, words, said) -> None:
    assert main(["measures", "warner", "--population", "40", "--rounds", "2", *words]) == 3
    assert said in capsys.readouterr().err


def test_what_is_assumed_is_said(capsys) -> None:
    words = ["warner", "--others", "1999,0", "--at-epsilon", "1/4"]
    assert main(["measures", *words]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "an honest shuffler passes reports on without names" in said
    assert "m others who tell their reports leave the histogram of m fewer people" in said
