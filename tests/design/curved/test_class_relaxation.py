"""Bounds of a relaxation against all types of patterns, one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from rropt.design.curved.class_relaxation import Relaxation, of_one_truth

SIZES, SHARES, GAMMA = (30, 20), (0.01, 0.035), 3.0


@pytest.mark.parametrize(("power", "gain"), [(2, lambda x: 2 * np.sqrt(x)), (1, np.log)])
def test_prices_cover_every_type_and_bound_the_best_table(power, gain):
    """r'Xr of h truths of each class at gamma, for all h; the bound is below what plain tables do,
    one type evened out, and within a hundredth of the best of them."""
    found = Relaxation(SIZES, SHARES, GAMMA, power).best()
    n, q, y = np.array(SIZES), np.array(SHARES), found.prices
    X = np.linalg.matrix_power(found.tangents, power)
    means = X / np.sqrt(np.outer(n, n))
    for high in product(*(range(m + 1) for m in SIZES)):
        x = np.array(high) / n
        r = 1 + (GAMMA - 1) * x
        spread = (GAMMA - 1) ** 2 * n * x * (1 - x)
        top = found.diagonal @ spread + (n * r) @ means @ (n * r)
        assert (n * q) @ r * ((n * y) @ r) >= top * (1 - 1e-9)
    bound = gain(np.linalg.eigvalsh(X)).sum() + (n - 1) @ gain(found.diagonal) - n @ y
    best = min(_worth(n, q, weights, gain) for weights in _tables())
    assert bound <= best <= bound + 0.01 * (abs(bound) if power == 2 else n.sum())


def test_a_diagonal_below_zero_where_a_class_has_one_truth_does_not_count():
    """D of one truth is no part of V; that of nine adds its root eight times."""
    found = of_one_truth(GAMMA)
    lower = replace(found, diagonal=np.array([-1e-9, 0.25]))
    sizes = np.array([1.0, 9.0])
    assert found.trace(sizes) == 1
    assert lower.trace(sizes) == pytest.approx(1 + 2 * 8 * 0.5)


def _tables():
    """Weights of the types with h truths of the first and l of the second class at gamma."""
    for first in range(6, 10):
        for second in range(3, 8):
            yield {(first, second): 1.0}, first, second


def _worth(n, q, table, gain):
    """tr J^-1, or log det J^-1 - k, of the type with its columns made even by k-ary rows."""
    (high,) = table[0]
    r = 1 + (GAMMA - 1) * np.array(high) / n
    even = r.max() - r
    rows = [(np.array(high), 1.0)]
    for c, missing in enumerate(even):
        if missing:
            one = np.where(np.arange(2) == c, n, 0)
            rows.append((one, missing / (GAMMA - 1)))
    total = sum(w * (1 + (GAMMA - 1) * h / n) for h, w in rows)
    assert np.allclose(total, total[0])
    own, J = np.zeros(2), np.zeros((2, 2))
    for h, w in rows:
        x = h / n
        r = 1 + (GAMMA - 1) * x
        weight = w / total[0] / ((n * q) @ r)
        own += weight * (GAMMA - 1) ** 2 * n * x * (1 - x) / (n - 1)
        J += weight * np.outer(np.sqrt(n) * r, np.sqrt(n) * r)
    values = np.concatenate([np.repeat(1 / own, n - 1), 1 / np.linalg.eigvalsh(J)])
    if gain is np.log:
        return np.log(values).sum() - n.sum()
    return values.sum()
