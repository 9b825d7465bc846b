"""A few types are as good as all of them."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.design.curved.class_columns import good_types, random_types
from rropt.design.curved.class_program import best_weights
from rropt.design.curved.share_types import ShareTypes

SIZES, SHARES = (16, 12), (F(1, 40), F(1, 20))


@pytest.mark.everything
@pytest.mark.parametrize("criterion", ["a-optimal", "d-optimal"])
def test_types_found_one_after_the_other_have_the_value_of_all(criterion):
    every = ShareTypes(SIZES, SHARES, F(3))
    few = good_types(every, criterion, random_types(every, 50))
    assert len(few.types) < len(every.types) == 17 * 13 - 2
    found = []
    for types in (every, few):
        weights = best_weights(types, criterion).shares
        theta = weights @ np.hstack([types.apart, _products(types.between)])
        found.append(_plain(theta, types, criterion))
    assert found[1] == pytest.approx(found[0], rel=1e-6)


def _products(rows):
    return np.stack([rows[:, i] * rows[:, j] for i, j in zip(*_upper(rows), strict=True)], axis=1)


def _upper(rows):
    return np.triu_indices(rows.shape[1])


def _plain(theta, types, criterion):
    """The criterion of two classes, whose T is one number."""
    *a, t = theta
    counts = types.multiplicities
    if criterion == "a-optimal":
        return sum(n / x for n, x in zip(counts, a, strict=True)) + 1 / t
    return sum(n * np.log(x) for n, x in zip(counts, a, strict=True)) + np.log(t)
