"""Section 2: sensitivity, the Laplace distribution, the mechanism, privacy and accuracy."""

from __future__ import annotations

from itertools import product
from typing import Any

import sympy as sp

from ..claims import Section, definition, states
from ..goals import Goal, cases, holds, identity, integers, obligations, reals
from .sensitivity import sensitivity

section = Section("ziani")


z, b, c, s, x, y, e, D, M, delta = reals("z b c s x y e D M delta")


A, B = reals("A B")


n = integers("n")


GOOD = (D > 0, e > 0)


FINITE = "0 < Delta f < oo and epsilon > 0"


DENSITY = "Pr[. = s] is read as a density (a point has probability 0)"


ANTIDERIVATIVE = (
    "an antiderivative, checked by differentiation; exp(-z/b) times a polynomial "
    "vanishes at infinity"
)


def lap(value: Any, scale: Any = b) -> Any:
    """The density, for |value| given."""
    return sp.exp(-value / scale) / (2 * scale)


def integral(antiderivative: Any, integrand: Any, total: Any) -> Goal:
    """Twice the integral of the integrand over z > 0 is `total`."""
    return obligations(
        ANTIDERIVATIVE,
        identity(sp.diff(antiderivative, z), integrand, b > 0),
        identity(-2 * antiderivative.subs(z, 0), total, b > 0),
    )


@section("lap/pdf")
def lap_pdf():
    return definition("the Laplace density", integral(-sp.exp(-z / b) / 2, lap(z), sp.Integer(1)))


