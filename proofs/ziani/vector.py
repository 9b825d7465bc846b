"""Section 3: the multi-dimensional Laplace mechanism."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from typing import Any

import flint

from ..claims import Section, definition, states
from ..goals import check, crosscheck, holds, reals, sentence
from .laplace import FINITE, D, e

section = Section("ziani")
d, S, C = reals("d S C")


@section("def-vector-query")
def def_vector_query():
    return definition("a vector-valued query")


@section("ex-vec/query")
def ex_vec_query():
    return definition("two counts", check(lambda: counts((1, 0, 0)) == (1, 2), "two counts"))


def counts(people: tuple[int, ...]) -> tuple[int, int]:
    """Females (1) and males (0)."""
    return sum(people), len(people) - sum(people)


def l1(u: tuple, v: tuple) -> F:
    return sum((abs(F(i) - F(j)) for i, j in zip(u, v, strict=False)), F(0))


@section("def-10")
def def_10():
    return definition("sensitivity in the l1 norm")


@section("def-10/l1-norm")
def l1_norm():
    return definition("the l1 norm", check(lambda: l1((1, -2), (0, 0)) == 3, "1 + 2"))


def neighbours(size: int) -> list[tuple]:
    """Databases of bits that differ in one entry."""
    every = list(product((0, 1), repeat=size))
    return [
        (u, v) for u in every for v in every if sum(i != j for i, j in zip(u, v, strict=True)) == 1
    ]


def largest_sign_sum(z: tuple) -> F:
    """max over signs of sum s_i z_i: the l1 norm as the dual of the largest coordinate."""
    signs = product((-1, 1), repeat=len(z))
    return max(sum((t * i for t, i in zip(chosen, z, strict=True)), F(0)) for chosen in signs)


VECTOR_QUERIES = (counts, lambda u: (F(sum(u), len(u)), max(u), u[0] * u[-1]), lambda u: (sum(u),))


def _by_coordinates(query: Any) -> bool:
    """Delta f as the largest norm of a difference, and coordinate by coordinate."""
    pairs = [(query(u), query(v)) for u, v in neighbours(3)]
    norms = [largest_sign_sum(tuple(F(i) - j for i, j in zip(*c, strict=True))) for c in pairs]
    return max(norms) == max(l1(*c) for c in pairs)


@section("def-10/coordinates")
def coordinates():
    """Then each sign of the dual norm is chosen apart, and sensitivities of three queries."""
    values = (F(-2), F(-1, 2), F(0), F(3))
    return [
        sentence("l1_sensitivity_by_coordinates"),
        crosscheck(
            lambda: [z for d in (1, 2, 3) for z in product(values, repeat=d)],
            lambda z: largest_sign_sum(z) == l1(z, (0,) * len(z)),
            "the sum of the absolute values",
            false=[lambda z: largest_sign_sum(z) == max(map(abs, z))],
        ),
        crosscheck(lambda: VECTOR_QUERIES, _by_coordinates, "the sensitivity"),
    ]


@section("ex-vec/sensitivity-change")
def sensitivity_change():
    """One gender swapped moves (females, males) by (1, -1) or (-1, 1)."""
    return [
        sentence("two_counts_when_one_changes"),
        crosscheck(
            lambda: [c for size in (1, 2, 3, 4) for c in neighbours(size)],
            lambda c: l1(counts(c[0]), counts(c[1])) == 2,
            "n <= 4",
        ),
    ]


@section("ex-vec/sensitivity-add-delete")
def sensitivity_add_delete():
    return [
        sentence("two_counts_when_one_is_added"),
        crosscheck(
            lambda: [
                (u, (*u[:i], g, *u[i:]))
                for size in range(4)
                for u in product((0, 1), repeat=size)
                for i in range(size + 1)
                for g in (0, 1)
            ],
            lambda c: l1(counts(c[0]), counts(c[1])) == 1,
            "one person more or less, n <= 4",
        ),
    ]


@section("def-11")
def def_11():
    return definition("the vector-valued Laplace mechanism")


@section("thm-12/privacy")
def privacy():
    stated = holds(e / D * S <= e, S <= D, S >= 0, D >= 0, e > 0)
    return states(stated, assuming=FINITE, under=[sentence("vector_laplace_is_private")])


def _l1_tail_small(case: tuple[F, int]) -> bool:
    """P(|Z_1| + |Z_2| >= b ln(2/delta)) = (1 + ln(2/delta)) delta / 2."""
    level, _ = case
    small = flint.arb(flint.fmpq(level.numerator, level.denominator))
    return not bool((1 + (2 / small).log()) * small / 2 > small)


@section("thm-12/accuracy")
def accuracy():
    """Read with the l1 norm, the only one of the section, it fails already for d = 2."""
    return states(
        crosscheck(
            lambda: [(F(1), 2), (F(1, 10), 2)],
            _l1_tail_small,
            "P(l1 norm of the noise >= ln(d/delta) Delta f / epsilon) <= delta (delta, d)",
        ),
        holds(e / D > 0, D >= 0, e > 0),
        assuming="f maps to R^d and |.| is the largest coordinate, 0 < Delta f < oo, epsilon > 0, "
        "delta > 0",
        under=[sentence("vector_laplace_accuracy")],
    )


@section("thm-12/proof")
def proof():
    return definition("a reference to another work")


@section("thm-12/dimension")
def dimension():
    return states(
        sentence("bound_grows_with_dimension"),
        scope="d >= 2 (for d = 1 the bounds agree); " + FINITE,
    )


@section("thm-12/cause")
def cause():
    return definition(
        "a discussion; for a given Delta f the noise parameter Delta f / epsilon does "
        "not depend on d, and ln d comes from the union bound over d noises"
    )


def _bound(size: int, sensitivity: int) -> flint.arb:
    """The bound with delta = 1/10, epsilon = 1."""
    return sensitivity * (flint.arb(10 * size)).log()


def _doubling_adds_the_same(case: tuple[int, ...]) -> bool:
    """Logarithmic in d: doubling d adds the same amount each time."""
    small, middle, large = (_bound(k, k) for k in case)
    return bool((large - middle).overlaps(middle - small))


@section("thm-12/log-rate")
def log_rate():
    """d copies of a counting query have Delta f = d, and the bound is d ln(d/delta) / epsilon."""
    return states(
        crosscheck(
            lambda: [(2, 4, 8)],
            _doubling_adds_the_same,
            "doubling the number of counting queries adds a constant",
        ),
        assuming="Delta f stays the same as d grows",
        under=[sentence("bound_is_logarithmic")],
    )
