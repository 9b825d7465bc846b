"""Mutual information along one parameter: enclosed switches, against certified designs.

Stretches of a line, with solutions whose ranges are known exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction as F
from typing import Any

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived import enclosed_line
from rropt.closed.derived.enclosed_line import EnclosedLine, EnclosedSurface
from rropt.closed.derived.region_cover import WorkBudget
from rropt.design.answer import ends

MASSES = ["1/2", "3/10", "1/5"]
ANY = rr.LocalDP("ln(3)")
x = sp.Symbol("x")


def _agrees(answer, masses, level, **place):
    design = rr.optimal(rr.LocalDP.from_gamma(level), rr.MutualInformation(masses))
    lo, hi = ends(answer.value_at(**place))
    found = [*ends(design.value), *ends(design.bound)]
    slack = F(1, 10**9) * hi
    return min(found) - slack <= hi and lo <= max(found) + slack


@pytest.fixture(scope="module")
def by_gamma():
    return rr.derive(rr.Problem(ANY, rr.MutualInformation(MASSES)), gamma=(2, 10))


@pytest.mark.everything
def test_two_tables_share_a_range_of_gamma(by_gamma):
    assert by_gamma.proved and by_gamma.undecided == () and len(by_gamma.pieces) == 2
    [(lo, hi)] = by_gamma.cover.roots
    assert hi - lo < F(1, 10**9)
    for g in (F(21, 10), lo - F(1, 1000), hi + F(1, 1000), F(9)):
        assert _agrees(by_gamma, MASSES, g, gamma=g)


@pytest.mark.everything
def test_beyond_the_switch_the_other_table_is_worse(by_gamma):
    """A near miss: the form of the wrong side is no optimum, on either side."""
    [(lo, hi)] = by_gamma.cover.roots
    first, second = (sp.lambdify(sp.Symbol("gamma"), piece.value) for piece in by_gamma.pieces)
    assert first(float(lo) - 0.1) > second(float(lo) - 0.1)
    assert second(float(hi) + 0.1) > first(float(hi) + 0.1)


@pytest.mark.everything
def test_ends_without_information_are_left_undecided():
    answer = rr.derive(rr.Problem(ANY, rr.MutualInformation(MASSES)), gamma=(1, 3))
    assert not answer.proved and [str(part) for part in answer.undecided] == [
        "1 < gamma < 2049/2048"
    ]
    text = str(answer)
    assert "1 < gamma < 1.00048828125: undecided" in text and "cover: NOT proved" in text


@pytest.mark.everything
def test_a_family_of_priors():
    problem = rr.Problem(ANY, rr.MutualInformation(["1/3"] * 3))
    answer = rr.derive(problem, 3, prior=["1-2*q", "q", "q"], q=("1/10", "2/5"))
    assert answer.proved and len(answer.pieces) == 2
    for q in (F(3, 20), F(7, 20)):
        assert _agrees(answer, [1 - 2 * q, q, q], 3, q=q)


def test_the_mean_value_form_sees_signs_and_doubts():
    function = EnclosedSurface(sp.log(x) - x + 2, (x,))
    assert function.positive_on([(F(1), F(2))])
    assert not function.positive_on([(F(3), F(7, 2))])
    assert not function.positive_on([(F(2), F(7, 2))])
    assert not EnclosedSurface(sp.log(x), (x,)).positive_on([(F(1, 10), F(10))])


@dataclass(frozen=True)
class Known:
    """Optimal from lo to hi."""

    table: str
    lo: F
    hi: F
    shared: bool = True

    def proved_on(self, stretch: tuple[F, F]) -> bool:
        lo, hi = stretch
        return self.lo <= lo and hi <= self.hi

    def shares(self, other: Any, stretch: tuple[F, F]) -> bool:
        lo, hi = stretch
        return self.shared and self.hi == other.lo and lo < self.hi < hi


@dataclass
class Bases:
    """Some solutions with their ranges; between them nothing is proved."""

    all: tuple[Known, ...]
    known: dict[str, Known] = field(default_factory=dict)

    def at(self, point: dict[sp.Symbol, F]) -> Known:
        (place,) = point.values()
        nothing = Known("nothing", place, place)
        found = next((one for one in self.all if one.lo <= place <= one.hi), nothing)
        self.known[found.table] = found
        return found

    def piece(self, table: str, point: Any, where: Any) -> Any:
        return table, point


def line(*known: Known, lo: F = F(2), hi: F | None = F(4), symbol: sp.Symbol = x) -> EnclosedLine:
    return EnclosedLine((symbol, lo, hi), WorkBudget(), Bases(known))


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
    gamma = sp.Symbol("gamma")
    _, cover = line(Known("a", F(0), F(10**9)), lo=F(1), hi=None, symbol=gamma).found()
    ranges = [part.ranges[0][1:] for part in cover.undecided]
    assert ranges[0][0] == 1 and ranges[0][1] < F(1001, 1000)
    assert ranges[-1][1] is None


def test_work_that_is_used_up_leaves_the_rest_undecided(monkeypatch) -> None:
    monkeypatch.setattr(enclosed_line, "MOST_STRETCHES", 3)
    _, cover = line(Known("a", F(0), F(21, 10))).found()
    assert not cover.proved and cover.undecided
    total = sum((part.ranges[0][2] or F(0)) - part.ranges[0][1] for part in cover.undecided)
    assert total <= 2


@pytest.mark.everything
def test_a_range_may_begin_at_zero():
    """Widths relative to a left end that is zero were divided by it: a traceback."""
    uniform = rr.MutualInformation(["1/3"] * 3)
    prior = ["1/3 + q", "1/3", "1/3 - q"]
    found = rr.derive(uniform, gamma=3, prior=prior, q=(0, "1/10"))
    assert found.proved and found.undecided == () and len(found.pieces) == 1
    assert _agrees(found, ["23/60", "1/3", "17/60"], 3, q=F(1, 20))


def test_a_value_with_roots_is_known_where_its_signs_have_roots() -> None:
    """Truth 0 earns nothing, so that the best table is Warner's for the other two."""
    a, b, c = sp.symbols("a b c")
    answer = rr.derive(
        sp.sqrt(2 * b**2 + c**2), truths=[a, b, c], gamma=("17/10", "43/10"), budget=60
    )
    low, high = answer.value_at(gamma=3)
    assert answer.proved
    assert float(low) == pytest.approx((11**0.5 + 19**0.5) / 4, rel=1e-15) == float(high)
