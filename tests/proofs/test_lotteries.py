"""The truth with the chance delta beside another table: its variances, by linear algebra."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from rropt.proofs.found.lotteries import COMMONEST, RESPONSE, SHARES, sum_of_variances, with_truth


def covariance(table, shares):
    information = table.T @ (table / (table @ shares)[:, None])
    return np.linalg.inv(information) - np.outer(shares, shares)


@pytest.mark.parametrize("rows", [RESPONSE, COMMONEST])
def test_the_sum_of_variances_is_a_trace(rows):
    table = with_truth(rows)
    found = covariance(np.array(table, dtype=float), np.array(SHARES, dtype=float))
    assert float(sum_of_variances(table)) == pytest.approx(np.trace(found))


def test_the_question_for_the_commonest_truth_is_better_beside_the_truth_only():
    question, response = (sum_of_variances(with_truth(rows)) for rows in (COMMONEST, RESPONSE))
    assert question < response


def test_rows_beyond_the_level_and_columns_that_are_no_law_are_refused():
    with pytest.raises(ValueError, match="not within the level"):
        with_truth(((3, 1, 1), (1, 2, 2)))
    with pytest.raises(ValueError, match="does not add up to one"):
        sum_of_variances([[Fraction(1, 2)] * 3])


@pytest.mark.parametrize(("k", "size", "level"), [(4, 2, 1.2), (5, 1, 4), (6, 3, 1.1)])
@pytest.mark.parametrize("delta", [0.1, 0.5])
def test_every_contrast_varies_alike(k, size, level, delta):
    blocks = [[level if j in own else 1 for j in range(k)] for own in combinations(range(k), size)]
    rows = np.array(blocks) / np.sum(blocks, axis=0)
    table = np.concatenate([(1 - delta) * rows, delta * np.eye(k)])
    worth = k * size * (k - size) * (level - 1) ** 2 / (size * level + k - size) ** 2
    own = (k - 1) / ((1 - delta) * worth + delta * k * (k - 1))
    found = np.linalg.eigvalsh(covariance(table, np.full(k, 1 / k)))
    assert found[1:] == pytest.approx(np.full(k - 1, own))
