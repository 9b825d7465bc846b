"""Appendix B: equations (7) and (8), line by line."""

from __future__ import annotations

from ..claims import Section, states
from ..goals import sentence
from .pairs import (
    answers_product,
    enumerated,
    general,
    mean_square,
    product_of_two,
    second_moment,
    squared_mean,
)

section = Section("sun")


def seven_line(formula):
    """A line of (7) must be E(X_i X_j)."""
    enumeration = enumerated(formula, product_of_two, "E(X_i X_j)")
    return [enumeration, *general(formula, answers_product, "kept_product")]


def lines(line, formulas):
    """The goals of several lines; the theorem that they share is named once."""
    return list(dict.fromkeys(goal for f in formulas for goal in line(f)))


def seven_1(q, factor=1):
    """The four terms; `factor` 1 as printed, 2 as it must be."""
    both = (q.L + 1) ** 2 - factor * q.EY * (q.L + 1) + q.YY
    mixed = ((q.L + 1) * q.EY - q.YY) * (q.pi - q.xx)
    return both * q.xx + q.YY * (1 - 2 * q.pi + q.xx) + 2 * mixed


def seven_2(q):
    mixed = q.pi - q.xx
    first = q.YY * (q.xx + (1 - 2 * q.pi + q.xx) - mixed - mixed)
    second = q.EY * (-2 * (q.L + 1) * q.xx + (q.L + 1) * mixed + (q.L + 1) * mixed)
    return first + second + (q.L + 1) ** 2 * q.xx


def seven_rest(q):
    """The terms without E(Y_i Y_j) of lines 3."""
    ones = q.N * q.pi
    first = -2 * (q.L + 1) * ones * (ones - 1) + 2 * (q.L + 1) * ones * (q.N - ones)
    return first * q.EY + (q.L + 1) ** 2 * ones * (ones - 1)


def seven_3(q):
    ones = q.N * q.pi
    same = ones * (ones - 1) + (q.N - ones) * (q.N - ones - 1)
    return (same - 2 * q.N + q.pi * (q.N - ones)) * q.YY + seven_rest(q)


def seven_3_meant(q):
    ones = q.N * q.pi
    same = ones * (ones - 1) + (q.N - ones) * (q.N - ones - 1)
    total = (same - 2 * ones * (q.N - ones)) * q.YY + seven_rest(q)
    return total / (q.N * (q.N - 1))


def seven_4(q, product=None):
    """The numerator; `product` stands for E(Y_i Y_j)."""
    product = q.YY if product is None else product
    square = 4 * q.N**2 * q.pi**2 - 4 * q.N**2 * q.pi + q.N**2 - q.N
    linear = 2 * (q.L + 1) * q.N * q.pi * (1 + q.N - 2 * q.N * q.pi)
    last = (q.L + 1) ** 2 * q.N * q.pi * (q.N * q.pi - 1)
    return square * product + linear * q.EY + last


def seven_5(q):
    return seven_4(q, q.EY**2 - q.V / (q.N - 1))


def per_pair(formula):
    """Divided by the number of ordered pairs."""
    return lambda q: formula(q) / (q.N * (q.N - 1))


PAIRS = "the factor 1/(N(N-1)) is missing: the line is the sum over all i != j"
TWICE = "E[(L+1)^2 - 2 Y_i (L+1) + Y_i Y_j] E x_i x_j: the factor 2 is missing"


@section("eq-7")
def eq_7():
    printed = (seven_1, seven_2, seven_3, seven_4, seven_5)
    meant = (
        lambda q: seven_1(q, 2),
        seven_2,
        seven_3_meant,
        per_pair(seven_4),
        per_pair(seven_5),
    )
    return states(
        *lines(seven_line, printed),
        corrected=TWICE + " in line 1; -2 N pi_A (N - N pi_A) in line 3; lines 3 to 5 lack the "
        "factor 1/(N(N-1))",
        right=lines(seven_line, meant),
    )


@section("eq-7/1")
def eq_7_1():
    return states(*seven_line(seven_1), corrected=TWICE, right=seven_line(lambda q: seven_1(q, 2)))


@section("eq-7/2")
def eq_7_2():
    return states(
        sentence("kept_product_of_moments"),
        *seven_line(seven_2),
        scope="it is E(X_i X_j), though not equal to the line before it as printed",
    )


@section("eq-7/3")
def eq_7_3():
    return states(
        *seven_line(seven_3),
        corrected="1/(N(N-1)) { [N pi_A (N pi_A - 1) + (N - N pi_A)(N - N pi_A - 1) - 2 "
        "N pi_A (N - N pi_A)] E Y_i Y_j + ... }: printed -2N + pi_A (N - N "
        "pi_A), without the factor",
        right=seven_line(seven_3_meant),
    )


@section("eq-7/4")
def eq_7_4():
    return states(*seven_line(seven_4), corrected=PAIRS, right=seven_line(per_pair(seven_4)))


@section("eq-7/5")
def eq_7_5():
    return states(*seven_line(seven_5), corrected=PAIRS, right=seven_line(per_pair(seven_5)))


def eight_1(q):
    return q.N**2 * (q.EY + q.pi * (q.L + 1 - 2 * q.EY)) ** 2


def eight_2(q):
    return q.N**2 * ((q.L + 1) * q.pi + (1 - 2 * q.pi) * q.EY) ** 2


def eight_3(q):
    square = (q.L + 1) ** 2 * q.pi**2 + (1 - 2 * q.pi) ** 2 * q.EY**2
    return q.N**2 * (square + 2 * (q.L + 1) * q.pi * (1 - 2 * q.pi) * q.EY)


def eight_line(formula):
    """A line of (8) is the square of the mean."""
    return [
        enumerated(formula, squared_mean, "(E sum X_i)^2"),
        *general(formula, mean_square, "kept_mean_squared"),
    ]


MEAN_FIRST = (
    "the left side is (E sum X_i)^2, the square of the mean; E (sum X_i)^2 exceeds it by "
    "the variance"
)


def printed_left(formula):
    """E (sum X_i)^2, in the notation of the decomposition before it."""
    return [enumerated(formula, second_moment, "E (sum X_i)^2")]


@section("eq-8")
def eq_8():
    return states(
        *printed_left(eight_1),
        corrected=MEAN_FIRST,
        right=lines(eight_line, (eight_1, eight_2, eight_3)),
    )


@section("eq-8/1")
def eq_8_1():
    return states(*printed_left(eight_1), corrected=MEAN_FIRST, right=eight_line(eight_1))


@section("eq-8/2")
def eq_8_2():
    line = [sentence("kept_mean_squared_2"), *eight_line(eight_2)]
    return states(*line, scope="as the square of the mean, see line 1")


@section("eq-8/3")
def eq_8_3():
    line = [sentence("kept_mean_squared_3"), *eight_line(eight_3)]
    return states(*line, scope="as the square of the mean, see line 1")
