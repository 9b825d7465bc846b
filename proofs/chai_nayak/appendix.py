"""Section 5, and the proofs of Lemmas 3.2 and 3.3 in the appendix."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import sympy as sp

from ..claims import Section, states
from ..goals import crosscheck, holds, identity, reals, sentence, together
from .breaches import grid
from .model import small_tables
from .schemas import (
    BOUNDARY,
    OPEN,
    S,
    b,
    h,
    p,
    posterior,
    x,
    y,
)
from .strict import BOUNDARIES, NOT_ONE, POINTS, provides
from .tables import mass, parity, priors, report, row_parity, tables, updated

section = Section("chai-nayak")
M, R, t, w = reals("M R t w")
SUPREMUM = p / (1 - p) * (1 - h) / h


def collapses(most=5):
    """Every way of collapsing k truths into m cells, none empty."""
    for k in range(2, most + 1):
        for cells in product(range(k), repeat=k):
            if set(cells) == set(range(max(cells) + 1)):
                yield tuple(
                    tuple(Fraction(cell == i) for cell in cells) for i in range(max(cells) + 1)
                )


@section("sec5/collapse-parity")
def collapse_parity():
    """A truth in another cell has its one there, so row i has a zero beside its one."""
    return [
        sentence("collapsed_parity"),
        crosscheck(
            lambda: list(collapses()),
            lambda A: (parity(A) == math.inf) == (len(A) > 1) and (len(A) > 1 or set(A[0]) == {1}),
            "infinite unless m = 1",
        ),
    ]


@section("sec5/collapse-privacy")
def collapse_privacy():
    """The void demand h = 1 is met by any procedure."""

    def none(names):
        return crosscheck(
            lambda: [(A, name) for A in collapses(3) if len(A) > 1 for name in names],
            lambda c: not provides(*c),
            "no h-CSIP",
            names="P h",
        )

    proper = [name for name in BOUNDARIES if name != "1"]
    return states(
        none(["1"]),
        none(proper),
        assuming=NOT_ONE,
        under=[
            none(proper),
            sentence("collapsed_cells_give_no_privacy"),
            sentence("collapsed_parity"),
        ],
    )


def _moved(row, prior, Q):
    """The prior of the proof: all of Q's mass on a truth of Q with the largest entry."""
    best = max(Q, key=lambda j: row[j])
    return best, tuple(
        mass(prior, Q) if j == best else Fraction(0) if j in Q else prior[j]
        for j in range(len(row))
    )


def _chain(case):
    row, prior, Q = case
    best, moved = _moved(row, prior, Q)
    return (
        sum(moved) == 1
        and moved[best] == mass(prior, Q)
        and report(row, moved) > 0
        and updated(row, prior, Q) <= updated(row, moved, (best,))
    )


@section("lem-3.2/proof")
def lem_3_2_proof():
    """Also when nothing lies outside Q (a = 0 in psi) and when the largest entry is zero."""
    return [
        sentence("gathering_raises_the_posterior"),
        crosscheck(
            lambda: [
                (row, prior, Q)
                for A in tables(2, 3, 3)
                for row in A
                for prior, Q in grid(A, 3)
                if mass(prior, Q) and report(row, prior)
            ],
            _chain,
            "the chain",
        ),
    ]


@section("eq-6.1")
def eq_6_1():
    """S = sum over l != j of alpha_l p_il."""
    form = 1 / (1 + (1 - p) / p / x * (S / (1 - p)))
    return [
        identity(form, p * x / (p * x + S), *OPEN, x > 0, S >= 0),
        identity(posterior(x, b, 0), 0, b > 0),
        identity(posterior(0, b), 0, *OPEN, b > 0),
        identity(posterior(x, b, 1), 1, x > 0),
        holds(h >= 0, p >= 0, *BOUNDARY),
        holds(h >= 1, sp.Eq(p, 1), *BOUNDARY),
    ]


