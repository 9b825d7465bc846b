"""Transfers under Renyi budgets, beside all tables and budgets counted here."""

from fractions import Fraction as F

import flint
import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.design.deployed.budget_exchange import exchanged
from rropt.design.deployed.score_of_table import merit_of
from rropt.design.problem import Problem, resolved

pytestmark = pytest.mark.quick

PRIORS = [("1/2", ["1/3", "2/3"]), ("1/2", ["2/3", "1/3"])]
CUBE_OF_E = F(20_085_536, 10**6), F(20_085_537, 10**6)
"""e^3 = 20.0855369..."""


def power_sum(p: list[int], q: list[int]) -> F:
    """sum p^4 / q^3 of chances in hundredths."""
    return sum((F(a**4, b**3) for a, b in zip(p, q, strict=True)), F(0)) / 100


def keeps_budget(x: int, y: int) -> bool:
    columns = [x, 100 - x], [y, 100 - y]
    most = max(power_sum(*columns), power_sum(*reversed(columns)))
    assert not CUBE_OF_E[0] < most < CUBE_OF_E[1]
    return most <= CUBE_OF_E[0]


def mean_variance(x: int, y: int) -> F:
    """Of twice the share of the second truth, by two reports."""
    chances = [F(x + 2 * y, 300), F(2 * x + y, 300)]
    return sum(4 * c * (1 - c) for c in chances) / 2 / F(x - y, 100) ** 2


def test_two_truths_come_to_the_best_of_all_tables_of_two_reports():
    design = rr.optimal(rr.RenyiDP(4, 1), rr.Average(PRIORS, [0, 2]), denominator=100)
    places = [(x, y) for x in range(1, 100) for y in range(1, x) if keeps_budget(x, y)]
    assert design.value == min(mean_variance(*place) for place in places)
    assert design.value == mean_variance(74, 25) < mean_variance(74, 26)
    first, second = ([int(100 * a) for a in column] for column in design.channel.columns)
    assert max(power_sum(first, second), power_sum(second, first)) < CUBE_OF_E[0]


def test_a_transfer_that_breaks_a_budget_is_not_made():
    table = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    assert not keeps_budget(75, 25)
    near = Channel.from_rows([["3/4", "13/50"], ["1/4", "37/50"]])
    objective = rr.Average(PRIORS, [0, 2])
    merit = merit_of(objective)
    levels = resolved(Problem(rr.RenyiDP(4, 1), objective)).levels
    found = exchanged(near, 100, levels, merit)
    assert merit.values(table.to_numpy()[None]) < merit.values(found.to_numpy()[None])


@pytest.mark.parametrize("total", [100, 1000])
def test_a_contrast_under_a_small_budget_has_a_table_that_identifies_all(total):
    privacy = rr.ZeroConcentratedDP("1/100")
    design = rr.optimal(privacy, rr.COptimal(["1/3"] * 3, [1, 0, 0]), denominator=total)
    counts = [[int(total * x) for x in row] for row in design.channel.rows]
    assert flint.fmpz_mat(counts).rank() == 3
    # The best table without a denominator has 50.06; warner's 53 of 100 has 69.4.
    assert design.value < F(60)
