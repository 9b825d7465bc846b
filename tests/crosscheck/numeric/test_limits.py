"""Privacy as inequalities: each shape, and what tables keep.

Extreme directions: counted by theory, and beside the library's own enumeration.
"""

from __future__ import annotations

import math
from math import comb

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric.limits import around, directions, lattice, limits_of

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


def _directions(privacy, truths):
    return directions(limits_of(rr.Problem(privacy.on(truths), rr.Trace(truths))))


@pytest.mark.parametrize("truths", [2, 3, 4])
def test_their_number_is_that_of_the_theory(truths) -> None:
    """2^k - 2 of one number, 2^(k - 1) of a path metric; with a delta 4, and 3 (0,0,1), 6 (0,1,3),
    6 of {1, 3}, 6 (1,3,9)."""
    assert len(_directions(rr.LocalDP("ln(3)"), truths)) == 2**truths - 2
    assert len(_directions(rr.MetricDP.path("ln(3)"), truths)) == 2 ** (truths - 1)
    if truths < 4:
        staircases = {2: 4, 3: 21}[truths]
        assert len(_directions(rr.LocalDP("ln(3)", "1/10"), truths)) == staircases


def test_a_matrix_has_at_most_the_binomial_number() -> None:
    matrix = rr.Privacy([[1, 3, 2, 4], [2, 1, 3, 5], [3, 2, 1, 3], [2, 4, 3, 1]])
    found = _directions(matrix, 4)
    assert 2**3 <= len(found) <= comb(6, 3)


def test_a_truth_may_be_told_alone() -> None:
    found = _directions(rr.UtilityOptimized([2], "ln(3)"), 3)
    assert {(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)} <= {tuple(row) for row in found}
    assert (0.0, 0.0, 1.0) not in {tuple(row) for row in found}


def test_too_many_are_refused() -> None:
    distances = rr.MetricDP.path("1/10")
    with pytest.raises(NotPosed):
        _directions(distances, 9)
    with pytest.raises(NotPosed):
        lattice(4)


def test_lattices_hold_their_centre_and_become_finer() -> None:
    rows = np.array([[1.0, 0.5]])
    near = around(rows, 0.1)
    assert len(near) == 5
    assert np.abs(near - rows).sum(axis=1).min() < 1e-12
    logs = sorted(np.log(near[:, 0] / near[:, 1]))
    assert logs == pytest.approx(np.log(2) + 0.1 * np.arange(-2, 3))


@pytest.mark.parametrize(
    "prior", [["5/11", "1/11", "4/11", "1/11"], ["1/8", "3/16", "3/16", "1/2"]]
)
def test_a_meeting_whose_entries_add_up_to_nothing_is_no_direction(prior) -> None:
    """It was scaled to a row of zeros, and the objective was called infinite."""
    privacy = rr.PointwiseMaximalLeakage("ln(3/2)", prior)
    found = _directions(privacy, 4)
    assert np.isfinite(found).all() and (found.max(axis=1) == 1).all()
