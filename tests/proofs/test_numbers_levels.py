"""The least worst variance at every epsilon: neighbours, lotteries, mixtures, a formula."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from rropt.proofs.exactly import ball
from rropt.proofs.found import numbers_levels as page
from rropt.proofs.settling import settle

from rropt.design.worst.windows_design import equally_spaced, exact_prices, exact_windows
from rropt.design.worst.windows_program import solved

STATEMENTS = {claim.id: claim for claim in page.section}
LEVEL = Fraction(7)
COUNT = 17


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


def least_charge(prices, level, told):
    """Of a report of this number, over all likelihoods between 1 and the level, in doubles."""
    q, p, y = (np.array(column, dtype=float) / 2**70 for column in prices)
    charges = q * told**2 - 2 * p * told + y
    return np.minimum(charges, level * charges).sum()


def test_a_mixture_of_prices_covers_the_levels_between_and_less_of_the_last_does_not():
    """The shares of the page at 7, between 6 and 8, where 17 numbers have prices."""
    low, high, level = Fraction(6), Fraction(8), Fraction(7)
    both = [exact_prices(solved(float(at), 9, 1), at) for at in (low, high)]
    sums = [Fraction(sum(one.constants), sum(one.shares)) for one in both]
    ratio = (level - low) * (high - 1) / ((high - level) * (low - 1)) * max(1, sums[0] / sums[1])

    def mixed(times):
        share = float(times / (1 + times))
        columns = [(one.shares, one.slopes, one.constants) for one in both]
        pairs = zip(*columns, strict=True)
        return [
            (1 - share) * np.array(first, dtype=float) + share * np.array(last, dtype=float)
            for first, last in pairs
        ]

    reports = np.linspace(0, 3, 601)
    small = 1e-9
    assert min(least_charge(mixed(ratio), 7.0, told) for told in reports) > -small
    assert min(least_charge(mixed(ratio / 2), 7.0, told) for told in reports) < -small


@pytest.mark.everything
def test_a_lottery_halfway_costs_little_more_than_the_best_and_a_mixture_is_worth_little_less():
    best = solved(exp(2.025), *page.GRIDS[0])
    low, high = (float(end(Fraction(2025, 1000))) for end in (page.at_least, page.at_most))
    assert best.value * (1 - 4e-4) < low < best.value < high < best.value * (1 + 4e-4)


def test_at_their_ends_lotteries_and_mixtures_are_those_of_the_levels():
    place = page.KNOTS.index(2000)
    low, high, ends = page.knot(place), page.knot(place + 1), page.ends(place)
    assert ends.low.at(0) == low.worth
    assert ends.high.at(0) == low.variance + low.shift
    assert ends.low.above[1] / ends.low.below[1] == high.worth
    assert ends.high.above[3] / ends.high.below[3] == high.variance + high.shift


@pytest.mark.everything
def test_the_ends_of_two_levels_are_as_near_as_is_said_and_no_nearer():
    place = page.KNOTS.index(1400)
    assert page.ends_are_near(page.APART)(place)
    assert not page.ends_are_near(page.APART / 2)(place)


def test_the_levels_reach_from_the_smallest_epsilon_to_the_largest():
    assert list(page.LEVELS) == sorted(page.LEVELS)
    assert log(page.LEVELS[0]) < 0.7 and log(page.LEVELS[-1]) > 6
    assert page.levels_reach(page.LARGEST)() and not page.levels_reach(page.LARGEST + 1)()


@pytest.mark.parametrize(
    ("epsilon", "least"), [("3/2", 1.69151), ("2", 0.865456), ("4", 0.1270916), ("6", 0.0271402)]
)
def test_the_formula_is_near_what_is_known_to_a_millionth(epsilon, least):
    said = float(page.formula(ball(Fraction(epsilon))))
    assert said == pytest.approx(least, rel=0.01)


@pytest.mark.everything
@pytest.mark.parametrize("name", ["neighbours", "mixtures"])
def test_every_part_is_proved(name):
    record = settle(STATEMENTS[f"found/numbers/{name}"])
    assert record["verdict"] == "proved" and record["near"]


@pytest.mark.everything
def test_it_is_proved_at_every_level():
    """It finds the windows and prices of 107 levels: half a minute."""
    record = settle(STATEMENTS["found/numbers/every"])
    assert record["verdict"] == "proved" and record["near"]
