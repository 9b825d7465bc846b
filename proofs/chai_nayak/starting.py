"""Section 1, continued: the two starting criteria and the parity."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

from rropt.privacy import BetaFactor, Rho1Rho2

from ..claims import Section, definition
from ..goals import check, crosscheck, sentence
from .breaches import beta_breach, beta_private, downward, grid, rho_bound, rho_private, upward
from .model import WARNER, small_tables
from .tables import (
    channel,
    parity,
    row_parity,
    tables,
)

section = Section("chai-nayak")


@section("def-1.1/a")
def def_1_1_a():
    half, ninth = Fraction(1, 2), Fraction(9, 10)
    return definition(
        "breaches",
        check(
            lambda: upward(WARNER, (Fraction(2, 5), Fraction(3, 5)), (0,), half, Fraction(3, 5)),
            "2/5 rises to 2/3",
        ),
        check(
            lambda: downward(WARNER, (Fraction(19, 20), Fraction(1, 20)), (0,), ninth, ninth),
            "19/20 falls to 19/22",
        ),
        crosscheck(
            lambda: grid(WARNER, 6),
            lambda c: not upward(WARNER, c[0], c[1], Fraction(1, 3), Fraction(2, 3)),
            "none of these",
        ),
    )


@section("def-1.1/b")
def def_1_1_b():
    """rropt's criterion and the search for breaches agree."""
    return definition(
        "no breach of either kind",
        crosscheck(
            lambda: with_rhos()[::3],
            lambda c: (
                rho_private(c[0], c[1], c[2], 3) == Rho1Rho2(*c[1:]).satisfied_by(channel(c[0]))
            ),
            "rropt.Rho1Rho2",
        ),
        check(
            lambda: rho_private(WARNER, Fraction(1, 4), Fraction(1, 2), 8), "private at its bound 3"
        ),
        check(lambda: not rho_private(WARNER, Fraction(1, 4), Fraction(9, 20), 8), "not below"),
    )


@section("def-1.2")
def def_1_2():
    return definition(
        "posterior over prior",
        crosscheck(
            lambda: [(t, Fraction(u, 2)) for t in small_tables()[::3] for u in (3, 4, 6)],
            lambda c: beta_private(c[0], c[1], 3) == BetaFactor(c[1]).satisfied_by(channel(c[0])),
            "rropt.BetaFactor",
        ),
        check(
            lambda: (
                beta_private(WARNER, Fraction(3), 8) and not beta_private(WARNER, Fraction(2), 8)
            ),
            "Warner with 3/4 has factor 3",
        ),
        check(
            lambda: not beta_breach(WARNER, (Fraction(0), Fraction(1)), (0,), 2),
            "prior zero",
            false=lambda: not beta_breach(WARNER, (Fraction(1, 8), Fraction(7, 8)), (0,), 2),
        ),
    )


@section("def-1.3")
def def_1_3():
    """Both forms of (1.5) agree, also with zeros."""

    def ratio(e, f):
        return Fraction(1) if not e and not f else Fraction(e) / f if f else math.inf

    return definition(
        "row parity and parity",
        crosscheck(
            lambda: [row for t in tables(2, 3, 3, True) for row in t],
            lambda row: (
                max(ratio(e, f) for e in row for f in row)
                == row_parity(row)
                == ratio(max(row), min(row))
            ),
            "all ratios, and max over min",
        ),
        crosscheck(
            small_tables, lambda t: channel(t).parity() == parity(t), "rropt.Channel.parity"
        ),
    )


def with_rhos():
    """Small tables with pairs rho1 < rho2."""
    return [
        (t, Fraction(i, 5), Fraction(j, 5))
        for t in small_tables()
        for i, j in combinations(range(1, 5), 2)
    ]


@section("thm-1.1")
def thm_1_1():
    return [
        sentence("rho_privacy_is_a_bound"),
        crosscheck(
            lambda: [c for c in with_rhos() if parity(c[0]) <= rho_bound(*c[1:])],
            lambda c: rho_private(c[0], c[1], c[2], 5),
            "no breach",
        ),
    ]


@section("sec1/rho-necessity")
def rho_necessity():
    return [
        sentence("rho_privacy_is_a_bound"),
        crosscheck(
            lambda: [c for c in with_rhos() if parity(c[0]) > rho_bound(*c[1:])],
            lambda c: not rho_private(c[0], c[1], c[2], 1),
            "breach",
        ),
    ]


@section("thm-1.2")
def thm_1_2():
    return [
        sentence("factor_privacy_is_a_bound"),
        crosscheck(
            lambda: [
                (t, u) for t in small_tables() for u in (Fraction(3, 2), Fraction(2), Fraction(3))
            ],
            lambda c: beta_private(c[0], c[1], 4) == (parity(c[0]) <= c[1]),
            "iff",
        ),
    ]
