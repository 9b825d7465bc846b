"""The sketch of a proof of Proposition 4.7, step by step, and what the paper says it provides."""

from __future__ import annotations

from functools import cache

import sympy as sp

from ..claims import Section, states
from ..exactly import enclose
from ..goals import (
    check,
    contradicted,
    every,
    fold,
    holds,
    identity,
    printed,
    reals,
    sentence,
)
from .approximation import CENTRE, LARGE, cubic, room, u, v, worst, x
from .dirichlet import MEAN, VARIANCE, K, agrees_at, fourth
from .losses import AT_LEAST
from .model import INVERTIBLE, F, a, base, c, loss, s

section = Section("vinterbo")


@section("proof-4.7/chebyshev")
def chebyshev():
    return [sentence("ten_deviations_above"), holds(VARIANCE > 0, K >= 2)]


@section("proof-4.7/taylor")
def taylor():
    """S = 99/100 with probability 1/200 and 0 otherwise; I reaches E S + 10 sd < 71/100."""
    far, rare, stop = F(99, 100), F(1, 200), F(71, 100)
    mean, spread = far * rare, far**2 * rare * (1 - rare)
    fails = check(
        lambda: (
            100 * spread < (stop - mean) ** 2
            and rare * loss(F(2), far) + (1 - rare) * 2 - loss(F(2), mean)
            > spread / (1 - stop) ** 3
        ),
        "E f - f(E S) exceeds lambda Var / 2, c = 2",
    )
    return states(
        contradicted(
            "c = 2, S = 99/100 with probability 1/200 and S = 0 otherwise, I = [E S - 10 "
            "sd, E S + 10 sd]: E f_L(S) - f_L(E S) > lambda Var(S) / 2",
            fails,
        ),
        assuming="I contains all values of S (then I must end below 1 for lambda to be finite)",
        under=[sentence("mean_of_loss")],
    )


@section("proof-4.7/divide")
def divide():
    """Given (*), f_L(u) >= 1 > 0."""
    value, most = reals("E_f f_u_plus")
    low = loss(c, u)
    given = (*AT_LEAST, *CENTRE)
    return [
        holds(low > 0, *given),
        holds(
            sp.And(value / low >= 1, value / low <= 1 + (most - low) / low),
            *given,
            value >= low,
            value <= most,
        ),
    ]


@section("proof-4.7/delta")
def delta():
    lam = reals("lambda")
    low = loss(c, u)
    return identity(low * (1 + lam * v / (2 * low)), low + lam / 2 * v, *AT_LEAST, *CENTRE)


@cache
def _delta(n):
    """delta(n) at a = 3/4."""
    mean = MEAN.subs(K, 2**n)
    power = sp.Rational(5, 2) ** n
    return (power - 1) / (power - mean) * worst(n)


def falls():
    """delta(n+1) <= delta(n) for n >= 3: the factor of a grows by at most 4/3, the rest falls."""
    q, power, size, u2 = reals("q Q n u_2")
    half = VARIANCE.subs(K, 2 * K)
    a_part = (q >= 1, power - 1 >= size * (q - 1), size >= 3)
    return [
        holds(q * power - 1 <= q * sp.Rational(4, 3) * (power - 1), *a_part, degree=3),
        holds((power - u) * q <= q * power - u2, u2 <= u, u2 >= 0, q >= 1, power >= 1),
        fold(
            {power: (1, q * power), size: (0, size + 1)},
            sp.And(power - 1 >= size * (q - 1), size >= 0),
            fixed=[q >= 1],
        ),
        holds(half <= VARIANCE / 4, *LARGE, degree=7),
        holds(sp.Rational(2, 9) >= MEAN, *LARGE),
        holds(MEAN.subs(K, 2 * K) <= MEAN, *LARGE),
        check(lambda: F(4, 3) * F(9, 7) * F(1, 4) < 1, "4/3 * 9/7 * 1/4 < 1"),
    ]


