"""Section 4.1: a procedure is admissible within its class iff it satisfies C1 and C2."""

from __future__ import annotations

from fractions import Fraction

import flint
import sympy as sp

from rropt.order import admissible, value_of

from ..claims import Section, states
from ..goals import cases, holds, identity, obligations, reals
from .constructions import (arranged, dominating, dropped, dropping, eliminated, improved, lifted,
                            lifting, members, middle, room, split, splitting, times)
from .schemas import SUMS, S, T, c, g, sums_keep_ratio, vanishing_sum, x, y
from .stochastic import CONVEX, lemma_6_1
from .tables import (better, channel, garbling, in_class, in_class0, is_table,
                     no_proportional_rows, parity, product_of, proportional, row_parity, table)
from .utility import (counting, equivalence_goals, merging_goals, permutation_goals, tpm_goals)

section = Section("chai-nayak")
xi, e, e2, x2, y2, z, z2, d, t, n = reals("xi e e2 x2 y2 z z2 d t n")
UNLUCKY = table("35/51 21/51; 7/51 28/51; 9/51 2/51")
LUCK = ("xi_* is none of the finitely many values (at most one for each row i >= 3) at which row 1 "
        "of P becomes proportional to row i; otherwise P is not in C_gamma until its rows are "
        "merged by Remark 4.1")


def class_members():
    """Members of classes of several sizes, with their gamma."""
    sizes = ((2, 2, 6, 5), (3, 2, 6, 5), (2, 3, 4, 3), (3, 3, 5, 3), (2, 4, 4, 3))
    return [(A, Fraction(size[3])) for size in sizes for A in members(*size)]


def pure_members():
    return [(A, gamma) for A, gamma in class_members() if in_class0(A, gamma)]


def same_pattern():
    """Step 1: the terms c (g p_l - p_j) >= 0 add up to zero, so p_j = g p_l where c > 0; with
    entries t and g t of a, that is proportionality."""
    return [sums_keep_ratio(), vanishing_sum(), holds(sp.Ne(c * (g * y - x), 0), c > 0,
                                                      sp.Ne(x, g * y)),
            identity(x * t, y * (g * t), sp.Eq(x, g * y)),
            holds(sp.Ne(g * y, g * y2), sp.Ne(y, y2), g > 1)]


def _permuted(case):
    A, P = case
    return garbling(A, P) is None or sorted(A) == sorted(P)


def dominated_pairs():
    """Members of class 0 against the members of their class."""
    pure = pure_members()
    return [(A, P) for A, gamma in pure for P, other in class_members()[::5]
            if other == gamma and len(A[0]) == len(P[0])]


def step_1():
    return [obligations("terms of (4.1), one at a time", *same_pattern()),
            cases(dominated_pairs, _only_proportional, "c_iu != 0 only for proportional rows")]


def _only_proportional(case):
    A, P = case
    C = garbling(A, P)
    return C is None or all(proportional(P[u], A[i]) for i, row in enumerate(C)
                            for u, entry in enumerate(row) if entry)


@section("thm-4.2/step-1")
def thm_4_2_step_1():
    return step_1()


def step_2():
    """One nonzero entry in each row of C; counting them by rows and columns gives m = r."""
    return [counting(), *permutation_goals(), identity(S + x, x, sp.Eq(S, 0))]


@section("thm-4.2/step-2")
def thm_4_2_step_2():
    return [obligations("entries of C counted by columns", *step_2()),
            cases(dominated_pairs, _permuted, "only A itself, up to the order of rows", kind="lp")]


@section("thm-4.2")
def thm_4_2():
    return [obligations("terms of (4.1) one at a time; entries of C counted by columns",
                        *same_pattern(), *step_2()),
            cases(dominated_pairs, lambda c: not better(c[1], c[0]), "nothing better", kind="lp")]


def equivalent_or_better():
    """A >= P, and P >= A would make P a permutation of A, in class 0."""
    return [*same_pattern(), *step_2()]


@section("cor-4.1")
def cor_4_1():
    def statement(case):
        A, P, gamma = case
        if in_class0(P, gamma):
            return True
        return garbling(A, P) is None
    return [obligations("terms of (4.1) one at a time; entries of C counted by columns",
                        *equivalent_or_better()),
            cases(lambda: [(A, P, parity(A)) for A, P in dominated_pairs()], statement,
                  "P outside class 0 is not sufficient for A", kind="lp")]


def movable():
    """Members with a row parity strictly between 1 and gamma, arranged as in Lemma 4.2."""
    found = [(arranged(A, gamma), gamma) for A, gamma in class_members()[::2]]
    return [(A, gamma) for A, gamma in found if A is not None]


