"""Best weights of types, beside the search over all patterns."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.answer import ends
from rropt.design.curved.class_program import best_weights
from rropt.design.curved.share_types import ShareTypes

CLASSES = ShareTypes((2, 2), (F(3, 8), F(1, 8)), F(3))
PRIOR = [F(3, 8), F(3, 8), F(1, 8), F(1, 8)]


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
