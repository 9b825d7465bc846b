"""Kind `model` as a specification: one slope of a linear probability, by hand."""

from __future__ import annotations

import copy
from fractions import Fraction as F

import pytest

from rropt.checker import check
from rropt.checker.plain.plain_model import PlainGuess, model
from tests.certificates import write

PRIVACY = {"gamma": "3", "delta": "0"}
HALF = F(1, 2)


def slope():
    """One point, p = (1/2, 1/2), derivative (-1, 1): the Fisher information about a share.

    Warner's rows (3/4, 1/4), (1/4, 3/4) have D'r = -1/2, 1/2 and p.r = 1/2: I = 1/2 + 1/2 = 1.
    z = -1, 1 is unbiased, sum z^2 p.r = 1. v = 1: u(r) = (r_1 - r_0)^2 / ((r_0 + r_1)/2) is at most
    2 * 4 / 4 = 2 at (3, 1), covered by prices of 1/2: 2 c.v - 1 = 1.
    """
    point = [F(1), [HALF, HALF], [[F(-1)], [F(1)]]]
    guess = {
        "weight": F(1),
        "points": [point],
        "contrasts": [[F(1)]],
        "estimators": [[[F(-1), F(1)]]],
        "tangents": [[F(1)]],
    }
    return write(
        {
            "format": "rropt-certificate/2",
            "kind": "model",
            "objective": "variance",
            "privacy": PRIVACY,
            "guesses": [guess],
            "patterns": [[F(3), F(1)], [F(1), F(3)]],
            "weights": [F(1, 4), F(1, 4)],
            "prices": [HALF, HALF],
            "cover": {"proof": "extremes"},
            "value": F(1),
            "bound": F(1),
            "gap": F(0),
        }
    )


def test_a_certificate_by_hand_is_proved_and_verified():
    assert model(slope())
    verdict = check(slope())
    assert verdict.verdict == "verified" and "reaches it" in verdict.statement


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (("value",), "99/100"),
        (("bound",), "101/100"),
        (("gap",), "1"),
        (("prices", 0), "2/5"),
        (("weights", 0), "1/5"),
        (("privacy", "gamma"), "2"),
        (("privacy", "gamma"), "4"),
        (("guesses", 0, "estimators", 0, 0, 0), "-2"),
        (("guesses", 0, "tangents", 0, 0), "2"),
        (("guesses", 0, "contrasts", 0, 0), "2"),
    ],
)
def test_near_misses_are_neither_proved_nor_verified(place, wrong):
    data = copy.deepcopy(slope())
    at = data
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = wrong
    if place[0] in ("value", "bound"):
        data["gap"] = str(F(data["value"]) - F(data["bound"]))
    assert not model(data) and check(data).verdict == "refuted"


def test_a_guess_by_hand():
    (given,) = slope()["guesses"]
    guess = PlainGuess(given)
    rows = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    assert guess.utility([F(3), F(1)]) == 2 and guess.utility([F(1), F(1)]) == 0
    assert guess.is_unbiased(rows) and guess.spent(rows) == 1 and guess.gain == 2
    assert not guess.is_unbiased([[HALF, HALF], [HALF, HALF]])
