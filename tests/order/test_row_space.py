"""Where linear algebra decides A = C P: outside the row space, or a unique C."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest
from flint import fmpz_mat, nmod_mat

import rropt as rr
from rropt.lp.factor import PRIME
from rropt.order.row_space import clear, decide_linear, leading, pick
from rropt.order.separation import Separation, value_of
from tests.bench.garblings import stochastic

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_columns_are_cleared_together() -> None:
    A = rr.Channel.from_rows([["1/2", "1/3"], ["1/2", "2/3"]])
    data = clear(A, WARNER)
    assert data.scales == (4, 12)
    assert fmpz_mat([[3, 3], [1, 9]]) == data.P and fmpz_mat([[2, 4], [2, 8]]) == data.A
    assert (data.rows, data.columns) == ((0, 1), (0, 1))


def test_pivots_and_submatrices() -> None:
    reduced, rank = nmod_mat(2, 3, [0, 2, 4, 0, 1, 2], PRIME).rref()
    assert leading(reduced, rank) == (1,)
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
