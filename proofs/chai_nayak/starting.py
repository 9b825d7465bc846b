"""Section 1, continued: the two starting criteria and the parity."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import sympy as sp

from rropt.privacy import BetaFactor, Rho1Rho2

from ..claims import Section, definition, states
from ..goals import cases, check, contradicted, holds, identity, integers, obligations
from .breaches import beta_breach, beta_private, downward, grid, rho_bound, rho_private, upward
from .model import RHO_BOUND, RHOS, WARNER, beta, eta, r1, r2, small_tables
from .schemas import (
    MEANS,
    OPEN,
    a,
    attained,
    b,
    bayes_factor,
    csip,
    g,
    h_gamma,
    lower,
    never_above,
    p,
    ratios_are_products,
    revealed,
    x,
    y,
)
from .strict import BOUNDARIES, NOT_ONE, provides
from .tables import (
    channel,
    factors,
    is_table,
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
        cases(
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
        cases(
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
        cases(
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
        check(lambda: not beta_breach(WARNER, (Fraction(0), Fraction(1)), (0,), 2), "prior zero"),
    )


@section("def-1.3")
def def_1_3():
    """Both forms of (1.5) agree, also with zeros."""

    def ratio(e, f):
        return Fraction(1) if not e and not f else Fraction(e) / f if f else math.inf

    return definition(
        "row parity and parity",
        cases(
            lambda: [row for t in tables(2, 3, 3, True) for row in t],
            lambda row: (
                max(ratio(e, f) for e in row for f in row)
                == row_parity(row)
                == ratio(max(row), min(row))
            ),
            "all ratios, and max over min",
        ),
        cases(small_tables, lambda t: channel(t).parity() == parity(t), "rropt.Channel.parity"),
    )


def rho_suffices():
    """Upward: h_gamma(p) < rho2 for p < rho1; downward: the lower boundary stays above rho1."""
    given = (*RHOS, *OPEN, eta >= 1, eta <= RHO_BOUND)
    return [
        *never_above(),
        holds(h_gamma(p, eta) < r2, *given, p < r1),
        holds(lower(p, eta) > r1, *given, p > r2),
    ]


def rho_needed():
    """Parity above the bound: a prior just below rho1 on the largest entry is a breach."""
    half = (r2 / (r2 + eta * (1 - r2)) + r1) / 2
    given = (*RHOS, eta > 1, eta > RHO_BOUND)
    return [
        *attained(),
        *revealed(),
        holds(RHO_BOUND > 1, *RHOS),
        holds(half < r1, *given),
        holds(half > 0, *given),
        holds(h_gamma(half, eta) > r2, *given),
    ]


def beta_iff():
    """eta <= beta: no ratio leaves [1/beta, beta]; eta > beta: a small prior leaves it."""
    small = (eta - beta) / (2 * beta * (eta - 1))
    given = (beta > 1, eta > beta)
    return [
        *never_above(),
        *attained(),
        *revealed(),
        *ratios_are_products(),
        holds(h_gamma(p, beta) / p <= beta, *OPEN, beta > 1),
        holds(lower(p, beta) / p >= 1 / beta, *OPEN, beta > 1),
        holds(small > 0, *given),
        holds(small < 1, *given),
        holds(h_gamma(small, eta) / small > beta, *given),
        holds(1 / (1 / (2 * beta)) > beta, beta > 1),
    ]


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
        obligations(MEANS, *rho_suffices()),
        cases(
            lambda: [c for c in with_rhos() if parity(c[0]) <= rho_bound(*c[1:])],
            lambda c: rho_private(c[0], c[1], c[2], 5),
            "no breach",
        ),
    ]


@section("sec1/rho-necessity")
def rho_necessity():
    return [
        obligations(MEANS, *rho_needed()),
        cases(
            lambda: [c for c in with_rhos() if parity(c[0]) > rho_bound(*c[1:])],
            lambda c: not rho_private(c[0], c[1], c[2], 1),
            "breach",
        ),
    ]


@section("thm-1.2")
def thm_1_2():
    return [
        obligations(MEANS, *beta_iff()),
        cases(
            lambda: [
                (t, u) for t in small_tables() for u in (Fraction(3, 2), Fraction(2), Fraction(3))
            ],
            lambda c: beta_private(c[0], c[1], 4) == (parity(c[0]) <= c[1]),
            "iff",
        ),
    ]


@section("sec1/parity-range")
def parity_range():
    return [
        obligations(
            "max and min over the row", holds(x / y >= 1, y > 0, x >= y), *ratios_are_products()
        ),
        cases(
            small_tables,
            lambda t: (
                parity(t) >= 1 and ((parity(t) < math.inf) == all(e > 0 for row in t for e in row))
            ),
            "finite iff positive (no zero rows: model/zero-row)",
        ),
    ]


def _eta_table(value, m, k):
    """chai-nayak/sec1/parity-example."""
    total = value + m - 1
    return tuple(tuple((value if i == j else 1) / total for j in range(k)) for i in range(m))


def _example_has(value, m, k):
    t = _eta_table(Fraction(value), m, k)
    return is_table(t) and parity(t) == value


SIZES = [(m, k) for k in (2, 3, 4) for m in range(k, k + 4)]


@section("sec1/parity-any")
def parity_any():
    """A parity is at least one; from one on, a two-report table has any parity, for every k."""
    made = [
        cases(
            lambda: [(Fraction(e), k) for e in (1, "3/2", 2, 20) for k in (2, 3, 4, 5)],
            lambda c: _example_has(c[0], c[1], c[1]),
            "a table of this parity",
        ),
        obligations(
            "entries eta x (truth 1) and x (other truths), and one minus these",
            identity((eta / (eta + 1)) / (1 / (eta + 1)), eta, eta >= 1),
            identity((1 - 1 / (eta + 1)) / (1 - eta / (eta + 1)), eta, eta >= 1),
        ),
    ]
    return states(
        contradicted(
            "eta_0 = 1/2: every row has max / min at least one", holds(x / y >= 1, y > 0, x >= y)
        ),
        assuming="eta_0 >= 1 (no parity is below one)",
        under=made,
    )


@section("sec1/parity-example")
def parity_example():
    """Column sums for symbolic m; the rows beyond k are constant."""
    m = integers("m")
    total = eta + m - 1
    column = obligations(
        "a column has one eta_0 and m - 1 ones",
        identity(eta / total + (m - 1) / total, 1, eta > 0, m >= 1),
    )

    def sized(values):
        return cases(
            lambda: [(Fraction(e), *mk) for e in values for mk in SIZES],
            lambda c: _example_has(*c),
            "a table with parity eta_0",
            names="eta_0 m k",
        )

    return states(
        column,
        sized(("1/2", 1, 2)),
        scope="k >= 2",
        assuming="eta_0 >= 1 (below one the parity of this table is 1/eta_0)",
        under=[
            column,
            sized((1, "3/2", 2, 20)),
            obligations(
                "rows i <= k hold eta_0 and one, rows i > k are constant",
                identity((eta / total) / (1 / total), eta, eta >= 1, m >= 2),
                holds(eta / total >= 1 / total, eta >= 1, m >= 2),
            ),
        ],
    )


@section("sec1/bayes-bound")
def bayes_bound():
    """h-CSIP and "all Bayes factors at most B(h)" are both eta <= B(h); h = 1 bounds nothing."""

    def bounded(names):
        return cases(
            lambda: [(t, name) for t in tables(2, 2, 2) for name in names if provides(t, name)],
            lambda c: factors(c[0])[-1][1] <= BOUNDARIES[c[1]][1] < math.inf,
            "h-CSIP bounds all Bayes factors",
            names="P h",
        )

    proof = obligations(
        MEANS,
        *csip(),
        *bayes_factor(),
        holds(sp.Equivalent(a / b <= g, a <= g * b), a >= 0, b > 0, g >= 1),
    )
    return states(
        proof,
        bounded(["1"]),
        assuming=NOT_ONE,
        under=[proof, bounded([name for name in BOUNDARIES if name != "1"])],
    )
