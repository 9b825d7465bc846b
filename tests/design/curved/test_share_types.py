"""What types tell, beside all orders of their patterns written out."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from rropt.channel.pattern_type import SingleTruth
from rropt.design.curved.share_types import ShareTypes, shares_of_prior

ALIKE = ShareTypes((2, 3), (F(1, 5), F(1, 5)), F(3))
UNEVEN = ShareTypes((2, 3), (F(1, 4), F(1, 6)), F(3))


def test_every_type_but_the_constant_ones() -> None:
    assert len(ALIKE.types) == 3 * 4 - 2
    assert {tuple(t) for t in ALIKE.types.tolist()} == {
        t for t in product(range(3), range(4)) if t not in ((0, 0), (2, 3))
    }
    assert ALIKE.multiplicities.tolist() == [1.0, 2.0]
    assert ShareTypes((1, 2), (F(1, 2), F(1, 4)), F(3)).multiplicities.tolist() == [1.0]


@pytest.mark.parametrize("classes", [ALIKE, UNEVEN], ids=["equal", "uneven"])
def test_the_information_is_that_of_all_orders_of_a_type(classes: ShareTypes) -> None:
    """J of the equally weighted orders, on differences in a class and between classes."""
    truth = [c for c, n in enumerate(classes.sizes) for _ in range(n)]
    q = np.array([float(classes.shares[c]) for c in truth])
    rise = float(classes.gamma - 1)
    lift = np.array([classes.basis[c] for c in truth])
    for t, kind in enumerate(classes.types.tolist()):
        orders = [
            x for x in product((0.0, 1.0), repeat=5)
            if [sum(x[i] for i in range(5) if truth[i] == c) for c in (0, 1)] == kind
        ]  # fmt: skip
        J = np.zeros((5, 5))
        for x in orders:
            r = 1 + rise * np.array(x)
            J += np.outer(r, r) / (q @ r) / len(orders) / classes.lengths[t]
        within = [np.array([1, -1, 0, 0, 0]) / 2**0.5, np.array([0, 0, 1, -1, 0]) / 2**0.5]
        assert [v @ J @ v for v in within] == pytest.approx(rise**2 * classes.apart[t])
        between = np.outer(classes.between[t], classes.between[t])
        assert lift.T @ J @ lift == pytest.approx(rise**2 * between)


def test_the_information_of_singles_is_that_of_each_truth_alone() -> None:
    """After two types of the two protected truths comes a single of the three others."""
    alone = ShareTypes((2, 3), (F(1, 4), F(1, 6)), F(3), alone=(1,))
    assert [alone.kind(n) for n in range(3)] == [(1, 0), (2, 0), SingleTruth(1)]
    q, lift = np.array([1 / 4] * 2 + [1 / 6] * 3), np.repeat(alone.basis, alone.sizes, axis=0)
    J = np.zeros((5, 5))
    for r in np.eye(5)[2:]:
        J += np.outer(r, r) / (q @ r) / 3 / alone.lengths[2]
    assert alone.lengths[2] == pytest.approx(1 / 5)
    within = np.array([0, 0, 1, -1, 0]) / 2**0.5
    assert alone.apart[2] * 4 == pytest.approx([0, within @ J @ within])
    between = np.outer(alone.between[2], alone.between[2])
    assert lift.T @ J @ lift == pytest.approx(4 * between)
    means = np.array([[2, 1], [3, 1], [0, 1 / 3]])
    share = np.linalg.solve(means[1:].T, [1, 1])
    weights = np.array([0, *share]) * alone.lengths
    assert weights @ alone.balance == pytest.approx([1, 0])


def test_the_basis_is_orthonormal_and_sums_to_zero() -> None:
    lift = np.repeat(UNEVEN.basis, UNEVEN.sizes, axis=0)
    assert lift.T @ lift == pytest.approx(np.eye(1)) and lift.sum(axis=0) == pytest.approx([0])


def test_lengths_are_means_of_patterns() -> None:
    expected = [1 + 2 * (a + b) / 5 for a, b in ALIKE.types.tolist()]
    assert ALIKE.lengths == pytest.approx(expected)


def test_runs_of_equal_shares() -> None:
    assert shares_of_prior([F(1, 4), F(1, 4), F(1, 2)]) == ((2, 1), (F(1, 4), F(1, 2)))
