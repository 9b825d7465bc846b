"""Section 1: the model, the two starting criteria, and the parity."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations, product

import sympy as sp

from rropt.channel import Channel
from rropt.privacy import BetaFactor, Rho1Rho2

from ..claims import Section, definition, states
from ..goals import cases, check, contradicted, holds, identity, integers, obligations, reals
from .breaches import (beta_breach, beta_private, downward, grid, rho_bound, rho_private,
                       upward)
from .schemas import (MEANS, OPEN, SUMS, S, T, a, attained, b, bayes_factor, csip, g, h_gamma,
                      lower, never_above, p, ratios_are_products, revealed, x, y)
from .tables import (channel, is_table, pairs, parity, priors, report, row_parity, table, tables,
                     updated)

section = Section("chai-nayak")
alpha, beta, eta, r1, r2, v = reals("alpha beta eta r1 r2 v")
WARNER = table("3/4 1/4; 1/4 3/4")
SMALL = [(2, 2, 4), (3, 2, 4), (2, 3, 3)]
RHOS = (0 < r1, r1 < r2, r2 < 1)
RHO_BOUND = r2 * (1 - r1) / (r1 * (1 - r2))


def small_tables():
    """Every table of a few sizes with entries in multiples of 1/4 or 1/3."""
    return [t for m, k, n in SMALL for t in tables(m, k, n)]


@section("...")
def form():
    return definition("the form of an id, not a statement")


@section("model/setup")
def setup():
    return definition(
        "the model", cases(small_tables, is_table, "columns add up to one"),
        check(lambda: Channel.from_rows([["1/2", "1/3", "1"], ["1/2", "2/3", "0"]]).shape == (2, 3),
              "two reports, three truths"))


@section("model/zero-row")
def zero_row():
    """A zero row is never reported; any other row is reported under a point-mass prior."""
    return states(
        obligations(SUMS, holds(sp.Eq(S + alpha * x, 0), sp.Eq(S, 0), sp.Eq(x, 0), alpha >= 0),
                    holds(1 * x > 0, x > 0)),
        cases(lambda: tables(2, 3, 3, zero_rows=True), lambda t: all(
            any(report(row, prior) for prior in priors(3, 2)) == any(row) for row in t),
            "never reported exactly when zero"))


@section("model/rappor")
def rappor():
    """Attributed: k bits, each reported, give 2^k reports."""
    return definition("RAPPOR reports k bits", cases(
        lambda: [2, 3, 4], lambda k: len(set(product((0, 1), repeat=k))) == 2**k, "m = 2^k"))


def _sampled(t, counts):
    """The distribution of a report: draw one unit of the population, then randomize."""
    units = [j for j, c in enumerate(counts) for _ in range(c)]
    return tuple(sum((row[j] for j in units), Fraction(0)) / len(units) for row in t)


@section("eq-1.1")
def eq_1_1():
    """lambda = P pi, one more respondent of category j at a time, and by enumeration."""
    n, N = reals("n N")
    return [obligations("induction on the number of units in the population",
                        identity((S + n * x) / N + x / N, (S + (n + 1) * x) / N, N > 0)),
            cases(lambda: product(small_tables()[::5], [(1, 2, 3), (4, 0, 2), (0, 0, 1)]),
                  lambda c: _sampled(c[0], c[1][-len(c[0][0]):]) == channel(c[0])
                  .report_distribution([Fraction(u, sum(c[1][-len(c[0][0]):]))
                                        for u in c[1][-len(c[0][0]):]]), "lambda = P pi")]


@section("model/estimator")
def estimator():
    P = sp.Matrix(2, 2, reals("p11 p12 p21 p22"))
    pi = sp.Matrix(reals("u w"))
    return definition("an estimator; it returns pi at lambda = P pi", identity(
        P.adjugate() / P.det() * (P * pi), pi, sp.Ne(P.det(), 0)))


def _null(t):
    """A vector with P v = 0, or None when the columns are independent."""
    space = sp.Matrix([[sp.Rational(e.numerator, e.denominator) for e in row]
                       for row in t]).nullspace()
    return None if not space else [Fraction(int(e.p), int(e.q)) for e in space[0]]


def _confused(t):
    """Two priors with the same report distribution, made from a null vector."""
    null, k = _null(t), len(t[0])
    if null is None:
        return len(t) >= k
    step = Fraction(1, k) / max(abs(e) for e in null)
    one, two = [Fraction(1, k)] * k, [Fraction(1, k) + step * e for e in null]
    both = [[report(row, prior) for row in t] for prior in (one, two)]
    return one != two and min(two) >= 0 and sum(two) == 1 and both[0] == both[1]


@section("model/ident")
def ident():
    """P v = 0 with v != 0 gives two priors u and u + t v with the same reports."""
    k, t = reals("k t")
    return states(
        obligations("1'v = 1'P v = 0: the column of a new category adds v times its sum, one",
                    identity(S + v * T, S + v, sp.Eq(T, 1)),
                    holds(1 / k + t * v >= 0, k >= 1, t >= 0, t <= 1 / k, v >= -1, v <= 1),
                    identity(S + x * (y + t * v), (S + x * y) + t * x * v)),
        cases(lambda: [*tables(1, 2, 2), *tables(1, 3, 2), *tables(2, 3, 2), *tables(2, 2, 3),
                       *tables(3, 3, 2)[::7]],
              _confused, "dependent columns give two priors; they are dependent when m < k"))


@section("model/ident-param")
def ident_param():
    """k = 3, m = 2: pi(t) binomial and P(yes | j) = j/2 give lambda(t) = t, injective."""
    t = reals("t")
    binomial = sp.Matrix([(1 - t)**2, 2 * t * (1 - t), t**2])
    return identity(sp.Matrix([[0, sp.Rational(1, 2), 1], [1, sp.Rational(1, 2), 0]]) * binomial,
                    sp.Matrix([t, 1 - t]))


@section("eq-1.2")
def eq_1_2():
    """Bayes' rule needs a report that can occur."""
    joint, rest = x * y, S
    given = (x >= 0, x <= 1, y >= 0, y <= 1, S >= 0)
    rule = holds(sp.Eq((joint / (joint + rest)) * (joint + rest), x * y, evaluate=False), *given)
    return states(rule, cases(lambda: [(t, u) for t in tables(2, 2, 2) for u in priors(2, 2)],
                              lambda c: all(sum(updated(row, c[1], (j,)) for j in range(2)) == 1
                                            for row in c[0]), "posteriors add up to one"),
                  assuming="P_alpha(Z = d_i) > 0 (otherwise both sides are undefined)",
                  under=[rule.given(joint + rest > 0),
                         cases(lambda: [(t, u) for t in small_tables()
                                        for u in priors(len(t[0]), 2)],
                               lambda c: all(sum(updated(row, c[1], (j,))
                                                 for j in range(len(row))) == 1
                                             for row in c[0] if report(row, c[1])),
                               "posteriors add up to one")])


