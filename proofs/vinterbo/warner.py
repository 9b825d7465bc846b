"""Sections 5.2 and 5.3: Warner's device and the Rappor randomizer."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, definition, states
from ..goals import check, crosscheck, holds, identity, reals, sentence
from . import bitwise
from .levels import level_cost
from .model import (
    F,
    base,
    bisymmetric,
    times,
)
from .simmons import SIMMONS_COST

section = Section("vinterbo")
p, q, f, R = reals("p q f R")
THIRDS = sp.Rational(2, 3)
WARNER_COST = (2 * p**2 - 2 * p + 1) / (2 * p - 1) ** 2


@section("warner/device")
def warner_device():
    asked = sp.Matrix(
        [[p * 1 + (1 - p) * 0, p * 0 + (1 - p) * 1], [p * 0 + (1 - p) * 1, p * 1 + (1 - p) * 0]]
    )
    return definition("the spinner", identity(asked, sp.Matrix(bisymmetric(p, 1 - p))))


@section("warner/invertible", computes=True)
def invertible():
    table = sp.Matrix(bisymmetric(p, 1 - p))
    return [identity(table.det(), 2 * p - 1), holds(sp.Ne(table.det(), 0), sp.Ne(2 * p, 1))]


@section("warner/c-W")
def c_w():
    return states(
        identity(base(p), WARNER_COST, sp.Ne(2 * p, 1)), scope="p != 1/2 (a != 1/2 in lemma 4.5)"
    )


BELOW = (p > 0, p < THIRDS)
DEFINED = sp.Ne(2 * p, 1)


def ratio_goals():
    """For one bit the ratio lies between 0 and 1."""
    return [
        holds(SIMMONS_COST / WARNER_COST < 1, *BELOW, DEFINED, degree=5),
        holds(SIMMONS_COST / WARNER_COST > 0, *BELOW, DEFINED),
    ]


def quotient(x):
    """c_M / c_W for one bit."""
    return base((2 - x) / 2) / base(x)


@section("warner/ratio")
def ratio():
    places = [F(k, 12) for k in range(1, 8)] + [F(1, 1000), F(665, 1000)]
    return states(
        crosscheck(
            lambda: [(x,) for x in places], lambda c: quotient(*c) < 1, "c_M / c_W < 1", names="p"
        ),
        assuming="p != 1/2, where c_W is undefined",
        under=[sentence("unrelated_question_beats_warner"), *ratio_goals()],
    )


def extended():
    """c_M / c_W as one fraction; it is 0 at p = 1/2 only."""
    smooth = SIMMONS_COST * (2 * p - 1) ** 2 / (2 * p**2 - 2 * p + 1)
    near = (p > 0, p < 1)
    return [
        identity(smooth, SIMMONS_COST / WARNER_COST, *near, DEFINED),
        holds(smooth > 0, *near, DEFINED),
        identity(smooth.subs(p, sp.S.Half), sp.Integer(0)),
        holds(smooth < 1, *BELOW, degree=5),
    ]


@section("warner/preference")
def preference():
    """At p = 1/2 only the unrelated question has an invertible matrix."""
    return states(
        sentence("unrelated_question_beats_warner"),
        *extended(),
        check(
            lambda: base(F(3, 4)) == F(5, 2) and 2 * F(1, 2) - 1 == 0,
            "at p = 1/2: c_M is (5/2)^n, C_(1/2) is singular",
        ),
        scope="0 < p < 2/3 (at p = 0 both values are 1); preferable means a smaller c, "
        "or an invertible matrix; the ratio tends to 0 at p = 1/2",
    )


@section("warner/n-effect")
def n_effect():
    return states(
        sentence("more_bits_emphasize"),
        holds(SIMMONS_COST / WARNER_COST > 1, p > THIRDS, p < 1, degree=5),
        *ratio_goals(),
        scope="0 < p < 1, p != 1/2, p != 2/3",
    )


def at_level():
    """The parameters of both devices at r(a) = R."""
    cost = (R**2 + 1) / (R - 1) ** 2
    return [
        identity(SIMMONS_COST.subs(p, 2 / (1 + R)), cost, R > 1),
        identity(WARNER_COST.subs(p, R / (1 + R)), cost, R > 1),
        identity(WARNER_COST.subs(p, 1 / (1 + R)), cost, R > 1),
        *level_cost(),
        holds(sp.And(2 / (1 + R) > 0, 2 / (1 + R) < 1), R > 1),
    ]


@section("warner/same-alpha")
def same_alpha():
    """With alpha = k log r(a): e^alpha = r^k."""

    def printed(c):
        r, n, k = c
        level = r**k
        return base(r / (1 + r)) ** n == ((level**2 + 1) / (level - 1) ** 2) ** n

    def places(ks):
        return [(r, n, k) for r in (F(3), F(3, 2), F(9)) for n in (1, 2, 3) for k in ks if k <= n]

    goal = "c = ((e^(2 alpha) + 1) / (e^alpha - 1)^2)^n at alpha = k log r"
    return states(
        *at_level(),
        crosscheck(lambda: places((1, 2)), printed, goal, names="r n k"),
        assuming="k = 1 (inputs that differ in one bit); in general with alpha / k for alpha, as "
        "in theorem 4.9",
        under=[*at_level(), crosscheck(lambda: places((1,)), printed, goal)],
        corrected="c_M(alpha) = c_W(alpha) = ((e^(2 alpha/k) + 1) / (e^(alpha/k) - 1)^2)^n",
        right=at_level(),
    )


@section("rappor/setting")
def rappor_setting():
    return definition("the randomizer of Rappor, without the hashing")


def instantaneous():
    return sp.Matrix([[1 - p, 1 - q], [p, q]])


@section("rappor/IR")
def rappor_ir():
    one = sp.Matrix([[1, 1]])
    return definition("instantaneous randomized response", identity(one * instantaneous(), one))


@section("rappor/modes")
def rappor_modes():
    return definition("the permanent response alone (b = 1), or both in sequence (b = 0)")


@section("rappor/one-time")
def one_time():
    asked = (1 - f) * sp.eye(2) + f * sp.ones(2, 2) / 2
    half = (2 - f) / 2
    return identity(asked, sp.Matrix(bisymmetric(half, 1 - half)))


@section("rappor/IR-is-warner")
def ir_is_warner():
    return identity(instantaneous().subs(p, 1 - q), sp.Matrix(bisymmetric(q, 1 - q)))


def basic_goals():
    """The composition is the product of the matrices."""
    half, mixed = (2 - f) / 2, q - (q - sp.S.Half) * f
    first = sp.Matrix(bisymmetric(q, 1 - q)) * sp.Matrix(bisymmetric(half, 1 - half))
    x, y = ((F(1, 4), F(2, 3)), (F(3, 4), F(1, 3))), ((F(1, 2), F(1, 5)), (F(1, 2), F(4, 5)))
    composed = tuple(
        tuple(sum(x[r][t] * y[t][i] for t in range(2)) for i in range(2)) for r in range(2)
    )
    return [
        identity(instantaneous().subs(p, 1 - q) * sp.Matrix(bisymmetric(half, 1 - half)), first),
        identity(first, sp.Matrix(bisymmetric(mixed, 1 - mixed))),
        check(lambda: composed == times(x, y), "sum over the intermediate bit"),
    ]


@section("rappor/basic")
def rappor_basic():
    return basic_goals()


@section("rappor/iterated")
def rappor_iterated():
    return [one_time(), *basic_goals(), *bitwise.powers()]
