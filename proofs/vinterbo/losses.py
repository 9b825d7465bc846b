"""Theorem 4.6 and its proof: the loss as a function of s = pi^T pi."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, definition, states
from ..goals import by, check, crosscheck, holds, identity, reals, sentence
from . import schemas
from .efficiency import lemma
from .model import (
    CHANCE,
    INVERTIBLE,
    F,
    a,
    base,
    c,
    dot,
    loss,
    m,
    s,
    table_of,
    trace,
)
from .notation import grid
from .sampling import PRIORS, covariance, law, share

section = Section("vinterbo")
SHARED = (s >= 0, s < 1)
AT_LEAST = (c >= 1,)


@section("thm-4.6/loss")
def thm_loss():
    return losses()


def losses():
    """L = m^-1 (c - s) / (m^-1 (1 - s))."""
    return [*lemma(), *star(), identity(((c - s) / m) / ((1 - s) / m), loss(c, s), m > 0, *SHARED)]


def star():
    def agrees(case):
        prior, k = case
        return trace(covariance(law(prior, k), share)) * k == 1 - dot(prior, prior)

    p = reals("p_x")
    return [
        by(
            "covariance-of-independent-sum",
            identity(p - p * p, p * (1 - p)),
            schemas.additive(),
            v="the histograms",
            p="pi",
        ),
        crosscheck(
            lambda: [(p, k) for size in (2, 4) for p in PRIORS[size] for k in (1, 2)],
            agrees,
            "m Tr(cov(pi-hat*)) = 1 - s",
        ),
    ]


def rising():
    """f_L(s) >= f_L(t) for s >= t, as c >= 1."""
    t = reals("t")
    return holds(loss(c, s) >= loss(c, t), *AT_LEAST, s >= t, t >= 0, s < 1, multiply=True)


def share_least():
    """sum (p - 1/K)^2 = s - 1/K."""
    p, k = reals("p_x K")
    return [
        sentence("simpson_index"),
        identity((p - 1 / k) ** 2, p**2 - 2 * p / k + 1 / k**2, k >= 1),
        holds((p - 1 / k) ** 2 >= 0, k >= 1),
        identity(s - 2 / k + k / k**2, s - 1 / k, k >= 1),
        crosscheck(
            lambda: [q for k in (1, 2, 4) for q in grid(k, 4)],
            lambda q: (
                dot(q, q) >= F(1, len(q))
                and (dot(q, q) == F(1, len(q))) == (set(q) == {F(1, len(q))})
            ),
            "on a grid, K = 1, 2, 4",
        ),
    ]


@section("thm-4.6/lower-bound")
def thm_lower_bound():
    return [rising(), *share_least(), schemas.at_least_one(), schemas.grows()]


@section("proof-4.6/trace-star")
def trace_star():
    return star()


@section("proof-4.6/f-L")
def proof_f_l():
    return losses()


@section("proof-4.6/s-range")
def s_range():
    p = reals("p_x")
    points = crosscheck(
        lambda: [1, 2, 4, 8],
        lambda k: (
            k * F(1, k) ** 2 == F(1, k)
            and dot((F(1),) + (F(0),) * (k - 1), (F(1),) + (F(0),) * (k - 1)) == 1
        ),
        "2^n / (2^n)^2 = 2^-n, and 1",
    )
    return [
        *share_least(),
        points,
        sentence("simpson_index"),
        holds(p**2 <= p, p >= 0, p <= 1),
        holds(p**2 < p, p > 0, p < 1),
        crosscheck(
            lambda: [q for k in (2, 4) for q in grid(k, 4)],
            lambda q: dot(q, q) <= 1 and (dot(q, q) == 1) == (max(q) == 1),
            "on a grid",
        ),
    ]


def derivatives():
    """With w = (1-s)^-m, so w' = m w / (1-s): the derivative of (f - 1) w."""
    w, k = reals("w k")
    more = loss(c, s) - 1
    return [
        by(
            "repeated-derivative",
            identity(sp.diff(loss(c, s), s), more / (1 - s), *SHARED),
            identity(
                more / (1 - s) * w + more * k * w / (1 - s), (k + 1) * more * w / (1 - s), *SHARED
            ),
            f=loss(c, s),
            t="s",
            D="m! (f - 1) / (1 - s)^m",
        ),
        crosscheck(
            lambda: [1, 2, 3, 4, 5],
            _derivative,
            "m = 1, ..., 5, symbolic c and s",
            false=[lambda k: _derivative(k, 1)],
        ),
    ]


def _derivative(k, shift=0):
    printed = sp.factorial(k) / (1 - s) ** (k + shift) * (loss(c, s) - 1)
    return sp.cancel(sp.diff(loss(c, s), s, k) - printed) == 0


@section("proof-4.6/derivative")
def proof_derivative():
    return states(*derivatives(), scope="m >= 1")


@section("proof-4.6/minimum")
def proof_minimum():
    return [rising(), *share_least(), schemas.at_least_one(), schemas.grows()]


@section("proof-4.7/derivative")
def sketch_derivative():
    return states(*derivatives(), scope="m >= 1")


def signs():
    return holds((loss(c, s) - 1) * m >= 0, *AT_LEAST, *SHARED, m > 0)


@section("proof-4.7/nonnegative")
def nonnegative():
    return [*derivatives(), signs(), schemas.at_least_one(), schemas.grows()]


@section("proof-4.7/convex")
def convex():
    """The second derivative of f^(m) is f^(m+2) >= 0."""
    return [*derivatives(), signs(), schemas.at_least_one(), schemas.grows()]


@section("claim/compare-c")
def compare_c():
    other = reals("c_2")
    return states(
        holds((c - s) / m < (other - s) / m, c < other, m > 0),
        holds(loss(c, s) < loss(other, s), c < other, *SHARED, multiply=True),
        *lemma(),
        scope="at equal pi, n and m",
    )


@section("concl/exponential")
def exponential():
    """c <= L, and L(n) <= 3 c, where c is the n-th power of a number above one; C has 4^n cells."""
    share_ = sp.Rational(2, 3)
    bigger = holds(base(a) > 1, *CHANCE, *INVERTIBLE)
    power_, q, k = reals("power q k")
    rest = [
        holds(loss(c, s) >= c, *AT_LEAST, *SHARED, multiply=True),
        holds(loss(c, s) <= 3 * c, *AT_LEAST, s >= 0, s <= share_, multiply=True),
        holds(2 / (k + 1) <= share_, k >= 2),
        by(
            "power-rises",
            holds(q * power_ > power_, q > 1, power_ > 0),
            q=q,
            n=sp.Symbol("n", integer=True),
        ),
        check(lambda: all(len(table_of(F(1, 3), j)) ** 2 == 4**j for j in range(6)), "4^n entries"),
    ]
    return states(
        bigger,
        *rest,
        assuming="0 < a < 1 (for a = 0 and a = 1 the loss is 1 for every n)",
        under=[bigger.given(a > 0, a < 1), *rest],
    )


@section("def/approx-loss")
def approx_loss():
    return definition("the loss at the mean of pi^T pi", holds(loss(c, s) >= 1, *AT_LEAST, *SHARED))
