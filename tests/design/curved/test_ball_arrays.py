"""Linear algebra in balls: digits that doubles do not have."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from rropt.design.curved.ball_arrays import (
    inverse,
    is_positive,
    lifted,
    middle,
    rounded,
    solve,
    times,
)


def test_balls_invert_what_doubles_cannot() -> None:
    """The inverse of Hilbert's matrix has integer entries; of order 15 its condition is 1e20."""
    with flint.ctx.workprec(256):
        hilbert = np.array(
            [[rounded(Fraction(1, i + j + 1)) for j in range(15)] for i in range(15)]
        )
        assert float(inverse(hilbert)[0, 0]) == 225.0
        assert is_positive(hilbert)
        ones = solve(hilbert, times(hilbert, lifted(np.ones((15, 1))))[:, 0])
        assert ones.astype(float) == pytest.approx(np.ones(15), abs=1e-15)
        assert not is_positive(hilbert - times(hilbert, hilbert) - hilbert)
    assert not is_positive(np.diag([1.0, -1e-30]))


def test_products_of_several_matrices_are_the_same_in_balls_and_in_doubles() -> None:
    rng = np.random.default_rng(3)
    a, b, c = rng.normal(size=(2, 3)), rng.normal(size=(3, 4)), rng.normal(size=(4, 2))
    with flint.ctx.workprec(128):
        precise = times(lifted(a), lifted(b), lifted(c)).astype(float)
    assert times(a, b, c) == pytest.approx(np.array([[
        sum(a[i, p] * b[p, q] * c[q, j] for p in range(3) for q in range(4)) for j in range(2)
    ] for i in range(2)]))  # fmt: skip
    assert precise == pytest.approx(times(a, b, c), rel=1e-14)


def test_a_singular_system_has_a_least_squares_answer() -> None:
    system = np.array([[1.0, 1.0], [1.0, 1.0]])
    assert system @ solve(system, np.array([2.0, 2.0])) == pytest.approx([2, 2])
    far = np.diag([1e-12, 1.0, 1e12])
    assert solve(far, np.array([1e-12, 2.0, 3e12])) == pytest.approx([1, 2, 3])


def test_midpoints_have_no_radius_and_doubles_stay() -> None:
    with flint.ctx.workprec(64):
        third = flint.arb(1) / 3
        [found] = middle(np.array([third], dtype=object))
        assert found.rad() == 0 and third.contains(found)
        assert rounded(Fraction(1, 3)).rad() == 0
    plain = np.array([0.1])
    assert middle(plain) is plain
