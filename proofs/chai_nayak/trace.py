"""Section 4.2, continued: the largest trace and the matrix P_0 (Theorem 4.4)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from rropt.lp import maximize

from ..claims import Section, definition, states
from ..goals import crosscheck, holds, identity, reals, sentence, within
from .schemas import S, T, g, vanishing_sum, x, y
from .tables import Table, in_class0, is_table, parity, table

section = Section("chai-nayak")
k, v, ell, s, d = reals("k v ell s d")
BEST = g * k / (g + k - 1)
FAIR = 1 / (g + k - 1)
LEVELS = (Fraction(3, 2), Fraction(3), Fraction(10))


def p0(size: int, gamma: Fraction) -> Table:
    """The matrix of Theorem 4.4(b)."""
    return tuple(
        tuple((gamma if i == j else 1) / (gamma + size - 1) for j in range(size))
        for i in range(size)
    )


def trace_program(size, gamma, objective=None, trace=None):
    """max of a linear function of P over the TPMs with eta(P) <= gamma: an exact program."""
    cells = [(i, j) for i in range(size) for j in range(size)]
    goal = objective or {(i, i): 1 for i in range(size)}
    columns = [[int(j == u) for _, j in cells] for u in range(size)]
    right = [1] * size
    if trace is not None:
        columns.append([int(i == j) for i, j in cells])
        right.append(trace)
    limits = [
        [1 if c == (i, j) else -gamma if c == (i, u) else 0 for c in cells]
        for i in range(size)
        for j in range(size)
        for u in range(size)
        if j != u
    ]
    answer = maximize([goal.get(c, 0) for c in cells], columns, right, limits, [0] * len(limits))
    return answer.value


def best_trace(size, gamma):
    return gamma * size / (gamma + size - 1)


def row_bound():
    """(k - 1) p_ii <= g (R - p_ii), R the row's sum; the rows' sums add up to k."""
    return [
        holds(S + x <= g * (T + y), g * T >= S, x <= g * y),
        holds(x <= g / (g + k - 1) * S, (k - 1) * x <= g * (S - x), g >= 1, k >= 1),
        holds(
            S + x <= g / (g + k - 1) * (T + y),
            g / (g + k - 1) * T >= S,
            x <= g / (g + k - 1) * y,
            g >= 1,
            k >= 1,
        ),
        identity(g / (g + k - 1) * k, BEST, g >= 1, k >= 1),
    ]


@section("thm-4.4/a")
def thm_4_4_a():
    return [
        sentence("trace_bound"),
        *row_bound(),
        crosscheck(
            lambda: [*product((2, 3, 4), (Fraction(1), *LEVELS)), (5, Fraction(3))],
            lambda c: trace_program(*c) == best_trace(*c),
            "the maximum",
        ),
    ]


def equality_goals():
    """Slacks of the row bounds add up to zero; p_ii = g p_ij; the column equations differ by
    (a_i - a_j)(1 - 1/g), so the a_i are equal for g > 1."""
    column = d * (1 - 1 / g) + s / g
    return [
        vanishing_sum(),
        *row_bound(),
        holds(sp.Implies(sp.Eq(g * y, x), sp.Eq(y, x / g)), g > 1),
        identity(column - column.subs(d, v), (d - v) * (1 - 1 / g), g > 1),
        holds(sp.Ne((d - v) * (1 - 1 / g), 0), g > 1, sp.Ne(d, v)),
        identity(d + (k - 1) * d / g, d * (g + k - 1) / g, g > 1),
        holds(sp.Implies(sp.Eq(d * (g + k - 1), g), sp.Eq(d, g * FAIR)), g > 1, k >= 1),
    ]


def attains():
    """P_0 itself: trace, column sums, row parities."""
    return [
        identity(k * g * FAIR, BEST, g > 1, k >= 1),
        identity(g * FAIR + (k - 1) * FAIR, 1, g > 1, k >= 1),
        identity((g * FAIR) / FAIR, g, g > 1, k >= 1),
    ]


def _unique(case):
    """At the best trace every entry has the same maximum and minimum."""
    size, gamma = case
    best, target = best_trace(size, gamma), p0(size, gamma)
    return all(
        trace_program(size, gamma, {c: 1}, best) == target[c[0]][c[1]]
        and trace_program(size, gamma, {c: -1}, best) == -target[c[0]][c[1]]
        for c in product(range(size), repeat=2)
    )


@section("thm-4.4/b")
def thm_4_4_b():
    def only_p0(case):
        A, gamma = case
        reached = sum(A[i][i] for i in range(len(A))) == best_trace(len(A), gamma)
        return not (is_table(A) and parity(A) <= gamma and reached) or p0(len(A), gamma) == A

    proof = [sentence("trace_bound"), *equality_goals(), *attains()]
    return states(
        *proof,
        crosscheck(
            lambda: [(table("3/4 3/4; 1/4 1/4"), Fraction(1))],
            only_p0,
            "only P_0 attains the bound",
            names="P gamma",
        ),
        assuming="gamma > 1 (at gamma = 1 the bound is 1 and every table with equal "
        "columns attains it)",
        under=[*proof, crosscheck(lambda: product((2, 3), LEVELS), _unique, "one optimum")],
    )


@section("thm-4.4/step-1")
def thm_4_4_step_1():
    """(k - 1) p_ii <= g (R - p_ii); adding p_ii gives k p_ii on the left, not (g - 1 + k) p_ii."""
    shown = [sentence("trace_bound"), *row_bound()]
    return states(
        *shown,
        identity((k - 1) * x + x, (g - 1 + k) * x, g > 1, k >= 2, x > 0, x < 1),
        corrected="adding gamma p_ii (not p_ii) to both sides gives the displayed "
        "inequality; the displayed inequalities and (a) stand",
        right=[
            *shown,
            identity((k - 1) * x + g * x, (g - 1 + k) * x),
            identity(g * (S - x) + g * x, g * S),
        ],
    )


@section("thm-4.4/step-2")
def thm_4_4_step_2():
    """Equality in the sum is equality in every row and so in every term; and back."""
    return [
        sentence("trace_bound"),
        vanishing_sum(),
        *row_bound(),
        holds(sp.Implies(sp.Eq(g * y, x), sp.Eq(y, x / g)), g >= 1),
        identity(x + (k - 1) * x / g, x * (g + k - 1) / g, g >= 1),
        identity(g / (g + k - 1) * (x * (g + k - 1) / g), x, g >= 1, k >= 1),
    ]


@section("thm-4.4/step-3")
def thm_4_4_step_3():
    """The column equation is right; solved for a_j it is (g - sum a_i)/(g - 1). The printed form
    fails at the solution a_i = g/(g + k - 1), except for k = 2."""
    column = d * (1 - 1 / g) + s / g
    solved = g / (g - 1) * (1 - s / g)
    value = g * FAIR
    solves = identity(value, g / (1 - g) * (1 - k * value), g > 1, k >= 2)
    return states(
        identity(d + (s - d) / g, column, g > 1),
        solves,
        corrected="a_j = gamma/(gamma - 1) [1 - (1/gamma) sum a_i] = (gamma - sum a_i)/"
        "(gamma - 1), for gamma > 1; the conclusion a_1 = ... = a_k stands",
        right=[
            identity(d + (s - d) / g, column, g > 1),
            identity(solved * (1 - 1 / g) + s / g, 1, g > 1),
            identity(solved, (g - s) / (g - 1), g > 1),
            *equality_goals(),
        ],
    )


@section("sec4.2/p0")
def p0_admissible():
    """Two values, every row parity g, different patterns; then Theorem 4.2."""
    return states(
        sentence("gamma_diagonal_is_admissible"),
        crosscheck(
            lambda: product((2, 3, 4, 5), LEVELS), lambda c: in_class0(p0(*c), c[1]), "in class 0"
        ),
        scope="k >= 2 (for k = 1 the class is empty: it asks for m >= 2 reports)",
    )


@section("sec4.2/p0-condition")
def p0_condition():
    """Symmetric TPMs have P 1 = 1, so the largest eigenvalue is at least one; the form at the
    differences of two unit vectors adds up to the trace, which is at most that of (a)."""
    least = (g - 1) / (g + k - 1)
    return states(
        sentence("gamma_diagonal_has_the_least_condition_number"),
        identity(least + FAIR, g * FAIR, g > 1, k >= 2),
        identity(least + k * FAIR, 1, g > 1, k >= 2),
        scope="gamma > 1, condition number = largest over least eigenvalue, the largest and the "
        "least value of x' P x / x' x; P_0 = ((gamma - 1) I + J)/(gamma + k - 1) has the "
        "eigenvalues 1 and (gamma - 1)/(gamma + k - 1)",
    )


def information(size, high, low, ones):
    """Mutual information under the uniform prior when each report has `ones` high entries."""
    total = ones * high + (size - ones) * low
    return (
        ones * high * sp.log(high * size / total) + (size - ones) * low * sp.log(low * size / total)
    ) / total


@section("sec4.2/p0-mi")
def p0_mi():
    """k = 3, gamma in [4, 20]: more information than with rows high at two truths."""
    return definition(
        "attributed, without a precise statement",
        within(information(3, g, 1, 1) > information(3, g, 1, 2), [(g, 4, 20)]),
    )
