"""Tables 1 and 2, every cell, and section 6.4."""

from __future__ import annotations

from itertools import pairwise

import sympy as sp

from ..claims import Section, definition, states
from ..exactly import enclose
from ..goals import Goal, check, every, holds, printed
from .comparison_goals import falls_in_budget, simmons_is_warner
from .symbols import (
    BUDGET,
    MIDDLE,
    PROPER,
    SEVERAL,
    SHARE,
    SIZE,
    N,
    g,
    improved,
    modified,
    p2,
    pi,
    spread,
    squared_length,
    warner,
)

section = Section("sun")
BUDGETS = ("0.01", "0.05", "0.25", "0.5")
LENGTHS = {
    "0.01": ("0.100", "0.101", "0.101", "0.104"),
    "0.05": ("0.224", "0.224", "0.225", "0.230"),
}
SIZES = {
    "warner-simmons": (100000, 4000, 160, 40),
    "modified": (101011, 4040, 161, 40),
    "improved": (36365, 1456, 59, 16),
}
RARE, SHARE_A, BOUND = sp.Rational(1, 100), sp.Rational(1, 10), sp.Rational(1, 10)


def length(middle: str, epsilon: str) -> Goal:
    """The length of [pi_A1, pi_A2] for N = 10^4, rounded."""
    exact = sp.sqrt(squared_length(sp.exp(sp.Rational(epsilon)), 10**4, sp.Rational(middle)))
    return printed(exact, LENGTHS[middle][BUDGETS.index(epsilon)], f"p_2 = {middle}")


def length_cell(middle: str, epsilon: str):
    @section(f"table-1/{middle}/{epsilon}")
    def cell():
        return length(middle, epsilon)

    return cell


@section("table-1")
def table_1():
    return [length(middle, epsilon) for middle in LENGTHS for epsilon in BUDGETS]


for _middle in LENGTHS:
    for _epsilon in BUDGETS:
        length_cell(_middle, _epsilon)


def variance(mechanism: str, gamma, size, share=SHARE_A):
    """The variance at a budget, p_2 = 0.01."""
    return {
        "warner-simmons": lambda: warner(gamma, size),
        "modified": lambda: modified(gamma, size, RARE),
        "improved": lambda: improved(gamma, size, RARE, share),
    }[mechanism]()


def enough(mechanism: str, epsilon: str, size: int, share=SHARE_A) -> bool | None:
    """Is the variance at most 0.1? Rigorous, None when it is not separated."""
    value = variance(mechanism, sp.exp(sp.Rational(epsilon)), sp.Integer(size), share)
    return enclose(sp.LessThan(value, BOUND, evaluate=False), {}, 256)


def is_minimal(mechanism: str, epsilon: str, size: int, share=SHARE_A) -> bool:
    """Enough, and one less is not."""
    return (
        enough(mechanism, epsilon, size, share) is True
        and enough(mechanism, epsilon, size - 1, share) is False
    )


def falls(mechanism: str, share=SHARE_A) -> Goal:
    """The variance falls in N from the first size on, so that `one less` decides."""
    return holds(
        variance(mechanism, g, N + 1, share) < variance(mechanism, g, N, share),
        *BUDGET,
        *(SEVERAL if mechanism == "improved" else SIZE),
        multiply=True,
        label="the variance falls in N",
    )


def size_cell(mechanism: str, epsilon: str, size: int) -> list[Goal]:
    """A cell of table 2."""
    cell = {"mechanism": (mechanism,), "epsilon": (epsilon,), "N": (size,)}
    return [
        every(
            cell,
            lambda case: is_minimal(*case),
            "N is the smallest with a variance of at most 0.1",
            balls=True,
            false=[
                lambda case: is_minimal(mechanism, epsilon, case[2] + 1),
                lambda case: is_minimal(mechanism, epsilon, case[2] - 1),
            ],
            names="mechanism epsilon N",
        ),
        falls(mechanism),
    ]


FORMULA = "by the formula; N p_2, N p_1 and N pi_A are not whole numbers there"


def no_such_deck(size: int, share=SHARE_A) -> Goal:
    """What FORMULA says; N p_1 is not rational, as e^epsilon is not."""
    return check(
        lambda: (size * RARE).q != 1 and (size * share).q != 1, "N p_2 and N pi_A are not whole"
    )


def size_claim(mechanism: str, epsilon: str, size: int):
    @section(f"table-2/{mechanism}/{epsilon}")
    def cell():
        goals = size_cell(mechanism, epsilon, size)
        if mechanism == "warner-simmons":
            return [*goals, simmons_is_warner()]
        if mechanism == "improved":
            return states(*goals, no_such_deck(size), scope=FORMULA)
        return goals

    return cell


LAST = "for modified Christofides at epsilon = 0.01 the bound is N >= 101009.28..., so N = 101010"


