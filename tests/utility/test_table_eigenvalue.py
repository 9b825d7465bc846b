"""Both ends of the largest eigenvalue, on tables with and without freedom in the estimators."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations

import numpy as np
import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.utility.table_eigenvalue import worst_eigenvalue

SQUARE = Channel.from_rows([["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]])


def covariances(table: Channel, estimators: np.ndarray) -> list[float]:
    """The largest eigenvalue in the group of each truth."""
    found = []
    for truth, chances in enumerate(table.to_numpy().T):
        unit = np.eye(len(estimators))[truth]
        matrix = (estimators * chances) @ estimators.T - np.outer(unit, unit)
        found.append(np.linalg.eigvalsh(matrix)[-1])
    return found


def test_a_square_table_has_one_estimator():
    estimators = np.linalg.inv(SQUARE.to_numpy())
    found = worst_eigenvalue(SQUARE)
    largest = max(covariances(SQUARE, estimators))
    assert float(found.lo) - 1e-9 <= largest <= float(found.hi) + 1e-9
    assert found.hi - found.lo < F(1, 10**6)


def test_no_estimator_of_many_is_below_the_lower_end():
    """Unbiased estimators of a table with six reports, at random."""
    table = rr.optimal(rr.LocalDP(1, "1/10"), rr.AOptimal(["1/2", "1/3", "1/6"])).channel
    found = worst_eigenvalue(table)
    assert 0 < found.hi - found.lo < F(1, 10**7)
    P = table.to_numpy()
    free = np.linalg.svd(P.T)[2][np.linalg.matrix_rank(P) :]
    random = np.random.default_rng(5)
    for size in (0.0, 0.01, 0.1, 1.0):
        moved = np.linalg.pinv(P) + size * random.normal(size=(3, len(free))) @ free
        assert np.allclose(moved @ P, np.eye(3))
        assert max(covariances(table, moved)) >= float(found.lo) - 1e-9


@pytest.mark.everything
def test_no_order_of_the_reports_loosens_the_ends():
    """Reports that only one truth gives are seen by one matrix alone, which is nearly singular."""
    table = rr.optimal(rr.LocalDP(1, "1/10"), rr.AOptimal(["1/2", "1/3", "1/6"])).channel
    wide = [worst_eigenvalue(Channel.from_rows(rows)) for rows in permutations(table.rows)]
    assert all(found.hi - found.lo < F(1, 10**7) for found in wide[::40])


def test_a_table_that_merges_truths_tells_nothing():
    flat = Channel.from_rows([["1/2", "1/2", "1/4"], ["1/2", "1/2", "3/4"]])
    assert worst_eigenvalue(flat).is_infinite


def test_a_group_that_gives_one_report_has_no_variance():
    """Truth 1 always gives report 1, truth 0 report 0 in one of four: 2 (1 / (1/4) - 1) = 6."""
    told = worst_eigenvalue(Channel.from_rows([["1/4", 0], ["3/4", 1]]))
    assert told.lo <= 6 <= told.hi and told.hi - told.lo < F(1, 10**5)
    assert worst_eigenvalue(Channel.identity(3)).hi == 0
