"""Where linear algebra decides A = C P: outside the row space, or a unique C.

Exact solutions with given zeros: they solve C P = A, and are zero where they should be.
"""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest
from flint import fmpq, fmpq_mat, fmpz_mat

import rropt as rr
from rropt.order.row_space import (
    GarblingFace,
    bases,
    clear,
    decide_linear,
    on_face,
    pick,
    prices_off,
    solve_rows,
)
from rropt.order.separation import Separation, value_of
from tests.bench.garblings import stochastic

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_columns_are_cleared_together() -> None:
    A = rr.Channel.from_rows([["1/2", "1/3"], ["1/2", "2/3"]])
    data = clear(A, WARNER)
    assert data.scales == (4, 12)
    assert fmpz_mat([[3, 3], [1, 9]]) == data.P and fmpz_mat([[2, 4], [2, 8]]) == data.A
    assert (data.rows, data.columns) == ((0, 1), (0, 1))


def test_submatrices() -> None:
    assert pick(fmpz_mat([[1, 2], [3, 4]]), [1], [1, 0]) == fmpz_mat([[4, 3]])


@pytest.mark.parametrize("seed", range(12))
def test_a_unique_garbling_is_found(seed: int) -> None:
    """Independent rows: C comes back; with A and P turned round a bet tells them apart."""
    rng = Random(seed)
    k = rng.choice([2, 3, 4])
    P, C = stochastic(k, k, rng), stochastic(3, k, rng)
    A = C @ P
    found = decide_linear(A, P)
    if len(clear(A, P).rows) < k:
        assert found is None
        return
    assert isinstance(found, rr.Channel) and found.rows == C.rows


def test_an_inverse_with_a_negative_entry_is_a_bet() -> None:
    found = decide_linear(rr.Channel.identity(2), WARNER)
    assert isinstance(found, Separation)
    assert (value_of(found.gain, rr.Channel.identity(2)), value_of(found.gain, WARNER)) == (
        found.first,
        found.second,
    )
    assert found.first > found.second


def test_a_row_outside_the_row_space_is_a_bet() -> None:
    """P tells nothing of truths 1 and 2 apart; A does, by a hair."""
    P = rr.Channel.from_rows([["3/4", "1/4", "1/4"], ["1/4", "3/4", "3/4"]])
    hair = F(1, 10**30)
    A = rr.Channel.from_rows([["1/2", "1/2", F(1, 2) + hair], ["1/2", "1/2", F(1, 2) - hair]])
    found = decide_linear(A, P)
    assert isinstance(found, Separation) and found.first > found.second


def test_dependent_rows_are_not_decided_here() -> None:
    P = rr.Channel.from_rows([["1/2", "1/6"], ["1/3", "1/3"], ["1/6", "1/2"]])
    assert decide_linear(P, P) is None


P = fmpz_mat([[3, 1], [2, 2], [1, 3]])
"""The middle row is half of the sum of the others."""
A = fmpz_mat([[4, 2], [2, 4]])
"""C = ((1, 1/2, 0), (0, 1/2, 1)) is one of many; unit column sums."""
FACE = GarblingFace(A, P, (0, 2), (1,))
EVERYWHERE = [[True] * 3, [True] * 3]
LIKED = [[1.0, 1.0, 0.1], [0.1, 1.0, 1.0]]


def rows(matrix: fmpq_mat) -> list[list[F]]:
    return [[F(int(x.p), int(x.q)) for x in row] for row in matrix.tolist()]


def assert_garbling(C: list[list[F]]) -> None:
    whole = [[int(x) for x in row] for row in P.tolist()]
    for line, goal in zip(C, A.tolist(), strict=True):
        made = [sum(c * row[j] for c, row in zip(line, whole, strict=True)) for j in range(2)]
        assert made == [int(x) for x in goal]
    assert [sum(column) for column in zip(*C, strict=True)] == [1, 1, 1]


def test_rows_are_solved_for() -> None:
    found = solve_rows(fmpz_mat([[3, 1], [1, 3]]), fmpz_mat([[4, 4], [3, 1]]))
    assert rows(found) == [[1, 1], [1, 0]]


def test_a_basis_takes_the_support_first() -> None:
    support = [[True, True, False], [False, True, True]]
    chosen = bases(FACE, support, LIKED)
    assert set(chosen[0].rows) == {0, 1} and set(chosen[1].rows) == {1, 2}
    assert chosen[0].free(inside=False) == [2] and chosen[0].free(inside=True) == []


@pytest.mark.parametrize(
    "support",
    [
        EVERYWHERE,
        [[True, True, False], [True, True, True]],
        [[True, True, False], [False, True, True]],
    ],
)
def test_a_guess_is_moved_onto_the_equations(support) -> None:
    guess = fmpz_mat([[900, 500, 40], [60, 500, 990]])
    C = rows(on_face(FACE, guess, 10, bases(FACE, support, LIKED)))
    assert_garbling(C)
    for line, inside in zip(C, support, strict=True):
        assert all(entry == 0 or there for entry, there in zip(line, inside, strict=True))


def test_prices_vanish_on_the_support() -> None:
    """y_i . p_u is z_u in the support of report i, the same for both reports."""
    support = [[True, True, False], [False, True, True]]
    chosen = bases(FACE, support, LIKED)
    weights = [[fmpq(0), fmpq(0), fmpq(1)], [fmpq(1), fmpq(0), fmpq(0)]]
    actions = prices_off(FACE, weights, [fmpq(1, 3)], chosen)
    level = {}
    for i, (action, inside) in enumerate(zip(actions, support, strict=True)):
        for u in range(3):
            paid = sum((y * P[u, j] for j, y in enumerate(action)), fmpq(0))
            if inside[u]:
                assert level.setdefault(u, paid) == paid, (i, u)


def test_what_column_sums_lack_is_shared_among_reports() -> None:
    """Rows (4, 0), (3, 1), ..., (0, 4), three of them dependent; C has just one solution."""
    fan = fmpz_mat([[4 - u, u] for u in range(5)])
    face = GarblingFace(fmpz_mat([[8, 2], [2, 8]]), fan, (0, 4), (1, 2, 3))
    support = [[True, True, True, False, False], [False, False, True, True, True]]
    guess = fmpz_mat([[1000, 1050, 500, 10, 0], [0, 20, 530, 1010, 1000]])
    chosen = bases(face, support, [[float(x) for x in row] for row in guess.tolist()])
    half = F(1, 2)
    assert rows(on_face(face, guess, 10, chosen)) == [[1, 1, half, 0, 0], [0, 0, half, 1, 1]]
