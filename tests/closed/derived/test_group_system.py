"""The equations of a group, at a solution by hand and by differences."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from rropt.closed.derived.group_system import GroupSystem


def test_residuals_vanish_at_the_solution_by_hand():
    """found/mean/three/low at gamma = 2: reports +-7/2 and +-5/2, weights 1/6."""
    system = GroupSystem(
        tuple(map(Fraction, (-1, 0, 1))), ((0, 0, 1), (0, 1, 1), (1, 0, 0), (1, 1, 0))
    )
    unit = Fraction(35, 16)
    flat = [Fraction(1, 6)] * 4 + [Fraction(n, 2) for n in (7, 5, -7, -5)]
    flat += [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4), Fraction(0), Fraction(0), 2 * unit]
    flat += [3 * unit, -2 * unit, 3 * unit, Fraction(33, 4)]
    left = system.residuals(Fraction(1), system.unknowns(flat), system.numbers)
    assert set(left) == {0}
    flat[-1] += Fraction(1, 100)
    assert set(system.residuals(Fraction(1), system.unknowns(flat), system.numbers)) != {0}


NUMBERS = tuple(map(Fraction, ("-1", "1/3", "1")))
SYSTEM = GroupSystem(NUMBERS, ((0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 0)))


def place(seed: int) -> list[Fraction]:
    rng = Random(seed)
    return [Fraction(rng.randint(-9, 9), 7) for _ in range(SYSTEM.size)]


def residuals(h: Fraction, flat: list[Fraction]) -> list[Fraction]:
    return SYSTEM.residuals(h, SYSTEM.unknowns(flat), NUMBERS)


def test_the_derivatives_are_differences() -> None:
    """Central differences of polynomials of degree three are off by the step squared."""
    h, flat, step = Fraction(3, 2), place(1), Fraction(1, 10**6)
    rows = list(SYSTEM.derivatives(h, SYSTEM.unknowns(flat)))
    for column in range(SYSTEM.size):
        above, below = list(flat), list(flat)
        above[column] += step
        below[column] -= step
        pairs = zip(residuals(h, above), residuals(h, below), strict=True)
        for row, (up, down) in zip(rows, pairs, strict=True):
            assert abs((up - down) / (2 * step) - row[column]) < Fraction(1, 10**8)
    by_level = SYSTEM.by_level(h, SYSTEM.unknowns(flat), NUMBERS)
    pairs = zip(residuals(h + step, flat), residuals(h - step, flat), strict=True)
    for told, (up, down) in zip(by_level, pairs, strict=True):
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
