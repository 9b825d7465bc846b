"""Example 1, recomputed: every printed decimal to its last digit."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..claims import Section, states
from ..exactly import enclose
from ..goals import Goal, check, holds, identity, printed
from .model import SYMMETRIC, d, g, level, pi, q, r, t0, var

section = Section("holohan")
R = sp.Rational
CASES = {
    1: (sp.exp(R(1, 2)), R(1, 10), R(1, 4)),
    2: (sp.E, R(2, 5), R(1, 10)),
    3: (sp.exp(R(1, 2)), R(1, 3), R(9, 10)),
    4: (R(2), R(1, 4), R(1, 4)),
}


def at(number: int, e: Any) -> Any:
    """An expression at the parameters of one case."""
    gamma, delta, prior = CASES[number]
    return sp.sympify(e).subs({g: gamma, d: delta, pi: prior})


def certain(statement: Any, label: str) -> Goal:
    return check(lambda: enclose(statement, {}) is True, label, balls=True)


VALUE_1 = var(r(1), q(1), size=1)
VALUE_0 = var(r(t0()), q(t0()), size=1)
MIRROR_1 = var(q(1), r(1), size=1)
MIRROR_0 = var(q(t0()), r(t0()), size=1)


def symmetric_table(number: int) -> Goal:
    """The printed matrix is p00 = p11 = (e^epsilon + delta) / (e^epsilon + 1)."""
    return identity(1 - SYMMETRIC, (1 - d) / (g + 1), g >= 1)


def best(number: int, least: Any, *others: Any) -> list[Goal]:
    """One of the three end points is strictly best; R'' suffices by Lemma 2 and Lemma 3."""
    return [certain(at(number, least) < at(number, other), f"case {number}") for other in others]


@section("ex-1.1/g")
def ex_1_1_g():
    return [printed(at(1, level()), "0.243"), certain(at(1, level()) < R(1, 4), "g < pi")]


@section("ex-1.1/optimum")
def ex_1_1_optimum():
    return [symmetric_table(1), *best(1, VALUE_1, VALUE_0, MIRROR_0)]


@section("ex-1.1/variance-at-1")
def ex_1_1_at_1():
    return printed(at(1, VALUE_1), "2.372")


@section("ex-1.1/variance-at-t0")
def ex_1_1_at_t0():
    return printed(sp.nsimplify(at(1, var(1, d, size=1))), "2.438")


@section("ex-1.2/g")
def ex_1_2_g():
    return [printed(at(2, level()), "0.197"), certain(at(2, level()) > R(1, 10), "g > pi")]


@section("ex-1.2/optimum")
def ex_1_2_optimum():
    return [
        identity(r(t0()), sp.Integer(1), g >= 1, d > 0),
        identity(q(t0()), d, g >= 1, d > 0),
        *best(2, VALUE_0, VALUE_1, MIRROR_0),
    ]


@section("ex-1.2/variance-at-1")
def ex_1_2_at_1():
    return printed(at(2, VALUE_1), "0.385")


@section("ex-1.2/variance-at-t0")
def ex_1_2_at_t0():
    return printed(at(2, var(1, d, size=1)), "0.24")


@section("ex-1.3/g")
def ex_1_3_g():
    return [printed(at(3, level()), "0.382"), certain(at(3, level()) > R(1, 10), "g > 1 - pi")]


@section("ex-1.3/optimum")
def ex_1_3_optimum():
    return [
        identity(r(t0()), sp.Integer(1), g >= 1, d > 0),
        identity(q(t0()), d, g >= 1, d > 0),
        *best(3, MIRROR_0, MIRROR_1, VALUE_0),
    ]


@section("ex-1.3/variance-at-1")
def ex_1_3_at_1():
    return printed(at(3, MIRROR_1), "0.854")


@section("ex-1.3/variance-at-t0")
def ex_1_3_at_t0():
    value = at(3, var(d, 1, size=1))
    return states(
        printed(value, "0.143"),
        corrected="0.29, which is (1-pi)(1/delta-(1-pi))",
        right=[
            printed(value, "0.29"),
            identity(var(d, 1, size=1), (1 - pi) * (1 / d - (1 - pi)), d > 0),
        ],
    )


@section("ex-1.3/variance-at-0")
def ex_1_3_at_0():
    """t = 0 is outside the region: r_delta(0) = 1 + e^-epsilon delta > 1."""
    value = at(3, var(r(0), q(0), size=1))
    return states(
        printed(value, "1.911"),
        corrected="formula (6) gives -0.505 at t = 0, which is no variance because "
        "r_delta(0) > 1; at the end point t_0 the value is 1.89",
        right=[
            printed(value, "-0.505"),
            holds(r(0) > 1, g >= 1, d > 0),
            printed(at(3, var(1, d, size=1)), "1.89"),
        ],
    )


@section("ex-1.4/g")
def ex_1_4_g():
    return identity(at(4, level()), R(1, 4))


@section("ex-1.4/optimum")
def ex_1_4_optimum():
    def same(number):
        return at(number, VALUE_1) == at(number, VALUE_0)

    return [
        symmetric_table(4),
        check(lambda: bool(same(4)), "both variances are equal", false=lambda: bool(same(3))),
        *best(4, VALUE_1, MIRROR_0),
    ]


@section("ex-1.4/variance")
def ex_1_4_variance():
    return [identity(at(4, VALUE_1), R(15, 16)), identity(at(4, VALUE_0), R(15, 16))]
