"""What the usual mechanisms lose over ranges of epsilon, and where the closed forms end."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from rropt.proofs.exactly import ball
from rropt.proofs.found import numbers_between as page
from rropt.proofs.settling import settle

from rropt.devices.bounded_numbers import (
    duchi,
    hybrid_mechanism,
    piecewise_mechanism,
    square_wave,
)

STATEMENTS = {claim.id: claim for claim in page.section}
DEVICES = {
    page.one_bit: duchi,
    page.piecewise: piecewise_mechanism,
    page.hybrid: hybrid_mechanism,
    page.square_wave: square_wave,
}


@pytest.mark.parametrize("rival", DEVICES)
@pytest.mark.parametrize("epsilon", ["7/10", "3/2", "6"])
def test_the_formulas_are_those_of_the_devices(rival, epsilon):
    point = ball(Fraction(epsilon))
    low, _ = DEVICES[rival](epsilon=epsilon).variance
    assert float(rival(point, point.exp())) == pytest.approx(float(low), rel=1e-12)


@pytest.mark.everything
@pytest.mark.parametrize("rival", DEVICES)
@pytest.mark.parametrize("piece", [1999, 2000])
def test_the_multiples_hold_where_a_range_ends_and_another_begins(rival, piece):
    """What the rivals lose grows with epsilon: each multiple is within 1 % of what holds there."""
    assert page.costs(rival, piece, Fraction(0))
    assert not page.costs(rival, piece, Fraction(-1, 100))


def test_the_roots_have_the_digits_that_another_library_finds():
    for times, (low, high) in page.ROOTS.items():

        def excess(e, times=times):
            g = mpmath.exp(e)
            return (g + 1) * mpmath.log((g + 2) / g) - times * g + 2

        with mpmath.workdps(30):
            root = mpmath.findroot(excess, float(low))
            assert mpmath.mpf(low) < root < mpmath.mpf(high)
        assert not page.changes_sign(Fraction(1, 10**10))(times)


def test_the_digits_are_proved():
    record = settle(STATEMENTS["found/numbers/ranges/digits"])
    assert record["verdict"] == "proved" and record["near"]


@pytest.mark.everything
def test_the_ranges_are_proved():
    """It finds the windows and prices of 107 levels: half a minute."""
    record = settle(STATEMENTS["found/numbers/rivals/ranges"])
    assert record["verdict"] == "proved" and record["near"]