def lifting_goals():
    """One column with entries x, x2 > 0 of rows 1 and 2, another with y, y2; xi = 1 + e."""
    drop = (y - e * y2)
    return [identity((x - e * x2) + (1 + e) * x2, x + x2),
            holds(x - e * x2 >= 0, x2 > 0, e >= 0, e <= x / x2),
            holds(x / x2 > 0, x > 0, x2 > 0),
            identity((xi * x2) / (xi * y2), x2 / y2, xi >= 1, y2 > 0),
            identity((x - e2 * x2) / (y - e2 * y2) - (x - e * x2) / drop,
                     (e2 - e) * (x * y2 - x2 * y) / (drop * (y - e2 * y2)),
                     drop > 0, y - e2 * y2 > 0),
            holds((g * y - x) / (g * y2) > 0, x < g * y, y2 > 0, g > 1),
            holds(x - e * x2 <= g * (y - e * y2), g > 1, y2 > 0, x2 > 0, e > 0,
                  e <= (g * y - x) / (g * y2))]


def luck():
    """The minor of rows p_1 and a_i is affine in e with slope z2 x2 - z y2, not zero in some pair
    of columns; the minor of p_1 and p_2 is xi times that of a_1 and a_2."""
    def minor(e):
        return (x - e * x2) * z2 - (y - e * y2) * z
    return [identity(minor(e) - minor(e2), (e2 - e) * (x2 * z2 - y2 * z)),
            identity((x - e * x2) * ((1 + e) * y2) - (y - e * y2) * ((1 + e) * x2),
                     (1 + e) * (x * y2 - y * x2))]


def _is_lifted(case):
    """Everything that the text says of P, at a xi of the construction."""
    A, gamma = case
    P = improved(A, gamma)
    return (is_table(P) and parity(P) <= gamma
            and all(row_parity(a) == row_parity(b) for a, b in zip(A[1:], P[1:])))


@section("lem-4.2/row")
def lem_4_2_row():
    """If no other difference a_i1 - a_i2 were negative, the differences would not add up to 0."""
    return [obligations(SUMS, holds(S + d > 0, S >= 0, d > 0), holds(S + x >= 0, S >= 0, x >= 0)),
            cases(movable, lambda c: c[0][0][0] > c[0][0][1] and c[0][1][0] < c[0][1][1],
                  "such a row exists")]


@section("lem-4.2/construction")
def lem_4_2_construction():
    """At xi = 3/2 the first row of P is proportional to the third, although eta(P) <= 5."""
    def serves(case):
        A, value, gamma = case
        P = lifted(A, value)
        return not (is_table(P) and parity(P) <= gamma) or in_class(P, gamma)
    general = obligations("one pair of columns at a time", *lifting_goals())
    given = cases(movable, _is_lifted, "a TPM with eta(P) <= gamma")
    return states(general, given,
                  cases(lambda: [(UNLUCKY, Fraction(3, 2), 5)], serves, "any such xi_* serves"),
                  assuming=LUCK, under=[general, given, obligations(
                      "one pair of columns at a time", *lifting_goals(), *luck()), cases(
                      lambda: [c for c in movable() if no_proportional_rows(
                          lifted(c[0], 1 + room(*c) / 3))],
                      lambda c: in_class(lifted(c[0], 1 + room(*c) / 3), c[1]),
                      "P is in the class")])


def inverse_blocks():
    """C C^-1 = I, the columns of C^-1 add up to one, and it is non-negative for xi >= 1."""
    goals = []
    for m in (2, 3, 4):
        C, inverse = lifting(m, xi)
        goals += [identity(sp.Matrix(times(C, inverse)), sp.eye(m), xi > 0),
                  identity(sp.Matrix([sum(column) for column in zip(*inverse)]), sp.ones(m, 1),
                           xi > 0)]
        A = [reals(" ".join(f"a{i}_{j}" for j in range(2))) for i in range(m)]
        goals.append(identity(sp.Matrix(times(C, A)), sp.Matrix(lifted(A, xi))))
    return [*goals, holds(sp.And(1 - 1 / xi >= 0, 1 / xi >= 0), xi >= 1),
            holds(1 - xi < 0, xi > 1)]


@section("lem-4.2/matrices")
def lem_4_2_matrices():
    return obligations("rows 3..m are carried along unchanged", *inverse_blocks())


def _rank(A):
    return flint.fmpq_mat([[flint.fmpq(v.numerator, v.denominator) for v in row]
                           for row in A]).rank()


