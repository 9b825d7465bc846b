"""Best weights of types, beside the search over all patterns."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.answer import ends
from rropt.design.curved.class_program import (
    Barrier,
    along_path,
    best_weights,
    polished,
    products,
)
from rropt.design.curved.share_types import ShareTypes

CLASSES = ShareTypes((2, 2), (F(3, 8), F(1, 8)), F(3))
PRIOR = [F(3, 8), F(3, 8), F(1, 8), F(1, 8)]

THREE_CLASSES = ShareTypes((2, 2, 1), (F(1, 4), F(1, 8), F(1, 4)), F(3))


def information(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The a_c and T, with their factor (gamma - 1)^2."""
    between = CLASSES.between
    return 4 * weights @ CLASSES.apart, 4 * (between.T * weights) @ between


@pytest.mark.parametrize("objective", [rr.AOptimal, rr.DOptimal, rr.EOptimal])
def test_the_criterion_is_the_certified_one(objective) -> None:
    goal = objective(PRIOR)
    found = best_weights(CLASSES, goal.name)
    assert found.shares @ CLASSES.balance == pytest.approx([1, 0], abs=1e-9)
    apart, between = information(found.shares)
    eigenvalues = np.concatenate([1 / apart, 1 / np.linalg.eigvalsh(between)])
    told = {
        "a-optimal": eigenvalues.sum(),
        "d-optimal": np.log(eigenvalues).sum(),
        "e-optimal": eigenvalues.max(),
    }[goal.name]
    bound = ends(rr.optimal(rr.LocalDP.from_gamma(3), goal).bound)[0]
    assert told == pytest.approx(float(bound), rel=1e-7)


def test_few_types_are_used_and_an_eigenvalue_has_its_dual() -> None:
    found = best_weights(CLASSES, "e-optimal")
    assert (found.shares > 0).sum() <= 2 + 2 + 1
    assert found.apart.sum() + sum(share for share, _ in found.cuts) == pytest.approx(1)
    assert all(len(v) == 2 for _, v in found.cuts)


@pytest.fixture(params=["a-optimal", "d-optimal"])
def barrier(request) -> Barrier:
    return Barrier(THREE_CLASSES, request.param)


def test_slopes_are_differences(barrier: Barrier) -> None:
    weights = THREE_CLASSES.lengths / THREE_CLASSES.lengths.sum()
    theta = weights @ barrier.forms
    gradient, root = barrier.slopes(theta)
    for place, move in enumerate(1e-6 * np.eye(len(theta))):
        slope = (barrier.value(theta + move) - barrier.value(theta - move)) / 2e-6
        assert gradient[place] == pytest.approx(slope, rel=1e-5, abs=1e-5)
        bend = (barrier.slopes(theta + move)[0] - barrier.slopes(theta - move)[0]) / 2e-6
        assert (root @ root.T)[place] == pytest.approx(bend, rel=1e-4, abs=1e-3)


def test_no_information_is_infinitely_bad(barrier: Barrier) -> None:
    theta = THREE_CLASSES.lengths @ barrier.forms
    theta[0] = -theta[0]
    assert barrier.value(theta) == float("inf")


def test_the_end_of_the_path_is_a_table_that_no_type_improves(barrier: Barrier) -> None:
    """The slope along each type is at least what the balance is worth."""
    weights = polished(THREE_CLASSES, barrier, along_path(THREE_CLASSES, barrier))
    balance = weights @ THREE_CLASSES.balance
    assert balance == pytest.approx([1, 0, 0], abs=1e-9) and weights.min() >= 0
    gradient, _ = barrier.slopes(weights @ barrier.forms)
    worth = barrier.forms @ gradient
    used = weights > 1e-9 * weights.max()
    prices = np.linalg.lstsq(THREE_CLASSES.balance[used], worth[used], rcond=None)[0]
    assert (worth - THREE_CLASSES.balance @ prices).min() > -1e-6 * abs(worth).max()


def test_upper_entries_of_products() -> None:
    assert products(np.array([[2.0, 3.0]])).tolist() == [[4.0, 6.0, 9.0]]
