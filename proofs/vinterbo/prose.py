"""Section 8's figures, and the claims of the abstract, the introduction and the related work."""

from __future__ import annotations

from itertools import product

import sympy as sp

from ..claims import Section, definition, states
from ..exactly import enclose
from ..goals import check, crosscheck, holds, identity, printed, reals, sentence
from .efficiency import lemma
from .model import F, base, distance, dot, eta, loss, pairs, table_of, trace
from .transform import spread
from .warner import at_level

section = Section("vinterbo")
DRAWN = (F(1, 20), F(3, 20), F(3, 10), F(1, 2))
COST = base(F(3, 4)) ** 2
TYPICAL = F(2, 5)
q, p, prior, m = reals("q p prior m")


@section("fig-1a")
def fig_1a():
    """p = 1/2 means a = 3/4; c = (5/2)^2, s = 73/200."""

    def by_enumeration():
        noisy = trace(spread(table_of(F(3, 4), 2), DRAWN))
        return noisy / (1 - dot(DRAWN, DRAWN)) == loss(COST, dot(DRAWN, DRAWN)) == F(1177, 127)

    return states(
        printed(sp.Rational(1177, 127), "9.75", "L for the caption's pi, p = 0.5, n = 2"),
        corrected="L = 1177/127 = 9.27 for this pi; 9.75 is the approximated loss f_L(2/(2^n+1)) = "
        "f_L(2/5)",
        right=[
            check(by_enumeration, "L from the covariance matrices"),
            *lemma(),
            printed(sp.Rational(1177, 127), "9.27"),
            check(lambda: loss(COST, TYPICAL) == F(39, 4), "f_L(2/5) = 9.75"),
        ],
    )


@section("fig-1a/text")
def fig_1a_text():
    def five_percent():
        return F(95, 100) < F(1177, 127) / F(39, 4) < F(951, 1000)

    return definition(
        "the look of a plotted simulation; with 9750 reports the mean squared error "
        "of pi-hat is 0.951 times that of pi-hat*(1000)",
        check(five_percent, "0.950 < 1177/127 / 9.75 < 0.951"),
    )


def approximated(p_, n):
    """f_L(2 / (2^n + 1)) of the unrelated question."""
    return loss(base((2 - p_) / 2) ** n, F(2, 2**n + 1))


@section("fig-1b")
def fig_1b():
    chances = (F(1, 10000), F(1, 2), F(9999, 10000))
    return definition(
        "a plot of log f_L(2 / (2^n + 1)); the values of p are not printed",
        crosscheck(
            lambda: [(x, n) for x in chances for n in range(1, 12)],
            lambda c: 1 < approximated(*c) < approximated(c[0], c[1] + 1),
            "it rises in n",
        ),
    )


@section("fig-1c")
def fig_1c():
    return definition("a plot of a simulation")


@section("fig-2a")
def fig_2a():
    return definition("a plot of c_M / c_W; c_W is undefined at p = 1/2")


@section("fig-2b")
def fig_2b():
    return definition(
        "a plot of one function",
        *at_level(),
        check(
            lambda: enclose(sp.Gt(sp.exp(sp.Rational(1, 5)), 1, evaluate=False), {}) is True,
            "e^0.2 > 1",
        ),
    )


@section("intro/all-ones")
def all_ones():
    return [
        sentence("mean_one_means_all_ones"),
        crosscheck(
            lambda: [b for k in range(1, 6) for b in product((0, 1), repeat=k)],
            lambda b: (F(sum(b), len(b)) == 1) == (set(b) == {1}),
            "m <= 5",
        ),
    ]


