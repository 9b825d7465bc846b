"""Symbols, and the steps over all k that several claims share.

p, q are the prior and the posterior probability of an event, a and b the mean likelihoods of a
report inside and outside the event, g = gamma, h the value h(p).
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..goals import Goal, holds, identity, reals

p, q, g, h, a, b = reals("p q g h a b")
x, y, c, S, T = reals("x y c S T")
OPEN = (p > 0, p < 1)
CLOSED = (p >= 0, p <= 1)
BOUNDARY = (h >= p, h <= 1)
MEANS = "event likelihoods are weighted means of the row: induction on the number of categories"
SUMS = "sums over the rows or columns, by induction on their number"


def posterior(a: Any, b: Any, p: Any = p) -> Any:
    """P(Q | d_i) when the likelihoods of Q and its complement are a and b."""
    return p * a / (p * a + (1 - p) * b)


def h_gamma(p: Any, g: Any) -> Any:
    """chai-nayak/eq-3.5."""
    return g * p / (1 + (g - 1) * p)


def lower(p: Any, g: Any) -> Any:
    """1 - h_gamma(1 - p), written out."""
    return p / (p + g * (1 - p))


def weighted_mean() -> Goal:
    """A weighted mean of numbers in [lo, hi] stays there when a term is added."""
    W, v, lo, hi = reals("W v lo hi")
    return holds(
        sp.And(lo * (W + v) <= S + v * x, S + v * x <= hi * (W + v)),
        W >= 0,
        v >= 0,
        lo * W <= S,
        hi * W >= S,
        lo <= x,
        x <= hi,
    )


def sums_keep_ratio() -> Goal:
    """x <= g y for every term gives the same for sums with non-negative weights."""
    return holds(S + c * x <= g * (T + c * y), g * T >= S, x <= g * y, c >= 0)


def vanishing_sum() -> Goal:
    """A sum of non-negative terms that is zero has zero terms."""
    return holds(sp.And(sp.Eq(S, 0), sp.Eq(x, 0)), S >= 0, x >= 0, sp.Eq(S + x, 0))


def ratios_are_products() -> list[Goal]:
    """eta_i <= g says x <= g y for all entries x, y of the row, also with zeros."""
    return [
        holds(sp.Equivalent(x / y <= g, x <= g * y), x >= 0, y > 0, g >= 1),
        holds(x > g * y, x > 0, sp.Eq(y, 0), also=[g]),
    ]


def factor_bound() -> Goal:
    """Means of a row with max <= g min: a <= g b."""
    lo, hi = reals("lo hi")
    return holds(a <= g * b, lo >= 0, lo <= a, a <= hi, lo <= b, b <= hi, hi <= g * lo, g >= 1)


def never_above() -> list[Goal]:
    """eta <= g: every posterior lies between the two boundaries of g, at masses 0 and 1 too."""
    given = (*CLOSED, a >= 0, b >= 0, g >= 1, p * a + (1 - p) * b > 0)
    return [
        weighted_mean(),
        factor_bound(),
        holds(posterior(a, b) <= h_gamma(p, g), *given, a <= g * b),
        holds(posterior(a, b) >= lower(p, g), *given, b <= g * a),
    ]


def attained() -> list[Goal]:
    """A two-point prior on the largest and the smallest entry reaches both boundaries."""
    given = (*OPEN, b > 0, g >= 1)
    return [
        identity(posterior(g * b, b), h_gamma(p, g), *given),
        identity(posterior(b, g * b), lower(p, g), *given),
    ]


def revealed() -> list[Goal]:
    """Infinite parity: the two-point prior makes the posterior one (and zero)."""
    return [
        identity(posterior(a, 0), 1, a > 0, p > 0, p < 1),
        identity(posterior(0, b), 0, b > 0, p > 0, p < 1),
    ]


def demand() -> list[Goal]:
    """h_gamma(p) <= h exactly when gamma <= ((1-p)/p) (h/(1-h)); always when h = 1."""
    return [
        holds(
            sp.Equivalent(h_gamma(p, g) <= h, g <= (1 - p) / p * h / (1 - h)),
            *OPEN,
            h >= p,
            h < 1,
            g >= 1,
        ),
        holds(h_gamma(p, g) <= 1, *OPEN, g >= 1),
    ]


def csip() -> list[Goal]:
    """P provides h-CSIP iff eta(P) <= B(h), at one prior mass p and one value h = h(p)."""
    return [
        *never_above(),
        *attained(),
        *revealed(),
        *demand(),
        holds(sp.Implies(h >= 1, sp.Eq(h, 1)), *OPEN, *BOUNDARY),
    ]


def bayes_factor() -> list[Goal]:
    """Posterior odds over prior odds = a / b, where the posterior is not one."""
    post = posterior(a, b)
    return [identity(post / (1 - post) * (1 - p) / p, a / b, *OPEN, a >= 0, b > 0)]
