"""Section 6.1: the proof of theorem 6.1, line by line."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity
from .comparison import PROVISO
from .comparison_goals import (
    ENDS,
    FACTOR,
    REAL,
    R,
    as_product,
    difference,
    improved_beats_warner,
    real_ends,
    warner_beats_modified,
)
from .symbols import (
    BUDGET,
    MIDDLE,
    SIZE,
    N,
    g,
    modified,
    p2,
    pi,
    squared_length,
    warner,
)

section = Section("sun")
EXCESS = (g + 1) ** 2 * p2 / (4 * N * (g - 1) ** 2 * (1 - p2))


@section("thm-6.1/proof-mcmw")
def proof_mcmw():
    return [
        identity(modified(g, N, p2) - warner(g, N), EXCESS, *BUDGET, *SIZE, *MIDDLE),
        holds(EXCESS >= 0, *BUDGET, *SIZE, *MIDDLE),
    ]


@section("thm-6.1/proof-mcmw-strict")
def proof_mcmw_strict():
    goal = warner_beats_modified()
    return states(goal, assuming=PROVISO, under=[goal.given(p2 > 0)])


@section("thm-6.1/proof-icmw-a")
def proof_icmw_a():
    spread = (g + 1) ** 2 / ((g - 1) ** 2 * (1 - p2)) - 1
    return identity(difference(), pi * (1 - pi) / (N - 1) * spread - g / (N * (g - 1) ** 2), *REAL)


C = (N - 1) * (1 - p2) * g
PRINTED = 4 * g + (g - 1) ** 2 * p2
BELOW = N * (N - 1) * (g - 1) ** 2 * (1 - p2)
MISSING = "the first coefficient lacks the factor N: "


def printed_line(expression):
    return identity(difference(), expression, *REAL, label="Var_IC - Var_MW/MS = the line")


@section("thm-6.1/proof-icmw-b")
def proof_icmw_b():
    return states(
        printed_line((PRINTED * pi * (1 - pi) - C) / BELOW),
        corrected=MISSING + "the numerator is N [4 e^eps + (e^eps - 1)^2 p_2] pi_A (1 - "
        "pi_A) - (N-1)(1-p_2) e^eps",
        right=[identity(difference(), (N * PRINTED * pi * (1 - pi) - C) / BELOW, *REAL)],
    )


@section("thm-6.1/proof-ac")
def proof_ac():
    """The a of the difference in the lines b, c and d, which carry the error."""
    return states(
        printed_line(quadratic(PRINTED)),
        corrected=MISSING
        + "a = N [4 e^eps + (e^eps - 1)^2 p_2], with which the lines b, c, d and the "
        "roots below are right",
        right=[identity(difference(), quadratic(N * PRINTED), *REAL)],
    )


def quadratic(a):
    return (-a * pi**2 + a * pi - C) / BELOW


@section("thm-6.1/proof-icmw-c")
def proof_icmw_c():
    return states(
        printed_line(quadratic(PRINTED)),
        corrected=MISSING + "true with a = N [4 e^eps + (e^eps - 1)^2 p_2]",
        right=[identity(difference(), quadratic(N * PRINTED), *REAL)],
    )


def factored(a):
    """-a (pi - pi_1)(pi - pi_2) / (...), the product of the roots being c / a, their sum one."""
    return (-a * (pi**2 - pi + C / a)) / BELOW


@section("thm-6.1/proof-icmw-d")
def proof_icmw_d():
    a, root = sp.symbols("a Delta_root")
    first, second = (a - root) / (2 * a), (a + root) / (2 * a)
    c = sp.Symbol("c")
    vieta = identity(
        (pi - first) * (pi - second), pi**2 - pi + (a**2 - root**2) / (4 * a**2), a > 0
    )
    return states(
        printed_line(factored(PRINTED)),
        corrected=MISSING + "true with a = N [4 e^eps + (e^eps - 1)^2 p_2] (the step "
        "from c to d itself is right)",
        right=[
            identity(difference(), factored(N * PRINTED), *REAL),
            vieta,
            *real_roots(),
            identity((a**2 - (a**2 - 4 * a * c)) / (4 * a**2), c / a, a > 0),
        ],
    )


@section("thm-6.1/proof-roots-a")
def proof_roots_a():
    """sqrt(a^2 - 4ac) = a sqrt(1 - 4c/a) for a > 0: r = sqrt(1 - 4c/a). With the a of proof-ac
    the radicand is negative for p_2 = 0 and N >= 3."""
    a, c, r = sp.symbols("a c r")
    step = [
        identity(a**2 - 4 * a * c, (a**2) * (1 - 4 * c / a), a > 0),
        identity((a - a * r) / (2 * a), (1 - r) / 2, a > 0),
        identity((a + a * r) / (2 * a), (1 + r) / 2, a > 0),
        holds(a * r >= 0, a > 0, r >= 0),
    ]
    return states(
        holds(1 - 4 * C / PRINTED >= 0, *REAL, label="with the printed a the two ends are real"),
        *step,
        corrected=MISSING + "true with a = N [4 e^eps + (e^eps - 1)^2 p_2], where a > 0 and 4c < a "
        "(the step from the line above itself is right)",
        right=[*step, *real_roots()],
    )


def real_roots():
    """With a = N [...]: a > 0, and 1 - 4c/a is the square of the length, between 1/N and 1."""
    return [
        holds(N * PRINTED > 0, *REAL),
        identity(1 - 4 * C / (N * PRINTED), squared_length(g, N, p2), *REAL),
        real_ends(),
    ]


def radicand_is(expression):
    """The radicand gives the zeros of the difference: 1/2 -+ R/2 with R^2 = the radicand."""
    return [identity(squared_length(g, N, p2), expression, *REAL), *zeros(), real_ends()]


def zeros():
    """difference = FACTOR (R^2 - (1 - 2 pi)^2), which is zero at both ends and nowhere else."""
    first, second = ENDS
    return [
        as_product(),
        holds(FACTOR > 0, *REAL),
        *(identity((1 - 2 * end) ** 2, R**2) for end in ENDS),
        identity(R**2 - (1 - 2 * pi) ** 2, -4 * (pi - first) * (pi - second)),
    ]


AS_ZEROS = "pi_A1 and pi_A2 as the zeros of Var_IC - Var_MW/MS, that is with a = N [...]"


@section("thm-6.1/proof-roots-b")
def proof_roots_b():
    inside = 1 - 4 * g * (N - 1) * (1 - p2) / (N * (4 * g + p2 * (g**2 - 2 * g + 1)))
    return states(*radicand_is(inside), scope=AS_ZEROS)


@section("thm-6.1/proof-roots-c")
def proof_roots_c():
    inside = 1 - (N - 1) * (1 - p2) / (N * (1 + p2 / 4 * (g + 1 / g - 2)))
    return states(*radicand_is(inside), scope=AS_ZEROS)


@section("eq-5")
def eq_5():
    d = g + 1 / g - 2
    inside = 1 - (N - 1) / N * (1 - p2) / (1 + p2 * d / 4)
    return states(*radicand_is(inside), scope="the interval is never empty: 1/N <= R^2 < 1")


@section("thm-6.1/proof-end")
def proof_end():
    return improved_beats_warner()
