"""Garblings by an inverse, extreme reports by a rank."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.symbolic.exact_limits import exact_limits
from rropt.crosscheck.symbolic.order_algebra import has_extreme_reports, is_garbling

pytestmark = pytest.mark.quick


def _rows(*rows):
    return [[Fraction(x) for x in row.split()] for row in rows]


WARNER = _rows("3/4 1/4", "1/4 3/4")


def _limits(privacy, truths):
    return exact_limits(SimpleNamespace(privacy=privacy.on(truths), truths=truths))


def test_two_reports_of_three_truths_by_hand() -> None:
    """(1/2) P + (1/2) of the reports exchanged says nothing; a third truth apart is no mixture."""
    P = _rows("3/4 1/2 1/4", "1/4 1/2 3/4")
    assert is_garbling(_rows("1/2 1/2 1/2", "1/2 1/2 1/2"), P)
    assert not is_garbling(_rows("3/4 1/2 1/2", "1/4 1/2 1/2"), P)
    assert not is_garbling(_rows("4/5 1/2 1/5", "1/5 1/2 4/5"), P)


def test_a_hundred_truths() -> None:
    """k-ary tables with a larger and a smaller share of the truth: minutes by sp.Matrix."""
    better, worse = (
        [[share if i == j else (1 - share) / 99 for j in range(100)] for i in range(100)]
        for share in (Fraction(1, 2), Fraction(1, 3))
    )
    assert is_garbling(worse, better)
    assert not is_garbling(better, worse)


def test_ranks_by_hand() -> None:
    """(3, 1, 2) meets one inequality only, (3, 1, 3) two."""
    limits = _limits(rr.LocalDP("ln(3)"), 3)
    assert has_extreme_reports(_rows("3 1 3", "1 1 3"), limits)
    assert not has_extreme_reports(_rows("3 1 3", "3 1 2"), limits)


def test_a_report_of_one_truth_is_extreme_where_it_may_be() -> None:
    """Truth 0 may be told alone; a report of truth 1 is at most twice as likely there."""
    limits = _limits(rr.Privacy([["1", "oo"], ["2", "1"]]), 2)
    assert has_extreme_reports(_rows("1 0", "1 2"), limits)
    assert not has_extreme_reports(_rows("1 1"), limits)


@pytest.mark.parametrize(
    ("privacy", "said"),
    [
        (rr.LocalDP("ln(3)", "1/10"), "each report alone"),
        (rr.UtilityOptimized([0], "1"), "each report alone"),
        (rr.LocalDP("1"), "irrational level"),
    ],
)
def test_what_is_not_posed(privacy, said) -> None:
    with pytest.raises(NotPosed, match=said):
        has_extreme_reports(WARNER, _limits(privacy, 2))
    with pytest.raises(NotPosed, match="several garblings"):
        is_garbling(WARNER, _rows("1/2 1/2", "1/2 1/2"))
