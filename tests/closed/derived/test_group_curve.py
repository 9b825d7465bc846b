"""Solutions on stretches, enclosed."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np

from rropt.closed.derived.group_curve import BITS, _is_within, enclosed_curve
from rropt.closed.derived.group_system import solved, starts
from rropt.exact.precision import working_precision

NUMBERS = (-1, 0, 1)


def test_a_support_that_is_wrong_is_not_enclosed_as_optimal():
    system, start = next(starts(NUMBERS, 1, Fraction(2)))
    h = Fraction(1)
    curve = enclosed_curve(system, h, h, start)
    assert all(map(curve.is_positive, [curve.slack(mask) for mask in system.unused]))
    far = enclosed_curve(system, Fraction(3), Fraction(3), start)
    assert far is None or not all(far.is_positive(far.slack(mask)) for mask in system.unused)


def test_a_stretch_holds_the_solution_of_every_level_in_it() -> None:
    """B^2 - 3/4 with B = (h + 2) / h below gamma = 3."""
    system, start = next(starts(NUMBERS, 1, Fraction(2)))
    curve = enclosed_curve(system, Fraction(9, 10), Fraction(11, 10), start)
    assert curve is not None
    lo, hi = curve.ends(curve.unknowns.value)
    for h in (Fraction(9, 10), Fraction(1), Fraction(11, 10)):
        value = h**2 * (((h + 2) / h) ** 2 - Fraction(3, 4))
        assert lo <= value <= hi
        solution = solved(system, h, start, 256)
        assert solution is not None
        exact = solution[0][-1]
        assert abs(float(exact) - float(value)) < 1e-14
    assert hi - lo < 2


def test_the_derivatives_of_the_value_are_those_of_its_formula() -> None:
    """h^2 V = (h + 2)^2 - 3 h^2 / 4 has the derivative 4 + h / 2."""
    system, start = next(starts(NUMBERS, 1, Fraction(2)))
    curve = enclosed_curve(system, Fraction(999, 1000), Fraction(1001, 1000), start)
    assert curve is not None
    slope = curve.derivatives[-1]
    for h in (0.999, 1.0, 1.001):
        assert float(slope.lower()) <= 4 + h / 2 <= float(slope.upper())
    assert float(slope.rad()) < 0.1


def test_ends_hold_all_values_of_a_polynomial() -> None:
    system, start = next(starts(NUMBERS, 1, Fraction(2)))
    curve = enclosed_curve(system, Fraction(1, 2), Fraction(3, 2), start)
    if curve is None:
        curve = enclosed_curve(system, Fraction(9, 10), Fraction(11, 10), start)
    assert curve is not None
    polynomial = flint.arb_poly([1, -2, 3])
    lo, hi = curve.ends(polynomial)
    for n in range(-10, 11):
        t = curve.half * n / 10
        assert lo <= 1 - 2 * t + 3 * t**2 <= hi
    assert curve.is_positive(flint.arb_poly([5, 1])) and not curve.is_positive(
        flint.arb_poly([0, 1])
    )


def test_radii_are_decided_in_balls() -> None:
    """1/4 + r/2 < r holds from r > 1/2 on: the next double above is within, 1/2 itself is not."""
    error, varied = flint.arb_mat([[0.25]]), flint.arb_mat([[0.5]])
    with working_precision(BITS):
        assert not _is_within(error, varied, np.array([0.5]))
        assert _is_within(error, varied, np.array([np.nextafter(0.5, 1)]))
