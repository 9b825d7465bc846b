"""Two truths and Renyi budgets both ways: which tables of two reports are best, and for what.

The device of Warner has the likelihoods (1 + s) / 2 and (1 - s) / 2, s = tanh t, so that its
reports have the log-ratios 2 t and - 2 t. With n = 2 a - 1 its sum x^a y^(1 - a) is
cosh(n t) / cosh(t). A report is paid with a price for each of its likelihoods and one for each
budget; these prices pay for every report as soon as they pay for the two of the table.
"""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, reals, sentence

section = Section("found")

s, p, A, C, S, x, y, u, v = reals("s p A C S x y u v")

HIT = (1 + s) / 2
MISS = (1 - s) / 2
SPENT = HIT**2 / MISS + MISS**2 / HIT


@section("pair/renyi")
def renyi():
    """Uses that have no region, and the budget of order 2 in numbers."""
    needed = (A - 1) / (A + 3)
    return states(
        sentence("farthest_of_lower_order"),
        sentence("device_is_farthest_apart"),
        sentence("farthest_apart_of_order"),
        sentence("most_told_of_order"),
        identity(SPENT, (1 + 3 * s**2) / (1 - s**2), s > 0, s < 1, label="the budget of order 2"),
        identity((1 + 3 * needed) / (1 - needed), A, A > 1, label="s^2 of a budget"),
        holds(sp.And(needed > 0, needed < 1), A > 1),
        scope="orders a, b >= 1, every budget forth and back; every number of reports, none of "
        "them certain",
    )


@section("pair/renyi/prevalence")
def prevalence():
    """What the device informs, and its region for the order 3/2: there n = 2."""
    box = (s > 0, s < 1, p > 0, p < 1)
    informs = sum((x - y) ** 2 / ((1 - p) * x + p * y) for x, y in ((HIT, MISS), (MISS, HIT)))
    edge = 2 / (3 - s**2)
    sinh, cosh = 2 * S * C, C**2 + S**2  # of 2 t; S and C are those of t
    region = (2 * cosh * S - sinh * C) / ((S / C) ** 2 * (2 * sinh * C - cosh * S))
    return states(
        sentence("device_informs_most_exactly"),
        sentence("most_information_of_second_order"),
        identity(informs, 4 * s**2 / (1 - s**2 * (1 - 2 * p) ** 2), *box, label="the information"),
        identity(region, edge.subs(s, S / C), S > 0, C > S, label="the edge for a = 3/2"),
        holds(sp.And(edge > sp.Rational(2, 3), edge < 1), s > 0, s < 1),
        scope="orders a >= 1 both ways, every budget, 0 < p < 1 (three parameters); every number "
        "of reports, none of them certain",
    )


def mean_at(share):
    """Of both ratios of likelihoods, at the share of the first report."""
    return (share + x - 2 * share * x) / (share + y - 2 * share * y)


@section("pair/renyi/budgets")
def budgets():
    """The means of the ratios u and v of a table: of its budgets and of a prevalence."""
    table = (y > 0, x > y, x < 1)
    ratios = x / y, (1 - x) / (1 - y)
    first, second = sp.Symbol("w", real=True), sp.Symbol("z", real=True)
    shares = (first >= y, first <= x, second >= y, second <= x)
    below = [share + y - 2 * share * y for share in (first, second)]
    apart = (x - y) * (second - first) / (below[0] * below[1])
    turned = (1 - 2 * p) * s**2
    device = {x: HIT, y: MISS}
    return states(
        sentence("most_information_exactly"),
        sentence("one_budget_decides"),
        identity((u**2 - v**2) / (2 * (u - v)), (u + v) / 2, u > v, v > 0, label="order 2"),
        identity(mean_at(x), 2 / (1 / ratios[0] + 1 / ratios[1]), *table, label="at 0: harmonic"),
        identity(mean_at(y), sum(ratios) / 2, *table, label="at 1: arithmetic"),
        identity(mean_at(first) - mean_at(second), apart, *table, *shares, label="it rises"),
        identity(
            mean_at((1 - p) * x + p * y).subs(device),
            (1 - turned) / (1 + turned),
            s > 0,
            s < 1,
            p > 0,
            p < 1,
            label="of the device",
        ),
        scope="orders a, b >= 1 forth and back, every table of two reports, 0 < p < 1 (five "
        "parameters); every number of reports, none of them certain",
    )


@section("pair/renyi/concentrated")
def concentrated():
    """The order 1 asks most of the device; beyond its edge one order between 1 and 2 decides."""
    return states(
        sentence("device_keeps_its_first_order"),
        sentence("concentrated_is_first_order"),
        sentence("one_order_decides"),
        scope="every rho > 0 both ways; every number of reports, none of them certain",
    )
