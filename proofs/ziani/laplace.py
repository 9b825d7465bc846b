"""Sections 2.2, 2.3 and 2.5: the Laplace distribution, the mechanism and its accuracy."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..claims import Section, definition, states
from ..goals import Goal, by, holds, identity, reals

section = Section("ziani")


z, b, c, e, D, M, delta = reals("z b c e D M delta")


GOOD = (D > 0, e > 0)


FINITE = "0 < Delta f < oo and epsilon > 0"


def lap(value: Any, scale: Any = b) -> Any:
    """The density, for |value| given."""
    return sp.exp(-value / scale) / (2 * scale)


def integral(antiderivative: Any, integrand: Any, total: Any) -> Goal:
    """Twice the integral of the integrand over z > 0 is `total`."""
    return by(
        "antiderivative",
        identity(sp.diff(antiderivative, z), integrand, b > 0),
        identity(-2 * antiderivative.subs(z, 0), total, b > 0),
        F=antiderivative,
        f=integrand,
        t="z",
    )


@section("lap/pdf")
def lap_pdf():
    return definition("the Laplace density", integral(-sp.exp(-z / b) / 2, lap(z), sp.Integer(1)))


@section("lap/mean")
def lap_mean():
    """The density is even and E|Z| = b is finite."""
    return [
        by(
            "antiderivative",
            identity(z * lap(z) + (-z) * lap(z), sp.Integer(0), b > 0),
            F=-(z + b) * sp.exp(-z / b) / 2,
            f=z * lap(z),
            t="z",
        ),
        _mean_size(),
    ]


def _mean_size() -> Goal:
    return integral(-(z + b) * sp.exp(-z / b) / 2, z * lap(z), b)


@section("lap/variance")
def lap_variance():
    return integral(-(z**2 + 2 * b * z + 2 * b**2) * sp.exp(-z / b) / 2, z**2 * lap(z), 2 * b**2)


def _tail() -> Goal:
    """P(|Z| >= z) = exp(-z/b) from the antiderivative of 2 lap."""
    return by(
        "antiderivative",
        identity(sp.diff(-sp.exp(-z / b), z), 2 * lap(z), b > 0),
        F=-sp.exp(-z / b),
        f=2 * lap(z),
        t="z",
    )


@section("lap/concentration")
def concentration():
    """P(|Z| >= z) = exp(-z/b) increases with b and is at most b / (b + z)."""
    return by(
        "exponential",
        _tail(),
        holds(-z / b < -z / c, z > 0, b > 0, b < c),
        holds(1 / (1 + z / b) < M, b > 0, z > 0, M > 0, M < 1, b < M * z),
        x=z / b,
        y=z / c,
    )


@section("lap/noise-size")
def noise_size():
    """For any M < 1, P(|Z| >= z) >= 1 - z/b is above it from b = z / (1 - M) on; E|Z| = b."""
    likely = holds(1 - z / b > M, z > 0, b > 0, M < 1, b * (1 - M) > z)
    return [
        concentration(),
        _mean_size(),
        by("exponential", likely, x=z / b, y=0),
    ]


@section("fig-1")
def fig_1():
    return definition("a plot of the density")


@section("def-7")
def def_7():
    return definition("the Laplace mechanism")


@section("def-7/parameter")
def def_7_parameter():
    return definition("b = Delta f / epsilon")


@section("def-7/monotone-sensitivity")
def monotone_sensitivity():
    """b = Delta f / epsilon grows with Delta f; more noise: E|Z| = b and the tails grow with b."""
    return states(holds(D / e < M / e, D > 0, D < M, e > 0), *noise_size(), scope=FINITE)


@section("def-7/monotone-epsilon")
def monotone_epsilon():
    return states(holds(D / e > D / c, D > 0, e > 0, e < c), *noise_size(), scope=FINITE)


LOG = sp.log(1 / delta)


def _accuracy() -> list[Goal]:
    """For delta <= 1 the tail at z = ln(1/delta) b >= 0; beyond, any probability is below delta."""
    return [
        _tail(),
        identity(LOG * (D / e) / (D / e), LOG, *GOOD, delta > 0),
        holds(sp.Eq(sp.exp(-LOG), delta, evaluate=False), delta > 0),
        holds(delta >= M, M <= 1, delta > 1),
    ]


@section("thm-9")
def thm_9():
    """The exponent z / b at z = ln(1/delta) Delta f / epsilon, b = Delta f / epsilon."""
    w = reals("L")
    stated = holds(sp.Eq(z / b, w), sp.Eq(b * e, D), sp.Eq(z, w * b), D >= 0, e > 0)
    return states(stated, assuming=FINITE + ", and delta > 0", under=_accuracy())


@section("thm-9/proof/tail")
def tail():
    return _tail()


@section("thm-9/proof/difference")
def difference():
    """f(x) - M = -Z, and the density is even."""
    even = sp.Eq(lap(sp.Abs(-z), D / e), lap(sp.Abs(z), D / e), evaluate=False)
    return states(holds(even, *GOOD), scope=FINITE)


@section("thm-9/proof/tail-applied")
def tail_applied():
    rate = sp.Eq(sp.exp(-z / b).subs(b, D / e), sp.exp(-z * e / D), evaluate=False)
    return states(_tail(), holds(rate, *GOOD, z > 0), scope=FINITE + ", z > 0 as in the tail fact")


@section("thm-9/proof/solve-1")
def solve_1():
    return by(
        "exponential", holds(sp.Eq(sp.exp(-LOG), delta, evaluate=False), delta > 0), x=LOG, y=0
    )


@section("thm-9/proof/solve-2")
def solve_2():
    return states(identity(LOG * (D / e) * (e / D), LOG, *GOOD, delta > 0), scope=FINITE)


@section("thm-9/tradeoff")
def tradeoff():
    w = reals("L")
    return states(
        identity(w * (D / e) * e, w * D, *GOOD),
        holds(w * D / e > w * D / c, w > 0, *GOOD, e < c),
        scope=FINITE + ", delta < 1",
    )
