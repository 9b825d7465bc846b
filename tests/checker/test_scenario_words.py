"""Sentences about several scenarios, as FORMAT.md gives them."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.scenario_words import over_scenarios
from rropt.checker.scenarios import Point, Scenario
from rropt.checker.whole_rows import table_of

HALF = F(1, 2)


def at(prior, weight, offset):
    table = table_of([[HALF, HALF], [HALF, HALF]])
    return Scenario(table, weight, offset, [Point(F(1), prior)], [], [], [], [])


@pytest.mark.parametrize(
    ("over", "offset", "said"),
    [
        (
            "average",
            F(0),
            "an average over (prior, weight) in (((1, 0), 1/3), ((1/2, 1/2), 2/3)) of O",
        ),
        (
            "average",
            F(5),
            "an average over (prior, weight, offset) in (((1, 0), 1/3, 0), ((1/2, 1/2), 2/3, 5)) "
            "of O less the offset",
        ),
        ("minimax", F(0), "a maximum over the priors ((1, 0), (1/2, 1/2)) of O"),
        (
            "minimax",
            F(5),
            "a maximum over (prior, offset) in (((1, 0), 0), ((1/2, 1/2), 5)) of O less the offset",
        ),
    ],
)
def test_what_is_said_of_two_scenarios(over, offset, said):
    scenarios = [at([F(1), F(0)], F(1, 3), F(0)), at([HALF, HALF], F(2, 3), offset)]
    assert over_scenarios(over, "O", scenarios) == said
