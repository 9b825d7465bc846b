"""What is best beyond the sign of a Gaussian: sums over fine grids and programs beside it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp

import numpy as np
import pytest
from rropt.proofs.found import answers_about_gaussian as page
from rropt.proofs.found.answers_about_gaussian import FOUND, LinePrices, prices_of, section
from rropt.proofs.settling import settle
from scipy.optimize import linprog
from scipy.stats import norm

STATEMENTS = {claim.id: claim for claim in section}
NUMBERS = [0, 0.1, 0.35, 0.55, 0.73, 0.97, 1.3, 2, 4, 20]


def meets(epsilon):
    """Where the intervals meet."""
    found = FOUND[epsilon]
    cuts = [float(cut) for cut in found.cuts.split()]
    centre = [] if found.answers % 2 else [0.0]
    return [-cut for cut in reversed(cuts)] + centre + cuts


def best_on_cells(edges, epsilon):
    """The largest information of a mechanism that knows only the cell: a program over {1, g}^k."""
    edges = np.concatenate([[-np.inf], edges, [np.inf]])
    masses, moments = np.diff(norm.cdf(edges)), -np.diff(norm.pdf(edges))
    patterns = np.array(list(product((1.0, exp(float(epsilon))), repeat=len(masses))))
    informs = (patterns @ moments) ** 2 / (patterns @ masses)
    found = linprog(-informs, A_eq=patterns.T, b_eq=np.ones(len(masses)), method="highs")
    return -found.fun


def price_at(x, epsilon):
    """The straight pieces through the values, by interpolation."""
    found = FOUND[epsilon]
    places, values = (np.array(text.split(), float) for text in (found.places, found.values))
    beyond = values[-1] + float(found.slope) * (x - places[-1])
    return np.where(x > places[-1], beyond, np.interp(x, places, values))


@pytest.mark.parametrize("epsilon", FOUND)
def test_the_best_mechanism_on_the_intervals_has_what_is_between_the_ends(epsilon):
    least, most = map(float, FOUND[epsilon].ends)
    assert least * (1 - 1e-7) <= best_on_cells(meets(epsilon), epsilon) <= most * (1 + 1e-7)


@pytest.mark.parametrize("epsilon", FOUND)
@pytest.mark.parametrize("seed", range(3))
def test_no_mechanism_on_random_cells_informs_more(epsilon, seed):
    random = np.random.default_rng(seed)
    edges = np.sort(random.uniform(-2, 2, random.integers(3, 8)))
    assert best_on_cells(edges, epsilon) < float(FOUND[epsilon].ends[1])


@pytest.mark.parametrize("epsilon", FOUND)
def test_charges_are_sums_over_a_fine_grid(epsilon):
    """Sum of min(f, gamma f) over x, with the prices by interpolation."""
    gamma = exp(float(epsilon))
    x = (np.arange(100_000) + 0.5) / 100_000 * 9
    weight = norm.pdf(x) * 9 / 100_000
    prices = price_at(x, epsilon)
    assert float(prices_of(epsilon).total()) == pytest.approx(2 * weight @ prices, rel=1e-6)
    for v in NUMBERS:
        sides = (prices - 2 * v * x + v * v, prices + 2 * v * x + v * v)
        charge = sum(weight @ np.minimum(f, gamma * f) for f in sides)
        found = prices_of(epsilon).charge(Fraction(v).limit_denominator(100))
        assert float(found) == pytest.approx(charge, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("epsilon", FOUND)
def test_between_two_numbers_a_charge_falls_by_no_more_than_is_said(epsilon):
    prices, step = prices_of(epsilon), Fraction(1, 16)
    for place in range(32):
        low, high = place * step, (place + 1) * step
        least = min(float(prices.charge(low)), float(prices.charge(high)))
        fall = float(prices.level) * float(step) ** 2 / 4
        assert float(prices.charge((low + high) / 2)) >= least - fall


@pytest.mark.parametrize("epsilon", ["2.0075", "2.5", "3.5"])
def test_prices_cover_at_their_level_and_not_a_tenth_above_it(epsilon):
    prices = prices_of(epsilon)
    assert prices.cover()
    assert not LinePrices(prices.level * page.arb("1.1"), prices.lines).cover()
    assert not page.cover(page.MILLIONTH)(epsilon)


@pytest.mark.parametrize("moved", [-0.02, 0.02])
def test_intervals_with_moved_cuts_inform_less(moved, monkeypatch):
    found = FOUND["3"]
    cut = str(float(found.cuts) + moved)
    monkeypatch.setitem(page.FOUND, "3", replace(found, cuts=cut))
    assert not page.informs(Fraction(1))("3")


@pytest.mark.parametrize("epsilon", FOUND)
def test_fewer_or_more_answers_inform_less(epsilon):
    """Each number of answers with the best width of a grid."""
    gamma, least = exp(float(epsilon)), float(FOUND[epsilon].ends[0])
    for answers in (2, 3, 4, 5, 6, 7):
        if answers == FOUND[epsilon].answers:
            continue
        for width in np.linspace(0.2, 2, 40):
            edges = (np.arange(1, answers) - answers / 2) * width
            ends = np.concatenate([[-np.inf], edges, [np.inf]])
            mass, moment = np.diff(norm.cdf(ends)), -np.diff(norm.pdf(ends))
            parts = (gamma - 1) ** 2 * moment**2 / (1 + (gamma - 1) * mass)
            assert parts.sum() / (gamma + answers - 1) < least


@pytest.mark.everything
@pytest.mark.parametrize("name", STATEMENTS)
def test_every_part_is_proved(name):
    record = settle(STATEMENTS[name])
    assert record["verdict"] == "proved" and record["near"]