def solved():
    """(3.4) in the form (6.1), solved for the mean ratio M."""
    return holds(
        sp.Equivalent(1 / (1 + (1 - p) / p * M) <= h, M >= SUPREMUM), *OPEN, M >= 0, *BOUNDARY
    )


@section("eq-6.2")
def eq_6_2():
    return solved()


def atomic(row, name, j):
    """(3.4) for one report and one truth, over two-point priors and a coarse grid."""
    bound, k = BOUNDARIES[name][0], len(row)
    pairs = [
        (at * row[j], at * row[j] + (1 - at) * row[u], at)
        for at in POINTS
        for u in range(k)
        if u != j
    ]
    pairs += [
        (prior[j] * row[j], report(row, prior), prior[j])
        for prior in priors(k, 4)
        if 0 < prior[j] < 1
    ]
    return all(part <= bound(at) * total for part, total, at in pairs)


def _ratios(row, j):
    return [row[u] / row[j] for u in range(len(row)) if u != j]


def rows_and_boundaries():
    rows = dict.fromkeys(row for A in small_tables() for row in A)
    return [(row, name, j) for row in rows for name in BOUNDARIES for j in range(len(row))]


@section("eq-6.3")
def eq_6_3():
    return [
        sentence("one_truth_bounds_its_ratios"),
        crosscheck(
            lambda: [c for c in rows_and_boundaries() if c[0][c[2]]],
            lambda c: (
                atomic(*c)
                == (
                    min(_ratios(c[0], c[2])) * BOUNDARIES[c[1]][1] >= 1
                    if BOUNDARIES[c[1]][1] < math.inf
                    else True
                )
            ),
            "iff",
        ),
    ]


def _right_side(name):
    """sup of the right side of (6.3) = 1/B(h)."""
    bound = BOUNDARIES[name][1]
    return Fraction(0) if bound == math.inf else 1 / bound


def positivity():
    return [holds(SUPREMUM > 0, *OPEN, h >= p, h < 1), holds(y > 0, x > 0, t > 0, y / x >= t)]


def positive(names):
    """The right side of (6.3), 1/B(h), is positive."""
    return crosscheck(
        lambda: [(name,) for name in names],
        lambda c: _right_side(c[0]) > 0,
        "the right side of (6.3) is positive",
        names="h",
    )


PROPER = [name for name in BOUNDARIES if name != "1"]


@section("eq-6.3/positive")
def eq_6_3_positive():
    """h = 1 on (0, 1) makes the right side zero, and (6.3) holds for any row."""
    return states(
        positive(["1"]),
        positive(PROPER),
        assuming=NOT_ONE,
        under=[positive(PROPER), together(*positivity())],
    )


def _least(row):
    return min(Fraction(row_parity(row)) ** -1 if row_parity(row) < math.inf else Fraction(0), 1)


def _iff(case):
    row, name = case
    holds_all = all(atomic(row, name, j) for j in range(len(row)))
    return holds_all == (_least(row) >= _right_side(name))


@section("eq-6.4")
def eq_6_4():
    """The equivalence always holds; h = 1 makes the right side zero, a zero entry the left one."""
    pairs = dict.fromkeys((row, name) for row, name, _ in rows_and_boundaries())
    iff = crosscheck(lambda: list(pairs), _iff, "(3.4) for all j iff (6.4)")

    def sides(names, entries):
        return crosscheck(
            lambda: [c for c in pairs if c[1] in names and entries(c[0])],
            lambda c: _least(c[0]) > 0 and _right_side(c[1]) > 0,
            "both sides of (6.4) are positive",
            names="row h",
        )

    return states(
        iff,
        sides(["1"], all),
        sides(PROPER, any),
        assuming=NOT_ONE + " and p_ij > 0 for all j, for the positive sides",
        under=[
            iff,
            sides(PROPER, all),
            sentence("a_row_bounds_its_ratios"),
        ],
    )
