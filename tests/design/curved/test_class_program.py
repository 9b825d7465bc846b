"""Best weights of types, beside the search over all patterns."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.answer import ends
from rropt.design.curved.class_program import TypePath, best_weights, products
from rropt.design.curved.share_classes import ShareTypes

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
def path(request) -> TypePath:
    return TypePath(THREE_CLASSES, request.param)


def test_what_types_are_worth_is_a_slope(path: TypePath) -> None:
    """Of the criterion, and what bends it the slope of that, by differences."""
    at = path.features
    count = len(at.rows)
    weights = np.full(count, 1 / count)
    none = np.zeros(0)
    there = path.expand(at, weights, none)
    for place, move in enumerate(1e-6 * np.eye(count)):
        after, before = (path.expand(at, weights + by, none) for by in (move, -move))
        slope = (after.value - before.value) / 2e-6
        assert -there.worth[place] == pytest.approx(slope, rel=1e-5)
        root = there.curvature.root
        bend = (before.worth - after.worth) / 2e-6
        assert (root @ root.T)[place] == pytest.approx(bend, rel=1e-4, abs=1e-4)


def test_the_end_of_the_path_is_a_table_that_no_type_improves(path: TypePath) -> None:
    """All types are charged what they are worth or more, and those in use as much."""
    end = path.best()
    weights = np.zeros(len(path.features.rows))
    weights[end.point.keys] = end.point.weights
    assert weights @ THREE_CLASSES.balance == pytest.approx([1, 0, 0], abs=1e-12)
    assert weights.min() >= 0
    worth = path.expand(path.features, weights, np.zeros(0)).worth
    spare = path.features.balance @ end.point.charges.balance - worth
    assert spare.min() > -1e-9 * worth.max()
    assert spare[weights > 0] == pytest.approx(0, abs=1e-9 * worth.max())


def test_weights_are_as_near_as_is_asked(path: TypePath) -> None:
    best = path.best().at.value
    for share in (1e-2, 1e-5):
        off = path.near(share).at.value - best
        assert 0 < off < 2 * share * sum(THREE_CLASSES.sizes)


def test_upper_entries_of_products() -> None:
    assert products(np.array([[2.0, 3.0]])).tolist() == [[4.0, 6.0, 9.0]]
