"""Estimating all shares at once: where k-ary response is the best table of all.

w_j = 1 + (g - 1) q_j is what a report j of k-ary response weighs. A report with the high entries S
is worth nothing beside them exactly where sum_j (c_j w_j)^2 <= (1 + (g - 1) q(S))^2,
c_j = [j in S] - (|S| - 1) / (g + k - 1); `estimating_contrasts` says which S decide.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, integers, reals, sentence

section = Section("found")

g, q, w, a, b, c = reals("g q w a b c")
k, s = integers("k s")

SIZE = g + k - 1
INSIDE = (SIZE - s + 1) / SIZE
OUTSIDE = -(s - 1) / SIZE


def worth(first: Any, second: Any, third: Any) -> Any:
    """Of three truths, how far the report {first, second} is from being worth it; >= 0: it is not.

    c = (g + 1, g + 1, -1) / (g + 2), and the sum of the c_j w_j is 1 + (g - 1) q(S).
    """
    terms = [(g + 1) * first, (g + 1) * second, -third]
    squares = [term**2 for term in terms]
    return (sum(terms) ** 2 - sum(squares)) / (g + 2) ** 2


@section("shares/three")
def three_truths():
    """Of three truths only the reports with two high entries can be worth it."""
    weights = (a > 0, b > 0, c > 0, g > 1)
    return states(
        sentence("response_for_three"),
        identity(
            worth(a, b, c),
            2 * (g + 1) * ((g + 1) * a * b - c * (a + b)) / (g + 2) ** 2,
            *weights,
        ),
        holds((a + b + c) ** 2 >= a**2 + b**2 + c**2, *weights, label="all three high"),
        holds(worth(a, b, c) < 0, *weights, (g + 1) * a * b < c * (a + b)),
        scope="three truths, all shares (a two-parameter box) and all g > 1",
    )


@section("shares/three/skewed")
def skewed():
    """Shares q, (1 - q)/2, (1 - q)/2: k-ary response is best up to q = (g + 3)/(g + 5)."""
    rare = 1 + (g - 1) * (1 - q) / 2
    common = 1 + (g - 1) * q
    box = (g > 1, q > 0, q < 1)
    return states(
        sentence("response_for_three"),
        identity(
            worth(rare, rare, common),
            (g - 1) * (g + 1) * rare * (g + 3 - (g + 5) * q) / (g + 2) ** 2,
            *box,
        ),
        holds(rare > 0, *box),
        holds(worth(rare, common, rare) >= 0, *box, label="with the common truth"),
        holds((g - 1) * (g + 1) * rare * (g + 3 - (g + 5) * q) < 0, *box, q > (g + 3) / (g + 5)),
        scope="three truths, 0 < q < 1, g > 1",
    )


@section("shares/three/beyond")
def beyond():
    """Elsewhere: its reports and one for the two rare truths, at all shares."""
    return states(
        sentence("three_truths_beyond"),
        scope="three truths, all shares with (g + 1) w_b w_c <= w_a (w_b + w_c) "
        "(a two-parameter region), all g > 1; every number of reports",
    )


@section("shares/three/factor")
def factor():
    """Where the two rare truths have no share and g grows the fourth report is worth most."""
    return states(
        sentence("response_costs_little_more"),
        scope="three truths, all shares (a two-parameter box), all g > 1; every number of reports",
    )


@section("shares/equal")
def equal_shares():
    """Equal shares: sum of squares and square differ by (s - 1)(g^2 s - (k - 1)(k - s))."""
    total = s * INSIDE + (k - s) * OUTSIDE
    squares = s * INSIDE**2 + (k - s) * OUTSIDE**2
    gap = (s - 1) * (g**2 * s - (k - 1) * (k - s)) / SIZE**2
    return states(
        sentence("response_at_equal_shares"),
        identity(total**2 - squares, gap, g > 1, k >= 2, label="of s high entries"),
        scope="every k, g > 1, equal shares",
    )


@section("shares/subset")
def best_subset():
    """The sizes, the bound for all tables, and those that reach it; d = 1 is k-ary response."""
    value = (k - 1) ** 2 * (g + k - 1) ** 2 / (k * (k - 1) * (g - 1) ** 2)
    response = ((SIZE - 1) ** 2 + k - 1) / (g - 1) ** 2 - 1 / k
    return states(
        sentence("best_size_between_breakpoints"),
        sentence("equal_shares_bound"),
        sentence("best_tables"),
        identity(value, response, g > 1, k >= 2, label="size 1"),
        scope="every k >= 2, every g > 1, every number of reports",
    )


@section("shares/subset/one")
def one_table():
    """What stands for a set of one or two truths; eight sets that take from each other.

    By columns a truth is in d of k truths of the whole weight, a pair in d (d - 1) of k (k - 1).
    """
    d = sp.Symbol("d", integer=True)
    whole = k / (d * (g - 1) + k)
    known = (g > 1, k >= 2, d >= 1)
    return states(
        sentence("best_table_is_one"),
        sentence("larger_sets_are_not_one"),
        identity((whole * d / k).subs(d, 1), 1 / SIZE, *known, label="a truth"),
        identity(
            (whole * d * (d - 1) / (k * (k - 1))).subs(d, 2),
            2 / ((k - 1) * (k + 2 * (g - 1))),
            *known,
            label="a pair",
        ),
        scope="every k >= 2, every g > 1 between two breakpoints, every number of reports",
    )


@section("shares/four/halves")
def halves():
    """Four truths, subset selection of size 2: one of three questions, drawn and asked."""
    balance, chance = reals("t p")
    wide = (g + 1) / (g - 1)
    yes, no = (balance + (side * wide - balance) / chance for side in (1, -1))
    likely, other = (1 + balance / wide) / 2, (1 - balance / wide) / 2
    away = chance * (likely * (yes - balance) ** 2 + other * (no - balance) ** 2)
    known = (g > 1, balance >= -1, balance <= 1, chance > 0, chance <= 1)
    rest = (1 - chance) * balance
    return states(
        sentence("halves_of_four"),
        sentence("halves_together"),
        sentence("halves_attain"),
        sentence("halves_are_beaten"),
        identity(chance * (g * yes + no) / (g + 1) + rest, sp.Integer(1), *known, label="of it"),
        identity(chance * (yes + g * no) / (g + 1) + rest, -sp.Integer(1), *known, label="not"),
        identity(away, (wide**2 - balance**2) / chance, *known, label="the variance"),
        scope="four truths, g > 1, all shares (a three-parameter box); every number of reports",
    )


@section("shares/eigenvalue")
def worst_direction():
    """The largest eigenvalue of the covariance: no size is better than for the sum."""
    return states(
        sentence("best_size_between_breakpoints"),
        sentence("largest_eigenvalue_bound"),
        sentence("best_tables_by_eigenvalue"),
        scope="every k >= 2, every g > 1, every number of reports",
    )


@section("shares/worst")
def worst_shares():
    """Equal shares are as bad as any for the best tables, and for every other one some are."""
    return states(
        sentence("best_size_between_breakpoints"),
        sentence("worst_shares_bound"),
        sentence("best_tables_at_worst_shares"),
        scope="every k >= 2, every g > 1, all shares, every number of reports",
    )


@section("shares/pairs")
def all_pairs():
    """Any divergence, summed over all pairs of truths: g in place of its square; which tables."""
    return states(
        sentence("best_pairs_between_breakpoints"),
        sentence("pairs_bound"),
        sentence("tables_of_best_pairs"),
        scope="every k >= 2, every g > 1, every divergence, every number of reports",
    )
