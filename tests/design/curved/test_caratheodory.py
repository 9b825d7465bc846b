"""Few patterns with the same moments."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.design.curved.caratheodory import kept_shares


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
