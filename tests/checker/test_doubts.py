"""What an enclosure cannot decide."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.doubts import Doubts
from rropt.checker.verdict import Refuted


def test_only_an_enclosure_around_zero_is_a_doubt():
    doubts = Doubts()
    doubts.not_negative(F(0), F(0), "on the edge")
    doubts.not_negative(F(1), F(2), "above")
    assert doubts.reasons == []
    doubts.not_negative(F(-1), F(0), "touching")
    assert doubts.reasons == ["touching"]
    with pytest.raises(Refuted, match="below"):
        doubts.not_negative(F(-2), F(-1), "below")


def test_an_enclosure_may_touch_what_it_must_reach_but_not_lie_below_it():
    doubts = Doubts()
    doubts.not_below(F(1, 3), F(1, 2), F(1, 3), "reached")
    assert doubts.reasons == []
    doubts.not_below(F(1, 3), F(1, 2), F(1, 2), "perhaps")
    assert doubts.reasons == ["perhaps"]
    with pytest.raises(Refuted, match="short"):
        doubts.not_below(F(1, 3), F(1, 2), F(51, 100), "short")
