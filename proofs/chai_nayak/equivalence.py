"""Section 4, continued: equivalent procedures are permutations of each other; parity."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import sympy as sp

from ..claims import Section
from ..goals import by, crosscheck, holds, identity, reals, sentence
from .constructions import members, times
from .schemas import S, T, c, sums_keep_ratio, x, y
from .stochastic import lemma_6_1
from .tables import (
    identity_table,
    is_table,
    parity,
    product_of,
    tables,
    transposed,
)
from .utility import compositions_of_tables, equivalent, tpm_goals

section = Section("chai-nayak")
z = reals("z")


def permutation_matrices(m):
    return [
        tuple(tuple(Fraction(order[i] == u) for u in range(m)) for i in range(m))
        for order in permutations(range(m))
    ]


def permutation_goals():
    """C P holds the rows of P in another order, and C' C = I."""
    swap, pair = sp.Matrix([[0, 1], [1, 0]]), sp.Matrix([x, y])
    return [
        crosscheck(
            lambda: [C for m in (1, 2, 3, 4) for C in permutation_matrices(m)],
            lambda C: (
                product_of(transposed(C), C) == identity_table(len(C))
                and is_table(C)
                and is_table(transposed(C))
            ),
            "C' C = I and both are TPMs",
        ),
        identity(swap * pair, sp.Matrix([y, x])),
    ]


@section("rem-4.2")
def rem_4_2():
    """Every permutation is a product of exchanges of two rows."""
    return [
        by("sum-over-permutation", *permutation_goals(), x="the entries of a column", p="any"),
        crosscheck(
            lambda: [
                (C, P)
                for P in [*tables(2, 2, 4), *tables(3, 2, 3), *tables(3, 3, 2)]
                for C in permutation_matrices(len(P))
            ],
            lambda c: parity(times(*c)) == parity(c[1]) and sorted(times(*c)) == sorted(c[1]),
            "the same rows, the same parity",
        ),
    ]


def inverse_goals():
    """C* C = I, both non-negative: c_iu > 0 forces c*_wi = 0 for w != u, so c*_ui = 1; a second
    positive entry in row i of C would make it zero. One entry in each row and column is left."""
    return [
        holds(sp.Implies(sp.Eq(c * y + S, 0), sp.Eq(y, 0)), c > 0, y >= 0, S >= 0, multiply=True),
        holds(sp.Implies(sp.And(sp.Eq(S, 0), sp.Eq(S + z, 1)), sp.Eq(z, 1))),
        counting(),
    ]


def counting():
    """r columns with exactly one nonzero entry each hold m = r entries."""
    return holds(sp.Eq(S + c, T + 1), sp.Eq(S, T), c >= 1, c <= 1)


def equivalence_goals():
    """The "only if" part of Theorem 4.1."""
    A, P = sp.Matrix(2, 2, reals("a0 a1 a2 a3")), sp.Matrix(2, 2, reals("p0 p1 p2 p3"))
    C = sp.Matrix(2, 2, reals("c0 c1 c2 c3"))
    return [*tpm_goals(), identity(C * (A * P), (C * A) * P), *lemma_6_1(), *inverse_goals()]


@section("thm-4.1")
def thm_4_1():
    pool = [*members(2, 2, 6, 5), *members(3, 2, 6, 5), *members(2, 3, 4, 3)]
    pairs = [(A, P) for A in pool[::2] for P in pool[::3] if len(A[0]) == len(P[0])]
    return [
        by(
            "fixed-table",
            by(
                "garbling-is-table",
                *equivalence_goals(),
                *permutation_goals(),
                C="C",
                P="P",
                l="the losses",
            ),
            B="B",
            P="P",
        ),
        crosscheck(
            lambda: pairs[::4],
            lambda c: equivalent(*c) == (sorted(c[0]) == sorted(c[1])),
            "equivalent exactly when the rows are the same",
        ),
    ]


def _inverse(C):
    """The exact inverse, or None."""
    matrix = sp.Matrix([[sp.Rational(e.numerator, e.denominator) for e in row] for row in C])
    if not matrix.det():
        return None
    found = matrix.inv()
    return tuple(tuple(Fraction(int(e.p), int(e.q)) for e in found.row(i)) for i in range(len(C)))


@section("thm-4.1/proof")
def thm_4_1_proof():
    return [
        by(
            "fixed-table",
            by("garbling-is-table", *equivalence_goals(), C="C", P="P", l="the losses"),
            B="B",
            P="P",
        ),
        crosscheck(
            lambda: [
                (C, D)
                for C in [*tables(2, 2, 4), *tables(3, 3, 2)]
                if (D := _inverse(C)) is not None and min(map(min, D)) >= 0
            ],
            lambda c: c[0] in permutation_matrices(len(c[0])),
            "inverse TPMs are permutations",
        ),
    ]


def _parity_kept(case):
    C, P = case
    return parity(times(C, P)) <= parity(P)


@section("lem-4.1")
def lem_4_1():
    return [
        sentence("garbling_keeps_parity"),
        sums_keep_ratio(),
        crosscheck(compositions_of_tables, _parity_kept, "eta(C P) <= eta(P)"),
    ]


@section("eq-4.1")
def eq_4_1():
    return [sentence("garbling_keeps_parity"), sums_keep_ratio()]


@section("sec4/tradeoff")
def tradeoff():
    return [
        sentence("garbling_keeps_parity"),
        sums_keep_ratio(),
        crosscheck(
            lambda: [(C, P) for C, P in compositions_of_tables()],
            _parity_kept,
            "at least as much privacy",
        ),
    ]