def _only_one(case):
    """Is D = C the only solution of P = D A? The solutions are C + N with N A = 0."""
    A, value = case
    C = lifting(len(A), value)[0]
    return product_of(C, A) == lifted(A, value) and _rank(A) == len(A)


def no_tpm():
    """A TPM D with D A = P = C A gives A = (C^-1 D) A, so C^-1 D = I by Lemma 6.1."""
    return [*inverse_blocks(), *tpm_goals(), *lemma_6_1()]


@section("lem-4.2/unique")
def lem_4_2_unique():
    """With m > k rows there are other matrices D, because the rows of A are dependent."""
    return states(cases(lambda: [(UNLUCKY, Fraction(5, 4))], _only_one, "P = D A only with D = C"),
                  corrected="P = D A has no TPM D, because a TPM D would give A = (C^-1 D) A and "
                  "Lemma 6.1 then D = C, which has a negative entry; other matrices D exist as "
                  "soon as the rows of A are dependent (m > k). The conclusion stands",
                  right=[obligations(CONVEX + "; " + SUMS, *no_tpm()), cases(
                      lambda: [(A, improved(A, gamma)) for A, gamma in movable()[::3]],
                      lambda c: better(c[1], c[0]), "P is strictly better", kind="lp")])


def lemma_4_2():
    return [*lifting_goals(), *luck(), *no_tpm()]


@section("lem-4.2")
def lem_4_2():
    return [obligations("one pair of columns at a time; " + CONVEX, *lemma_4_2()), cases(
        lambda: movable()[::2], lambda c: in_class(improved(*c), c[1])
        and better(improved(*c), c[0]), "a better member of the class", kind="lp")]


def dropping_goals():
    """One column: delta + (sum of the others) = 1, the others divided by 1 - delta."""
    goals = [identity((1 - d) * (x / (1 - d)), x, d < 1), identity((1 - d) / (1 - d), 1, d < 1),
             identity((x / (1 - d)) / (y / (1 - d)), x / y, d < 1, y > 0),
             identity(d + (1 - d), 1), holds(1 - d > 0, sp.Eq(d + S, 1), S > 0, d > 0)]
    for m in (3, 4):
        rows = [reals(" ".join(f"a{i}_{j}" for j in range(2))) for i in range(1, m - 1)]
        last = [1 - d - sum(column) for column in zip(*rows)]
        A = ((d, d), *rows, last)
        goals.append(identity(sp.Matrix(times(dropping(m, d), dropped(A))), sp.Matrix(A), d < 1))
    return goals


def with_constant():
    """C1 except for a constant first row."""
    found = []
    for A, gamma in class_members():
        flat = [row for row in A if len(set(row)) == 1]
        rest = [row for row in A if len(set(row)) > 1]
        if flat and all(row_parity(row) == gamma for row in rest):
            found.append(((*flat, *rest), gamma))
    return found


def _is_dropped(case):
    A, gamma = case
    P, C = dropped(A), dropping(len(A), A[0][0])
    return (len(P) >= 2 and in_class(P, gamma) and is_table(C) and times(C, P) == A
            and [row_parity(row) for row in P] == [row_parity(row) for row in A[1:]])


@section("lem-4.3")
def lem_4_3():
    """Two constant rows would be proportional, so m >= 3 and two rows are left."""
    return [obligations("rows and columns are treated alike", *dropping_goals(), *tpm_goals()),
            cases(with_constant, lambda c: _is_dropped(c) and all(
                row_parity(row) == c[1] for row in dropped(c[0])), "C1 holds after dropping")]


@section("lem-4.3/construction")
def lem_4_3_construction():
    return [obligations("rows and columns are treated alike", *dropping_goals()),
            cases(with_constant, _is_dropped, "as stated")]


def violations():
    """A row parity in [1, gamma] that is not gamma is one, or strictly between."""
    return [holds(sp.Or(sp.And(x > 1, x < g), sp.And(x <= 1, x >= 1)), x >= 1, x <= g, sp.Ne(x, g),
                  g > 1)]


@section("lem-4.3/consequence")
def lem_4_3_consequence():
    """If B > P >= A and A >= B, then P >= A >= B, against B > P. Signs stand for the order."""
    ab, pb, pa, bp = reals("ab pb pa bp")
    order = holds(ab <= 0, sp.Implies(sp.And(pa > 0, ab > 0), pb > 0), pa > 0, bp > 0, pb <= 0)
    return [obligations(SUMS + "; terms of (4.1) one at a time", *violations(), order,
                        *tpm_goals(), *equivalent_or_better()),
            cases(with_constant, lambda c: not in_class0(dropped(c[0]), c[1])
                  or better(dropped(c[0]), c[0]), "strictly better", kind="lp")]


