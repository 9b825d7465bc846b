"""Two truths and a Renyi budget of order 2 both ways: one device is best for every prevalence.

The device of Warner with likelihoods (1 + s) / 2 and (1 - s) / 2 spends the budget
A = e^epsilon = (1 + 3 s^2) / (1 - s^2). A report with the likelihoods x and y is paid with
a x + b y + c x^2 / y + d y^2 / x; what it informs about a prevalence p is never more.
"""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, reals, sentence

section = Section("found")

s, p, A = reals("s p A")

HIT = (1 + s) / 2
MISS = (1 - s) / 2
SPENT = HIT**2 / MISS + MISS**2 / HIT


@section("pair/renyi")
def renyi():
    """What the device spends and informs, and that every budget has one."""
    box = (s > 0, s < 1, p > 0, p < 1)
    informs = sum((x - y) ** 2 / ((1 - p) * x + p * y) for x, y in ((HIT, MISS), (MISS, HIT)))
    needed = (A - 1) / (A + 3)
    return states(
        sentence("most_information_of_order_two"),
        sentence("farthest_apart_of_order_two"),
        identity(SPENT, (1 + 3 * s**2) / (1 - s**2), *box, label="the budget"),
        identity((1 + 3 * needed) / (1 - needed), A, A > 1, label="s^2 of a budget"),
        holds(sp.And(needed > 0, needed < 1), A > 1),
        identity(informs, 4 * s**2 / (1 - s**2 * (1 - 2 * p) ** 2), *box, label="the information"),
        scope="order 2 both ways, every budget, 0 < p < 1 (two parameters); every number of "
        "reports, none of them certain",
    )
