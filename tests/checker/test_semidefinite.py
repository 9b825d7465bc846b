"""Elimination in whole numbers, against principal minors and determinants by permutations."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from random import Random

import pytest

from rropt.checker.semidefinite import pivots
from rropt.checker.verdict import Refuted
from rropt.checker.worst_eigenvalue import squares
from tests.gradients import determinant, is_semidefinite

F = Fraction


@pytest.mark.parametrize("seed", range(20))
def test_pivots_decide_what_principal_minors_decide(seed: int) -> None:
    rng = Random(seed)
    k = rng.choice([2, 3, 4])
    matrix = squares([[rng.randint(-2, 2) for _ in range(k)] for _ in range(rng.randint(1, k))], k)
    if seed % 2:
        matrix[-1][-1] -= 1
    try:
        found = all(pivot >= 0 for pivot, _ in _until_negative(matrix))
    except Refuted:
        found = False
    assert found == is_semidefinite([[F(x) for x in row] for row in matrix])


def _until_negative(matrix: list[list[int]]):  # type: ignore[no-untyped-def]
    for pivot, before in pivots(matrix, "a row is not zero"):
        yield pivot, before
        if pivot < 0:
            return


@pytest.mark.parametrize("seed", range(6))
def test_the_product_of_the_diagonal_is_the_determinant(seed: int) -> None:
    rng = Random(seed)
    k = rng.choice([2, 3, 4])
    matrix = squares([[rng.randint(-3, 3) for _ in range(k)] for _ in range(k + 1)], k)
    found = [F(top, below) for top, below in pivots(matrix, "")]
    assert prod(found) == determinant(matrix)


def test_a_zero_with_others_beside_it_is_refused_with_the_reason_given() -> None:
    with pytest.raises(Refuted, match="as was said"):
        list(pivots([[0, 1], [1, 5]], "as was said"))
    assert list(pivots([[0, 0], [0, 5]], "")) == [(0, 1), (5, 1)]
