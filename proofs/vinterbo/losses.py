"""Theorem 4.6 and its proof: the loss as a function of s = pi^T pi."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, definition, states
from ..goals import check, crosscheck, holds, identity, reals, sentence
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
    return [sentence("loss_of_iterated_randomizers"), *lemma()[1:], *star()[1:]]


def star():
    def agrees(case):
        prior, k = case
        return trace(covariance(law(prior, k), share)) * k == 1 - dot(prior, prior)

    return [
        sentence("trace_of_shares"),
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
    """The m-th derivative is m! (f - 1) / (1 - s)^m."""
    return [
        sentence("derivatives_of_loss"),
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


@section("proof-4.7/nonnegative")
def nonnegative():
    return [sentence("derivatives_are_nonnegative"), *derivatives()[1:]]


@section("proof-4.7/convex")
def convex():
    """The second derivative of f^(m) is f^(m+2) >= 0."""
    return [sentence("loss_and_derivatives_are_convex"), *derivatives()[1:]]


@section("claim/compare-c")
def compare_c():
    return states(
        sentence("smaller_cost_is_better"),
        *lemma()[1:],
        scope="at equal pi, n and m",
    )


@section("concl/exponential")
def exponential():
    """q^n <= L(n) <= 3 q^n for a number q above one; C has 4^n cells."""
    bigger = holds(base(a) > 1, *CHANCE, *INVERTIBLE)
    rest = [
        sentence("loss_grows_exponentially"),
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
