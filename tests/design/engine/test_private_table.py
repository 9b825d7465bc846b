"""Rows near a table become a table that keeps every form."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

import rropt as rr
from rropt.design.engine.action_optimum import private_rows
from rropt.privacy import Privacy


def _noisy(rows, rng, size):
    return [[x * (1 + size * F(rng.randint(-100, 100), 100)) for x in row] for row in rows]


def _distances(rows, others):
    return [
        abs(x - y)
        for row, other in zip(rows, others, strict=True)
        for x, y in zip(row, other, strict=True)
    ]


def _sums(rows):
    return [sum(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("size", [F(1, 10**3), F(1, 10**9), F(1, 10**20)])
@pytest.mark.parametrize("delta", [0, "1/100"])
def test_noise_is_taken_out_at_its_own_price(size: F, delta) -> None:
    levels = Privacy([[1, 3, 2], [3, 1, 5], [2, 5, 1]], delta).levels
    rows = [[F(1, 2), F(1, 4), F(1, 4)], [F(1, 4), F(1, 2), F(1, 4)], [F(1, 4), F(1, 4), F(1, 2)]]
    rng = Random(1)
    for _ in range(10):
        table = private_rows(_noisy(rows, rng, size), levels.bound_forms(0))
        assert _sums(table) == [1, 1, 1] and levels.obeyed_by(table)
        assert max(_distances(table, rows)) < 8 * size


def test_entries_that_were_lost_come_back() -> None:
    """1000^-3 was rounded to zero: the truth before it needs it, and its row keeps its size."""
    levels = Privacy([[1000 ** abs(a - b) for b in range(4)] for a in range(4)]).levels
    rows = [[F(1, 2), F(1, 2000), F(0), F(0)], [F(1, 2), 1 - F(1, 2000), F(1), F(1)]]
    table = private_rows(rows, levels.bound_forms(0))
    assert levels.obeyed_by(table) and _sums(table) == [1] * 4
    assert table[0][3] >= table[0][0] / 1000**3 > 0 and table[0][0] > F(4, 10)


def test_rows_of_leakage_are_mixed_with_their_mean() -> None:
    levels = rr.PointwiseMaximalLeakage("ln(3/2)", ["1/2", "1/2"]).on(2).levels
    table = private_rows([[F(9, 10), F(1, 10)], [F(1, 10), F(9, 10)]], levels.bound_forms(0))
    assert levels.obeyed_by(table) and _sums(table) == [1, 1] and table[0][0] > F(7, 10)


def test_a_coarse_grid_gives_short_private_rows() -> None:
    levels = Privacy([[1, 3], [2, 1]]).levels
    rows = [[F(76, 100), F(25, 100)], [F(24, 100), F(75, 100)]]
    table = private_rows(rows, levels.bound_forms(0), grid=2**20)
    assert [sum(column) for column in zip(*table, strict=True)] == [1, 1]
    assert all(form.of(row) <= 0 for row in table for form in levels.bound_forms(0))
    assert max(x.denominator.bit_length() for row in table for x in row) < 70
