"""The specification takes on what it can enumerate, and says None for the rest at once."""

from __future__ import annotations

from fractions import Fraction as F
from math import comb

import pytest

from rropt.checker import check
from rropt.checker.plain import proves
from rropt.checker.plain.plain_size import MOST_STEPS, meetings, of_identity, steps
from tests.certificates import TRACE
from tests.checker import test_kind_prices


def test_choices_of_planes() -> None:
    assert meetings(12, 2) == comb(12, 2) * 2 * 3
    assert steps(TRACE | {"kind": "prices"}) < MOST_STEPS


@pytest.mark.parametrize("k", [3, 12])
def test_many_truths_are_not_enumerated(k: int) -> None:
    data = test_kind_prices.trace(k, F(3))
    assert check(data).verdict == "verified"
    assert proves(data) is (True if k == 3 else None)


def test_a_high_power_is_not_expanded() -> None:
    line = [["1", [1]], ["1", [0]]]
    data = {
        "kind": "polynomial",
        "variables": ["x"],
        "constraints": [{"polynomial": line, "strict": True}],
        "equalities": [],
        "claim": {"polynomial": line, "strict": True},
        "multiplier": [200],
        "terms": [],
        "equality_terms": [],
    }
    assert of_identity(data) > MOST_STEPS and proves(data) is None
    assert of_identity(data | {"multiplier": [2]}) < MOST_STEPS


def test_a_count_of_truths_is_not_a_size() -> None:
    """Nothing is listed for a count that no price backs."""
    data = test_kind_prices.trace(3, F(3)) | {"truths": 2**31 - 1}
    assert check(data).verdict == "malformed"
    assert steps(data) < MOST_STEPS
