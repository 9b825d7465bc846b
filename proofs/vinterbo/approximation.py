"""Proposition 4.7 and its sketch of a proof: the loss of a uniformly sampled distribution.

With c = c(a)^n >= 1, S = pi^T pi, u = E S, v = Var S, e = sqrt(v) and x = u + 10 e the proof uses
delta = lambda v / (2 f_L(u)), lambda = f_L''(x): delta = (c-1)/(c-u) * (1-u) v / (1-x)^3.
"""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..exactly import enclose
from ..goals import check, contradicted, every, holds, identity, reals
from . import schemas
from .dirichlet import MEAN, VARIANCE, K, agrees, fourth, moment, monomials, rising, squared, third
from .losses import AT_LEAST, derivatives
from .model import F, base, c, loss, s

section = Section("vinterbo")
u, v, e, x, t, p = reals("u v e x t p")
LARGE = (K >= 8,)
TEN = u + 10 * e
READING = (
    "delta = lambda Var(S) / (2 f_L(E S)) with lambda = f_L''(E S + 10 sqrt Var S), as in "
    "the proof; S = pi^T pi on 2^n categories"
)
CENTRE = (u >= 0, u < 1)


@section("greenwood/mean")
def greenwood_mean():
    return [
        monomials(),
        identity(moment(1), K * 2 / rising(2), K >= 1),
        identity(moment(1), 2 / (K + 1), K >= 1),
        agrees(1, (1, 2, 4, 8)),
    ]


@section("greenwood/var")
def greenwood_var():
    second = (24 * K + 4 * K * (K - 1)) / rising(4)
    return [
        monomials(),
        identity(moment(2), second, K >= 1),
        identity(second - MEAN**2, VARIANCE, K >= 1),
        agrees(2, (1, 2, 4, 8)),
    ]


def worst(n):
    """(1-u) v / (1-x)^3 at K = 2^n: what delta is below, for every a."""
    at = {K: 2**n}
    mean, spread = MEAN.subs(at), VARIANCE.subs(at)
    return (1 - mean) * spread / (1 - mean - 10 * sp.sqrt(spread)) ** 3


def second_derivative(at):
    return 2 * (loss(c, at) - 1) / (1 - at) ** 2


def formula():
    """delta as a product, and the factor that depends on a is below one."""
    delta = second_derivative(x) * v / (2 * loss(c, u))
    given = (*AT_LEAST, *CENTRE, x < 1)
    return [
        *derivatives(),
        identity(delta, (c - 1) / (c - u) * (1 - u) * v / (1 - x) ** 3, *given),
        holds((c - 1) / (c - u) < 1, *AT_LEAST, *CENTRE),
        holds((c - 1) / (c - u) >= 0, *AT_LEAST, *CENTRE),
    ]


def below(n, bound, unit):
    """The bound holds, and the next lower printed value does not."""

    def smaller(than):
        return enclose(sp.StrictLessThan(worst(n), sp.Rational(than), evaluate=False), {}) is True

    return every(
        {"bound": [sp.Rational(bound)]},
        smaller,
        f"delta({n}) < {bound} for every a",
        balls=True,
        false=[lambda q: smaller(q - sp.Rational(unit))],
    )


def delta_3():
    return [*formula(), below(3, "0.2386", "0.0001")]


@section("prop-4.7/delta-3")
def prop_delta_3():
    return states(*delta_3(), scope=READING)


@section("claim/delta-4")
def claim_delta_4():
    return states(*formula(), below(4, "0.0029", "0.0009"), scope=READING)


@section("proof-4.7/evaluate")
def evaluate():
    """The supremum over a, 0.238555..., rounded up."""

    def above(q):
        return enclose(sp.StrictGreaterThan(worst(3), q, evaluate=False), {}) is True

    value = every(
        {"value": [sp.Rational("0.2385")]},
        above,
        "0.2385 < sup delta(3)",
        balls=True,
        false=[lambda q: above(q + sp.Rational("0.0001"))],
    )
    return states(*delta_3(), value, scope=READING)


def root():
    """y^2 <= z^2 and z >= 0 imply y <= z: otherwise y^2 > z^2."""
    y, z = reals("y z")
    return holds(y**2 > z**2, y > z, z >= 0)


def room():
    """10 e <= 4/5 - u, so x <= 4/5, for K >= 8."""
    return [
        holds((sp.Rational(4, 5) - MEAN) ** 2 >= 100 * VARIANCE, *LARGE, degree=6),
        holds(sp.Rational(2, 9) >= MEAN, *LARGE),
        root(),
    ]


def cubic():
    """v <= 4 / K^3, and x <= 4/5, so delta(n) <= 500 2^(-3n)."""
    return [
        *formula(),
        *room(),
        holds(VARIANCE <= 4 / K**3, *LARGE, degree=6),
        holds(
            (1 - u) * v / (1 - x) ** 3 <= 125 * v, *CENTRE, v >= 0, x <= sp.Rational(4, 5), degree=5
        ),
    ]


@section("prop-4.7/order")
def prop_order():
    return states(*cubic(), scope=f"{READING}; delta(n) <= 500 2^(-3n) for n > 2, every a")


