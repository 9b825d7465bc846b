"""Levels: which pairs are bound, what follows from what, which tables keep them, their record."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations
from random import Random

import pytest

import rropt as rr
from rropt.checker.plain.plain_privacy import extreme_rows
from rropt.checker.privacy import read_privacy
from rropt.checker.verdict import Size
from rropt.privacy.bound_forms import HIGH
from rropt.privacy.levels import OO, Levels, closed, essential

pytestmark = pytest.mark.quick


def zero(k: int):
    return ((F(0),) * k,) * k


def random_matrix(rng: Random, k: int):
    def entry(a: int, b: int):
        if a == b:
            return F(1)
        return OO if rng.random() < 0.3 else F(rng.randrange(2, 12), 2)

    return tuple(tuple(entry(a, b) for b in range(k)) for a in range(k))


def cheapest(matrix, a: int, b: int):
    """Over all orders of steps in between."""
    k = len(matrix)
    best = matrix[a][b]
    for length in range(1, k - 1):
        for way in permutations([c for c in range(k) if c not in (a, b)], length):
            steps = zip((a, *way), (*way, b), strict=True)
            product = F(1)
            for x, y in steps:
                product = OO if OO in (product, matrix[x][y]) else product * matrix[x][y]
            best = min(best, product)
    return best


@pytest.mark.parametrize("seed", range(20))
def test_closing_takes_the_cheapest_way(seed: int) -> None:
    rng = Random(seed)
    k = rng.choice([2, 3, 4])
    matrix = random_matrix(rng, k)
    found = closed(matrix, zero(k))
    for a, b in permutations(range(k), 2):
        assert found[a][b] == cheapest(matrix, a, b)
    assert closed(found, zero(k)) == found
    kept = set(essential(found))
    rest = tuple(
        tuple(g if a == b or (a, b) in kept else OO for b, g in enumerate(row))
        for a, row in enumerate(found)
    )
    assert closed(rest, zero(k)) == found


def test_pairs_by_their_kind() -> None:
    matrix = ((F(1), F(3), OO), (F(2), F(1), F(4)), (F(5), F(5), F(1)))
    deltas = ((F(0), F(1, 10), F(0)), (F(0),) * 3, (F(0),) * 3)
    levels = Levels(matrix, matrix, deltas)
    assert levels.bound_pairs == ((0, 1), (1, 0), (1, 2), (2, 0), (2, 1))
    assert levels.approximate == {(0, 1): F(1, 10)} and not levels.is_pure
    assert levels.pure(matrix)[0] == (1, OO, OO)
    assert levels.uniform is None and levels.is_exact and levels.width == 0


def test_all_pairs_alike_are_uniform() -> None:
    matrix = ((F(1), F(3)), (F(3), F(1)))
    levels = Levels(matrix, matrix, zero(2))
    assert levels.uniform == (3, 3, 0)
    assert Levels(matrix, matrix, zero(2), singles=(0,)).uniform is None
    open_ = ((F(1), OO), (OO, F(1)))
    assert Levels(open_, open_, zero(2)).uniform is None


@pytest.mark.parametrize("truths", [2, 3, 40])
def test_truths_that_must_not_be_told_apart_have_one_pattern(truths: int) -> None:
    ones = ((F(1),) * truths,) * truths
    none = ((F(0),) * truths,) * truths
    assert Levels(ones, ones, none).patterns(HIGH) == [(1,) * truths]


def test_tables_keep_the_lower_ends() -> None:
    lo, hi = ((F(1), F(2)), (F(2), F(1))), ((F(1), F(3)), (F(3), F(1)))
    levels = Levels(lo, hi, zero(2))
    table = rr.Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    beyond = rr.Channel.from_rows([["7/10", "3/10"], ["3/10", "7/10"]])
    assert levels.obeyed_by(table.rows) and not levels.obeyed_by(beyond.rows)
    assert levels.width == 1 and levels.at_lower_end().hi == lo
    assert levels.excess(HIGH, (0, 1), (F(7), F(2))) == 1
    soft = Levels(lo, hi, ((F(0), F(1, 10)), (F(1, 10), F(0))))
    assert soft.spent(beyond.rows) == {(0, 1): F(1, 10), (1, 0): F(1, 10)}
    assert soft.obeyed_by(beyond.rows)


def test_a_row_of_a_single_alone_is_free() -> None:
    matrix = ((F(1), F(2)), (F(2), F(1)))
    levels = Levels(matrix, matrix, zero(2), singles=(0,))
    assert levels.is_free((F(1), F(0))) and not levels.is_free((F(0), F(1)))
    assert levels.obeyed_by([(F(1, 2), F(0)), (F(1, 2), F(1, 1))])
    assert not levels.obeyed_by([(F(0), F(1, 2)), (F(1), F(1, 2))])


@pytest.mark.parametrize("hair", [F(1, 10**30), F(0), F(-1, 10**30)])
def test_a_product_that_differs_by_a_hair_is_told_apart(hair: F) -> None:
    """Doubles do not see the hair."""
    direct = F(6) + hair
    matrix = ((F(1), F(2), direct), (OO, F(1), F(3)), (OO, OO, F(1)))
    assert closed(matrix, zero(3))[0][2] == min(direct, F(6))
    kept = essential(closed(matrix, zero(3)))
    assert ((0, 2) in kept) == (hair < 0)


def test_levels_beyond_doubles_are_multiplied_too() -> None:
    large = F(10) ** 400
    matrix = ((F(1), large, large**3), (OO, F(1), large), (OO, OO, F(1)))
    assert closed(matrix, zero(3))[0][2] == large**2


def test_on_a_path_only_neighbours_are_essential() -> None:
    """g^|a - b|: a longer way is exactly the product of its steps."""
    path = tuple(tuple(F(2) ** abs(a - b) for b in range(4)) for a in range(4))
    assert essential(path) == ((0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2))


def exactly(value):
    """Numbers for the strings of a record, as the checker has them."""
    if isinstance(value, str) and value != "oo":
        return F(value)
    if isinstance(value, list):
        return [exactly(entry) for entry in value]
    if isinstance(value, dict):
        return {key: exactly(entry) for key, entry in value.items()}
    return value


CRITERIA = {
    "a matrix": (rr.Privacy([[1, 3], ["oo", 1]]), 2),
    "with deltas": (rr.Privacy([[1, 3], [2, 1]], [[0, "1/10"], [0, 0]]), 2),
    "an irrational metric": (rr.MetricDP.grid(1, 3, "1/2"), 3),
    "one-sided": (rr.OneSided([0], "1/2"), 3),
    "harmless truths": (rr.UtilityOptimized([0], "ln(3)"), 3),
    "several levels": (rr.Privacy([[1, [(3, "1/10"), (2, "1/5")]], [2, 1]]), 2),
}


@pytest.mark.parametrize("name", CRITERIA)
def test_the_checker_reads_the_levels_that_were_meant(name: str) -> None:
    criterion, truths = CRITERIA[name]
    levels = criterion.on(truths).levels
    read = read_privacy(exactly(levels.record()), truths, Size(0, 0))
    if name == "several levels":
        assert len(read.conditions) == len(levels.listed)
        return
    meant = {}
    for a, b in permutations(range(truths), 2):
        if levels.lo[a][b] == OO:
            continue
        square = None
        if levels.epsilon is not None:
            square = levels.epsilon * levels.epsilon * levels.distances_squared[a][b]
        meant[a, b] = levels.lo[a][b], levels.hi[a][b], levels.deltas[a][b], square
    assert read.levels == meant
    assert read.singles == levels.singles


def test_an_exact_matrix_has_no_upper_ends() -> None:
    record = rr.Privacy([[1, 3], [2, 1]]).levels.record()
    assert record == {"gamma": [["1", "3"], ["2", "1"]], "delta": "0"}
    irrational = rr.OneSided([0], "1/2").on(2).levels.record()
    assert irrational["distances_squared"] == [["0", "1"], ["oo", "0"]]


SEVERAL = [(3, "1/10"), (2, "1/5")]
LEVELS = {
    "a matrix": rr.Privacy([[1, 3, 2], [2, 1, 4], [3, 3, 1]]).on(3).levels,
    "no bound": rr.Privacy([[1, "oo", 2], [2, 1, "oo"], ["oo", 3, 1]]).on(3).levels,
    "deltas": rr.Privacy([[1, 3], [2, 1]], [[0, "1/10"], [0, 0]]).on(2).levels,
    "singles": rr.UtilityOptimized([0], "ln(3)").on(3).levels,
    "conditions": rr.Privacy([[1, SEVERAL], [SEVERAL, 1]]).on(2).levels,
}


@pytest.mark.parametrize("name", LEVELS)
def test_patterns_are_those_of_all_choices_of_planes(name: str) -> None:
    levels = LEVELS[name]
    record = levels.record()
    truths = levels.truths
    wanted = {tuple(x / max(row) for x in row) for row in extreme_rows(record, truths)}
    found = [tuple(x / max(row) for x in row) for row in levels.patterns(HIGH)]
    assert set(found) == wanted and len(found) == len(wanted)


def test_levels_of_cut_rows() -> None:
    """5 is above 2 times 2: where truth 1 is cut to truth 2, truth 0 may be 5 / 2 of it. Tables
    obey the products."""
    deltas = tuple(tuple(F(a != b, 100) for b in range(3)) for a in range(3))
    levels = tuple(tuple(map(F, row)) for row in ((1, 2, 5), (2, 1, 2), (4, 2, 1)))
    tables, bounds = Levels(levels, levels, deltas).of_cut_rows
    assert tables.is_pure and bounds.is_pure
    assert tables.hi[0] == (1, 2, 4) and tables.hi[1:] == levels[1:]
    assert bounds.lo[0] == (1, F(5, 2), 5) and bounds.lo[1:] == levels[1:]


def test_levels_of_cut_rows_are_those_of_distances() -> None:
    deltas = tuple(tuple(F(a != b, 100) for b in range(4)) for a in range(4))
    levels = tuple(tuple(F(3) ** abs(a - b) for b in range(4)) for a in range(4))
    tables, bounds = Levels(levels, levels, deltas).of_cut_rows
    assert tables.lo == tables.hi == bounds.lo == bounds.hi == levels
