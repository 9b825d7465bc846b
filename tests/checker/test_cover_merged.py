"""Truths that are merged: against all staircases, which know of no classes, and near misses."""

from __future__ import annotations

from fractions import Fraction as F
from functools import cache
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from tests.certificates import HAIR, changed

Data = dict[str, Any]
PRIOR = ["1/2", "1/4", "1/8", "1/8"]
CLASSES = [0, 1, 0, 1]


@cache
def share(delta: str = "1/10") -> Data:
    """The best table for the share of two categories of four."""
    privacy = rr.LocalDP("ln(3)", delta)
    return dict(rr.optimal(privacy, rr.COptimal(PRIOR, CLASSES)).certificate.data)


def other(data: Data, **cover: Any) -> Data:
    """With other fields of the proof."""
    return changed(data, cover={**data["cover"], **cover})


def test_the_share_of_a_set_is_a_question_of_two_truths() -> None:
    data = share()
    assert data["cover"] == {
        "proof": "merged",
        "classes": CLASSES,
        "of_classes": {"proof": "extremes"},
    }
    assert F(data["gap"]) < F(1, 10**12) * F(data["value"])
    verdict = check(changed(data))
    assert verdict.verdict == "verified" and "on 4 truths" in verdict.statement
    two = rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.Variance("3/8"))
    assert float(two.value) == pytest.approx(float(F(data["value"])), rel=1e-12)


@pytest.mark.parametrize("delta", ["1/10", "1/1000", "3/4"])
def test_what_is_merged_covers_every_staircase(delta: str) -> None:
    """The same prices are looked at by all rows of four truths."""
    data = share(delta)
    assert check(changed(data, cover={"proof": "extremes"})).verdict == "verified"


def misses() -> dict[str, tuple[Data, str]]:
    """What is changed by a little, and the word that the reason has."""
    data = share()
    prices = [F(y) for y in data["prices"]]
    less = [y - F(q, 10**9) for y, q in zip(prices, map(F, PRIOR), strict=True)]
    bound = F(data["bound"]) + F(1, 10**9)
    ends = {"bound": bound, "gap": F(data["value"]) - bound}
    found = {"less for each truth": (changed(data, prices=less, **ends), "cover")}
    shifted = [prices[0] + HAIR, prices[1], prices[2] - HAIR, prices[3]]
    found["moved between truths"] = changed(data, prices=shifted), "parts"
    pairs = [[a, b, F(z)] for a, b, z in data["pair_prices"]]
    (a, b, z), (c, d, x) = (pair for pair in pairs if CLASSES[pair[0]] == 0 and pair[1] == 1)
    rest = [pair for pair in pairs if pair[:2] not in ([a, b], [c, d])]
    moved = [[a, b, z + HAIR], [c, d, x - HAIR]]
    found["moved between pairs"] = changed(data, pair_prices=rest + moved), "parts"
    found["one pair for two"] = changed(data, pair_prices=[*rest, [a, b, z + x]]), "parts"
    (place,) = data["scenarios"]
    tangent = [F(x) for x in place["tangents"][0]]
    tangent[0] += HAIR
    told = [{**place, "tangents": [tangent]}]
    found["a tangent that tells apart"] = changed(data, scenarios=told), "apart"
    for classes in ([0, 0, 1, 1], [1, 1, 0, 0]):
        found[f"classes {classes}"] = other(data, classes=classes), "apart"
    return found


MISSES = [
    "less for each truth",
    "moved between truths",
    "moved between pairs",
    "one pair for two",
    "a tangent that tells apart",
    "classes [0, 0, 1, 1]",
    "classes [1, 1, 0, 0]",
]


@pytest.mark.parametrize("miss", MISSES)
def test_near_misses_are_refuted(miss: str) -> None:
    data, word = misses()[miss]
    verdict = check(data)
    assert verdict.verdict == "refuted" and word in verdict.reason


def test_a_price_of_every_pair_of_two_classes() -> None:
    pairs = share()["pair_prices"]
    assert len({(CLASSES[a], CLASSES[b]) for a, b, _ in pairs}) == 2 and len(pairs) == 8


