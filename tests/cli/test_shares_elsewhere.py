"""rropt design a-optimal --equal-shares: what the mechanism for equal shares loses at others."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.cli import main

PRIOR = "1/2,1/4,1/8,1/8"


def test_the_loss_is_said_in_words_and_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["design", "a-optimal", "--epsilon", "1/6", "--prior", PRIOR, "--equal-shares"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    known = rr.equal_shares_loss(rr.LocalDP("1/6"), PRIOR)
    assert F(found["loss"]) == known.loss and F(found["least_share"]) == known.least_share()
    best = rr.optimal(rr.LocalDP("1/6"), rr.AOptimal(PRIOR))
    assert F(found["bound"]) <= best.bound.hi and best.value.lo <= F(found["value"])
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "loses at most" in said and "of 4 categories" in said


def test_where_the_shares_do_not_matter_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--epsilon", "1/6", "--prior", "uniform", "--categories", "1000", "--equal-shares"]
    assert main(["design", "a-optimal", *words]) == 0
    assert "at most 1 % whatever the shares are" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--denominator", "100"], "--denominator must be left out"),
        (["--save", "D.json"], "--save must be left out"),
        (["--regret"], "--regret must be left out"),
        (["--outputs", "2"], "--outputs and --revealing must be left out"),
        (["--delta", "1/10"], "no delta"),
    ],
)
def test_what_makes_a_mechanism_is_refused(
    more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["design", "a-optimal", "--epsilon", "1", "--prior", PRIOR, "--equal-shares"]
    assert main([*words, *more]) == 3
    assert said in capsys.readouterr().err


def test_another_objective_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--epsilon", "1", "--prior", PRIOR, "--equal-shares"]
    assert main(["design", "d-optimal", *words]) == 3
    assert "for a-optimal at one --prior" in capsys.readouterr().err
