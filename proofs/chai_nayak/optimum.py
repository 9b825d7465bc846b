"""Section 4.2: the members of the admissible class, binary variables, and the trace."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import sympy as sp

from rropt.lp import maximize

from ..claims import Section, states
from ..goals import check, crosscheck, holds, identity, reals, sentence, together
from .constructions import members
from .schemas import S, T, g, x, y
from .tables import Row, Table, garbling, in_class0, is_table, parity
from .trace import LEVELS, best_trace, p0

section = Section("chai-nayak")
k, w, s = reals("k w s")


def mixture(size: int, gamma: Fraction, share: Fraction) -> Table:
    """Rows high at one truth and rows low at one truth; `share` goes to the first kind."""
    low = (1 - share) / (1 + gamma * (size - 1))
    return (
        *(tuple(share * e for e in row) for row in p0(size, gamma)),
        *(tuple(low * (1 if i == j else gamma) for j in range(size)) for i in range(size)),
    )


@section("sec4.2/many")
def many():
    return states(
        sentence("class_0_has_many_tables"),
        crosscheck(
            lambda: product((3, 4, 5), LEVELS, (Fraction(1, 3), Fraction(1, 2))),
            lambda c: in_class0(mixture(*c), c[1]),
            "members of class 0",
        ),
        scope="k >= 3: one member for each w in (0, 1/(gamma + k - 1)); k = 2 has two in all",
    )


def _binary(case):
    """The members of class 0 with denominators n: two of size two and none larger."""
    gamma, n = case
    sizes = [[A for A in members(m, 2, n, gamma) if in_class0(A, gamma)] for m in (2, 3)]
    return sizes[1] == [] and len(sizes[0]) == 2 and sorted(sizes[0][0]) == sorted(sizes[0][1])


@section("sec4.2/k2")
def k2():
    """Rows (g x, x) and (y, g y): one of each, with x = y = 1/(g + 1)."""
    return [
        together(
            holds(sp.Ne(g, 1), g > 1),
            identity((g * x + y) - (x + g * y), (g - 1) * (x - y)),
            holds(sp.Ne((g - 1) * (x - y), 0), g > 1, sp.Ne(x, y)),
            holds(sp.Equivalent(sp.Eq(g * x + x, 1), sp.Eq(x, 1 / (g + 1))), g > 1),
        ),
        crosscheck(lambda: [(2, 3), (3, 4), (5, 6), (2, 6), (3, 8)], _binary, "two tables"),
    ]


@section("prop-4.1")
def prop_4_1():
    """Row (x, y) of any A is c_1 p_1 + c_2 p_2 with c_1 = (g x - y)/(g - 1) >= 0."""
    return [
        sentence("binary_optimum"),
        crosscheck(
            lambda: [
                (A, Fraction(gamma))
                for gamma, m, n in ((3, 2, 8), (3, 3, 6), (2, 3, 6), (5, 4, 4))
                for A in members(m, 2, n, gamma)
            ][::2],
            lambda c: garbling(c[0], p0(2, c[1])) is not None,
            "A = C P_0",
        ),
    ]


@section("sec4.2/kge3")
def kge3():
    """Comparable members are equal up to the order of rows; the family has others: no member is
    at least as good as all."""

    def incomparable(case):
        size, gamma = case
        one, two = mixture(size, gamma, Fraction(1, 2)), p0(size, gamma)
        return garbling(one, two) is None and garbling(two, one) is None

    return [
        sentence("no_table_of_class_0_is_best"),
        crosscheck(lambda: product((3, 4), LEVELS), incomparable, "incomparable"),
    ]


def _rows(size, gamma, high=None):
    """The patterns {1, gamma}^size, or those with this many high entries."""
    every = product((1, gamma), repeat=size)
    return [r for r in every if high is None or sum(e == gamma for e in r) == high]


def pattern_program(u, size, gamma, high=None):
    """max sum w_r u(r) over the patterns r with sum w_r r = 1, w >= 0: value and table."""
    rows = _rows(size, gamma, high)
    best = maximize([u(r) for r in rows], list(zip(*rows, strict=True)), [1] * size)
    made = [tuple(w * e for e in r) for w, r in zip(best.x, rows, strict=True) if w]
    return best.value, tuple(made)


# Convex, positively homogeneous utilities of a row; the second has a prior.
UTILITIES: dict[str, Callable[[Row], Fraction]] = {
    "trace": max,
    "right guess": lambda r: max((j + 1) * e for j, e in enumerate(r)),
    "distance of two truths": lambda r: abs(r[0] - r[-1]),
    "distances of all truths": lambda r: sum((abs(e - f) for e in r for f in r), Fraction(0)),
}


def utility(name, A):
    return sum(UTILITIES[name](row) for row in A)


def layered():
    """A row t + (g - 1) t v, 0 <= v <= 1: for heights a < b of neighbouring layers the pattern
    that is high where v >= b has weight (b - a) t, the constant row the rest."""
    a, b, v, t = reals("a b v t")
    entry = (x - t) / ((g - 1) * t)
    given = (g > 1, t > 0, x >= t, x <= g * t)
    return [
        holds(sp.And(entry >= 0, entry <= 1), *given),
        identity(t + (g - 1) * t * entry, x, *given),
        identity(S + (b - a), b, sp.Eq(S, a)),
        identity(t * (1 - a) + t * a + (g - 1) * t * v, t + (g - 1) * t * v),
        holds(sp.And(g * w / w >= g, g * w / w <= g), g > 1, w > 0),
    ]


def sublinear():
    """u(r + s) <= u(r) + u(s), one layer and one row at a time; equal patterns add up."""
    z, v = reals("z v")
    return [
        holds(z <= S + y, z <= x + y, x <= S),
        holds(S + z <= T + y, S <= T, z <= y),
        identity(w * y + v * y, (w + v) * y),
    ]


def _bounded(case):
    name, gamma, A = case
    return utility(name, A) <= pattern_program(UTILITIES[name], len(A[0]), gamma)[0]


def _attained(case):
    """The program's weights are a procedure of the wanted parity with the program's value."""
    name, size, gamma = case
    value, A = pattern_program(UTILITIES[name], size, gamma)
    return is_table(A) and parity(A) <= gamma and utility(name, A) == value


def _one_high(case):
    """False: patterns with one high entry are not enough."""
    name, size, gamma = case
    value, _ = pattern_program(UTILITIES[name], size, gamma, high=1)
    return value == pattern_program(UTILITIES[name], size, gamma)[0]


@section("sec4.2/lp")
def lp():
    """Any row is a sum of weighted patterns, which are worth no less; the weights are the
    variables of the program. Mutual information, guessing and f-divergences are in the class."""
    sizes = ((2, 2, 6, 5), (3, 2, 6, 5), (2, 3, 4, 3), (3, 3, 4, 3))
    return states(
        sentence("layers"),
        *layered(),
        *sublinear(),
        crosscheck(
            lambda: [
                (name, Fraction(size[3]), A)
                for name in UTILITIES
                for size in sizes
                for A in members(*size)[::4]
            ],
            _bounded,
            "no procedure of the class does better",
        ),
        crosscheck(
            lambda: product(UTILITIES, (2, 3, 4), LEVELS),
            _attained,
            "the program's table attains its value",
            false=[_one_high],
        ),
        check(
            lambda: all(
                pattern_program(max, *c)[0] == best_trace(*c) for c in product((2, 3, 4), LEVELS)
            ),
            "the trace of Theorem 4.4",
        ),
        scope="utilities sum_i u(p_i) with u convex and positively homogeneous, which may depend "
        "on pi; any number of reports; patterns are the rows in {1, gamma}^k",
    )
