"""Averages and maxima over priors, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.private_table import table_of
from rropt.checker.scenarios import AVERAGE, MINIMAX, Point, Scenario
from rropt.checker.verdict import Malformed
from rropt.checker.worst_cases import over_scenarios, over_several, read_several
from tests.checker.test_scenarios import EARLY, HAIR, LATE, proves, shows


def test_weights_of_several_priors_add_up_to_one():
    """Whatever offsets they have."""
    assert read_several([0, 1], [EARLY, LATE].__getitem__) == [EARLY, LATE]
    for given in ([], [0], [0, 0], [1, 1]):
        with pytest.raises(Malformed):
            read_several(given, [EARLY, LATE].__getitem__)


def test_sentences_name_priors_weights_and_offsets():
    said = over_scenarios(AVERAGE, "W", [EARLY, LATE])
    priors = "(((1/2, 1/2), 1/4, 1), ((1/3, 2/3), 3/4, 0))"
    assert said == f"an average over (prior, weight, offset) in {priors} of W less the offset"
    said = over_scenarios(MINIMAX, "W", [LATE, LATE])
    assert said == "a maximum over the priors ((1/3, 2/3), (1/3, 2/3)) of W"


@pytest.mark.parametrize(("over", "value"), [(AVERAGE, F(77, 48)), (MINIMAX, F(7, 4))])
def test_averages_and_maxima_of_what_estimators_do(over, value):
    """own: 3 - 1/4 - 1 = 7/4 and 2 - 4/9 = 14/9; the average 7/16 + 7/6 = 77/48."""
    goal = over_several(over, "", [EARLY, LATE])
    assert shows(goal, value) and not shows(goal, value - HAIR)
    proved = F(1, 4) * (5 - F(1, 4) - 1) + F(3, 4) * (4 - F(4, 9)) - F(7, 10)
    assert proves(goal, F(7, 10), proved) and not proves(goal, F(7, 10), proved + HAIR)


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
