"""Extreme patterns of a matrix, against all spanning trees of tight pairs."""

import random
from fractions import Fraction as F
from itertools import combinations, pairwise, product
from math import comb, inf

import pytest

from rropt.exact import InputError
from rropt.patterns.alcoved import alcoved_patterns, tree_patterns
from rropt.privacy.levels import closed, essential, is_tree

pytestmark = pytest.mark.quick


def _closed(matrix):
    zero = [[0] * len(matrix)] * len(matrix)
    return closed(matrix, zero)


def _number(k, g):
    return [[F(1) if a == b else g for b in range(k)] for a in range(k)]


def _trees(vertices):
    """All spanning trees as lists of edges, by brute force."""
    for edges in combinations(list(combinations(vertices, 2)), len(vertices) - 1):
        seen = {vertices[0]}
        for _ in vertices:
            seen |= {b for e in edges for b in e if set(e) & seen}
        if len(seen) == len(vertices):
            yield edges


def _solved(k, edges, root):
    """The pattern with r_a = g r_b for each oriented edge."""
    values = {root: F(1)}
    while len(values) < len(edges) + 1:
        for a, b, g in edges:
            if a in values and b not in values:
                values[b] = values[a] / g
            if b in values and a not in values:
                values[a] = values[b] * g
    return tuple(values.get(j, F(0)) for j in range(k))


def _brute_force(matrix):
    """Every spanning tree of every support, each edge either way, inside the cone."""
    k, found = len(matrix), set()
    for size in range(1, k + 1):
        for support in combinations(range(k), size):
            for tree in _trees(support):
                for ways in product((0, 1), repeat=size - 1):
                    pairs = [e[::-1] if w else e for e, w in zip(tree, ways, strict=True)]
                    if all(matrix[a][b] < inf for a, b in pairs):
                        edges = [(a, b, matrix[a][b]) for a, b in pairs]
                        r = _solved(k, edges, support[0])
                        if _inside(matrix, r):
                            found.add(tuple(x / sum(r) for x in r))
    return found


def _inside(matrix, r):
    k = range(len(r))
    return all(matrix[a][b] == inf or r[a] <= matrix[a][b] * r[b] for a in k for b in k)


def _rays(matrix):
    return {tuple(x / sum(r) for x in r) for r in alcoved_patterns(matrix)}


@pytest.mark.parametrize("k", range(2, 8))
def test_one_number_has_all_high_sets(k):
    expected = {r for r in product((1, 3), repeat=k) if len(set(r)) == 2}
    assert set(alcoved_patterns(_number(k, F(3)))) == expected


@pytest.mark.parametrize("k", range(2, 9))
def test_a_path_metric_goes_up_or_down_at_each_step(k):
    matrix = [[F(3, 2) ** abs(a - b) for b in range(k)] for a in range(k)]
    ratios = {tuple(y / x for x, y in pairwise(r)) for r in alcoved_patterns(matrix)}
    assert ratios == set(product((F(2, 3), F(3, 2)), repeat=k - 1))


@pytest.mark.parametrize(("k", "most"), [(3, 6), (4, 20), (5, 70)])
def test_generic_matrices_reach_the_most_and_no_more(k, most):
    rng, seen = random.Random(7), 0
    for _ in range(6):
        entries = [
            [F(rng.randint(2 * 10**5, 3 * 10**5), 10**5) for _ in range(k)] for _ in range(k)
        ]
        for a in range(k):
            entries[a][a] = F(1)
        seen = max(seen, len(alcoved_patterns(_closed(entries))))
    assert seen == most == comb(2 * k - 2, k - 1)


@pytest.mark.parametrize("seed", range(30))
def test_the_walk_finds_what_all_trees_find(seed):
    rng = random.Random(seed)
    k = rng.choice((2, 3, 4))
    choices = [F(1), F(3, 2), F(2), F(3), F(4), inf] if seed % 2 else [F(5, 4), F(2), F(7, 3), inf]
    entries = [[rng.choice(choices) for _ in range(k)] for _ in range(k)]
    for a in range(k):
        entries[a][a] = F(1)
    matrix = _closed(entries)
    assert _rays(matrix) == _brute_force(matrix)


def test_relabelled_truths_have_relabelled_patterns():
    matrix = _closed([[F(1), F(2), inf], [F(3), F(1), F(5, 2)], [inf, F(4), F(1)]])
    order = (2, 0, 1)
    moved = [[matrix[a][b] for b in order] for a in order]
    assert _rays(moved) == {tuple(r[a] for a in order) for r in _rays(matrix)}


def test_an_unprotected_truth_may_be_told_for_certain():
    one_sided = [[F(1), F(3), F(3)], [inf, F(1), inf], [inf, inf, F(1)]]
    assert alcoved_patterns(one_sided) == [(0, 0, 1), (0, 1, 0), (3, 1, 1)]


def test_too_many_truths_are_refused():
    with pytest.raises(InputError, match="at most 12"):
        alcoved_patterns(_number(13, F(3)))


def _tree(rng, k):
    """Levels along a random tree, other ones each way, and all that follow."""
    entries = [[F(a == b) or inf for b in range(k)] for a in range(k)]
    for b in range(1, k):
        a = rng.randrange(b)
        entries[a][b], entries[b][a] = F(rng.randint(5, 12), 4), F(rng.randint(5, 12), 4)
    return _closed(entries)


@pytest.mark.parametrize("seed", range(20))
def test_the_patterns_of_a_tree_are_those_of_the_walk(seed):
    rng = random.Random(seed)
    matrix = _tree(rng, rng.choice((2, 3, 5, 7)))
    pairs = essential(matrix)
    assert is_tree(pairs, len(matrix))
    assert tree_patterns(matrix, pairs) == alcoved_patterns(matrix)


def test_matrices_of_almost_the_same_levels_have_their_patterns_in_one_order():
    """The basis of one end of enclosed levels serves the other: 82 pivots of nine truths and 15 s
    where patterns were in the order of their whole numbers."""
    lengths = [
        [abs(a // 2 - b // 2) + F(5, 4) * abs(a % 2 - b % 2) for b in range(6)] for a in range(6)
    ]
    below, above = (
        alcoved_patterns(_closed([[1 + level * x for x in row] for row in lengths]))
        for level in (F(1), 1 + F(1, 10**13))
    )
    assert len(below) == len(above)
    for r, s in zip(below, above, strict=True):
        assert [float(x / max(r)) for x in r] == pytest.approx([float(x / max(s)) for x in s])


def test_one_more_pair_that_does_not_follow_is_no_tree():
    path = [[F(2) ** abs(a - b) for b in range(4)] for a in range(4)]
    assert is_tree(essential(path), 4)
    path[0][2] = F(4) - F(1, 10**9)
    assert not is_tree(essential(_closed(path)), 4)


def test_a_tree_of_too_many_truths_is_refused():
    path = [[F(2) ** abs(a - b) for b in range(15)] for a in range(15)]
    with pytest.raises(InputError, match="at most 14 where levels are those of a path"):
        tree_patterns(path, essential(path))
