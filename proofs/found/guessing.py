"""How often a guess can be right: any prior, any levels, and one delta for all pairs.

The general statements are theorems of the kernel; the goals beside them are their steps in
symbols, with the prices y of the truths and z of the pairs that cover every single guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import check, holds, identity, integers, reals, sentence

section = Section("found")

g, d, q, V, mass, rest = reals("g d q V M R")
k, s, n, members = integers("k s n m")

LEVEL = (g > 1,)
DELTA = (d >= 0, d <= 1)
MANY = (k >= 1,)
NUMBER = k * g / (g + k - 1)
GAIN = g * mass / (g + members - 1)


def lottery(value, whole):
    """With probability d the truth, else a table whose gain is the value."""
    return d * whole + (1 - d) * value


@section("guess/best-set")
def best_set():
    """A set is best where g q >= V inside and g q <= V outside, and its prices are worth V."""
    best = sp.Eq(V, GAIN)
    known = (*LEVEL, members >= 1, q >= 0, mass >= 0, best)
    smaller = g * (mass - q) / (g + members - 2)
    larger = g * (mass + q) / (g + members)
    price = (g * q - V) / (g - 1)
    pairs = members * V / g - V / g + rest - mass
    return states(
        sentence("guess_of_best_set"),
        sentence("best_where_likely_enough"),
        holds(sp.Equivalent(smaller <= V, g * q >= V), *known, members >= 2),
        holds(sp.Equivalent(larger <= V, g * q <= V), *known),
        identity((V - price) / g + price, q, *LEVEL, label="a member's own price and pairs"),
        identity((g * mass - members * V) / (g - 1), V, *known, label="prices of the members"),
        identity(V + d * pairs, lottery(V, rest), *known, *DELTA, label="all prices"),
        scope="every k, every prior, g > 1, 0 <= delta <= 1",
    )


@section("guess/delta")
def delta_for_number():
    """p = (g + (k - 1) d) / (g + k - 1) on the diagonal, and d a pair is all of the delta."""
    right = (g + (k - 1) * d) / (g + k - 1)
    wrong = (1 - d) / (g + k - 1)
    known = (g >= 1, *DELTA, *MANY)
    return states(
        sentence("guess_of_number"),
        identity(lottery(NUMBER, k), k * right, *known),
        identity(right + (k - 1) * wrong, sp.Integer(1), *known),
        identity(right - g * wrong, d, *known),
        holds(sp.And(wrong >= 0, wrong <= g * right), *known),
        scope="every k, g >= 1, 0 <= delta <= 1",
    )


@section("guess/response")
def only_response():
    """Each report gives g / (g + k - 1) of its sum to its guess at most; what names a truth."""
    named = g / (g + k - 1)
    return states(
        sentence("best_guesses_by_response"),
        identity(named + (NUMBER - named) / g, sp.Integer(1), *LEVEL, k >= 2, label="a column"),
        scope="every k >= 2, every g > 1, every number of reports",
    )


@section("guess/weights")
def weights():
    """A pair (a, b) pays y_b / g_ab: what truth a is charged is at least q_a r_a."""
    y_a, y_b, r_a, r_b, level, balance = reals("y_a y_b r_a r_b G B")
    z = y_b / level
    return states(
        sentence("guess_of_weighting"),
        identity(z * (r_a - level * r_b) + y_b * r_b, z * r_a, level >= 1, label="a pair"),
        identity(y_a * r_a + (balance - y_a) * r_a, balance * r_a, label="a guess"),
        identity(V + d * (rest - V), lottery(V, rest), *DELTA, label="sum of z = sum q - sum y"),
        scope="every k and all levels whose weights are not negative, 0 <= delta <= 1",
    )


@section("guess/blocks")
def blocks():
    """b blocks of s truths, h inside and g across: equal rows of likeness."""
    h, b = reals("h b")
    row = 1 + (s - 1) / h + (b - 1) * s / g
    known = (g >= 1, h >= 1, s >= 1, b >= 1)
    return states(
        sentence("guess_in_blocks"),
        sentence("guess_with_equal_rows"),
        holds(row >= 1, *known),
        identity((b * s / row).subs(h, g), NUMBER.subs(k, b * s), *known, label="one level"),
        identity((b * s / row).subs(b, 1), s * h / (h + s - 1), *known, label="one block"),
        holds(1 / (g * g) <= 1 / h, *known, h <= g * g, label="no detour over another block"),
        scope="every number and size of blocks, 1 <= g, 1 <= h <= g^2, 0 <= delta <= 1",
    )


@section("guess/map")
def maps():
    """Two coordinates, each with its own levels: optima multiply, so that of n bits is a power."""
    return states(
        sentence("guess_on_product"),
        sentence("guess_on_bits"),
        identity(NUMBER.subs(k, 2), 2 * g / (1 + g), g >= 1, label="a bit"),
        identity(
            (1 + (n - 1) * (g - 1) / (g + 1)) ** 2,
            ((n * (g - 1) + 2) / (g + 1)) ** 2,
            g >= 1,
            n >= 1,
            label="a square map of n by n places",
        ),
        scope="every pair of sizes, all levels whose weights are not negative, 0 <= delta <= 1",
    )


@section("guess/scale")
def scale():
    """The weight of a truth is one less a share of each gap beside it, never negative."""
    left, right = reals("g_l g_r")
    steps = n - 1
    return states(
        sentence("guess_on_scale"),
        holds(1 - 1 / (left + 1) - 1 / (right + 1) >= 0, left >= 1, right >= 1),
        identity(1 - 2 / (g + 1), (g - 1) / (g + 1), g >= 1, label="the share of a gap"),
        identity(1 + steps * (g - 1) / (g + 1), (n * (g - 1) + 2) / (g + 1), g >= 1, label="equal"),
        scope="every k, every level of every gap, 0 <= delta <= 1",
    )


@section("guess/tree")
def tree():
    """A new leaf at a level g: what is balanced stays balanced."""
    old = reals("o")
    share = 1 / (g + 1)
    return states(
        sentence("guess_on_tree"),
        identity(old - old * share + old / g * (1 - share), old, g >= 1, label="old truths"),
        identity((1 - share) / g + 1 - share, sp.Integer(1), g >= 1, label="the leaf"),
        holds(1 - n * share >= 0, g >= 1, n >= 1, g >= n - 1, label="n edges of level g"),
        scope="every tree, levels of edges with sum 1/(g_e + 1) <= 1 at each truth, any delta",
    )


@section("guess/star")
def star():
    """n leaves: what the tree gives for g >= n - 1 and g itself below meet at n - 1."""
    far = 1 + n * (g - 1) / (g + 1)
    leaf, other = g / n, (n - g) / (n * (n - 1))
    near = (g >= 1, g <= n - 1, n >= 2)
    return states(
        sentence("guess_on_near_star"),
        identity(leaf + (n - 1) * other, sp.Integer(1), *near, label="columns"),
        holds(leaf <= g * g * other, *near, label="leaf to leaf"),
        holds(1 / n <= g * other, *near, label="centre to leaf"),
        holds(g <= far, *near, label="the tree's formula is a bound here too"),
        sentence("guess_on_star"),
        holds(1 - n / (g + 1) >= 0, n >= 1, g >= n - 1, g >= 1),
        identity(far.subs(g, n - 1), n - 1, n >= 1, label="they meet"),
        scope="every number of leaves, every g >= 1, delta = 0",
    )


@section("guess/star/delta")
def no_lottery_on_a_star():
    """Four leaves, level 2 to the centre, delta 1/10: a trace of 12/5, the lottery has 23/10."""
    return check(
        lambda: star_excess(STAR) <= Fraction(1, 10) and star_trace(STAR) == Fraction(12, 5),
        "columns add up to one, excesses are at most 1/10, the trace is 12/5 > 23/10",
        false=lambda: star_excess(STAR) < Fraction(1, 10),
    )


STAR = [
    [Fraction(n, 40) for n in row]
    for row in ((24, 6, 5, 5, 10), (5, 24, 6, 5, 10), (5, 5, 24, 6, 10), (6, 5, 5, 24, 10))
]
"""Four reports, each on a leaf, for four leaves and the centre."""


def star_excess(table: Sequence[Sequence[Fraction]]) -> Fraction:
    """The largest sum of excesses of two truths; levels 2 to the centre, 4 between leaves."""
    if any(sum(column) != 1 for column in zip(*table, strict=True)):
        raise ValueError("a column does not add up to one")
    pairs = [(a, b) for a in range(5) for b in range(5) if a != b]
    return max(star_pair(table, a, b) for a, b in pairs)


def star_pair(table: Sequence[Sequence[Fraction]], a: int, b: int) -> Fraction:
    level = 2 if 4 in (a, b) else 4
    excesses = [row[a] - level * row[b] for row in table]
    return sum((excess for excess in excesses if excess > 0), Fraction(0))


def star_trace(table: Sequence[Sequence[Fraction]]) -> Fraction:
    return sum((row[i] for i, row in enumerate(table)), Fraction(0))
