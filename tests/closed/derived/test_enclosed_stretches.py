"""Stretches of a line, with solutions whose ranges are known exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction as F
from typing import Any

import pytest
import sympy as sp

from rropt.closed.derived.enclosed_stretches import EnclosedStretches
from rropt.closed.derived.work_budget import WorkBudget

x = sp.Symbol("x")


@dataclass(frozen=True)
class Known:
    """Optimal from lo to hi."""

    table: str
    lo: F
    hi: F
    shared: bool = True

    def proved_on(self, lo: F, hi: F) -> bool:
        return self.lo <= lo and hi <= self.hi

    def shares(self, other: Any, lo: F, hi: F) -> bool:
        return self.shared and self.hi == other.lo and lo < self.hi < hi


@dataclass(frozen=True)
class Line(EnclosedStretches):
    """Some solutions with their ranges."""

    all: tuple[Known, ...]
    seen: dict[str, Known] = field(default_factory=dict, compare=False)

    def solution(self, x: F) -> Any:
        found = next((one for one in self.all if one.lo <= x <= one.hi), None)
        if found is not None:
            self.seen[found.table] = found
        return found

    def known(self) -> list[Any]:
        return list(self.seen.values())

    def piece(self, table: Any, lo: F, hi: F) -> Any:
        return table, lo, hi

    def vanishes_at(self, end: F) -> bool:
        return end == 1


def line(*known: Known, lo: F = F(2), hi: F | None = F(4)) -> Line:
    return Line((x, lo, hi), WorkBudget(), known)


SWITCH = F(7, 3)


def test_two_solutions_share_what_is_around_their_switch() -> None:
    pieces, cover = line(Known("a", F(0), SWITCH), Known("b", SWITCH, F(9))).found()
    assert [piece[0] for piece in pieces] == ["a", "b"] and cover.proved
    ((lo, hi),) = cover.roots
    assert lo < SWITCH < hi and hi - lo < F(1, 2**30)


def test_a_switch_that_nobody_shares_is_undecided_and_narrow() -> None:
    apart = Known("a", F(0), SWITCH, shared=False), Known("b", SWITCH, F(9))
    _, cover = line(*apart).found()
    (part,) = cover.undecided
    ((_, lo, hi),) = part.ranges
    assert not cover.proved and lo < SWITCH < hi and hi - lo < F(1, 2**30)


@pytest.mark.everything
def test_a_gap_is_left_as_it_is() -> None:
    _, cover = line(Known("a", F(0), F(5, 2)), Known("b", F(3), F(9))).found()
    (part,) = cover.undecided
    ((_, lo, hi),) = part.ranges
    assert lo <= F(5, 2) < F(3) <= hi and hi - lo < F(1, 2) + F(1, 2**30)


def test_open_ends_without_anything_to_tell_are_left_out() -> None:
    _, cover = line(Known("a", F(0), F(10**9)), lo=F(1), hi=None).found()
    ranges = [part.ranges[0][1:] for part in cover.undecided]
    assert ranges[0][0] == 1 and ranges[0][1] < F(1001, 1000)
    assert ranges[-1][1] is None


def test_work_that_is_used_up_leaves_the_rest_undecided() -> None:
    class Short(Line):
        most = 3

    short = Short((x, F(2), F(4)), WorkBudget(), (Known("a", F(0), F(21, 10)),))
    _, cover = short.found()
    assert not cover.proved and cover.undecided
    total = sum((part.ranges[0][2] or F(0)) - part.ranges[0][1] for part in cover.undecided)
    assert total <= 2