def denominator():
    """f_L(E S) = 1 + (Q-1)/(1-u) rises in n: q Q - 1 >= (1 + 1/n) (Q - 1), Q = q^n, and

    1 - u_2 <= (1 + 1/(K-1)) (1 - u) <= (1 + 1/n) (1 - u).
    """
    q, power, size, y, w = reals("q Q n y w")
    later = (1 - MEAN.subs(K, 2 * K)) / (1 - MEAN)
    rise = (q >= 1, power >= 1, size >= 1)
    return [
        fold(
            {power: (q, q * power), size: (1, size + 1)},
            sp.And(power - 1 <= size * power * (q - 1), power >= 1, size >= 1),
            fixed=[q >= 1],
        ),
        holds(
            size * (q * power - 1) >= (size + 1) * (power - 1),
            *rise,
            power - 1 <= size * power * (q - 1),
        ),
        fold({K: (2, 2 * K), size: (1, size + 1)}, sp.And(size <= K - 1, K >= 1)),
        holds(later <= 1 + 1 / (K - 1), *LARGE, degree=4),
        holds(
            size * x * v >= size * y * w,
            size * x >= (size + 1) * y,
            size * w <= (size + 1) * v,
            y >= 0,
            v > 0,
            size >= 1,
            label="n (qQ-1)(1-u) >= n (Q-1)(1-u_2)",
        ),
    ]


@section("proof-4.7/expand")
def expand():
    def lower(n):
        return enclose(sp.StrictLessThan(_delta(n + 1), _delta(n), evaluate=False), {}) is True

    smaller = every(
        {"n": (3, 4, 5)},
        lower,
        "delta(n+1) < delta(n)",
        balls=True,
        false=[lambda n: enclose(_delta(n + 1) > _delta(n), {}) is True],
    )
    return states(
        contradicted(
            "a = 3/4: delta(3) = 0.2265 and delta(4) = 0.0020, rounded: over n > 2 the value at "
            "n = 3 is the largest, not the minimum",
            smaller,
            printed(_delta(3), "0.2265"),
            printed(_delta(4), "0.0020"),
        ),
        assuming="'the minimum' means that of the denominator f_L(E S); delta itself has its "
        "maximum over n > 2 at n = 3",
        under=[*cubic(), *falls(), *denominator()],
        corrected="delta(n+1) <= delta(n) for n > 2, so the maximum is at n = 3, and delta(n) is "
        "O(2^(-3n))",
        right=[*cubic(), *falls()],
    )


def normal_form():
    """A quartic below the indicator of Y < 0, for Y = 18 (S - 2/9) at K = 8."""
    y = reals("Y")
    q = (y**2 - y**4 / 12 - sp.Rational(4, 3) * y) / 7
    return [
        holds(q <= 1, y <= 0, degree=4, squares=[y**2 - 8, y + 2]),
        holds(q <= 0, y >= 0, degree=4, squares=[y - 2]),
    ]


@section("contrib/concentration", computes=True)
def concentration():
    """At n = 3 the loss is below f_L(E S) with probability above 1/25."""
    q, power = reals("q power")
    spread, wide = (F(*sp.fraction(g.subs(K, 8))) for g in (VARIANCE, fourth()))
    often = check(lambda: (324 * spread - 324**2 * wide / 12) / 7 > F(1, 25), "mean of the quartic")
    low = holds(loss(c, s) < loss(c, u), c > 1, s < u, u < 1, multiply=True)
    return states(
        contradicted(
            "the event of Proposition 4.7 has no random variable in it; for the loss "
            "at n = 3, 0 < a < 1: P(L < f_L(E S)) > 1/25, so L / f_L(E S) is not in "
            "[1, 1 + delta] with probability 0.99",
            *normal_form(),
            often,
            low,
            agrees_at(4, 8),
        ),
        corrected="Proposition 4.7 bounds the mean of L; a concentration bound is P(f_L(E S - 10 "
        "sd) < L < f_L(E S + 10 sd)) >= 0.99 for n > 2, 0 < a < 1 and a != 1/2 (for a = 0 and "
        "a = 1 all three are 1)",
        right=[
            sentence("chebyshev"),
            holds(VARIANCE > 0, K >= 2),
            low,
            *room(),
            holds(base(a) > 1, a > 0, a < 1, *INVERTIBLE),
            fold({power: (q, q * power)}, power > 1, fixed=[q > 1]),
            identity(loss(1, s), 1, s < 1),
        ],
    )
