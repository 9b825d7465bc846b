"""Intervals that hold the optimum if a route is right, in the units of the design."""

from __future__ import annotations

from math import inf

import pytest

import rropt as rr
from rropt.crosscheck.witness_interval import Found, near, one_sided, reported

PROBLEM = rr.Problem(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
DESIGN = rr.optimal(PROBLEM.privacy, PROBLEM.objective)


def test_doubles_are_granted_a_share_and_a_least() -> None:
    found = near(-2.0, 1e-3, "w", 1e-4)
    assert (found.lo, found.hi) == pytest.approx((-2.0021, -1.9979))
    assert near(0.0, 1e-3, "w").hi == 1e-9


def test_a_variance_is_one_over_what_was_found() -> None:
    told = reported(DESIGN, Found(0.5, 2.0, 1.0, None, "w"))
    assert told is not None and (told.lo, told.hi, told.number) == (0.5, 2.0, 1.0)
    open_end = reported(DESIGN, Found(-1e-9, 0.25, 0.1, None, "w"))
    assert open_end is not None and open_end.hi == inf and open_end.lo == 4.0
    assert reported(DESIGN, Found(-1.0, 1.0, 0.0, None, "w")) is None


def test_other_utilities_are_reported_as_they_are() -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(3))
    found = Found(1.0, 2.0, 1.5, "3/2", None)
    assert reported(design, found) is found


def test_a_table_bounds_from_its_side() -> None:
    above = one_sided(PROBLEM, 2.0, None)
    assert above.lo == -inf and above.hi == pytest.approx(2.0, abs=1e-8) and above.hi > 2.0
    gain = one_sided(rr.Problem(rr.LocalDP(1), rr.Trace(3)), 2.0, None)
    assert gain.hi == inf and gain.lo < 2.0
