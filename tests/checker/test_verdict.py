"""What a check that fails says, what enclosures leave open, and what is too large."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from fractions import Fraction as F

import pytest

from rropt.checker import FORMAT, MAX_BYTES, check
from rropt.checker.verdict import Doubts, Malformed, Refuted, Verdict, need, well_formed
from tests.certificates import GOOD, everywhere, write


def test_a_verdict_is_its_sentence_or_its_reason():
    assert str(Verdict("verified", statement="no table")) == "verified: no table"
    assert str(Verdict("refuted", reason="a gap")) == "refuted: a gap"
    words = ("verified", "refuted", "undecided", "malformed")
    assert [Verdict(word).status for word in words] == [0, 1, 2, 3]


def test_the_two_ways_to_fail_are_not_each_other():
    need(True, "fine")
    well_formed(1, "fine")
    with pytest.raises(Refuted, match="broken"):
        need(0, "broken")
    with pytest.raises(Malformed, match="no form"):
        well_formed([], "no form")


def test_only_an_enclosure_around_zero_is_a_doubt():
    doubts = Doubts()
    doubts.not_negative(F(0), F(0), "on the edge")
    doubts.not_negative(F(1), F(2), "above")
    assert doubts.reasons == []
    doubts.not_negative(F(-1), F(0), "touching")
    assert doubts.reasons == ["touching"]
    with pytest.raises(Refuted, match="below"):
        doubts.not_negative(F(-2), F(-1), "below")


def test_enumerations_that_are_too_large_are_refused_at_once():
    k = 30
    data = {**GOOD, "truths": k, "utility": {"name": "mutual-information", "prior": [f"1/{k}"] * k}}
    data |= {"patterns": [["1"] * k], "weights": ["1"]}
    data["prices"] = [f"{k + n}/{k}" for n in range(k)]  # equal truths would be one class
    assert check(data).verdict == "malformed"
    stairs = {**data, "privacy": {"gamma": "3", "delta": "1/2"}, "pair_prices": []}
    assert check(stairs).verdict == "malformed"


@pytest.mark.everything
def test_denominators_without_end_are_refused():
    """Four hundred long coprime denominators would need a common one of a million digits."""
    rows = [["1", f"{10**3000 + i}/{10**3001 + 7 * i + 1}"] for i in range(400)]
    data = {**GOOD, "patterns": rows, "weights": ["1"] * 400}
    assert check(data).verdict == "malformed"
    assert "common denominator" in check(data).reason


def one_row(k, **parts):
    """The useless table of k truths, with prices of 1."""
    head = {**GOOD, "truths": k, "patterns": [["1"] * k], "weights": ["1"], "prices": ["1"] * k}
    return {**head, "value": "1", "bound": str(k), "gap": str(k - 1), **parts}


LONG = str(10**4200 + 1)


APPROXIMATE = {"gamma": "3", "delta": "1/2"}


RUNS = {"truths": [100_000], "patterns": [[[["1", 1]] * 100_000]], "prices": ["1"]}


TALL = 10**300


def tangents_of_long_numbers():
    """The useless table of six truths, and ten tangents of three hundred digits at staircases."""
    prior = [f"{TALL // 6}/{TALL}"] * 5
    prior.append(str(1 - sum(map(Fraction, prior))))
    place = {"prior": prior, "weight": "1/10", "offset": "0", "estimators": [["1"]]}
    tangents = [{**place, "tangents": [[str(TALL + i)] * 6]} for i in range(10)]
    head = {"format": FORMAT, "kind": "gradient", "privacy": APPROXIMATE, "scenarios": tangents}
    goal = {"name": "c-optimal", "contrasts": [["1"] * 6], "over": "average"}
    rows = {"patterns": [["1"] * 6], "weights": ["1"], "prices": [str(TALL**3)] * 6}
    return {**head, "objective": goal, **rows, "value": "0", "bound": "-1", "gap": "1"}


HOSTILE = {
    "tangents of long numbers at nine thousand staircases": tangents_of_long_numbers(),
    "twenty prices of four thousand digits": one_row(
        20, prices=[LONG] * 20, utility={"name": "mutual-information", "prior": ["1/20"] * 20}
    ),
    "twenty-five truths": one_row(
        25, utility={"name": "mutual-information", "prior": ["1/25"] * 25}
    ),
    "classes of no truths": {
        **one_row(65),
        "truths": [0] * 25 + [1] * 40,
        "patterns": [[[]] * 25 + ["1"] * 40],
        "utility": {"name": "mutual-information", "prior": ["0"] * 25 + ["1/40"] * 40},
    },
    "a hundred thousand runs": {**one_row(1), **RUNS, "privacy": APPROXIMATE},
    "a pair price a hundred thousand times": one_row(
        6, privacy=APPROXIMATE, pair_prices=[[0, 1, "0"]] * 100_000
    ),
    "staircases of two thousand truths": one_row(2000, privacy=APPROXIMATE),
    "staircases of a million truths": one_row(
        1, truths=[10**6], prices=["-1"], privacy=APPROXIMATE
    ),
    "powers of a long gamma": one_row(
        6, privacy={"gamma": LONG, "delta": "1/2"}, prices=[LONG] * 6
    ),
    "a million truths with mutual information": one_row(
        1, truths=[10**9], utility={"name": "mutual-information", "prior": [f"1/{10**9}"]}
    ),
    "eight thousand actions and a hundred thousand rows": GOOD
    | {
        "utility": {"name": "gain", "prior": ["1/2"] * 2, "gain": [["1", "0"]] * 8000},
        "patterns": [["1", "1"]] * 100_000,
        "weights": ["1"] * 100_000,
    },
    "many actions at nine thousand staircases": one_row(
        6,
        privacy=APPROXIMATE,
        utility={"name": "gain", "prior": ["1/6"] * 6, "gain": [["1"] * 6] * 1000},
    ),
    "a list of four million zeros": GOOD | {"patterns": [0] * 1_300_000},
    "five hundred thousand short denominators": GOOD
    | {"weights": [f"1/{d}" for d in range(2, 300_000)]},
}


SKEWED = [str(F(j, 253)) for j in range(1, 23)]


HOSTILE["prices that are far too low at four million patterns"] = one_row(
    22,
    utility={"name": "mutual-information", "prior": SKEWED},
    prices=["1/1000"] * 22,
    value="0",
    bound="11/500",
    gap="11/500",
)


SOFT_PAIRS = [[a, b, "0"] for a in range(2) for b in range(2) if a != b]


UNSHARED = [["1", f"1/{10**15 + 2 * i + 1}"] for i in range(4000)]


LOGS = [["1", str(Fraction(i + 1, 20011))] for i in range(20_000)]


GENERIC = [[str(Fraction(10**6 + 131 * a + 977 * b, 10**6)) for b in range(12)] for a in range(12)]


for a, row in enumerate(GENERIC):
    row[a] = "1"


WIDE = {"format": FORMAT, "kind": "polynomial", "variables": [f"x{i}" for i in range(64)]}


WIDE |= {"constraints": [], "equalities": [], "multiplier": [], "terms": [], "equality_terms": []}


ROW = ["1", [(7 * j) % 3 for j in range(64)]]
WIDE["claim"] = {"polynomial": [ROW] * 7000, "strict": False}


HOSTILE |= {
    "a string times a count": one_row(1, weights=[300_000_000], patterns=[["aaaaa"]]),
    "four thousand unshared denominators": one_row(2, patterns=UNSHARED, weights=["1"] * 4000),
    "twenty thousand rows of logarithms": one_row(
        2,
        utility={"name": "mutual-information", "prior": ["1/2", "1/2"]},
        patterns=LOGS,
        weights=["1/20000"] * 20_000,
    ),
    "a polynomial of a million exponents": WIDE,
    "twelve truths of a matrix": one_row(12, privacy={"gamma": GENERIC, "delta": "0"}),
    "forty truths of a matrix with deltas": one_row(
        40, privacy={"gamma": [["1"] * 40] * 40, "delta": write(everywhere(40, F(1, 2)))}
    ),
    "runs of digits": {**GOOD, "prices": ["/".join(["1" * 4300] * 390)]},
}


def test_a_price_of_a_pair_without_a_delta_is_named():
    found = check({**GOOD, "pair_prices": SOFT_PAIRS})
    assert (found.verdict, found.reason) == ("malformed", "a price of a pair without a delta")


@pytest.mark.everything
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sizes_are_refused_within_seconds(name):
    """Five seconds are promised; without its guard each of these takes hours."""
    text, began = json.dumps(HOSTILE[name]), time.process_time()
    assert len(text) <= MAX_BYTES
    assert check(text).verdict in ("malformed", "refuted")
    assert time.process_time() - began < 10
