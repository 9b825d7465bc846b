"""Appendix C: modified Simmons at a fixed privacy budget."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity
from .privacy import at_budget
from .symbols import BUDGET, HALF, SHARE, SIZE, N, b, g, pi, warner

section = Section("sun")
GIVEN = (*BUDGET, *SIZE, *SHARE)
LEFT, RIGHT = (b > 0, b <= HALF), (b > HALF, b < 1)


def expression(share, rare):
    """The displayed variance with `share` in the first bracket; pi_A stays in the last term."""
    first = (1 / (g - 1) + share) * (1 + 1 / ((g - 1) * rare)) / N
    return first - 1 / (N * (g - 1) ** 2) - (g + 1) * share / (N * (g - 1))


@section("app-C/1")
def app_c_1():
    return identity(at_budget(b), expression(pi, b), *LEFT, *GIVEN)


def minimum(rare, *case):
    """The value at 1/2 is the lower bound in the case, and it is taken at 1/2."""
    return [
        holds(at_budget(rare) >= warner(g, N), *case, *GIVEN, multiply=True),
        identity(at_budget(rare).subs(b, HALF), warner(g, N), *GIVEN),
    ]


@section("app-C/1-min")
def app_c_1_min():
    return minimum(b, *LEFT)


@section("app-C/2")
def app_c_2():
    """Exchange yes and no, A and its complement: pi_A becomes 1 - pi_A."""
    return states(
        identity(
            at_budget(1 - b),
            expression(pi, 1 - b),
            *RIGHT,
            *GIVEN,
            label="Var_MS at the budget = the line",
        ),
        corrected="with 1 - pi_A in place of pi_A at both places: [1/(e^eps-1) + 1 - "
        "pi_A][1 + 1/((e^eps-1)(1-pi_B))]/N - 1/(N (e^eps-1)^2) - "
        "(e^eps+1)(1-pi_A)/(N (e^eps-1))",
        right=[identity(at_budget(1 - b), expression(1 - pi, 1 - b), *RIGHT, *GIVEN)],
    )


@section("app-C/2-min")
def app_c_2_min():
    """For pi_B > 1/2 alone the value is an infimum; it is attained once 1/2 is included."""
    attained = sp.Symbol("pi_B")
    value = at_budget(1 - b)
    reached = holds(value > warner(g, N), *RIGHT, *GIVEN, multiply=True)
    lower = holds(value.subs(b, (b + HALF) / 2) < value, *RIGHT, *GIVEN, multiply=True)
    is_in_case = holds(
        attained > HALF,
        sp.Eq(attained, HALF),
        label="the minimiser pi_B = 1/2 belongs to the case pi_B > 1/2",
    )
    return states(
        is_in_case,
        assuming="the case is closed: pi_B >= 1/2 (for pi_B > 1/2 alone the "
        "value at 1/2 is an infimum that is not attained)",
        under=[*minimum(1 - b, b >= HALF, b < 1), reached, lower],
    )


@section("app-C/end")
def app_c_end():
    return states(
        identity(at_budget(b).subs(b, HALF), warner(g, N), *GIVEN),
        scope="for the optimal pi_B = 1/2",
    )
