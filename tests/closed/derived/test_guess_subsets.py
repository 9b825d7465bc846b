"""The best guess for every number of truths: formula, prices and switches against other routes.

Which size of subsets is best on which stretch of gamma, against brute force over the sizes.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain, combinations
from math import log

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.guess_subsets import GuessSubsets, best_subset, switches_of
from rropt.closed.derived.region_cover import prove
from rropt.closed.derived.validity import Box, at
from rropt.exact import InputError
from rropt.patterns.extreme import excess, ordered_pairs, staircases

gamma, delta = sp.symbols("gamma delta")
ANY = rr.LocalDP("ln(3)", "1/10")


def _masses(rng, k):
    weights = [rng.randint(1, 12) for _ in range(k)]
    return [Fraction(w, sum(weights)) for w in weights]


def _by_brute_force(masses, g):
    """The largest gamma q(A) / (gamma + |A| - 1) over all subsets."""
    k = len(masses)
    subsets = chain.from_iterable(combinations(range(k), size) for size in range(1, k + 1))
    return max(g * sum(masses[i] for i in A) / (g + len(A) - 1) for A in subsets)


def test_the_best_subset_is_the_best_of_all():
    rng = random.Random(1)
    for _ in range(60):
        masses, g = _masses(rng, rng.randint(2, 6)), Fraction(rng.randint(11, 60), 10)
        subset = best_subset(masses, g)
        found = g * sum(masses[i] for i in subset) / (g + len(subset) - 1)
        assert found == _by_brute_force(masses, g)


@pytest.mark.everything
@pytest.mark.parametrize("k", [3, 5, 8])
def test_known_masses_agree_with_certified_designs(k):
    rng = random.Random(k)
    masses = _masses(rng, k)
    answer = rr.derive(rr.Problem(ANY, rr.Guess(masses)), (1, "oo"), delta=(0, 1))
    assert answer.proved and answer.envelope is not None
    for _ in range(4):
        g, d = Fraction(rng.randint(101, 900), 100), Fraction(rng.randint(0, 9), 20)
        design = rr.optimal(rr.LocalDP.from_gamma(g, d), rr.Guess(masses))
        if d:
            assert answer.value_at(gamma=g, delta=d) == design.value
        pure = rr.optimal(rr.LocalDP.from_gamma(g), rr.Guess(masses))
        line = rr.derive(rr.Problem(ANY, rr.Guess(masses)), (1, "oo"), delta=0)
        assert line.value_at(gamma=g) == pure.value


def test_prices_and_multipliers_cover_every_staircase():
    """Weights make a table, prices add up to the value, and no staircase has a larger utility."""
    masses = [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)]
    answer = rr.derive(rr.Problem(ANY, rr.Guess(masses)), (1, "oo"), delta=(0, 1))
    for piece in answer.pieces:
        place = piece.point
        g, d = place[gamma], place[delta]
        rows = [
            [at(w, place) * (0 if t < 0 else g**t) for t in pattern]
            for pattern, _, w in piece.patterns
        ]
        assert [sum(column) for column in zip(*rows, strict=True)] == [1, 1, 1]
        prices = [at(y, place) for y in piece.prices]
        each = dict(zip(ordered_pairs(3), [at(z, place) for z in piece.pair_prices], strict=True))
        assert min(prices) >= 0 and min(each.values()) >= 0
        assert sum(prices) + d * sum(each.values()) == at(piece.value, place)
        for exponents in staircases(3):
            row = tuple(Fraction(0) if t < 0 else g**t for t in exponents)
            charge = sum(y * x for y, x in zip(prices, row, strict=True))
            charge += sum(each[pair] * size for pair, size in excess(row, g).items())
            assert charge >= max(q * x for q, x in zip(masses, row, strict=True))


def test_switches_are_where_the_next_truth_is_worth_it():
    """At gamma = Q_m/q_(m+1) - m + 1 the subsets of m and m + 1 truths are equally good."""
    masses = [Fraction(n, 28) for n in (10, 7, 6, 4, 1)]
    for size, g in enumerate(switches_of(masses), start=1):
        fewer, more = (g * sum(masses[:m], Fraction(0)) / (g + m - 1) for m in (size, size + 1))
        assert fewer == more == _by_brute_force(masses, g)


def test_equal_masses_and_a_mass_of_zero_need_no_switch_of_their_own():
    masses = ["1/2", "1/4", "1/4", "0"]
    answer = rr.derive(rr.Problem(ANY, rr.Guess(masses)), (1, "oo"), delta=0)
    assert answer.proved
    assert set(answer.values) == {sp.Rational(1, 2), gamma / (gamma + 2)}


@pytest.mark.everything
def test_twenty_truths_have_twenty_pieces():
    masses = [Fraction(i, 210) for i in range(1, 21)]
    answer = rr.derive(rr.Problem(ANY, rr.Guess(masses)), (1, "oo"), delta=0)
    assert answer.proved and len(answer.pieces) == 20
    assert answer.value_at(gamma="7/2") == _best_of_sizes(masses, Fraction(7, 2))


def _best_of_sizes(masses, g):
    order = sorted(masses, reverse=True)
    return max(g * sum(order[:m]) / (g + m - 1) for m in range(1, len(order) + 1))


@pytest.mark.everything
def test_three_open_masses():
    """All seven subsets are best somewhere; two solvers say that they cover the simplex."""
    problem = rr.Problem(ANY, rr.Guess(["1/2", "1/4", "1/4"]))
    answer = rr.derive(problem, prior=["1 - a - b", "a", "b"], a=(0, 1), b=(0, 1), delta=0)
    assert answer.proved and len(answer.pieces) == 7
    assert dict(answer.cover.verdicts) == {"z3": "unsat", "cvc5": "unsat"}
    rng = random.Random(3)
    for _ in range(6):
        masses, g = _masses(rng, 3), Fraction(rng.randint(11, 60), 10)
        design = rr.optimal(rr.LocalDP.from_gamma(g), rr.Guess(masses))
        assert answer.value_at(gamma=g, a=masses[1], b=masses[2]) == design.value


@pytest.mark.everything
def test_four_open_masses_in_a_family():
    problem = rr.Problem(ANY, rr.Guess(["1/4"] * 4))
    answer = rr.derive(problem, prior=["1 - 3*q", "q", "q", "q"], q=(0, "1/3"), delta=0)
    assert answer.proved and len(answer.pieces) == 3
    assert str(answer).endswith("\n  each value is that of a table, whatever the parameters")
    assert "cover: proved: a best subset meets its own conditions" in str(answer)
    q = sp.Symbol("q")
    assert set(answer.values) == {
        1 - 3 * q,
        gamma / (gamma + 3),
        3 * gamma * q / (gamma + 2),
    }
    assert answer.value_at(gamma=5, q="1/5") == _by_brute_force(
        [Fraction(2, 5)] + [Fraction(1, 5)] * 3, 5
    )


def test_without_one_subset_the_box_is_not_covered():
    box = Box(((gamma, Fraction(1), None),))
    masses = tuple(sp.Rational(n, 10) for n in (5, 3, 2))
    pieces = GuessSubsets(box, {delta: Fraction(0)}, masses).pieces()
    regions = [piece.region for piece in pieces]
    assert prove(box, regions).proved
    for left_out in regions:
        assert not prove(box, [r for r in regions if r is not left_out]).proved


gamma = sp.Symbol("gamma")
ANY_SUBSET = rr.LocalDP("ln(3)")


def _information(k, m, g):
    """The mutual information of the orbit of m-subsets, from its table."""
    total = m * g + k - m
    high, low = m * g / total, (k - m) / total
    return high * log(g * k / total) + low * log(k / total)


def _equal(k):
    return [Fraction(1, k)] * k


@pytest.mark.everything
@pytest.mark.parametrize("k", [2, 3, 7, 12])
def test_the_best_size_of_an_information_is_that_of_all_sizes(k):
    answer = rr.derive(rr.Problem(ANY_SUBSET, rr.MutualInformation(_equal(k))))
    assert answer.proved
    for g in (1.05, 1.4, 2.0, 3.3, 6.0, 20.0, 400.0):
        lo, hi = answer.value_at(gamma=Fraction(str(g)))
        best = max(_information(k, m, g) for m in range(1, k))
        assert abs(float(lo) - best) < 1e-12 and hi - lo < Fraction(1, 10**30)


def test_the_switches_of_a_covariance_are_square_roots():
    answer = rr.derive(rr.Problem(ANY_SUBSET, rr.AOptimal(_equal(8))))
    text = str(answer)
    assert "where sqrt(5) <= gamma <= sqrt(21)" in text
    assert answer.value_at(gamma=5) == Fraction(7 * 12**2, 8 * 4**2)
    assert len(answer.values) == 4 and answer.envelope.name == "min"


def test_a_range_shows_its_own_pieces_only():
    answer = rr.derive(rr.Problem(ANY_SUBSET, rr.AOptimal(_equal(8))), (2, 3))
    assert len(answer.pieces) == 2
    with pytest.raises(InputError):
        answer.value_at(gamma=5)


@pytest.mark.everything
def test_forty_truths():
    answer = rr.derive(rr.Problem(ANY_SUBSET, rr.MutualInformation(_equal(40))), (1, 1000))
    assert answer.proved and len(answer.pieces) == 20