def test_pairs_within_a_class_pay_for_nothing() -> None:
    """They may have a price, which the bound counts."""
    data = share()
    bound = F(data["bound"]) - F(1, 10)
    ends = {"bound": bound, "gap": F(data["value"]) - bound}
    within = [*data["pair_prices"], [0, 2, F(1)]]
    assert check(changed(data, pair_prices=within, **ends)).verdict == "verified"
    assert check(changed(data, pair_prices=within)).verdict == "refuted"


def test_a_truth_without_a_share_is_no_part_of_its_class() -> None:
    """The worst group: the prior of the proof is one truth of each class."""
    privacy = rr.LocalDP("ln(3)", "1/10")
    data = dict(rr.optimal(privacy, rr.Mean([0, 1, 0, 1])).certificate.data)
    assert data["scenarios"][0]["prior"][2:] == ["0", "0"] and data["prices"][2:] == ["0", "0"]
    assert {tuple(pair[:2]) for pair in data["pair_prices"]} == {(0, 1), (1, 0)}
    assert check(changed(data)).verdict == "verified"
    assert check(changed(data, cover={"proof": "extremes"})).verdict == "verified"


NO_CLASSES: list[Any] = [
    [0, 0, 0, 0],
    [0, 1, 2, 3],
    [0, 2, 0, 2],
    [1, 2, 1, 2],
    [0, 1, 0],
    [0, 1, 0, 4],
    [0, 1, 0, True],
    [0, 1, 0, "1"],
    [0, 1, 0, "-1"],
    None,
]


@pytest.mark.parametrize("classes", NO_CLASSES)
def test_classes_are_counts_from_zero(classes: Any) -> None:
    assert check(other(share(), classes=classes)).verdict == "malformed"


def test_the_order_of_classes_does_not_matter() -> None:
    assert check(other(share(), classes=[1, 0, 1, 0])).verdict == "verified"


def test_finer_classes_are_allowed() -> None:
    """Three truths, of which two are of one class of the utility."""
    assert check(other(share(), classes=[0, 1, 0, 2])).verdict == "verified"


NO_PROOFS = [{"proof": "line"}, {"proof": "merged", "classes": [0, 1]}, {"proof": "form"}, None]


@pytest.mark.parametrize("inner", NO_PROOFS)
def test_the_proof_of_the_classes_is_one_of_their_privacy(inner: Any) -> None:
    assert check(other(share(), of_classes=inner)).verdict == "malformed"


def test_without_a_delta_the_proof_of_the_classes_may_be_any() -> None:
    data = dict(rr.optimal(rr.LocalDP("ln(3)"), rr.COptimal(PRIOR, CLASSES)).certificate.data)
    for inner in ("line", "form", "extremes"):
        cover = {"proof": "merged", "classes": CLASSES, "of_classes": {"proof": inner}}
        assert check(changed(data, cover=cover)).verdict == "verified"


def test_merged_truths_may_be_merged_again() -> None:
    inner = {"proof": "merged", "classes": [0, 1, 1], "of_classes": {"proof": "extremes"}}
    assert check(other(share(), classes=[0, 1, 0, 2], of_classes=inner)).verdict == "verified"


def test_squares_of_one_number_alone_are_merged() -> None:
    """No matrix, and no other utility."""
    levels = rr.Privacy([[F(1), 2, 3, 3], [2, 1, 3, 3], [3, 3, 1, 2], [3, 3, 2, 1]])
    data = dict(rr.optimal(levels, rr.COptimal(PRIOR, CLASSES)).certificate.data)
    cover = {"proof": "merged", "classes": CLASSES, "of_classes": {"proof": "extremes"}}
    assert check(changed(data, cover=cover)).verdict == "malformed"
    mutual = dict(rr.optimal(rr.LocalDP("ln(3)"), rr.MutualInformation(PRIOR)).certificate.data)
    assert check(changed(mutual, cover=cover)).verdict == "malformed"
