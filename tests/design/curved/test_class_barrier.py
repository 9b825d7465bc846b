"""Newton's method over types: derivatives by differences, weights that keep their balance."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.design.curved.class_barrier import Barrier, along_path, polished
from rropt.design.curved.share_types import ShareTypes

CLASSES = ShareTypes((2, 2, 1), (F(1, 4), F(1, 8), F(1, 4)), F(3))


@pytest.fixture(params=["a-optimal", "d-optimal"])
def barrier(request) -> Barrier:
    return Barrier(CLASSES, request.param)


def test_slopes_are_differences(barrier: Barrier) -> None:
    weights = CLASSES.lengths / CLASSES.lengths.sum()
    theta = weights @ barrier.forms
    gradient, root = barrier.slopes(theta)
    for place, move in enumerate(1e-6 * np.eye(len(theta))):
        slope = (barrier.value(theta + move) - barrier.value(theta - move)) / 2e-6
        assert gradient[place] == pytest.approx(slope, rel=1e-5, abs=1e-5)
        bend = (barrier.slopes(theta + move)[0] - barrier.slopes(theta - move)[0]) / 2e-6
        assert (root @ root.T)[place] == pytest.approx(bend, rel=1e-4, abs=1e-3)


def test_no_information_is_infinitely_bad(barrier: Barrier) -> None:
    theta = CLASSES.lengths @ barrier.forms
    theta[0] = -theta[0]
    assert barrier.value(theta) == float("inf")


def test_the_end_of_the_path_is_a_table_that_no_type_improves(barrier: Barrier) -> None:
    """The slope along each type is at least what the balance is worth."""
    weights = polished(CLASSES, barrier, along_path(CLASSES, barrier))
    balance = weights @ CLASSES.balance
    assert balance == pytest.approx([1, 0, 0], abs=1e-9) and weights.min() >= 0
    gradient, _ = barrier.slopes(weights @ barrier.forms)
    worth = barrier.forms @ gradient
    used = weights > 1e-9 * weights.max()
    prices = np.linalg.lstsq(CLASSES.balance[used], worth[used], rcond=None)[0]
    assert (worth - CLASSES.balance @ prices).min() > -1e-6 * abs(worth).max()
