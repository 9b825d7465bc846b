"""Two truths: one table that is best for every use, and what follows for numbers of the field.

Levels g (a report on truth 0 against truth 1) and h (the other way), deltas d and e. The table has
the rows (d, 0), w (g, 1), v (1, h), (0, e).
"""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, reals, sentence

section = Section("found")

g, h, d, e, p = reals("g h d e p")

W = (h * (1 - d) - (1 - e)) / (g * h - 1)
V = (g * (1 - e) - (1 - d)) / (g * h - 1)
LEVELS = (g >= 1, h >= 1, g * h > 1, d >= 0, d < 1, e >= 0, e < 1)
REGION = (*LEVELS, h * (1 - d) >= 1 - e, g * (1 - e) >= 1 - d)


@section("pair/universal")
def universal():
    """Columns of the table, its excesses, and what a part more of (1, 0) is paid with."""
    return states(
        sentence("best_of_two_truths"),
        identity(d + g * W + V, sp.Integer(1), *REGION, label="column 0"),
        identity(W + h * V + e, sp.Integer(1), *REGION, label="column 1"),
        holds(sp.And(W >= 0, V >= 0), *REGION),
        identity(1 + 1 / (g * h - 1), g * h / (g * h - 1), *LEVELS, label="(1, 0) and (1, h)"),
        identity(sp.diff(W, d), -h / (g * h - 1), *LEVELS),
        identity(sp.diff(V, d), 1 / (g * h - 1), *LEVELS),
        scope="g h > 1, 1 - e <= h (1 - d), 1 - d <= g (1 - e); every number of reports",
    )


@section("pair/effective")
def effective():
    """Outside the region one delta is more than the other level allows; both are never."""
    limit = 1 - (1 - e) / h
    return states(
        sentence("effective_delta"),
        holds(sp.Equivalent(limit < d, h * (1 - d) < 1 - e), *LEVELS),
        identity(W.subs(d, limit), sp.Integer(0), *LEVELS, label="there W is zero"),
        identity(V.subs(d, limit), (1 - e) / h, *LEVELS, label="and three reports are left"),
        holds(
            h * (1 - d) >= 1 - e,
            *LEVELS,
            g * (1 - e) < 1 - d,
            label="not both deltas are too large",
        ),
        scope="all levels with g h > 1 and deltas below 1",
    )


@section("pair/mangat")
def mangat():
    """Mangat's device is the limit of the table where truth 0 has no level."""
    return states(
        sentence("mangat_is_best"),
        identity(1 - (1 - e) / h + (1 - e) / h, sp.Integer(1), *LEVELS, label="column 0"),
        identity(h * (1 - e) / h + e, sp.Integer(1), *LEVELS, label="column 1"),
        identity(sp.limit(V, g, sp.oo), (1 - e) / h, *LEVELS, label="the limit"),
        identity(sp.limit(W, g, sp.oo), sp.Integer(0), *LEVELS, label="nothing is left"),
        holds(sp.And((1 - e) / h >= 0, (1 - e) / h <= 1), *LEVELS),
        scope="every h >= 1, every prevalence, every use; 0 <= e <= 1",
    )


def information(first, second):
    """Of a report with these likelihoods about the prevalence p of truth 1."""
    return (second - first) ** 2 / ((1 - p) * first + p * second)


@section("pair/proportion")
def proportion():
    """One level and one delta: the information is a mean of the census and Warner's."""
    share = (1 - d) / (1 + g)
    one = {h: g, e: d}
    whole = (
        information(d, 0)
        + information(g * share, share)
        + information(share, g * share)
        + information(0, d)
    )
    census = p * (1 - p)
    known = (g > 1, d > 0, d < 1, p > 0, p < 1)
    return states(
        sentence("most_information_about_a_prevalence"),
        identity(W.subs(one), share, *known),
        identity(V.subs(one), share, *known),
        identity(whole, d / census + (1 - d) / (census + g / (g - 1) ** 2), *known),
        holds(g * (1 - d) >= 1 - d, *known),
        scope="g > 1, 0 < delta < 1, 0 < p < 1; every number of reports",
    )


@section("pair/divergence")
def divergence():
    """Total variation with deltas, chi-square of truth 0 from truth 1 without."""
    return states(
        sentence("divergences_of_two_truths"),
        scope="the region of pair/universal; any two truths of any table",
    )
