"""Kinds `garbling` and `separation` as a specification, by hand."""

from __future__ import annotations

import pytest

from rropt.checker.plain.plain_order import garbling, separation

P = [["3/4", "1/4"], ["1/4", "3/4"]]
C = [["2/3", "1/3"], ["1/3", "2/3"]]
A = [["7/12", "5/12"], ["5/12", "7/12"]]
TRACE = [["1", "0"], ["0", "1"]]


def test_a_garbling_by_hand():
    """2/3 * 3/4 + 1/3 * 1/4 = 7/12."""
    assert garbling({"A": A, "P": P, "C": C})


@pytest.mark.parametrize(
    "parts",
    [
        {"A": [["1/2", "5/12"], ["1/2", "7/12"]]},
        {"C": [["2/3", "1/3"], ["1/3", "1/3"]]},
        {"A": P, "P": A, "C": [["5/2", "-3/2"], ["-3/2", "5/2"]]},
    ],
)
def test_near_misses_of_a_garbling(parts):
    assert not garbling({"A": A, "P": P, "C": C} | parts)


APART = {"A": P, "P": A, "gain": TRACE, "A_value": "3/2", "P_value": "7/6"}


def test_a_separation_by_hand():
    assert separation(APART)


@pytest.mark.parametrize(
    "parts",
    [
        {"A": A, "P": P, "A_value": "7/6", "P_value": "3/2"},
        {"A_value": "8/5"},
        {"P_value": "1"},
        {"gain": [["1", "1"]], "A_value": "2", "P_value": "2"},
        {"A": [["3/4", "1/4"], ["1/2", "3/4"]]},
    ],
)
def test_near_misses_of_a_separation(parts):
    assert not separation(APART | parts)
