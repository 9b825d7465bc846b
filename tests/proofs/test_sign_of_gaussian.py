"""How long the sign of a Gaussian is its best private report: programs on cells beside it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, pi, tanh

import numpy as np
import pytest
from rropt.proofs.found import sign_of_gaussian as page
from rropt.proofs.found.sign_of_gaussian import CUT, FIRST_BEYOND, LAST, prices, section
from rropt.proofs.settling import settle
from scipy.optimize import linprog
from scipy.stats import norm

STATEMENTS = {claim.id: claim for claim in section}


def sign_informs(epsilon):
    return 2 / pi * tanh(epsilon / 2) ** 2


def best_on_cells(cuts, epsilon):
    """The largest information of a mechanism that knows only the cell: a program over {1, g}^k."""
    edges = np.concatenate([[-np.inf], -np.array(cuts)[::-1], [0], cuts, [np.inf]])
    masses = np.diff(norm.cdf(edges))
    moments = -np.diff(norm.pdf(edges))
    patterns = np.array(list(product((1.0, exp(epsilon)), repeat=len(masses))))
    informs = (patterns @ moments) ** 2 / (patterns @ masses)
    found = linprog(-informs, A_eq=patterns.T, b_eq=np.ones(len(masses)), method="highs")
    return -found.fun


def random_cells(seed):
    random = np.random.default_rng(seed)
    return np.sort(random.uniform(0.02, 3, random.integers(1, 4))), random.uniform(0.05, 2.007)


@pytest.mark.parametrize("seed", range(10))
def test_no_mechanism_on_random_cells_informs_more_than_the_sign(seed):
    cuts, epsilon = random_cells(seed)
    assert best_on_cells(cuts, epsilon) == pytest.approx(sign_informs(epsilon), rel=1e-9)


@pytest.mark.everything
def test_no_mechanism_on_a_thousand_random_cells_informs_more_than_the_sign():
    for seed in range(1000):
        cuts, epsilon = random_cells(seed)
        assert best_on_cells(cuts, epsilon) <= sign_informs(epsilon) * (1 + 1e-9)


@pytest.mark.parametrize("epsilon, more", [(2.005, False), (2.012, True), (4, True)])
def test_on_three_cells_the_sign_is_beaten_beyond_the_range(epsilon, more):
    best = best_on_cells([float(CUT)], epsilon)
    assert (best > sign_informs(epsilon) * (1 + 1e-6)) == more


@pytest.mark.everything
@pytest.mark.parametrize("v", [0, 0.1, 0.3, 0.55, 0.65, 0.7276, 1, 2, 4, 20])
@pytest.mark.parametrize("ratio", [0.3, 0.8, 1])
def test_the_prices_cover_by_sums_over_a_fine_grid(ratio, v):
    """Sum of min(f, gamma f) over x, at the last epsilon and, scaled, at smaller ones."""
    at_last = prices(LAST)
    t = ratio * float(at_last.t)
    gamma, c = (1 + t) / (1 - t), 2 * t * norm.pdf(0)
    slopes = [ratio * float(piece.slope) for piece in at_last.pieces]
    x = (np.arange(200_000) + 0.5) / 200_000 * 9
    s = np.select([x < float(page.INNER), x < float(page.OUTER)], slopes[:2], slopes[2])
    price = 2 * c * x * s - c * c
    weight = norm.pdf(x) * 9 / 200_000
    assert 2 * weight @ price == pytest.approx(c * c, rel=1e-4)
    charge = sum(
        weight @ np.minimum(f, gamma * f)
        for f in (price - 2 * v * x + v * v, price + 2 * v * x + v * v)
    )
    assert charge > -1e-6 * (1 + v * v)


@pytest.mark.parametrize("u", ["0", "0.0625", "0.3", "1", "1.19", "1.5", "3", "7"])
def test_the_prices_cover_next_to_every_place(u):
    low = Fraction(u)
    assert prices(LAST).cover(low, low + Fraction(1, 1000))


def test_beyond_the_range_they_do_not_cover_where_they_were_tight():
    assert not prices(FIRST_BEYOND).cover(Fraction(0), Fraction(1, 1000), page.DEEPEST - 10)


def test_the_curves_cross_between_both_ends():
    assert page.three_are_better(FIRST_BEYOND) and not page.three_are_better(LAST)
    assert page.three_are_better(Fraction(20)) and not page.three_are_better(Fraction(1))


@pytest.mark.everything
@pytest.mark.parametrize("name", ["smaller", "cover", "three", "sign"])
def test_every_part_is_proved(name):
    record = settle(STATEMENTS[f"found/gaussian/{name}"])
    assert record["verdict"] == "proved" and record["near"]
