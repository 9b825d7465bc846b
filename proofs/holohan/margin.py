"""Section II: bias and error of the estimator, margins of error, Warner's model."""

from __future__ import annotations

from fractions import Fraction

import flint
import sympy as sp

from ..claims import Section, definition, states
from ..goals import argued, check, contradicted, identity, integers, reals, sentence
from .model import ESTIMATOR, ONE, ZERO, N, half, n, p00, p11, pi, s, var
from .survey import binomial

section = Section("holohan")
pw = reals("p_w")
F = Fraction


@section("eq-5")
def eq_5():
    """One side has an expectation if the other has; the Saint Petersburg variable has none."""
    partial = check(
        lambda: all(sum(F(1, 2**k) * 2**k for k in range(1, m + 1)) == m for m in range(1, 40)),
        "partial means grow without bound",
    )
    return states(
        contradicted(
            "P(Y = 2^k) = 2^-k, k >= 1: E[Y] and E[Y^2] are infinite, so the right side is oo - oo",
            partial,
        ),
        assuming="E[Y] is finite",
        under=[sentence("variance_by_second_moment")],
    )


@section("def-bias-error")
def bias_error():
    return definition("bias and error of the estimator")


@section("cor-1/unbiased")
def unbiased():
    return states(
        sentence("estimator_is_unbiased"),
        check(lambda: _cut_bias() == F(1, 8), "a cut estimate is biased"),
        needs="the estimator is (4), not cut to [0, 1]: cut, its bias is 1/8 at n = 1, "
        "p00 = p11 = 3/4, pi = 1/4",
    )


def _cut_bias() -> F:
    """One report, p00 = p11 = 3/4, pi = 1/4: the value (4) is -1/2 or 3/2, cut to 0 or 1."""
    at = {p00: F(3, 4), p11: F(3, 4), pi: F(1, 4), n: 1}
    law = {0: ZERO.subs(at), 1: ONE.subs(at)}
    return sum(w * min(max(ESTIMATOR.subs({**at, N: j}), 0), 1) for j, w in law.items()) - F(1, 4)


@section("cor-1")
def cor_1():
    return identity(n * ONE * ZERO / (s**2 * n**2), var(p00, p11), sp.Ne(s, 0), n >= 1)


@section("cor-1/moments-of-N")
def moments():
    """Independent reports: E[(N + X)^2] = E[N^2] + 2 E[N] E[X] + E[X^2]."""
    m, x = integers("m"), reals("q")
    second = m * x * (1 - x) + (m * x) ** 2
    step = second + 2 * (m * x) * x + x
    return [
        sentence("binomial_moments"),
        identity(step - ((m + 1) * x) ** 2, (m + 1) * x * (1 - x)),
    ]


@section("cor-1/bernoulli")
def bernoulli():
    return [identity(0 * ZERO + 1 * ONE, 1 - p00 + pi * s), identity(0**2 * ZERO + 1**2 * ONE, ONE)]


@section("cor-1/mean-chain")
def mean_chain():
    e = reals("EX")
    given = (sp.Ne(s, 0), n >= 1)
    middle = (p00 - 1) / s + e / s
    return [
        identity((p00 - 1) / s + n * e / (s * n), middle, *given),
        identity(middle.subs(e, ONE), pi, *given),
    ]


@section("cor-1/variance-chain")
def variance_chain():
    v = reals("VarX")
    given = (sp.Ne(s, 0), n >= 1)
    return [
        identity(n * v / (s**2 * n**2), v / (s**2 * n), *given),
        identity((ONE - ONE**2) / (s**2 * n), ONE * ZERO / (s**2 * n), *given),
        identity(ONE * ZERO / (s**2 * n), var(p00, p11), *given),
    ]


@section("eq-7a")
def eq_7a():
    return definition("the margin of error at a confidence level")


@section("eq-7b")
def eq_7b():
    """The indicator of |y| > 4.5 sigma is at most y^2 / (4.5 sigma)^2; sigma may be zero."""
    return [
        sentence("margin_of_error"),
        check(
            lambda: 1 - sp.Rational(2, 9) ** 2 >= sp.Rational(95, 100),
            "77/81 >= 19/20",
        ),
    ]


def _normal_coverage() -> flint.arb:
    """P(|G - mu| <= 1.96 sigma) = erf(1.96 / sqrt 2)."""
    return (flint.arb(flint.fmpq(196, 100)) / flint.arb(2).sqrt()).erf()


@section("eq-7c")
def eq_7c():
    return check(
        lambda: bool(_normal_coverage() >= flint.arb(flint.fmpq(95, 100))),
        "erf(1.96 / sqrt 2) >= 0.95",
        balls=True,
    )


@section("rem-clt")
def clt():
    """At n = 5, pi = 1/10, direct questioning, the interval covers with probability 0.91854."""

    def covered() -> F:
        law, prior = binomial(5, F(1, 10)), F(1, 10)
        bound = F(196, 100) ** 2 * prior * (1 - prior) / 5
        return sum((w for j, w in enumerate(law) if (F(j, 5) - prior) ** 2 <= bound), F(0))

    return argued(
        "the central limit theorem, cited; P(X_i = 1) strictly between 0 and 1",
        check(lambda: covered() < F(95, 100), "coverage below 0.95 at n = 5"),
        eq_7c(),
    )


@section("def-warner")
def def_warner():
    asked = pw * 1 + (1 - pw) * 0
    return definition("Warner's device", identity(asked, pw))


@section("warner-pmf")
def warner_pmf():
    equal = {p00: pw, p11: pw}
    return [
        identity(ZERO.subs(equal), pw - pi * (2 * pw - 1)),
        identity(ONE.subs(equal), 1 - pw + pi * (2 * pw - 1)),
    ]


@section("eq-8")
def eq_8():
    right = (sp.Rational(1, 4) - (pw - half - pi * (2 * pw - 1)) ** 2) / ((2 * pw - 1) ** 2 * n)
    one = 1 - pw + pi * (2 * pw - 1)
    return [
        identity(var(pw, pw), right, sp.Ne(pw, half), n >= 1),
        identity(one * (1 - one) / ((2 * pw - 1) ** 2 * n), right, sp.Ne(pw, half), n >= 1),
    ]
