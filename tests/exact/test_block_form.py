"""Matrices that do not tell truths of a class apart, beside the same matrices written out."""

from __future__ import annotations

from fractions import Fraction as F

import flint
import pytest

from rropt.exact.block_form import BlockForm
from rropt.exact.convert import fmpq

SIZES = (2, 1, 3)
FIRST = BlockForm(
    SIZES, [F(3), F(0), F(1, 2)], [[F(5), F(1), F(1, 3)], [F(1), F(4), F(0)], [F(1, 3), F(0), F(2)]]
)
SECOND = BlockForm(
    SIZES, [F(1), F(0), F(7)], [[F(1), F(0), F(2)], [F(0), F(3), F(1)], [F(2), F(1), F(1)]]
)


def whole(form: BlockForm) -> flint.fmpq_mat:
    """own (I - 11'/n) in a class, and the means in every block."""
    classes = [c for c, n in enumerate(form.sizes) for _ in range(n)]
    rows = []
    for i, c in enumerate(classes):
        row = []
        for j, d in enumerate(classes):
            apart = form.own[c] * ((i == j) - F(1, form.sizes[c])) if c == d else F(0)
            row.append(fmpq(F(apart) + form.means[c][d]))
        rows.append(row)
    return flint.fmpq_mat(rows)


def test_inverses_products_traces_and_determinants_are_those_of_the_matrix() -> None:
    assert whole(FIRST.inverse()) == whole(FIRST).inv()
    assert whole(FIRST.times(SECOND)) == whole(FIRST) * whole(SECOND)
    size = sum(SIZES)
    for form in (FIRST, SECOND):
        matrix = whole(form)
        assert fmpq(form.trace()) == sum((matrix[i, i] for i in range(size)), flint.fmpq(0))
        assert fmpq(form.determinant()) == matrix.det()


def test_vectors_that_are_constant_in_classes_stay_so() -> None:
    x = [F(1), F(-2), F(1, 3)]
    spread = flint.fmpq_mat([[fmpq(x[c])] for c, n in enumerate(SIZES) for _ in range(n)])
    found = whole(FIRST) * spread
    told = FIRST.along(x)
    assert FIRST.along_each([x, x[::-1]]) == [told, FIRST.along(x[::-1])]
    expected = [fmpq(told[c]) for c, n in enumerate(SIZES) for _ in range(n)]
    assert [found[i, 0] for i in range(sum(SIZES))] == expected


def test_a_singular_matrix_has_no_inverse() -> None:
    with pytest.raises(ZeroDivisionError):
        BlockForm((1, 1), [F(0), F(0)], [[F(1), F(1)], [F(1), F(1)]]).inverse()
