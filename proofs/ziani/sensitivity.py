"""Section 2.1: queries and sensitivity."""

from __future__ import annotations

from itertools import product
from typing import Any

import sympy as sp

from ..claims import Section, definition, states
from ..goals import (
    check,
    crosscheck,
    holds,
    integers,
    reals,
    sentence,
    together,
)

section = Section("ziani")
M = reals("M")
n = integers("n")


@section("def-query")
def def_query():
    return definition("a numerical query")


@section("ex-queries")
def ex_queries():
    return definition("examples of queries")


@section("sens-intuition")
def sens_intuition():
    return definition("a discussion")


def sensitivity(query: Any, size: int, values: tuple = (0, 1)) -> Any:
    """The largest change over all databases of this size when one entry changes."""
    every = list(product(values, repeat=size))
    return max(
        abs(query(u) - query(v))
        for u in every
        for v in every
        if sum(i != j for i, j in zip(u, v, strict=False)) == 1
    )


@section("def-6")
def def_6():
    return definition("sensitivity", check(lambda: sensitivity(sum, 3) == 1, "a count"))


@section("def-6/words")
def def_6_words():
    return definition("sensitivity in words", check(lambda: sensitivity(max, 2) == 1, "a maximum"))


@section("ex-sens/count")
def count():
    return [
        sentence("sensitivity_of_a_count"),
        crosscheck(lambda: [1, 2, 3, 4], lambda m: sensitivity(sum, m) == 1, "n <= 4"),
    ]


@section("ex-sens/fraction")
def fraction():
    return [
        sentence("sensitivity_of_a_fraction"),
        crosscheck(
            lambda: [1, 2, 3, 4],
            lambda m: sensitivity(lambda u: sp.Rational(sum(u), m), m) == sp.Rational(1, m),
            "n <= 4",
        ),
    ]


@section("ex-sens/salary")
def salary():
    """One salary moved by n (M + 1) moves the average by more than M."""
    return states(
        together(holds(n * (M + 1) / n > M, n >= 1, M >= 0)),
        scope="salaries without an upper bound",
    )
