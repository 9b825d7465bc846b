"""Appendix B up to E(x_i x_j): decomposition, equation (6) and the moments of pairs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import sympy as sp

from ..claims import Section, states
from ..goals import argued, crosscheck, holds, identity, sentence
from .christofides import SYMMETRIC, symmetric_too
from .draws import (
    cards,
    gap,
    independent,
    jointly_independent,
    law_without,
    orders,
    population,
    proportions,
    variance,
    variance_number,
)
from .examples import by_deck, card_cases, estimable, estimator
from .improved import enumerated as theorem_4_1
from .pairs import (
    GENERAL,
    answers_product,
    answers_square,
    enumerated,
    general,
    joint,
    mean_square,
    product_of_two,
    second_moment,
    squared_mean,
    squares_sum,
)
from .symbols import PROPER, SEVERAL, SHARE, L, N, V, m, pi

section = Section("sun")


@section("app-B/start")
def app_b_start():
    def agrees(case):
        counts, ones = case
        law = law_without(population(sum(counts), ones), counts)
        return (
            variance(law, estimator(counts))
            == variance(law, sum) / (sum(counts) * gap(counts)) ** 2
        )

    def scaled(of):
        return by_deck(of, agrees, "Var of the estimator = Var(sum X_i) / (N D)^2")

    return states(
        scaled(symmetric_too),
        assuming=SYMMETRIC,
        under=[
            scaled(lambda: estimable(5)),
            sentence("kept_variance_scaled"),
        ],
    )


@section("app-B/decomp")
def app_b_decomp():
    def agrees(case):
        law, n = joint(*case), sum(case[0])
        squares = second_moment(law, n) - squared_mean(law, n)
        parts = squares_sum(law, n) + n * (n - 1) * product_of_two(law, n)
        return variance(law, sum) == squares == parts - squared_mean(law, n)

    return [
        crosscheck(lambda: card_cases(4, 2), agrees, "both equalities, all orders"),
        sentence("kept_decomposition"),
    ]


@section("app-B/dep")
def app_b_dep():
    """Negative covariances of cards and of persons; cards and persons in independent orders."""

    def dependent(case):
        return not jointly_independent(joint(*case))

    def mixed(size):
        return [c for c in card_cases(size, 2) if 0 < c[1] < sum(c[0]) and variance_number(c[0])]

    by_chance = [((1, 3), 2), ((1, 0, 3), 2)]
    return states(
        by_deck(lambda: estimable(4, 2), dependent, "X_1, ..., X_N are dependent"),
        assuming="0 < pi_A < 1 and Var(Y) > 0, for the persons in the random order of the draw, "
        "and for X_1, ..., X_N together: the deck 1, 2, 2, 2 with two members of A makes "
        "X_i, X_j independent in pairs",
        under=[
            crosscheck(lambda: mixed(5), dependent, "X_1, ..., X_N are dependent, N <= 5"),
            never_independent(),
            crosscheck(
                lambda: by_chance,
                lambda case: independent(joint(*case), 0, 1),
                "pairs that are independent by accident",
            ),
            holds(sp.Ne(GENERAL.xx - pi**2, 0), *PROPER, *SEVERAL),
            holds(sp.Ne((m**2 - V / (N - 1)) - m**2, 0), V > 0, *SEVERAL),
            crosscheck(
                lambda: mixed(4), dealt_independently, "Y_i and x_i are independent, every i"
            ),
        ],
    )


def never_independent():
    """Every N: P(all X_i = v) would be positive for each v that can be reported."""
    way, power = sp.symbols("binom power")
    half = [((1, 1), 1), ((2, 0, 2), 2), ((0, 2, 2, 0), 2)]

    def all_alike(case):
        counts, _ = case
        n, law = sum(counts), joint(*case)
        told = {v for reports in law for v in reports}
        return all(law[(v,) * n] == Fraction(1, comb(n, n // 2)) for v in told)

    return argued(
        "with v also L+1-v can be reported; if all can report v, N (1 - pi_A) cards show v and N "
        "pi_A show L+1-v, and the other way round: then either all cards are the middle one, and "
        "Var(Y) = 0, or pi_A = 1/2, and all report v with probability 1/binom(N, N/2), not 2^-N",
        holds(sp.Ne(N * (1 - pi), N * pi), sp.Ne(pi, sp.S.Half), *SEVERAL),
        crosscheck(lambda: half, all_alike, "half of the cards v, half L+1-v, pi_A = 1/2"),
        holds(1 / way > 1 / power, way + 1 <= power, way >= 1, label="binom(N, 0) = 1 is left"),
    )


def dealt_independently(case):
    """At every place, over all orders of the cards and of the persons: the product law."""
    counts, ones = case
    n = sum(counts)
    chance = {1: Fraction(ones, n), 0: 1 - Fraction(ones, n)}
    every = list(product(orders(cards(counts)), orders(population(n, ones))))
    return all(
        Fraction(sum((y[i], x[i]) == (k, truth) for y, x in every), len(every)) == p * own
        for i in range(n)
        for k, p in enumerate(proportions(counts), 1)
        for truth, own in chance.items()
    )


def square_line(formula):
    """A line of (6): all orders, and every N and L."""
    return [
        enumerated(formula, squares_sum, "sum of E(X_i^2)"),
        *general(formula, answers_square, "kept_squares_4"),
        two_truths(),
    ]


def six_1(q):
    far = (q.L + 1) ** 2 - 2 * (q.L + 1) * q.EY + q.EY2
    return q.N * (far * q.pi + q.EY2 * q.pi)


def six_2(q):
    far = (q.L + 1) ** 2 - 2 * (q.L + 1) * q.EY + q.EY2
    return q.N * (far * q.pi + q.EY2 * (1 - q.pi))


def six_3(q):
    far = (q.L + 1) ** 2 + q.EY2 - 2 * (q.L + 1) * q.EY
    return q.N * far * q.pi + q.N * q.EY2 * (1 - 2 * q.pi + q.pi)


def six_4(q):
    return q.N * q.EY2 - 2 * q.N * (q.L + 1) * q.pi * q.EY + q.N * (q.L + 1) ** 2 * q.pi


SIX = (
    "the last square is (1 - x_i)^2: sum E(X_i^2) = sum E[(L+1-Y_i)^2 x_i^2 + Y_i^2 (1-x_i)^2], "
    "and then lines 2 to 4 are right"
)


@section("eq-6")
def eq_6():
    return states(
        *square_line(six_1),
        corrected=SIX,
        right=[goal for formula in (six_2, six_3, six_4) for goal in square_line(formula)],
    )


@section("eq-6/1")
def eq_6_1():
    return states(*square_line(six_1), corrected=SIX, right=square_line(six_2))


@section("eq-6/2")
def eq_6_2():
    return [sentence("kept_squares_2"), *square_line(six_2)]


@section("eq-6/3")
def eq_6_3():
    return [sentence("kept_squares_3"), *square_line(six_3)]


@section("eq-6/4")
def eq_6_4():
    return square_line(six_4)


def two_truths():
    """x_i^2 = x_i and x_i (1 - x_i) = 0 are what the expansion uses."""
    x = sp.Symbol("x")
    return holds(sp.And(sp.Eq(x**2, x), sp.Eq(x * (1 - x), 0)), sp.Or(sp.Eq(x, 0), sp.Eq(x, 1)))


@section("app-B/XiXj-1")
def xixj_1():
    """The representation of each factor."""
    x, y = sp.symbols("x Y")
    told = (L + 1 - y) * x + y * (1 - x)
    return [
        identity(told.subs(x, 1), L + 1 - y),
        identity(told.subs(x, 0), y),
        enumerated(answers_product, product_of_two, "E(X_i X_j)"),
    ]


@section("app-B/XiXj-2")
def xixj_2():
    """The two mixed terms have the same expectation, the pairs (i, j) and (j, i) being alike."""
    xi, xj, yi, yj = sp.symbols("x_i x_j Y_i Y_j")
    first = ((L + 1 - yi) * xi + yi * (1 - xi)) * ((L + 1 - yj) * xj + yj * (1 - xj))
    parts = (
        (L + 1 - yi) * (L + 1 - yj) * xi * xj
        + yi * yj * (1 - xi) * (1 - xj)
        + (L + 1 - yi) * yj * xi * (1 - xj)
        + yi * (L + 1 - yj) * (1 - xi) * xj
    )
    return [
        identity(first, parts),
        enumerated(answers_product, product_of_two, "E(X_i X_j)"),
        sentence("kept_product_2"),
    ]


@section("app-B/end")
def app_b_end():
    """N E(X^2) + N (N-1) E(X_i X_j) - (E sum X)^2 = 4 N^2 pi_A (1 - pi_A) Var(Y) / (N - 1)."""
    q = GENERAL
    total = answers_square(q) + N * (N - 1) * answers_product(q) - mean_square(q)
    width = L + 1 - 2 * m
    right = 4 * pi * (1 - pi) * q.V / ((N - 1) * width**2)
    return states(
        theorem_4_1(symmetric_too),
        assuming=SYMMETRIC + "; and N >= 2",
        scope="with (6), (7), (8) as corrected here",
        under=[
            identity(total / (N * width) ** 2, right, *SEVERAL, *SHARE, sp.Ne(width, 0)),
            theorem_4_1(lambda: estimable(5, 2)),
        ],
    )
