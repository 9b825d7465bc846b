"""Section 4, first part: merging, the order of informativeness, equivalence, and privacy."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import sympy as sp

from rropt.order import compare, vertices

from ..claims import Section, definition, states
from ..goals import cases, check, holds, identity, obligations, reals
from .constructions import members, merged, merging, times
from .model import small_tables
from .schemas import SUMS, S, T, c, g, sums_keep_ratio, x, y
from .stochastic import CONVEX, lemma_6_1
from .tables import (better, channel, garbling, identity_table, in_class, in_class0, is_table,
                     no_proportional_rows, parity, product_of, proportional, row_parity, table,
                     tables, updated)

section = Section("chai-nayak")
RELATIONS = {"equivalent": (True, True), "better": (True, False), "worse": (False, True),
             "incomparable": (False, False)}
delta, u, s, t, v, z = reals("delta u s t v z")
WARNER = table("3/4 1/4; 1/4 3/4")


def compositions_of_tables():
    """C and P that fit together."""
    return [*product(tables(2, 2, 4), tables(2, 2, 4)), *product(tables(2, 3, 2), tables(3, 2, 2)),
            *product(tables(3, 2, 2), tables(2, 3, 2))]


def tpm_goals():
    """Column sums and no zero row: one more row of P, with c = c_iu, at a time."""
    return [identity(S + T * x, S + x, sp.Eq(T, 1)),
            holds(S + c * x >= 0, S >= 0, c >= 0, x >= 0),
            holds(S + c * x > 0, S >= 0, c > 0, x > 0)]


@section("sec4/proportional")
def proportional_rows():
    """Rows r and u r give the same posterior; a row split in two is an equivalent table."""
    split = ((delta * x, delta * y), ((1 - delta) * x, (1 - delta) * y))
    return states(obligations("numerator and total both carry the factor u",
                              identity(u * S / (u * T), S / T, u > 0, T > 0)),
                  identity(sp.Matrix(split[0]) + sp.Matrix(split[1]), sp.Matrix([x, y])),
                  cases(small_tables, lambda P: all(
                      updated(r, prior, (0,)) == updated(q, prior, (0,))
                      for r in P for q in P if proportional(r, q)
                      for prior in [(Fraction(1, len(r)),) * len(r)]), "same posterior"))


@section("sec4/class")
def the_class():
    return definition("C_gamma", check(lambda: in_class(WARNER, 3) and not in_class(WARNER, 2),
                                       "Warner with 3/4"),
                      check(lambda: not in_class(table("1/2 1/2; 1/2 1/2"), 3), "proportional"))


@section("def-4.1")
def def_4_1():
    weak = table("5/8 3/8; 3/8 5/8")
    return definition("A = C P; decided by an exact linear program", check(
        lambda: better(WARNER, weak) and not better(weak, WARNER), "3/4 is better than 5/8"), cases(
        lambda: product(members(2, 2, 6, 5), members(3, 2, 6, 5)[::3]), lambda c: RELATIONS[
            compare(channel(c[0]), channel(c[1])).relation] == (
            garbling(*c) is not None, garbling(c[1], c[0]) is not None), "rropt.compare"))


@section("def-4.2")
def def_4_2():
    weak = table("5/8 3/8; 3/8 5/8")
    return definition("inadmissible: something in the class is better", cases(
        lambda: members(2, 2, 8, 3), lambda A: in_class(A, 3) and not better(A, WARNER),
        "nothing beats Warner with 3/4"), check(lambda: better(WARNER, weak), "5/8 is beaten"))


@section("sec4/composition")
def composition():
    return [obligations(SUMS, *tpm_goals()), cases(
        compositions_of_tables, lambda c: is_table(times(*c)), "C P is a TPM, no zero row")]


@section("sec4/risk")
def risk():
    """Simulate A's report from P's: sum_i l_i sum_u c_iu p_u = sum_u p_u sum_i l_i c_iu."""
    def same(case):
        C, P, loss = case
        ours = [sum(l * r[j] for l, r in zip(loss, times(C, P))) for j in range(len(P[0]))]
        mixed = [sum(l * row[u] for l, row in zip(loss, C)) for u in range(len(P))]
        return ours == [sum(m * r[j] for m, r in zip(mixed, P)) for j in range(len(P[0]))]
    return states(obligations("the double sum in either order, one term at a time",
                              identity(S + v * (T + c * x), (S + v * T) + (v * c) * x)),
                  cases(lambda: [(C, P, (3, -1, 2)[:len(C)]) for C, P in compositions_of_tables()],
                        same, "equal risk at every truth"),
                  scope="rules may be randomized, as delta_* is (A's report is drawn from P's)")


def merging_goals():
    """C P* = A and C* A = P* for one column of A, whose first two entries are delta x and the
    rest; both are TPMs."""
    first, second = delta * x, (1 - delta) * x
    return [identity(first + second, x), identity(first / (first + second), delta, x > 0),
            identity(delta + (1 - delta), 1), holds(1 - delta > 0, delta < 1, delta > 0)]


def _merging_sizes():
    """Remark 4.1/a for symbolic tables of small sizes."""
    for m, k in ((2, 2), (3, 2), (3, 3), (4, 2)):
        rows = [reals(" ".join(f"s{i}_{j}" for j in range(k))) for i in range(m - 1)]
        A = ([delta * e for e in rows[0]], [(1 - delta) * e for e in rows[0]], *rows[1:])
        C, star = merging(m, delta)
        yield identity(sp.Matrix(times(C, rows)), sp.Matrix(A))
        yield identity(sp.Matrix(times(star, A)), sp.Matrix(rows))
        yield identity(sp.Matrix([sum(column) for column in zip(*C)]), sp.ones(m - 1, 1))


@section("rem-4.1/a")
def rem_4_1_a():
    return obligations("columns and rows 3..m are carried along unchanged", *merging_goals(),
                       *_merging_sizes())


def _equivalent(A, P):
    return garbling(A, P) is not None and garbling(P, A) is not None


def _merges(A):
    P = merged(A)
    return is_table(P) and no_proportional_rows(P) and _equivalent(A, P)


@section("rem-4.1/b")
def rem_4_1_b():
    """Each merge removes a row; equivalences compose because products of TPMs are TPMs."""
    m = reals("m")
    return [obligations("induction on the number of rows; " + SUMS, *merging_goals(),
                        *tpm_goals(), holds(m - 1 < m, m >= 2)),
            cases(lambda: [A for A in [*tables(3, 2, 4), *tables(3, 3, 2), *tables(4, 2, 2)]
                           if not no_proportional_rows(A)][::2], _merges,
                  "no proportional rows, equivalent", kind="lp")]


def permutation_matrices(m):
    return [tuple(tuple(Fraction(order[i] == u) for u in range(m)) for i in range(m))
            for order in permutations(range(m))]


def permutation_goals():
    """C P holds the rows of P in another order, and C' C = I."""
    swap, pair = sp.Matrix([[0, 1], [1, 0]]), sp.Matrix([x, y])
    return [cases(lambda: [C for m in (1, 2, 3, 4) for C in permutation_matrices(m)],
                  lambda C: product_of(tuple(zip(*C)), C) == identity_table(len(C))
                  and is_table(C) and is_table(tuple(zip(*C))), "C' C = I and both are TPMs"),
            identity(swap * swap, sp.eye(2)), identity(swap * pair, sp.Matrix([y, x]))]


