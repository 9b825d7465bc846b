"""The least worst variance over ranges of epsilon: neighbours of a level, lotteries, rivals."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import mpmath
import pytest
from rropt.proofs.claims import settle
from rropt.proofs.exactly import ball
from rropt.proofs.found import numbers_between as page

from rropt.design.worst.exact_windows import equally_spaced, exact_windows
from rropt.design.worst.windows_program import solved
from rropt.devices.bounded_numbers import (
    duchi,
    hybrid_mechanism,
    piecewise_mechanism,
    square_wave,
)

STATEMENTS = {claim.id: claim for claim in page.section}
LEVEL = Fraction(7)
COUNT = 17
DEVICES = {
    page.one_bit: duchi,
    page.piecewise: piecewise_mechanism,
    page.hybrid: hybrid_mechanism,
    page.square_wave: square_wave,
}


@pytest.fixture(scope="module")
def few():
    """The best windows of 17 numbers at gamma = 7, a card included."""
    return exact_windows(solved(float(LEVEL), 9, 1), LEVEL)


def table(windows):
    """Every report: its number, its likelihoods, the least of them."""
    rows = []
    for first, last, weight, told in windows.reports:
        least = Fraction(weight, 2**70)
        inside = [LEVEL if first <= j <= last else Fraction(1) for j in range(COUNT)]
        rows.append((Fraction(told, 2**70), [least * times for times in inside], least))
    left, missing = windows.card(LEVEL)
    for sign in (1, -1):
        row = [(s + sign * b) / 2 for s, b in zip(left, missing, strict=True)]
        rows.append((Fraction(sign), row, min(row)))
    return rows


def neighbour(rows, level):
    """The table of another level, as the statement says, and its delta and S."""
    delta = (level - LEVEL) / (level - 1)
    floors = sum(least for _, _, least in rows)
    lost = 1 - delta * floors
    moved = [
        (lost * told, [(chance - delta * least) / lost for chance in row])
        for told, row, least in rows
    ]
    return moved, delta, floors


@pytest.mark.parametrize("level", ["13/2", "15/2"])
def test_a_neighbour_is_private_and_unbiased_and_has_the_variance_that_is_said(few, level):
    level = Fraction(level)
    rows = table(few)
    moved, delta, floors = neighbour(rows, level)
    assert page.floors(few, LEVEL) == (floors, sum(least * told**2 for told, _, least in rows))
    assert all(max(row) <= level * min(row) for _, row in moved)
    squares = page.floors(few, LEVEL)[1]
    lost = 1 - delta * floors
    for j, x in enumerate(equally_spaced(COUNT)):
        assert sum(row[j] for _, row in moved) == 1
        assert sum(told * row[j] for told, row in moved) == x
        before = sum(told**2 * row[j] for told, row, _ in rows) - x**2
        variance = sum(told**2 * row[j] for told, row in moved) - x**2
        assert variance == lost * (before - delta * squares) - delta * floors * x**2


def test_a_neighbour_of_a_smaller_level_is_not_private_at_it(few):
    moved, _, _ = neighbour(table(few), Fraction(15, 2))
    assert any(max(row) > Fraction(74, 10) * min(row) for _, row in moved)


def test_a_lottery_halfway_costs_little_more_than_the_best():
    best = solved(exp(2.05), *page.GRID).value
    said = float(page.at_most(2050))
    assert best < said < best * (1 + 5e-4)


@pytest.mark.parametrize("end", ["2", "21/10"])
def test_at_its_ends_a_lottery_is_one_of_the_two(end):
    low, high = page.known(2000), page.known(2100)
    one = {"2": low, "21/10": high}[end]
    assert page.lottery(low, high, one.level) == one.variance + one.shift


@pytest.mark.parametrize("rival", DEVICES)
@pytest.mark.parametrize("epsilon", ["713/1000", "3/2", "6"])
def test_the_formulas_are_those_of_the_devices(rival, epsilon):
    point = ball(Fraction(epsilon))
    low, _ = DEVICES[rival](epsilon=epsilon).variance
    assert float(rival(point, point.exp())) == pytest.approx(float(low), rel=1e-12)


def test_a_piece_of_epsilon_where_the_multiples_hold_and_where_larger_ones_do_not():
    """Each multiple is within 1 % of what holds at the beginning of a range, or where it dips."""
    for piece in (1000, 2049):
        assert page.costs_more(Fraction(1))(piece)
    for start in (page.SMALLEST, 2000):
        assert not page.costs_more(Fraction(101, 100))(start)


def test_the_roots_have_the_digits_that_another_library_finds():
    for times, (low, high) in page.ROOTS.items():

        def excess(e, times=times):
            g = mpmath.exp(e)
            return (g + 1) * mpmath.log((g + 2) / g) - times * g + 2

        with mpmath.workdps(30):
            root = mpmath.findroot(excess, float(low))
            assert mpmath.mpf(low) < root < mpmath.mpf(high)
        assert not page.changes_sign(Fraction(1, 10**10))(times)


@pytest.mark.parametrize("name", ["ranges/digits", "neighbours"])
def test_every_part_is_proved(name):
    record = settle(STATEMENTS[f"found/numbers/{name}"])
    assert record["verdict"] == "proved" and record["near"]


@pytest.mark.everything
def test_the_ranges_are_proved():
    """It finds the windows of 47 epsilons: half a minute."""
    record = settle(STATEMENTS["found/numbers/rivals/ranges"])
    assert record["verdict"] == "proved" and record["near"]
