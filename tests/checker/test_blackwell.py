"""Certificates of kinds garbling and separation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt.checker import check

F = Fraction
P = [["3/4", "1/4"], ["1/4", "3/4"]]
A = [["5/8", "3/8"], ["3/8", "5/8"]]
HEAD = {"format": "rropt-certificate/2"}
GARBLING = {**HEAD, "kind": "garbling", "A": A, "P": P, "C": P}
SEPARATION = {
    **HEAD,
    "kind": "separation",
    "A": P,
    "P": A,
    "gain": [["1", "0"], ["0", "1"]],
    "A_value": "3/2",
    "P_value": "5/4",
}


def verdict(data):
    return check(data).verdict


def test_a_garbling():
    assert verdict(GARBLING) == "verified"


@pytest.mark.parametrize(
    "parts",
    [
        {"A": P},
        {"C": [["1", "0"], ["0", "1"]]},
        {"C": [["3/4", "1/4"], ["1/4", "1/2"]]},
        {"C": [["5/4", "-1/4"], ["-1/4", "5/4"]], "A": [["7/8", "1/8"], ["1/8", "7/8"]]},
        {"P": [["3/4", "1/4"], ["1/2", "3/4"]]},
        {"A": [["5/8", "3/8"]]},
        {"A": [*A, ["0", "0"]]},
        {"C": [["3/4", "1/4", "0"], ["1/4", "3/4", "1"]]},
        {"P": []},
        {"P": [[], []]},
        {"P": [["3/4", "1/4"], ["1/4"]]},
        {"A": [["5/8"], ["3/8"]]},
        {"A": A[::-1]},
        {"A": [row[::-1] for row in A]},
        {"P": A, "A": P, "C": [["3/2", "-1/2"], ["-1/2", "3/2"]]},
        {"C": [["3/4", "1/4"]]},
        {"C": [["3/4"], ["1/4"]]},
        {"C": [["1", "1"], ["0", "0"]]},
        {"A": [], "P": [], "C": []},
        {"A": [[]], "C": [["1", "1"]]},
        {"C": None},
        {"C": "PP"},
        {"C": [{"a": "1"}, {"b": "1"}]},
        {"P": [[[["3/4", 1]], "1/4"], ["1/4", "3/4"]]},
        {"gain": [["1"]]},
    ],
)
def test_near_misses_of_a_garbling(parts):
    assert verdict({**GARBLING, **parts}) in ("refuted", "malformed")


def test_tables_that_differ_by_a_hair_are_told_apart():
    hair = F(1, 10**30)
    near = [[str(F(5, 8) + hair), "3/8"], [str(F(3, 8) - hair), "5/8"]]
    assert verdict({**GARBLING, "A": near}) == "refuted"


@pytest.mark.parametrize("k", [2, 3, 5])
def test_garblings_of_a_million_digits_are_refused(k):
    """The work counts the length of the numbers."""
    n = 10**1000 + 7
    row = [f"1/{n + i}" for i in range(20 * k)]
    parts = {"A": [row] * 100, "P": [row] * 100, "C": [row] * 100}
    assert verdict({**GARBLING, **parts}) in ("refuted", "malformed")


def test_a_garbling_to_fewer_reports():
    parts = {"A": [["1", "1"]], "C": [["1", "1"]]}
    assert verdict({**GARBLING, **parts}) == "verified"


def test_a_separation():
    assert verdict(SEPARATION) == "verified"


@pytest.mark.parametrize(
    "parts",
    [
        {"A_value": "2"},
        {"P_value": "1"},
        {"A": A, "P": P, "A_value": "5/4", "P_value": "3/2"},
        {"P": P, "P_value": "3/2"},
        {"gain": [["1", "1"]], "A_value": "2", "P_value": "2"},
        {"gain": [["0", "1"], ["1"], ["0", "1"]], "A_value": "3/2", "P_value": "5/4"},
        {"gain": [["1", "0"]]},
        {"gain": [["1"], ["0"]]},
        {"P": [["5/8", "3/8"], ["3/8", "1/2"]], "P_value": "9/8"},
        {"P": [["9/8", "0"], ["-1/8", "1"]]},
        {"gain": []},
        {"gain": [[]]},
        {"gain": [["1", "0"], ["0"]]},
        {"gain": [["1", "0", "0"], ["0", "1", "0"]]},
        {"gain": None},
        {"P": P, "A_value": "3/2", "P_value": "3/2"},
        {"A_value": "5/4", "P_value": "3/2"},
        {"A_value": str(F(3, 2) + F(1, 10**40))},
        {"P_value": str(F(5, 4) - F(1, 10**40))},
        {"P": [["1", "1", "1"]]},
        {"C": P},
    ],
)
def test_near_misses_of_a_separation(parts):
    assert verdict({**SEPARATION, **parts}) in ("refuted", "malformed")