@section("lap/mean")
def lap_mean():
    """The density is even and E|Z| = b is finite."""
    return [
        obligations(
            "an even density with finite E|Z| has mean zero",
            identity(z * lap(z) + (-z) * lap(z), sp.Integer(0), b > 0),
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
    return obligations(ANTIDERIVATIVE, identity(sp.diff(-sp.exp(-z / b), z), 2 * lap(z), b > 0))


@section("lap/concentration")
def concentration():
    """P(|Z| >= z) = exp(-z/b) increases with b and is at most b / (b + z)."""
    return obligations(
        "exp is increasing, and exp(-x) <= 1 / (1 + x)",
        _tail(),
        holds(-z / b < -z / c, z > 0, b > 0, b < c),
        holds(1 / (1 + z / b) < M, b > 0, z > 0, M > 0, M < 1, b < M * z),
    )


@section("lap/noise-size")
def noise_size():
    return [concentration(), _mean_size()]


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
    return holds(D / e < M / e, D > 0, D < M, e > 0)


@section("def-7/monotone-epsilon")
def monotone_epsilon():
    return holds(D / e > D / c, D > 0, e > 0, e < c)


CHANGE = (sp.Abs(x - y) <= D,)


FLAT = (sp.Or(sp.Eq(A, s - y), sp.Eq(A, y - s)), s - x <= B, x - s <= B, x - y <= D, y - x <= D)


def _private() -> Goal:
    """The logarithm of the ratio of densities at s, with A = |s - f(y)| and B = |s - f(x)|."""
    return obligations(
        "a bound on the densities integrates to one on every event",
        holds(e / D * (A - B) <= e, *FLAT, *GOOD),
    )


@section("thm-8")
def thm_8():
    """For Delta f = 0 the parameter of Lap is 0, for the average salary it is infinite."""
    stated = holds(e / D * (sp.Abs(s - y) - sp.Abs(s - x)) <= e, *CHANGE, D >= 0, e > 0)
    return states(stated, assuming=FINITE, under=[_private()])


def _points(label: str) -> Goal:
    """Both point probabilities are zero, so the printed ratio is 0/0."""
    P, Q = reals("P Q")
    return holds(sp.Eq(P / Q, P / Q, evaluate=False), sp.Eq(P, 0), sp.Eq(Q, 0), label=label)


RATIO = "Pr[M(x)=s] / Pr[M(y)=s] is a number"


def _density_lines() -> list[Goal]:
    """The density of f(x) + X at s is that of X at s - f(x); then the powers of e combine."""
    scale = D / e
    ratio = lap(B, scale) / lap(A, scale)
    third = sp.exp(-e / D * B) / sp.exp(-e / D * A)
    return [
        holds(sp.Eq(ratio, third, evaluate=False), *GOOD),
        holds(sp.Eq(third, sp.exp(e / D * (A - B)), evaluate=False), *GOOD),
    ]


@section("thm-8/proof")
def thm_8_proof():
    return states(_points(RATIO), assuming=DENSITY, under=[*_density_lines(), _private()])


@section("thm-8/proof/line-1")
def thm_8_line_1():
    return states(_points(RATIO), assuming=DENSITY, under=_density_lines()[:1])


@section("thm-8/proof/line-2")
def thm_8_line_2():
    return states(
        _points("Pr[X=s-f(x)] / Pr[Y=s-f(y)] is a number"),
        assuming=DENSITY,
        under=_density_lines()[:1],
    )


@section("thm-8/proof/line-3")
def thm_8_line_3():
    return states(
        _points("Pr[X=s-f(x)] / Pr[Y=s-f(y)] is a number"),
        assuming=DENSITY,
        under=_density_lines()[:1],
    )


@section("thm-8/proof/line-4")
def thm_8_line_4():
    return _density_lines()[1]


@section("thm-8/proof/triangle")
def triangle():
    """Printed with y in place of s in the second term."""
    fx, fy = reals("fx fy")
    printed = sp.Abs(s - fy) - sp.Abs(y - fx) <= sp.Abs(fy - fx)
    return states(
        holds(printed, also=[s]),
        corrected="|s - f(y)| - |s - f(x)| <= |f(y) - f(x)|",
        right=[holds(A - B <= D, *FLAT)],
    )


@section("thm-8/proof/sensitivity")
def thm_8_sensitivity():
    """An upper bound by definition; exercised on all databases of three bits."""
    every = list(product((0, 1), repeat=3))
    pairs = [
        (u, v) for u in every for v in every if sum(i != j for i, j in zip(u, v, strict=False)) == 1
    ]
    queries = (sum, max, lambda u: u[0] * u[1], lambda u: sp.Rational(sum(u), 3))
    return obligations("a maximum is an upper bound", *(_at_most(q, pairs) for q in queries))


def _at_most(query: Any, pairs: list) -> Goal:
    return cases(
        lambda: pairs,
        lambda c: abs(query(c[0]) - query(c[1])) <= sensitivity(query, 3),
        "at most the sensitivity",
    )


@section("thm-8/proof/conclusion")
def thm_8_conclusion():
    return states(
        _points(RATIO), assuming=DENSITY, under=[_private(), identity(e / D * D, e, *GOOD)]
    )


LOG = sp.log(1 / delta)


def _accuracy() -> list[Goal]:
    return [
        _tail(),
        identity(LOG * (D / e) / (D / e), LOG, *GOOD, delta > 0),
        holds(sp.Eq(sp.exp(-LOG), delta, evaluate=False), delta > 0),
    ]


@section("thm-9")
def thm_9():
    """The exponent z / b at z = ln(1/delta) Delta f / epsilon, b = Delta f / epsilon."""
    w = reals("L")
    stated = holds(sp.Eq(z / b, w), sp.Eq(b * e, D), sp.Eq(z, w * b), D >= 0, e > 0)
    return states(stated, assuming=FINITE + ", and 0 < delta <= 1", under=_accuracy())


@section("thm-9/proof/tail")
def tail():
    return _tail()


@section("thm-9/proof/difference")
def difference():
    """f(x) - M = -Z, and the density is even."""
    return obligations(
        "reflection of a density",
        holds(sp.Eq(lap(sp.Abs(-z), D / e), lap(sp.Abs(z), D / e), evaluate=False), *GOOD),
    )


@section("thm-9/proof/tail-applied")
def tail_applied():
    return [
        _tail(),
        holds(
            sp.Eq(sp.exp(-z / b).subs(b, D / e), sp.exp(-z * e / D), evaluate=False), *GOOD, z > 0
        ),
    ]


@section("thm-9/proof/solve-1")
def solve_1():
    return obligations(
        "exp is one-to-one", holds(sp.Eq(sp.exp(-LOG), delta, evaluate=False), delta > 0)
    )


@section("thm-9/proof/solve-2")
def solve_2():
    return identity(LOG * (D / e) * (e / D), LOG, *GOOD, delta > 0)


@section("thm-9/tradeoff")
def tradeoff():
    w = reals("L")
    return [
        identity(w * (D / e) * e, w * D, *GOOD),
        holds(w * D / e > w * D / c, w > 0, *GOOD, e < c),
    ]
