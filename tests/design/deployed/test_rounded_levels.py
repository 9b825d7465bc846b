"""Deployable tables under a matrix keep every inequality exactly."""

import random
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.deployed.rounding import round_levels
from rropt.privacy import Privacy

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("seed", range(40))
def test_every_bound_holds_in_whole_numbers(seed):
    rng = random.Random(seed)
    k, m, total = rng.choice((2, 3, 4)), rng.choice((2, 3, 4)), rng.choice((6, 52, 1000))
    entries = ["oo", "3/2", 2, 3]
    matrix = [[1 if a == b else rng.choice(entries) for b in range(k)] for a in range(k)]
    matrix[0][1] = 2
    deltas = [[0] * k for _ in range(k)]
    deltas[0][1] = F(seed % 2, 20)
    levels = Privacy(matrix, deltas).levels
    columns = [[rng.randint(1, 9) for _ in range(m)] for _ in range(k)]
    near = tuple(zip(*([F(x, sum(c)) for x in c] for c in columns), strict=True))
    table = round_levels(near, total, levels)
    assert levels.obeyed_by(table.rows)
    assert all((x * total).denominator == 1 for row in table.rows for x in row)


def test_an_optimal_table_is_rounded_to_its_neighbour():
    levels = Privacy([[1, 3], ["3/2", 1]]).levels
    optimum = ((F(4, 7), F(6, 7)), (F(3, 7), F(1, 7)))
    assert round_levels(optimum, 7, levels).rows == optimum
    assert round_levels(optimum, 10, levels).rows == ((F(6, 10), F(8, 10)), (F(4, 10), F(2, 10)))


def test_rows_with_entries_below_one_chance_do_not_vanish():
    """On a path of ten truths at epsilon 1 the least entry is 1e-4 of the largest."""
    shares = [F(1, 10)] * 10
    for total, share in ((10**4, F(1, 100)), (10**5, F(1, 1000))):
        design = rr.optimal(
            rr.MetricDP.path(1), rr.COptimal(shares, range(10)), denominator=total, crosscheck=False
        )
        assert design.gap < share * design.value


@pytest.mark.parametrize(("truths", "most"), [(4, 1e-2), (5, 1e-2), (6, 2e-2)])
@pytest.mark.parametrize("delta", [F(1, 10**6), F(1, 100)])
def test_rounding_spares_what_deltas_allow(truths: int, most: float, delta: F) -> None:
    """Rounded entries of rows that obey all levels took all of a delta: half of what five truths
    tell was lost at 1e-6."""
    places = range(truths)
    levels = [[F(2) ** abs(a - b) for b in places] for a in places]
    deltas = [[delta * (a != b) for b in places] for a in places]
    privacy = rr.Privacy(levels, deltas)
    goal = rr.AOptimal([F(2 * j + 2, truths * (truths + 1)) for j in places])
    best = rr.optimal(privacy, goal)
    found = rr.optimal(privacy, goal, denominator=1000)
    assert privacy.on(truths).satisfied_by(found.channel)
    assert {(1000 * x).denominator for row in found.channel.rows for x in row} == {1}
    assert float(found.value) < (1 + most) * float(best.value)
