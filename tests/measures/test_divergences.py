"""Divergences against NumPy, their order, and their closed forms for Warner and k-ary response."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise, permutations

import numpy as np
import pytest

import rropt as rr
from rropt.measures import divergences
from rropt.measures.divergences import (
    chi_square,
    kullback_leibler,
    largest,
    largest_zero_concentrated,
    renyi,
    squared_hellinger,
    total_variation,
    zero_concentrated,
)
from tests.measures.tables import garbled, random_channel

ALL = {
    "total variation": total_variation,
    "chi-square": chi_square,
    "Hellinger": squared_hellinger,
    "KL": kullback_leibler,
    "Renyi 0": renyi(0),
    "Renyi 1/3": renyi("1/3"),
    "Renyi 3": renyi(3),
    "Renyi oo": renyi("oo"),
    "zCDP": zero_concentrated,
}
FORMULA = {
    "total variation": lambda p, q: abs(p - q).sum() / 2,
    "chi-square": lambda p, q: ((p - q) ** 2 / q).sum(),
    "Hellinger": lambda p, q: ((np.sqrt(p) - np.sqrt(q)) ** 2).sum() / 2,
    "KL": lambda p, q: (p * np.log(p / q)).sum(),
    "Renyi 0": lambda p, q: 0.0,
    "Renyi 1/3": lambda p, q: np.log((p ** (1 / 3) * q ** (2 / 3)).sum()) / (1 / 3 - 1),
    "Renyi 3": lambda p, q: np.log((p**3 / q**2).sum()) / 2,
    "Renyi oo": lambda p, q: np.log(p / q).max(),
}


@pytest.mark.parametrize("name", FORMULA)
@pytest.mark.parametrize("seed", range(3))
def test_the_formula_in_doubles(name, seed):
    channel = random_channel(seed, 4, 3)
    columns = channel.to_numpy().T
    expected = max(
        FORMULA[name](p, q) for i, p in enumerate(columns) for j, q in enumerate(columns) if i != j
    )
    low, high = largest(channel, ALL[name])
    assert low <= high
    assert float(low) == pytest.approx(expected, rel=1e-12, abs=1e-14)
    assert float(high - low) < 1e-12


@pytest.mark.parametrize("seed", range(4))
def test_the_zcdp_level_of_a_table_is_that_of_its_worst_pair(seed):
    """Each pair is searched above what others reach only, in any order of the truths."""
    channel = random_channel(seed, 5, 4)
    each = [zero_concentrated(*pair) for pair in permutations(channel.columns, 2)]
    for columns in (channel.columns, channel.columns[::-1]):
        table = rr.Channel.from_rows(list(zip(*columns, strict=True)))
        low, high = largest_zero_concentrated(table)
        assert max(ends[0] for ends in each) <= high and low <= max(ends[1] for ends in each)
        assert high - low <= low * Fraction(2, 10**9)


def test_a_pair_that_tells_a_truth_has_no_zcdp_level():
    table = rr.Channel.from_rows([["1/2", "1/4", "0"], ["1/2", "3/4", "1"]])
    assert largest_zero_concentrated(table) == (math.inf, math.inf)
    same = rr.Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    assert largest_zero_concentrated(same) == (0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_zcdp_level_is_the_largest_quotient_over_a_grid_of_orders(seed):
    p, q = random_channel(seed, 4, 2).columns
    low, high = zero_concentrated(p, q)
    x, y = (np.array([float(entry) for entry in column]) for column in (p, q))
    orders = np.linspace(1.001, 40, 4000)[:, None]
    cumulants = np.log((y * np.exp(orders * np.log(x / y))).sum(axis=1))
    quotients = cumulants / (orders[:, 0] * (orders[:, 0] - 1))
    assert quotients.max() <= float(high) + 1e-12
    assert quotients.max() >= float(low) * (1 - 1e-3)
    assert high - low <= low * Fraction(2, 10**9)


@pytest.mark.parametrize("name", ALL)
def test_data_processing(name, seed=1):
    channel = random_channel(seed, 4, 2)
    low, _ = largest(garbled(channel, seed + 50), ALL[name])
    _, high = largest(channel, ALL[name])
    assert low <= high


def test_renyi_divergences_grow_with_their_order_and_pass_through_kullback_leiblers():
    p, q = random_channel(2, 5, 2).columns
    orders = ["0", "1/2", "999/1000", "1", "1001/1000", "2", "7", "oo"]
    values = [renyi(order)(p, q) for order in orders]
    assert all(a[1] <= b[0] or a == b for a, b in pairwise(values))
    assert float(values[4][0] - values[2][0]) < 1e-2 * float(values[3][0])


@pytest.mark.parametrize("k", [2, 5])
def test_k_ary_response_in_closed_form(k):
    gamma = 4
    rows = [[Fraction(gamma if i == j else 1, gamma + k - 1) for j in range(k)] for i in range(k)]
    channel = rr.Channel.from_rows(rows)
    scale = (gamma - 1) / (gamma + k - 1)
    assert float(largest(channel, kullback_leibler)[0]) == pytest.approx(scale * math.log(gamma))
    assert largest(channel, total_variation)[0] == Fraction(gamma - 1, gamma + k - 1)
    power = math.log((gamma**2 + 1 / gamma + k - 2) / (gamma + k - 1))
    assert float(largest(channel, renyi(2))[0]) == pytest.approx(power)


def test_what_is_never_given_under_the_other_truth():
    channel = rr.Channel.from_rows([[1, "1/5"], [0, "4/5"]])
    assert largest(channel, kullback_leibler) == (math.inf, math.inf)
    assert largest(channel, zero_concentrated) == (math.inf, math.inf)
    assert float(largest(channel, renyi(0))[0]) == pytest.approx(math.log(5))
    assert largest(rr.Channel.identity(2), renyi("1/2")) == (math.inf, math.inf)


def test_equal_columns_and_one_truth():
    for channel in (rr.Channel.uninformative(3), rr.Channel.uninformative(1)):
        for name in ("total variation", "chi-square", "KL", "Renyi oo", "zCDP"):
            assert largest(channel, ALL[name])[1] == 0, name


def test_a_negative_order_is_refused():
    with pytest.raises(rr.InputError, match="order must be"):
        renyi(-1)


@pytest.mark.everything
@pytest.mark.parametrize("digits", [6, 12, 30, 60])
def test_columns_that_hardly_differ(digits):
    """By Hoeffding's lemma (a - 1) Renyi(a) <= a (a - 1) R^2 / 8, R the range of the log-ratios.

    With P = (1/2 + x, 1/2 - x) and Q even that is 2 x^2 (1 + O(x^2)), and so is the limit at 1.
    """
    x, half = Fraction(1, 10**digits), Fraction(1, 2)
    p, q = (half + x, half - x), (half, half)
    for ends in (kullback_leibler(p, q), zero_concentrated(p, q), zero_concentrated(q, p)):
        low, high = (end / (2 * x**2) for end in ends)
        assert low <= high
        assert abs(low - 1) < Fraction(1, 10**8)
        assert abs(high - 1) < Fraction(1, 10**8)


def test_a_report_that_hardly_ever_comes():
    """KL = x (2 log 2 - 1) + O(x^2), and (a - 1) Renyi(a) = log(1 + x 2^a) up to O(a x)."""
    x = Fraction(1, 10**60)
    p, q = (2 * x, 1 - 2 * x), (x, 1 - x)
    assert float(kullback_leibler(p, q)[0] / x) == pytest.approx(2 * math.log(2) - 1)
    low, high = zero_concentrated(p, q)
    orders = np.linspace(2, 1000, 100_000)
    cumulants = np.logaddexp(0.0, orders * math.log(2) - 60 * math.log(10))
    expected = (cumulants / (orders * (orders - 1))).max()
    assert float(low) == pytest.approx(expected, rel=1e-6)
    assert low <= high <= low * (1 + Fraction(2, 10**9))


def test_contraction_by_long_sums_is_enclosed_as_by_exact_ones(monkeypatch):
    """In balls, of columns without a symmetry and of such whose best share is exactly a half."""
    rng = random.Random(3)
    first, second = ([rng.randint(1, 9_999) for _ in range(40)] for _ in range(2))
    p, q = ([Fraction(n, sum(counts)) for n in counts] for counts in (first, second))
    symmetric = [x / 2 for x in (*p, *q)], [x / 2 for x in (*q, *p)]
    for pair in ((p, q), symmetric):
        exact = divergences.le_cam(*pair)
        with monkeypatch.context() as changed:
            changed.setattr(divergences, "MOST_EXACT", 0)
            low, high = divergences.le_cam(*pair)
        assert low <= exact[1] and exact[0] <= high
        assert 0 <= high - low <= Fraction(2, 10**12) * low


def test_contraction_of_a_thousand_unrelated_chances_is_known_to_twelve_digits():
    """At any share t the sum in doubles is a bound from below, the best of many nearly all."""
    rng = random.Random(5)
    columns = []
    for _ in range(2):
        parts = [Fraction(rng.randint(1, 999), 1_000_000 + n) for n in range(1_000)]
        columns.append([*parts, 1 - sum(parts)])
    p, q = columns
    low, high = divergences.le_cam(p, q)
    a, b = (np.array(list(map(float, column))) for column in columns)
    best = max(1 - np.sum(a * b / (t * a + (1 - t) * b)) for t in np.linspace(0, 1, 1001))
    assert 0 <= high - low <= Fraction(2, 10**12) * low
    assert best - 1e-12 <= high and best > low - Fraction(1, 10**6)
