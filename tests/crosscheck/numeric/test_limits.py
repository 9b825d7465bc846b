"""Privacy as inequalities: each shape, and what tables keep."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.numeric.limits import limits_of

pytestmark = pytest.mark.quick

WARNER = np.array([[0.75, 0.25], [0.25, 0.75]])


def _limits(privacy, truths=2):
    return limits_of(rr.Problem(privacy.on(truths), rr.Trace(truths)))


def test_a_number_and_a_matrix_are_forms() -> None:
    assert _limits(rr.LocalDP("ln(3)")).hard.tolist() == [[1, -3], [-3, 1]]
    assert _limits(rr.Privacy([[1, 3], ["oo", 1]])).hard.tolist() == [[1, -3]]
    assert len(_limits(rr.LocalDP("ln(3)", "1/10")).soft) == 2
    assert _limits(rr.UtilityOptimized([1], 1)).free == (0,)


@pytest.mark.parametrize(
    ("privacy", "kept"),
    [
        (rr.LocalDP("ln(3)"), True),
        (rr.LocalDP("ln(2)"), False),
        (rr.LocalDP("ln(2)", "1/4"), True),
        (rr.LocalDP("ln(2)", "6/25"), False),
        (rr.RenyiDP(2, "17/20"), True),
        (rr.RenyiDP(2, "21/25"), False),
        (rr.RenyiDP(1, "11/20"), True),
        (rr.RenyiDP(1, "27/50"), False),
        (rr.PointwiseMaximalLeakage("ln(3/2)", ["1/2", "1/2"]), True),
        (rr.PointwiseMaximalLeakage("ln(7/5)", ["1/2", "1/2"]), False),
        (rr.LocalInformationPrivacy("ln(2)", ["1/2", "1/2"]), True),
        (rr.LocalInformationPrivacy("ln(19/10)", ["1/2", "1/2"]), False),
    ],
)
def test_warners_table_keeps_what_its_numbers_say(privacy, kept) -> None:
    """D_2 = ln(7/3) = 0.847, D_1 = ln(3)/2 = 0.549, leakage ln(3/2), information ln 2."""
    assert _limits(privacy).kept_by(WARNER, 1e-12) is kept


def test_zero_concentrated_privacy_asks_for_the_order_that_is_broken_most() -> None:
    """Warner's K(s) is largest beside s + s^2 in the limit s = 0: ln(3)/2."""
    assert _limits(rr.ZeroConcentratedDP("11/20")).sharper(WARNER) is None
    sharper = _limits(rr.ZeroConcentratedDP("1/2")).sharper(WARNER)
    assert sharper is not None and len(sharper.renyi) == 4
    one_sided = np.array([[0.999, 0.9], [0.001, 0.1]])
    told = _limits(rr.ZeroConcentratedDP("1/10")).sharper(one_sided)
    assert told is not None and all(limit.order > 1 for limit in told.renyi[2:])


def test_dear_directions_are_left_out() -> None:
    rows = np.array([[1.0, 1.0], [1.0, math.exp(-40)]])
    assert _limits(rr.RenyiDP(2, 1)).affordable(rows).tolist() == [[1.0, 1.0]]


def test_a_report_of_a_harmless_truth_alone_is_free() -> None:
    limits = _limits(rr.UtilityOptimized([1], "ln(3)"))
    assert limits.kept_by(np.array([[0.5, 0.0], [0.5, 1.0]]), 1e-12)
    assert not limits.kept_by(np.array([[1.0, 0.5], [0.0, 0.5]]), 1e-12)
