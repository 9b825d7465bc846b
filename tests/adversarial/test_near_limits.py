"""Files that keep every limit and take as long as they can: both checkers end in time, and agree.

For each shape of a file one number grows until the checker calls it too large; the last file that
it takes on is the slowest of that shape.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from rropt.checker import MAX_BYTES, check
from tests.adversarial.test_both_checkers import agree

Data = dict[str, Any]


def unequal(k: int) -> list[str]:
    """A prior without equal masses."""
    whole = k * (k + 1) // 2
    return [str(Fraction(j + 1, whole)) for j in range(k)]


def utility(name: str, k: int, actions: int = 4) -> Data:
    found: Data = {"name": name, "prior": unequal(k)}
    return found | ({"gain": [["1"] * k] * actions} if name == "gain" else {})


def claim(proof: str, k: int, **parts: Any) -> Data:
    """That a table which tells nothing is worth 0, and no table more than 9."""
    return {
        "format": "rropt-certificate/2",
        "kind": "cases",
        "proof": proof,
        "truths": k,
        "reports": 2,
        "value": "0",
        "bound": "9",
        "gap": "9",
        "table": [["1"] * k],
        **parts,
    }


def level(bits: int) -> str:
    return str(Fraction(3 * 2**bits + 1, 2**bits))


def two_reports(k: int, name: str) -> Callable[[int], Data]:
    """All sets of k truths; the level grows."""

    def of(bits: int) -> Data:
        privacy = {"gamma": level(bits), "delta": "1/2"}
        table = {"table": [["1/2"] * k] * 2, "utility": utility(name, k)}
        return claim("box", k, privacy=privacy, **table)

    return of


def many_sets(number: int, reports: int) -> Callable[[int], Data]:
    """Sets of all actions; their number grows."""

    def of(sets: int) -> Data:
        priced = {"actions": list(range(number)), "prices": ["1"] * number, "cover": ACTIONS}
        parts = {"utility": utility("gain", number, number), "sets": [priced] * sets}
        privacy = {"gamma": "3", "delta": "0"}
        return claim("actions", number, privacy=privacy, reports=reports, **parts)

    return of


ACTIONS = {"proof": "actions"}


def corner_chains(levels: int, reports: int, name: str) -> Callable[[int], Data]:
    """Tangents of a parabola, each a level; their digits grow."""

    def tangent(n: int, bits: int) -> Data:
        at = Fraction(n + 1, 2 * (levels + 1))
        unit = 1 << bits
        g, d = (Fraction(round(x * unit) | 1, unit) for x in (1 / (2 * at), at / 2))
        return {"left": 0, "right": 1, "levels": [["1", str(g)]], "most": str(d)}

    def of(bits: int) -> Data:
        privacy = {"conditions": [tangent(n, bits) for n in range(levels)]}
        parts = {"utility": utility(name, 2), "reports": reports}
        return claim("chain", 2, privacy=privacy, **parts)

    return of


SHAPES: dict[str, Callable[[int], Data]] = {
    "box, 12 truths, information": two_reports(12, "mutual-information"),
    "box, 12 truths, gain": two_reports(12, "gain"),
    "box, 4 truths": two_reports(4, "mutual-information"),
    "actions, 100 actions": many_sets(100, 1),
    "actions, 20 actions": many_sets(20, 10),
    "chain, 4 levels": corner_chains(4, 3, "fisher-information"),
    "chain, 8 levels": corner_chains(8, 3, "mutual-information"),
    "chain, 16 levels, 16 reports": corner_chains(16, 16, "fisher-information"),
    "chain, 64 levels": corner_chains(64, 3, "mutual-information"),
}
QUICK = ("actions, 20 actions", "chain, 8 levels")
SLOW = [pytest.param(name, marks=pytest.mark.long) for name in SHAPES if name not in QUICK]
LONGEST = 13_500
"""Bits of the longest number that a file may hold, and so the largest that anything grows to."""


@cache
def largest(name: str) -> str:
    """The largest file of a shape that is not called too large, to a tenth."""
    low, high = 1, LONGEST
    while high - low > max(1, low // 10):
        middle = (low + high) // 2
        low, high = (middle, high) if is_taken(SHAPES[name](middle)) else (low, middle)
    return json.dumps(SHAPES[name](low))


def is_taken(data: Data) -> bool:
    """Whether it is within the limits; a file that is no certificate would prove nothing here."""
    text = json.dumps(data)
    if len(text) > MAX_BYTES:
        return False
    verdict = check(text)
    too_large = verdict.reason.startswith(("too ", "the common denominator"))
    assert too_large or verdict.verdict in ("verified", "refuted"), verdict
    return not too_large


@pytest.mark.everything
@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_what_is_just_within_the_limits_is_answered_in_time(name: str) -> None:
    agree(largest(name))


def any_shape(seed: int) -> None:
    """The longest file of a shape that checkers take on; as many seeds as shapes."""
    agree(largest(list(SHAPES)[seed % len(SHAPES)]))
