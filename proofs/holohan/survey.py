"""Section II: the model, the estimator, its bias and error, margins of error, Warner's model."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import flint
import sympy as sp

from ..claims import Section, definition, states
from ..goals import cases, check, contradicted, holds, identity, integers, obligations, reals
from .model import (ESTIMATOR, INNER, ONE, PRIOR, UNIT, ZERO, N, half, n, p00, p11, pi, s, var)

section = Section("holohan")
p01, p10, pw = reals("p01 p10 p_w")
SAMPLE = (n >= 1, N >= 0, N <= n)
F = Fraction
NAMES = "p00 p11 n N"


def law_of_count(size: int, one: Fraction) -> list[Fraction]:
    """P(N = j) by enumerating every sequence of reports."""
    law = [F(0)] * (size + 1)
    for reports in product((0, 1), repeat=size):
        weight = F(1)
        for x in reports:
            weight *= one if x else 1 - one
        law[sum(reports)] += weight
    return law


def binomial(size: int, one: Fraction) -> list[Fraction]:
    return [comb(size, j) * one**j * (1 - one) ** (size - j) for j in range(size + 1)]


@section("def-setup")
def setup():
    small = [(m, x) for m in range(5) for x in (F(0), F(1, 3), F(1, 2), F(1))]
    return definition("the sampling model", cases(
        lambda: small, lambda c: law_of_count(*c) == binomial(*c), "N is binomial, n <= 4"))


@section("rem-not-definitive")
def not_definitive():
    posterior = (pi * p11 / ONE, pi * (1 - p11) / ZERO)
    goals = [holds(sp.And(0 < chance, chance < 1), *UNIT, *INNER, seen > 0,
                   label="the probability of truth 1 after the report is strictly between 0 and 1")
             for chance, seen in zip(posterior, (ONE, ZERO))]
    return states(*goals, assuming="every entry of the design matrix is positive",
                  given=[p00 > 0, p00 < 1, p11 > 0, p11 < 1])


@section("eq-1")
def eq_1():
    return definition("the mechanism as conditional probabilities")


@section("def-1")
def def_1():
    return definition("the design matrix")


@section("eq-2")
def eq_2():
    rows = (sp.Eq(p00 + p01, 1), sp.Eq(p10 + p11, 1))
    entries = [v >= 0 for v in (p00, p01, p10, p11)]
    return [holds(sp.And(sp.Eq(p01, 1 - p00), sp.Eq(p10, 1 - p11)), *rows),
            holds(sp.And(p00 >= 0, p00 <= 1, p11 >= 0, p11 <= 1), *rows, *entries),
            holds(sp.And(1 - p00 >= 0, 1 - p11 >= 0), *UNIT)]


@section("eq-3a")
def eq_3a():
    return identity(ZERO, p00 - pi * s)


@section("eq-3b")
def eq_3b():
    return [identity(ONE, 1 - p00 + pi * s), identity(ONE + ZERO, sp.Integer(1))]


@section("rem-direct-questioning")
def direct_questioning():
    both = sp.And(sp.Eq(p00, 1), sp.Eq(p11, 1))
    truthful = sp.And(sp.Eq(1 - p00, 0), sp.Eq(1 - p11, 0))
    return holds(sp.Equivalent(both, truthful), *UNIT)


@section("thm-1")
def thm_1():
    """L as a function of the probability q of a report 1 rises before N/n and falls after it."""
    x = reals("q")
    slope = N / x - (n - N) / (1 - x)
    inside = (x > 0, x < 1, *SAMPLE)
    proved = obligations(
        "log L rises before and falls after q = N/n, for every n and N; q is linear in pi",
        identity(slope, (N - n * x) / (x * (1 - x)), *inside),
        holds(slope > 0, *inside, n * x < N), holds(slope < 0, *inside, n * x > N),
        identity(ONE.subs(pi, ESTIMATOR), N / n, *SAMPLE, sp.Ne(s, 0)))
    return states(
        cases(_samples, _estimate_is_best, "the value (4) is a proportion and maximises L",
              names=NAMES),
        assuming="the value (4) lies in [0, 1]",
        under=[proved, cases(_inner_samples, _estimate_is_best, "(4) maximises L on a grid")],
        corrected="the maximum likelihood estimate is the point of [0, 1] nearest to (4)",
        right=[proved, cases(_samples, _nearest_is_best, "the nearest point of [0, 1] is best")])


def _samples() -> list[tuple]:
    tables = [(F(3, 4), F(3, 4)), (F(1), F(1, 3)), (F(1), F(1)), (F(1, 5), F(1, 4))]
    return [(a, b, m, k) for a, b in tables for m in (1, 2, 5) for k in range(m + 1)]


def _inner_samples() -> list[tuple]:
    return [c for c in _samples() if 0 <= _estimate(*c) <= 1]


def _estimate(a: Fraction, b: Fraction, m: int, k: int) -> Fraction:
    return (a - 1) / (a + b - 1) + F(k, m) / (a + b - 1)


def _likelihood(a: Fraction, b: Fraction, m: int, k: int, prior: Fraction) -> Fraction:
    one = prior * b + (1 - prior) * (1 - a)
    return one**k * (1 - one) ** (m - k)


def _is_best(case: tuple, value: Fraction) -> bool:
    grid = [F(j, 20) for j in range(21)]
    best = max(_likelihood(*case, x) for x in grid)
    return 0 <= value <= 1 and _likelihood(*case, value) >= best


def _estimate_is_best(case: tuple) -> bool:
    return _is_best(case, _estimate(*case))


def _nearest_is_best(case: tuple) -> bool:
    return _is_best(case, min(max(_estimate(*case), F(0)), F(1)))


@section("thm-1/likelihood")
def likelihood():
    one, zero, log1, log0 = reals("P1 P0 log1 log0")
    total = N * log1 + (n - N) * log0
    return obligations(
        "induction on the sample size: one more report 1, one more report 0",
        identity(one ** (N + 1) * zero ** (n + 1 - (N + 1)), one**N * zero ** (n - N) * one,
                 one > 0, zero > 0, *SAMPLE),
        identity(one**N * zero ** (n + 1 - N), one**N * zero ** (n - N) * zero,
                 one > 0, zero > 0, *SAMPLE),
        identity(total.subs({N: N + 1, n: n + 1}, simultaneous=True), total + log1),
        identity(total.subs(n, n + 1), total + log0))


def _log_likelihood() -> sp.Expr:
    return N * sp.log(ONE) + (n - N) * sp.log(ZERO)


POSITIVE = (ONE > 0, ZERO > 0, *SAMPLE)


@section("thm-1/first-derivative")
def first_derivative():
    right = N / ONE * sp.diff(ONE, pi) + (n - N) / ZERO * sp.diff(ZERO, pi)
    return identity(sp.diff(_log_likelihood(), pi), right, *POSITIVE)


def _second() -> sp.Expr:
    return (-N / ONE**2 * sp.diff(ONE, pi) ** 2 - (n - N) / ZERO**2 * sp.diff(ZERO, pi) ** 2)


@section("thm-1/second-derivative")
def second_derivative():
    return identity(sp.diff(_log_likelihood(), pi, 2), _second(), *POSITIVE)


@section("thm-1/concavity")
def concavity():
    """Strictly concave for every N; but the derivative need not vanish in [0, 1]."""
    one, slope = reals("P1 slope")
    second = -N * slope**2 / one**2 - (n - N) * slope**2 / (1 - one) ** 2
    first = N * slope / one - (n - N) * slope / (1 - one)
    domain = (one > 0, one < 1, sp.Ne(slope, 0), *SAMPLE)
    strict = holds(second < 0, *domain, splits=[2 * N - n])
    root = holds(sp.Eq(first, 0), *domain, sp.Eq(one * n, N))
    vanishes = cases(_samples, _derivative_vanishes, "log L has a stationary point in [0, 1]",
                     names=NAMES)
    inner = cases(lambda: [c for c in _inner_samples() if 0 < c[3] < c[2]], _derivative_vanishes,
                  "log L has a stationary point in [0, 1]")
    return states(strict, vanishes, assuming="0 < N < n and the value (4) lies in [0, 1]",
                  under=[strict, root, inner])


def _derivative_vanishes(case: tuple) -> bool:
    a, b, m, k = case
    root = _estimate(*case)
    one = root * b + (1 - root) * (1 - a)
    return 0 <= root <= 1 and 0 < one < 1 and F(k) / one - F(m - k) / (1 - one) == 0


@section("thm-1/solve")
def solve():
    first = sp.diff(_log_likelihood(), pi)
    root = (p00 - 1) / s + N / (s * n)
    return [identity(first, s * (N - n * ONE) / (ONE * ZERO), *POSITIVE),
            identity(N - n * ONE, n * s * (root - pi), sp.Ne(s, 0), *SAMPLE)]


@section("eq-5")
def eq_5():
    """E[(Y - m)^2] by linearity; the Saint Petersburg variable has no finite moments."""
    second, mean = reals("EY2 EY")
    linear = obligations("linearity of the expectation, E[Y^2] finite",
                         identity(second - 2 * mean * mean + mean**2, second - mean**2))
    partial = check(lambda: all(sum(F(1, 2**k) * 2**k for k in range(1, m + 1)) == m
                                for m in range(1, 40)), "partial means grow without bound")
    return states(contradicted("P(Y = 2^k) = 2^-k, k >= 1: E[Y] and E[Y^2] are infinite, so the "
                               "right side is oo - oo", partial),
                  assuming="E[Y^2] is finite", under=[linear])


@section("def-bias-error")
def bias_error():
    return definition("bias and error of the estimator")


@section("cor-1/unbiased")
def unbiased():
    mean = (p00 - 1) / s + n * ONE / (s * n)
    return states(identity(mean, pi, sp.Ne(s, 0), n >= 1), _binomial_mean(),
                  scope="the estimator (4); its value cut to [0, 1] is biased")


def _binomial_mean():
    m, x, e = integers("m"), *reals("q e")
    return obligations("induction on n: E[N + X] = E[N] + E[X]",
                       identity((e + x).subs(e, m * x), (m + 1) * x))


@section("cor-1")
def cor_1():
    return identity(n * ONE * ZERO / (s**2 * n**2), var(p00, p11), sp.Ne(s, 0), n >= 1)


@section("cor-1/moments-of-N")
def moments():
    """Independent reports: E[(N + X)^2] = E[N^2] + 2 E[N] E[X] + E[X^2]."""
    m, x = integers("m"), reals("q")
    second = m * x * (1 - x) + (m * x) ** 2
    step = second + 2 * (m * x) * x + x
    return obligations("induction on n; the reports are independent (sampling with replacement)",
                       _binomial_mean(),
                       identity(step - ((m + 1) * x) ** 2, (m + 1) * x * (1 - x)))


@section("cor-1/bernoulli")
def bernoulli():
    return [identity(0 * ZERO + 1 * ONE, 1 - p00 + pi * s),
            identity(0**2 * ZERO + 1**2 * ONE, ONE)]


@section("cor-1/mean-chain")
def mean_chain():
    e = reals("EX")
    given = (sp.Ne(s, 0), n >= 1)
    middle = (p00 - 1) / s + e / s
    return [identity((p00 - 1) / s + n * e / (s * n), middle, *given),
            identity(middle.subs(e, ONE), pi, *given)]


@section("cor-1/variance-chain")
def variance_chain():
    v = reals("VarX")
    given = (sp.Ne(s, 0), n >= 1)
    return [identity(n * v / (s**2 * n**2), v / (s**2 * n), *given),
            identity((ONE - ONE**2) / (s**2 * n), ONE * ZERO / (s**2 * n), *given),
            identity(ONE * ZERO / (s**2 * n), var(p00, p11), *given)]


@section("eq-7a")
def eq_7a():
    return definition("the margin of error at a confidence level")


@section("eq-7b")
def eq_7b():
    """The indicator of |y| > 4.5 sigma is at most y^2 / (4.5 sigma)^2."""
    y, v = reals("y v")
    k = sp.Rational(9, 2)
    return obligations("Chebyshev: a pointwise bound and monotony of the expectation",
                       holds(y**2 / (k**2 * v) >= 1, v > 0, y**2 > k**2 * v),
                       holds(y**2 / (k**2 * v) >= 0, v > 0),
                       check(lambda: 1 - 1 / k**2 >= sp.Rational(95, 100), "77/81 >= 19/20"))


def _normal_coverage() -> flint.arb:
    """P(|G - mu| <= 1.96 sigma) = erf(1.96 / sqrt 2)."""
    return (flint.arb(flint.fmpq(196, 100)) / flint.arb(2).sqrt()).erf()


@section("eq-7c")
def eq_7c():
    return check(lambda: bool(_normal_coverage() >= flint.arb(flint.fmpq(95, 100))),
                 "erf(1.96 / sqrt 2) >= 0.95", "interval")


@section("rem-clt")
def clt():
    """At n = 5, pi = 1/10, direct questioning, the interval covers with probability 0.91854."""
    def covered() -> F:
        law, prior = binomial(5, F(1, 10)), F(1, 10)
        bound = F(196, 100) ** 2 * prior * (1 - prior) / 5
        return sum((w for j, w in enumerate(law) if (F(j, 5) - prior) ** 2 <= bound), F(0))
    return obligations("the central limit theorem, cited; P(X_i = 1) strictly between 0 and 1",
                       check(lambda: covered() < F(95, 100), "coverage below 0.95 at n = 5"),
                       eq_7c())


@section("def-warner")
def def_warner():
    asked = pw * 1 + (1 - pw) * 0
    return definition("Warner's device", identity(asked, pw))


@section("warner-pmf")
def warner_pmf():
    equal = {p00: pw, p11: pw}
    return [identity(ZERO.subs(equal), pw - pi * (2 * pw - 1)),
            identity(ONE.subs(equal), 1 - pw + pi * (2 * pw - 1))]


@section("eq-8")
def eq_8():
    right = (sp.Rational(1, 4) - (pw - half - pi * (2 * pw - 1)) ** 2) / ((2 * pw - 1) ** 2 * n)
    one = 1 - pw + pi * (2 * pw - 1)
    return [identity(var(pw, pw), right, sp.Ne(pw, half), n >= 1),
            identity(one * (1 - one) / ((2 * pw - 1) ** 2 * n), right, sp.Ne(pw, half), n >= 1)]
