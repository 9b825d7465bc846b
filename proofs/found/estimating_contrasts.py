"""Estimating contrasts of the shares: where k-ary response is the best table of all.

Where no two truths are worth a report of their own, no set is; all pairs together say that k-ary
response needs a level, whatever the shares and the contrasts are.
"""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, integers, reals, sentence
from .estimating_shares import INSIDE, OUTSIDE, SIZE

section = Section("found")

g = reals("g")
k, s = integers("k s")

LEAST = g**2 - (k - 1) * (k - 2) / 2


def from_pairs(in_both, in_one, in_none):
    """A coefficient of a set of s truths: those of its pairs, and (s - 1)(s - 2) / 2 of the rest.

    A pair of truths lies in one pair of the set, each of them in s - 1.
    """
    one, other = INSIDE.subs(s, 2), OUTSIDE.subs(s, 2)
    pairs = in_both * one**2 + in_one * one * other + in_none * other**2
    return pairs + (s - 1) * (s - 2) / 2 / SIZE**2


@section("contrasts/condition")
def condition():
    """Products of rates of exchange, of two members, of a member and another, of two others."""
    known = (g > 1, k >= 2, s >= 2, s <= k)
    outside = (s - 2) * (s - 3) / 2
    return states(
        sentence("response_for_contrasts"),
        sentence("contrasts_attained"),
        identity(INSIDE**2, from_pairs(1, 2 * (s - 2), outside), *known, label="two members"),
        identity(
            INSIDE * OUTSIDE,
            from_pairs(0, s - 1, (s - 1) * (s - 2) / 2),
            *known,
            label="a member and another",
        ),
        identity(OUTSIDE**2, from_pairs(0, 0, s * (s - 1) / 2), *known, label="two others"),
        scope="every k >= 2, all shares, all contrasts, every g > 1, every number of reports",
    )


@section("contrasts/never")
def never():
    """The gaps of all pairs add up to g^2 - (k - 1)(k - 2) / 2 times what is never negative."""
    one, other = INSIDE.subs(s, 2), OUTSIDE.subs(s, 2)
    total = one**2 + 2 * (k - 2) * one * other + (k - 2) * (k - 3) / 2 * other**2
    return states(
        sentence("no_contrasts_below"),
        sentence("leaving_one_out_is_never_best"),
        identity(total, LEAST / SIZE**2, g > 0, k >= 2),
        holds(LEAST.subs({g: 1 / g, k: 3}) < 0, g > 1, label="reports that leave one of three out"),
        scope="every k >= 3, all shares, all contrasts, every g > 1, every number of reports",
    )


@section("contrasts/leaving-out")
def leaving_one_out():
    """Of two truths the product of what their reports weigh, with 1 / g in place of g."""
    first, second = reals("q_i q_j")
    kept = (1 + (g - 1) * first) * (1 + (g - 1) * second) / (g - 1) ** 2
    box = (g > 1, first >= 0, second >= 0, first + second <= 1)
    more = (g + 1) / (g - 1) * (1 - first - second)
    return states(
        sentence("leaving_one_out_varies_more"),
        sentence("leaving_one_out_is_worse"),
        identity(kept.subs(g, 1 / g), kept + more, *box, label="a pair of truths"),
        holds(more >= 0, *box),
        scope="every k >= 2, all shares, every contrast, every g > 1",
    )


@section("contrasts/largest")
def largest():
    """Of one contrast that varies most; of several it is enough that no pair is worth it."""
    return states(
        sentence("largest_of_response"),
        sentence("largest_by_contrasts"),
        scope="every k >= 2, all shares, every g > 1, every number of reports",
    )


@section("contrasts/largest/three")
def largest_of_three():
    """The root of what varies most, its pair of rare truths, and where no shares are enough."""
    return states(
        sentence("largest_variance_of_three"),
        sentence("largest_for_three"),
        sentence("largest_needs_rarest"),
        sentence("largest_at_two_alike"),
        scope="three truths, all shares (a two-parameter box), all g > 1; every number of reports",
    )


@section("shares/condition")
def shares():
    """Of all shares at once: the gap of two truths, which the two rarest have least."""
    a, b, rest, squares = sp.symbols("a b r z", real=True)
    size = a + b + rest
    one, other = 1 - 1 / size, -1 / size
    whole = (one * (a + b) + other * rest) ** 2
    gap = whole - one**2 * (a**2 + b**2) - other**2 * squares
    spare = 2 * (a - 1) * (b - 1) + 2 * (a**2 + b**2) / size
    known = (a >= 1, b >= 1, rest >= 0)
    return states(
        sentence("response_by_rarest"),
        sentence("response_attains"),
        identity(gap, spare - 1 - (a**2 + b**2 + squares) / size**2, *known, label="the gap"),
        scope="every k >= 2, all shares, every g > 1, every number of reports",
    )
