"""Small sets of p: which end they reach, p as a series on them, and what is carried to an end."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.exact.precision import working_precision
from rropt.strict.prior_boxes import EDGES, NEAR, TINY, PriorBox, near_ends


def test_ends_and_spans() -> None:
    assert PriorBox(F(0), F(1, 2)).end == 0
    assert PriorBox(F(1, 2), F(1)).end == 1
    assert PriorBox(F(1, 4), F(1, 2)).end is None
    span = PriorBox(F(1, 4), F(1, 2)).span
    assert (span.lo, span.hi) == (0.25, 0.5)
    assert [edge.end for edge in EDGES] == [0, 1] and EDGES[0].right == 1 - EDGES[1].left == TINY


def test_p_is_its_middle_plus_t() -> None:
    with working_precision(192):
        p = PriorBox(F(1, 4), F(1, 2)).prior
        assert p.centre[0] == 0.375 and p.centre[1] == 1
        assert p.box[0].contains(0.25) and p.box[0].contains(0.5)
        assert not p.box[0].contains(0.6)


@pytest.mark.parametrize("root", [1, 3])
def test_the_way_from_an_end_is_a_power_of_t(root: int) -> None:
    """p = t^N with 0 < t <= (1/8)^(1/N)."""
    with working_precision(192):
        way = PriorBox(F(0), F(1, 8)).way_from_end(root)
        assert way.valuation == root and way.centre[0] == 1
        assert way.frame.root == root and way.frame.reach**root >= 0.125
        assert way.frame.reach**root < 0.1251


def test_only_boxes_near_an_end_are_carried_on_to_it() -> None:
    left, right = PriorBox(F(1, 100), F(1, 50)), PriorBox(F(49, 50), F(99, 100))
    assert near_ends(left) == [PriorBox(F(0), F(1, 50))]
    assert near_ends(right) == [PriorBox(F(49, 50), F(1))]
    assert near_ends(PriorBox(F(1, 50), NEAR)) == []
    assert near_ends(PriorBox(F(1, 3), F(1, 2))) == []
    assert near_ends(PriorBox(F(0), F(1, 50))) == []