@section("intro/lie-odds")
def lie_odds():
    """Report 1: the odds of b = 1 change by (1-q)/q; the belief itself changes by less."""
    told = prior * (1 - q) + (1 - prior) * q
    posterior = prior * (1 - q) / told
    factor = (1 - q) / q
    given = (q >= 0, q < sp.S.Half, prior > 0, prior < 1)
    odds = holds(
        sp.Eq(posterior / (1 - posterior) / (prior / (1 - prior)), factor),
        *given,
        label="posterior odds / prior odds = (1-q)/q",
    )
    belief = holds(posterior <= factor * prior, *given, multiply=True)
    other = holds(q / (1 - q) <= factor, *given)
    return states(
        odds,
        belief,
        other,
        assuming="q > 0 (at q = 0 the quotient is undefined and the report reveals the bit)",
        given=[q > 0],
    )


@section("intro/still-estimable")
def still_estimable():
    """(mean - q) / (1 - 2q) is unbiased; its variance exceeds p (1-p) / m."""
    told = p * (1 - q) + (1 - p) * q
    given = (q >= 0, q < sp.S.Half, p >= 0, p <= 1, m >= 1)
    noisy = told * (1 - told) / ((1 - 2 * q) ** 2 * m)
    extra = q * (1 - q) / ((1 - 2 * q) ** 2 * m)
    return states(
        identity((told - q) / (1 - 2 * q), p, *given),
        identity(noisy, p * (1 - p) / m + extra, *given),
        holds(extra >= 0, *given),
        holds(extra > 0, *given, q > 0),
        scope="0 <= q < 1/2; the loss is positive for q > 0",
    )


@section("rel/k-rr")
def k_rr():
    """A matrix BD with B of two values is column-stochastic only if D is a multiple of 1."""
    on, off, first, second, size = reals("b_on b_off d_1 d_2 k")
    one = on + (size - 1) * off
    return definition(
        "a description of other works; columns of BD add up to one only if all "
        "entries of D are equal",
        holds(one * first > one * second, first > second, on > 0, off >= 0, size >= 2),
    )


def is_k_rr(table):
    """Equal entries on the diagonal, equal ones elsewhere, the diagonal at least as large."""
    size = range(len(table))
    on = {table[i][i] for i in size}
    off = {table[i][j] for i in size for j in size if i != j}
    return len(on) == len(off) == 1 and min(on) >= max(off)


@section("rel/k-rr-intersection")
def k_rr_intersection():
    """Entries at distance 1 and 2 have the ratio a / (1-a)."""

    def only(c):
        x, n = c
        return n == 1 or not is_k_rr(table_of(x, n))

    def places(ps):
        return [(x, n) for x in ps for n in (1, 2, 3, 4)]

    some = (F(3, 4), F(1, 3), F(9, 10))
    flipped = crosscheck(
        lambda: range(2, 7),
        lambda n: set(table_of(F(0), n)[0][1:]) == {0, 1},
        "a = 0, n >= 2: 1 at distance n, 0 at the others off the diagonal",
    )
    meets = crosscheck(
        lambda: [F(1, 2), F(3, 5), F(3, 4)],
        lambda x: is_k_rr(table_of(x, 1)),
        "n = 1, a >= 1/2: k-RR with e^epsilon = a / (1-a)",
    )
    entries = crosscheck(
        lambda: [c for n in (2, 3) for c in pairs(n) if 1 <= distance(*c) <= 2],
        lambda c: (
            table_of(F(3, 4), len(c[0]))[eta(c[0])][eta(c[1])]
            == F(3, 4) ** (len(c[0]) - distance(*c)) * F(1, 4) ** distance(*c)
        ),
        "entries at distance 1 and 2",
    )
    return states(
        meets,
        crosscheck(
            lambda: places((F(1, 2), *some)), only, "C_a(n) is k-RR for n = 1 only", names="a n"
        ),
        assuming="a is neither 1/2 nor 1 (C_(1/2)(n) is k-RR with epsilon = 0, C_1(n) is the "
        "identity, for every n)",
        under=[
            meets,
            sentence("kary_response_is_iterated_for_one_bit"),
            entries,
            flipped,
            crosscheck(lambda: places((F(0), *some)), only, "k-RR for n = 1 only"),
            crosscheck(
                lambda: places((F(1), F(1, 2))), lambda c: not only(c) or c[1] == 1, "all n"
            ),
        ],
    )
