"""Which tables are best at equal shares, where two sizes of blocks are: by linear algebra."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

TRUTHS = 7
LEVEL = np.sqrt(10 / 3)
"""Pairs and triples of seven truths cost as much: g^2 = (k - d)(k - d - 1) / (d (d + 1)), d = 2."""


def circle(block):
    return [{(truth + step) % TRUTHS for truth in block} for step in range(TRUTHS)]


def table(weights):
    """Rows of circles of blocks, by a block the weight over what its row adds up to."""
    rows = []
    for block, weight in weights.items():
        for own in circle(block):
            row = np.array([LEVEL if truth in own else 1 for truth in range(TRUTHS)])
            rows.append(weight * row.sum() * row)
    rows = np.array(rows)
    return rows / rows.sum(axis=0)


def information(rows):
    return rows.T @ (rows / rows.mean(axis=1)[:, None])


def least_sum_of_variances(rows):
    return np.trace(np.linalg.inv(information(rows))) - 1 / TRUTHS


def value(size):
    spread = TRUTHS * size * (TRUTHS - size) * (LEVEL - 1) ** 2
    return (TRUTHS - 1) ** 2 * (size * LEVEL + TRUTHS - size) ** 2 / spread


PAIRS = (0, 1), (0, 2), (0, 3)
UNEVEN = (0, 1, 2)
"""Its circle has pairs at distance 1 twice, at distance 2 once, at distance 3 never."""


def test_two_sizes_cost_as_much_here():
    assert value(2) == pytest.approx(value(3))
    assert value(2) < min(value(1), value(4))


@pytest.mark.parametrize("share", [0.1, 0.3, 0.45])
def test_blocks_of_two_sizes_are_best_where_their_pairs_balance_together(share):
    """Neither the pairs nor the triples are balanced alone."""
    pairs = [1 - 2 * share, 1 - share, 1]
    rows = table({UNEVEN: share, **dict(zip(PAIRS, pairs, strict=True))})
    assert least_sum_of_variances(rows) == pytest.approx(value(2))
    eigenvalues = np.linalg.eigvalsh(information(rows))
    assert eigenvalues[:-1] == pytest.approx((TRUTHS - 1) / value(2))
    assert eigenvalues[-1] == pytest.approx(TRUTHS)


@pytest.mark.parametrize("moved", [0.02, -0.02])
def test_a_pair_more_or_less_costs(moved):
    pairs = [0.4 + moved, 0.7, 1]
    rows = table({UNEVEN: 0.3, **dict(zip(PAIRS, pairs, strict=True))})
    assert least_sum_of_variances(rows) > value(2) * 1.00001
    best = TRUTHS * ((TRUTHS - 1) / value(2)) ** (TRUTHS - 1)
    assert np.linalg.det(information(rows)) < best * 0.99999


def test_balancing_weights_in_place_of_weights_over_sums_is_not_enough():
    """Each pair of truths in the same total weight, of rows of two sums."""
    sums = {2: 2 * LEVEL + 5, 3: 3 * LEVEL + 4}
    pairs = [(1 - 2 * 0.3), (1 - 0.3), 1]
    weights = {
        UNEVEN: 0.3 / sums[3],
        **{b: w / sums[2] for b, w in zip(PAIRS, pairs, strict=True)},
    }
    assert least_sum_of_variances(table(weights)) > value(2) * 1.00001


def members(k, size):
    return [[truth in block for truth in range(k)] for block in combinations(range(k), size)]


def truths_and_pairs(k, size):
    """By truth and by pair of truths which sets of this size have it."""
    inside = np.array(members(k, size), dtype=float).T
    pairs = [inside[a] * inside[b] for a, b in combinations(range(k), 2)]
    return np.array([*inside, *pairs])


@pytest.mark.parametrize(("k", "size"), [(5, 1), (4, 2), (7, 2), (6, 3), (7, 3)])
def test_balance_determines_the_weights_of_small_sets_only(k, size):
    held = truths_and_pairs(k, size)
    assert (np.linalg.matrix_rank(held) == held.shape[1]) == (size <= 2)


def eight_sets(others):
    """One truth of each of three pairs and the same others, even choices first with 1."""
    chosen = product((0, 1), repeat=3)
    return {(a, 2 + b, 4 + c, *others): (-1) ** (a + b + c) for a, b, c in chosen}


@pytest.mark.parametrize("others", [(), (6,), (6, 8)])
def test_eight_sets_take_from_each_other_without_a_trace(others):
    sets = eight_sets(others)
    for pair in combinations(range(9), 2):
        assert sum(turn for own, turn in sets.items() if set(pair) <= set(own)) == 0
    wrong = {own: 1 if 0 in own else turn for own, turn in sets.items()}
    assert sum(turn for own, turn in wrong.items() if {0, 2} <= set(own)) != 0


HALVES = np.array([[1, 1, -1, -1], [1, -1, 1, -1], [1, -1, -1, 1]])


def halves_and_one_report(level, shares, truth, share):
    """The sum of variances of the three questions' table, a little of it given to one report."""
    wide = (level + 1) / (level - 1)
    roots = np.sqrt(wide**2 - (HALVES @ shares) ** 2)
    rows = [
        root * (1 + side * half / wide)
        for root, half in zip(roots, HALVES, strict=True)
        for side in (1, -1)
    ]
    own = np.ones(4) + (level - 1) * np.eye(4)[truth]
    high, low = (level + 3) / 4, (level - 1) / 4
    taken = [
        high + side * low * half[truth] * wide * roots.sum() / root
        for root, half in zip(roots, HALVES, strict=True)
        for side in (1, -1)
    ]
    scale = 2 * roots.sum()
    table = [(1 - share * t) * row / scale for t, row in zip(taken, rows, strict=True)]
    table = np.array([*table, share * own] if share else table)
    assert table.sum(axis=0) == pytest.approx(np.ones(4))
    information = table.T @ (table / (table @ shares)[:, None])
    return np.trace(np.linalg.inv(information)) - shares @ shares


@pytest.mark.parametrize(
    ("level", "shares", "truth", "better"),
    [
        (1.5, (0.25, 0.25, 0.25, 0.25), 0, False),
        (1.6, (0.85, 0.05, 0.05, 0.05), 0, True),
        (1.5, (0.4, 0.3, 0.2, 0.1), 0, False),
        (1.8, (0.25, 0.25, 0.25, 0.25), 2, True),
    ],
)
def test_three_questions_are_beaten_exactly_beyond_the_condition(level, shares, truth, better):
    shares = np.array(shares)
    squares = 8 * shares[truth] ** 2 - 4 * shares[truth] + 1 - 2 * shares @ shares
    assert ((level - 1) ** 2 * squares > 3 - level**2) == better
    none, little = (halves_and_one_report(level, shares, truth, share) for share in (0, 1e-4))
    assert (little < none) == better
