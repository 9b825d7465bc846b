"""Section 4, continued: equivalent procedures are permutations of each other; parity."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import sympy as sp

from ..claims import Section
from ..goals import crosscheck, reals, sentence
from .constructions import members, times
from .schemas import sums_keep_ratio
from .tables import (
    parity,
    tables,
)
from .utility import compositions_of_tables, equivalent

section = Section("chai-nayak")
z = reals("z")


def permutation_matrices(m):
    return [
        tuple(tuple(Fraction(order[i] == u) for u in range(m)) for i in range(m))
        for order in permutations(range(m))
    ]


@section("rem-4.2")
def rem_4_2():
    """Every permutation is a product of exchanges of two rows."""
    return [
        sentence("permuted_rows"),
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


@section("thm-4.1")
def thm_4_1():
    pool = [*members(2, 2, 6, 5), *members(3, 2, 6, 5), *members(2, 3, 4, 3)]
    pairs = [(A, P) for A in pool[::2] for P in pool[::3] if len(A[0]) == len(P[0])]
    return [
        sentence("equivalence_is_permutation"),
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
        sentence("equivalence_is_permutation_step"),
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
