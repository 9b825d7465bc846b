"""Programs with logarithms over a box: cells that are proved, shared, or left."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy as sp

from rropt.closed.derived.enclosed_box import EnclosedSurface, _end, _halves, _share
from rropt.exact import InputError

x, y = sp.symbols("x y")
WHOLE = ((F(1), F(3)), (F(0), F(1)))


def test_a_surface_is_positive_where_its_middle_and_its_slopes_say_so() -> None:
    surface = EnclosedSurface(sp.log(x) - y / 2, (x, y))
    assert surface.positive_on(((F(2), F(21, 10)), (F(1, 2), F(6, 10))))
    assert not surface.positive_on(((F(1), F(11, 10)), (F(9, 10), F(1))))
    assert not surface.positive_on(((F(1), F(3)), (F(0), F(1))))


def test_a_pole_on_a_cell_is_no_proof() -> None:
    surface = EnclosedSurface(1 / (x - 2) ** 2, (x, y))
    assert surface.positive_on(((F(3), F(31, 10)), (F(0), F(1))))
    assert not surface.positive_on(((F(1), F(16, 5)), (F(0), F(1))))


def test_a_cell_is_cut_across_its_wider_side_and_nothing_is_lost() -> None:
    cell = ((F(1), F(2)), (F(0), F(1)))
    halves = _halves(cell, WHOLE)
    assert halves == [((F(1), F(2)), (F(0), F(1, 2))), ((F(1), F(2)), (F(1, 2), F(1)))]
    assert sum(_share(half, WHOLE) for half in halves) == _share(cell, WHOLE) == F(1, 2)
    assert _share(WHOLE, WHOLE) == 1


def test_a_box_without_end_is_refused() -> None:
    assert _end(F(3)) == 3
    with pytest.raises(InputError, match="gamma must have an end"):
        _end(None)
