"""Privacy as exact inequalities, with powers of one symbol where gamma is irrational."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from sympy import QQ

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.symbolic.exact_limits import SYMBOL, GammaPower, exact_limits
from rropt.design.problem import resolved


def _limits(privacy, truths=2):
    return exact_limits(resolved(rr.Problem(privacy, rr.Trace(truths))))


def test_a_rational_level_has_no_symbol() -> None:
    limits = _limits(rr.LocalDP("ln(3)"))
    assert limits.epsilon is None and limits.point == QQ(1)
    assert [entry.expression for entry in limits.hard[0]] == [1, -3]


def test_levels_of_a_metric_are_powers_of_one_symbol() -> None:
    """Distances 1 and 2 at epsilon = 1/2: g and g^2, g = e^(1/2)."""
    limits = _limits(rr.MetricDP([[0, 1, 2], [1, 0, 1], [2, 1, 0]], "1/2"), 3)
    assert limits.epsilon == Fraction(1, 2)
    powers = {-entry.expression for form in limits.hard for entry in form if entry.factor < 0}
    assert powers == {SYMBOL, SYMBOL**2}
    assert abs(float(Fraction(str(limits.point))) - 1.6487212707) < 1e-9
    assert limits.value(SYMBOL**2) == sp.E


def test_blocks_are_read_as_they_are_printed() -> None:
    limits = _limits(rr.Blocks([[0, 1], [2]], "ln(4)", "1/2"), 3)
    found = {-entry.expression for form in limits.hard for entry in form if entry.factor < 0}
    assert found == {sp.Integer(4), SYMBOL} and limits.epsilon == Fraction(1, 2)


def test_symmetry_is_that_of_the_inequalities() -> None:
    assert _limits(rr.LocalDP(1, "1/10"), 3).is_symmetric
    assert _limits(rr.LocalInformationPrivacy("ln(2)", ["1/3"] * 3), 3).is_symmetric
    assert not _limits(rr.LocalInformationPrivacy("ln(2)", ["1/2", "1/4", "1/4"]), 3).is_symmetric
    assert not _limits(rr.UtilityOptimized([0], 1), 2).is_symmetric
    assert not _limits(rr.OneSided([0], 1), 3).is_symmetric
    assert _limits(rr.LocalDP(1), 40).is_symmetric


@pytest.mark.parametrize("privacy", [rr.RenyiDP(2, 1), rr.ZeroConcentratedDP(1)])
def test_what_has_no_finite_support_is_refused(privacy) -> None:
    with pytest.raises(NotPosed, match="continuum"):
        _limits(privacy)


def test_a_power_at_a_point() -> None:
    assert GammaPower(Fraction(2), 3).near(QQ(3, 2)) == QQ(27, 4)
