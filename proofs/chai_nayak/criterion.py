"""Section 2: local differential privacy, breach regions, and the general criterion."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import sympy as sp

from ..claims import Section, definition, states
from ..goals import check, crosscheck, holds, identity, reals, sentence
from .model import RHO_BOUND, RHOS, beta, r1, r2, small_tables
from .schemas import (
    g,
    h_gamma,
    lower,
    p,
    q,
    ratios_are_products,
    revealed,
    sums_keep_ratio,
)
from .tables import factors, parity, row_parity, table

section = Section("chai-nayak")
lo, hi, t, u, w = reals("lo hi t u w")
SQUARE = (p >= 0, p <= 1, q >= 0, q <= 1)
DUAL = (beta > 1,)


def breach(p, q, lo, hi):
    """chai-nayak/sec2/pbr at one pair: the posterior q leaves [h_l(p), h_u(p)]."""
    return sp.Or(q < lo, q > hi)


def rho_boundaries(p):
    """h_l and h_u of rho1-to-rho2 privacy."""
    return sp.Piecewise((r1, p > r2), (0, True)), sp.Piecewise((r2, p < r1), (1, True))


def dlp_ratio(rows):
    """The maximum in (2.1), over all sets of reports, 0/0 = 1."""
    k = len(rows[0])
    sets = [S for n in range(1, len(rows) + 1) for S in combinations(rows, n)]
    sums = [[sum((row[j] for row in S), Fraction(0)) for j in range(k)] for S in sets]
    return max(row_parity(s) for s in sums)


def dlp_goals():
    """Sums over S keep p_ij <= e^eps p_il; single reports give it back."""
    return [sums_keep_ratio(), *ratios_are_products()]


@section("sec2/flat")
def flat():
    return definition(
        "informal; each likelihood varies by at most the factor eta(P)",
        crosscheck(
            small_tables,
            lambda s: all(max(row) <= parity(s) * min(row) for row in s if min(row)),
            "flat rows",
        ),
    )


@section("def-2.1")
def def_2_1():
    return definition(
        "epsilon-DLP",
        check(lambda: dlp_ratio(table("3/4 1/4; 1/4 3/4")) == 3, "Warner with 3/4 is ln(3)-DLP"),
    )


@section("sec2/dlp-parity")
def dlp_parity():
    return [
        sentence("local_privacy_is_a_bound"),
        crosscheck(small_tables, lambda s: dlp_ratio(s) == parity(s), "max over all sets = parity"),
    ]


@section("sec2/dlp-beta")
def dlp_beta():
    """Both are eta(P) <= beta."""
    return [
        sentence("local_privacy_is_factor_privacy"),
        sentence("local_privacy_is_a_bound"),
    ]


@section("sec2/dlp-rho")
def dlp_rho():
    """Each pair of rhos is one epsilon > 0, and each epsilon > 0 comes from a pair."""
    onto = {r1: 1 / (1 + g), r2: sp.Rational(1, 2)}
    return [
        sentence("local_privacy_is_rho_privacy"),
        sentence("local_privacy_is_a_bound"),
        holds(RHO_BOUND > 1, *RHOS),
        identity(RHO_BOUND.subs(onto), g, g > 1),
        holds(1 / (1 + g) < sp.Rational(1, 2), g > 1),
    ]


@section("fig-1")
def fig_1():
    """The two rectangles and the two triangles are the breach sets of the definitions."""
    h_l, h_u = rho_boundaries(p)
    rectangles = sp.Or(sp.And(p < r1, q > r2), sp.And(p > r2, q < r1))
    samples = [(Fraction(i, 8), Fraction(j, 8)) for i in range(9) for j in range(9)]

    def agree(case):
        at = {p: case[0], q: case[1], r1: Fraction(1, 4), r2: Fraction(5, 8)}
        at = {s: sp.Rational(str(v)) for s, v in at.items()}
        return bool(breach(p, q, h_l, h_u).subs(at)) == bool(rectangles.subs(at))

    return definition(
        "a figure without parameter values",
        crosscheck(lambda: samples, agree, "two rectangles"),
        holds(
            sp.Equivalent(sp.Or(q / p > beta, q / p < 1 / beta), sp.Or(q > beta * p, beta * q < p)),
            *SQUARE,
            p > 0,
            beta > 1,
        ),
    )


@section("sec2/fig1-compare")
def fig1_compare():
    """When each sentence is true: areas 1/beta and 2 rho1 (1 - rho2), corners compared."""
    area, other = 1 / beta, 2 * r1 * (1 - r2)
    sample = {r1: sp.Rational(3, 10), r2: sp.Rational(1, 2), beta: sp.Integer(2)}
    corner = (sample[beta] * sample[r1] - sample[r2]) ** 2 / (2 * sample[beta])
    return definition(
        "about a figure without parameter values: all of it holds at beta = 2, rho = (3/10, 1/2); "
        "the rho region lies inside the other one when beta rho1 <= rho2",
        holds(q > beta * p, *RHOS, *DUAL, *SQUARE, p < r1, q > r2, beta * r1 <= r2),
        holds(beta * q < p, *RHOS, *DUAL, *SQUARE, p > r2, q < r1, beta * r1 <= r2),
        holds(sp.And(r2 > beta * (r2 / (2 * beta)), r2 / (2 * beta) <= r2), *RHOS, *DUAL),
        check(lambda: bool((area - other).subs(sample) > 0), "the larger area"),
        check(lambda: bool((beta * r1 - r2).subs(sample) > 0), "the corner sticks out"),
        check(lambda: bool(2 * corner < other.subs(sample) / 2), "most is covered"),
    )


@section("sec2/larger-pbr")
def larger_pbr():
    """t > 0: the pair is attained; u, w > 0: it lies in the smaller, the larger region."""
    return states(
        holds(sp.Not(sp.And(t > 0, u > 0)), sp.Implies(u > 0, w > 0), sp.Implies(t > 0, w <= 0)),
        scope="for each pair; larger and stronger in the weak sense: two different "
        "regions can demand the same (sec3/pbr-subset)",
    )


@section("fig-2")
def fig_2():
    return definition("a figure of a general region")


@section("def-2.2")
def def_2_2():
    return definition(
        "strict information privacy",
        crosscheck(
            lambda: [table("3/4 1/4; 1/4 3/4")],
            lambda s: factors(s)[-1][1] == parity(s),
            "factors lie between 1/eta and eta",
        ),
    )


@section("sec2/covers")
def covers():
    """No breach is q <= h_u(p) and q >= h_l(p), for the boundaries written out by cases."""
    up = sp.Not(sp.And(p < r1, q > r2))
    down = sp.Not(sp.And(p > r2, q < r1))
    least = [
        holds(
            sp.Equivalent(
                sp.And(q <= beta * p, q >= p / beta), sp.And(q <= beta * p, q <= 1, q >= p / beta)
            ),
            *SQUARE,
            *DUAL,
        ),
        holds(sp.And(q <= beta * p, q >= p / beta), *SQUARE, *DUAL, sp.Eq(p, 0), sp.Eq(q, 0)),
    ]
    return [
        holds(sp.Equivalent(up, q <= r2), *SQUARE, *RHOS, p < r1),
        holds(sp.And(up, q <= 1), *SQUARE, *RHOS, p >= r1),
        holds(sp.Equivalent(down, q >= r1), *SQUARE, *RHOS, p > r2),
        holds(sp.And(down, q >= 0), *SQUARE, *RHOS, p <= r2),
        holds(sp.And(r2 >= p, p >= 0), *SQUARE, *RHOS, p < r1),
        holds(sp.And(r1 <= p, p <= 1), *SQUARE, *RHOS, p > r2),
        holds(sp.And(p <= beta * p, p / beta <= p), *SQUARE, *DUAL),
        holds(
            sp.Equivalent(
                sp.And(q / p <= beta, q / p >= 1 / beta), sp.And(q <= beta * p, q >= p / beta)
            ),
            *SQUARE,
            *DUAL,
            p > 0,
        ),
        *least,
    ]


@section("sec2/monotone")
def monotone():
    """The boundaries of any P: h_gamma and its mirror image; 0 at p = 0 and else 1 for eta = oo."""
    order = (p >= 0, p <= q, q <= 1, g >= 1)
    return states(
        sentence("between_the_boundaries"),
        sentence("privacy_region"),
        *revealed(),
        holds(h_gamma(p, g) <= h_gamma(q, g), *order),
        holds(lower(p, g) <= lower(q, g), *order),
        scope="boundaries = largest and smallest attainable posterior; for infinite "
        "parity they are 1 on (0, 1] and 0 on [0, 1)",
    )


@section("sec2/pbr")
def pbr():
    return definition(
        "the region of h_l, h_u",
        holds(sp.Equivalent(sp.Not(breach(p, q, lo, hi)), sp.And(lo <= q, q <= hi)), *SQUARE),
    )


@section("def-2.3")
def def_2_3():
    """A pair is attained iff its Bayes factor is one that the table attains."""
    return definition(
        "the pairs that no prior, event and report attain",
        crosscheck(
            lambda: [s for s in small_tables() if parity(s) < math.inf],
            lambda s: all(1 / hi == factors(s)[-1 - i][0] for i, (_, hi) in enumerate(factors(s))),
            "symmetric under complements",
        ),
    )


@section("def-2.4")
def def_2_4():
    return definition("a region that is the region of some procedure")


@section("sec2/sip-subset")
def sip_subset():
    """For each pair, t > 0 if it is attained."""
    return holds(
        sp.Equivalent(
            sp.Implies(t > 0, sp.And(lo <= q, q <= hi)), sp.Implies(breach(p, q, lo, hi), t <= 0)
        ),
        *SQUARE,
        lo <= p,
        p <= hi,
    )


@section("sec2/not-precise")
def not_precise():
    """W inside W_P, and a pair where they differ: it lies in W_P and not in W."""
    differ = sp.Or(sp.And(u > 0, w <= 0), sp.And(u <= 0, w > 0))
    return holds(sp.And(u <= 0, w > 0), sp.Implies(u > 0, w > 0), differ)
