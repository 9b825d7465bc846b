"""Tables taken apart with delta > 0: staircases by enumeration, prices by hand, near misses.

A point near the centre of parts and prices: it only suggests.
"""

from __future__ import annotations

import random
from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.lp import minimize
from rropt.order import admissible, compare, value_of
from rropt.order.best_staircases import (
    Prices,
    Task,
    best_parts,
    centre,
    is_whole,
    near_centre,
    prove,
    share,
    worth,
)
from rropt.order.layers import dominating_approximate
from rropt.order.optimality import Optimality
from rropt.order.separation import spread
from rropt.patterns.extreme import evaluate, excess, ordered_pairs, staircases

DELTA, GAMMA = F(1, 10), F(3)
WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
BEST = rr.Channel.from_rows(
    [
        [DELTA, 0],
        [(1 - DELTA) * F(3, 4), (1 - DELTA) * F(1, 4)],
        [(1 - DELTA) * F(1, 4), (1 - DELTA) * F(3, 4)],
        [0, DELTA],
    ]
)
"""The known optimum for two truths."""


def random_table(truths: int, generator: random.Random, reports: int = 3) -> rr.Channel:
    """Randomized response at GAMMA, garbled."""
    response = [[GAMMA if i == j else F(1) for j in range(truths)] for i in range(truths)]
    columns = []
    for _ in range(truths):
        weights = [generator.randint(1, 4) for _ in range(reports)]
        columns.append([F(w, sum(weights)) for w in weights])
    C = rr.Channel.from_rows([list(row) for row in zip(*columns, strict=True)])
    return C @ rr.Channel.from_patterns(response, [1 / (GAMMA + truths - 1)] * truths)


@pytest.mark.parametrize("truths", [2, 3])
def test_the_best_parts_are_the_optimum_of_the_program_over_all_staircases(truths: int) -> None:
    """Posed row by row over every staircase."""
    for seed in range(4):
        A = random_table(truths, random.Random(seed)).merge_proportional()
        rays = sorted({evaluate(e, GAMMA) for e in staircases(truths)})
        names = [(i, ray) for i in range(A.shape[0]) for ray in rays]
        equal = [
            [ray[j] if i == a else 0 for i, ray in names]
            for a in range(A.shape[0])
            for j in range(truths)
        ]
        told = [[excess(ray, GAMMA).get(p, 0) for _, ray in names] for p in ordered_pairs(truths)]
        entries = [x for row in A.rows for x in row]
        costs = [-worth(ray) for _, ray in names]
        whole = minimize(costs, equal, entries, told, [DELTA] * len(told))
        parts, _ = best_parts(Task.of(A, GAMMA, DELTA))
        assert sum(w * worth(r) for one in parts for r, w in one.items()) == -whole.value
        assert is_whole(parts) == (-whole.value == spread(A))


def test_without_the_help_of_doubles_the_answers_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = [random_table(3, random.Random(seed)) for seed in range(3)] + [BEST]
    with_help = [dominating_approximate(A, GAMMA, DELTA) for A in tables]
    monkeypatch.setattr("rropt.order.best_staircases.centre", lambda *_: None)
    for A, first in zip(tables, with_help, strict=True):
        second = dominating_approximate(A, GAMMA, DELTA)
        assert isinstance(first, Optimality) == isinstance(second, Optimality)
        if not isinstance(first, Optimality) and not isinstance(second, Optimality):
            assert spread(first[0]) == spread(second[0])


@pytest.mark.everything
def test_seven_truths() -> None:
    generator = random.Random(7)
    A = random_table(7, generator, reports=2)
    answer = admissible(A, GAMMA, DELTA)
    P, C = answer.dominating, answer.garbling
    assert P is not None and C is not None
    assert (C @ P).rows == A.rows and P.profile(GAMMA) <= DELTA
    assert compare(A, P).relation == "better"
    again = admissible(P, GAMMA, DELTA)
    best = again.optimal_for
    assert best is not None and value_of(best.gain, P) == best.value
    assert value_of(best.gain, A) < best.value
    assert again.certificates == ()


def test_the_largest_gamma_that_is_accepted() -> None:
    answer = admissible(WARNER, 10**300, "1/10")
    assert answer.dominating is not None
    assert admissible(answer.dominating, 10**300, "1/10").admissible


def test_the_largest_price_that_is_missed_is_found_exactly() -> None:
    from rropt.order.optimality import _largest_ratio

    above = np.array([1, 10**30 + 1, -5, 10**30], "O")
    below = np.array([3, 10**30, 1, 10**30], "O")
    assert _largest_ratio(above, below) == F(10**30 + 1, 10**30)
    assert _largest_ratio(-abs(above), below) == 0


def test_prices_near_the_centre_prove_the_known_optimum_and_nothing_else() -> None:
    task = Task.of(BEST, GAMMA, DELTA)
    prices = prove(task, near_centre(task))
    assert prices is not None
    assert not any(len(places) for _, places in task.missed(prices))
    for near_miss in (Task.of(BEST, GAMMA, DELTA + F(1, 1000)), Task.of(WARNER, GAMMA, DELTA)):
        assert prove(near_miss, near_centre(near_miss)) is None
    cheaper = Prices(
        [tuple(y - F(1, 10**30) for y in row) for row in prices.reports], prices.charge
    )
    assert any(len(places) for _, places in task.missed(cheaper))


def test_rows_of_any_size_are_shares() -> None:
    assert share((F(3, 10**400), F(1, 10**400))).tolist() == [0.75, 0.25]
    assert share((F(1), F(0))).tolist() == [1.0, 0.0]


def test_the_centre_of_two_ways_to_take_a_row_apart_uses_both() -> None:
    """(1, 1) is itself, or half of (3, 1) and half of (1, 3) over 2: the second is worth more."""
    table = rr.Channel.from_rows([[1, 1]])
    parts = {
        (0, (F(1), F(1))): np.array([0.5, 0.5]),
        (0, (F(3), F(1))): np.array([0.75, 0.25]),
        (0, (F(1), F(3))): np.array([0.25, 0.75]),
    }
    found = centre(table, F(3), F(0), parts)
    assert found is not None and len(found.offered) == 3
    assert {pattern for _, pattern in found.used} == {(3, 1), (1, 3)}
    impossible = {(0, (F(3), F(1))): np.array([0.75, 0.25])}
    failed = centre(table, F(3), F(0), impossible)
    assert failed is None or not failed.used or len(failed.offered) == 1
