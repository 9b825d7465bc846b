"""Section 4.1, continued: what violates C1 or C2 is inadmissible (Lemmas 4.2 to 4.4)."""

from __future__ import annotations

import sympy as sp

from rropt.order import admissible, value_of

from ..claims import Section
from ..goals import by, crosscheck, holds, identity, reals
from .admissible import class_members, equivalent_or_better, same_pattern, step_2
from .constructions import (
    dominating,
    dropped,
    dropping,
    eliminated,
    middle,
    split,
    splitting,
    times,
)
from .lifting import lemma_4_2
from .schemas import S, g, x, y
from .tables import (
    better,
    channel,
    in_class,
    in_class0,
    is_table,
    no_proportional_rows,
    row_parity,
    tables,
    transposed,
)
from .utility import merging_goals, tpm_goals

section = Section("chai-nayak")
xi, e, e2, x2, y2, z, z2, d, t = reals("xi e e2 x2 y2 z z2 d t")


def dropping_goals():
    """One column: delta + (sum of the others) = 1, the others divided by 1 - delta; two rows that
    become proportional were so. With m = 2 the other row is 1 - delta, proportional to delta."""
    minor, left = x * y2 - x2 * y, 1 - d
    goals = [
        identity(d + (1 - d), 1),
        identity((x / left) * (y2 / left) - (x2 / left) * (y / left), minor / left**2, d < 1),
        holds(sp.Ne(minor / left**2, 0), d < 1, sp.Ne(minor, 0)),
        holds(sp.Eq(x * d, y * d), sp.Eq(d + x, 1), sp.Eq(d + y, 1)),
        identity((1 - d) * (x / (1 - d)), x, d < 1),
        identity((1 - d) / (1 - d), 1, d < 1),
        identity((x / (1 - d)) / (y / (1 - d)), x / y, d < 1, y > 0),
        holds(1 - d > 0, sp.Eq(d + S, 1), S > 0, d > 0),
    ]
    for m in (3, 4):
        rows = [reals(" ".join(f"a{i}_{j}" for j in range(2))) for i in range(1, m - 1)]
        last = [1 - d - sum(column) for column in transposed(rows)]
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


def _constant_rows(A):
    return sum(len(set(row)) == 1 for row in A)


def _is_dropped(case):
    A, gamma = case
    P, C = dropped(A), dropping(len(A), A[0][0])
    return (
        len(P) >= 2
        and in_class(P, gamma)
        and is_table(C)
        and times(C, P) == A
        and [row_parity(row) for row in P] == [row_parity(row) for row in A[1:]]
    )


@section("lem-4.3")
def lem_4_3():
    """Two constant rows would be proportional, so m >= 3 and two rows are left."""
    return [
        by(
            "garbling-is-table",
            by(
                "block-and-identity",
                *dropping_goals(),
                *tpm_goals(),
                B="the block of the first rows",
                A="A",
            ),
            C="C",
            P="P",
            l="the losses",
        ),
        crosscheck(
            with_constant,
            lambda c: _is_dropped(c) and all(row_parity(row) == c[1] for row in dropped(c[0])),
            "C1 holds after dropping",
        ),
    ]


@section("lem-4.3/construction")
def lem_4_3_construction():
    return [
        by(
            "garbling-is-table",
            by("block-and-identity", *dropping_goals(), B="the block of the first rows", A="A"),
            C="C",
            P="P",
            l="the losses",
        ),
        crosscheck(
            lambda: [A for A in tables(3, 2, 5) + tables(3, 3, 3) if _constant_rows(A) > 1],
            lambda A: not no_proportional_rows(A),
            "two constant rows are proportional",
        ),
        crosscheck(
            with_constant, lambda c: _constant_rows(c[0]) == 1 and _is_dropped(c), "as stated"
        ),
    ]


def violations():
    """A row parity in [1, gamma] that is not gamma is one, or strictly between."""
    return [
        holds(
            sp.Or(sp.And(x > 1, x < g), sp.And(x <= 1, x >= 1)), x >= 1, x <= g, sp.Ne(x, g), g > 1
        )
    ]


@section("lem-4.3/consequence")
def lem_4_3_consequence():
    """If B > P >= A and A >= B, then P >= A >= B, against B > P. Signs stand for the order."""
    ab, pb, pa, bp = reals("ab pb pa bp")
    order = holds(ab <= 0, sp.Implies(sp.And(pa > 0, ab > 0), pb > 0), pa > 0, bp > 0, pb <= 0)
    return [
        by(
            "garbling-is-table",
            by(
                "garbling-of-two-values",
                by(
                    "placements", *violations(), order, *tpm_goals(), *equivalent_or_better(), C="C"
                ),
                A="A",
                C="C",
                P="P",
                g=sp.Symbol("gamma"),
            ),
            C="C",
            P="P",
            l="the losses",
        ),
        crosscheck(
            with_constant,
            lambda c: not in_class0(dropped(c[0]), c[1]) or better(dropped(c[0]), c[0]),
            "strictly better",
        ),
    ]