@section("model/events")
def event_probabilities():
    return definition("P(Q) and P(Q | d) are sums over Q", cases(
        lambda: list(pairs(WARNER, 4)), lambda c: 0 <= c[1] <= 1, "a probability"))


@section("def-1.1/a")
def def_1_1_a():
    half, ninth = Fraction(1, 2), Fraction(9, 10)
    return definition("breaches", check(
        lambda: upward(WARNER, (Fraction(2, 5), Fraction(3, 5)), (0,), half, Fraction(3, 5)),
        "2/5 rises to 2/3"), check(
        lambda: downward(WARNER, (Fraction(19, 20), Fraction(1, 20)), (0,), ninth, ninth),
        "19/20 falls to 19/22"), cases(
        lambda: grid(WARNER, 6), lambda c: not upward(WARNER, *c, Fraction(1, 3), Fraction(2, 3)),
        "none of these"))


@section("def-1.1/b")
def def_1_1_b():
    """rropt's criterion and the search for breaches agree."""
    return definition("no breach of either kind", cases(
        lambda: with_rhos()[::3], lambda c: rho_private(*c, 3)
        == Rho1Rho2(*c[1:]).satisfied_by(channel(c[0])), "rropt.Rho1Rho2"), check(
        lambda: rho_private(WARNER, Fraction(1, 4), Fraction(1, 2), 8), "private at its bound 3"),
        check(lambda: not rho_private(WARNER, Fraction(1, 4), Fraction(9, 20), 8), "not below"))


@section("def-1.2")
def def_1_2():
    return definition("posterior over prior", cases(
        lambda: [(t, Fraction(u, 2)) for t in small_tables()[::3] for u in (3, 4, 6)],
        lambda c: beta_private(*c, 3) == BetaFactor(c[1]).satisfied_by(channel(c[0])),
        "rropt.BetaFactor"), check(
        lambda: beta_private(WARNER, Fraction(3), 8) and not beta_private(WARNER, Fraction(2), 8),
        "Warner with 3/4 has factor 3"), check(
        lambda: not beta_breach(WARNER, (Fraction(0), Fraction(1)), (0,), 2), "prior zero"))


@section("def-1.3")
def def_1_3():
    """Both forms of (1.5) agree, also with zeros."""
    def ratio(e, f):
        return Fraction(1) if not e and not f else Fraction(e) / f if f else math.inf
    return definition("row parity and parity", cases(
        lambda: [row for t in tables(2, 3, 3, True) for row in t],
        lambda row: max(ratio(e, f) for e in row for f in row) == row_parity(row)
        == ratio(max(row), min(row)), "all ratios, and max over min"), cases(
        small_tables, lambda t: channel(t).parity() == parity(t), "rropt.Channel.parity"))


def rho_suffices():
    """Upward: h_gamma(p) < rho2 for p < rho1; downward: the lower boundary stays above rho1."""
    given = (*RHOS, *OPEN, eta >= 1, eta <= RHO_BOUND)
    return [*never_above(), holds(h_gamma(p, eta) < r2, *given, p < r1),
            holds(lower(p, eta) > r1, *given, p > r2)]


