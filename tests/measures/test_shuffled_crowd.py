"""Candidates from below: tests are tests, and the best of them is nearly the worst crowd."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt.measures.shuffled_crowd import CrowdTest, ShuffledCrowd, best_instance
from tests.checker.histograms import delta_of_all
from tests.measures.tables import ASYMMETRIC, THREE, columns


@pytest.mark.parametrize("rows", [ASYMMETRIC, THREE])
def test_the_best_instance_reaches_the_worst_crowd_or_nearly(rows) -> None:
    """Three truths: the others who are worst are alike, and the test is that of the likelihood."""
    crowd = ShuffledCrowd(rows, 5, None, 1.0, 1e-6)
    worst = best_instance(crowd, None, lambda instance: instance.turn(0.1).delta)
    exact = float(delta_of_all(columns(rows), 5, F(math.exp(0.1))))
    assert 0.97 * exact <= worst.turn(0.1).delta <= exact * (1 + 1e-9)


def test_an_instance_by_hand() -> None:
    """One other with truth 0, reports scored 0 and 1, at gamma 1."""
    crowd = ShuffledCrowd(ASYMMETRIC, 2, None, 1.0, 1e-6)
    found = CrowdTest(crowd, (1, 0), (1, 0), (0, 1)).turn(0.0)
    at_least = {
        1: (F(2, 3) + F(1, 3) * F(1, 5)) - (1 - F(4, 5) ** 2),
        2: F(1, 5) * F(2, 3) - F(1, 25),
    }
    assert math.isclose(found.delta, max(at_least.values())) and found.least == 1
