"""Sections 5.3 and 5.4: the best cards with three numbers at a privacy budget."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import crosscheck, holds, identity, together
from .background import statements_on_cards
from .draws import card_channel, decks
from .examples import CHANCES, GAMMAS
from .improved import both_variances
from .symbols import (
    BUDGET,
    MIDDLE,
    PROPER,
    SEVERAL,
    SHARE,
    SIZE,
    N,
    g,
    improved,
    modified,
    p1,
    p2,
    p3,
    pi,
    spread,
    warner,
)
from .yes_no import warner_channel

section = Section("sun")
REST = 1 - p2
ALLOWED = (p1 * g >= p3, p3 * g >= p1)
ENDS = ((REST / (g + 1), g * REST / (g + 1)), (g * REST / (g + 1), REST / (g + 1)))


def card_variance(low, high):
    """Var(Y) / D^2 for L = 3 with p_1 = low, p_3 = high."""
    mean_y = low + 2 * p2 + 3 * high
    return (low + 4 * p2 + 9 * high - mean_y**2) / (4 - 2 * mean_y) ** 2


def attained(scale, value, *sizes):
    """At both ends the value, and the ends spend exactly the budget and add up to 1 - p_2."""
    found = []
    for low, high in ENDS:
        found += [
            identity(scale * card_variance(low, high), value, *BUDGET, *MIDDLE, *sizes),
            identity(low + high, REST, *BUDGET),
            holds(sp.And(low > 0, high > 0, sp.Ne(low, high)), *BUDGET, *MIDDLE, multiply=True),
        ]
    return [*found, identity(ENDS[0][1] / ENDS[0][0], g, *BUDGET, *MIDDLE)]


def minimal():
    """4 Var(Y)/D^2 + 1 = s/t^2, |t| <= s (gamma-1)/(gamma+1); s = 1 - p_2, t = p_1 - p_3."""
    total = p1 + p3
    square = (p1 - p3) ** 2
    given = (p1 >= 0, p3 >= 0, total > 0, sp.Ne(p1, p3), *BUDGET, *ALLOWED)
    own = card_variance(p1, p3).subs(p2, 1 - total)
    return together(
        identity(4 * own + 1, total / square, *given),
        holds(square * (g + 1) ** 2 <= total**2 * (g - 1) ** 2, *given, multiply=True),
        holds(
            total / square >= (g + 1) ** 2 / ((g - 1) ** 2 * total),
            total > 0,
            g > 1,
            square * (g + 1) ** 2 <= total**2 * (g - 1) ** 2,
            sp.Ne(p1, p3),
            multiply=True,
        ),
        identity(spread(g, 1 - total) + 1, (g + 1) ** 2 / ((g - 1) ** 2 * total), *given),
    )


def only_there():
    """The variance is larger where the budget is not spent; where it is, p_3 = gamma p_1 or
    p_1 = gamma p_3, and with p_1 + p_3 = 1 - p_2 these are the two ends."""
    total = p1 + p3
    square = (p1 - p3) ** 2
    short = square * (g + 1) ** 2 - total**2 * (g - 1) ** 2
    inside = (p1 * g > p3, p3 * g > p1, sp.Ne(p1, p3), *BUDGET)
    return [
        identity(short, 4 * (p1 * g - p3) * (p1 - g * p3)),
        holds(sp.And(total > 0, short < 0), *inside, multiply=True),
        holds(
            total / square > (g + 1) ** 2 / ((g - 1) ** 2 * total),
            total > 0,
            short < 0,
            sp.Ne(p1, p3),
            *BUDGET,
            multiply=True,
        ),
        identity(ENDS[0][0] * (1 + g), REST, *BUDGET),
        identity(ENDS[1][0] * (1 + 1 / g), REST, *BUDGET),
    ]


@section("thm-5.5")
def thm_5_5():
    return states(
        *attained(1 / N, modified(g, N, p2), *SIZE),
        minimal(),
        *only_there(),
        holds(modified(g, N, p2) >= modified(g, N, 0), *BUDGET, *MIDDLE, *SIZE, multiply=True),
        identity(modified(g, N, 0), warner(g, N), *BUDGET, *SIZE),
        scope="for each p_2 in [0,1), over all real p_1 != p_3 within the budget, and only at the "
        "two ends (M cards have rational proportions: where e^epsilon is irrational they only come "
        "near); over p_2 as well the minimum is at p_2 = 0, which is modified Warner",
    )


@section("rem-5-p2zero")
def rem_5_p2zero():
    """L = 3, p_2 = 0: the number 3 is yes, the number 1 is no, p_1 = p."""

    def same(chance):
        deck = (chance.numerator, 0, chance.denominator - chance.numerator)
        return card_channel(deck).drop_zero_rows().rows == warner_channel(chance).rows

    return [
        crosscheck(lambda: CHANCES, same, "the same table after dropping the number 2"),
        statements_on_cards(3),
        identity(modified(g, N, 0), warner(g, N), *BUDGET, *SIZE),
    ]


@section("thm-5.7")
def thm_5_7():
    """The formula is a lower bound for every deck; the optimum needs whole numbers of cards."""

    def exists(case):
        size, gamma, middle = case
        return all(
            (size * share).denominator == 1 for share in (middle, (1 - middle) / (gamma + 1))
        )

    decks_asked = [
        (n, gamma, c)
        for n in (4, 9, 100)
        for gamma in GAMMAS
        for c in (Fraction(0), Fraction(1, 4))
    ]
    value = improved(g, N, p2, pi)
    return states(
        *attained(4 * pi * (1 - pi) / (N - 1), value, *SEVERAL),
        minimal(),
        crosscheck(
            lambda: decks_asked,
            exists,
            "N p_2 and N p_1 = N (1-p_2)/(gamma+1) are whole",
            names="N gamma p_2",
        ),
        assuming="N p_2 and N (1-p_2)/(e^epsilon + 1) are whole numbers, so that such a deck of N "
        "cards exists (impossible for a rational epsilon > 0, where e^epsilon is "
        "irrational); for the other decks the value is a lower bound, which is not attained for "
        "0 < pi_A < 1 (for pi_A = 0 or 1 every variance is 0)",
        under=[
            *attained(4 * pi * (1 - pi) / (N - 1), value, *SEVERAL),
            minimal(),
            *only_there(),
            holds(4 * pi * (1 - pi) / (N - 1) >= 0, *SHARE, *SEVERAL),
            holds(4 * pi * (1 - pi) / (N - 1) > 0, *PROPER, *SEVERAL),
            attained_by_decks(),
        ],
    )


def attained_by_decks():
    """Decks with N p_1 = N (1-p_2)/(gamma+1) whole have the stated variance, by enumeration."""

    def agrees(case):
        counts, ones = case
        size = sum(counts)
        ratio = Fraction(max(counts[0], counts[2]), min(counts[0], counts[2]))
        own = both_variances(counts, ones)[1]
        return own == improved(ratio, size, Fraction(counts[1], size), Fraction(ones, size))

    some = [
        (c, ones)
        for n in range(2, 6)
        for c in decks(n, 3)
        if c[0] and c[2] and c[0] != c[2]
        for ones in range(n + 1)
    ]
    return crosscheck(lambda: some, agrees, "enumerated variance of every such deck, N <= 5")
