"""Blocks in place of all rearrangements: balanced ones only, in all three checkers."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import combinations, product

import pytest

from rropt.checker import check
from rropt.checker.plain import proves
from tests.certificates import changed
from tests.checker.test_kind_symmetric import NAMES, subsets, two_classes

PAIRS = {"group": [2, 2], "base": [["1/3", [0, 1]], ["1/3", [0, 2]], ["1/3", [0, 3]]]}
FANO = {"group": [7], "base": [["1", [0, 1, 3]]]}
LINES = [[0, 1, 2], [0, 3, 6], [0, 4, 8], [0, 5, 7]]
PLANE = {"group": [3, 3], "base": [["1/4", line] for line in LINES]}
BENT = {"group": [2, 2, 2, 2], "base": [["1", [3, 7, 11, 12, 13, 14]]]}
RIGHT = {
    "pairs": (4, 2, PAIRS),
    "Fano": (7, 3, FANO),
    "lines of nine": (9, 3, PLANE),
    "bent": (16, 6, BENT),
}

UNBALANCED = {
    "other shares": (4, 2, PAIRS | {"base": [["1/2", [0, 1]], ["1/4", [0, 2]], ["1/4", [0, 3]]]}),
    "a block left out": (4, 2, PAIRS | {"base": [["1/2", [0, 1]], ["1/2", [0, 2]]]}),
    "shares of two": (4, 2, PAIRS | {"base": [["2/3", block] for _, block in PAIRS["base"]]}),
    "a negative share": (4, 2, PAIRS | {"base": [*PAIRS["base"], ["-1", [0, 1]], ["1", [0, 1]]]}),
    "another triple": (7, 3, {"group": [7], "base": [["1", [0, 1, 2]]]}),
    "the wrong group": (16, 6, BENT | {"group": [16]}),
    "one line": (9, 3, {"group": [3, 3], "base": [["1", LINES[0]]]}),
}
MALFORMED = {
    "another order of the group": PAIRS | {"group": [2, 3]},
    "a modulus of one": PAIRS | {"group": [4, 1]},
    "no group": PAIRS | {"group": []},
    "no blocks": PAIRS | {"base": []},
    "a block too long": PAIRS | {"base": [["1", [0, 1, 2]]]},
    "an element twice": PAIRS | {"base": [["1", [1, 1]]]},
    "not in order": PAIRS | {"base": [["1", [1, 0]]]},
    "an element too large": PAIRS | {"base": [["1", [0, 4]]]},
    "no share": PAIRS | {"base": [[[0, 1]]]},
    "another field": PAIRS | {"name": "pairs"},
    "a list": [PAIRS],
}


def with_blocks(name: str, k: int, size: int, blocks: object) -> dict:
    return subsets(name, k, F(3), size) | {"blocks": blocks}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("case", RIGHT)
def test_balanced_blocks_are_verified_with_the_same_sentence(name: str, case: str) -> None:
    data = with_blocks(name, *RIGHT[case])
    every = {key: value for key, value in data.items() if key != "blocks"}
    verdict = check(json.dumps(data))
    assert verdict.verdict == "verified", verdict
    assert verdict.statement == check(json.dumps(every)).statement


@pytest.mark.parametrize("case", RIGHT)
def test_the_pairs_of_the_moved_blocks_are_counted(case: str) -> None:
    """Written out, every two truths are in equally many."""
    k, _, blocks = RIGHT[case]
    elements = list(product(*map(range, blocks["group"])))
    met = {pair: F(0) for pair in combinations(elements, 2)}
    for share, block in blocks["base"]:
        for move in elements:
            moved = sorted(
                tuple(
                    (a + b) % m for a, b, m in zip(elements[x], move, blocks["group"], strict=True)
                )
                for x in block
            )
            for pair in combinations(moved, 2):
                met[pair] += F(share)
    assert len(set(met.values())) == 1 and len(elements) == k


@pytest.mark.parametrize("case", UNBALANCED)
def test_blocks_that_are_not_balanced_are_refuted(case: str) -> None:
    data = with_blocks("a-optimal", *UNBALANCED[case])
    assert check(json.dumps(data)).verdict == "refuted"


@pytest.mark.everything
@pytest.mark.parametrize("case", [case for case, (k, _, _) in UNBALANCED.items() if k == 4])
def test_the_specification_agrees(case: str) -> None:
    assert proves(with_blocks("a-optimal", *RIGHT["pairs"]))
    assert not proves(with_blocks("a-optimal", *UNBALANCED[case]))


@pytest.mark.parametrize("case", MALFORMED)
def test_what_is_no_list_of_blocks_is_malformed(case: str) -> None:
    data = with_blocks("a-optimal", 4, 2, MALFORMED[case])
    assert check(json.dumps(data)).verdict == "malformed"


def test_blocks_are_for_one_class_and_one_pattern_of_two_values() -> None:
    data = two_classes("a-optimal") | {"blocks": {"group": [3], "base": [["1", [0]]]}}
    assert check(json.dumps(data)).verdict == "malformed"
    constant = changed(subsets("a-optimal", 4, F(3), 2), patterns=[["1"]], weights=["1"])
    assert check(json.dumps(constant | {"blocks": PAIRS})).verdict == "malformed"


def test_too_many_differences_are_malformed() -> None:
    k = 3000
    blocks = {"group": [k], "base": [["1", list(range(k - 1))]]}
    data = subsets("e-optimal", k, F(3), k - 1) | {"blocks": blocks}
    assert check(json.dumps(data)).verdict == "malformed"
