"""Sections 1.4 and 1.5: the estimator of the mean, Chebyshev, and its accuracy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from itertools import product
from typing import Any

import sympy as sp

from ..claims import Section, Statement, definition, states
from ..goals import Goal, cases, holds, identity, integers, obligations, reals
from .response import DOMAIN, half, law, p

section = Section("ziani")
b, a, y, x, v, k = reals("b a y x v k")
alpha, gamma, delta = reals("alpha gamma delta")
n = integers("n")
BITS = (sp.Or(sp.Eq(b, 0), sp.Eq(b, 1)),)
EXPECTED = (1 - p) * b + p * (1 - b)
PRINTED = 1 - p + (2 * p - 1) * b
RIGHT = p + (1 - 2 * p) * b


@section("mean-setup")
def mean_setup():
    return definition("the mean of n private bits")


def _mean_of_law() -> list[Goal]:
    """E[M(b)] from the law of the report, for both bits."""
    return [identity(law(bit, p)[1], EXPECTED.subs(b, bit)) for bit in (0, 1)]


@section("claim-3/expectation")
def expectation():
    return states(
        identity(EXPECTED, PRINTED, *DOMAIN, *BITS),
        corrected="E[M(b)] = p + (1-2p) b",
        right=[*_mean_of_law(), identity(EXPECTED, RIGHT, *DOMAIN, *BITS)],
    )


Estimator = Callable[[F, F], F]


def printed_estimate(mean: F, flip: F) -> F:
    return (mean - (1 - flip)) / (2 * flip - 1)


def right_estimate(mean: F, flip: F) -> F:
    return (mean - flip) / (1 - 2 * flip)


def estimates(bits: tuple[int, ...], flip: F, estimator: Estimator) -> list[tuple[F, F]]:
    """Every value of the estimator with its probability, by enumeration."""
    found = []
    for reports in product((0, 1), repeat=len(bits)):
        weight = F(1)
        for bit, report in zip(bits, reports, strict=False):
            weight *= law(bit, flip)[report]
        found.append((estimator(F(sum(reports), len(bits)), flip), weight))
    return found


def _databases() -> list[tuple[tuple[int, ...], F]]:
    flips = (F(0), F(1, 4), F(2, 5))
    return [
        (bits, flip)
        for size in (1, 2, 3)
        for bits in product((0, 1), repeat=size)
        for flip in flips
    ]


def _unbiased(estimator: Estimator) -> Callable[[tuple], bool]:
    def predicate(case: tuple) -> bool:
        bits, flip = case
        mean = sum((e * w for e, w in estimates(bits, flip, estimator)), F(0))
        return mean == F(sum(bits), len(bits))

    return predicate


@section("claim-3/unbiased")
def unbiased():
    """The mean of the reports has expectation p + (1-2p) times the mean of the bits."""
    m = reals("mean")
    return states(
        cases(
            _databases,
            _unbiased(printed_estimate),
            "the printed estimator is unbiased",
            names="bits p",
        ),
        corrected="b-hat = (mean of the reports - p) / (1 - 2p) is unbiased for p < 1/2; the "
        "printed one has expectation 1 - mean",
        right=[
            obligations(
                "linearity of the expectation",
                identity((p + (1 - 2 * p) * m - p) / (1 - 2 * p), m, p >= 0, p < half),
                identity((p + (1 - 2 * p) * m - (1 - p)) / (2 * p - 1), 1 - m, p >= 0, p < half),
            ),
            cases(_databases, _unbiased(right_estimate), "the corrected estimator is unbiased"),
        ],
    )


@section("claim-3/proof")
def claim_3_proof():
    return states(
        identity(EXPECTED, p * b + (1 - p) * (1 - b), *DOMAIN, *BITS),
        identity(p * b + (1 - p) * (1 - b), PRINTED),
        corrected="E[M(b)] = (1-p) b + p (1-b) = p + (1-2p) b",
        right=[*_mean_of_law(), identity(EXPECTED, RIGHT, *DOMAIN, *BITS)],
    )


@section("claim-3/proof/line-1")
def line_1():
    """P[M(b) = b] b + P[M(b) = 1-b] (1-b), for both bits."""
    return [
        identity(
            law(bit, p)[bit] * bit + law(bit, p)[1 - bit] * (1 - bit),
            1 * law(bit, p)[1] + 0 * law(bit, p)[0],
        )
        for bit in (0, 1)
    ]


@section("claim-3/proof/line-2")
def line_2():
    return states(
        identity(EXPECTED, p * b + (1 - p) * (1 - b), *DOMAIN, *BITS),
        corrected="= (1-p) b + p (1-b)",
        right=_mean_of_law(),
    )


@section("claim-3/proof/line-3")
def line_3():
    return states(
        identity(p * b + (1 - p) * (1 - b), PRINTED),
        scope="as a step from line 2; neither side is E[M(b)]",
    )


@section("acc/parametrisation")
def parametrisation():
    return definition("p = 1/2 - gamma")


@section("acc/intuition")
def intuition():
    """The same accuracy needs gamma = c / sqrt n; a smaller gamma has a smaller epsilon."""
    m1, m2, c = reals("m1 m2 c")
    ratio = [(half + g) / (half - g) for g in (a, gamma)]
    return obligations(
        "m = sqrt n, and ln is increasing",
        holds(c / m2 < c / m1, m1 > 0, m1 < m2, c > 0),
        holds(ratio[0] < ratio[1], a > 0, a < gamma, gamma < half),
    )


def _chebyshev(*given: Any) -> Goal:
    """On |y| >= k sigma the square y^2 / (k^2 sigma^2) is at least one."""
    return obligations(
        "a pointwise bound and monotony of the expectation",
        holds(y**2 / (k**2 * v) >= 1, y**2 >= k**2 * v, *given),
        holds(y**2 / (k**2 * v) >= 0, *given),
        identity(v / (k**2 * v), 1 / k**2, *given),
    )


def _variables() -> list[tuple]:
    """Two-point variables and multiples k, degenerate ones included."""
    laws = [
        ((F(0), F(1)), (F(1, 2), F(1, 2))),
        ((F(0), F(1)), (F(9, 10), F(1, 10))),
        ((F(3), F(3)), (F(1, 2), F(1, 2))),
    ]
    return [(*one, times) for one in laws for times in (F(2), F(1), F(1, 2), F(3), F(-2), F(0))]


def _within_chebyshev(case: tuple) -> bool:
    values, weights, times = case
    mean = sum(x * w for x, w in zip(values, weights, strict=False))
    spread = sum((x - mean) ** 2 * w for x, w in zip(values, weights, strict=False))
    far = sum(
        (
            w
            for x, w in zip(values, weights, strict=False)
            if times <= 0 or (x - mean) ** 2 >= times**2 * spread
        ),
        F(0),
    )
    return far <= 1 / times**2


@section("lem-4")
def lem_4():
    proper = [c for c in _variables() if c[0][0] != c[0][1] and c[2] > 0]
    return states(
        cases(
            _variables,
            _within_chebyshev,
            "P(|X - mu| >= k sigma) <= 1/k^2",
            names="values weights k",
        ),
        assuming="sigma > 0 and k > 0",
        under=[
            _chebyshev(v > 0, k > 0),
            cases(lambda: proper, _within_chebyshev, "the same with sigma, k > 0"),
        ],
    )


VARIANCE = p * (1 - p) / ((1 - 2 * p) ** 2 * n)
BOUND = 1 / (4 * delta * (1 - 2 * p) ** 2 * n)
ACCURATE = (p >= 0, p < half, n >= 1, delta > 0)


def _trials() -> list[tuple]:
    return [
        (bits, flip, d)
        for bits, flip in [*_databases(), ((0,) * 8, F(0))]
        for d in (F(1, 20), F(1, 4), F(1))
    ]


def _accurate(estimator: Estimator) -> Callable[[tuple], bool]:
    """The squared error exceeds 1 / (4 delta (1-2p)^2 n) with probability at most delta."""

    def predicate(case: tuple) -> bool:
        bits, flip, d = case
        mean = F(sum(bits), len(bits))
        limit = 1 / (4 * d * (1 - 2 * flip) ** 2 * len(bits))
        return sum(w for e, w in estimates(bits, flip, estimator) if (e - mean) ** 2 > limit) <= d

    return predicate


def _accuracy() -> list[Goal]:
    """Markov's inequality for the squared error of the corrected estimator."""
    return [
        obligations(
            "Markov for the squared error; independent reports",
            holds(delta >= VARIANCE / BOUND, *ACCURATE),
            holds(y**2 / BOUND >= 1, y**2 >= BOUND, *ACCURATE),
            identity(p * (1 - p) * n / ((1 - 2 * p) ** 2 * n**2), VARIANCE, *ACCURATE),
        ),
        cases(_trials, _accurate(right_estimate), "the corrected estimator is accurate"),
    ]


