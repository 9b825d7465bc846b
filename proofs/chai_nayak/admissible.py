"""Section 4.1: a procedure that satisfies C1 and C2 is admissible within its class."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ..claims import Section
from ..goals import crosscheck, reals, sentence
from .constructions import (
    members,
)
from .tables import (
    better,
    garbling,
    in_class0,
    parity,
    proportional,
)

section = Section("chai-nayak")
y2, t = reals("y2 t")


def class_members():
    """Members of classes of several sizes, with their gamma."""
    sizes = ((2, 2, 6, 5), (3, 2, 6, 5), (2, 3, 4, 3), (3, 3, 5, 3), (2, 4, 4, 3))
    return [(A, Fraction(size[3])) for size in sizes for A in members(*size)]


def pure_members():
    return [(A, gamma) for A, gamma in class_members() if in_class0(A, gamma)]


def _permuted(case):
    A, P = case
    return garbling(A, P) is None or sorted(A) == sorted(P)


def dominated_pairs():
    """Members of class 0 against the members of their class."""
    pure = pure_members()
    return [
        (A, P)
        for A, gamma in pure
        for P, other in class_members()[::5]
        if other == gamma and len(A[0]) == len(P[0])
    ]


def step_1():
    return [
        sentence("used_rows_are_proportional"),
        crosscheck(dominated_pairs, _only_proportional, "c_iu != 0 only for proportional rows"),
    ]


def _only_proportional(case):
    A, P = case
    C = garbling(A, P)
    return C is None or all(
        proportional(P[u], A[i]) for i, row in enumerate(C) for u, entry in enumerate(row) if entry
    )


@section("thm-4.2/step-1")
def thm_4_2_step_1():
    return step_1()


def placements():
    """r and, for each row of an m x r matrix C, the column of its one nonzero entry; m, r <= 4."""
    return [
        (r, chosen)
        for m in range(1, 5)
        for r in range(1, 5)
        for chosen in product(range(r), repeat=m)
    ]


def _pigeonhole(case):
    """A zero column when m < r, two rows in one column when m > r, else a permutation."""
    r, chosen = case
    zero_column, shared = len(set(chosen)) < r, len(set(chosen)) < len(chosen)
    return (
        (zero_column or len(chosen) >= r)
        and (shared or len(chosen) <= r)
        and (zero_column or shared or sorted(chosen) == list(range(r)))
    )


@section("thm-4.2/step-2")
def thm_4_2_step_2():
    return [
        sentence("only_permutations_are_sufficient"),
        crosscheck(
            placements,
            _pigeonhole,
            "zero column, proportional rows, or a permutation",
            false=[lambda c: len(set(c[1])) < c[0], lambda c: len(set(c[1])) < len(c[1])],
        ),
        crosscheck(dominated_pairs, _permuted, "only A itself, up to the order of rows"),
    ]


@section("thm-4.2")
def thm_4_2():
    return [
        sentence("class_0_is_admissible"),
        crosscheck(dominated_pairs, lambda c: not better(c[1], c[0]), "nothing better"),
    ]


@section("cor-4.1")
def cor_4_1():
    def statement(case):
        A, P, gamma = case
        if in_class0(P, gamma):
            return True
        return garbling(A, P) is None

    return [
        sentence("outside_class_0_is_not_equivalent"),
        crosscheck(
            lambda: [(A, P, parity(A)) for A, P in dominated_pairs()],
            statement,
            "P outside class 0 is not sufficient for A",
        ),
    ]
