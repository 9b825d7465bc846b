"""Brute force: every basis, every card, random tables."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.enumeration import (
    best_basis,
    best_random_table,
    can_enumerate,
    scan_cards,
    scan_level_cards,
)


def test_brute_force_on_its_own():
    """Numbers known without this library: 2 gamma / (gamma + 1), Holohan's 15/16."""
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(2))
    assert can_enumerate(problem) and best_basis(problem)[0] == (Fraction(3, 2), Fraction(3, 2))
    card = rr.Problem(rr.LocalDP("ln(2)", "1/4"), rr.Variance("1/4"), 2)
    assert scan_cards(card)[0] == pytest.approx(15 / 16, rel=1e-9)


def test_the_best_random_table_of_a_negative_criterion_bounds_it():
    """Near the optimum log det Cov = -1.046...; it is no disagreement to be a rounding above it."""
    problem = rr.Problem(rr.LocalDP.from_gamma(10), rr.DOptimal(["1/3"] * 3))
    (_, row) = rr.crosscheck(problem, ["brute force"]).rows
    assert abs(row.difference) < 1e-6 and row.number < 0


@pytest.mark.parametrize("objective", [rr.Variance, rr.Warner])
@pytest.mark.parametrize(
    "criterion",
    [rr.Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]]), rr.OneSided([1], "ln(2)")],
)
def test_every_card_is_scanned(objective, criterion):
    found = rr.crosscheck(rr.optimal(criterion, objective("1/3"), 2))
    assert [row.route for row in found.rows] == ["certificate", "brute force"]
    assert abs(found.rows[1].difference) < 1e-7


@pytest.mark.parametrize("d", ["0", "1/10"])
def test_every_basis_of_a_guess_of_two(d: str) -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)", d), rr.Guess("1/2,1/2"))
    (lo, hi), witness = best_basis(problem)
    assert lo == hi == (3 + Fraction(d)) / 4
    columns = [sum(w * pattern[j] for pattern, w in witness) for j in (0, 1)]
    assert columns == [1, 1]


def test_only_few_bases_are_listed() -> None:
    """C(6, 3) = 20 of three truths; 31 columns and 9 rows with a delta."""
    three = rr.Guess("1/2,1/4,1/4")
    assert can_enumerate(rr.Problem(rr.LocalDP(1), three))
    assert not can_enumerate(rr.Problem(rr.LocalDP(1, "1/10"), three))


def test_random_tables_are_private_and_never_better_than_the_optimum() -> None:
    for objective, sign in ((rr.Guess("1/2,1/4,1/4"), 1), (rr.AOptimal("1/2,1/4,1/4"), -1)):
        for privacy in (rr.LocalDP.from_gamma(3, "1/10"), rr.MetricDP.path("ln(2)").on(3)):
            value, table = best_random_table(rr.Problem(privacy, objective))
            best = rr.optimal(privacy, objective).bound
            bound = float(best if not isinstance(best, tuple) else best[1])
            assert sign * value <= sign * bound + 1e-9
            P = np.array(table)
            assert P.sum(axis=0) == pytest.approx(np.ones(3)) and P.min() >= -1e-12


def test_a_scan_finds_the_corner_of_the_largest_spread() -> None:
    """Warner's device at gamma = 3: p = 3/4, variance 3/4 + 3/16."""
    value, card = scan_cards(rr.Problem(rr.LocalDP("ln(3)"), rr.Warner("1/4"), 2))
    assert value == pytest.approx(15 / 16, rel=1e-9) and card == pytest.approx((0.75, 0.75))
    levels = rr.Problem(rr.Privacy([[1, 3], [3, 1]]), rr.Warner("1/4"), 2)
    assert scan_level_cards(levels)[0] == pytest.approx(15 / 16, rel=1e-7)
