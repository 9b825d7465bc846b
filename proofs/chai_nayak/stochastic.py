"""The appendix on stochastic matrices: Lemma 6.1 and the two theorems that it uses."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import flint
import sympy as sp

from rropt.lp import maximize

from ..claims import Section, definition, states
from ..goals import cases, check, holds, identity, obligations, reals
from .schemas import S, T, c, vanishing_sum, x, y
from .tables import (identity_table, is_table, no_proportional_rows, priors, product_of, table,
                     tables)

section = Section("chai-nayak")
w, mean, S0, S1, S2, z, s, t = reals("w mean S0 S1 S2 z s t")
CONVEX = ("phi(r) = sum r_j^2 / sum r_j is strictly convex across directions and keeps its sum "
          "over the rows when B P = P; rows and terms one at a time")
MAXIMUM = "maximum principle along the paths of an irreducible matrix; terms one at a time"
CONSTANT = "each row of P is constant, so any two rows are proportional (not equal)"


def lemma_6_1():
    """B P = P: sum_i phi(p_i) = sum_u phi(p_u) sum_i b_iu, but phi(p_i) <= sum_u b_iu phi(p_u),
    with equality only if the rows with b_iu > 0 have one direction; so b_iu = 0 for u != i."""
    spread = S2 - 2 * mean * S1 + mean**2 * S0
    more = (S2 + w * x**2) - 2 * mean * (S1 + w * x) + mean**2 * (S0 + w)
    return [identity(more, spread + w * (x - mean)**2),
            identity(spread.subs(mean, S1 / S0), S2 - S1**2 / S0, S0 > 0),
            vanishing_sum(), holds(w * (x - mean)**2 >= 0, w >= 0),
            holds(w * (x - mean)**2 > 0, w > 0, sp.Ne(x, mean)),
            holds(sp.Implies(sp.Eq(z / s, y / t), sp.Eq(z * t, y * s)), s > 0, t > 0),
            holds(sp.Eq(x, 1), sp.Eq(S, 0), sp.Eq(S + x, 1))]


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
    return [obligations(CONVEX, *lemma_6_1()), cases(
        lambda: [P for size in ((1, 2, 1), (2, 2, 4), (3, 2, 4), (3, 3, 2))
                 for P in tables(*size)[::2] if no_proportional_rows(P)],
        lambda P: off_diagonal(P) == 0, "B = I is the only B", kind="lp")]


def reducible(B):
    """Definition 6.1, literally: some order of the states leaves a zero upper right block."""
    m = len(B)
    return any(all(B[order[i]][order[j]] == 0 for i in range(n) for j in range(n, m))
               for order in permutations(range(m)) for n in range(1, m))


def reachable(B, start):
    """The states with a path from `start`; b_ij != 0 is a step from j to i."""
    seen, todo = {start}, [start]
    while todo:
        j = todo.pop()
        new = {i for i in range(len(B)) if B[i][j] and i not in seen}
        seen |= new
        todo += new
    return seen


def irreducible(B):
    return all(len(reachable(B, j)) == len(B) for j in range(len(B)))


def patterns(m, values=(0, 1)):
    """Every matrix with these entries off the diagonal, and ones on it."""
    places = [(i, j) for i in range(m) for j in range(m) if i != j]
    for chosen in product(values, repeat=len(places)):
        entry = dict(zip(places, chosen))
        yield tuple(tuple(entry.get((i, j), 1) for j in range(m)) for i in range(m))


def small_patterns():
    return [*patterns(1), *patterns(2), *patterns(3), *patterns(4)]


@section("def-6.1")
def def_6_1():
    return definition("reducible matrices; irreducible: a path between any two states", cases(
        lambda: [*patterns(1), *patterns(2), *patterns(3), *list(patterns(4))[::9]],
        lambda B: reducible(B) != irreducible(B), "zero block or paths"))


def normal_form(B):
    """Classes of states that reach each other, in an order that makes B lower triangular."""
    left, blocks = set(range(len(B))), []
    while left:
        closed = [j for j in left if not any(i in left and i != j and j in reachable(B, i)
                                             and i not in reachable(B, j) for i in left)]
        start = min(closed)
        block = sorted(i for i in left if i in reachable(B, start) and start in reachable(B, i))
        blocks.append(block)
        left -= set(block)
    return blocks


def _is_normal(B):
    blocks = normal_form(B)
    place = {i: n for n, block in enumerate(blocks) for i in block}
    inside = [tuple(tuple(B[i][j] for j in block) for i in block) for block in blocks]
    return (sorted(place) == list(range(len(B))) and all(map(irreducible, inside))
            and all(B[i][j] == 0 for i in place for j in place if place[i] < place[j]))


@section("def-6.1/normal-form")
def normal():
    """Split R and N further until they are irreducible; both are smaller."""
    n, r = reals("n r")
    return [obligations("induction on the size: a reducible matrix has blocks R and N of smaller "
                        "size, whose permutations keep the zero block; size one is irreducible",
                        holds(sp.And(r < n, n - r < n), n > r, r > 0),
                        cases(lambda: [((0,),), ((1,),)], irreducible, "size one")),
            cases(small_patterns, _is_normal, "all patterns to size 4")]


def rank(rows):
    return flint.fmpq_mat([[flint.fmpq(e.numerator, e.denominator) if isinstance(e, Fraction)
                            else flint.fmpq(e) for e in row] for row in rows]).rank()


def laplacian(B):
    """B - D(r), r the column sums (chai-nayak/thm-6.1)."""
    return [[e - (sum(row[j] for row in B) if i == j else 0) for j, e in enumerate(line)]
            for i, line in enumerate(B)]


def maximum_principle():
    """y F = 0: sum_i b_ij (y_j - y_i) = 0; where y_j is largest every y_i with b_ij > 0 is too."""
    return [identity(S + c * (y - x), (S + c * y) - c * x), vanishing_sum(),
            holds(c * (y - x) >= 0, c >= 0, y >= x),
            holds(sp.Ne(c * (y - x), 0), c > 0, sp.Ne(y, x))]


@section("thm-6.1")
def thm_6_1():
    """The left null space holds only constant vectors, so the rank is m - 1."""
    return [obligations(MAXIMUM, *maximum_principle()), cases(
        lambda: [B for m, values in ((1, (0, 1)), (2, (0, 1, 5)), (3, (0, 1, 3)), (4, (0, 1)))
                 for B in patterns(m, values) if irreducible(B)],
        lambda B: rank(laplacian(B)) == len(B) - 1, "rank m - 1"),
        check(lambda: rank(laplacian(((0,),))) == 0, "the zero matrix of size one")]


def dominance(B):
    """For each column: 0 not dominant, 1 weakly, 2 strictly diagonal dominant."""
    sums = [(sum(abs(B[i][j]) for i in range(len(B)) if i != j), abs(B[j][j]))
            for j in range(len(B))]
    return [2 if s < d else 1 if s == d else 0 for s, d in sums]


@section("def-6.2")
def def_6_2():
    return definition("diagonal dominance by columns", check(
        lambda: dominance(((2, 1), (-1, -1))) == [2, 1], "one column of each kind"))


def dominated():
    """y B = 0 with |y_j| largest: weak dominance forces |y_i| = |y_j| for each b_ij != 0, and a
    strictly dominant column leaves only y_j = 0."""
    d = reals("d")
    return [holds(sp.Eq(c * (y - x), 0), c >= 0, x <= y, y >= 0, T >= c, T <= d,
                  d * y <= (T - c) * y + c * x),
            holds(sp.Ne(c * (y - x), 0), c > 0, sp.Ne(y, x)),
            holds(d * y > T * y, y > 0, T < d),
            holds(S + c * x <= (T + c) * y, S <= T * y, c >= 0, x <= y)]


def _taussky():
    """Matrices with entries -1, 0, 1 off the diagonal that satisfy the hypotheses."""
    for m in (1, 2, 3):
        for B in patterns(m, (-1, 0, 1)):
            for diagonal in product((-2, 1, 2), repeat=m):
                made = tuple(tuple(diagonal[i] if i == j else e for j, e in enumerate(row))
                             for i, row in enumerate(B))
                if min(dominance(made)) >= 1 and max(dominance(made)) == 2 and irreducible(made):
                    yield made


@section("thm-6.2")
def thm_6_2():
    return [obligations(MAXIMUM, *dominated()), cases(
        lambda: list(_taussky()), lambda B: rank(B) == len(B), "nonsingular")]


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
    return (rank(laplacian(B)) == len(B) - 1 and product_of(B, P) == P
            and len(set(zip(*P))) == 1)


def _identical_rows(case):
    return len(set(case[1])) == 1


def _constant_rows(case):
    return all(len(set(row)) == 1 for row in case[1]) and not no_proportional_rows(case[1])


def _example():
    """An irreducible B whose P has columns (2/3, 1/3)."""
    return [(table("2/3 2/3; 1/3 1/3"), table("2/3 2/3; 1/3 1/3"))]


def constant_rows():
    """Columns t v with equal sums: t sum v = s sum v gives t = s; row i is v_i in each column."""
    return [*maximum_principle(), holds(sp.Ne(t * S, s * S), S > 0, sp.Ne(t, s)),
            identity((x * t) * (y * s), (x * s) * (y * t))]


@section("lem-6.1/irreducible")
def lem_6_1_irreducible():
    """Rank and identical columns are right; the rows are proportional, not identical."""
    return states(cases(stationary, _read, "rank and columns"),
                  cases(_example, _identical_rows, "all rows of P are identical"),
                  corrected=CONSTANT + "; for m >= 2 this contradicts that P has no proportional "
                  "rows (m = 1 gives B = I, which is irreducible)",
                  right=[obligations(MAXIMUM, *constant_rows()),
                         cases(stationary, _read, "rank and columns"),
                         cases(stationary, _constant_rows, "constant, proportional rows")])


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
        return B == identity_table(len(B))
    before, block = found
    unit = all(B[i][j] == (i == j) for j in before for i in range(len(B)))
    return unit and all(B[i][j] == 0 for i in block for j in range(len(B)) if j not in block)


def reducible_tpms():
    return [B for m, n in ((2, 3), (3, 3), (4, 1)) for B in tables(m, m, n, True)
            if not irreducible(B)]


@section("eq-6.6")
def eq_6_6():
    return [obligations("a diagonal entry one in a column that adds up to one",
                        holds(sp.Eq(S, 0), S >= 0, sp.Eq(S + x, 1), sp.Eq(x, 1)), vanishing_sum()),
            cases(reducible_tpms, _form_6_6, "the blocks of (6.6)")]


@section("eq-6.7")
def eq_6_7():
    """Rows and columns reordered together; then the block row (0, R, 0)."""
    B, P = (sp.Matrix(3, n, reals(" ".join(f"{name}{i}" for i in range(3 * n))))
            for name, n in (("b", 3), ("p", 2)))
    orders = [sp.Matrix(3, 3, lambda i, j, o=o: int(o[i] == j)) for o in permutations(range(3))]
    R, L, N = (sp.Matrix(*shape, reals(names)) for shape, names in (
        ((2, 2), "r11 r12 r21 r22"), ((1, 2), "l1 l2"), ((1, 1), "n1 n2")) for names in
        [names if shape != (1, 1) else "n1,"])
    block = sp.diag(sp.eye(1), sp.Matrix.vstack(R, L).row_join(sp.Matrix([0, 0, N[0]])))
    Q = sp.Matrix(4, 2, reals(" ".join(f"q{i}" for i in range(8))))
    return obligations(
        "a sum over states in another order is the same sum; the block row is (0, R, 0)",
        *(identity((q.T * B * q - sp.eye(3)) * (q.T * P), q.T * ((B - sp.eye(3)) * P))
          for q in orders),
        identity(((block - sp.eye(4)) * Q)[1:3, :], (R - sp.eye(2)) * Q[1:3, :]))


@section("lem-6.1/case-i")
def case_i():
    """s >= 2, the rank and a common vector are right; again the rows are only proportional."""
    return states(cases(stationary, lambda case: _read(case) and len(case[0]) >= 2,
                        "R is a TPM, rank s - 1"),
                  cases(_example, _identical_rows, "all rows of P_s are the same"),
                  corrected="P_s = v u' for a common vector v: any two rows of P_s are "
                  "proportional (not the same), which contradicts that P* has none",
                  right=[obligations(MAXIMUM, *maximum_principle(),
                                     identity((x * t) * (y * s), (x * s) * (y * t))),
                         cases(stationary, lambda case: _read(case) and _constant_rows(case),
                               "proportional rows")])


def leaking():
    """Irreducible R, substochastic by columns, at least one column with mass in L."""
    for m, n in ((1, 3), (2, 3), (3, 2)):
        for columns in product(priors(m + 1, n), repeat=m):
            R = tuple(zip(*columns))[:m]
            if irreducible(R) and any(sum(column[:m]) < 1 for column in columns):
                yield R


def _minus_identity(R):
    return tuple(tuple(e - (i == j) for j, e in enumerate(row)) for i, row in enumerate(R))


def _case_ii(R):
    F = _minus_identity(R)
    return (irreducible(F) and min(dominance(F)) >= 1 and max(dominance(F)) == 2
            and rank(F) == len(F))


@section("lem-6.1/case-ii")
def case_ii():
    """sum_{i != j} r_ij + r_jj + l_j = 1: column j of R - I is dominant, strictly if l_j > 0."""
    return [obligations(MAXIMUM, holds(sp.And(S <= 1 - x, 1 - x >= 0), S >= 0, x >= 0, T >= 0,
                                       sp.Eq(S + x + T, 1)),
                        holds(S < 1 - x, S >= 0, x >= 0, T > 0, sp.Eq(S + x + T, 1)),
                        *dominated()),
            cases(lambda: list(leaking()), _case_ii, "R - I is nonsingular")]
