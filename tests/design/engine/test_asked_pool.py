"""What pools that are asked for patterns have in common: starts, places between, what is known."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.asked_pool import AskedPool, between
from rropt.design.engine.matrix_pool import MatrixPool
from rropt.design.engine.pool import Charges, Quotient
from rropt.design.engine.tree_pool import TreePool

POOLS = {
    "tree": (TreePool(rr.MetricDP.path("1/2").on(10).levels), 3),
    "matrix": (MatrixPool(rr.MetricDP.grid(3, 3, "1/2").on(9).levels), 2),
}


def test_places_between_and_beyond() -> None:
    found = between(np.array([0.0, 1.0, 3.0]), 2)
    assert found.tolist() == [-3, -1.5, 0, 0.5, 1, 2, 3, 4.5]


@pytest.mark.parametrize(("pool", "number"), POOLS.values(), ids=POOLS)
def test_each_start_is_a_table_inside(pool: AskedPool, number: int) -> None:
    """Of a tree also that of sides."""
    tables = []
    for _ in pool.starts():
        keys, weights = pool.start()
        at = pool.features(keys)
        assert weights.min() > 0
        assert weights @ at.rows == pytest.approx(np.ones(pool.truths), rel=1e-9)
        assert np.linalg.matrix_rank(at.flat) == pool.truths - 1
        tables.append(keys.tolist())
    assert len(tables) == number


@pytest.mark.parametrize("pool", [pool for pool, _ in POOLS.values()], ids=POOLS)
def test_what_falls_short_is_known_once(pool: AskedPool) -> None:
    """Rows of any two patterns differ, those of the first ones too."""
    k = pool.truths
    t = np.array([3.0, 1, 4, 1, 5, 9, 2, 6, 5, 3])[:k]
    t -= t.mean()
    quotient = Quotient(np.full(k, 1 / k), np.outer(t, t) * pool.unit**2)
    charges = Charges(np.append(np.zeros(k - 1), 0.1), np.zeros(0))
    before = len(pool.codes)
    for _ in range(2):
        pool.lack([quotient], charges)
    rows = pool.features(np.arange(len(pool.codes))).rows
    assert len(rows) > before
    assert len(np.unique(rows.round(9), axis=0)) == len(rows)