def jensen():
    """f_L lies above its tangent at u."""
    gap = loss(c, s) - loss(c, u) - (c - 1) / (1 - u) ** 2 * (s - u)
    given = (*AT_LEAST, s >= 0, s < 1, *CENTRE)
    square = (c - 1) * (s - u) ** 2 / ((1 - u) ** 2 * (1 - s))
    return [identity(gap, square, *given), holds(square >= 0, *given)]


def tail(size):
    """A bound on E(1 / (1 - max p); max p > 3/4)."""
    return size * (size - 1) / (size - 2) / 4 ** (size - 2)


def tails():
    """S > 3/4 needs a coordinate above 3/4; p_1 has the density (K-1)(1-p)^(K-2)."""
    w = reals("w")
    shrink = ((K + 1) * K / (K - 1)) / (K * (K - 1) / (K - 2)) / 4
    quotient = shrink**2 * (VARIANCE / VARIANCE.subs(K, K + 1)) ** 3
    first = F(*sp.fraction(tail(sp.Integer(8)) ** 2 / VARIANCE.subs(K, 8) ** 3))
    return [
        holds(p**2 <= t * p, p >= 0, p <= t),
        holds((s - u) ** 4 <= 1, u >= 0, u <= s, s <= 1),
        holds(1 / (1 - s) <= 1 / (1 - t), s <= t, t < 1),
        identity(
            -(K - 1) / (K - 2) * (-(K - 2) * w / (1 - p)), (K - 1) * w / (1 - p), K > 2, p < 1
        ),
        check(lambda: first <= 26**2, "the tail at K = 8 is at most 26 e^3"),
        holds(quotient <= 1, *LARGE, degree=16),
    ]


def ratio_bound():
    """E 1/(1-S) - 1/(1-u) <= v / (1-x)^3 for every K = 2^n >= 8."""
    y = reals("y")
    exact = 1 / (1 - s)
    series = sum((s - u) ** k / (1 - u) ** (k + 1) for k in range(4))
    m3, m4, far = reals("mu_3 mu_4 tail")
    return [
        agrees(3, (2, 4)),
        agrees(4, (2, 4)),
        monomials(),
        identity(exact, series + (s - u) ** 4 / ((1 - u) ** 4 * (1 - s)), s < 1, *CENTRE),
        holds((s - u) ** 4 / (1 - s) <= 4 * (s - u) ** 4, s >= 0, s <= sp.Rational(3, 4)),
        *tails(),
        root(),
        holds(third() ** 2 <= 4 * VARIANCE**3, *LARGE, degree=12),
        holds(16 * fourth() ** 2 <= 4 * VARIANCE**3, *LARGE, degree=22),
        holds(m3 + 4 * m4 + far <= 30 * e**3, m3 <= 2 * e**3, 4 * m4 <= 2 * e**3, far <= 26 * e**3),
        holds(1 / (1 - y) ** 3 >= 1 + 3 * y, y >= 0, y < 1, degree=5),
    ]


def assembled():
    """The ratio minus one and delta have the same positive factor (c-1) / f_L(u)."""
    inverse_mean = reals("E_1_over_1_minus_S")
    given = (*AT_LEAST, *CENTRE, x < 1)
    ratio = (1 + (c - 1) * inverse_mean) / loss(c, u) - 1
    delta = second_derivative(x) * v / (2 * loss(c, u))
    return [
        identity(loss(c, s), 1 + (c - 1) / (1 - s), s < 1),
        identity(ratio, (c - 1) * (inverse_mean - 1 / (1 - u)) / loss(c, u), *given),
        identity(delta, (c - 1) * (v / (1 - x) ** 3) / loss(c, u), *given),
        identity(
            v / (1 - u - 10 * e) ** 3,
            v / (1 - u) ** 3 / (1 - 10 * e / (1 - u)) ** 3,
            *CENTRE,
            10 * e < 1 - u,
            e >= 0,
        ),
    ]


@section("prop-4.7/bound", limit=120)
def prop_bound():
    """n = 3, a = 3/4, three categories: E S = 1/2, so E f_L(S) >= f_L(1/2)."""
    big = base(F(3, 4)) ** 3
    printed = check(
        lambda: (
            squared(3, 1) == F(1, 2)
            and loss(big, F(1, 2)) / loss(big, F(2, 9)) > F(152, 100) > 1 + F(2386, 10000)
        ),
        "f_L(1/2) / f_L(2/9) > 1.52 > 1.2386",
    )
    return states(
        contradicted(
            "n = 3, a = 3/4, pi uniform on n = 3 categories: E S = 1/2, E f_L(S) >= "
            "f_L(1/2) > 1.52 f_L(2/9), but delta(3) < 0.2386: the event has probability 0",
            printed,
            *jensen(),
            *delta_3(),
        ),
        scope=READING,
        corrected="for pi uniform on 2^n categories, n > 2, a in [0, 1] and a != 1/2, the ratio "
        "(a constant, so the probability is 1) lies in [1, 1 + delta(n)]",
        right=[
            *jensen(),
            *formula(),
            *room(),
            *ratio_bound(),
            *assembled(),
            schemas.at_least_one(),
            schemas.grows(),
        ],
    )
