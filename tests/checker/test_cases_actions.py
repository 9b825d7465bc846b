"""Cases, actions: near misses of certificates with sets of priced actions."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check


@cache
def near_misses() -> dict[str, tuple[dict[str, Any], str]]:
    """Of three of four actions."""
    data = rr.optimal(rr.LocalDP.from_gamma(3), rr.Trace(4), outputs=3).certificate.data
    found = {
        "a set that is missing": (data | {"sets": data["sets"][1:]}, "refuted"),
        "more reports": (data | {"reports": 4}, "refuted"),
        "fewer reports": (data | {"reports": 2}, "refuted"),
        "a smaller bound": (data | {"bound": "17/10", "gap": "-1/10"}, "refuted"),
        "a larger value": (data | {"value": "19/10", "gap": "-1/10"}, "refuted"),
        "another gap": (data | {"gap": "1/10"}, "refuted"),
        "no sets": (data | {"sets": []}, "refuted"),
        "other truths": (data | {"truths": 5}, "malformed"),
        "no reports": (data | {"reports": 0}, "malformed"),
        "no actions": (data | {"utility": INFORMATION}, "malformed"),
    }
    cheap = deepcopy(data)
    cheap["sets"][0]["prices"] = ["9/20"] * 3 + ["0"]
    found["prices that do not cover"] = (cheap, "refuted")
    twice = deepcopy(data)
    twice["sets"][0]["actions"] = [0, 0, 1]
    found["an action twice"] = (twice, "malformed")
    looked = deepcopy(data)
    looked["sets"][0]["cover"] = {"proof": "extremes"}
    found["another proof of coverage"] = (looked, "malformed")
    found["another proof"] = (data | {"proof": "box"}, "malformed")
    found["a kind of an older format"] = (data | {"kind": "fewer-reports"}, "malformed")
    found["a key without a name"] = (data | {"": "0"}, "malformed")
    nameless = deepcopy(data)
    nameless["sets"][0][""] = "0"
    found["a key of a set without a name"] = (nameless, "malformed")
    return found


INFORMATION = {"name": "mutual-information", "prior": ["1/4"] * 4}


@pytest.mark.parametrize("miss", near_misses())
def test_near_misses_are_refused(miss: str) -> None:
    data, verdict = near_misses()[miss]
    assert check(json.dumps(data)).verdict == verdict


def test_guesses_of_less_probable_truths_prove_nothing() -> None:
    prior = ["1/8", "3/8", "1/4", "1/4"]
    data = rr.optimal(rr.LocalDP("ln(3)"), rr.Guess(prior), outputs=3).certificate.data
    assert check(json.dumps(data)).verdict == "verified"
    assert data["sets"][0]["actions"] == [1, 2, 3]
    other = deepcopy(data)
    other["sets"][0]["actions"] = [0, 1, 2]
    assert check(json.dumps(other)).verdict == "refuted"
    gain = [[str(int(i == j)) for j in range(4)] for i in range(4)]
    other = data | {"utility": {"name": "gain", "prior": prior, "gain": gain}}
    assert check(json.dumps(other)).verdict == "refuted", "any gain needs every choice"
