"""The comparison of the improved mechanism with Warner's, used in several places.

With u = 4 pi_A (1 - pi_A) and U = (N - 1)/N (1 - p_2)/(1 + p_2 d/4) the difference of the two
variances has the sign of u - U, and pi_A is outside of [pi_A1, pi_A2] exactly when u < U.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp

from ..goals import Goal, crosscheck, holds, identity, sentence
from .examples import GAMMAS, MIDDLES
from .privacy import at_budget
from .symbols import (
    BUDGET,
    HALF,
    MIDDLE,
    PROPER,
    SEVERAL,
    SHARE,
    SIZE,
    N,
    b,
    g,
    improved,
    modified,
    p2,
    pi,
    squared_length,
    warner,
)

R = sp.Symbol("R")
ENDS = (HALF - R / 2, HALF + R / 2)
FACTOR = (4 * g + (g - 1) ** 2 * p2) / (4 * (N - 1) * (g - 1) ** 2 * (1 - p2))
REAL = (*BUDGET, *SEVERAL, *MIDDLE)


def simmons_is_warner() -> Goal:
    """Var_MS at pi_B = 1/2 is Var_MW at the same budget: the `MW/MS` of the paper."""
    return identity(at_budget(HALF).subs(b, HALF), warner(g, N), *BUDGET, *SIZE, *SHARE)


def difference() -> Any:
    """Var_IC - Var_MW/MS at the same budget."""
    return improved(g, N, p2, pi) - warner(g, N)


def as_product() -> Goal:
    """The difference of the variances, written with R^2."""
    return identity(difference(), FACTOR * (squared_length(g, N, p2) - (1 - 2 * pi) ** 2), *REAL)


def real_ends() -> Goal:
    """The interval is never empty: R^2 >= 1/N, and R^2 < 1."""
    r2 = squared_length(g, N, p2)
    return holds(sp.And(r2 >= 1 / N, r2 < 1), *REAL, multiply=True)


def improved_beats_warner() -> list[Goal]:
    """Var_IC < Var_MW/MS for pi_A < pi_A1 or pi_A > pi_A2."""
    return [sentence("kept_beats_warner"), real_ends()]


def warner_beats_improved() -> list[Goal]:
    """Var_MW/MS < Var_IC for pi_A1 < pi_A < pi_A2."""
    return [sentence("warner_beats_kept"), real_ends()]


S = sp.Symbol("s")
OUTSIDE = sp.Or(sp.And(pi > 0, pi < HALF - 1 / (2 * S)), sp.And(pi > HALF + 1 / (2 * S), pi < 1))
INSIDE = sp.And(pi > HALF - 1 / (2 * S), pi < HALF + 1 / (2 * S))
ROOT = (S > 1, *BUDGET, *MIDDLE)


def modified_beats_improved() -> Goal:
    """Var_MC < Var_IC in the middle, N = s^2."""
    return holds(modified(g, S**2, p2) < improved(g, S**2, p2, pi), INSIDE, *ROOT)


def improved_beats_modified() -> Goal:
    """Var_IC < Var_MC outside of the middle, N = s^2."""
    return holds(improved(g, S**2, p2, pi) < modified(g, S**2, p2), OUTSIDE, *ROOT)


def equal_at_the_ends() -> list[Goal]:
    """Var_IC = Var_MC where |pi_A - 1/2| = 1 / (2 sqrt N)."""
    return [
        identity(improved(g, S**2, p2, end), modified(g, S**2, p2), *ROOT)
        for end in (HALF - 1 / (2 * S), HALF + 1 / (2 * S))
    ]


def falls_in_budget() -> list[Goal]:
    """gamma < gamma_2 implies the variance at gamma is larger; Simmons at pi_B = 1/2 is Warner."""
    more = sp.Symbol("gamma_2")
    given = (g > 1, more > g)
    return [
        simmons_is_warner(),
        holds(warner(more, N) < warner(g, N), *given, *SIZE, multiply=True),
        holds(modified(more, N, p2) < modified(g, N, p2), *given, *SIZE, *MIDDLE, multiply=True),
        holds(
            improved(more, N, p2, pi) < improved(g, N, p2, pi),
            *given,
            *SEVERAL,
            *MIDDLE,
            *PROPER,
            multiply=True,
        ),
    ]


def warner_beats_modified() -> Goal:
    """Var_MW/MS < Var_MC; false at p_2 = 0."""
    return holds(
        warner(g, N) < modified(g, N, p2), *BUDGET, *SIZE, *MIDDLE, label="Var_MW/MS < Var_MC"
    )


def not_above_modified() -> Goal:
    """Var_MW/MS <= Var_MC."""
    return holds(warner(g, N) <= modified(g, N, p2), *BUDGET, *SIZE, *MIDDLE, multiply=True)


Point = tuple[int, int, Fraction, Fraction]


def grid() -> list[Point]:
    """(N, members of A, gamma, p_2) with 0 < pi_A < 1."""
    sizes = (9, 4, 16, 25, 3, 2)
    return [
        (n, ones, gamma, middle)
        for n in sizes
        for ones in range(1, n)
        for gamma in GAMMAS
        for middle in MIDDLES
    ]


def variances(point: Point) -> tuple[Fraction, Fraction, Fraction]:
    """Var_MW/MS, Var_MC, Var_IC."""
    n, ones, gamma, middle = point
    return (
        warner(gamma, n),
        modified(gamma, n, middle),
        improved(gamma, n, middle, Fraction(ones, n)),
    )


def beyond(point: Point) -> bool:
    """pi_A < pi_A1 or pi_A > pi_A2, without taking roots."""
    n, ones, gamma, middle = point
    return (1 - Fraction(2 * ones, n)) ** 2 > squared_length(gamma, n, middle)


def strictly_between(point: Point) -> bool:
    """pi_A1 < pi_A < pi_A2."""
    n, ones, gamma, middle = point
    return (1 - Fraction(2 * ones, n)) ** 2 < squared_length(gamma, n, middle)


def off_centre(point: Point) -> int:
    """The sign of |pi_A - 1/2| - 1 / (2 sqrt N)."""
    n, ones = point[:2]
    side = (n - 2 * ones) ** 2 - n
    return (side > 0) - (side < 0)


def in_case(number: int, point: Point) -> bool:
    """Which of the three cases of theorem 6.1 a point is in."""
    return {
        1: beyond(point),
        2: strictly_between(point) and off_centre(point) > 0,
        3: off_centre(point) < 0,
    }[number]


def ordered(number: int, point: Point) -> bool:
    """The ordering that theorem 6.1 asserts in its case."""
    mw, mc, ic = variances(point)
    return {1: ic < mw < mc, 2: mw < ic < mc, 3: mw < mc < ic}[number]


def ordering(number: int, positive: bool = False) -> Goal:
    """Case i, ii or iii of theorem 6.1 on the grid."""
    said = {
        1: "Var_IC < Var_MW < Var_MC",
        2: "Var_MW < Var_IC < Var_MC",
        3: "Var_MW < Var_MC < Var_IC",
    }
    return at_points(
        lambda: [q for q in grid() if in_case(number, q) and (q[3] > 0 or not positive)],
        lambda q: ordered(number, q),
        said[number],
    )


def at_points(of: Callable[[], list[Point]], predicate: Callable[[Any], bool], label: str) -> Goal:
    """Cases of sizes, members of A, gamma and p_2."""
    return crosscheck(of, predicate, label, names="N members_of_A gamma p_2")