CORRECTED_5 = (
    "with b-hat = (mean of the reports - p) / (1 - 2p), 0 <= p < 1/2, delta > 0 and "
    "independent reports"
)


@section("thm-5")
def thm_5():
    """The printed estimator is close to 1 - mean, not to the mean."""
    return states(
        cases(_trials, _accurate(printed_estimate), "the error bound holds", names="bits p delta"),
        corrected=f"{CORRECTED_5}, the bound holds with probability at least 1 - delta",
        right=_accuracy(),
    )


@section("thm-5/substitution")
def substitution():
    return identity(1 - 2 * (half - gamma), 2 * gamma)


@section("thm-5/sample-size")
def sample_size():
    """The bound of Theorem 5 is at most alpha exactly when n >= 1 / (16 delta alpha^2 gamma^2)."""
    square = BOUND.subs(p, half - gamma)
    given = (alpha > 0, gamma > 0, delta > 0, n >= 1)
    needed = 16 * delta * alpha**2 * gamma**2 * n
    return states(
        identity(square * needed, alpha**2, *given),
        scope="for the bound of Theorem 5, constant delta",
    )


def _coupled() -> list[tuple]:
    """Reports with independent coins and with one common coin; p = 1/2 included."""
    return [
        (size, flip, common)
        for size in (1, 2, 3)
        for flip in (F(0), F(1, 4), F(1, 2))
        for common in (False, True)
    ]


