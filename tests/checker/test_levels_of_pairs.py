"""Levels of pairs: a matrix, enclosures of distances, singles, and what is no matrix."""

from __future__ import annotations

import math

import pytest

from rropt.checker import check
from tests.certificates import TRACE, F, changed, useless, verdict, write
from tests.checker.test_extreme_rays import uniform


def test_a_matrix_of_distances_is_enclosed():
    """exp(d/2) for d^2 = 2: e^0.70710678 = 2.02811498..."""
    low, high = F("2.0281149816"), F("2.0281149817")
    privacy = {"gamma": uniform(2, low), "above": uniform(2, high), "delta": F(0)}
    privacy |= {"epsilon": F(1, 2), "distances_squared": [[F(0), F(2)], [F(2), F(0)]]}
    assert low < F(math.exp(math.sqrt(2) / 2)) < high
    y = high / (1 + high)
    cover = {"proof": "actions", "multipliers": [[[0, 1, y / high]], [[1, 0, y / high]]]}
    data = useless(2, privacy, {"name": "trace"}, [y, y], cover, (), F(1))
    statement = check(data).statement
    assert "no G = exp(1/2 d), d^2 = ((0, 2), (2, 0)) private mechanism" in statement
    assert "and this table, private at G = ((1, 2535143727/1250000000)" in statement
    for part, value in (
        ("gamma", uniform(2, high)),
        ("above", uniform(2, low)),
        ("epsilon", F(1, 2) + F(1, 10**9)),
        ("distances_squared", [[F(0), F(2)], [F("1.99999"), F(0)]]),
    ):
        near = changed(data, privacy=write({**privacy, part: value}))
        assert verdict(near) == "refuted"
    for part in ("above", "epsilon", "distances_squared"):
        fewer = {name: entry for name, entry in data["privacy"].items() if name != part}
        expected = "malformed" if part != "none" else "verified"
        assert verdict(changed(data, privacy=fewer)) == expected


@pytest.mark.parametrize(
    "privacy",
    [
        {"gamma": [["1", "3"]], "delta": "0"},
        {"gamma": [["1", "3"], ["3", "2"]], "delta": "0"},
        {"gamma": [["1", "1/2"], ["3", "1"]], "delta": "0"},
        {"gamma": [["1", "o"], ["3", "1"]], "delta": "0"},
        {"gamma": [["1", "oo"], ["3", "1"]], "delta": [["0", "1/2"], ["0", "0"]]},
        {"gamma": [["1", "3"], ["3", "1"]], "delta": [["1/2", "0"], ["0", "0"]]},
        {"gamma": [["1", "3"], ["3", "1"]], "delta": "1/10"},
        {"gamma": [["1", "3"], ["3", "1"]], "delta": [["0", "2"], ["0", "0"]]},
        {"gamma": [["1", "3"], ["3", "1"]], "delta": [["0", "oo"], ["0", "0"]]},
        {"gamma": [["1", "3"], ["3", "1"]], "delta": 0},
        {"gamma": [["1", "3"], ["3", "1"]], "delta": "0", "distances_squared": [["0"] * 2] * 2},
        {"gamma": "3", "delta": [["0", "0"], ["0", "0"]]},
        {"gamma": "3", "delta": "0", "singles": [0]},
        {"gamma": [["1", "3"], ["3", "1"]], "above": [["1", "2"], ["3", "1"]], "delta": "0"},
        {"gamma": [["1", "3"], ["3", "1"]], "above": [["1", "oo"], ["3", "1"]], "delta": "0"},
    ],
)
def test_what_is_no_matrix(privacy):
    good = useless(
        2, {"gamma": "3", "delta": "0"}, {"name": "trace"}, [F(1)] * 2, {"proof": "extremes"}
    )
    assert verdict(changed(good, value="1", gap="1")) == "verified"
    assert verdict(changed(good, value="1", gap="1", privacy=privacy)) == "malformed"


PURE = {"gamma": [["1", "3"], ["3", "1"]], "delta": "0"}


def singles(**parts):
    """At 3 truth 1 is harmless and may say so: (3, 3) / 4 with the rest of truth 1 alone.

    The report of both has (3, 1) c, c = 1/3: P = [[1, 1/3], [0, 2/3]], trace 5/3.
    """
    data = {
        **TRACE,
        "privacy": PURE | {"singles": [1]},
        "patterns": [["3", "1"], ["0", "1"]],
        "weights": ["1/3", "2/3"],
        "prices": ["2/3", "1"],
        "value": "5/3",
        "bound": "5/3",
        "cover": {"proof": "extremes"},
    }
    del data["condition_prices"]
    return changed(data, **parts)


def test_a_report_of_one_harmless_truth_is_bound_by_no_level():
    for cover in (
        {"proof": "extremes"},
        {"proof": "actions", "multipliers": [[[0, 1, "1/3"]], []]},
    ):
        verdict = check(singles(cover=cover))
        assert verdict.verdict == "verified", verdict
        assert "(G = ((1, 3), (3, 1)), or of one truth in (1))" in verdict.statement


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ({"privacy": PURE | {"singles": [0]}}, "refuted"),
        ({"privacy": PURE}, "refuted"),
        ({"privacy": PURE | {"delta": [["0", "1/10"], ["0", "0"]], "singles": [1]}}, "malformed"),
        ({"privacy": PURE | {"singles": [1, 1]}}, "malformed"),
        ({"privacy": PURE | {"singles": []}}, "malformed"),
        ({"privacy": PURE | {"singles": [2]}}, "malformed"),
        ({"prices": ["3/4", "11/12"]}, "refuted"),
        ({"universal": True}, "malformed"),
    ],
)
def test_near_misses_of_singles(parts, verdict):
    assert check(singles(**parts)).verdict == verdict
    cover = {"proof": "actions", "multipliers": [[[0, 1, "1/3"]], []]}
    assert check(singles(**parts, cover=cover)).verdict == verdict
