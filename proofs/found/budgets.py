"""Two truths and a Renyi budget both ways: until where Warner's device is best.

The device of Warner has the likelihoods (1 + s) / 2 and (1 - s) / 2, s = tanh t, so that its
reports have the log-ratios 2 t and - 2 t. With n = 2 a - 1 its sum x^a y^(1 - a) is
cosh(n t) / cosh(t). A report is paid with a price for each of its likelihoods and one for each
budget; these prices pay for every report as soon as they pay for the two of the device.
"""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, reals, sentence

section = Section("found")

s, p, A, C, S = reals("s p A C S")

HIT = (1 + s) / 2
MISS = (1 - s) / 2
SPENT = HIT**2 / MISS + MISS**2 / HIT


@section("pair/renyi")
def renyi():
    """Uses that have no region, and the budget of order 2 in numbers."""
    needed = (A - 1) / (A + 3)
    return states(
        sentence("farthest_apart_of_order"),
        sentence("farthest_of_lower_order"),
        sentence("most_told_of_order"),
        identity(SPENT, (1 + 3 * s**2) / (1 - s**2), s > 0, s < 1, label="the budget of order 2"),
        identity((1 + 3 * needed) / (1 - needed), A, A > 1, label="s^2 of a budget"),
        holds(sp.And(needed > 0, needed < 1), A > 1),
        scope="orders a >= 1 both ways, every budget; every number of reports, none of them "
        "certain",
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
        sentence("most_information_of_order"),
        identity(informs, 4 * s**2 / (1 - s**2 * (1 - 2 * p) ** 2), *box, label="the information"),
        identity(region, edge.subs(s, S / C), S > 0, C > S, label="the edge for a = 3/2"),
        holds(sp.And(edge > sp.Rational(2, 3), edge < 1), s > 0, s < 1),
        scope="orders a >= 1 both ways, every budget, 0 < p < 1 (three parameters); every number "
        "of reports, none of them certain",
    )


@section("pair/renyi/concentrated")
def concentrated():
    """The order 1 asks most of the device, and what keeps the budget keeps that order."""
    return states(
        sentence("concentrated_is_first_order"),
        scope="every rho > 0 both ways; every number of reports, none of them certain",
    )
