"""Section 4.1, continued: what violates C1 or C2 is inadmissible (Lemmas 4.2 to 4.4)."""

from __future__ import annotations

from rropt.order import admissible, value_of

from ..claims import Section
from ..goals import crosscheck, reals, sentence
from .admissible import class_members
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
from .tables import (
    better,
    channel,
    in_class,
    in_class0,
    is_table,
    no_proportional_rows,
    row_parity,
    tables,
)

section = Section("chai-nayak")
xi, e, e2, x2, y2, z, z2, d, t = reals("xi e e2 x2 y2 z z2 d t")


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
        sentence("constant_row_can_go"),
        crosscheck(
            with_constant,
            lambda c: _is_dropped(c) and all(row_parity(row) == c[1] for row in dropped(c[0])),
            "C1 holds after dropping",
        ),
    ]


@section("lem-4.3/construction")
def lem_4_3_construction():
    return [
        sentence("constant_row_is_dropped"),
        crosscheck(
            lambda: [A for A in tables(3, 2, 5) + tables(3, 3, 3) if _constant_rows(A) > 1],
            lambda A: not no_proportional_rows(A),
            "two constant rows are proportional",
        ),
        crosscheck(
            with_constant, lambda c: _constant_rows(c[0]) == 1 and _is_dropped(c), "as stated"
        ),
    ]


@section("lem-4.3/consequence")
def lem_4_3_consequence():
    """Every violation of C1 is a constant row or one with a parity between 1 and gamma."""
    return [
        sentence("consequence_of_dropping"),
        sentence("violations_of_full_parity"),
        crosscheck(
            with_constant,
            lambda c: not in_class0(dropped(c[0]), c[1]) or better(dropped(c[0]), c[0]),
            "strictly better",
        ),
    ]


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
        sentence("middle_value_is_split"),
        crosscheck(with_middle, _is_split, "as stated"),
    ]


@section("lem-4.4/termination")
def lem_4_4_termination():
    return [
        sentence("middle_values_are_eliminated"),
        crosscheck(
            with_middle,
            lambda c: in_class0(eliminated(c[0]), c[1]) and better(eliminated(c[0]), c[0]),
            "in class 0 and better",
        ),
    ]


@section("lem-4.4")
def lem_4_4():
    return [
        sentence("more_values_are_inadmissible"),
        crosscheck(with_middle, lambda c: better(eliminated(c[0]), c[0]), "inadmissible"),
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
        sentence("admissible_only_in_class_0"),
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
        sentence("admissible_iff_class_0"),
        crosscheck(lambda: class_members()[1::3], _dominated, "dominated iff outside class 0"),
        crosscheck(lambda: class_members()[::4], _agrees, "rropt.order with its witnesses"),
    ]
