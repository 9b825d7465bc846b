"""Deployable tables under a matrix keep every inequality exactly."""

import random
from fractions import Fraction as F

import pytest

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
    assert round_levels(optimum, 10, levels).rows == ((F(7, 10), F(9, 10)), (F(3, 10), F(1, 10)))
