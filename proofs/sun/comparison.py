"""Section 6.1: the four variances at one privacy budget."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, definition, states
from ..goals import cases, holds, identity
from .comparison_goals import (
    ENDS,
    REAL,
    R,
    as_product,
    at_points,
    beyond,
    difference,
    grid,
    improved_beats_modified,
    improved_beats_warner,
    modified_beats_improved,
    not_above_modified,
    off_centre,
    ordering,
    real_ends,
    variances,
    warner_beats_improved,
    warner_beats_modified,
)
from .symbols import (
    BUDGET,
    MIDDLE,
    SIZE,
    N,
    g,
    hump,
    modified,
    p2,
    pi,
    squared_length,
    warner,
)

section = Section("sun")
PROVISO = "p_2 > 0 (for p_2 = 0 modified Christofides is modified Warner: equal variances)"
MEANS = "N >= 2, Var_IC as in theorem 5.7, epsilon that of one report"


@section("thm-6.1")
def thm_6_1():
    return states(*ordering_goals(1), *ordering_goals(2), *ordering_goals(3), assuming=PROVISO,
                  scope=MEANS, under=[*under(1), *ordering_goals(2), *under(3)])


def ordering_goals(number):
    """A case as printed, p_2 = 0 included."""
    return {1: [ordering(1), *improved_beats_warner(), warner_beats_modified()],
            2: [ordering(2), *warner_beats_improved(), improved_beats_modified()],
            3: [ordering(3), warner_beats_modified(), modified_beats_improved()]}[number]


def under(number):
    """The same with p_2 > 0."""
    rest = ordering_goals(number)[1:]
    strict = warner_beats_modified().given(p2 > 0)
    return [ordering(number, True), *(strict if goal == warner_beats_modified() else goal
                                      for goal in rest)]


@section("thm-6.1/i")
def thm_6_1_i():
    return states(*ordering_goals(1), assuming=PROVISO, under=under(1), scope=MEANS)


@section("thm-6.1/ii")
def thm_6_1_ii():
    return states(*ordering_goals(2), scope=MEANS + "; 1/2 sqrt N read as 1/(2 sqrt N); the set is "
                                                    "empty for p_2 = 0")


@section("thm-6.1/iii")
def thm_6_1_iii():
    return states(*ordering_goals(3), assuming=PROVISO + "; 1/2 sqrt N read as 1/(2 sqrt N)",
                  under=under(3), scope=MEANS)


EXCESS = (g + 1) ** 2 * p2 / (4 * N * (g - 1) ** 2 * (1 - p2))


@section("thm-6.1/proof-mcmw")
def proof_mcmw():
    return [identity(modified(g, N, p2) - warner(g, N), EXCESS, *BUDGET, *SIZE, *MIDDLE),
            holds(EXCESS >= 0, *BUDGET, *SIZE, *MIDDLE)]


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
    return states(printed_line((PRINTED * pi * (1 - pi) - C) / BELOW),
                  corrected=MISSING + "the numerator is N [4 e^eps + (e^eps - 1)^2 p_2] pi_A (1 - "
                                      "pi_A) - (N-1)(1-p_2) e^eps",
                  right=[identity(difference(), (N * PRINTED * pi * (1 - pi) - C) / BELOW, *REAL)])


@section("thm-6.1/proof-ac")
def proof_ac():
    """The later lines need a = N [...]; `b`, `c` and `d` carry the error."""
    return definition("abbreviations; with the a printed here the lines b, c, d fail, with a = "
                      "N [4 e^eps + (e^eps - 1)^2 p_2] they and the roots below are right")


def quadratic(a):
    return (-a * pi**2 + a * pi - C) / BELOW


@section("thm-6.1/proof-icmw-c")
def proof_icmw_c():
    return states(printed_line(quadratic(PRINTED)),
                  corrected=MISSING + "true with a = N [4 e^eps + (e^eps - 1)^2 p_2]",
                  right=[identity(difference(), quadratic(N * PRINTED), *REAL)])


def factored(a):
    """-a (pi - pi_1)(pi - pi_2) / (...), the product of the roots being c / a, their sum one."""
    return (-a * (pi**2 - pi + C / a)) / BELOW


@section("thm-6.1/proof-icmw-d")
def proof_icmw_d():
    a, root = sp.symbols("a Delta_root")
    first, second = (a - root) / (2 * a), (a + root) / (2 * a)
    c = sp.Symbol("c")
    vieta = identity((pi - first) * (pi - second), pi**2 - pi + (a**2 - root**2) / (4 * a**2),
                     a > 0)
    return states(printed_line(factored(PRINTED)),
                  corrected=MISSING + "true with a = N [4 e^eps + (e^eps - 1)^2 p_2] (the step "
                                      "from c to d itself is right)",
                  right=[identity(difference(), factored(N * PRINTED), *REAL), vieta,
                         identity((a**2 - (a**2 - 4 * a * c)) / (4 * a**2), c / a, a > 0)])


@section("thm-6.1/proof-roots-a")
def proof_roots_a():
    """sqrt(a^2 - 4ac) = a sqrt(1 - 4c/a) for a > 0: r = sqrt(1 - 4c/a)."""
    a, c, r = sp.symbols("a c r")
    return [identity(a**2 - 4 * a * c, (a**2) * (1 - 4 * c / a), a > 0),
            identity((a - a * r) / (2 * a), (1 - r) / 2, a > 0),
            identity((a + a * r) / (2 * a), (1 + r) / 2, a > 0),
            holds(a * r >= 0, a > 0, r >= 0)]


def radicand_is(expression):
    """The radicand gives the zeros of the difference: 1/2 -+ R/2 with R^2 = the radicand."""
    return [identity(squared_length(g, N, p2), expression, *REAL), *zeros(), real_ends()]


def zeros():
    """difference = FACTOR (R^2 - (1 - 2 pi)^2), which is zero at both ends."""
    return [as_product(), *(identity((1 - 2 * end) ** 2, R**2) for end in ENDS)]


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


@section("rem-6-worst")
def rem_6_worst():
    def worst(point):
        mw, mc, ic = variances(point)
        return ic >= mw and ic >= mc
    return states(
        at_points(lambda: [q for q in grid() if not beyond(q)], worst,
                  "pi_A is in [pi_A1, pi_A2] and Var_IC is the largest of the four"),
        corrected="on (pi_A1, pi_A2) the improved mechanism is beaten by Warner/Simmons, but it is "
                  "the worst of the four only for |pi_A - 1/2| <= 1/(2 sqrt N); on the rest of the "
                  "interval modified Christofides is worse",
        right=[*warner_beats_improved(), modified_beats_improved(), improved_beats_modified(),
               not_above_modified(),
               cases(grid, lambda q: worst(q) == (off_centre(q) <= 0), "worst only in the middle")])


@section("rem-6-depends")
def rem_6_depends():
    """The ends add up to one; each parameter changes the length."""
    def changes(pair):
        return squared_length(*pair[0]) != squared_length(*pair[1])
    two, three, half = Fraction(2), Fraction(3), Fraction(1, 2)
    pairs = [((two, 9, half), (two, 10, half)), ((two, 9, half), (three, 9, half)),
             ((two, 9, half), (two, 9, half / 2))]
    return [identity(ENDS[0] + ENDS[1], 1), identity(ENDS[0] - sp.S.Half, -(ENDS[1] - sp.S.Half)),
            cases(lambda: pairs, changes, "the length depends on N, on epsilon, on p_2")]


@section("rem-6-small")
def rem_6_small():
    """`Usually` is no statement, but the length is always above sqrt(p_2) and 1 / sqrt N."""
    length2 = squared_length(g, N, p2)
    return definition("an opinion (`usually`); the length always exceeds sqrt(p_2): for p_2 = 1/2 "
                      "it is above 0.7",
                      holds(hump(g, p2) <= 1 - p2, *BUDGET, *MIDDLE, multiply=True),
                      holds(length2 > p2, *REAL, multiply=True))


@section("rem-6-realworld")
def rem_6_realworld():
    return definition("an opinion about the proportions met in the real world")
