"""Section 1.4: the estimator of a population mean."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from itertools import product

import sympy as sp

from ..claims import Section, definition, states
from ..goals import Goal, by, crosscheck, identity, reals
from .response import DOMAIN, half, law, p

section = Section("ziani")
b = reals("b")


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


def mean_of_reports() -> Goal:
    """Reports have mean p + (1-2p) b, so have their sums S, one report at a time; divided by n
    the bits leave their mean m, which the corrected estimator returns."""
    S, T, n, m = reals("S T n mean")
    return by(
        "expectation-linear",
        *_mean_of_law(),
        identity(EXPECTED, RIGHT, *DOMAIN, *BITS),
        identity(S + RIGHT, p * (n + 1) + (1 - 2 * p) * (T + b), sp.Eq(S, p * n + (1 - 2 * p) * T)),
        identity((p * n + (1 - 2 * p) * n * m) / n, p + (1 - 2 * p) * m, n >= 1),
        identity((p + (1 - 2 * p) * m - p) / (1 - 2 * p), m, p >= 0, p < half),
        X="the reports",
        Y="0",
        a=1,
        b=1,
        c=0,
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


def databases() -> list[tuple[tuple[int, ...], F]]:
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
        crosscheck(
            databases,
            _unbiased(printed_estimate),
            "the printed estimator is unbiased",
            names="bits p",
        ),
        corrected="b-hat = (mean of the reports - p) / (1 - 2p) is unbiased for p < 1/2; the "
        "printed one has expectation 1 - mean",
        right=[
            mean_of_reports(),
            identity((p + (1 - 2 * p) * m - (1 - p)) / (2 * p - 1), 1 - m, p >= 0, p < half),
            crosscheck(databases, _unbiased(right_estimate), "the corrected estimator is unbiased"),
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
