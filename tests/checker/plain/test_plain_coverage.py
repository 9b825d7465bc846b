"""What prices charge, at every extreme row: a trace at the edge, with and without a delta."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_prices import covered, most, multiplied, table_of
from tests.certificates import TRACE

PURE = {"privacy": {"gamma": "3", "delta": "0"}, "prices": ["3/4", "3/4"]}
SOFT = {
    "privacy": {"gamma": "3", "delta": "1/10"},
    "prices": ["3/4", "3/4"],
    "pair_prices": [[0, 1, "1/4"], [1, 0, "1/4"]],
}


def test_weights_times_patterns():
    data = {"weights": ["1/4", "2"], "patterns": [["3", "1"], ["0", "1/2"]]}
    assert table_of(data) == [[F(3, 4), F(1, 4)], [0, 1]]


@pytest.mark.parametrize("data", [PURE, SOFT, TRACE])
def test_the_trace_is_covered_and_a_hair_less_is_not(data):
    """y (3 + 1) = 3; with a delta y + z = 1; under two levels 2/3 + 1/3 = 1."""
    assert covered(data, max)
    less = [str(F(y) - F(1, 10**30)) for y in data["prices"]]
    assert not covered(data | {"prices": less}, max)


def test_what_the_prices_add_up_to():
    assert most(PURE) == F(3, 2)
    assert most(SOFT) == F(3, 2) + 2 * F(1, 4) * F(1, 10)
    assert most(TRACE) == F(4, 3) + 2 * F(1, 3) * F(1, 5)


MULTIPLIERS = [[[0, 1, "1/3"]], [[1, 0, "1/3"]]]
SHORT = {"privacy": {"gamma": "2", "delta": "1/10"}, "prices": ["2/3", "2/3"]}
SHORT |= {"pair_prices": [[0, 1, "1/3"], [1, 0, "1/3"]]}


def test_multipliers_are_decided_as_they_are_written():
    """2/3 + 1/3 = 1 where the action is, 2/3 - 2/3 = 0 where it is not."""
    actions = [[F(1), F(0)], [F(0), F(1)]]
    data = SHORT | {"cover": {"proof": "actions", "multipliers": MULTIPLIERS}}
    assert multiplied(data, actions)
    near = [[[[0, 1, "1/4"]], MULTIPLIERS[1]], [[], MULTIPLIERS[1]], [[[0, 1, "2/5"]], []]]
    for lists in near:
        assert not multiplied(data | {"cover": {"multipliers": lists}}, actions)
        assert covered(data, max)


def test_a_single_pays_for_itself():
    privacy = {"gamma": [["1", "3"], ["oo", "1"]], "delta": "0", "singles": [0]}
    data = {"privacy": privacy, "prices": ["1/2", "3"], "cover": {"multipliers": [[]]}}
    assert not multiplied(data, [[F(1), F(0)]])
    assert multiplied(data | {"prices": ["1", "3"]}, [[F(1), F(0)]])
