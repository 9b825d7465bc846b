"""Blankets are above every crowd, and those of known others may leave truths out."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt.measures.privacy_blanket import Blanket, best_blanket, blankets
from rropt.measures.shuffled_crowd import ShuffledCrowd
from tests.checker.histograms import delta_of_all
from tests.measures.tables import THREE, columns


@pytest.mark.parametrize("steps", [1, 4, 32])
def test_a_blanket_is_above_every_crowd(steps: int) -> None:
    crowd = ShuffledCrowd(THREE, 4, None, 1.0, 1e-6)
    exact = delta_of_all(columns(THREE), 4, F(3, 2))
    assert Blanket(crowd, (0, 1, 2), steps).delta(math.log(1.5)) >= float(exact)


def test_known_others_may_be_left_out() -> None:
    known = ShuffledCrowd(THREE, 5, (0, 3, 1), 1.0, 1e-6)
    assert set(blankets(known)) == {(), (1,), (2,), (1, 2)}
    assert Blanket(known, (1,), 1).people == 4


def test_the_best_blanket_promises_no_more_than_any_other() -> None:
    """Of known others too, where some truths may be left out."""
    known = ShuffledCrowd(THREE, 5, (0, 3, 1), 1.0, 1e-6)
    best, delta = best_blanket(known, lambda blanket: blanket.delta(0.3))
    each = [Blanket(known, kept, best.steps).delta(0.3) for kept in blankets(known)]
    assert delta == best.delta(0.3) and delta <= min(each) * (1 + 1e-9)
