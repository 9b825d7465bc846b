"""The equations of a group, at a solution by hand and by differences.

Starts in doubles: solutions whose signs are right, beside certified designs.
"""

from __future__ import annotations

from fractions import Fraction
from fractions import Fraction as F
from random import Random

import pytest
from flint import fmpq

import rropt as rr
from rropt.closed.derived.group_system import (
    GroupSystem,
    active_truths,
    centred,
    seems_optimal,
    start_near,
    starts,
)
from rropt.exact.convert import fraction


def test_residuals_vanish_at_the_solution_by_hand():
    """found/mean/three/low at gamma = 2: reports +-7/2 and +-5/2, weights 1/6."""
    system = GroupSystem((-1, 0, 1), 1, ((0, 0, 1), (0, 1, 1), (1, 0, 0), (1, 1, 0)))
    unit = Fraction(35, 16)
    flat = [Fraction(1, 6)] * 4 + [Fraction(n, 2) for n in (7, 5, -7, -5)]
    flat += [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4), Fraction(0), Fraction(0), 2 * unit]
    flat += [3 * unit, -2 * unit, 3 * unit, Fraction(33, 4)]
    left = system.residuals(Fraction(1), system.unknowns(flat))
    assert set(left) == {0}
    flat[-1] += Fraction(1, 100)
    assert set(system.residuals(Fraction(1), system.unknowns(flat))) != {0}


SYSTEM = GroupSystem((-3, 1, 3), 3, ((0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 0)))


def place(seed: int) -> list[Fraction]:
    rng = Random(seed)
    return [Fraction(rng.randint(-9, 9), 7) for _ in range(SYSTEM.size)]


def residuals(h: Fraction, flat: list[Fraction]) -> list[Fraction]:
    return SYSTEM.residuals(h, SYSTEM.unknowns(flat))


def test_the_jacobian_has_differences() -> None:
    """Central differences of polynomials of degree three are off by the step squared."""
    step = Fraction(1, 10**6)
    h = Fraction(3, 2)
    flat = place(1)
    rows = SYSTEM.jacobian(fmpq(3, 2), [fmpq(x.numerator, x.denominator) for x in flat])
    for column in range(SYSTEM.size):
        above, below = list(flat), list(flat)
        above[column] += step
        below[column] -= step
        for row, up, down in zip(rows, residuals(h, above), residuals(h, below), strict=True):
            told = fraction(fmpq(row[column]))
            assert abs((up - down) / (2 * step) - told) < Fraction(1, 10**8)


def test_the_slack_is_that_of_prices_in_their_own_units() -> None:
    """h^2 ((q.r)(y.r) - (p.r)^2), with P = h sum p, h^2 p_j and h^2 y_j among the unknowns."""
    h, x = Fraction(2), SYSTEM.unknowns(place(2))
    y = [c / h**2 for c in x.constants]
    rest = [p / h**2 for p in x.slopes[1:]]
    p = [x.slopes[0] / h - sum(rest), *rest]
    for mask in SYSTEM.unused:
        r = [1 + h * m for m in mask]
        of_q, of_p, of_y = (
            sum(a * b for a, b in zip(v, r, strict=True)) for v in (x.squares, p, y)
        )
        assert SYSTEM.slack(h, x, mask) == h**2 * (of_q * of_y - of_p**2)


def test_as_many_equations_as_unknowns_and_every_other_pattern() -> None:
    assert len(residuals(Fraction(1), place(3))) == SYSTEM.size == 18
    assert set(SYSTEM.unused) == {(0, 1, 1), (1, 0, 1)}


STARTED = (-1, 0, 1)


@pytest.mark.parametrize("level", [F(2), F(5)])
def test_a_start_solves_the_equations_and_has_the_certified_value(level: F) -> None:
    system, start = next(starts(STARTED, 1, level))
    h = float(level) - 1
    x = system.unknowns(start)
    assert max(map(abs, system.residuals(h, x))) < 1e-8
    value = rr.optimal(rr.LocalDP.from_gamma(level), rr.Mean(STARTED)).value
    assert x.value / h**2 == pytest.approx(float(value), rel=1e-7)
    assert seems_optimal(system, level, start)


def test_a_negative_weight_or_share_is_seen() -> None:
    system, start = next(starts(STARTED, 1, F(2)))
    for place in (0, system.ends[2]):
        wrong = list(start)
        wrong[place] = -1e-3
        assert not seems_optimal(system, F(2), wrong)


def test_newton_comes_back_to_the_solution_and_gives_up_where_there_is_none() -> None:
    system, start = next(starts(STARTED, 1, F(2)))
    near = [x + 1e-3 for x in start]
    assert start_near(system, F(2), near) == pytest.approx(start, abs=1e-8)
    assert start_near(system, F(2), [0.0] * system.size) is None


def test_the_truths_that_are_paid() -> None:
    """Of five equally spaced numbers at gamma = 5 only the ends and the middle."""
    five = centred([F(n) for n in range(5)])
    assert (five.whole, five.unit) == ((-2, -1, 0, 1, 2), 2)
    assert active_truths(STARTED, 1, F(2)) == [(0, 1, 2)]
    assert (0, 2, 4) in active_truths(five.whole, five.unit, F(5))


def test_numbers_are_centred_once_each() -> None:
    three = centred((F(3), F(1), F(2), F(1)))
    assert (three.middle, three.half, three.whole, three.unit) == (2, 1, (-1, 0, 1), 1)
    assert three.places == (2, 0, 1, 0)
    assert centred((F(0), F(5))).half == F(5, 2)


def test_equations_in_units_are_those_of_the_numbers_themselves() -> None:
    """Means and squares of the numbers are a unit, and its square, times as large."""
    twice = GroupSystem((-6, 2, 6), 6, SYSTEM.support)
    flat = place(4)
    one, other = residuals(F(3, 2), flat), twice.residuals(F(3, 2), twice.unknowns(flat))
    assert [b / a for a, b in zip(one, other, strict=True)] == [
        *[1] * 3,
        *[2] * 3,
        *[4] * 3,
        *[1] * 9,
    ]