def splitting_goals():
    """t < x < T = g t: delta in (0, 1), delta t + (1 - delta) T = x, the other columns add up, and
    the parts keep t and T in another column each."""
    delta, top = (g * t - x) / (g * t - t), g * t
    given = (g > 1, t > 0, x > t, x < top)
    goals = [holds(sp.And(delta > 0, delta < 1), *given),
             identity(delta * t + (1 - delta) * top, x, *given),
             identity(delta * y + (1 - delta) * y, y, *given),
             identity((delta * top) / (delta * t), g, *given),
             identity(((1 - delta) * top) / ((1 - delta) * t), g, *given)]
    for m in (2, 3):
        rows = [reals(" ".join(f"a{i}_{j}" for j in range(3))) for i in range(m)]
        goals.append(identity(sp.Matrix(times(splitting(m), split(rows, t, top))),
                              sp.Matrix(rows), sp.Ne(t, 0), g > 1))
    return goals


def with_middle():
    """C1 without C2, the middle value in front."""
    found = []
    for A, gamma in class_members():
        if all(row_parity(row) == gamma for row in A) and middle(A):
            i, j = middle(A)
            order = [j, *(u for u in range(len(A[0])) if u != j)]
            rows = (A[i], *A[:i], *A[i + 1:])
            found.append((tuple(tuple(row[u] for u in order) for row in rows), gamma))
    return found


def _is_split(case):
    A, gamma = case
    P = split(A, min(A[0]), max(A[0]))
    return (is_table(P) and len(P) == len(A) + 1 and times(splitting(len(A)), P) == A
            and all(row_parity(row) == gamma for row in P))


@section("lem-4.4/construction")
def lem_4_4_construction():
    return [obligations("the other columns and rows are carried along", *splitting_goals()),
            cases(with_middle, _is_split, "as stated")]


def termination():
    """A row with q middle values counts 2^q - 1 = 2 w - 1; its two parts count 2 (w - 1)."""
    return [identity(2 * (z - 1), (2 * z - 1) - 1), *merging_goals(), *tpm_goals()]


@section("lem-4.4/termination")
def lem_4_4_termination():
    return [obligations("sum over rows of 2^(middle values) - 1 falls by one at each split",
                        *splitting_goals(), *termination(), *equivalent_or_better()),
            cases(with_middle, lambda c: in_class0(eliminated(c[0]), c[1])
                  and better(eliminated(c[0]), c[0]), "in class 0 and better", kind="lp")]


@section("lem-4.4")
def lem_4_4():
    return [obligations("sum over rows of 2^(middle values) - 1 falls by one at each split",
                        *splitting_goals(), *termination(), *equivalent_or_better()),
            cases(with_middle, lambda c: better(eliminated(c[0]), c[0]), "inadmissible",
                  kind="lp")]


def necessity():
    return [*lemma_4_2(), *dropping_goals(), *violations(), *splitting_goals(), *termination(),
            *equivalent_or_better()]


def _dominated(case):
    A, gamma = case
    P = dominating(A, gamma)
    if in_class0(A, gamma):
        return sorted(P) == sorted(A)
    return in_class0(P, gamma) and better(P, A)


@section("thm-4.3")
def thm_4_3():
    return [obligations("Lemmas 4.2 to 4.4; " + CONVEX, *necessity()), cases(
        lambda: class_members()[::2], _dominated, "a member of class 0 is better", kind="lp")]


def _agrees(case):
    """rropt.order's verdict with its witnesses: a dominating table and a decision problem."""
    A, gamma = case
    answer = admissible(channel(A), gamma)
    if answer.admissible or answer.dominating is None:
        return answer.admissible and in_class0(A, gamma)
    P, gain = answer.dominating, answer.separation.gain
    return (not in_class0(A, gamma) and in_class0(P.rows, gamma)
            and times(answer.garbling.rows, P.rows) == A
            and value_of(gain, P) > value_of(gain, channel(A)))


@section("sec4/admissible-iff")
def admissible_iff():
    return [obligations("Theorem 4.2 and Lemmas 4.2 to 4.4; " + CONVEX, *same_pattern(), *step_2(),
                        *necessity()),
            cases(lambda: class_members()[1::3], _dominated, "dominated iff outside class 0",
                  kind="lp"),
            cases(lambda: class_members()[::4], _agrees, "rropt.order with its witnesses")]
