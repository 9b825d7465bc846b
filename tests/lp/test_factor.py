"""Exact solves of square systems, against flint's dense solver."""

from __future__ import annotations

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import assume, given
from hypothesis import strategies as st

from rropt.lp.factor import PRIME, Factor, independent

pytestmark = pytest.mark.quick

sparse = st.sampled_from([0, 0, 0, 1, -1, 2, -3, 7])


@st.composite
def systems(draw):
    """A square matrix with many zeros, by rows, and a right side."""
    size = draw(st.integers(1, 6))
    rows = [draw(st.lists(sparse, min_size=size, max_size=size)) for _ in range(size)]
    return rows, draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size))


def columns_of(rows):
    return tuple(
        tuple((i, a) for i, a in enumerate(column) if a) for column in zip(*rows, strict=True)
    )


def dense(rows, right):
    size = len(rows)
    matrix = fmpq_mat(size, size, [a for row in rows for a in row])
    return matrix.solve(fmpq_mat(size, 1, right)).entries()


@pytest.mark.everything
@given(systems())
def test_both_solves_agree_with_the_dense_one(system):
    rows, right = system
    size = len(rows)
    assume(fmpq_mat(size, size, [a for row in rows for a in row]).det() != 0)
    factor = Factor(columns_of(rows))
    sides = dict(enumerate(right))
    assert factor.solve(sides) == dense(rows, right)
    transposed = [list(column) for column in zip(*rows, strict=True)]
    assert factor.solve_transposed(sides) == dense(transposed, right)


@pytest.mark.parametrize(
    "rows",
    [[[1, 2], [2, 4]], [[0, 1], [0, 2]], [[1, 1, 0], [0, 1, 1], [1, 2, 1]], [[0]]],
    ids=["proportional", "an empty column", "a sum", "nothing"],
)
def test_a_singular_basis_never_answers(rows):
    with pytest.raises(ZeroDivisionError):
        Factor(columns_of(rows))


def test_what_a_prime_calls_singular_is_refused_although_it_is_regular():
    """det = PRIME: a refusal costs a pivot, an answer modulo a prime would cost the truth."""
    with pytest.raises(ZeroDivisionError):
        Factor(columns_of([[PRIME + 1, 1], [1, 1]]))


def test_what_peels_needs_no_kernel():
    """A triangle: each row fixes one unknown; its answer is exact however large its numbers."""
    big = 10**40
    factor = Factor((((0, 2), (1, big)), ((1, 3),)))
    assert factor.kernel_rows == []
    assert factor.solve({0: 1}) == [fmpq(1, 2), fmpq(-big, 6)]


@given(systems())
def test_a_completed_basis_is_regular_and_keeps_what_it_can(system):
    rows, _ = system
    size = len(rows)
    columns = columns_of(rows)
    chosen = independent(columns, range(size), size)
    completed = [columns[j] if j >= 0 else ((-1 - j, 1),) for j in chosen]
    entries = [dict(column).get(i, 0) for i in range(size) for column in completed]
    assert fmpq_mat(size, size, entries).det() != 0
    rank = fmpq_mat(size, size, [a for row in rows for a in row]).rank()
    assert sum(j >= 0 for j in chosen) == rank