def last_bound() -> Goal:
    """The number in LAST: 1/(4N) [...] <= 0.1."""
    return printed(spread(sp.exp(RARE), RARE) / 4 / BOUND, "101009.28")


@section("table-2")
def table_2():
    """Every cell; one of the twelve is off by one."""
    cells = [(m, e, n) for m in SIZES for e, n in zip(BUDGETS, SIZES[m], strict=True)]
    fixed = [(m, e, 101010 if n == 101011 else n) for m, e, n in cells]
    return states(
        *(goal for cell in cells for goal in size_cell(*cell)[:1]),
        corrected="eleven cells are right; " + LAST,
        right=[
            *(goal for cell in fixed for goal in size_cell(*cell)[:1]),
            *(falls(m) for m in SIZES),
            simmons_is_warner(),
            last_bound(),
        ],
    )


@section("table-2/<warner-simmons|modified|improved>/<epsilon>")
def form_of_the_cells():
    return definition("the form of the ids of the cells; asserts nothing")


@section("table-2/modified/0.01")
def modified_001():
    return states(
        *size_cell("modified", "0.01", 101011),
        corrected=LAST,
        right=[*size_cell("modified", "0.01", 101010), last_bound()],
    )


for _mechanism, _sizes in SIZES.items():
    for _epsilon, _size in zip(BUDGETS, _sizes, strict=True):
        if (_mechanism, _epsilon) != ("modified", "0.01"):
            size_claim(_mechanism, _epsilon, _size)

RIGHT = {**SIZES, "modified": (101010, 4040, 161, 40)}


def sizes_are_right() -> list[Goal]:
    """The corrected table."""
    cells = [
        goal
        for m in RIGHT
        for e, n in zip(BUDGETS, RIGHT[m], strict=True)
        for goal in size_cell(m, e, n)[:1]
    ]
    return [*cells, *(falls(m) for m in RIGHT), simmons_is_warner()]


@section("table-2/monotone")
def monotone():
    def falling(row):
        return all(a > b for a, b in pairwise(row))

    return states(
        every({"row": (*SIZES.values(), *RIGHT.values())}, falling, "each row falls"),
        *sizes_are_right(),
        *falls_in_budget(),
        scope="the four epsilon of the table, as printed and as "
        "corrected; in general N does not grow, as the variance falls in epsilon",
    )


@section("table-2/same")
def same():
    """At pi_B = 1/2 the variances are the same function."""
    return simmons_is_warner()


@section("table-2/slightly")
def slightly():
    columns = list(zip(BUDGETS, SIZES["warner-simmons"], RIGHT["modified"], strict=True))
    return states(
        every(
            {"column": columns},
            lambda c: c[2] > c[1],
            "N of modified Christofides is larger than N of Warner/Simmons",
            names="epsilon N_Warner N_modified",
        ),
        corrected="it is slightly larger (at most 1.1 %) for epsilon = 0.01, 0.05, 0.25, and equal "
        "(40) for epsilon = 0.5",
        right=[
            every(
                {"column": columns},
                lambda c: c[1] <= c[2] <= sp.Rational(1011, 1000) * c[1],
                "not smaller, at most 1.1 % larger",
            ),
            every({"column": columns[:3]}, lambda c: c[2] > c[1], "larger"),
            every({"column": columns[3:]}, lambda c: c[2] == c[1], "equal"),
            *sizes_are_right(),
        ],
    )


@section("table-2/smallest")
def smallest():
    columns = list(zip(*RIGHT.values(), strict=True))
    return states(
        every({"column": columns}, lambda c: c[2] < min(c[:2]), "the improved N is the smallest"),
        *sizes_are_right(),
        scope=f"as corrected, pi_B = 1/2; for the improved mechanism {FORMULA}",
    )


@section("table-2/unknown-pi")
def unknown_pi():
    """4 pi_A (1 - pi_A) <= 1, with equality only at 1/2; then N - 1 > 101009.28."""
    threshold = 1 + spread(sp.exp(RARE), RARE) / 4 / BOUND
    return states(
        holds(
            improved(g, N, p2, pi) <= improved(g, N, p2, sp.S.Half),
            *BUDGET,
            *MIDDLE,
            N >= 2,
            *SHARE,
            multiply=True,
            squares=[2 * pi - 1],
        ),
        holds(sp.Ne(4 * pi * (1 - pi), 1), *PROPER, sp.Ne(pi, sp.S.Half)),
        printed(threshold, "101010.3"),
        every(
            {"N": (101011,)},
            lambda n: is_minimal("improved", "0.01", n, sp.S.Half),
            "the smallest N",
            balls=True,
        ),
        falls("improved", sp.S.Half),
        no_such_deck(101011, sp.S.Half),
        scope=FORMULA,
    )
