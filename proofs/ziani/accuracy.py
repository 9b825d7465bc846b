"""Sections 1.4 and 1.5: the estimator of the mean, Chebyshev, and its accuracy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F

import sympy as sp

from ..claims import Section, Statement, definition, states
from ..goals import Goal, crosscheck, holds, identity, integers, reals, sentence
from .estimator import (
    BITS,
    EXPECTED,
    Estimator,
    databases,
    estimates,
    mean_of_reports,
    printed_estimate,
    right_estimate,
)
from .response import DOMAIN, half, p

section = Section("ziani")


y, x, v, k, gamma, delta = reals("y x v k gamma delta")


n = integers("n")


@section("acc/parametrisation")
def parametrisation():
    return definition("p = 1/2 - gamma")


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
        crosscheck(
            _variables,
            _within_chebyshev,
            "P(|X - mu| >= k sigma) <= 1/k^2",
            names="values weights k",
        ),
        assuming="sigma > 0 and k > 0",
        under=[
            sentence("chebyshev"),
            crosscheck(lambda: proper, _within_chebyshev, "the same with sigma, k > 0"),
        ],
    )


VARIANCE = p * (1 - p) / ((1 - 2 * p) ** 2 * n)


BOUND = 1 / (4 * delta * (1 - 2 * p) ** 2 * n)


ACCURATE = (p >= 0, p < half, n >= 1, delta > 0)


def _trials() -> list[tuple]:
    return [
        (bits, flip, d)
        for bits, flip in [*databases(), ((0,) * 8, F(0))]
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
    """Markov's inequality for the squared error of the corrected estimator: it is unbiased, and a
    report, a bit of mean e, has variance e - e^2 = p (1-p)."""
    return [
        mean_of_reports(),
        identity(EXPECTED - EXPECTED**2, p * (1 - p), *DOMAIN, *BITS),
        sentence("variance_of_mean_estimate"),
        sentence("chebyshev"),
        holds(delta >= VARIANCE / BOUND, *ACCURATE),
        identity(p * (1 - p) * n / ((1 - 2 * p) ** 2 * n**2), VARIANCE, *ACCURATE),
        crosscheck(_trials, _accurate(right_estimate), "the corrected estimator is accurate"),
    ]


CORRECTED_5 = (
    "with b-hat = (mean of the reports - p) / (1 - 2p), 0 <= p < 1/2, delta > 0 and "
    "independent reports"
)


@section("thm-5")
def thm_5():
    """The printed estimator is close to 1 - mean, not to the mean."""
    return states(
        crosscheck(
            _trials, _accurate(printed_estimate), "the error bound holds", names="bits p delta"
        ),
        corrected=f"{CORRECTED_5}, the bound holds with probability at least 1 - delta",
        right=_accuracy(),
    )


@section("thm-5/substitution")
def substitution():
    return identity(1 - 2 * (half - gamma), 2 * gamma)


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


def _additive(*theorems: Goal) -> Statement:
    """Variances of independent reports add up."""
    good = [c for c in _coupled() if not c[2] and c[1] != F(1, 2)]
    return states(
        crosscheck(
            _coupled,
            _adds_up,
            "Var[b-hat] = sum of Var[M(b_i)] / ((2p-1)^2 n^2)",
            names="n p common_coin",
        ),
        assuming=INDEPENDENT,
        under=[*theorems, crosscheck(lambda: good, _adds_up, "the equality")],
    )


@section("thm-5/proof/variance-equality")
def variance_equality():
    return _additive(sentence("variance_of_mean_estimate"))


@section("thm-5/proof/variance-rules")
def variance_rules():
    return _additive(sentence("variance_rules"), sentence("variance_of_mean_estimate"))


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
        crosscheck(
            _trials, _accurate(printed_estimate), "the error bound holds", names="bits p delta"
        ),
        corrected=f"{CORRECTED_5}, the display holds",
        right=_accuracy(),
    )
