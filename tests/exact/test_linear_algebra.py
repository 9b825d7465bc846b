"""Products, echelon forms and null spaces of exact matrices."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from flint import nmod_mat
from hypothesis import given
from hypothesis import strategies as st

from rropt.exact.convert import dot
from rropt.exact.linear_algebra import (
    fraction_rows,
    leading_columns,
    null_space,
    pivot_columns,
    products,
    rational_matrix,
)

PAIRS = st.lists(st.lists(st.fractions(max_denominator=9), min_size=2, max_size=2), max_size=3)
SPARSE = st.sampled_from([Fraction(0), Fraction(1), Fraction(-2, 3)])
TABLES = st.lists(st.lists(SPARSE, min_size=4, max_size=4), min_size=1, max_size=4)


@pytest.mark.everything
@given(PAIRS, PAIRS)
def test_products_are_the_sums_row_by_row(left: list[list[Fraction]], right: list[list[Fraction]]):
    assert products(left, right) == [[dot(a, b) for b in right] for a in left]


@given(TABLES)
def test_rows_come_back(rows: list[list[Fraction]]) -> None:
    assert fraction_rows(rational_matrix(rows)) == rows


@given(TABLES)
def test_pivots_and_dependences_are_those_of_sympy(rows: list[list[Fraction]]) -> None:
    known = sp.Matrix(rows)
    assert tuple(pivot_columns(rows)) == known.rref()[1]
    found = null_space(rows, 4)
    assert sp.Matrix(4, len(found), lambda i, j: found[j][i]) == sp.Matrix.hstack(
        sp.zeros(4, 0), *known.nullspace()
    )


def test_no_rows_leave_every_direction_free() -> None:
    assert pivot_columns([]) == [] and products([], [[1]]) == []
    assert null_space([], 2) == [[1, 0], [0, 1]]


def test_an_entry_that_vanishes_modulo_the_prime_does_not_lead() -> None:
    assert leading_columns(*nmod_mat(2, 3, [7, 2, 4, 14, 1, 2], 7).rref()) == [1]
