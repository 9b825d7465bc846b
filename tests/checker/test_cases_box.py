"""Cases, boxes: a certificate by hand, and near misses."""

from __future__ import annotations

import json

import pytest

from rropt.checker import check

PRIOR = ["1/2", "1/3", "1/6"]


BASE = {
    "format": "rropt-certificate/2",
    "kind": "cases",
    "proof": "box",
    "reports": 2,
    "privacy": {"gamma": "3", "delta": "1/10"},
    "truths": 3,
    "utility": {"name": "probability-of-a-right-guess", "prior": PRIOR},
    "table": [["31/40", "9/40", "9/40"], ["9/40", "31/40", "31/40"]],
    "value": "31/48",
    "bound": "31/48",
    "gap": "0",
}


def test_a_certificate_by_hand() -> None:
    """1/2 and 1/3 of 31/40; at the other point 1/2 of 1 and 1/3 of 1/10 are 8/15."""
    verdict = check(json.dumps(BASE))
    assert verdict.statement == (
        "no (epsilon = ln 3, delta = 1/10) private mechanism with at most 2 reports on 3 truths "
        "has a probability of a right guess at prior (1/2, 1/3, 1/6) above 31/48, and this table "
        "reaches it"
    )


LESS = "5/8"


NEAR_MISSES = {
    "a smaller bound": ({"bound": LESS, "gap": "-1/48"}, "refuted"),
    "another gap": ({"gap": "1/48"}, "refuted"),
    "a larger value": ({"value": "2/3", "bound": "2/3"}, "refuted"),
    "a smaller value": ({"value": LESS, "gap": "1/48"}, "refuted"),
    "a table that is not private": (
        {"table": [["4/5", "1/5", "1/5"], ["1/5", "4/5", "4/5"]], "value": "2/3", "bound": "2/3"},
        "refuted",
    ),
    "a column that is no distribution": (
        {"table": [["31/40", "9/40", "9/40"], ["9/40", "31/40", "3/4"]]},
        "refuted",
    ),
    "a stronger level": ({"privacy": {"gamma": "2", "delta": "1/10"}}, "refuted"),
    "a bound for a weaker level": ({"privacy": {"gamma": "4", "delta": "1/10"}}, "refuted"),
    "three rows": ({"table": [*BASE["table"], ["0", "0", "0"]]}, "refuted"),
    "three reports": ({"reports": 3}, "malformed"),
    "one report": ({"reports": 1}, "refuted"),
    "no reports": ({"reports": 0}, "malformed"),
    "a chain of three truths": ({"proof": "chain"}, "malformed"),
    "a kind of an older format": ({"kind": "two-reports"}, "malformed"),
    "a key without a name": ({"": "0"}, "malformed"),
    "other truths": ({"truths": 4}, "malformed"),
    "other classes": ({"truths": [2, 2]}, "malformed"),
    "a matrix of levels": (
        {"privacy": {"gamma": [["1", "3", "3"], ["3", "1", "3"], ["3", "3", "1"]], "delta": "0"}},
        "malformed",
    ),
    "a proof of coverage": ({"cover": {"proof": "actions"}}, "malformed"),
    "too many sets": (
        {
            "truths": 13,
            "table": [["1/2"] * 13] * 2,
            "utility": {"name": "gain", "prior": ["1/13"] * 13, "gain": [["1"] * 13]},
            "value": "1",
            "bound": "1",
        },
        "malformed",
    ),
    "a classed truth that differs": (
        {"truths": [2, 1], "utility": {**BASE["utility"], "prior": ["1/4", "1/2"]}},
        "refuted",
    ),
}


@pytest.mark.everything
@pytest.mark.parametrize("miss", NEAR_MISSES)
def test_near_misses_are_refused(miss: str) -> None:
    change, verdict = NEAR_MISSES[miss]
    assert check(json.dumps(BASE | change)).verdict == verdict
