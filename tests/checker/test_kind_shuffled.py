"""Kind shuffled: true by enumeration, and near misses."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.checker import check
from rropt.checker.verdict import FORMAT
from tests.checker.histograms import delta_among, delta_of_all

Data = dict[str, Any]
HEAD = {"format": FORMAT, "kind": "shuffled"}

# Warner at 3/4 among 5: the exact delta at gamma = 3/2 is that of 4 others who all say alike.
WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]
LEVEL = {"epsilon": "41/100", "gamma": "3/2", "bits": 80}
BELOW = {"epsilon": "2/5", "gamma": "3/2", "bits": 80}
TEST = {"others": [4, 0], "truths": [0, 1], "scores": [1, 0], "least": 5}
COUNTED: Data = {
    **HEAD,
    "table": WARNER,
    "people": 5,
    "upper": {
        **LEVEL,
        "delta": "1/5",
        "cells": [[0, 4, 6], [1, 4, 5], [2, 5, 5], [3, 5, 4], [4, 6, 4]],
    },
    "lower": {**BELOW, "delta": "1/10", **TEST},
}
THREE = [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]]
BLANKET: Data = {
    **HEAD,
    "table": THREE,
    "people": 4,
    "upper": {**LEVEL, "delta": "2/5", "steps": 8},
    "lower": {
        **BELOW,
        "delta": "1/10",
        "others": [0, 0, 3],
        "truths": [0, 1],
        "scores": [2, 0, 1],
        "least": 5,
    },
}
KNOWN: Data = {**BLANKET, "others": [0, 0, 3], "upper": {**BLANKET["upper"], "kept": [2]}}
SUM: Data = {**BLANKET, "values": ["5", "1", "3"]}
DRAWN: Data = {
    **COUNTED,
    "drawn_from": 10,
    "upper": {**COUNTED["upper"], "gamma": "5/4", "epsilon": "1/4"},
    "lower": {
        **COUNTED["lower"],
        "gamma": "5/4",
        "epsilon": "1/5",
        "delta": "1/100",
        "others": [0, 4],
        "least": 3,
    },
}


def exact(data: Data) -> F:
    """The largest delta, by listing all histograms; of those who are drawn at the inner level."""
    columns = [[F(x) for x in column] for column in zip(*data["table"], strict=True)]
    share = F(data["people"], data.get("drawn_from", data["people"]))
    gamma = 1 + (F(data["upper"]["gamma"]) - 1) / share
    if "others" in data:
        return delta_among(columns, data["others"], gamma)
    return share * delta_of_all(columns, data["people"], gamma)


def below(data: Data) -> F:
    """What the test of a certificate tells, by listing all histograms of the two truths."""
    from tests.checker.histograms import law_of

    lower = data["lower"]
    columns = [[F(x) for x in column] for column in zip(*data["table"], strict=True)]
    share = F(data["people"], data.get("drawn_from", data["people"]))
    others = [truth for truth, number in enumerate(lower["others"]) for _ in range(number)]

    def says_yes(truth: int) -> F:
        law = law_of(columns, [*others, truth])
        return sum(
            chance
            for counts, chance in law.items()
            if sum(s * n for s, n in zip(lower["scores"], counts, strict=True)) >= lower["least"]
        )

    a, b = lower["truths"]
    gamma = F(lower["gamma"])
    told = share * (says_yes(a) - gamma * says_yes(b))
    if share == 1:
        return told
    return told - (gamma - 1) * (1 - share) * says_yes(lower["others"].index(sum(lower["others"])))


def are_true(data: Data) -> None:
    """What a verified certificate claims, by listing all histograms."""
    if "upper" in data:
        upper = data["upper"]
        assert exact(data) <= F(upper["delta"])
        assert math.log(F(upper["gamma"])) <= F(upper["epsilon"]) + F(1, 10**12)
    if "lower" in data:
        lower = data["lower"]
        assert below(data) >= F(lower["delta"])
        assert math.log(F(lower["gamma"])) >= F(lower["epsilon"]) - F(1, 10**12)


SAMPLES = {"counted": COUNTED, "blanket": BLANKET, "known": KNOWN, "sum": SUM, "drawn": DRAWN}


def with_deltas(data: Data, above: F, under: F) -> Data:
    changed = copy.deepcopy(data)
    changed["upper"]["delta"] = str(above)
    changed["lower"]["delta"] = str(under)
    return changed


def upper_of(data: Data) -> F:
    """The least delta that the checker takes, to within 2^-30."""
    low, high = F(0), F(1)
    while high - low > F(1, 1 << 30):
        middle = (low + high) / 2
        verdict = check(with_deltas(data, middle, F(0))).verdict
        low, high = (low, middle) if verdict == "verified" else (middle, high)
    return high


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_verified_is_true_by_enumeration(name: str) -> None:
    data = SAMPLES[name]
    largest, told = exact(data), below(data)
    assert told <= largest <= upper_of(data)
    small = F(1, 1 << 60)
    assert check(with_deltas(data, F(1), told - small)).verdict == "verified"
    assert check(with_deltas(data, F(1), told + small)).verdict == "refuted"


def test_cells_of_one_number_are_exact() -> None:
    assert exact(COUNTED) == F(243, 2048)
    assert upper_of(COUNTED) <= F(243, 2048) + F(1, 1 << 29)


@pytest.mark.parametrize(("delta", "verdict"), [("3/80", "verified"), ("301/8000", "refuted")])
def test_who_is_drawn_alone_has_others_of_the_first_truth(delta: str, verdict: str) -> None:
    """1/10 (3/4 - 21/20 1/4) - 1/20 9/10 1/4 = 3/80; it would be 3/200 among the second."""
    level = {"gamma": "21/20", "epsilon": "1/25", "bits": 80, "delta": delta}
    test = {"others": [0, 0], "truths": [1, 0], "scores": [0, 1], "least": 1}
    alone = {**HEAD, "table": WARNER, "people": 1, "drawn_from": 10, "lower": level | test}
    found = check(alone)
    assert found.verdict == verdict
    assert verdict == "refuted" or " where all others hold truth 0;" in found.statement


def test_the_sentences() -> None:
    assert check(COUNTED).statement == (
        "the histogram of 5 reports through table P is (epsilon, delta) = (41/100, 1/5)-private "
        "for each person whatever the truths of the others, and private at epsilon = 2/5 for no "
        "delta below 1/10 where (4, 0) others hold the truths; P = ((3/4, 1/4), (1/4, 3/4))"
    )
    assert "the sum of the numbers (5, 1, 3) of 4 reports" in check(SUM).statement
    drawn = check(DRAWN).statement
    assert "P of people drawn in secret from 10 is" in drawn
    assert "for no delta below 1/100 where all others hold truth 1;" in drawn
    assert "person where (0, 0, 3) others hold the truths, and" in check(KNOWN).statement
    alone = {name: part for name, part in COUNTED.items() if name != "upper"}
    assert "through table P is private at epsilon = 2/5" in check(alone).statement


def changed(base: Data, **parts: Any) -> Data:
    """`upper__delta="1/9"` is a part of a part."""
    data = copy.deepcopy(base)
    for name, value in parts.items():
        here = data
        *path, last = name.split("__")
        for key in path:
            here = here[key]
        if value is None:
            del here[last]
        else:
            here[last] = value
    return data


NEAR_MISSES: dict[str, tuple[str, Callable[[], Data]]] = {
    "a smaller delta": ("refuted", lambda: changed(COUNTED, upper__delta="1/20")),
    "a larger delta": ("refuted", lambda: changed(COUNTED, lower__delta="1/2")),
    "epsilon below ln gamma": ("refuted", lambda: changed(COUNTED, upper__epsilon="2/5")),
    "epsilon above ln gamma": ("refuted", lambda: changed(COUNTED, lower__epsilon="41/100")),
    "a table that adds up to more": (
        "refuted",
        lambda: changed(COUNTED, table=[["3/4", "1/4"], ["1/4", "1"]]),
    ),
    "a turn too late": (
        "refuted",
        lambda: changed(COUNTED, others=[4, 0], upper__cells=[[0, 9, 6]]),
    ),
    "one cell for all": ("refuted", lambda: changed(COUNTED, upper__cells=[[0, 1, 1]])),
    "a cell that begins with 1": ("malformed", lambda: changed(COUNTED, upper__cells=[[1, 4, 4]])),
    "cells of three reports": (
        "malformed",
        lambda: changed(BLANKET, upper__steps=None, upper__cells=[[0, 1, 1]]),
    ),
    "cells and steps": ("malformed", lambda: changed(COUNTED, upper__steps=3)),
    "no steps": ("malformed", lambda: changed(BLANKET, upper__steps=0)),
    "a level below 1": ("malformed", lambda: changed(COUNTED, upper__gamma="1/2")),
    "few bits": ("malformed", lambda: changed(COUNTED, upper__bits=15)),
    "others who are too many": ("malformed", lambda: changed(COUNTED, lower__others=[4, 1])),
    "other others than known": (
        "malformed",
        lambda: changed(KNOWN, lower__others=[0, 1, 2]),
    ),
    "kept truths of unknown others": ("malformed", lambda: changed(BLANKET, upper__kept=[0])),
    "a test that is none of the sum": (
        "malformed",
        lambda: changed(SUM, lower__scores=[2, 1, 0]),
    ),
    "drawn from fewer": ("malformed", lambda: changed(COUNTED, drawn_from=4)),
    "drawn, and others with several truths": (
        "malformed",
        lambda: changed(DRAWN, lower__others=[1, 3]),
    ),
    "known others who are drawn": ("malformed", lambda: changed(KNOWN, drawn_from=9)),
    "nothing claimed": ("malformed", lambda: changed(COUNTED, upper=None, lower=None)),
    "scores too far apart": (
        "malformed",
        lambda: changed(BLANKET, lower__scores=[2**21, 0, 1]),
    ),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_misses(name: str) -> None:
    verdict, made = NEAR_MISSES[name]
    found = check(made())
    assert found.verdict == verdict, found


@pytest.mark.parametrize("name", SAMPLES)
def test_no_field_may_be_left_out(name: str) -> None:
    data = SAMPLES[name]
    for side in ("upper", "lower"):
        for field in data[side]:
            if field != "kept":
                assert check(changed(data, **{f"{side}__{field}": None})).verdict == "malformed"


def test_a_level_at_the_edge_of_a_logarithm_is_decided() -> None:
    """ln 1 = 0 is exact."""
    flat = changed(BLANKET, upper__gamma="1", upper__epsilon="0", upper__delta="1", lower=None)
    assert check(flat).verdict == "verified"
    assert 0.4 < math.log(1.5) < 0.41, "the samples are between"
