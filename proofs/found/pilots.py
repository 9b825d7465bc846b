"""Two truths and a pilot: what is gained by choosing the table after some people have answered.

A level g and a delta d hold for both truths, p is the prevalence of truth 1, and a table of two
reports has the chances x and y of a yes on truth 1 and on truth 0. With J = x - y and the share of
a yes L = (1 - p) y + p x it needs L (1 - L) / J^2 respondents for a variance of one:

    Warner's   x = (g + d)/(1 + g), y = (1 - d)/(1 + g)     p (1 - p) + K
    census     x = d, y = 0                                 p (1 - p d)/d
    mirrored   x = 1, y = 1 - d                             (1 - p)(1 - (1 - p) d)/d

with K = (g + d)(1 - d)/(g - 1 + 2 d)^2.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..claims import Section, as_statement, states
from ..goals import Goal, holds, identity, reals, sentence

section = Section("found")

g, d, p, x, y, V, w = reals("g d p x y V w")
LEVELS = (g > 1, d > 0, d < 1, p > 0, p < 1)

TOP = (g + d) / (1 + g)
JUMP = (g - 1 + 2 * d) / (1 + g)
K = (g + d) * (1 - d) / (g - 1 + 2 * d) ** 2
EDGE = d * (g + d) / (g - 1 + 2 * d) ** 2
"""The prevalence below which the census of a share d is the better table of two reports."""


def warner(prevalence: sp.Expr) -> sp.Expr:
    """The respondents of Warner's device."""
    return prevalence * (1 - prevalence) + K


def census(prevalence: sp.Expr) -> sp.Expr:
    """Those of the table that tells the truth of a share d, and else says no."""
    return prevalence * (1 - prevalence * d) / d


def room(jump: sp.Expr, share: sp.Expr) -> sp.Expr:
    """Not negative where a table of this jump and share of a yes needs at least V respondents."""
    return share * (1 - share) - V * jump**2


def _at_corner(yes: Any, no: Any, said: sp.Expr) -> Goal:
    """What the room is for the table with these chances of a yes on truth 1 and on truth 0."""
    of_table = room(x - y, (1 - p) * y + p * x)
    return identity(of_table, said, *LEVELS, sp.Eq(x, yes), sp.Eq(y, no))


@section("pair/regret", limit=120)
def regret():
    """Room is concave, so that it is least at the five corners of the tables with x >= y; those
    with x < y are the same with the reports exchanged."""
    jump, other, share, mean, a = reals("J J_1 L L_1 a")
    low, high = (jump - d) / (g - 1), 1 - (jump - d) / (g - 1) - jump
    table = (x <= g * y + d, 1 - y <= g * (1 - x) + d, sp.Eq(jump, x - y))
    return states(
        identity(
            room(w * jump + (1 - w) * other, w * share + (1 - w) * mean)
            - w * room(jump, share)
            - (1 - w) * room(other, mean),
            w * (1 - w) * ((share - mean) ** 2 + V * (jump - other) ** 2),
            label="room is concave",
        ),
        holds(
            sp.And(y >= low, y <= high),
            *table,
            *LEVELS[:3],
            label="a jump has two ends",
        ),
        holds(jump <= JUMP, *table, *LEVELS[:3], label="Warner's jump is the largest"),
        identity((JUMP - d) / (g - 1), (1 - d) / (1 + g), *LEVELS, label="both ends meet there"),
        _at_corner(0, 0, sp.Integer(0)),
        _at_corner(1, 1, sp.Integer(0)),
        _at_corner(d, 0, d**2 * (census(p) - V)),
        _at_corner(1, 1 - d, d**2 * (census(1 - p) - V)),
        _at_corner(TOP, (1 - d) / (1 + g), JUMP**2 * (warner(p) - V)),
        identity(census(p) - warner(p), (1 - d) / d * (p - EDGE), *LEVELS, label="the edge"),
        holds(
            warner(p) * census(a) <= warner(a) * census(p),
            *LEVELS,
            a > 0,
            p >= a,
            p <= 1 - a,
            label="the factor is largest at an end",
        ),
        scope="g > 1, 0 < delta < 1, every prevalence; two reports for a table",
    )


@section("pair/pilot", limit=120)
def pilot():
    """By induction over those who are still asked: a report of the chance a with the slope l is
    followed by chances b that add up to 1 and slopes m that add up to 0, so that the sum of
    (a m + l b)^2/(a b) is l^2/a and a times what the table says. What bounds each table bounds
    all; tables of two reports are bounded by pair/regret."""
    return states(
        sentence("a_pilot_gains_nothing"),
        sentence("phases_save_no_more_than_tables"),
        sentence("most_information_about_a_prevalence"),
        *as_statement(regret()).goals,
        scope="g > 1, 0 < delta < 1, every prevalence, every number of phases",
    )
