"""The exact order beside feasibility in cvxpy."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from rropt.closed.recalled.recall import Disagreement
from rropt.crosscheck import order_routes
from rropt.crosscheck.order_routes import crosscheck_order, residual

pytestmark = pytest.mark.quick

WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]


def _table(drawn, reports, truths):
    columns = []
    for _ in range(truths):
        parts = [drawn.randint(1, 9) for _ in range(reports)]
        columns.append([Fraction(part, sum(parts)) for part in parts])
    return [list(row) for row in zip(*columns, strict=True)]


def _product(C, P):
    columns = list(zip(*P, strict=True))
    return [[sum(c * p for c, p in zip(row, col, strict=True)) for col in columns] for row in C]


@pytest.mark.parametrize("seed", range(8))
def test_a_garbling_and_any_other_table(seed) -> None:
    drawn = random.Random(seed)
    P = _table(drawn, 3, 3)
    garbled = _product(_table(drawn, 4, 3), P)
    found = crosscheck_order(garbled, P)
    assert found.relation in ("better", "equivalent") and found.told[0] is not False
    crosscheck_order(_table(drawn, 3, 3), P)


def test_a_residual_by_hand() -> None:
    """The identity from Warner's table: 1 - 3/4 is missing."""
    warner = np.array([[0.75, 0.25], [0.25, 0.75]])
    assert residual(np.eye(2), warner) == pytest.approx(0.25, abs=1e-7)


def test_a_wrong_route_is_a_disagreement(monkeypatch) -> None:
    """A residual that is nothing calls every table a garbling."""
    monkeypatch.setattr(order_routes, "residual", lambda A, P: 0.0)
    with pytest.raises(Disagreement, match="order"):
        crosscheck_order([["1", "0"], ["0", "1"]], WARNER)