def rho_needed():
    """Parity above the bound: a prior just below rho1 on the largest entry is a breach."""
    half = (r2 / (r2 + eta * (1 - r2)) + r1) / 2
    given = (*RHOS, eta > 1, eta > RHO_BOUND)
    return [*attained(), *revealed(), holds(RHO_BOUND > 1, *RHOS), holds(half < r1, *given),
            holds(half > 0, *given), holds(h_gamma(half, eta) > r2, *given)]


def beta_iff():
    """eta <= beta: no ratio leaves [1/beta, beta]; eta > beta: a small prior leaves it."""
    small = (eta - beta) / (2 * beta * (eta - 1))
    given = (beta > 1, eta > beta)
    return [*never_above(), *attained(), *revealed(), *ratios_are_products(),
            holds(h_gamma(p, beta) / p <= beta, *OPEN, beta > 1),
            holds(lower(p, beta) / p >= 1 / beta, *OPEN, beta > 1),
            holds(small > 0, *given), holds(small < 1, *given),
            holds(h_gamma(small, eta) / small > beta, *given),
            holds(1 / (1 / (2 * beta)) > beta, beta > 1)]


def with_rhos():
    """Small tables with pairs rho1 < rho2."""
    return [(t, Fraction(i, 5), Fraction(j, 5)) for t in small_tables()
            for i, j in combinations(range(1, 5), 2)]


@section("thm-1.1")
def thm_1_1():
    return [obligations(MEANS, *rho_suffices()),
            cases(lambda: [c for c in with_rhos() if parity(c[0]) <= rho_bound(*c[1:])],
                  lambda c: rho_private(*c, 5), "no breach")]


@section("sec1/rho-necessity")
def rho_necessity():
    return [obligations(MEANS, *rho_needed()),
            cases(lambda: [c for c in with_rhos() if parity(c[0]) > rho_bound(*c[1:])],
                  lambda c: not rho_private(*c, 1), "breach")]


@section("thm-1.2")
def thm_1_2():
    return [obligations(MEANS, *beta_iff()),
            cases(lambda: [(t, u) for t in small_tables() for u in map(Fraction, ("3/2", 2, 3))],
                  lambda c: beta_private(*c, 4) == (parity(c[0]) <= c[1]), "iff")]


@section("sec1/parity-range")
def parity_range():
    return [obligations("max and min over the row", holds(x / y >= 1, y > 0, x >= y),
                        *ratios_are_products()),
            cases(small_tables, lambda t: parity(t) >= 1 and (
                (parity(t) < math.inf) == all(e > 0 for row in t for e in row)),
                "finite iff positive (no zero rows: model/zero-row)")]


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
    made = [cases(lambda: [(Fraction(e), k) for e in (1, "3/2", 2, 20) for k in (2, 3, 4, 5)],
                  lambda c: _example_has(c[0], c[1], c[1]), "a table of this parity"),
            obligations("entries eta x (truth 1) and x (other truths), and one minus these",
                        identity((eta / (eta + 1)) / (1 / (eta + 1)), eta, eta >= 1),
                        identity((1 - 1 / (eta + 1)) / (1 - eta / (eta + 1)), eta, eta >= 1))]
    return states(contradicted("eta_0 = 1/2: every row has max / min at least one",
                               holds(x / y >= 1, y > 0, x >= y)),
                  assuming="eta_0 >= 1 (no parity is below one)", under=made)


@section("sec1/parity-example")
def parity_example():
    """Column sums for symbolic m; the rows beyond k are constant."""
    m = integers("m")
    total = eta + m - 1
    column = obligations("a column has one eta_0 and m - 1 ones",
                         identity(eta / total + (m - 1) / total, 1, eta > 0, m >= 1))
    def sized(values):
        return cases(lambda: [(Fraction(e), *mk) for e in values for mk in SIZES],
                     lambda c: _example_has(*c), "a table with parity eta_0")
    return states(column, sized(("1/2", 1, 2)), scope="k >= 2",
                  assuming="eta_0 >= 1 (below one the parity of this table is 1/eta_0)",
                  under=[column, sized((1, "3/2", 2, 20)), obligations(
                      "rows i <= k hold eta_0 and one, rows i > k are constant",
                      identity((eta / total) / (1 / total), eta, eta >= 1, m >= 2),
                      holds(eta / total >= 1 / total, eta >= 1, m >= 2))])


@section("sec1/bayes-bound")
def bayes_bound():
    """h-CSIP and "all Bayes factors at most B(h)" are both eta <= B(h)."""
    return states(obligations(MEANS, *csip(), *bayes_factor(),
                              holds(sp.Equivalent(a / b <= g, a <= g * b), a >= 0, b > 0, g >= 1)),
                  scope="the bound is B(h) in [1, oo]; oo when h is 1 on (0, 1), which demands "
                        "nothing")
