"""Section 1: the model, the two starting criteria, and the parity."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from rropt.channel import Channel
from rropt.devices import rappor_permanent

from ..claims import Section, definition, states
from ..goals import check, crosscheck, holds, identity, reals, sentence
from .schemas import (
    S,
    x,
    y,
)
from .tables import (
    channel,
    is_table,
    pairs,
    priors,
    report,
    table,
    tables,
    updated,
)

section = Section("chai-nayak")
alpha, beta, eta, r1, r2, v = reals("alpha beta eta r1 r2 v")
FOUR_BITS = [[0, 0, 1, 1], [0, 1, 0, 1], [1, 0, 0, 1]]
WARNER = table("3/4 1/4; 1/4 3/4")
SMALL = [(2, 2, 4), (3, 2, 4), (2, 3, 3)]
RHOS = (r1 > 0, r1 < r2, r2 < 1)
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
        "the model",
        crosscheck(small_tables, is_table, "columns add up to one"),
        check(
            lambda: Channel.from_rows([["1/2", "1/3", "1"], ["1/2", "2/3", "0"]]).shape == (2, 3),
            "two reports, three truths",
        ),
    )


@section("model/zero-row")
def zero_row():
    """A zero row is never reported; any other row is reported at a prior that has a mass there."""
    return states(
        sentence("zero_rows_are_never_seen"),
        holds(sp.Eq(S + alpha * x, 0), sp.Eq(S, 0), sp.Eq(x, 0), alpha >= 0),
        holds(S + alpha * x > 0, S >= 0, alpha > 0, x > 0),
        crosscheck(
            lambda: tables(2, 3, 3, zero_rows=True),
            lambda t: all(
                any(report(row, prior) for prior in priors(3, 2)) == any(row) for row in t
            ),
            "never reported exactly when zero",
        ),
    )


@section("model/rappor")
def rappor():
    """Attributed. One bit a category: 2^k reports; with other codewords 2 to the number of bits."""
    return definition(
        "RAPPOR reports k bits (one a category; a Bloom filter of b bits gives 2^b reports)",
        crosscheck(
            lambda: [2, 3, 4],
            lambda k: rappor_permanent("1/2", categories=k).channel.shape == (2**k, k),
            "m = 2^k, no report is impossible",
        ),
        check(
            lambda: rappor_permanent("1/2", codes=FOUR_BITS).channel.shape == (16, 3),
            "three categories in four bits",
        ),
    )


def _sampled(t, counts):
    """The distribution of a report: draw one unit of the population, then randomize."""
    units = [j for j, c in enumerate(counts) for _ in range(c)]
    return tuple(sum((row[j] for j in units), Fraction(0)) / len(units) for row in t)


@section("eq-1.1")
def eq_1_1():
    """lambda = P pi, for every population and by enumeration of small ones."""
    return [
        sentence("reports_of_a_sample"),
        crosscheck(
            lambda: product(small_tables()[::5], [(1, 2, 3), (4, 0, 2), (0, 0, 1)]),
            lambda c: (
                _sampled(c[0], c[1][-len(c[0][0]) :])
                == channel(c[0]).report_distribution(
                    [Fraction(u, sum(c[1][-len(c[0][0]) :])) for u in c[1][-len(c[0][0]) :]]
                )
            ),
            "lambda = P pi",
        ),
    ]


@section("model/estimator")
def estimator():
    P = sp.Matrix(2, 2, reals("p11 p12 p21 p22"))
    pi = sp.Matrix(reals("u w"))
    return definition(
        "an estimator; it returns pi at lambda = P pi",
        identity(P.adjugate() / P.det() * (P * pi), pi, sp.Ne(P.det(), 0)),
    )


def _null(t):
    """A vector with P v = 0, or None when the columns are independent."""
    space = sp.Matrix(
        [[sp.Rational(e.numerator, e.denominator) for e in row] for row in t]
    ).nullspace()
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
    return states(
        sentence("dependent_columns_are_not_identifiable"),
        crosscheck(
            lambda: [
                *tables(1, 2, 2),
                *tables(1, 3, 2),
                *tables(2, 3, 2),
                *tables(2, 2, 3),
                *tables(3, 3, 2)[::7],
            ],
            _confused,
            "dependent columns give two priors; they are dependent when m < k",
        ),
    )


@section("model/ident-param")
def ident_param():
    """k = 3, m = 2: pi(t) binomial and P(yes | j) = j/2 give lambda(t) = t, injective."""
    t = reals("t")
    binomial = sp.Matrix([(1 - t) ** 2, 2 * t * (1 - t), t**2])
    return identity(
        sp.Matrix([[0, sp.Rational(1, 2), 1], [1, sp.Rational(1, 2), 0]]) * binomial,
        sp.Matrix([t, 1 - t]),
    )


@section("eq-1.2")
def eq_1_2():
    """Bayes' rule needs a report that can occur."""
    joint, rest = x * y, S
    given = (x >= 0, x <= 1, y >= 0, y <= 1, S >= 0)
    rule = holds(sp.Eq((joint / (joint + rest)) * (joint + rest), x * y, evaluate=False), *given)
    return states(
        rule,
        crosscheck(
            lambda: [(t, u) for t in tables(2, 2, 2) for u in priors(2, 2)],
            lambda c: all(sum(updated(row, c[1], (j,)) for j in range(2)) == 1 for row in c[0]),
            "the posteriors of each report are defined and add up to one",
            names="P alpha",
        ),
        assuming="P_alpha(Z = d_i) > 0 (otherwise both sides are undefined)",
        under=[
            rule.given(joint + rest > 0),
            crosscheck(
                lambda: [(t, u) for t in small_tables() for u in priors(len(t[0]), 2)],
                lambda c: all(
                    sum(updated(row, c[1], (j,)) for j in range(len(row))) == 1
                    for row in c[0]
                    if report(row, c[1])
                ),
                "posteriors add up to one",
            ),
        ],
    )


@section("model/events")
def event_probabilities():
    return definition(
        "P(Q) and P(Q | d) are sums over Q",
        crosscheck(lambda: list(pairs(WARNER, 4)), lambda c: 0 <= c[1] <= 1, "a probability"),
    )
