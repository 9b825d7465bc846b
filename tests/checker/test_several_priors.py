"""Averages and maxima over priors, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.private_table import table_of
from rropt.checker.scenarios import AVERAGE, MINIMAX, Point, Scenario
from rropt.checker.verdict import Doubts, Malformed, Refuted
from rropt.checker.worst_cases import OverPriors, over_scenarios
from tests.checker.test_objectives import EARLY, LATE, SHARE, shows


def test_offsets_and_several_priors_are_read_where_an_average_is_said():
    for scenarios in ([LATE, LATE], [EARLY]):
        OverPriors("", SHARE, over=AVERAGE).check_scenarios(scenarios)
        with pytest.raises(Malformed):
            OverPriors("", SHARE).check_scenarios(scenarios)


def test_sentences_name_priors_weights_and_offsets():
    said = OverPriors("W", SHARE, over=AVERAGE).sentence([EARLY, LATE])
    priors = "(((1/2, 1/2), 1/4, 1), ((1/3, 2/3), 3/4, 0))"
    assert said == f"an average over (prior, weight, offset) in {priors} of W less the offset"
    said = OverPriors("W", SHARE, over=MINIMAX).sentence([LATE, LATE])
    assert said == "a maximum over the priors ((1/3, 2/3), (1/3, 2/3)) of W"


def test_averages_and_maxima_of_what_estimators_do():
    """own: 3 - 1/4 - 1 = 7/4 and 2 - 4/9 = 14/9; the average 7/16 + 7/6 = 77/48."""
    average = OverPriors("a variance", SHARE, over=AVERAGE)
    worst = OverPriors("a variance", SHARE, over=MINIMAX)
    hair = F(1, 10**30)
    for objective, value in ((average, F(77, 48)), (worst, F(7, 4))):
        assert shows(objective, [EARLY, LATE], value)
        assert not shows(objective, [EARLY, LATE], value - hair)
        proved = F(1, 4) * (5 - F(1, 4) - 1) + F(3, 4) * (4 - F(4, 9)) - F(7, 10)
        assert objective.bound([EARLY, LATE], F(7, 10)) == proved
        objective.verify_bound([EARLY, LATE], F(7, 10), proved, Doubts())
        with pytest.raises(Refuted):
            objective.verify_bound([EARLY, LATE], F(7, 10), proved + hair, Doubts())


HALF = F(1, 2)


def place(prior, weight, offset):
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
    scenarios = [place([F(1), F(0)], F(1, 3), F(0)), place([HALF, HALF], F(2, 3), offset)]
    assert over_scenarios(over, "O", scenarios) == said
