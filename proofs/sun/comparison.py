"""Section 6.1: the four variances at one privacy budget."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, definition, states
from ..goals import Goal, crosscheck, every, holds, identity
from .comparison_goals import (
    ENDS,
    REAL,
    at_points,
    beyond,
    equal_at_the_ends,
    grid,
    improved_beats_modified,
    improved_beats_warner,
    modified_beats_improved,
    not_above_modified,
    off_centre,
    ordering,
    simmons_is_warner,
    variances,
    warner_beats_improved,
    warner_beats_modified,
)
from .symbols import (
    BUDGET,
    MIDDLE,
    SEVERAL,
    N,
    g,
    hump,
    p2,
    squared_length,
)

section = Section("sun")
PROVISO = "p_2 > 0 (for p_2 = 0 modified Christofides is modified Warner: equal variances)"
MEANS = "N >= 2, pi_B = 1/2 (theorem 5.3), Var_IC as in theorem 5.7, epsilon that of one report"


@section("thm-6.1")
def thm_6_1():
    return states(
        *ordering_goals(1),
        *ordering_goals(2),
        *ordering_goals(3),
        assuming=PROVISO,
        scope=MEANS + "; 1/2 sqrt N read as 1/(2 sqrt N)",
        under=[*under(1), *ordering_goals(2), *under(3)],
    )


def ordering_goals(number):
    """A case as printed, p_2 = 0 included."""
    return {
        1: [ordering(1), simmons_is_warner(), *improved_beats_warner(), warner_beats_modified()],
        2: [
            ordering(2),
            simmons_is_warner(),
            *warner_beats_improved(),
            improved_beats_modified(),
            *second_case_exists(),
        ],
        3: [ordering(3), simmons_is_warner(), warner_beats_modified(), modified_beats_improved()],
    }[number]


def second_case_exists() -> list[Goal]:
    """R > 1 / sqrt N exactly for p_2 > 0."""
    length2 = squared_length(g, N, p2)
    return [
        identity(squared_length(g, N, 0), 1 / N, *BUDGET, *SEVERAL),
        holds(length2 > 1 / N, *REAL, p2 > 0, multiply=True),
    ]


def under(number):
    """The same with p_2 > 0."""
    rest = ordering_goals(number)[1:]
    strict = warner_beats_modified().given(p2 > 0)
    return [
        ordering(number, True),
        *(strict if goal == warner_beats_modified() else goal for goal in rest),
    ]


@section("thm-6.1/i")
def thm_6_1_i():
    return states(*ordering_goals(1), assuming=PROVISO, under=under(1), scope=MEANS)


@section("thm-6.1/ii")
def thm_6_1_ii():
    return states(
        *ordering_goals(2),
        scope=MEANS + "; 1/2 sqrt N read as 1/(2 sqrt N); the set is empty for p_2 = 0",
    )


@section("thm-6.1/iii")
def thm_6_1_iii():
    return states(
        *ordering_goals(3),
        assuming=PROVISO + "; 1/2 sqrt N read as 1/(2 sqrt N)",
        under=under(3),
        scope=MEANS,
    )


@section("rem-6-worst")
def rem_6_worst():
    def worst(point):
        mw, mc, ic = variances(point)
        return ic >= mw and ic >= mc

    return states(
        at_points(
            lambda: [q for q in grid() if not beyond(q)],
            worst,
            "pi_A is in [pi_A1, pi_A2] and Var_IC is the largest of the four",
        ),
        corrected="on (pi_A1, pi_A2) the improved mechanism is beaten by Warner/Simmons, but it is "
        "the worst of the four only for |pi_A - 1/2| <= 1/(2 sqrt N); on the rest of the "
        "interval modified Christofides is worse",
        right=[
            *warner_beats_improved(),
            modified_beats_improved(),
            improved_beats_modified(),
            *equal_at_the_ends(),
            not_above_modified(),
            simmons_is_warner(),
            crosscheck(
                grid, lambda q: worst(q) == (off_centre(q) <= 0), "worst only in the middle"
            ),
        ],
    )


@section("rem-6-depends")
def rem_6_depends():
    """The ends add up to one; each parameter changes the length."""

    def changes(pair):
        return squared_length(*pair[0]) != squared_length(*pair[1])

    two, three, half = Fraction(2), Fraction(3), Fraction(1, 2)
    pairs = [
        ((two, 9, half), (two, 10, half)),
        ((two, 9, half), (three, 9, half)),
        ((two, 9, half), (two, 9, half / 2)),
    ]
    return [
        identity(ENDS[0] + ENDS[1], 1),
        identity(ENDS[0] - sp.S.Half, -(ENDS[1] - sp.S.Half)),
        every(
            {"one parameter changed": pairs}, changes, "the length depends on N, on epsilon, on p_2"
        ),
    ]


@section("rem-6-small")
def rem_6_small():
    """The length exceeds sqrt(p_2) for every N and epsilon, and 1/sqrt N for every p_2."""
    length2 = squared_length(g, N, p2)
    d = g + 1 / g - 2
    above = holds(length2 > p2, *REAL, multiply=True)
    return states(
        holds(length2 < sp.Rational(1, 4), *REAL, label="the length is below 1/2"),
        assuming="1/N + p_2 (1 + d/4) is small, d = e^epsilon + 1/e^epsilon - 2. The squared "
        "length is at most that, and always above p_2: for p_2 >= 1/4 the interval covers more "
        "than half of all proportions, whatever N and epsilon",
        under=[
            holds(length2 <= 1 / N + p2 * (1 + d / 4), *REAL, multiply=True),
            above,
            holds(length2 > sp.Rational(1, 4), *REAL, p2 >= sp.Rational(1, 4), multiply=True),
            holds(hump(g, p2) <= 1 - p2, *BUDGET, *MIDDLE, multiply=True),
        ],
    )


@section("rem-6-realworld")
def rem_6_realworld():
    return definition("an opinion about the proportions met in the real world")
