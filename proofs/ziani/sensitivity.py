"""Section 2.1: queries and sensitivity."""

from __future__ import annotations

from itertools import product
from typing import Any

import sympy as sp

from ..claims import Section, definition, states
from ..goals import Goal, by, check, crosscheck, every, holds, identity, integers, reals, together

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


def _one_entry(scale: Any, label: str) -> Goal:
    """Only the changed entry counts: the change is (v - u) * scale with u != v bits."""
    return by(
        "sum-linear",
        every({"changed entry": ((0, 1), (1, 0))}, lambda c: abs(c[1] - c[0]) == 1, label),
        identity((M + 1) * scale - M * scale, scale, n >= 1),
        x="f(x)",
        y="f(y)",
        a=1,
        b=1,
    )


@section("ex-sens/count")
def count():
    return [
        _one_entry(sp.Integer(1), "a count changes by one"),
        crosscheck(lambda: [1, 2, 3, 4], lambda m: sensitivity(sum, m) == 1, "n <= 4"),
    ]


@section("ex-sens/fraction")
def fraction():
    return [
        _one_entry(1 / n, "a fraction changes by 1/n"),
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