@section("rem-4.2")
def rem_4_2():
    """Every permutation is a product of exchanges of two rows."""
    return [obligations("a permutation is a product of exchanges of two rows",
                        *permutation_goals()),
            cases(lambda: [(C, P) for P in [*tables(2, 2, 4), *tables(3, 2, 3), *tables(3, 3, 2)]
                           for C in permutation_matrices(len(P))],
                  lambda c: parity(times(*c)) == parity(c[1])
                  and sorted(times(*c)) == sorted(c[1]), "the same rows, the same parity")]


def inverse_goals():
    """C* C = I, both non-negative: c_iu > 0 forces c*_wi = 0 for w != u, so c*_ui = 1; a second
    positive entry in row i of C would make it zero. One entry in each row and column is left."""
    return [holds(sp.Implies(sp.Eq(c * y + S, 0), sp.Eq(y, 0)), c > 0, y >= 0, S >= 0,
                  multiply=True),
            holds(sp.Implies(sp.And(sp.Eq(S, 0), sp.Eq(S + z, 1)), sp.Eq(z, 1))), counting()]


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
    return [obligations(CONVEX + "; " + SUMS, *equivalence_goals(), *permutation_goals()),
            cases(lambda: pairs[::4], lambda c: _equivalent(*c) == (sorted(c[0]) == sorted(c[1])),
                  "equivalent exactly when the rows are the same", kind="lp")]


@section("thm-4.1/proof")
def thm_4_1_proof():
    return [obligations(CONVEX + "; " + SUMS, *equivalence_goals()),
            cases(lambda: [(C, D) for C in tables(3, 3, 2) for D in tables(3, 3, 2)
                           if product_of(C, D) == identity_table(3)],
                  lambda c: c[0] in permutation_matrices(3), "inverse TPMs are permutations")]


def _parity_kept(case):
    C, P = case
    return parity(times(C, P)) <= parity(P)


@section("lem-4.1")
def lem_4_1():
    return [obligations(SUMS, sums_keep_ratio()), cases(
        compositions_of_tables, _parity_kept, "eta(C P) <= eta(P)")]


@section("eq-4.1")
def eq_4_1():
    return obligations(SUMS, sums_keep_ratio())


@section("sec4/tradeoff")
def tradeoff():
    return [obligations(SUMS, sums_keep_ratio()), cases(
        lambda: [(C, P) for C, P in compositions_of_tables()], _parity_kept,
        "at least as much privacy")]


@section("sec4/class0")
def class_0():
    """k = 3, gamma = 3: the members with entries in multiples of 1/8."""
    return definition("C1 and C2", check(lambda: in_class0(WARNER, 3), "Warner"), cases(
        lambda: [(2, 1), (3, 5), (4, 41)], lambda c: len(vertices(c[0], 3)) == c[1] and all(
            in_class0(P.rows, 3) for P in vertices(c[0], 3)),
        "vertices of the class up to row order, k = 2, 3, 4"), cases(
        lambda: [A for A in members(2, 3, 4, 3) if in_class0(A, 3)],
        lambda A: all(row_parity(row) == 3 for row in A), "row parities"),
        check(lambda: not in_class0(table("1/4 1/2 3/4; 3/4 1/2 1/4"), 3), "a middle value"))
