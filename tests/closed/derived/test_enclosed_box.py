"""Programs with logarithms over a box: cells that are proved, shared, or left."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.enclosed_box import _end, _halves, _share
from rropt.closed.derived.enclosed_line import EnclosedSurface
from rropt.design.answer import ends
from rropt.exact import InputError

x, y = sp.symbols("x y")
ANY = rr.Problem(rr.LocalDP("ln(3)"), rr.MutualInformation(["1/3"] * 3))
MASSES = ["1-2*q", "q", "q"]
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


@pytest.fixture(scope="module")
def across_the_switch() -> Any:
    return rr.derive(ANY, gamma=(4, "41/10"), prior=MASSES, q=("3/20", "1/5"))


@pytest.mark.everything
def test_two_tables_share_a_box(across_the_switch: Any) -> None:
    answer = across_the_switch
    assert answer.proved and answer.undecided == () and len(answer.pieces) == 2
    assert answer.cover.share == 0
    used = set()
    for q in (F(3, 20) + F(1, 997), F(1, 5) - F(1, 997)):
        design = rr.optimal(rr.LocalDP.from_gamma("81/20"), rr.MutualInformation([1 - 2 * q, q, q]))
        lo, hi = ends(answer.value_at(gamma="81/20", q=q))
        certified = [*ends(design.value), *ends(design.bound)]
        slack = F(1, 10**9) * hi
        assert min(certified) - slack <= hi and lo <= max(certified) + slack
        used.add(answer.piece_at(gamma="81/20", q=q).value)
    assert len(used) == 2


@pytest.mark.everything
def test_what_few_cells_leave_is_shown_with_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rropt.closed.derived.enclosed_box.MOST_CELLS", 4)
    answer = rr.derive(ANY, gamma=(2, 8), prior=MASSES, q=("1/10", "2/5"))
    share = sum(
        (part.ranges[0][2] - part.ranges[0][1]) * (part.ranges[1][2] - part.ranges[1][1])
        for part in answer.undecided
    )
    assert not answer.proved and answer.cover.share == share / (6 * F(3, 10)) > 0
    assert "% of the box" in str(answer)
    assert answer.to_json()["undecided_share"] == str(answer.cover.share)
