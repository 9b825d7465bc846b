"""Section 1, last part: the parity, tables that have a wanted one, and Bayes factors."""

from __future__ import annotations

import math
from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import contradicted, crosscheck, holds, identity, integers, sentence, together
from .model import eta, small_tables
from .schemas import ratios_are_products, x, y
from .strict import BOUNDARIES, NOT_ONE, provides
from .tables import factors, is_table, parity, tables

section = Section("chai-nayak")


@section("sec1/parity-range")
def parity_range():
    return [
        sentence("parity_is_finite_where_positive"),
        holds(x / y >= 1, y > 0, x >= y),
        *ratios_are_products(),
        crosscheck(
            small_tables,
            lambda t: (
                parity(t) >= 1 and ((parity(t) < math.inf) == all(e > 0 for row in t for e in row))
            ),
            "finite iff positive (no zero rows: model/zero-row)",
        ),
    ]


def _eta_table(value, m, k):
    """chai-nayak/sec1/parity-example."""
    total = value + m - 1
    return tuple(tuple((value if i == j else 1) / total for j in range(k)) for i in range(m))


def _example_has(value, m, k):
    t = _eta_table(Fraction(value), m, k)
    return is_table(t) and parity(t) == value


SIZES = [(m, k) for k in (2, 3, 4) for m in range(k, k + 4)]


@section("sec1/parity-any")
def parity_any():
    """A parity is at least one; from one on, a two-report table has any parity, for every k."""
    made = [
        crosscheck(
            lambda: [(Fraction(e), k) for e in (1, "3/2", 2, 20) for k in (2, 3, 4, 5)],
            lambda c: _example_has(c[0], c[1], c[1]),
            "a table of this parity",
        ),
        together(
            identity((eta / (eta + 1)) / (1 / (eta + 1)), eta, eta >= 1),
            identity((1 - 1 / (eta + 1)) / (1 - eta / (eta + 1)), eta, eta >= 1),
            holds(sp.And(eta / (eta + 1) >= 1 / (eta + 1), eta / (eta + 1) < 1), eta >= 1),
        ),
    ]
    return states(
        contradicted(
            "eta_0 = 1/2: every row has max / min at least one", holds(x / y >= 1, y > 0, x >= y)
        ),
        scope="k >= 2 (one category has parity one)",
        assuming="eta_0 >= 1 (no parity is below one)",
        under=made,
    )


@section("sec1/parity-example")
def parity_example():
    """Column sums for symbolic m; the rows beyond k are constant."""
    m = integers("m")
    total = eta + m - 1

    def sized(values):
        return crosscheck(
            lambda: [(Fraction(e), *mk) for e in values for mk in SIZES],
            lambda c: _example_has(*c),
            "a table with parity eta_0",
            names="eta_0 m k",
        )

    return states(
        sized(("1/2", 1, 2)),
        scope="k >= 2",
        assuming="eta_0 >= 1 (below one the parity of this table is 1/eta_0)",
        under=[
            sentence("gamma_diagonal_has_the_parity"),
            sized((1, "3/2", 2, 20)),
            together(
                identity((1 / total) / (eta / total), 1 / eta, eta > 0, m >= 2),
                holds(eta / total < 1 / total, eta > 0, eta < 1, m >= 2),
            ),
        ],
    )


@section("sec1/bayes-bound")
def bayes_bound():
    """h-CSIP and "all Bayes factors at most B(h)" are both eta <= B(h); h = 1 bounds nothing."""

    def bounded(names):
        return crosscheck(
            lambda: [(t, name) for t in tables(2, 2, 2) for name in names if provides(t, name)],
            lambda c: factors(c[0])[-1][1] <= BOUNDARIES[c[1]][1] < math.inf,
            "h-CSIP bounds all Bayes factors",
            names="P h",
        )

    proof = sentence("two_boundaries_bound_factors")
    return states(
        proof,
        bounded(["1"]),
        assuming=NOT_ONE,
        under=[proof, bounded([name for name in BOUNDARIES if name != "1"])],
    )
