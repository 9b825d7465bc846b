"""Section III: differential privacy and the region of feasible mechanisms."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, definition, states
from ..goals import check, holds, identity, reals
from .model import (
    ALIVE,
    PRIOR,
    PRIVATE,
    SYMMETRIC,
    UNIT,
    d,
    for_any_delta,
    g,
    n,
    p00,
    p11,
    pi,
    reduced,
    region,
    s,
    tight,
    var,
)

section = Section("holohan")
TABLE = ((p00, 1 - p00), (1 - p11, p11))
ELEVEN = (
    p11 <= g * (1 - p00) + d,
    p00 <= g * (1 - p11) + d,
    1 - p00 <= g * p11 + d,
    1 - p11 <= g * p00 + d,
)


def private() -> list[sp.Basic]:
    """Definition (9) for all events and all neighbouring inputs."""
    events = [(), (0,), (1,), (0, 1)]
    return [
        sp.LessThan(
            sum((TABLE[a][k] for k in event), sp.Integer(0)),
            g * sum((TABLE[b][k] for k in event), sp.Integer(0)) + d,
            evaluate=False,
        )
        for a, b in ((0, 1), (1, 0))
        for event in events
    ]


def singletons() -> list[sp.Basic]:
    """The same for one-point events only."""
    return [TABLE[a][k] <= g * TABLE[b][k] + d for a, b in ((0, 1), (1, 0)) for k in (0, 1)]


@section("def-dp")
def def_dp():
    """Above delta = 1 there is nothing to ask: every mechanism satisfies it."""
    return definition(
        "approximate differential privacy; here epsilon >= 0 and 0 <= delta <= 1 everywhere, as "
        "delta = 1 already allows every mechanism",
        holds(sp.And(*private()), *UNIT, g >= 1, d >= 1),
    )


@section("dp-singletons")
@for_any_delta
def dp_singletons():
    every, single = sp.And(*private()), sp.And(*singletons())
    return [
        holds(sp.Implies(single, every), *UNIT, *PRIVATE),
        holds(sp.Implies(every, single), *UNIT, *PRIVATE),
    ]


@section("eq-10")
@for_any_delta
def eq_10():
    """Read literally, P(X_i = j) is (3a), (3b): the same for all respondents."""
    same = [(g * x + d, x) for x in (p00 - pi * s, 1 - p00 + pi * s)]
    literal = sp.And(*(b <= a for a, b in same))
    given = (*UNIT, *PRIOR, *PRIVATE)
    conditional = sp.And(*ELEVEN)
    return states(
        holds(
            sp.Implies(literal, conditional),
            *given,
            label="if (10) holds for the marginals (3a), (3b) then (11) holds",
        ),
        assuming="the probabilities are conditional on the true answers, "
        "P(X_i = j | x_i) <= e^epsilon P(X_k = j | x_k) + delta",
        under=[
            holds(sp.Implies(sp.And(*private()), conditional), *given),
            holds(sp.Implies(conditional, sp.And(*private())), *given),
        ],
    )


@section("eq-11")
@for_any_delta
def eq_11():
    return [
        holds(sp.Implies(sp.And(*private()), sp.And(*ELEVEN)), *UNIT, *PRIVATE),
        holds(sp.Implies(sp.And(*ELEVEN), sp.And(*private())), *UNIT, *PRIVATE),
    ]


@section("def-2")
def def_2():
    return definition(
        "the region of feasibility",
        holds(sp.Implies(sp.And(*ELEVEN), sp.And(*private())), *UNIT, *PRIVATE),
    )


@section("rem-undefined")
def undefined():
    bottom = sp.fraction(sp.together(var(p00, p11)))[1]
    return holds(sp.Eq(bottom, 0), sp.Eq(p00 + p11, 1), n >= 1)


@section("rem-wlog")
def wlog():
    swapped = {p00: 1 - p00, p11: 1 - p11}
    return [
        holds(
            p00 + p11 > 1,
            sp.Eq(p00 + p11, 2 - reals("a") - reals("b")),
            reals("a") + reals("b") < 1,
        ),
        identity(sp.Matrix(TABLE).subs(swapped, simultaneous=True), sp.Matrix(TABLE)[:, [1, 0]]),
        identity(var(1 - p00, 1 - p11), var(p00, p11), sp.Ne(s, 0), n >= 1),
        check(
            lambda: {h.subs(swapped, simultaneous=True) for h in ELEVEN} == set(ELEVEN),
            "the inequalities (11) are exchanged",
        ),
    ]


@section("implied-constraints")
@for_any_delta
def implied():
    given = (*UNIT, *PRIVATE, *tight(p00, p11), s > 0)
    upper0, upper1 = g * (1 - p11) + d, g * (1 - p00) + d
    return [
        holds(sp.And(1 - p11 < p00, p00 <= upper0, upper0 < g * p00 + d), *given),
        holds(sp.And(1 - p00 < p11, p11 <= upper1, upper1 < g * p11 + d), *given),
    ]


@section("region-Rprime")
@for_any_delta
def region_prime():
    return states(
        holds(sp.Implies(sp.And(*region()), sp.And(*reduced())), *PRIVATE),
        holds(sp.Implies(sp.And(*reduced()), sp.And(*region())), *PRIVATE),
        scope="R is read as R^2",
    )


@section("region-Rsecond")
def region_second():
    return definition("the part of R' where an inequality (11) is tight")


@section("Rsecond-structure")
def structure():
    """Each part is a convex piece of a line inside the unit square, and R'' is their union."""
    a, b, x, y, m = reals("a b x y m")
    line = sp.Eq(b, g * (1 - a) + d)
    points = ((a, b), (x, y))
    inside = [h for point in points for h in reduced(*point)]
    lines = [line, line.subs({a: x, b: y}, simultaneous=True)]
    mixed = ((1 - m) * a + m * x, (1 - m) * b + m * y)
    slack = [sp.StrictLessThan(h.lhs, h.rhs) for h in tight(p00, p11)]
    either = sp.Or(sp.Eq(p11, g * (1 - p00) + d), sp.Eq(p00, g * (1 - p11) + d))
    convex = [
        holds(h, *inside, *lines, *PRIVATE, m >= 0, m <= 1, degree=3) for h in reduced(*mixed)
    ]
    on_line = holds(line.subs({a: mixed[0], b: mixed[1]}, simultaneous=True), *lines)
    pieces = [
        *convex,
        on_line,
        holds(sp.Implies(sp.Not(sp.And(*slack)), either), *reduced(), *PRIVATE),
        holds(sp.And(p00 >= 0, p11 >= 0), *reduced(), *PRIVATE),
    ]
    return states(
        holds(2 * SYMMETRIC > 1, *PRIVATE, label="R'' is not empty"),
        *pieces,
        assuming="epsilon > 0 or delta > 0, and delta <= 1 (otherwise R'' is empty)",
        under=[
            *pieces,
            *(holds(h, *PRIVATE, ALIVE) for h in reduced(SYMMETRIC, SYMMETRIC)),
            identity(SYMMETRIC, g * (1 - SYMMETRIC) + d, g >= 1),
        ],
        scope="a segment is half-open for delta = 0 and one point for delta = 1, both are the "
        "same for epsilon = 0; the other one follows by exchanging the truths",
    )


@section("eq-13")
def eq_13():
    return definition("the problem")