def splitting_goals():
    """t < x < T = g t: delta in (0, 1), delta t + (1 - delta) T = x, the other columns add up, and
    the parts keep t and T in another column each."""
    delta, top = (g * t - x) / (g * t - t), g * t
    given = (g > 1, t > 0, x > t, x < top)
    goals = [
        holds(sp.And(delta > 0, delta < 1), *given),
        identity(delta * t + (1 - delta) * top, x, *given),
        identity(delta * y + (1 - delta) * y, y, *given),
        identity((delta * top) / (delta * t), g, *given),
        identity(((1 - delta) * top) / ((1 - delta) * t), g, *given),
    ]
    for m in (2, 3):
        rows = [reals(" ".join(f"a{i}_{j}" for j in range(3))) for i in range(m)]
        goals.append(
            identity(
                sp.Matrix(times(splitting(m), split(rows, t, top))),
                sp.Matrix(rows),
                sp.Ne(t, 0),
                g > 1,
            )
        )
    return goals


def with_middle():
    """C1 without C2, the middle value in front."""
    found = []
    for A, gamma in class_members():
        place = middle(A)
        if place and all(row_parity(row) == gamma for row in A):
            i, j = place
            order = [j, *(u for u in range(len(A[0])) if u != j)]
            rows = (A[i], *A[:i], *A[i + 1 :])
            found.append((tuple(tuple(row[u] for u in order) for row in rows), gamma))
    return found


def _is_split(case):
    A, gamma = case
    P = split(A, min(A[0]), max(A[0]))
    return (
        is_table(P)
        and len(P) == len(A) + 1
        and times(splitting(len(A)), P) == A
        and all(row_parity(row) == gamma for row in P)
    )


@section("lem-4.4/construction")
def lem_4_4_construction():
    return [
        by("block-and-identity", *splitting_goals(), B="the block of the first rows", A="A"),
        crosscheck(with_middle, _is_split, "as stated"),
    ]


def termination():
    """A row with q middle values counts 2^q - 1 = 2 w - 1; its two parts count 2 (w - 1). Rows
    r and d r add up to (1 + d) r, with the ratios of r."""
    return [
        identity(2 * (z - 1), (2 * z - 1) - 1),
        identity((x + d * x) / (y + d * y), x / y, d > 0, y > 0),
        *merging_goals(),
        *tpm_goals(),
    ]


def eliminating():
    """Row by row the middle values go: each step is a garbling of the first rows, and it ends."""
    placed = by("placements", *splitting_goals(), *termination(), *equivalent_or_better(), C="C")
    garbled = by("garbling-of-two-values", placed, A="A", C="C", P="P", g=sp.Symbol("gamma"))
    blocks = by("block-and-identity", garbled, B="the block of the first rows", A="A")
    return by("descent", blocks, measure="the sum over rows of 2^(middle values) - 1")


@section("lem-4.4/termination")
def lem_4_4_termination():
    return [
        eliminating(),
        crosscheck(
            with_middle,
            lambda c: in_class0(eliminated(c[0]), c[1]) and better(eliminated(c[0]), c[0]),
            "in class 0 and better",
        ),
    ]


@section("lem-4.4")
def lem_4_4():
    return [
        eliminating(),
        crosscheck(with_middle, lambda c: better(eliminated(c[0]), c[0]), "inadmissible"),
    ]


def necessity():
    return [
        *lemma_4_2(),
        *dropping_goals(),
        *violations(),
        *splitting_goals(),
        *termination(),
        *equivalent_or_better(),
    ]


def _dominated(case):
    A, gamma = case
    P = dominating(A, gamma)
    if in_class0(A, gamma):
        return sorted(P) == sorted(A)
    return in_class0(P, gamma) and better(P, A)


@section("thm-4.3")
def thm_4_3():
    return [
        by(
            "fixed-table",
            by(
                "block-and-identity",
                by(
                    "garbling-of-two-values",
                    by("placements", *necessity(), C="C"),
                    A="A",
                    C="C",
                    P="P",
                    g=sp.Symbol("gamma"),
                ),
                B="the block of the first rows",
                A="A",
            ),
            B="B",
            P="P",
        ),
        crosscheck(lambda: class_members()[::2], _dominated, "a member of class 0 is better"),
    ]


def _agrees(case):
    """rropt.order's verdict with its witnesses: a dominating table and a decision problem."""
    A, gamma = case
    answer = admissible(channel(A), gamma)
    P, C, problem = answer.dominating, answer.garbling, answer.separation
    if P is None or C is None or problem is None:
        return answer.admissible and in_class0(A, gamma)
    gain = problem.gain
    return (
        not in_class0(A, gamma)
        and in_class0(P.rows, gamma)
        and times(C.rows, P.rows) == A
        and value_of(gain, P) > value_of(gain, channel(A))
    )


@section("sec4/admissible-iff")
def admissible_iff():
    return [
        by(
            "fixed-table",
            by(
                "block-and-identity",
                by(
                    "garbling-of-two-values",
                    by("placements", *same_pattern(), *step_2(), *necessity(), C="C"),
                    A="A",
                    C="C",
                    P="P",
                    g=sp.Symbol("gamma"),
                ),
                B="the block of the first rows",
                A="A",
            ),
            B="B",
            P="P",
        ),
        crosscheck(lambda: class_members()[1::3], _dominated, "dominated iff outside class 0"),
        crosscheck(lambda: class_members()[::4], _agrees, "rropt.order with its witnesses"),
    ]
