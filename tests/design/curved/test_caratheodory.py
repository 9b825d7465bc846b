"""Few patterns with the same moments."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.design.curved.caratheodory import fewest, kept_shares
from rropt.design.curved.interior_point import Columns


def test_fewest_patterns_keep_the_information() -> None:
    rng = np.random.default_rng(7)
    tangent, balance = (
        rng.normal(size=(1, 30, 2)),
        np.hstack([rng.normal(size=(30, 2)), np.ones((30, 1))]),
    )
    columns, weights = Columns(tangent, balance, None), rng.uniform(0.1, 1, 30)
    found = fewest(columns, weights)
    assert (found >= 0).all() and (found > 0).sum() <= 3 + 3
    for w in (found, weights):
        assert (tangent[0].T * w) @ tangent[0] == pytest.approx(
            (tangent[0].T * weights) @ tangent[0], rel=1e-9
        )
    assert balance.T @ found == pytest.approx(balance.T @ weights, rel=1e-9)


def test_independent_rows_are_all_kept() -> None:
    assert kept_shares(np.diag([1.0, 2.0, 3.0])) == pytest.approx([1, 1, 1])


def test_shares_are_on_independent_rows_with_the_same_sum() -> None:
    rows = np.random.default_rng(5).normal(size=(12, 4))
    rows[7] = rows[2] - 3 * rows[4]
    shares = kept_shares(rows)
    used = rows[shares > 0]
    assert shares.min() >= 0 and len(used) <= 4
    assert np.linalg.matrix_rank(used) == len(used)
    assert shares @ rows == pytest.approx(rows.sum(axis=0))
