"""Blocks in place of all rearrangements: balanced ones only, in all three checkers."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction as F
from itertools import combinations, product
from random import Random

import pytest

from rropt.checker import check
from rropt.checker.blocks import on_a_circle
from rropt.checker.plain import plain_symmetric, proves
from tests.certificates import changed, write
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


def _halved(blocks: dict) -> list:
    return [[str(F(share) / 2), block] for share, block in blocks["base"]]


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


THREE = {"group": [3], "base": [["1", [0]]]}
CIRCLE = {"group": [4], "base": [["1", [0, 1]]]}
IN_CLASSES = {
    "blocks of both classes": [[PAIRS, THREE], ["all", "all"]],
    "of one class": [[PAIRS, "all"], ["all", "all"]],
    "of the other class": [["all", THREE], ["all", "all"]],
    "the same blocks twice": [[PAIRS | {"base": 2 * _halved(PAIRS)}, THREE], ["all", "all"]],
}
OFF_IN_CLASSES = {
    "a pair too few": [[UNBALANCED["a block left out"][2], THREE], ["all", "all"]],
    "other shares": [[UNBALANCED["other shares"][2], "all"], ["all", "all"]],
    "shares of two": [[UNBALANCED["shares of two"][2], THREE], ["all", "all"]],
    "half a share": [[PAIRS, THREE | {"base": [["1/2", [0]]]}], ["all", "all"]],
    "one pair moved in a circle": [[CIRCLE, THREE], ["all", "all"]],
}
MALFORMED_IN_CLASSES = {
    "nothing": [["all", "all"], ["all", "all"]],
    "one pattern": [[PAIRS, THREE]],
    "one class": [[PAIRS], ["all"]],
    "one object": PAIRS,
    "classes changed places": [[THREE, PAIRS], ["all", "all"]],
    "blocks where one value stands": [[PAIRS, THREE], ["all", THREE]],
    "another word": [[PAIRS, "every"], ["all", "all"]],
    "a word": "all",
    "one word a pattern": [[PAIRS, THREE], "all"],
    "the size of the other class": [[PAIRS, PAIRS], ["all", "all"]],
    "a number": [[PAIRS, "1"], ["all", "all"]],
}


def with_classes(name: str, blocks: object) -> dict:
    """Two of four truths and one of three others, or the three: a poor dual, and a large value."""
    two_of_four, one_of_three = [["3", 2], ["1", 2]], [["3", 1], ["1", 2]]
    data = of_classes(name, [4, 3], [[two_of_four, one_of_three], ["1", "3"]])
    return write(data | {"weights": [F(6, 13), F(1, 13)], "blocks": blocks})


def of_classes(name: str, sizes: list[int], patterns: list) -> dict:
    """Equal shares, a poor dual and a large value."""
    own = ["1/4" if size > 1 else "0" for size in sizes]
    data = two_classes(name) | {"truths": sizes, "patterns": patterns, "prices": ["40", "40"]}
    data |= {"prior": [F(1, sum(sizes))] * 2, "value": "100000"}
    data["bound"] = F(0) if name == "d-optimal" else F(-1000)
    data["gap"] = 100000 - data["bound"]
    data["tangents"] = data["tangents"] | {"own": own}
    if name == "e-optimal":
        data["directions"] = data["directions"] | {"own": own}
    return data


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("case", IN_CLASSES)
def test_blocks_of_classes_are_verified_with_the_same_sentence(name: str, case: str) -> None:
    data = with_classes(name, IN_CLASSES[case])
    every = {key: value for key, value in data.items() if key != "blocks"}
    verdict = check(json.dumps(data))
    assert verdict.verdict == "verified", verdict
    assert verdict.statement == check(json.dumps(every)).statement


def test_the_moments_of_blocks_of_two_classes_are_those_of_all_sets() -> None:
    """Written out: within classes, and across them."""
    (pairs, three), _ = IN_CLASSES["blocks of both classes"]
    moved = [sorted({x ^ move for x in block}) for _, block in pairs["base"] for move in range(4)]
    few = [(*pair, 4 + one) for pair in moved for one in range(3)]
    every = [(*pair, 4 + one) for pair in combinations(range(4), 2) for one in range(3)]
    for i, j in product(range(7), repeat=2):
        met = [F(sum(i in s and j in s for s in sets), len(sets)) for sets in (few, every)]
        assert met[0] == met[1]
    assert len(three["base"]) == 1


@pytest.mark.parametrize("case", OFF_IN_CLASSES)
def test_blocks_of_classes_that_are_off_are_refuted(case: str) -> None:
    assert check(json.dumps(with_classes("a-optimal", OFF_IN_CLASSES[case]))).verdict == "refuted"


@pytest.mark.parametrize("case", MALFORMED_IN_CLASSES)
def test_what_is_no_list_of_classes_is_malformed(case: str) -> None:
    data = with_classes("a-optimal", MALFORMED_IN_CLASSES[case])
    assert check(json.dumps(data)).verdict == "malformed"


@pytest.mark.everything
@pytest.mark.parametrize("case", [*IN_CLASSES, *OFF_IN_CLASSES])
def test_the_specification_agrees_on_classes(case: str) -> None:
    """Its rows, written out, have the information of all sets."""
    data = with_classes("a-optimal", (IN_CLASSES | OFF_IN_CLASSES)[case])
    even = all(map(plain_symmetric.is_balanced, plain_symmetric.developments(data)))
    assert even == (case in IN_CLASSES)
    if even:
        shares = [F(1, 7)] * 7
        every = {key: value for key, value in data.items() if key != "blocks"}
        rows = (plain_symmetric.written_rows(one, [4, 3]) for one in (data, every))
        few, all_sets = (plain_symmetric.information(found, shares) for found in rows)
        assert few == all_sets


def test_blocks_are_for_patterns_of_two_values() -> None:
    data = two_classes("a-optimal") | {"blocks": {"group": [3], "base": [["1", [0]]]}}
    assert check(json.dumps(data)).verdict == "malformed"
    constant = changed(subsets("a-optimal", 4, F(3), 2), patterns=[["1"]], weights=["1"])
    assert check(json.dumps(constant | {"blocks": PAIRS})).verdict == "malformed"


def test_too_many_differences_are_malformed() -> None:
    k = 3000
    blocks = {"group": [2, k // 2], "base": [["1", list(range(k - 1))]]}
    data = subsets("e-optimal", k, F(3), k - 1) | {"blocks": blocks}
    assert check(json.dumps(data)).verdict == "malformed"


def test_a_large_circle_is_counted_by_a_product() -> None:
    """All truths but one are balanced on any circle; half of them in a row are not."""
    k = 3000
    blocks = {"group": [k], "base": [["1", list(range(k - 1))]]}
    data = subsets("e-optimal", k, F(3), k - 1) | {"blocks": blocks}
    assert check(json.dumps(data)).verdict == "verified"
    halves = {"group": [k], "base": [["1", list(range(k // 2))]]}
    data = subsets("e-optimal", k, F(3), k // 2) | {"blocks": halves}
    assert check(json.dumps(data)).reason == "the blocks are not balanced"


@pytest.mark.parametrize("n", [2, 3, 7, 30, 101])
def test_differences_on_a_circle_are_those_of_all_pairs(n: int) -> None:
    for size in {1, 2, n // 2, n - 1} - {0}:
        block = sorted(Random(n * size).sample(range(n), size))
        met = Counter((x - y) % n for x, y in product(block, block))
        assert on_a_circle(block, n) == [met[t] for t in range(n)]


def of_prices(blocks: object, **parts: object) -> dict:
    """Seven truths, three of them at 3 in every report: largest entries add up to 21/13."""
    value, bound = F(21, 13), F(7, 3)
    data = {
        "format": "rropt-certificate/2",
        "kind": "prices",
        "privacy": {"gamma": "3", "delta": "0"},
        "truths": [7],
        "utility": {"name": "trace"},
        "patterns": [[[["3", 3], ["1", 4]]]],
        "weights": [F(7, 13)],
        "prices": [F(1, 3)],
        "value": value,
        "bound": bound,
        "gap": bound - value,
        "cover": {"proof": "actions"},
    }
    return write(data | {"blocks": blocks} | parts)


IN_A_ROW = {"group": [7], "base": [["1", [0, 1, 2]]]}


def test_a_table_of_prices_reports_balanced_blocks() -> None:
    """The same is proved as of all 35 sets."""
    data = of_prices(FANO)
    every = {key: value for key, value in data.items() if key != "blocks"}
    found = check(json.dumps(data))
    assert found.verdict == "verified", found
    assert found == check(json.dumps(every))


OFF_OF_PRICES = {
    "sets in a row": (of_prices(IN_A_ROW), "refuted"),
    "half of them": (of_prices(FANO | {"base": [["1/2", [0, 1, 3]]]}), "refuted"),
    "sets of two": (of_prices(FANO | {"base": [["1", [0, 1]]]}), "malformed"),
    "truths told apart": (of_prices(FANO, truths=7, prices=[F(1, 3)] * 7), "malformed"),
    "universal": (of_prices(FANO, universal=True), "malformed"),
    "all sets": (of_prices([["all"]]), "malformed"),
}


@pytest.mark.parametrize("case", OFF_OF_PRICES)
def test_blocks_of_prices_that_are_off(case: str) -> None:
    data, verdict = OFF_OF_PRICES[case]
    assert check(json.dumps(data)).verdict == verdict
