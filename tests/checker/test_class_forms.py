"""Symmetric matrices by few numbers, against the matrices written out."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.checker.class_forms import (
    ClassForm,
    ClassRatio,
    information,
    product_is_at_least_one,
    read_class_form,
    read_rounded,
)
from rropt.checker.private_table import Run
from rropt.checker.verdict import Malformed, Refuted
from tests.gradients import determinant, unit

small = st.fractions(-3, 3, max_denominator=4)


@st.composite
def forms(draw, sizes=None):
    """A symmetric matrix for two classes, of one to three truths each."""
    sizes = sizes or [draw(st.integers(1, 3)), draw(st.integers(1, 3))]
    a, b, c = (draw(small) for _ in range(3))
    own = [draw(small) if n > 1 else F(0) for n in sizes]
    return ClassForm(sizes, own, [[a, b], [b, c]])


def written(form: ClassForm) -> list[list[F]]:
    """The matrix: means everywhere, own (I - J/n) in the block of a class."""
    owner = [c for c, n in enumerate(form.sizes) for _ in range(n)]
    found = [[form.means[c][d] for d in owner] for c in owner]
    for i, j in product(range(len(owner)), repeat=2):
        if owner[i] == owner[j]:
            found[i][j] += form.own[owner[i]] * (F(i == j) - F(1, form.sizes[owner[i]]))
    return found


def times(left, right):
    columns = list(zip(*right, strict=True))
    return [[sum(x * y for x, y in zip(row, c, strict=True)) for c in columns] for row in left]


def trace(matrix):
    return sum(row[i] for i, row in enumerate(matrix))


@st.composite
def pairs(draw):
    first = draw(forms())
    return first, draw(forms(first.sizes))


@pytest.mark.everything
@given(pairs())
def test_products_and_traces_are_those_of_the_matrices(pair) -> None:
    x, y = pair
    X, Y = written(x), written(y)
    assert written(x.square()) == times(X, X)
    assert written(x.between(y)) == times(X, times(Y, X))
    assert x.trace() == trace(X) and x.trace_with(y) == trace(times(X, Y))


def volume(form: ClassForm) -> F:
    """The determinant by its factors."""
    return prod((x**n for x, n in form.factors()), start=F(1))


@pytest.mark.parametrize("power", [1, 2, 3001])
def test_a_product_of_powers_is_compared_with_one(power: int) -> None:
    exact = [(F(3, 7), power), (F(7, 3), power)]
    assert product_is_at_least_one(exact)
    assert product_is_at_least_one([*exact, (F(10**9 + 1, 10**9), 1)])
    assert not product_is_at_least_one([*exact, (F(10**9 - 1, 10**9), 1)])
    assert not product_is_at_least_one([(F(0), 1), (F(5), power)])


@pytest.mark.everything
@given(pairs())
def test_determinant_and_inverse_of_a_positive_matrix(pair) -> None:
    """X = 1 + YY is positive definite."""
    square = pair[0].square()
    means = [list(row) for row in square.means]
    for c, n in enumerate(square.sizes):
        means[c][c] += F(1, n)
    own = [x + 1 if n > 1 else x for n, x in zip(square.sizes, square.own, strict=True)]
    x = ClassForm(square.sizes, own, means)
    X = written(x)
    x.need_semidefinite("")
    assert volume(x) == determinant(X)
    assert times(X, written(x.inverse())) == unit(len(X))


@pytest.mark.everything
@settings(max_examples=60)
@given(forms([2, 2]))
def test_positive_is_no_negative_principal_minor(form) -> None:
    X = written(form)
    chosen = [[i for i in range(4) if n >> i & 1] for n in range(1, 16)]
    minors = [determinant([[X[i][j] for j in s] for i in s]) for s in chosen]
    try:
        form.need_semidefinite("a reason")
    except Refuted:
        assert min(minors) < 0
    else:
        assert min(minors) >= 0 and volume(form) == minors[-1]


@given(st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=3), min_size=1, max_size=3))
def test_information_is_on_average_over_rearrangements(rows) -> None:
    """Truths 0 and 1 are one class: a row and the one with both entries exchanged count half."""
    if not any(map(any, rows)):
        return
    prior, sizes = [F(1, 4), F(1, 2)], [2, 1]
    whole = [F(1, 4), F(1, 4), F(1, 2)]
    expected = [[F(0)] * 3 for _ in range(3)]
    for row in rows:
        for turned in (row, [row[1], row[0], row[2]]):
            seen = sum(q * r for q, r in zip(whole, turned, strict=True))
            if seen:
                for i, j in product(range(3), repeat=2):
                    expected[i][j] += F(turned[i] * turned[j]) / (2 * seen)
    given_rows = [class_row(row) for row in rows]
    assert written(information(given_rows, 1, prior, sizes)) == expected


def class_row(row):
    """Runs of a class of two truths and one of one."""
    return [Run(0, row[0], 1), Run(0, row[1], 1), Run(1, row[2], 1)]


@pytest.mark.everything
@given(forms([2, 1]), st.lists(st.integers(1, 5), min_size=3, max_size=3))
def test_the_ratio_is_that_of_the_matrix(form, row) -> None:
    X = written(form)
    top = sum(X[i][j] * row[i] * row[j] for i, j in product(range(3), repeat=2))
    mass = F(row[0] + row[1], 4) + F(row[2], 2)
    utility = ClassRatio(form, [F(1, 4), F(1, 2)])
    assert utility.ends(class_row(row)) == (top / mass, top / mass)


@pytest.mark.parametrize(
    "given",
    [
        {"own": ["1"], "means": [["1", "0"], ["0", "1"]]},
        {"own": ["1", "1"], "means": [["1", "0"], ["0", "1"]]},
        {"own": ["1", "0"], "means": [["1", "1/2"], ["1/3", "1"]]},
        {"own": ["1", "0"], "means": [["1", "0"]]},
        {"own": ["1", "0"]},
    ],
    ids=["a class without own", "own of one truth", "not symmetric", "not square", "no means"],
)
def test_what_is_no_such_matrix_is_refused(given) -> None:
    with pytest.raises(Malformed):
        read_class_form(given, [2, 1])


@pytest.mark.parametrize(
    ("own", "corner", "definite"),
    [(F(1), F(1), True), (F(0), F(1), False), (F(1), F(0), False), (F(1), F(1, 10**9), True)],
)
def test_definite_forms_have_no_zero(own: F, corner: F, definite: bool) -> None:
    """own of a class of one truth says nothing."""
    form = ClassForm([1000, 1], [own, F(0)], [[F(1), F(0)], [F(0), corner]])
    assert form.is_definite() is definite


def test_the_word_is_down_or_is_not_said() -> None:
    assert read_rounded({"rounded": "down"}) and not read_rounded({})
    for other in ("up", True, None, 256):
        with pytest.raises(Malformed):
            read_rounded({"rounded": other})