def _variance(values: list[tuple[F, F]]) -> F:
    mean = sum((e * w for e, w in values), F(0))
    return sum(((e - mean) ** 2 * w for e, w in values), F(0))


def _adds_up(case: tuple) -> bool:
    size, flip, common = case
    if common:
        law_of = [(printed_estimate(F(1), flip), flip), (printed_estimate(F(0), flip), 1 - flip)]
    else:
        law_of = estimates((0,) * size, flip, printed_estimate)
    total = size * flip * (1 - flip)
    return _variance(law_of) == total / ((2 * flip - 1) ** 2 * size**2)


INDEPENDENT = "p < 1/2 and the n reports are independent"


def _additive() -> Statement:
    """Adding an independent report adds its variance."""
    first, second, cross = reals("var1 var2 cov")
    step = obligations(
        "induction on n: the covariance with an independent report is zero",
        identity((first + 2 * cross + second).subs(cross, 0), first + second),
        identity(
            v / (2 * p - 1) ** 2 / n**2, v / ((2 * p - 1) ** 2 * n**2), p >= 0, p < half, n >= 1
        ),
    )
    good = [c for c in _coupled() if not c[2] and c[1] != F(1, 2)]
    return states(
        cases(
            _coupled,
            _adds_up,
            "Var[b-hat] = sum of Var[M(b_i)] / ((2p-1)^2 n^2)",
            names="n p common_coin",
        ),
        assuming=INDEPENDENT,
        under=[step, cases(lambda: good, _adds_up, "the equality")],
    )


@section("thm-5/proof/variance-equality")
def variance_equality():
    return _additive()


@section("thm-5/proof/variance-rules")
def variance_rules():
    return _additive()


@section("thm-5/proof/variance-inequality")
def variance_inequality():
    """Term by term."""
    bottom = (2 * p - 1) ** 2 * n**2
    return states(
        holds(p * (1 - p) / bottom <= 1 / (4 * bottom), *DOMAIN, n >= 1),
        assuming="p < 1/2",
        given=[p < half],
    )


@section("thm-5/proof/variance-sum")
def variance_sum():
    return states(
        identity(
            n * (1 / (4 * (2 * p - 1) ** 2 * n**2)), 1 / (4 * (2 * p - 1) ** 2 * n), *DOMAIN, n >= 1
        ),
        assuming="p < 1/2",
        given=[p < half],
    )


@section("thm-5/proof/bernoulli")
def bernoulli():
    return [
        identity(x - x**2, x * (1 - x)),
        holds(x * (1 - x) <= sp.Rational(1, 4), x >= 0, x <= 1, squares=[x - half]),
    ]


@section("thm-5/proof/chebyshev")
def chebyshev():
    return states(
        cases(_trials, _accurate(printed_estimate), "the error bound holds", names="bits p delta"),
        corrected=f"{CORRECTED_5}, the display holds",
        right=_accuracy(),
    )
