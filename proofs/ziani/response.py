"""Sections 1.1 and 1.2: two examples, and randomized response."""

from __future__ import annotations

from itertools import product
from typing import Any

import sympy as sp

from ..claims import Section, definition, states
from ..goals import Goal, holds, identity, reals

section = Section("ziani")
p, w, c = reals("p w q")
half = sp.Rational(1, 2)
DOMAIN = (p >= 0, p <= half)
BIT = (w >= 0, w <= 1)


def law(bit: int, flip: Any) -> dict[int, Any]:
    """The distribution of the report: 1 - b with probability `flip`."""
    return {1 - bit: flip, bit: 1 - flip}


def joint(flip: Any) -> dict[tuple[int, int], Any]:
    """P(b, M(b)), with w = P(b = 1)."""
    prior = {0: 1 - w, 1: w}
    return {(b, o): prior[b] * law(b, flip)[o] for b in (0, 1) for o in (0, 1)}


def posterior(flip: Any, report: int = 1) -> Any:
    """P(b = 1 | M(b) = report) from the joint distribution."""
    both = joint(flip)
    return both[1, report] / (both[0, report] + both[1, report])


FAIR = joint(half)
LINES = (
    FAIR[1, 1] / (FAIR[0, 1] + FAIR[1, 1]),
    half * w / (half * (1 - w) + half * w),
    half * w / (half * ((1 - w) + w)),
    w,
)


@section("setup-binary")
def setup_binary():
    return definition("one bit per person")


@section("ex-1.1/mechanism")
def fair_mechanism():
    return definition("a fair flip", identity(sum(law(1, half).values()), sp.Integer(1)))


def _line(number: int) -> list[Goal]:
    """Each line equals the one before, and the posterior itself."""
    before = LINES[max(number - 2, 0)]
    return [
        identity(before, LINES[number - 1], *BIT),
        identity(posterior(half), LINES[number - 1], *BIT),
    ]


@section("ex-1.1/bayes")
def bayes():
    return [goal for number in (1, 2, 3, 4) for goal in _line(number)]


for _number in (1, 2, 3, 4):
    section(f"ex-1.1/bayes/line-{_number}")(lambda number=_number: _line(number))


@section("ex-1.1/no-information")
def no_information():
    return [identity(posterior(half, report), w, *BIT) for report in (0, 1)]


@section("ex-1.1/independence")
def independence():
    return [
        identity(FAIR[b, o], (w if b else 1 - w) * half, *BIT) for b, o in product((0, 1), repeat=2)
    ]


@section("ex-1.1/perfect-privacy")
def perfect_privacy():
    """The report has the same law for both bits, and the posterior is the prior."""
    return [*(identity(law(0, half)[o], law(1, half)[o]) for o in (0, 1)), *no_information()]


@section("ex-1.2/mechanism")
def never_flipped():
    return definition("the truth is reported", identity(law(1, sp.Integer(0))[1], sp.Integer(1)))


@section("ex-1.2/no-privacy")
def no_privacy():
    """The posterior is 0 or 1, and no finite e^epsilon bounds the ratio."""
    zero, ratio = sp.Integer(0), reals("ratio")
    return [
        identity(posterior(zero, 1), sp.Integer(1), w > 0, w < 1),
        identity(posterior(zero, 0), sp.Integer(0), w > 0, w < 1),
        holds(sp.Not(ratio * p >= 1), sp.Eq(p, 0), ratio >= 1),
    ]


@section("rr-middle")
def middle():
    """Neither always right nor as good as guessing."""
    goals = [holds(1 - p < 1, *DOMAIN), holds(1 - p > half, *DOMAIN)]
    return states(
        *goals,
        assuming="the flip probability is strictly between 0 and 1/2",
        given=[p > 0, p < half],
    )


@section("def-rr")
def def_rr():
    return definition("randomized response", identity(sum(law(0, p).values()), sp.Integer(1)))


@section("rr-wlog/equivalence")
def equivalence():
    """RR_{1-p} is RR_p with the report renamed."""
    return [identity(law(b, 1 - p)[o], law(b, p)[1 - o]) for b in (0, 1) for o in (0, 1)]


@section("rr-wlog/flip-one")
def flip_one():
    one = sp.Integer(1)
    return [
        *(identity(law(b, one)[1 - b], one) for b in (0, 1)),
        identity(posterior(one, 0), one, w > 0, w < 1),
    ]


def two_coins(bit: int) -> dict[int, Any]:
    """Heads: the bit. Tails: flipped with probability q."""
    return {1 - bit: half * c, bit: half + half * (1 - c)}


@section("rem-1/mechanism")
def two_coin_mechanism():
    return definition("two coins", identity(sum(two_coins(0).values()), sp.Integer(1)))


@section("rem-1/attribution")
def attribution():
    """There a fair second coin *is* the report, whatever the bit: the law of q = 1/2."""
    fair_report = half * half
    told = [
        identity(two_coins(b)[1 - b], fair_report, c >= 0, c <= 1, label="1 - b is reported in [1]")
        for b in (0, 1)
    ]
    return states(
        *told,
        assuming="q = 1/2 (the second coin of [1] is fair, and its side is the report)",
        given=[sp.Eq(c, half)],
    )


@section("rem-1/flip-probability")
def flip_probability():
    return [identity(two_coins(b)[1 - b], c / 2) for b in (0, 1)]


@section("rem-1/equivalence")
def two_coin_equivalence():
    same = [identity(two_coins(b)[o].subs(c, 2 * p), law(b, p)[o]) for b in (0, 1) for o in (0, 1)]
    return [*same, holds(sp.And(2 * p >= 0, 2 * p <= 1), *DOMAIN)]
