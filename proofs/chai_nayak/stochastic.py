"""The appendix on stochastic matrices: Lemma 6.1 and the two theorems that it uses."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from rropt.lp import maximize

from ..claims import Section, states
from ..goals import crosscheck, holds, identity, reals, sentence
from .matrices import (
    dominance,
    irreducible,
    laplacian,
    normal_form,
    rank,
)
from .schemas import S, vanishing_sum, x, y
from .tables import (
    identity_table,
    no_proportional_rows,
    priors,
    product_of,
    table,
    tables,
    transposed,
)

section = Section("chai-nayak")
w, mean, S0, S1, S2, z, s, t = reals("w mean S0 S1 S2 z s t")
CONSTANT = "each row of P is constant, so any two rows are proportional (not equal)"


def lemma_6_1():
    """B P = P: sum_i phi(p_i) = sum_u phi(p_u) sum_i b_iu, but phi(p_i) <= sum_u b_iu phi(p_u),
    with equality only if the rows with b_iu > 0 have one direction; so b_iu = 0 for u != i."""
    spread = S2 - 2 * mean * S1 + mean**2 * S0
    more = (S2 + w * x**2) - 2 * mean * (S1 + w * x) + mean**2 * (S0 + w)
    return [
        identity(more, spread + w * (x - mean) ** 2),
        identity(spread.subs(mean, S1 / S0), S2 - S1**2 / S0, S0 > 0),
        vanishing_sum(),
        holds(w * (x - mean) ** 2 >= 0, w >= 0),
        holds(w * (x - mean) ** 2 > 0, w > 0, sp.Ne(x, mean)),
        holds(sp.Implies(sp.Eq(z / s, y / t), sp.Eq(z * t, y * s)), s > 0, t > 0),
        holds(sp.Eq(x, 1), sp.Eq(S, 0), sp.Eq(S + x, 1)),
    ]


def off_diagonal(P):
    """The largest off-diagonal mass of a TPM B with B P = P: an exact linear program."""
    m, k = len(P), len(P[0])
    equations, right = [], []
    for i in range(m):
        for j in range(k):
            equations.append([P[u][j] if v == i else 0 for v in range(m) for u in range(m)])
            right.append(P[i][j])
    for u in range(m):
        equations.append([int(v == u) for _ in range(m) for v in range(m)])
        right.append(1)
    return maximize([int(i != u) for i in range(m) for u in range(m)], equations, right).value


@section("lem-6.1")
def lem_6_1():
    return [
        sentence("fixed_table"),
        *lemma_6_1(),
        crosscheck(
            lambda: [
                P
                for size in ((1, 2, 1), (2, 2, 4), (3, 2, 4), (3, 3, 2))
                for P in tables(*size)[::2]
                if no_proportional_rows(P)
            ],
            lambda P: off_diagonal(P) == 0,
            "B = I is the only B",
        ),
    ]


def stationary():
    """Irreducible TPMs B with tables P, every column stationary."""
    found = []
    for m, n in ((2, 3), (3, 2)):
        for B in tables(m, m, n):
            if irreducible(B):
                v = sp.Matrix(laplacian(B)).nullspace()[0]
                v = [Fraction(int(e.p), int(e.q)) for e in v / sum(v)]
                found.append((B, tuple((e, e) for e in v)))
    return found


def _read(case):
    """Rank m - 1, stationary, identical columns."""
    B, P = case
    return (
        rank(laplacian(B)) == len(B) - 1 and product_of(B, P) == P and len(set(transposed(P))) == 1
    )


def _identical_rows(case):
    return len(set(case[1])) == 1


def _constant_rows(case):
    return all(len(set(row)) == 1 for row in case[1]) and not no_proportional_rows(case[1])


def _example():
    """An irreducible B whose P has columns (2/3, 1/3)."""
    return [(table("2/3 2/3; 1/3 1/3"), table("2/3 2/3; 1/3 1/3"))]


@section("lem-6.1/irreducible")
def lem_6_1_irreducible():
    """Rank and identical columns are right; the rows are proportional, not identical."""
    return states(
        crosscheck(stationary, _read, "rank and columns"),
        crosscheck(_example, _identical_rows, "all rows of P are identical", names="B P"),
        corrected=CONSTANT + "; for m >= 2 this contradicts that P has no proportional "
        "rows (m = 1 gives B = I, which is irreducible)",
        right=[
            sentence("irreducible_tables_keep_constant_rows"),
            crosscheck(stationary, _read, "rank and columns"),
            crosscheck(stationary, _constant_rows, "constant, proportional rows"),
        ],
    )


def _first(B):
    """t and the block R of (6.6): the first block that is not a 1 x 1 identity."""
    blocks = normal_form(B)
    for n, block in enumerate(blocks):
        if len(block) > 1 or B[block[0]][block[0]] != 1:
            return [i for b in blocks[:n] for i in b], block
    return None


def _form_6_6(B):
    found = _first(B)
    if found is None:
        return identity_table(len(B)) == B
    before, block = found
    unit = all(B[i][j] == (i == j) for j in before for i in range(len(B)))
    return unit and all(B[i][j] == 0 for i in block for j in range(len(B)) if j not in block)


def reducible_tpms():
    return [
        B for m, n in ((2, 3), (3, 3), (4, 1)) for B in tables(m, m, n, True) if not irreducible(B)
    ]


@section("eq-6.6")
def eq_6_6():
    return [
        sentence("first_block_that_moves"),
        crosscheck(reducible_tpms, _form_6_6, "the blocks of (6.6)"),
    ]


@section("eq-6.7")
def eq_6_7():
    """Rows and columns reordered together; then the block row (0, R, 0)."""
    return sentence("fixed_rows_in_the_block")


@section("lem-6.1/case-i")
def case_i():
    """s >= 2, the rank and a common vector are right; again the rows are only proportional."""
    return states(
        crosscheck(
            stationary, lambda case: _read(case) and len(case[0]) >= 2, "R is a TPM, rank s - 1"
        ),
        crosscheck(_example, _identical_rows, "all rows of P_s are the same", names="R P_s"),
        corrected="P_s = v u' for a common vector v: any two rows of P_s are "
        "proportional (not the same), which contradicts that P* has none",
        right=[
            sentence("irreducible_tables_keep_constant_rows"),
            crosscheck(
                stationary, lambda case: _read(case) and _constant_rows(case), "proportional rows"
            ),
        ],
    )


def leaking():
    """Irreducible R, substochastic by columns, at least one column with mass in L."""
    for m, n in ((1, 3), (2, 3), (3, 2)):
        for columns in product(priors(m + 1, n), repeat=m):
            R = transposed(columns)[:m]
            if irreducible(R) and any(sum(column[:m]) < 1 for column in columns):
                yield R


def _minus_identity(R):
    return tuple(tuple(e - (i == j) for j, e in enumerate(row)) for i, row in enumerate(R))


def _case_ii(R):
    F = _minus_identity(R)
    return (
        irreducible(F) and min(dominance(F)) >= 1 and max(dominance(F)) == 2 and rank(F) == len(F)
    )


@section("lem-6.1/case-ii")
def case_ii():
    """sum_{i != j} r_ij + r_jj + l_j = 1: column j of R - I is dominant, strictly if l_j > 0."""
    return [
        sentence("a_block_that_leaks_is_nonsingular"),
        crosscheck(lambda: list(leaking()), _case_ii, "R - I is nonsingular"),
    ]
