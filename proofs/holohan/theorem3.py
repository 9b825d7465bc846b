"""Theorem 3, Corollary 2: the exact set of minimisers over the whole parameter domain."""

from __future__ import annotations

from fractions import Fraction as F

import sympy as sp

from ..claims import Section, Statement, states
from ..goals import Goal, crosscheck, identity
from .model import (
    RELAXED,
    d,
    g,
    half,
    level,
    minimisers,
    n,
    p00,
    p11,
    pi,
    s,
    var,
)
from .optimum import END, MIDDLE, OTHER, argument, compared

section = Section("holohan")


NAMES = "gamma delta pi"


BELOW = (*RELAXED, pi > 0, pi < half)


ABOVE = (*RELAXED, pi > half, pi < 1)


SIGN = pi * (g + 2 * d - 1) ** 2 - d * (g + d)


MIRROR = (1 - pi) * (g + 2 * d - 1) ** 2 - d * (g + d)


NOT_HALF = "delta <= 1, and pi is not 1/2, or g(epsilon, delta) < 1/2, or delta = 1"


FULL = (
    "at pi = 1/2 the case g > pi has the two minimisers (1, delta) and (delta, 1), and the case "
    "g = pi has these two and ((e^epsilon+delta)/(e^epsilon+1), same); elsewhere as printed "
    "(for delta = 1 all of them are (1, 1))"
)


def parameters() -> list[tuple[F, F, F]]:
    """Ordinary values, every tie g = pi and g = 1 - pi, pi = 1/2, epsilon = 0, delta = 1."""
    found = []
    for gamma in (F(11, 10), F(3, 2), F(2), F(6), F(1)):
        for delta in (F(1, 10), F(1, 4), F(2, 3), F(1, 100), F(1)):
            tie = level(delta, gamma)
            priors = {F(1, 8), F(1, 4), F(1, 2), F(3, 4), tie, 1 - tie}
            found += [(gamma, delta, prior) for prior in sorted(priors) if 0 < prior < 1]
    return [*found, *_ties_at_half()]


def _ties_at_half() -> list[tuple[F, F, F]]:
    """g(epsilon, delta) = 1/2 = pi, where (1 - delta)^2 + (gamma + delta - 1)^2 = 1."""
    legs = [(F(a, c), F(b, c)) for a, b, c in ((3, 4, 5), (5, 12, 13), (8, 15, 17))]
    both = [*legs, *((b, a) for a, b in legs)]
    return [(a + b, 1 - a, F(1, 2)) for a, b in both]


def said(case: tuple[F, F, F]) -> set[tuple[F, F]]:
    """The set that Theorem 3 (prior <= 1/2) prints."""
    gamma, delta, prior = case
    tie, middle = level(delta, gamma), (gamma + delta) / (gamma + 1)
    end, centre = {(F(1), delta)}, {(middle, middle)}
    return end if tie > prior else centre if tie < prior else end | centre


def said_2(case: tuple[F, F, F]) -> set[tuple[F, F]]:
    """The set that Corollary 2 (prior >= 1/2) prints."""
    gamma, delta, prior = case
    return {(b, a) for a, b in said((gamma, delta, 1 - prior))}


def low() -> list[tuple[F, F, F]]:
    return [c for c in parameters() if c[2] <= F(1, 2)]


def high() -> list[tuple[F, F, F]]:
    return [c for c in parameters() if c[2] >= F(1, 2)]


def kept(case: tuple[F, F, F]) -> bool:
    return case[2] != F(1, 2) or level(case[1], case[0]) < F(1, 2) or case[1] == 1


def is_theorem_3(case: tuple[F, F, F]) -> bool:
    return said(case) == minimisers(*case)


def is_corollary_2(case: tuple[F, F, F]) -> bool:
    return said_2(case) == minimisers(*case)


def is_full(case: tuple[F, F, F]) -> bool:
    """The corrected theorem."""
    both = said(case) | said_2(case) if case[2] == F(1, 2) else None
    one = said(case) if case[2] < F(1, 2) else said_2(case)
    return minimisers(*case) == (both or one)


