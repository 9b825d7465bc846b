"""Quadratic forms on simplices in doubles: those of the checker."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.checker.simplex_forms import (
    LINE_BITS,
    Form,
    Lines,
    Order,
    Span,
    bend_above,
    bend_below,
    is_copositive,
)
from rropt.design.levels.renyi_forms import Entropies, Forms, PricedPower, are_copositive
from rropt.privacy.measured import renyi_conditions

WHOLE, DIGITS = 2**48, 9


def random_simplex(rng):
    rows = rng.uniform(0.8, 1.2, size=(3, 3))
    return rows / rows.sum(axis=1, keepdims=True)


def whole_rows(simplex):
    return [[round(x * WHOLE) for x in row] for row in simplex.tolist()]


def spans(values):
    return [Span.of(own) for own in zip(*values, strict=True)]


def exact_matrix(form):
    places = range(3)
    squares = [[form.squares[max(i, j)][min(i, j)] for j in places] for i in places]
    return np.array(form.sums, dtype=float), np.array(squares, dtype=float)


@pytest.mark.parametrize("order", [1, "3/2", 2, "5/2", 3, 16])
def test_powers_of_budgets_have_the_forms_of_the_checker(order):
    rng = np.random.default_rng(3)
    condition = renyi_conditions(3, F(order), F(1))[0]
    for _ in range(20):
        simplex = random_simplex(rng)
        forms = Forms.of(np.zeros((1, 3)))
        PricedPower.of(condition, 1.0).add(simplex[None], forms, DIGITS)
        left, right = list(condition.left).index(1), list(condition.right).index(1)
        values = [(row[left], row[right]) for row in whole_rows(simplex)]
        exact = Form.of([0, 0, 0])
        x, y = spans(values)
        exact.add(x, y, 1, bend_below(x, y, Order.of(F(order)), Lines({}, 100), DIGITS))
        sums, squares = exact_matrix(exact)
        unit = float(2**LINE_BITS * WHOLE)
        assert forms.linear[0] == pytest.approx(sums / unit, abs=1e-9)
        assert forms.squares[0] == pytest.approx(squares / unit, abs=1e-9)


def test_entropies_have_the_forms_of_the_checker():
    rng = np.random.default_rng(5)
    prior = [F(1, 2), F(1, 4), F(1, 4)]
    for _ in range(20):
        simplex = random_simplex(rng)
        forms = Forms.of(np.zeros((1, 3)))
        Entropies(np.array([float(q) for q in prior])).subtract(simplex[None], forms, DIGITS)
        exact = Form.of([0, 0, 0])
        for j, q in enumerate(prior):
            rows = whole_rows(simplex)
            values = [(4 * row[j], 2 * row[0] + row[1] + row[2]) for row in rows]
            x, y = spans(values)
            bend = bend_above(x, y, Order.of(F(1)), Lines({}, 100), DIGITS)
            exact.add(x, y, -int(4 * q), bend)
        sums, squares = exact_matrix(exact)
        unit = float(2**LINE_BITS * WHOLE * 16)
        assert forms.linear[0] == pytest.approx(sums / unit, abs=1e-9)
        assert forms.squares[0] == pytest.approx(squares / unit, abs=1e-9)


def test_elimination_decides_as_the_checker_does():
    rng = np.random.default_rng(7)
    found = rng.integers(-4, 9, size=(500, 4, 4))
    found = found + found.transpose(0, 2, 1)
    expected = [is_copositive(form) for form in found.tolist()]
    assert are_copositive(found.astype(float)).tolist() == expected
    assert 50 < sum(expected) < 450


def test_a_form_is_not_seen_where_doubles_may_have_rounded_it():
    """What is left of terms that are a thousand billion times as large says nothing."""
    for terms, is_seen in ((0.0, True), (1e9, True), (1e12, False)):
        forms = Forms.of(np.full((1, 2), 1e-3))
        forms.add_line(np.full((1, 2), terms), np.full((1, 2), terms))
        assert forms.are_nowhere_negative().tolist() == [is_seen]
