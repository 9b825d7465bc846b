"""Section 5.1: the unrelated question with a uniform answer."""

from __future__ import annotations

from itertools import product
from math import comb

import sympy as sp

from ..claims import Section, definition, states
from ..goals import crosscheck, every, identity, reals, sentence
from .model import (
    F,
    at_least,
    base,
    distance,
    eta,
    pairs,
    ring,
    strings,
    table_of,
    weight,
    xor,
)
from .notation import same

section = Section("vinterbo")
p = reals("p")
SIMMONS_COST = (p**2 - 2 * p + 2) / (2 * (p - 1) ** 2)
LETTER = ring("p")[0]


@section("simmons/device")
def simmons_device():
    return definition("an unrelated question with a uniform answer")


def answer(x, u, z):
    """A(x, u, z) of vinterbo/simmons/A."""
    return tuple(i * (1 - j) + k * j for i, j, k in zip(x, u, z, strict=True))


def answers(length):
    return list(product(strings(length), repeat=3))


@section("simmons/A")
def simmons_a():
    return definition(
        "the true bit where u is zero, z where u is one",
        crosscheck(lambda: answers(2), lambda c: answer(*c) in strings(2), "a string again"),
    )


def unrelated(u, chance=LETTER):
    """P(U = u)."""
    return chance ** weight(u) * (1 - chance) ** (len(u) - weight(u))


@section("simmons/M")
def simmons_m():
    return definition("the randomizer with U of B_p^n and Z of B_(1/2)^n")


@section("simmons/u-ge-d")
def u_ge_d():
    def implied(c):
        x, u, z = c
        return at_least(u, xor(x, answer(x, u, z)))

    return states(
        every({"x, u, z": list(answers(1))}, implied, "one bit"),
        crosscheck(
            lambda: answers(3),
            implied,
            "three bits",
            false=[lambda c: at_least(c[1], xor(c[0], c[2]))],
        ),
        scope="bit by bit, so for every n",
    )


def chance_of(r, x):
    """P(r = A(x, U, Z)) by enumeration of u and z."""
    n = len(x)
    return sum(
        (unrelated(u) * F(1, 2**n) for u in strings(n) for z in strings(n) if answer(x, u, z) == r),
        0 * LETTER,
    )


def summed(r, x):
    """The sum over u >= d of P(U = u) P(Z =_u r)."""
    n, d = len(x), xor(r, x)
    return sum(
        (
            unrelated(u) * F(sum(same(z, r, u) for z in strings(n)), 2**n)
            for u in strings(n)
            if at_least(u, d)
        ),
        0 * LETTER,
    )


def small(length=3):
    return [c for k in range(1, length + 1) for c in pairs(k)]


@section("simmons/sum-u")
def sum_u():
    return [
        sentence("sum_over_strings_above"),
        crosscheck(
            small,
            lambda c: chance_of(*c) == summed(*c),
            "the sum over u >= d, n <= 3, symbolic p",
            false=[lambda c: chance_of(*c) == summed(c[1], c[1])],
        ),
    ]


@section("simmons/P-U")
def p_u():
    def product_of(u):
        value = LETTER**0
        for one in u:
            value *= LETTER if one else 1 - LETTER
        return value == unrelated(u)

    return [
        sentence("chance_of_a_string"),
        crosscheck(
            lambda: [u for k in range(5) for u in strings(k)],
            product_of,
            "independent bits, n <= 4",
        ),
    ]


@section("simmons/P-Z")
def p_z():
    def half(c):
        r, u = c
        return F(sum(same(z, r, u) for z in strings(len(u))), 2 ** len(u)) == F(1, 2 ** weight(u))

    return [
        sentence("chance_of_agreement"),
        crosscheck(lambda: [c for k in range(1, 5) for c in pairs(k)], half, "n <= 4"),
    ]


@section("simmons/count")
def count():
    def counted(c):
        d, i = c
        above = [u for u in strings(len(d)) if at_least(u, d)]
        free = len(d) - weight(d)
        return len(above) == 2**free and sum(weight(u) == i + weight(d) for u in above) == comb(
            free, i
        )

    return [
        sentence("strings_above"),
        crosscheck(
            lambda: [
                (d, i) for n in range(1, 6) for d in strings(n) for i in range(n - weight(d) + 1)
            ],
            counted,
            "n <= 5",
        ),
    ]


def by_weight(length, d, chance=LETTER):
    """The sum over i of vinterbo/simmons/sum-i."""
    return sum(
        (
            comb(length - d, i) * (chance / 2) ** (i + d) * (1 - chance) ** (length - (i + d))
            for i in range(length - d + 1)
        ),
        0 * chance,
    )


@section("simmons/sum-i")
def sum_i():
    return [
        sentence("unrelated_question_by_weights"),
        crosscheck(
            small,
            lambda c: chance_of(*c) == by_weight(len(c[0]), distance(*c)),
            "n <= 3, symbolic p",
            false=[lambda c: chance_of(*c) == by_weight(len(c[0]), 0)],
        ),
    ]


@section("simmons/bit-matrix")
def bit_matrix():
    return [
        sentence("unrelated_question_bit_by_bit"),
        crosscheck(
            lambda: pairs(1),
            lambda c: chance_of(*c) == table_of((2 - LETTER) / 2, 1)[eta(c[0])][eta(c[1])],
            "one bit, enumerated",
        ),
    ]


def printed_entry(length, d, chance=LETTER):
    return chance**d * (2 - chance) ** (length - d) / 2**length


@section("simmons/entries")
def entries():
    def agrees(k):
        made = table_of((2 - LETTER) / 2, k)
        return all(made[eta(r)][eta(x)] == printed_entry(k, distance(r, x)) for r, x in pairs(k))

    return [
        sentence("unrelated_question_entry"),
        crosscheck(
            lambda: [1, 2, 3, 4],
            agrees,
            "n <= 4, symbolic p",
            false=[lambda k: table_of((2 - LETTER) / 2, k)[0][0] == printed_entry(k, k)],
        ),
    ]


@section("simmons/equal")
def equal():
    return [
        sentence("weights_give_the_entry"),
        crosscheck(
            lambda: [(n, d) for n in range(1, 9) for d in range(n + 1)],
            lambda c: by_weight(*c) == printed_entry(*c),
            "n <= 8, symbolic p",
            false=[lambda c: by_weight(*c) == printed_entry(c[0], 0)],
        ),
    ]


@section("simmons/c-M")
def c_m():
    return states(
        identity(base((2 - p) / 2), SIMMONS_COST, sp.Ne(p, 1)),
        scope="p != 1 (a != 1/2 in lemma 4.5)",
    )
