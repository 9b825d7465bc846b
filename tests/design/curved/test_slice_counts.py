"""Lines below the squares of whole numbers, and the bounds that they give."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.design.curved.class_slices import Slices
from rropt.design.curved.slice_counts import SliceCounts

SIZES, SHARES = (2, 3), (0.2, 0.2)
N = np.array(SIZES)


def counts() -> SliceCounts:
    """Of two levels: nothing is high, and most truths are."""
    numbers = np.array([[0.0, 0.0], [1.6, 2.4]])
    return SliceCounts(np.sqrt(N), np.array([1.0, 3.0]), numbers)


def test_sets_are_those_of_first_classes_with_two_truths_or_more():
    assert counts().sets.tolist() == [[1, 0], [1, 1]]
    single = SliceCounts(np.ones(3), np.array([1.0]), np.zeros((1, 3)))
    assert single.sets.tolist() == [[1, 1, 0], [1, 1, 1]]


def test_lines_are_about_the_numbers_between_levels_and_below_all_squares():
    """Half way 0.8 and 2 truths are high."""
    lines = counts().lines(np.array([1.0, 2.0, 3.0]))
    assert lines[:, 1].tolist() == [[0, 0, 1], [1, 2, 3]]
    assert lines[:, 2].tolist() == [[0, 1, 2], [3, 4, 5]]
    for d, number in product(lines.ravel(), range(9)):
        assert (2 * d + 1) * number - d * (d + 1) <= number**2


@pytest.mark.everything
@pytest.mark.parametrize(("gamma", "k", "lack"), [(F(1001, 1000), 11, 5e-3), (F(3, 2), 13, 5e-4)])
def test_counts_give_nearly_the_bound_of_all_patterns(gamma, k, lack):
    """Beside the search over all patterns: five of eleven truths are high, or six. Without counts
    five and a half are, and near one the bound lacks 1/k^2. Types with few high truths are not
    listed here."""
    falling = [F(1, j) for j in range(1, k + 1)]
    shares = [x / sum(falling) for x in falling]
    best = float(rr.optimal(rr.LocalDP.from_gamma(gamma), rr.AOptimal(shares)).value)
    slices = Slices((1,) * k, [float(q) for q in shares], float(gamma), best / k)
    plain, ones, own = slices.best()[0], np.ones(k), float(sum(q * q for q in shares))
    found = slices.counted(plain)
    assert not slices.listed.few
    assert best * (1 - 2e-4) < found.trace(ones) - own <= best * (1 + 1e-9)
    assert plain.trace(ones) - own < best * (1 - lack)


@pytest.mark.everything
def test_prices_with_counts_cover_every_type():
    found = Slices(SIZES, SHARES, 2.0, 1.0)
    found = found.counted(found.best()[0])
    means = found.tangents @ found.tangents / np.sqrt(np.outer(N, N))
    for high in product(*(range(n + 1) for n in SIZES)):
        x = np.array(high) / N
        r = 1 + x
        top = found.diagonal @ (N * x * (1 - x)) + (N * r) @ means @ (N * r)
        assert (N * SHARES) @ r * ((N * found.prices) @ r) >= top * (1 - 1e-6)
