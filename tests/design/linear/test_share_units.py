"""Units of which shares are whole multiples, or nearly."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.design.linear.share_units import are_multiples, nearest, reached, unit_of


def test_a_unit_is_the_largest_whose_multiples_are_told_apart():
    shares = np.array([12, 9, 6, 3]) / 30
    assert unit_of(shares, 0.45) == pytest.approx(0.1)
    # One share off by a third of it is told apart at small masses, but not by sets of half.
    assert unit_of(
        np.array([1.0] * 40) / 40 + np.linspace(-1, 1, 40) / 4000, 0.05
    ) == pytest.approx(1 / 40)
    assert unit_of(np.sqrt(np.arange(1, 20)) / np.sqrt(np.arange(1, 20)).sum(), 0.4) == np.inf
    assert unit_of(np.zeros(0), 0.4) == np.inf


def test_the_masses_of_counts():
    """By hand: of counts 1, 1, 2 two are the first two, or the last alone."""
    shares = np.array([0.26, 0.24, 0.5])
    least, most = reached(shares, 0.25, np.array([0, 1, 2, 4]))
    assert least == pytest.approx([0, 0.24, 0.49, 1])
    assert most == pytest.approx([0, 0.26, 0.51, 1])


def test_a_mass_of_all_has_no_steps_beside_it():
    """Sets of light truths that are all needed are one set."""
    assert unit_of(np.array([0.1, 0.1, 0.1]), 0.31) == np.inf


def test_multiples_but_for_rounding():
    assert are_multiples(np.array([0.1, 0.2, 0.30000000000000004]), 0.1)
    assert not are_multiples(np.array([0.1, 0.2, 0.3001]), 0.1)


def test_the_nearest_multiples():
    assert nearest(np.array([0.26, 0.24, 0.1]), 0.25) == pytest.approx([0.25, 0.25, 0])
    assert nearest(np.array([0.26, 0.24, 0.1]), np.inf).tolist() == [0, 0, 0]
