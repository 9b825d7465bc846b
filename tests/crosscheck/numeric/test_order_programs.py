"""Distances from a garbling, and parts of reports, in cvxpy."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric.limits import limits_of
from rropt.crosscheck.numeric.order_programs import MOST_PARTS, residual, told, unevenness

pytestmark = pytest.mark.quick

WARNER = np.array([[0.75, 0.25], [0.25, 0.75]])


def _limits(privacy, truths=2):
    return limits_of(SimpleNamespace(privacy=privacy.on(truths), truths=truths))


def test_a_residual_by_hand() -> None:
    """The identity from Warner's table: 1 - 3/4 is missing."""
    assert residual(np.eye(2), WARNER) == pytest.approx(0.25, abs=1e-7)


def test_what_doubles_tell() -> None:
    assert (told(1e-9), told(3e-7), told(1e-3)) == (True, None, False)
    assert (told(1e-9, shown=1e-9), told(1e-9, shown=1e-3)) == (None, True)


def test_a_part_by_hand() -> None:
    """(3, 1)/4 at gamma = 5 is half (15, 3)/36 + half (12, 6)/36 at most: 15/18 - 3/4."""
    assert unevenness(WARNER, _limits(rr.LocalDP("ln(5)"))) == pytest.approx(1 / 12, abs=1e-6)


def test_with_a_delta_all_reports_are_together() -> None:
    """At gamma = 2 the report (3, 1)/4 exceeds by 1/4, which no other part may spend."""
    assert unevenness(WARNER, _limits(rr.LocalDP("ln(2)", "1/4"))) > 1e-3
    spent = np.array([[0.25, 0.0], [0.5, 0.25], [0.25, 0.5], [0.0, 0.25]])
    assert unevenness(spent, _limits(rr.LocalDP("ln(2)", "1/4"))) < 1e-7


def test_what_is_not_posed() -> None:
    free = _limits(rr.UtilityOptimized([0], "1"))
    with pytest.raises(NotPosed, match="keeps no inequality"):
        unevenness(WARNER, free)
    with pytest.raises(NotPosed, match=f"more than {MOST_PARTS}"):
        unevenness(np.full((101, 2), 1 / 101), _limits(rr.LocalDP(1)))
