"""Which tables are best at equal shares, where two sizes of blocks are: by linear algebra."""

from __future__ import annotations

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
