"""Patterns of one number: their rows, their excesses, and a design inside the region."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations

import numpy as np
import pytest

from rropt.design.curved.pattern_sources import NumberSource
from rropt.exact import InputError

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("delta", [F(0), F(1, 10)])
@pytest.mark.parametrize("gamma", [F(3), 1 + F(1, 10**6)])
def test_stored_rows_are_patterns_over_their_tops_up_to_a_constant(gamma, delta) -> None:
    source = NumberSource.of(3, gamma, delta)
    rows, moved = source.arrays()
    assert len(rows) == (25 if delta else 6)
    for index, (row, near) in enumerate(zip(rows, moved, strict=True)):
        pattern = source.pattern(index)
        exact = [x / source.top(pattern) for x in pattern]
        assert row == pytest.approx([float(x) for x in exact], rel=1e-15, abs=0)
        fall = near - near[0]
        assert fall == pytest.approx([float(x - exact[0]) for x in exact], rel=1e-14, abs=1e-16)


def test_excesses_by_hand() -> None:
    source = NumberSource.of(3, F(2), F(1, 10))
    patterns = [source.pattern(i) for i in range(25)]
    table = source.surplus(range(25), F)
    assert source.pairs == list(permutations(range(3), 2))
    for pattern, row in zip(patterns, table, strict=True):
        top = max(pattern)
        for (a, b), value in zip(source.pairs, row, strict=True):
            assert value == max(F(0), pattern[a] - 2 * pattern[b]) / top


@pytest.mark.parametrize("delta", [F(0), F(1, 10)])
def test_the_start_is_a_table_that_uses_half_of_delta(delta) -> None:
    source = NumberSource.of(4, F(3), delta)
    rows, _ = source.arrays()
    chosen, weights = source.start(rows)
    assert weights.min() > 0
    assert rows[chosen].T @ weights == pytest.approx(np.ones(4))
    if delta:
        spent = source.surplus(chosen, float).T @ weights
        assert spent == pytest.approx([0.05] * 12)


def test_pairs_cost_nothing_without_delta_and_many_truths_are_refused() -> None:
    source = NumberSource.of(3, F(2), F(0))
    assert source.pairs == [] and source.deltas == []
    with pytest.raises(InputError, match="at most 6"):
        NumberSource.of(7, F(2), F(1, 9))
    with pytest.raises(InputError, match="at most 20"):
        NumberSource.of(21, F(2), F(0))
