"""Section 4, first part: merging, the order of informativeness, equivalence, and privacy."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from rropt.order import compare, vertices

from ..claims import Section, definition, states
from ..goals import check, crosscheck, holds, identity, reals, sentence
from .constructions import members, merged, merging, times
from .model import small_tables
from .schemas import S, T, c, x
from .tables import (
    better,
    channel,
    garbling,
    in_class,
    in_class0,
    is_table,
    no_proportional_rows,
    proportional,
    row_parity,
    table,
    tables,
    transposed,
    updated,
)

section = Section("chai-nayak")
RELATIONS = {
    "equivalent": (True, True),
    "better": (True, False),
    "worse": (False, True),
    "incomparable": (False, False),
}
delta, u, s, t, v, z = reals("delta u s t v z")
WARNER = table("3/4 1/4; 1/4 3/4")


def compositions_of_tables():
    """C and P that fit together."""
    return [
        *product(tables(2, 2, 4), tables(2, 2, 4)),
        *product(tables(2, 3, 2), tables(3, 2, 2)),
        *product(tables(3, 2, 2), tables(2, 3, 2)),
    ]


def tpm_goals():
    """Column sums and no zero row: one more row of P, with c = c_iu, at a time."""
    return [
        identity(S + T * x, S + x, sp.Eq(T, 1)),
        holds(S + c * x >= 0, S >= 0, c >= 0, x >= 0),
        holds(S + c * x > 0, S >= 0, c > 0, x > 0),
    ]


@section("sec4/proportional")
def proportional_rows():
    """Rows r and u r give the same posterior; a row split in two is an equivalent table."""
    return states(
        sentence("proportional_rows_inform_alike"),
        sentence("proportional_rows_are_merged"),
        sentence("reports_are_not_unique"),
        crosscheck(
            small_tables,
            lambda P: all(
                updated(r, prior, (0,)) == updated(q, prior, (0,))
                for r in P
                for q in P
                if proportional(r, q)
                for prior in [(Fraction(1, len(r)),) * len(r)]
            ),
            "same posterior",
        ),
    )


@section("sec4/class")
def the_class():
    return definition(
        "C_gamma",
        check(lambda: in_class(WARNER, 3) and not in_class(WARNER, 2), "Warner with 3/4"),
        check(
            lambda: not in_class(table("1/2 1/2; 1/2 1/2"), 3),
            "proportional",
            false=lambda: not in_class(WARNER, 3),
        ),
    )


@section("def-4.1")
def def_4_1():
    weak = table("5/8 3/8; 3/8 5/8")
    return definition(
        "A = C P; decided by an exact linear program",
        check(lambda: better(WARNER, weak) and not better(weak, WARNER), "3/4 is better than 5/8"),
        crosscheck(
            lambda: product(members(2, 2, 6, 5)[::2], members(3, 2, 6, 5)[::7]),
            lambda c: (
                RELATIONS[compare(channel(c[0]), channel(c[1])).relation]
                == (garbling(*c) is not None, garbling(c[1], c[0]) is not None)
            ),
            "rropt.compare",
        ),
    )


@section("def-4.2")
def def_4_2():
    weak = table("5/8 3/8; 3/8 5/8")
    return definition(
        "inadmissible: something in the class is better",
        crosscheck(
            lambda: members(2, 2, 8, 3),
            lambda A: in_class(A, 3) and not better(A, WARNER),
            "nothing beats Warner with 3/4",
        ),
        check(lambda: better(WARNER, weak), "5/8 is beaten"),
    )


@section("sec4/composition")
def composition():
    return [
        sentence("garbling_is_table"),
        *tpm_goals(),
        crosscheck(
            compositions_of_tables, lambda c: is_table(times(*c)), "C P is a TPM, no zero row"
        ),
    ]


@section("sec4/risk")
def risk():
    """Simulate A's report from P's: sum_i l_i sum_u c_iu p_u = sum_u p_u sum_i l_i c_iu."""

    def same(case):
        C, P, loss = case
        mixed = times((loss,), C)
        return times((loss,), times(C, P)) == times(mixed, P)

    return states(
        sentence("garbling_is_table"),
        identity(S + v * (T + c * x), (S + v * T) + (v * c) * x),
        crosscheck(
            lambda: [(C, P, (3, -1, 2)[: len(C)]) for C, P in compositions_of_tables()],
            same,
            "equal risk at every truth",
        ),
        scope="rules may be randomized, as delta_* is (A's report is drawn from P's)",
    )


def _merging_sizes():
    """Remark 4.1/a for symbolic tables of small sizes."""
    for m, k in ((2, 2), (3, 2), (3, 3), (4, 2)):
        rows = [reals(" ".join(f"s{i}_{j}" for j in range(k))) for i in range(m - 1)]
        A = ([delta * e for e in rows[0]], [(1 - delta) * e for e in rows[0]], *rows[1:])
        C, star = merging(m, delta)
        yield identity(sp.Matrix(times(C, rows)), sp.Matrix(A))
        yield identity(sp.Matrix(times(star, A)), sp.Matrix(rows))
        yield identity(sp.Matrix([sum(column) for column in transposed(C)]), sp.ones(m - 1, 1))


@section("rem-4.1/a")
def rem_4_1_a():
    return [sentence("proportional_rows_are_merged"), *_merging_sizes()]


def equivalent(A, P):
    return garbling(A, P) is not None and garbling(P, A) is not None


def _merges(A):
    P = merged(A)
    return is_table(P) and no_proportional_rows(P) and equivalent(A, P)


@section("rem-4.1/b")
def rem_4_1_b():
    return [
        sentence("proportional_rows_are_eliminated"),
        crosscheck(
            lambda: [
                A
                for A in [*tables(3, 2, 4), *tables(3, 3, 2), *tables(4, 2, 2)]
                if not no_proportional_rows(A)
            ][::2],
            _merges,
            "no proportional rows, equivalent",
        ),
    ]


@section("sec4/class0")
def class_0():
    """k = 3, gamma = 3: the members with entries in multiples of 1/8."""
    return definition(
        "C1 and C2",
        check(lambda: in_class0(WARNER, 3), "Warner"),
        crosscheck(
            lambda: [(2, 1), (3, 5), (4, 41)],
            lambda c: (
                len(vertices(c[0], 3)) == c[1]
                and all(in_class0(P.rows, 3) for P in vertices(c[0], 3))
            ),
            "vertices of the class up to row order, k = 2, 3, 4",
        ),
        crosscheck(
            lambda: [A for A in members(2, 3, 4, 3) if in_class0(A, 3)],
            lambda A: all(row_parity(row) == 3 for row in A),
            "row parities",
        ),
        check(lambda: not in_class0(table("1/4 1/2 3/4; 3/4 1/2 1/4"), 3), "a middle value"),
    )