def below() -> list[Goal]:
    """0 < pi < 1/2: (1, delta) beats (delta, 1), and the sign of SIGN decides."""
    given = (*BELOW, d < 1)
    return [
        compared(END, OTHER, *given, degree=5),
        compared(END, MIDDLE, *given, SIGN < 0, degree=5),
        compared(MIDDLE, END, *given, SIGN > 0, degree=5),
        compared(END, MIDDLE, *given, sp.Eq(SIGN, 0), strict=False, degree=5),
    ]


def above() -> list[Goal]:
    given = (*ABOVE, d < 1)
    return [
        compared(OTHER, END, *given, degree=5),
        compared(OTHER, MIDDLE, *given, MIRROR < 0, degree=5),
        compared(MIDDLE, OTHER, *given, MIRROR > 0, degree=5),
        compared(OTHER, MIDDLE, *given, sp.Eq(MIRROR, 0), strict=False, degree=5),
    ]


TIED = {g: F(7, 5), d: F(2, 5), pi: half}  # g(epsilon, delta) = 1/2, a root of d^2 - 3d/5 + 2/25


def at_half() -> list[Goal]:
    """pi = 1/2: (1, delta) and (delta, 1) tie always."""
    given = (*RELAXED, d < 1, sp.Eq(pi, half))
    sign = SIGN.subs(pi, half)
    return [
        compared(END, OTHER, *given, strict=False),
        compared(END, MIDDLE, *given, sign < 0, degree=5),
        compared(MIDDLE, END, *given, sign > 0, degree=5),
        compared(END, MIDDLE, *given, sp.Eq(sign, 0), strict=False, degree=5, at=TIED),
    ]


def levels(prior) -> Goal:
    """SIGN has the sign of prior - g(epsilon, delta)."""
    return identity(
        prior - level(),
        (prior * (g + 2 * d - 1) ** 2 - d * (g + d)) / (g + 2 * d - 1) ** 2,
        *RELAXED,
    )


def symmetry() -> Goal:
    return identity(var(p00, p11), var(p11, p00, 1 - pi), sp.Ne(s, 0), n >= 1)


@section("thm-3", limit=120)
def thm_3() -> Statement:
    return states(
        crosscheck(low, is_theorem_3, "the printed set is the set of minimisers", names=NAMES),
        assuming=NOT_HALF,
        under=[
            argument([*below(), levels(pi)]),
            argument(at_half()[:3]),
            crosscheck(lambda: [c for c in low() if kept(c)], is_theorem_3, "the printed set"),
        ],
        corrected=FULL,
        right=full(),
    )


def full() -> list[Goal]:
    return [
        argument([*below(), *at_half(), levels(pi)]),
        crosscheck(parameters, is_full, "the corrected set is the set of minimisers"),
    ]


@section("cor-2", limit=120)
def cor_2() -> Statement:
    return states(
        crosscheck(high, is_corollary_2, "the printed set is the set of minimisers", names=NAMES),
        assuming=NOT_HALF,
        under=[
            argument([*above(), levels(1 - pi)]),
            argument(at_half()[:3]),
            crosscheck(lambda: [c for c in high() if kept(c)], is_corollary_2, "the printed set"),
        ],
        corrected=FULL.replace("g > pi", "g > 1 - pi").replace("g = pi", "g = 1 - pi"),
        right=[
            argument([*above(), *at_half(), levels(1 - pi)]),
            crosscheck(parameters, is_full, "the corrected set is the set of minimisers"),
        ],
    )


@section("thm-3/candidates", limit=120)
def candidates() -> Statement:
    def two(case: tuple[F, F, F]) -> bool:
        middle = (case[0] + case[1]) / (case[0] + 1)
        return minimisers(*case) <= {(F(1), case[1]), (middle, middle)}

    return states(
        crosscheck(low, two, "no other minimiser", names=NAMES),
        assuming=NOT_HALF,
        under=[
            argument(below()),
            argument(at_half()[:3]),
            crosscheck(lambda: [c for c in low() if kept(c)], two, "no other minimiser"),
        ],
        corrected="for 0 < pi < 1/2 as printed; at pi = 1/2 the table (delta, 1) is a "
        "third candidate, with the same variance as (1, delta)",
        right=full(),
    )
