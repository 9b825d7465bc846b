"""Certified optima at random parameters beside the formulas of proofs/found."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from rropt.proofs.found.random_budgets import (
    beyond,
    deciding,
    divergence,
    log_ratio,
    mean_at,
    mean_of_order,
    reach,
    variance_of,
    warner_draw,
)
from rropt.proofs.found.random_draw import best
from rropt.proofs.found.random_optima import attack, contradicts, draws, main
from rropt.proofs.found.random_problems import FAMILIES
from rropt.proofs.found.random_shares import response_draw
from rropt.proofs.papers import claims

import rropt as rr

FEW = 3


def test_every_family_is_a_statement():
    assert {f"found/{name}" for name in FAMILIES} <= set(claims("found"))


@pytest.mark.everything
@pytest.mark.parametrize("name", FAMILIES)
def test_no_certified_optimum_contradicts_a_formula(name):
    assert attack(name, FEW).contradictions == ()


@pytest.mark.long
@pytest.mark.parametrize("name", FAMILIES)
def test_a_thousand_certified_optima_contradict_no_formula(name):
    assert attack(name, 1000, seed=7).contradictions == ()


@pytest.mark.everything
@pytest.mark.parametrize("name", FAMILIES)
def test_a_formula_that_is_off_by_a_thousandth_is_contradicted(name):
    draw = next(draws(FAMILIES[name], 1, 5))
    moved = draw.formula + max(draw.formula, Fraction(1)) / 1000
    assert contradicts(replace(draw, formula=moved))


@pytest.mark.parametrize("seed", range(4))
def test_beyond_the_curve_another_table_is_better(seed):
    """Shares (q, r, r) with q > (gamma + 3)/(gamma + 5), below the variance of k-ary response."""
    random = Random(seed)
    g = 1 + Fraction(random.randint(8, 80), 10)
    least = (g + 3) / (g + 5)
    q = least + (1 - least) * Fraction(random.randint(2, 9), 10)
    shares = [q, (1 - q) / 2, (1 - q) / 2]
    other = response_draw(g, shares)
    assert other.proved()[1] < other.formula


def test_the_largest_factor_of_three_truths_is_nearly_reached():
    """Certified for shares next to (1, 0, 0); 8 - 4 sqrt(3) = 1.0718 bounds it."""
    rare = Fraction(1, 2 * 10**6)
    draw = response_draw(Fraction(100), [1 - 2 * rare, rare, rare])
    low, high = draw.proved()
    assert 1.069 < draw.formula / high <= draw.formula / low < 1.0718


def test_the_command_refuses_what_it_does_not_know(capsys):
    assert main(["nothing/*"]) == 3
    assert main(["guess/delta", "--draws", "2"]) == 0
    assert "guess/delta" in capsys.readouterr().out


@pytest.mark.everything
@pytest.mark.parametrize("order", ["1", "5/4", "3/2", "7/4"])
def test_a_rare_prevalence_has_a_better_table_than_warner_below_the_order_two(order):
    """Beside the region the device is best, outside it another table is, by the same formula."""
    t = log_ratio(Fraction(order), Fraction(1, 2))
    edge = Fraction(reach(Fraction(order), t))
    for share, is_best in (((1 - edge) / 2 + Fraction(1, 20), True), ((1 - edge) / 4, False)):
        p = share.limit_denominator(1000)
        draw = warner_draw(rr.RenyiDP(order, "1/2"), p, t)
        assert (draw.proved()[1] < draw.formula) != is_best


@pytest.mark.parametrize("order", ["1", "3/2"])
def test_beyond_the_edge_the_mean_of_the_order_gives_the_best_table(order):
    """Its variance is certified; with the mean of another prevalence it is not."""
    p, budget = Fraction(19, 20), Fraction(1, 2)
    low, high = best(rr.RenyiDP(order, budget), rr.Variance("19/20"), Fraction(0)).proved()
    near = 1e-9
    x, y = beyond(float(Fraction(order)), float(budget), float(p))
    assert low - near < variance_of(float(p), x, y) < high + near
    x, y = beyond(float(Fraction(order)), float(budget), 0.93)
    assert divergence(float(Fraction(order)), x, y) == pytest.approx(float(budget))
    assert variance_of(float(p), x, y) > high + near


def test_an_order_between_one_and_two_decides_under_zcdp_for_a_rare_prevalence():
    rho, p = 0.5, 0.95
    order, (x, y) = deciding(rho, p)
    assert 1 < order < 2
    assert mean_at(p, x, y) == pytest.approx(mean_of_order(order, x, y))
    orders = [1 + n / 100 for n in range(400)]
    spent = [divergence(a, *pair) / a for a in orders for pair in ((x, y), (y, x))]
    assert max(spent) == pytest.approx(divergence(order, x, y) / order, abs=1e-6)
    assert max(spent) == pytest.approx(rho, abs=1e-6)
