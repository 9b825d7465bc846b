"""Section 4.1, continued: row parities strictly between 1 and gamma (Lemma 4.2)."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import crosscheck, holds, identity, reals, sentence
from .admissible import class_members
from .constructions import (
    arranged,
    improved,
    lifted,
    lifting,
    room,
    times,
)
from .tables import (
    better,
    in_class,
    is_table,
    no_proportional_rows,
    parity,
    product_of,
    row_parity,
    table,
    transposed,
)

section = Section("chai-nayak")
xi, e, e2, x2, y2, z, z2, d = reals("xi e e2 x2 y2 z z2 d")
UNLUCKY = table("35/51 21/51; 7/51 28/51; 9/51 2/51")
LUCK = (
    "xi_* is none of the finitely many values (at most one for each row i >= 3) at which row 1 "
    "of P becomes proportional to row i; otherwise P is not in C_gamma until its rows are "
    "merged by Remark 4.1"
)


def movable():
    """Members with a row parity strictly between 1 and gamma, arranged as in Lemma 4.2."""
    found = [(arranged(A, gamma), gamma) for A, gamma in class_members()[::2]]
    return [(A, gamma) for A, gamma in found if A is not None]


def _is_lifted(case):
    """Everything that the text says of P, at a xi of the construction."""
    A, gamma = case
    P = improved(A, gamma)
    return (
        is_table(P)
        and parity(P) <= gamma
        and all(row_parity(a) == row_parity(b) for a, b in zip(A[1:], P[1:], strict=True))
    )


@section("lem-4.2/row")
def lem_4_2_row():
    """If no other difference a_i1 - a_i2 were negative, the differences would not add up to 0."""
    return [
        sentence("some_row_goes_the_other_way"),
        crosscheck(
            movable,
            lambda c: c[0][0][0] > c[0][0][1] and c[0][1][0] < c[0][1][1],
            "such a row exists",
        ),
    ]


@section("lem-4.2/construction")
def lem_4_2_construction():
    """At xi = 3/2 the first row of P is proportional to the third, although eta(P) <= 5."""

    def serves(case):
        A, value, gamma = case
        P = lifted(A, value)
        return not (is_table(P) and parity(P) <= gamma) or in_class(P, gamma)

    general = sentence("construction_of_the_lift")
    given = crosscheck(movable, _is_lifted, "a TPM with eta(P) <= gamma")
    return states(
        general,
        given,
        crosscheck(
            lambda: [(UNLUCKY, Fraction(3, 2), 5)], serves, "P is in C_gamma", names="A xi gamma"
        ),
        assuming=LUCK,
        under=[
            general,
            given,
            sentence("unlucky_values"),
            crosscheck(
                lambda: [
                    c for c in movable() if no_proportional_rows(lifted(c[0], 1 + room(*c) / 3))
                ],
                lambda c: in_class(lifted(c[0], 1 + room(*c) / 3), c[1]),
                "P is in the class",
            ),
        ],
    )


def inverse_blocks():
    """C C^-1 = I, the columns of C^-1 add up to one, and it is non-negative for xi >= 1."""
    goals = []
    for m in (2, 3, 4):
        C, inverse = lifting(m, xi)
        goals += [
            identity(sp.Matrix(times(C, inverse)), sp.eye(m), xi > 0),
            identity(
                sp.Matrix([sum(column) for column in transposed(inverse)]), sp.ones(m, 1), xi > 0
            ),
        ]
        A = [reals(" ".join(f"a{i}_{j}" for j in range(2))) for i in range(m)]
        goals.append(identity(sp.Matrix(times(C, A)), sp.Matrix(lifted(A, xi))))
    return [*goals, holds(sp.And(1 - 1 / xi >= 0, 1 / xi >= 0), xi >= 1), holds(1 - xi < 0, xi > 1)]


@section("lem-4.2/matrices")
def lem_4_2_matrices():
    return [sentence("lifting_matrices"), *inverse_blocks()]


def _another():
    """C + N with N A = 0: rows of N are null vectors of the dependent rows of A."""
    A, C = UNLUCKY, lifting(len(UNLUCKY), Fraction(5, 4))[0]
    rows = sp.Matrix([[sp.Rational(e.numerator, e.denominator) for e in row] for row in A])
    null = [Fraction(int(e.p), int(e.q)) for e in rows.T.nullspace()[0]]
    D = [
        tuple(e + sign * n for e, n in zip(row, null, strict=True))
        for sign, row in zip((1, -1, 0), C, strict=True)
    ]
    return [(A, C, tuple(D))]


def _only_one(case):
    """Both matrices give P from A; are they the same?"""
    A, C, D = case
    both = product_of(C, A) == product_of(D, A) == lifted(A, Fraction(5, 4))
    return not both or C == D


@section("lem-4.2/unique")
def lem_4_2_unique():
    """With m > k rows there are other matrices D, because the rows of A are dependent."""
    return states(
        crosscheck(_another, _only_one, "D A = P = C A only with D = C", names="A C D"),
        corrected="P = D A has no TPM D, because a TPM D would give A = (C^-1 D) A and "
        "Lemma 6.1 then D = C, which has a negative entry; other matrices D exist as "
        "soon as the rows of A are dependent (m > k). The conclusion stands",
        right=[
            sentence("no_table_makes_the_lifted_one"),
            crosscheck(
                lambda: [(A, improved(A, gamma)) for A, gamma in movable()[::3]],
                lambda c: better(c[1], c[0]),
                "P is strictly better",
            ),
        ],
    )


@section("lem-4.2")
def lem_4_2():
    return [
        sentence("smaller_row_parity_is_dominated"),
        crosscheck(
            lambda: movable()[::2],
            lambda c: in_class(improved(*c), c[1]) and better(improved(*c), c[0]),
            "a better member of the class",
        ),
    ]
