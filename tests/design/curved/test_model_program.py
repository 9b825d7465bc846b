"""The cone program for coefficients: weights, tangents and prices meet and cover."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.curved.model_program import excesses_of, solve_model, vectors_of
from rropt.design.curved.pattern_sources import NumberSource

BOTH = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1, 2], ["1/2", "1/4", "1/4"], target="A")
WORST = rr.ForModel(
    [rr.Logit("-1", "1/2"), rr.Logit("0", "1")],
    [0, 1],
    ["1/2", "1/2"],
    coefficients=[1],
    over="minimax",
)


@pytest.fixture(scope="module", params=[F(0), F(1, 20)], ids=["pure", "delta"])
def solved(request):
    source = NumberSource.of(2, F(3), request.param)
    return source, solve_model(BOTH, source)


def information(objective, source, weights, guess: int = 0) -> np.ndarray:
    rows, moved = source.arrays()
    a = vectors_of(objective.guesses[guess], rows, moved)
    return np.einsum("r,rxi,rxj->ij", weights, a, a)


def test_the_weights_are_a_table_within_delta(solved) -> None:
    source, found = solved
    rows = source.arrays()[0]
    assert rows.T @ found.weights == pytest.approx([1, 1], abs=1e-7)
    over = excesses_of(source, len(rows)).T @ found.weights
    assert all(over <= np.array([float(d) for d in source.deltas]) + 1e-7)


def test_prices_cover_each_pattern_and_add_up_to_the_value(solved) -> None:
    source, found = solved
    rows, moved = source.arrays()
    a = vectors_of(BOTH.guesses[0], rows, moved)
    (tangents,) = found.tangents
    squares = ((a @ tangents.T) ** 2).sum(axis=(1, 2))
    charge = rows @ found.prices + excesses_of(source, len(rows)) @ found.pair_prices
    assert (charge - squares).min() > -1e-5 * squares.max()
    value = np.trace(np.linalg.inv(information(BOTH, source, found.weights)))
    deltas = np.array([float(d) for d in source.deltas])
    spent = found.prices.sum() + (deltas @ found.pair_prices if len(deltas) else 0)
    assert 2 * np.trace(tangents) - spent == pytest.approx(value, rel=1e-6)


def test_the_worst_guess_has_all_weight_where_it_is_worse_alone() -> None:
    source = NumberSource.of(2, F(3), F(0))
    found = solve_model(WORST, source)
    assert found.shares.sum() == pytest.approx(1)
    losses = [np.linalg.inv(information(WORST, source, found.weights, g))[1, 1] for g in (0, 1)]
    assert found.shares[int(np.argmax(losses))] == pytest.approx(1)


def test_too_many_patterns_are_refused() -> None:
    source = NumberSource.of(11, F(3), F(0))
    with pytest.raises(rr.InputError, match="2046 extreme patterns, at most 2000"):
        solve_model(BOTH, source)
