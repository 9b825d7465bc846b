"""The rays of the arrangement: staircases for one number, cells of a matrix by brute force."""

from fractions import Fraction as F
from itertools import product
from math import inf

import pytest

from rropt.exact import InputError
from rropt.patterns.extreme import evaluate, staircases
from rropt.patterns.planes import arrangement_patterns


def _number(k, g):
    return [[F(1) if a == b else g for b in range(k)] for a in range(k)]


def _rays(patterns):
    return {tuple(x / sum(r) for x in r) for r in patterns}


@pytest.mark.parametrize("k", [2, 3, 4])
def test_one_number_has_the_staircases(k):
    levels = [
        p
        for p in staircases(k)
        if len({t for t in p if t >= 0}) > 1 or max(p) == sum(t + 1 for t in p) - 1
    ]
    singles = {tuple(F(int(a == b)) for a in range(k)) for b in range(k)}
    stairs = {evaluate(p, F(3)) for p in levels if len({t for t in p if t >= 0}) > 1}
    found = arrangement_patterns(_number(k, F(3)), _number(k, inf))
    assert _rays(found) == _rays(stairs) | singles


def test_two_truths_with_a_level_each_way():
    found = arrangement_patterns(((1, F(3)), (F(3, 2), 1)), ((1, inf), (inf, 1)))
    assert set(found) == {(1, 0), (0, 1), (3, 1), (2, 3)}


def test_pure_bounds_cut_off_what_they_forbid():
    found = arrangement_patterns(((1, F(3)), (F(3, 2), 1)), ((1, inf), (F(3, 2), 1)))
    assert set(found) == {(1, 0), (3, 1), (2, 3)}


def test_every_ray_has_connected_tight_pairs():
    matrix = ((1, F(2), F(3)), (F(5, 2), 1, F(4)), (F(3), F(2), 1))
    for r in arrangement_patterns(matrix, _number(3, inf)):
        support = [j for j in range(3) if r[j]]
        tight = [(a, b) for a, b in product(support, repeat=2) if a != b]
        tight = [(a, b) for a, b in tight if r[a] == matrix[a][b] * r[b]]
        seen = {support[0]}
        for _ in support:
            seen |= {j for pair in tight for j in pair if set(pair) & seen}
        assert seen == set(support)


def test_six_truths_are_refused():
    with pytest.raises(InputError, match="at most 5"):
        arrangement_patterns(_number(6, F(3)), _number(6, inf))
