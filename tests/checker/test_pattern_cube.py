"""The patterns {1, g}^k and the values of forms at all of them, against all patterns one by one."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from rropt.checker import pattern_cube
from rropt.checker.pattern_cube import Cube, rows


def one_by_one(cube: Cube) -> Counter:
    """Values of the forms at every pattern, classes written out; unseen truths at their cheaper."""
    owner = [c for c, size in enumerate(cube.sizes) for _ in range(size)]
    prices, *others = cube.forms
    seen = {c for form in others for c, x in enumerate(form) if x}
    found = Counter()
    for values in product([cube.bottom, cube.top], repeat=len(owner)):
        idle = [v for v, c in zip(values, owner, strict=True) if c not in seen]
        cheap = [
            min((cube.bottom, cube.top), key=lambda v, c=c: v * prices[c])
            for c in owner
            if c not in seen
        ]
        if idle == cheap:
            told = [
                sum(form[c] * v for c, v in zip(owner, values, strict=True)) for form in cube.forms
            ]
            found[tuple(told)] += 1
    return found


@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_all_patterns(seed, monkeypatch):
    """Also where a block holds four of them only; classes keep each value at least once."""
    monkeypatch.setattr(pattern_cube, "BLOCK", 4)
    rng = Random(seed)
    sizes = [rng.choice([1, 1, 2]) for _ in range(rng.randint(1, 4))]
    forms = [[rng.randint(-3, 3) for _ in sizes] for _ in range(rng.choice([2, 3]))]
    cube = Cube(5, 2, sizes, forms)
    assert set(cube.values()) == set(one_by_one(cube))
    assert len(list(cube.values())) == cube.number()
    assert set(cube.merged().values()) == set(cube.values())


def test_truths_that_no_form_tells_apart_are_a_class():
    cube = Cube(3, 1, [1, 2, 1], [[4, 4, 5], [1, 1, 1]]).merged()
    assert (cube.sizes, cube.forms) == ([3, 1], [[4, 5], [1, 1]])
    assert cube.number() == 4 * 2


def test_at_one_level_there_is_one_pattern():
    cube = Cube(1, 1, [1, 3], [[2, 1], [1, 1]])
    assert cube.number() == 1 and list(cube.values()) == [(5, 4)]


def test_rows_take_the_cheaper_entry_where_nobody_looks():
    cube = Cube(3, 1, [1, 1, 1], [[2, -1, 4], [1, 0, 0]])
    found = [[run.value for run in row] for row in rows(cube)]
    assert found == [[1, 3, 1], [3, 3, 1]]


def test_a_class_has_a_pattern_for_each_number_of_truths_at_the_top():
    cube = Cube(3, 1, [2], [[2], [1]])
    found = [[tuple(run) for run in row] for row in rows(cube)]
    assert found == [[(0, 1, 2)], [(0, 1, 1), (0, 3, 1)], [(0, 3, 2)]]
