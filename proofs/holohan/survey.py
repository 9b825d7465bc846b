"""Section II: the model, the estimator, its bias and error, margins of error, Warner's model."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import sympy as sp

from ..claims import Section, definition, states
from ..goals import crosscheck, holds, identity, reals, sentence
from .model import ESTIMATOR, INNER, ONE, UNIT, ZERO, N, n, p00, p11, pi, s

section = Section("holohan")
p01, p10, pw = reals("p01 p10 p_w")
SAMPLE = (n >= 1, N >= 0, n >= N)
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
    return definition(
        "the sampling model",
        crosscheck(
            lambda: small, lambda c: law_of_count(*c) == binomial(*c), "N is binomial, n <= 4"
        ),
    )


def _excluded_by_both_or_none() -> list[sp.Basic]:
    """Each column of the design matrix is positive or zero: no report rules one truth out."""
    columns = ((p00, 1 - p11), (1 - p00, p11))
    return [
        sp.Or(sp.And(a > 0, b > 0), sp.And(sp.Eq(a, 0), sp.Eq(b, 0)), evaluate=False)
        for a, b in columns
    ]


@section("rem-not-definitive")
def not_definitive():
    posterior = (pi * p11 / ONE, pi * (1 - p11) / ZERO)
    goals = [
        holds(
            sp.And(chance > 0, chance < 1),
            *UNIT,
            *INNER,
            seen > 0,
            label="the probability of truth 1 after the report is strictly between 0 and 1",
        )
        for chance, seen in zip(posterior, (ONE, ZERO), strict=False)
    ]
    return states(
        *goals,
        assuming="a report that one true answer excludes is excluded by the other too "
        "(every entry of the design matrix positive is enough)",
        given=_excluded_by_both_or_none(),
        scope="0 < pi < 1: otherwise the true answer is known before the report",
    )


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
    return [
        holds(sp.And(sp.Eq(p01, 1 - p00), sp.Eq(p10, 1 - p11)), *rows),
        holds(sp.And(p00 >= 0, p00 <= 1, p11 >= 0, p11 <= 1), *rows, *entries),
        holds(sp.And(1 - p00 >= 0, 1 - p11 >= 0), *UNIT),
    ]


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
    """Where (4) is no proportion the nearest one is best."""
    return states(
        crosscheck(
            _samples,
            _estimate_is_best,
            "the value (4) is a proportion and maximises L",
            names=NAMES,
        ),
        assuming="the value (4) lies in [0, 1]",
        under=[
            sentence("estimate_maximises_the_likelihood"),
            crosscheck(_inner_samples, _estimate_is_best, "(4) maximises L on a grid"),
        ],
        corrected="the maximum likelihood estimate is the point of [0, 1] nearest to (4)",
        right=[
            sentence("nearest_proportion_is_best"),
            crosscheck(_samples, _nearest_is_best, "the nearest point of [0, 1] is best"),
        ],
    )


def _samples() -> list[tuple]:
    tables = [(F(3, 4), F(3, 4)), (F(1), F(1, 3)), (F(1), F(1)), (F(1, 5), F(1, 4))]
    return [(a, b, m, k) for a, b in tables for m in (1, 2, 5) for k in range(m + 1)]


def _inner_samples() -> list[tuple]:
    return [c for c in _samples() if 0 <= _estimate(*c) <= 1]


def _estimate(a: Fraction, b: Fraction, m: int, k: int) -> Fraction:
    return (a - 1) / (a + b - 1) + F(k, m) / (a + b - 1)


def _likelihood(case: tuple, prior: Fraction) -> Fraction:
    a, b, m, k = case
    one = prior * b + (1 - prior) * (1 - a)
    return one**k * (1 - one) ** (m - k)


def _is_best(case: tuple, value: Fraction) -> bool:
    grid = [F(j, 20) for j in range(21)]
    best = max(_likelihood(case, x) for x in grid)
    return 0 <= value <= 1 and _likelihood(case, value) >= best


def _estimate_is_best(case: tuple) -> bool:
    return _is_best(case, _estimate(*case))


def _nearest_is_best(case: tuple) -> bool:
    return _is_best(case, min(max(_estimate(*case), F(0)), F(1)))


@section("thm-1/likelihood")
def likelihood():
    return states(
        sentence("likelihood_by_ones"),
        scope=f"{WHERE} (elsewhere with 0^0 = 1 and 0 log 0 = 0)",
    )


def _log_likelihood() -> sp.Expr:
    return N * sp.log(ONE) + (n - N) * sp.log(ZERO)


POSITIVE = (ONE > 0, ZERO > 0, *SAMPLE)
WHERE = "where P(X_i = 1) and P(X_i = 0) are positive"


@section("thm-1/first-derivative")
def first_derivative():
    right = N / ONE * sp.diff(ONE, pi) + (n - N) / ZERO * sp.diff(ZERO, pi)
    return states(identity(sp.diff(_log_likelihood(), pi), right, *POSITIVE), scope=WHERE)


def _second() -> sp.Expr:
    return -N / ONE**2 * sp.diff(ONE, pi) ** 2 - (n - N) / ZERO**2 * sp.diff(ZERO, pi) ** 2


@section("thm-1/second-derivative")
def second_derivative():
    return states(identity(sp.diff(_log_likelihood(), pi, 2), _second(), *POSITIVE), scope=WHERE)


@section("thm-1/concavity")
def concavity():
    """Strictly concave for every N; but the derivative need not vanish in [0, 1]."""
    one, slope = reals("P1 slope")
    second = -N * slope**2 / one**2 - (n - N) * slope**2 / (1 - one) ** 2
    first = N * slope / one - (n - N) * slope / (1 - one)
    domain = (one > 0, one < 1, sp.Ne(slope, 0), *SAMPLE)
    strict = holds(second < 0, *domain, splits=[2 * N - n])
    root = holds(sp.Eq(first, 0), *domain, sp.Eq(one * n, N))
    at_the_estimate = identity(ONE.subs(pi, ESTIMATOR), N / n, *SAMPLE, sp.Ne(s, 0))
    vanishes = crosscheck(
        _samples, _derivative_vanishes, "log L has a stationary point in [0, 1]", names=NAMES
    )
    inner = crosscheck(
        lambda: [c for c in _inner_samples() if 0 < c[3] < c[2]],
        _derivative_vanishes,
        "log L has a stationary point in [0, 1]",
    )
    return states(
        strict,
        vanishes,
        scope=WHERE,
        assuming="0 < N < n and the value (4) lies in [0, 1]",
        under=[strict, root, at_the_estimate, inner],
    )


def _derivative_vanishes(case: tuple) -> bool:
    return 0 <= _estimate(*case) <= 1 and _solves(case)


@section("thm-1/solve")
def solve():
    """For N = 0 and for N = n the derivative has no zero: there is nothing that solving gives."""
    first = sp.diff(_log_likelihood(), pi)
    root = (p00 - 1) / s + N / (s * n)
    equation = [
        identity(first, s * (N - n * ONE) / (ONE * ZERO), *POSITIVE),
        identity(N - n * ONE, n * s * (root - pi), sp.Ne(s, 0), *SAMPLE),
    ]
    inside = holds(sp.And(N / n > 0, N / n < 1), n >= 1, N >= 1, n > N)
    never = [
        holds(sp.Ne(-n * s / ZERO, 0), ZERO > 0, sp.Ne(s, 0), n >= 1),
        holds(sp.Ne(n * s / ONE, 0), ONE > 0, sp.Ne(s, 0), n >= 1),
        identity(first.subs(N, 0), -n * s / ZERO, ZERO > 0, n >= 1),
        identity(first.subs(N, n), n * s / ONE, ONE > 0, n >= 1),
    ]
    return states(
        crosscheck(_samples, _solves, "the derivative of log L is zero at (4)", names=NAMES),
        *equation,
        assuming="0 < N < n (for N = 0 and N = n the derivative has no zero)",
        under=[
            *equation,
            inside,
            identity(ONE.subs(pi, root), N / n, sp.Ne(s, 0), *SAMPLE),
            *never,
            crosscheck(_mixed_samples, _solves, "the derivative of log L is zero at (4)"),
        ],
    )


def _mixed_samples() -> list[tuple]:
    return [c for c in _samples() if 0 < c[3] < c[2]]


def _solves(case: tuple) -> bool:
    """The derivative is defined at (4) and zero there, whether (4) is a proportion or not."""
    a, b, m, k = case
    root = _estimate(*case)
    one = root * b + (1 - root) * (1 - a)
    return 0 < one < 1 and F(k) / one - F(m - k) / (1 - one) == 0
