"""Section VI: Lemma 5, the end points of the two segments, and the level function g."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity
from .model import (
    ALIVE,
    PRIVATE,
    RELAXED,
    d,
    for_any_delta,
    g,
    p00,
    p11,
    q,
    r,
    reduced,
    t,
    t0,
    tight,
)

section = Section("holohan")


@section("lem-5/prose")
def lem_5_prose():
    """(1, delta) is an end of the segment, and the line leaves the unit square beyond it."""
    beyond = {p00: r(t), p11: q(t)}
    outside = holds(p00.subs(beyond) > 1, *PRIVATE, t < t0(), degree=3, multiply=True)
    known = (sp.true, *RELAXED)
    return states(
        holds(r(1) + q(1) > 1, *PRIVATE, label="R'' is not empty"),
        identity(r(t0()), sp.Integer(1), *PRIVATE),
        outside,
        assuming="epsilon > 0 or delta > 0 (otherwise R'' is empty), and delta <= 1",
        under=[
            identity(r(t0()), sp.Integer(1), *PRIVATE),
            identity(q(t), g * (1 - r(t)) + d, g >= 1),
            outside,
            *_approach(g > 1, d >= 0, d <= 1),
            *_approach(*RELAXED),
            *(holds(h, *RELAXED) for h in reduced(sp.Integer(1), d) if h not in known),
        ],
        scope="for delta = 0 the end (1, 0) is a limit of the segment and not in R''",
    )


@section("lem-5/t0")
def lem_5_t0():
    return states(
        holds(sp.And(t0() >= 0, t0() <= 1), g > 0),
        assuming="0 <= delta <= 1 and epsilon real",
        given=[d >= 0, d <= 1],
    )


def _boundary():
    """(1, delta) is in the closure of R', and points beside it are outside."""
    return [
        holds(g * (1 - d) + d >= 1, *PRIVATE),
        identity(r(t0()), sp.Integer(1), *PRIVATE),
        identity(q(t0()), d, *PRIVATE),
        holds(sp.Not(tight(1, d + t)[0]), t > 0, *PRIVATE),
    ]


def _approach(*given):
    """R' has points as close to (1, delta) as one likes: (r(t), s(t)) with t above t_0."""
    at = {p00: r(t), p11: q(t)}
    return [
        holds(h.subs(at, simultaneous=True), *given, t > t0(), t <= 1, degree=3, multiply=True)
        for h in reduced()
    ]


@section("lem-5")
def lem_5():
    """At epsilon = delta = 0 the region R' is empty and has no boundary."""
    return states(
        holds(r(1) + q(1) > 1, *PRIVATE, label="R' is not empty"),
        *_boundary(),
        assuming="epsilon > 0 or delta > 0 (otherwise R' is empty), and delta <= 1",
        under=[
            holds(r(1) + q(1) > 1, g > 1, d >= 0),
            holds(r(1) + q(1) > 1, *RELAXED),
            *_boundary(),
            *_approach(g > 1, d >= 0, d < 1),
            holds(1 + d > 1, *RELAXED),
        ],
    )


@section("lem-5/values")
@for_any_delta
def lem_5_values():
    return [identity(r(t0()), sp.Integer(1), *PRIVATE), identity(q(t0()), d, *PRIVATE)]


@section("lem-5/membership")
def lem_5_membership():
    """For delta > 0 the point is in R'; for delta = 0 it is a limit of (r(t), s(t)), t > 0."""
    inside = [holds(h, *RELAXED) for h in (g * (1 - d) + d >= 1, 1 + d > 1)]
    return states(
        holds(r(1) + q(1) > 1, *PRIVATE, label="R' is not empty"),
        *inside,
        assuming="epsilon > 0 or delta > 0 (otherwise R' is empty), and delta <= 1",
        under=[*inside, *_approach(g > 1, d >= 0, d < 1)],
    )


@section("rem-delta-zero")
def delta_zero():
    total = (r(t0()) + q(t0())).subs(d, 0)
    return identity(total, sp.Integer(1), g >= 1)


@section("rem-linearity")
def linearity():
    """t_0 < t <= 1 is in R', t < t_0 is not."""
    beyond = holds(r(t) > 1, *PRIVATE, t < t0(), degree=3, multiply=True)
    return states(
        *_approach(*PRIVATE),
        beyond,
        assuming="epsilon > 0 or delta > 0 (otherwise R' is empty), and delta <= 1",
        under=[*_approach(g > 1, d >= 0, d <= 1), *_approach(*RELAXED), beyond],
    )


@section("rem-uniqueness")
def uniqueness():
    from .equation24 import unique_goals

    return unique_goals()


@section("def-g")
def def_g():
    """g(epsilon, delta) on all of R x R."""
    bottom = g + 2 * d - 1
    return states(
        holds(sp.Ne(bottom, 0), g > 0),
        assuming="e^epsilon + 2 delta is not 1; epsilon, delta >= 0 not both zero is enough",
        under=[holds(sp.Ne(bottom, 0), g >= 1, d >= 0, ALIVE)],
    )
