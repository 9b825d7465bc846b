"""Section VII: the optimal Warner mechanism."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import falling, holds, identity, reals
from .model import (
    ALIVE,
    PRIOR,
    PRIVATE,
    SYMMETRIC,
    beyond_one,
    for_any_delta,
    g,
    half,
    n,
    tight,
    up_to_one,
    var,
)

section = Section("holohan")
pw = reals("p_w")
VARIANCE = var(pw, pw)
DERIVATIVE = 1 / ((1 - 2 * pw) ** 3 * n)
NOT_EMPTY = "epsilon > 0 or delta > 0 (otherwise R_w is empty)"


@section("warner-region")
def warner_region():
    private = sp.And(*tight(pw, pw), pw <= 1, pw >= 0, 2 * pw > 1)
    interval = sp.And(pw > half, pw <= SYMMETRIC)
    return up_to_one(
        holds(sp.Implies(private, interval), *PRIVATE),
        holds(sp.Implies(interval, private), *PRIVATE, g + 1 > 0, multiply=True),
        beyond=beyond_one("for delta >= 1 the end (e^epsilon+delta)/(e^epsilon+1) is at most 1"),
    )


@section("warner-depends")
def warner_depends():
    size = reals("size")
    other = VARIANCE.subs(n, size)
    given = (n >= 1, size >= 1, pw > half, pw <= 1, *PRIOR)
    return states(
        identity(
            VARIANCE, other, *given, label="the error is the same for samples of n and of size"
        ),
        assuming="the sample size n is fixed",
        under=[identity(VARIANCE, other, *given, sp.Eq(size, n))],
    )


def _least() -> list:
    """Var falls strictly on (1/2, max], so the end point is the only minimiser."""
    return [falling(VARIANCE, pw, pw > half, n >= 1)]


@section("thm-4")
@for_any_delta
def thm_4():
    return states(
        holds(half < SYMMETRIC, *PRIVATE, label="R_w is not empty"),
        *_least(),
        assuming=NOT_EMPTY,
        under=[holds(half < SYMMETRIC, *PRIVATE, ALIVE), *_least()],
    )


@section("thm-4/derivative")
def thm_4_derivative():
    return identity(sp.diff(VARIANCE, pw), DERIVATIVE, sp.Ne(pw, half), n >= 1)


@section("thm-4/sign")
def thm_4_sign():
    return holds(DERIVATIVE < 0, pw > half, n >= 1)


@section("thm-4/max")
@for_any_delta
def thm_4_max():
    return states(
        holds(half < SYMMETRIC, *PRIVATE, label="R_w is not empty"),
        *_least(),
        assuming=NOT_EMPTY,
        under=[holds(half < SYMMETRIC, *PRIVATE, ALIVE), *_least()],
    )
